"""JSON Lines as people and programs hand them in: read line by line, each fault with its place.

A bad line never costs its neighbours: it becomes a ``Refusal`` that names the line, the key and
what to do. Nothing is guessed: unknown keys, keys given twice and values of another type are
refused, because a misspelt ``valid_from`` that is passed over would be believed wrongly.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal, InvalidOperation
from enum import StrEnum
from typing import Any, BinaryIO, NoReturn, TypeVar, cast

from graph.errors import (
    BadCharacters,
    DoxaError,
    Empty,
    Incorrect,
    InvalidArgument,
    OutOfRange,
    TooLarge,
)
from graph.nearness import nearest
from graph.validation import zoned_text

LINE_BYTES_MAX = 1_000_000

T = TypeVar("T")
Member = TypeVar("Member", bound=StrEnum)

_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Refusal:
    """A line that was not taken, and why."""

    line: int
    code: str
    field: str | None
    message: str
    hint: str

    @classmethod
    def of(cls, line: int, error: DoxaError) -> Refusal:
        """Return the refusal of a line for an error."""
        return cls(line, error.code, error.field, error.message, error.hint)


@dataclass(frozen=True, slots=True)
class Line:
    """One line that is a JSON object."""

    number: int
    text: str
    values: Mapping[str, Any]


class Fields:
    """A line's keys, each taken once by its type; ``done`` refuses what nobody took.

    ``elsewhere`` are the keys that other formats have for the same: a hint names ours.
    """

    def __init__(
        self, values: Mapping[str, Any], elsewhere: Mapping[str, str] | None = None
    ) -> None:
        self._left = dict(values)
        self._known: list[str] = []
        self._elsewhere = elsewhere or {}

    def has(self, name: str) -> bool:
        """Whether the key is there and not null."""
        return self._left.get(name) is not None

    def any(self, name: str) -> Any:
        """Whatever stands under the key; ``None`` if it is absent or null."""
        self._known.append(name)
        return self._left.pop(name, None)

    def text(self, name: str) -> str | None:
        """Text, if it is there."""
        return cast("str | None", self._typed(name, str, "text"))

    def needed(self, name: str) -> str:
        """Text that must be there.

        Raises:
            Empty: it is not.
        """
        value = self.text(name)
        if value is None:
            meant = next((key for key in self._left if self._meant(key, (name,)) == name), None)
            perhaps = f"; is {meant[:80]!r} meant for it?" if meant else ""
            raise Empty(
                f"there is no {name}",
                field=name,
                hint=f"every such line needs {name!r}{perhaps}",
            )
        return value

    def number(self, name: str) -> float | None:
        """Return a finite number, if it is there."""
        value = self.any(name)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, (int, Decimal)):
            raise _wrong_type(name, value, "a number")
        try:
            return float(value)
        except OverflowError as error:
            raise OutOfRange(f"{name} is too large", field=name, hint="give less") from error

    def truth(self, name: str) -> bool | None:
        """Return true or false, if it is there."""
        return cast("bool | None", self._typed(name, bool, "true or false"))

    def texts(self, name: str) -> tuple[str, ...] | None:
        """Return a list of texts, if it is there."""
        value = self._typed(name, list, "a list of texts")
        if value is None:
            return None
        if not all(isinstance(item, str) for item in value):
            raise _wrong_type(name, value, "a list of texts")
        return tuple(value)

    def member(self, name: str, kind: type[Member]) -> Member | None:
        """One of a closed set of words, in any case, if it is there."""
        value = self.text(name)
        if value is None:
            return None
        for member in kind:
            if member.value.casefold() == value.casefold():
                return member
        words = ", ".join(member.value for member in kind)
        raise InvalidArgument(f"{value[:80]!r} is no {name}", field=name, hint=f"one of {words}")

    def time(self, name: str) -> datetime | None:
        """Return an instant with offset, kept in the offset it was given in, if it is there."""
        value = self.text(name)
        if value is None:
            return None
        return zoned_text(value, field=name)

    def done(self) -> None:
        """Refuse keys that nobody took.

        Raises:
            InvalidArgument: there is one.
        """
        for name in self._left:
            known = sorted(set(self._known))
            meant = self._meant(name, known)
            perhaps = f"did you mean {meant!r}? " if meant else ""
            raise InvalidArgument(
                f"the key {name[:80]!r} means nothing here",
                field=name[:80],
                hint=f"{perhaps}keys: {', '.join(known)}",
            )

    def _meant(self, name: str, names: Collection[str]) -> str | None:
        """Return the key of ours that another one stands for, or is nearly."""
        found = self._elsewhere.get(name.casefold())
        if found is not None and found in names:
            return found
        near = nearest(name[:80], names)
        return near and near.name

    def _typed(self, name: str, kind: type, what: str) -> Any:
        value = self.any(name)
        if value is None or isinstance(value, kind):
            return value
        raise _wrong_type(name, value, what)


def raw_lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a stream; of one that is too long only so much that it is seen to be."""
    while piece := stream.readline(LINE_BYTES_MAX + 2):
        rest = piece
        while rest and not rest.endswith(b"\n"):
            rest = stream.readline(LINE_BYTES_MAX)
        yield piece


