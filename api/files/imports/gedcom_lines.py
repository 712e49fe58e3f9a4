"""The lines of a GEDCOM file as records with their parts. Of 5.5.1 and 7; pointers are text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from graph.errors import BadCharacters, InvalidArgument

_LINE = re.compile(
    r"[ \t]*(?P<level>\d{1,2})[ \t]+(?:@(?P<id>[^@\s][^@]*)@[ \t]+)?"
    r"(?P<tag>\w{1,31})(?: (?P<rest>.*))?"
)
_POINTER = re.compile(r"@([^@\s#][^@]*)@")
_VOID = "VOID"
_CONTINUES = {"CONC": "", "CONT": "\n"}
# What a file may say of its characters that is UTF-8, or the part of it that all have.
_UTF8 = frozenset({None, "", "ASCII", "UTF-8", "UTF8"})


@dataclass(slots=True)
class Structure:
    """A line with the lines below it; ``payload`` has its continuations."""

    line: int
    tag: str
    payload: str = ""
    key: str | None = None
    parts: list[Structure] = field(default_factory=list["Structure"])

    def all(self, tag: str) -> Iterator[Structure]:
        """Yield the parts of that tag."""
        return (part for part in self.parts if part.tag == tag)

    def first(self, tag: str) -> Structure | None:
        """Return the first part of that tag, which is the one that its author prefers."""
        return next(self.all(tag), None)

    def text(self, *tags: str) -> str | None:
        """Return what stands at the end of a way of tags, if anything does."""
        at: Structure | None = self
        for tag in tags:
            at = None if at is None else at.first(tag)
        return None if at is None else " ".join(at.payload.split()) or None

    @property
    def pointer(self) -> str | None:
        """The id of the record that it points at, if it does."""
        match = _POINTER.fullmatch(self.payload.strip())
        return None if match is None or match[1] == _VOID else match[1]


def decode(name: str, content: bytes) -> str:
    """Return the text of a file.

    Raises:
        BadCharacters: it is in another encoding than UTF-8 or UTF-16.
    """
    utf16 = content.startswith((b"\xff\xfe", b"\xfe\xff"))
    try:
        text = content.decode("utf-16" if utf16 else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadCharacters(
            f"{name} is no UTF-8", field="PATH", hint="export it as GEDCOM 7, or as UTF-8"
        ) from error
    declared = re.search(r"^\s*1 CHAR (.*?)\s*$", text[:10_000], re.MULTILINE)
    if not (utf16 or text.isascii() or declared is None or declared[1].upper() in _UTF8):
        raise BadCharacters(
            f"{name} says that it is in {declared[1][:40]}",
            field="PATH",
            hint="export it as GEDCOM 7, or as UTF-8",
        )
    return text


def read_structures(name: str, text: str) -> Iterator[Structure | int]:
    """Yield the records of a file, and the numbers of lines that are none.

    Raises:
        InvalidArgument: it does not begin as GEDCOM does.
    """
    lines = re.split(r"\r\n?|\n", text)
    if re.fullmatch(r"\s*0 HEAD\s*", next(filter(str.strip, lines), "")) is None:
        raise InvalidArgument(
            f"{name} is not a GEDCOM file", field="PATH", hint="name a file that begins with 0 HEAD"
        )
    path: list[Structure] = []
    for number, line in ((number, line) for number, line in enumerate(lines, 1) if line.strip()):
        match = _LINE.fullmatch(line)
        if match is None or int(match["level"]) > len(path):
            yield number
        elif match["tag"] in _CONTINUES and path:
            _continue(path, match)
        else:
            if path and int(match["level"]) == 0:
                yield path[0]
            _add(path, number, match)
    if path:
        yield path[0]


def _continue(path: list[Structure], match: re.Match[str]) -> None:
    """Add a line to the payload of the one that it continues."""
    above = path[max(int(match["level"]) - 1, 0)]
    above.payload += _CONTINUES[match["tag"]] + (match["rest"] or "")


def _add(path: list[Structure], number: int, match: re.Match[str]) -> None:
    """Add a line below the one that it is a part of; ``path`` leads from its record to it."""
    level = int(match["level"])
    structure = Structure(number, match["tag"], match["rest"] or "", match["id"])
    if level:
        path[level - 1].parts.append(structure)
    path[level:] = [structure]


def unescape(payload: str) -> str:
    """Return a text with each doubled at sign as the one that is meant."""
    return payload.replace("@@", "@")
