"""Documents: each becomes passages, which are messages of the source kind DOCUMENT.

A passage begins at a heading or a page and has at most ``PASSAGE_MAX`` characters. Its id is made
of its words, so that the same file again adds nothing, and of an edited one only what was edited.
The session is the document by its name; the topic is its title, with the headings above the passage
or its page. Who is called "I" in it is its author, or nobody but the document itself.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from email.utils import parsedate_to_datetime
from itertools import chain
from pathlib import Path, PurePosixPath

from api.files.imports.items import (
    ImportedMessage,
    ImportOptions,
    Item,
    Note,
    Omission,
    content_key,
)
from api.files.imports.members import TOO_LARGE, Member, Unreadable, list_members
from api.files.messages import TOPIC_MAX
from graph.errors import InvalidArgument
from graph.model.commands import NAME_MAX

# A reader sees so much of earlier turns, and states so much of one, that more would be lost.
PASSAGE_MAX = 4_000
PLACE_MAX = 120
TITLE_LEVELS = 6
_DOCUMENT = "document:"
_SENTENCE_END = re.compile(r"(?<=[.!?。])\s+|\n")
# "2024-05-01 10:00:00 +0200", as YAML and programs write it, is ISO 8601 but for a space.
_SPACED_OFFSET = re.compile(r"(?<=\d)\s+(?=(?:[+-]\d{2}:?\d{2}|Z)$)")
_DAY = re.compile(r"\d{4}-?\d{2}-?\d{2}(?!\d)")
_MAIL_DAY = re.compile(r"(?:[A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4}\b")
_WRITTEN = "dated by when the file was written: the document has no date"
_NO_DAY = "dated by when the file was written: the document's date is no day"


@dataclass(frozen=True, slots=True)
class Section:
    """What stands under one heading or on one page: its blocks are paragraphs, lists and tables."""

    path: tuple[str, ...]
    blocks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """A document as text. ``dates`` are what it says of when it was written, the best first."""

    sections: tuple[Section, ...]
    title: str | None = None
    author: str | None = None
    dates: tuple[str, ...] = ()
    left_out: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Form:
    """A form of documents: how their names end, how large they may be, and how one is read.

    ``parse`` takes a document's bytes, and raises ``Unreadable`` for what is none.
    """

    endings: tuple[str, ...]
    bytes_max: int
    what: str
    parse: Callable[[bytes], Document]


@dataclass(slots=True)
class SectionBuilder:
    """Takes in a document from its beginning to its end."""

    sections: list[Section] = field(default_factory=list[Section])
    left_out: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    first_heading: str | None = None
    _headings: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    _alone: bool = False
    _blocks: list[str] = field(default_factory=list[str])
    _lines: list[str] = field(default_factory=list[str])

    def add_heading(self, level: int, words: str) -> None:
        """Begin a section under a heading; those of the same level and below are over."""
        self._end_section(level)
        words = " ".join(words.split())
        self._headings = [one for one in self._headings if one[0] < level]
        if words:
            self._headings.append((level, words))
            self.first_heading = self.first_heading or words
            self._alone = True

    def add_line(self, line: str) -> None:
        """Add a line to the block that is being read."""
        if line.strip():
            self._lines.append(line.rstrip())

    def end_block(self) -> None:
        """End a paragraph, a list, a quotation or a table."""
        if self._lines:
            self._blocks.append("\n".join(self._lines))
            self._lines = []

    def leave_out(self, why: str) -> None:
        """Count something that is no statement."""
        self.left_out.append((" › ".join(words for _, words in self._headings), why))

    def end(self) -> None:
        """End the document."""
        self._end_section(0)

    def _end_section(self, level: int) -> None:
        self.end_block()
        if self._alone and not self._blocks and level <= self._headings[-1][0]:
            self.leave_out("a heading with nothing below it")
        self._alone = False
        path = tuple(words for _, words in self._headings)
        if self._blocks:
            heading = path[-1:]
            self.sections.append(Section(path, (*heading, *self._blocks)))
            self._blocks = []


def read_documents(path: Path, given: ImportOptions, form: Form) -> Iterator[Item]:
    """Yield the passages of a document, or of all in a folder or an archive.

    Raises:
        NotFound: there is no such path.
        InvalidArgument: there is no such document in it, or a date needs a zone that nobody gave.
    """
    empty = True
    for member in list_members(path, form.endings):
        empty = False
        try:
            document = _parse(member, form)
        except Unreadable as error:
            yield Omission(member.name, str(error))
        else:
            yield from _items(member, document, given)
    if empty:
        raise InvalidArgument(
            f"there is no {form.what} in {path.name}",
            field="PATH",
            hint=f"name one, or a folder with files that end with {form.endings[0]}",
        )


def decode(content: bytes, declared: str | None = None) -> str:
    """Return the text of a file, with the line ends of Unix.

    Raises:
        Unreadable: it is none, or in an encoding that it does not tell.
    """
    wide = content.startswith((b"\xff\xfe", b"\xfe\xff"))
    for encoding in ("utf-16",) if wide else ("utf-8-sig", declared):
        try:
            text = content.decode(encoding) if encoding else "\0"
        except (UnicodeError, LookupError):
            continue
        if "\0" not in text:
            return text.replace("\r\n", "\n").replace("\r", "\n")
    raise Unreadable("a file that is no text")


def _parse(member: Member, form: Form) -> Document:
    if any(part.startswith(".") for part in PurePosixPath(member.name).parts):
        raise Unreadable("a hidden file")
    if member.size > form.bytes_max:
        raise Unreadable(TOO_LARGE)
    return form.parse(member.read(form.bytes_max))


def _items(member: Member, document: Document, given: ImportOptions) -> Iterator[Item]:
    for place, why in document.left_out:
        yield Omission(", ".join(filter(None, (member.name, place))), why)
    if not document.sections:
        yield Omission(member.name, "a document without text")
        return
    said_at, dated_by = _dated(member, document, given)
    if said_at is None:
        yield Omission(member.name, "a document whose date nobody tells")
        return
    if dated_by is not None:
        yield Note(member.name, dated_by)
    yield from _messages(member.name, document, said_at, given)


def _messages(
    name: str, document: Document, said_at: datetime, given: ImportOptions
) -> Iterator[Item]:
    title = " ".join((document.title or PurePosixPath(name).stem).split())
    again: Counter[str] = Counter()
    for section in document.sections:
        place = " › ".join(section.path[1:] if section.path[:1] == (title,) else section.path)
        for text in pack(section.blocks):
            key = content_key(text)
            again[key] += 1
            yield ImportedMessage(
                ", ".join(filter(None, (name, place))),
                {
                    "id": f"{_DOCUMENT}{key}:{again[key]}",
                    "session": _session(name),
                    "topic": _topic(title, place),
                    "speaker": given.speaker or document.author or PurePosixPath(name).name,
                    "source_kind": "DOCUMENT",
                    "text": text,
                    "occurred_at": said_at.isoformat(),
                },
            )


def _session(name: str) -> str:
    session = f"{_DOCUMENT}{name}"
    return session if len(session) <= NAME_MAX else f"{_DOCUMENT}{content_key(name)}"


def _topic(title: str, place: str) -> str | None:
    """Return the title with the place in the document, of which neither takes all of the room."""
    place = place[:PLACE_MAX]
    room = TOPIC_MAX - (len(place) + 3 if place else 0)
    return " › ".join(filter(None, (title[:room], place))) or None


def pack(blocks: Iterable[str]) -> Iterator[str]:
    """Yield passages of as many whole blocks as fit, parted by blank lines."""
    passage = ""
    for block in chain.from_iterable(map(_parts, blocks)):
        if passage and len(passage) + 2 + len(block) > PASSAGE_MAX:
            yield passage
            passage = ""
        passage = f"{passage}\n\n{block}" if passage else block
    if passage:
        yield passage


def _parts(block: str) -> Iterator[str]:
    """Yield a block, in parts that fit: at the ends of sentences or lines, else of words."""
    while len(block) > PASSAGE_MAX:
        ends = [one.end() for one in _SENTENCE_END.finditer(block, 0, PASSAGE_MAX + 1)]
        at = ends[-1] if ends else block.rfind(" ", 1, PASSAGE_MAX) + 1 or PASSAGE_MAX
        if part := block[:at].strip():
            yield part
        block = block[at:].strip()
    if block:
        yield block


def _dated(
    member: Member, document: Document, given: ImportOptions
) -> tuple[datetime | None, str | None]:
    """Return when a document was written, and how that is known if not by what it says."""
    for written in document.dates:
        if (said_at := read_date(written)) is not None:
            return _in_zone(said_at, member, given), None
    if member.written_at is None:
        return None, None
    why = _NO_DAY if document.dates else _WRITTEN
    return _in_zone(member.written_at, member, given), why


def read_date(written: str) -> datetime | None:
    """Return a day, or a time of one, as ISO 8601 or a mail writes it; None for anything else.

    What is written without an offset is returned without one.
    """
    written = _SPACED_OFFSET.sub("", written.strip())
    try:
        if _DAY.match(written):
            return datetime.fromisoformat(written)
        return parsedate_to_datetime(written) if _MAIL_DAY.match(written) else None
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def _in_zone(at: datetime, member: Member, given: ImportOptions) -> datetime:
    if at.tzinfo is not None:
        return at
    if given.zone is None:
        raise InvalidArgument(
            f"the date of {member.name} has no zone",
            field="--time-zone",
            hint="say where it was written: --time-zone Europe/Berlin",
        )
    return at.replace(tzinfo=given.zone)