def read(lines: Iterable[bytes], parse: Callable[[Line], T]) -> Iterator[T | Refusal]:
    """Each line parsed, or refused with its number; blank lines are passed over."""
    for number, raw in enumerate(lines, 1):
        found = read_line(number, raw, parse)
        if found is not None:
            yield found


def read_line(number: int, raw: bytes, parse: Callable[[Line], T]) -> T | Refusal | None:
    """One line parsed, or refused; nothing if it is blank."""
    bare = raw.removeprefix(_MARK) if number == 1 else raw
    if not bare.strip():
        return None
    try:
        return parse(_line(number, bare))
    except Incorrect as error:
        return Refusal.of(number, error)


def beginning(stream: BinaryIO, size: int) -> tuple[bytes, BinaryIO]:
    """Return the first bytes of a stream, and a stream that still begins with them."""
    if not stream.seekable():
        stream = io.BytesIO(stream.read())
    start = stream.read(size)
    stream.seek(0)
    return start, stream


def looks_like_json(start: bytes) -> bool:
    """Whether text that begins like this is meant as JSON Lines rather than as plain text."""
    return start.removeprefix(_MARK).lstrip().startswith(b"{")


def _line(number: int, raw: bytes) -> Line:
    if len(raw.rstrip()) > LINE_BYTES_MAX:
        raise TooLarge(
            f"the line is too long, at most {LINE_BYTES_MAX:,} bytes are taken",
            hint="split the text into several lines",
        )
    try:
        text = raw.decode().strip()
    except UnicodeDecodeError as error:
        raise BadCharacters("the line is no UTF-8", hint="save the file as UTF-8") from error
    try:
        values = json.loads(
            text,
            parse_float=_decimal,
            parse_constant=_refuse_constant,
            object_pairs_hook=_once_each,
        )
    except RecursionError as error:
        raise TooLarge("the line is nested too deeply", hint="nest less") from error
    except ValueError as error:
        why = error.msg if isinstance(error, json.JSONDecodeError) else "a number is too long"
        raise InvalidArgument(
            f"the line is no JSON: {why}", hint="one JSON object a line, nothing else"
        ) from error
    if not isinstance(values, dict):
        raise InvalidArgument("the line is no JSON object", hint="write it like {...}")
    return Line(number, text, cast("dict[str, Any]", values))


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in values if names.count(name) > 1)
        raise InvalidArgument(f"{twice[:80]!r} stands there twice", field=twice[:80], hint="once")
    return values


def _decimal(written: str) -> Decimal:
    # As written, so that 1.10 stays 1.10.
    try:
        return Decimal(written)
    except InvalidOperation as error:
        raise OutOfRange(
            f"{written[:80]} is too large a number, or too small", hint="write fewer digits"
        ) from error


def _refuse_constant(name: str) -> NoReturn:
    raise OutOfRange(f"{name} is no JSON number", hint="give a finite number, or null")


def _wrong_type(name: str, value: object, what: str) -> InvalidArgument:
    return InvalidArgument(
        f"{name} is {_kind(value)}", field=name, hint=f"{name} is {what}, or left out"
    )


def _kind(value: object) -> str:
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, (int, Decimal)):
        return "a number"
    if isinstance(value, str):
        return "a text"
    return "a list" if isinstance(value, list) else "an object"
