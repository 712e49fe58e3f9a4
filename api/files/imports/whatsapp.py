"""WhatsApp's export: a text of clock times without a zone, and dates whose order it does not tell.

A message goes on until the next line that begins with a stamp and an author. A stamp without an
author is a note of the program, or a line of the message before that only looks so: then it is out
of the order of times. An hour that comes twice in autumn is told by the order of the file.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path

from api.files.imports.items import DateOrder, ImportedMessage, ImportOptions, Item, Omission
from api.files.imports.members import read_members
from graph.errors import BadCharacters, InvalidArgument

_STAMP = re.compile(
    r"\u200e?(?P<open>\[)?(?P<a>\d{1,4})[./-](?P<b>\d{1,2})[./-](?P<c>\d{1,4}),?\s"
    r"(?P<hour>\d{1,2})[:.](?P<minute>\d{2})(?:[:.](?P<second>\d{2}))?"
    r"(?:[\s\u202f\u00a0]?(?P<half>[AaPp])\.?[\s\u00a0]?[Mm]\.?)?"
    r"(?(open)\]|\s[-–])\s(?P<rest>.*)"
)
_AUTHOR = re.compile(r"\u200e?(?P<author>[^:\u200e\n]{1,80}?):\s(?P<text>.*)", re.DOTALL)
# What stands before a colon in notes of the program.
_NOTE = re.compile(
    r"\b(?:changed (?:the|this|their)|added|removed|created|joined|left|deleted this group|pinned"
    r"|turned (?:on|off)|hat (?:die|den|das|diese)|hinzugefügt|cambi[oó]|a (?:modifié|ajouté))\b",
    re.IGNORECASE,
)
_NOTHING = re.compile(
    r"\u200e.*|[<\u2039][^<>\u2039\u203a]{3,60}[>\u203a]"
    r"|(?:this message was deleted|you deleted this message|diese nachricht wurde gelöscht"
    r"|du hast diese nachricht gelöscht|se eliminó este mensaje|eliminaste este mensaje"
    r"|ce message a été supprimé|missed (?:voice|video) call|null)\.?"
    r"|\S+ \((?:file attached|datei angehängt|archivo adjunto|fichier joint)\)",
    re.IGNORECASE | re.DOTALL,
)
_EDITED = re.compile(r"\u200e?<this message was edited>", re.IGNORECASE)
# How far a note may lie from the message before it: phones differ, and pasted lines are older.
_NOTES_WITHIN = timedelta(days=1)
_LONG_AGO = datetime.min.replace(tzinfo=UTC)


@dataclass(slots=True)
class _Entry:
    """A stamped line with those that follow it."""

    line: int
    stamp: re.Match[str]
    lines: list[str]

    @property
    def text(self) -> str:
        """The words behind the stamp."""
        return "\n".join(self.lines).strip()


def read_whatsapp(path: Path, given: ImportOptions) -> Iterator[Item]:
    """Yield the messages of a chat that WhatsApp exported.

    Raises:
        InvalidArgument: it is none, or neither it nor the caller tells the zone, or the order of
            day and month.
        BadCharacters: it is no UTF-8.
    """
    found = False
    for name, content in read_members(path, ".txt"):
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            if name != path.name:
                yield Omission(name, "a file that is no chat")
                continue
            raise BadCharacters(
                "the chat is no UTF-8", field="PATH", hint="export it anew"
            ) from error
        entries = _entries(text)
        if not entries:
            yield Omission(name, "a file that is no chat")
            continue
        found = True
        yield from _messages(_chat(path, name), entries, given)
    if not found:
        raise InvalidArgument(
            f"{path.name} is not a WhatsApp export", field="PATH", hint="name the chat's text"
        )


def _chat(path: Path, name: str) -> str:
    stem = Path(name).stem
    return path.stem if stem == "_chat" else stem


def _entries(text: str) -> list[_Entry]:
    """Return the stamped lines with those that follow them; the first stamp gives the form."""
    entries: list[_Entry] = []
    form: tuple[bool, ...] = ()
    for number, line in enumerate(text.splitlines(), start=1):
        stamp = _STAMP.fullmatch(line)
        if stamp is not None and _form(stamp) == (form or _form(stamp)):
            form = form or _form(stamp)
            entries.append(_Entry(number, stamp, [stamp["rest"]]))
        elif entries:
            entries[-1].lines.append(line)
    return entries


def _form(stamp: re.Match[str]) -> tuple[bool, ...]:
    """Return how a stamp is written: a line that is pasted into a message is so in another way."""
    words = stamp[0]
    date = words.lstrip("\u200e[").split(maxsplit=1)[0]
    return (
        stamp["open"] is not None,
        date.endswith(","),
        *(mark in date for mark in "./-"),
        len(stamp["a"]) == 4,
        len(stamp["c"]) == 4,
        stamp["second"] is not None,
        stamp["half"] is not None,
    )


def _messages(chat: str, entries: list[_Entry], given: ImportOptions) -> Iterator[Item]:
    if given.zone is None:
        raise InvalidArgument(
            "the times of a WhatsApp chat have no zone",
            field="--time-zone",
            hint="say where the phone was: --time-zone Europe/Berlin",
        )
    order = given.order or _order(entries)
    said: list[tuple[_Entry, datetime]] = []
    before = _LONG_AGO
    for entry in entries:
        at = _instant(entry.stamp, order, given.zone, before)
        author = _author(entry)
        if at is None:
            yield Omission(f"line {entry.line}", "a line with a date that there is not")
        elif author is not None:
            before = at
            said.append((entry, at))
        elif not said or abs(at - before) <= _NOTES_WITHIN:
            yield Omission(f"line {entry.line}", "a note of the program")
        else:
            said[-1][0].lines += [entry.stamp.string, *entry.lines[1:]]
    yield from _list_messages(chat, said)


def _author(entry: _Entry) -> re.Match[str] | None:
    found = _AUTHOR.fullmatch(entry.text)
    return None if found is None or _NOTE.search(found["author"]) else found


def _list_messages(chat: str, entries: list[tuple[_Entry, datetime]]) -> Iterator[Item]:
    again: Counter[str] = Counter()
    for entry, at in entries:
        authored = _author(entry)
        assert authored is not None
        text = _EDITED.sub("", authored["text"]).strip()
        if not text or _NOTHING.fullmatch(text):
            yield Omission(f"line {entry.line}", "a picture, a deleted message or the like")
            continue
        words = "\0".join((chat, entry.stamp[0].partition(": ")[0], text))
        key = hashlib.sha256(words.encode()).hexdigest()[:32]
        again[key] += 1
        yield ImportedMessage(
            f"line {entry.line}",
            {
                "id": f"whatsapp:{key}:{again[key]}",
                "session": f"{chat} {at:%Y-%m-%d}",
                "topic": chat,
                "speaker": authored["author"].strip(),
                "source_kind": "USER",
                "text": text,
                "occurred_at": at.isoformat(),
            },
        )


def _order(entries: list[_Entry]) -> DateOrder:
    """Return the order of the dates, if one of them tells."""
    if any(len(entry.stamp["a"]) == 4 for entry in entries):
        return DateOrder.YMD
    firsts = max(int(entry.stamp["a"]) for entry in entries)
    seconds = max(int(entry.stamp["b"]) for entry in entries)
    if firsts > _MONTHS >= seconds:
        return DateOrder.DMY
    if seconds > _MONTHS >= firsts:
        return DateOrder.MDY
    raise InvalidArgument(
        "no date of the chat tells whether the day or the month comes first",
        field="--date-order",
        hint="say it: --date-order dmy, or mdy",
    )


_MONTHS = 12
_CENTURY = 2000


def _instant(
    stamp: re.Match[str], order: DateOrder, zone: tzinfo, before: datetime
) -> datetime | None:
    """Return when a line was stamped, not before the one above it where an hour comes twice."""
    a, b, c = (int(stamp[part]) for part in "abc")
    year, month, day = {
        DateOrder.DMY: (c, b, a),
        DateOrder.MDY: (c, a, b),
        DateOrder.YMD: (a, b, c),
    }[order]
    hour, half = int(stamp["hour"]), stamp["half"]
    if half is not None:
        hour = hour % _MONTHS + (_MONTHS if half in "Pp" else 0)
    try:
        local = datetime(
            year + (_CENTURY if year < 100 else 0),
            month,
            day,
            hour,
            int(stamp["minute"]),
            int(stamp["second"] or 0),
            tzinfo=zone,
        )
        if local.astimezone(UTC) < before:
            again = local.replace(fold=1)
            return again if again.astimezone(UTC) >= before else local
    except (ValueError, OverflowError):
        return None
    return local
