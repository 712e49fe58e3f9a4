"""The lines of a memory file: how a belief is written, and how a written line is read.

    attribute/context: value (since START until END) [handle]

What is not written in this form is prose. No input or output.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, replace

from doxa_client.models import Belief, Entity

HANDLE_LENGTH = 10
NUMBER_WIDTH = 6
DAY_LENGTH = len("2024-05-01")
_TIME = r"[0-9][0-9T:.Z+s -]*"
_START = rf"(?:since (?P<since>{_TIME})|noted {_TIME})"
_PERIOD = rf"(?: \((?=[snu])(?:{_START})? ?(?:until (?P<until>{_TIME}))?\))?"
_STATEMENT = re.compile(
    r"(?P<attribute>[^\W\dA-Z]\w*)(?:/(?P<context>[^:/]+))?: (?P<value>.+?)"
    + _PERIOD
    + r"(?: \[(?P<handle>i?b_[0-9a-f]+)\])?"
)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a file, with the belief that it shows."""

    text: str
    belief: Belief

    @property
    def handle(self) -> str:
        """The beginning of the belief's id."""
        return self.belief.id[:HANDLE_LENGTH]

    def says(self, statement: Statement) -> bool:
        """Whether a statement says the same, whatever its period is."""
        return _slot(self.belief) == (statement.attribute, statement.context, statement.value)


@dataclass(frozen=True, slots=True)
class File:
    """What is believed of an entity: a title, and a line for each belief."""

    entity: Entity
    lines: tuple[Line, ...]

    @property
    def title(self) -> str:
        """The first line."""
        return f"# {_one_line(self.entity.name)} ({self.entity.kind})"

    @property
    def texts(self) -> list[str]:
        """All lines."""
        return [self.title, *(line.text for line in self.lines)]

    @property
    def content(self) -> str:
        """The whole text."""
        return "\n".join(self.texts)

    def numbered_texts(self, attributes: Collection[str] | None = None) -> list[str]:
        """Return its lines with their numbers: all, or those of some attributes."""
        texts = enumerate(self.texts, 1)
        if attributes is not None:
            lines = enumerate(self.lines, 2)
            texts = [(at, line.text) for at, line in lines if line.belief.attribute in attributes]
        return [f"{at:>{NUMBER_WIDTH}}\t{text}" for at, text in texts]

    def line_like(self, line: Line) -> Line | None:
        """Return the line that says the same of a slot, whatever its period is."""
        slot = _slot(line.belief)
        return next((own for own in self.lines if _slot(own.belief) == slot), None)


@dataclass(frozen=True, slots=True)
class Statement:
    """A written line: what it says of the entity, and the words themselves."""

    attribute: str
    value: str
    words: str
    context: str | None = None
    since: str | None = None
    until: str | None = None
    handle: str | None = None

    def without_period(self) -> Statement:
        """Return the statement as one that says nothing of its period."""
        head = self.attribute if self.context is None else f"{self.attribute}/{self.context}"
        return replace(self, since=None, until=None, words=f"{head}: {self.value}")


def line_of(belief: Belief) -> Line:
    """Return the line of a belief."""
    context = "" if belief.context is None else f"/{_one_line(belief.context)}"
    head = f"{belief.attribute}{context}: {_value(belief)}"
    return Line(head + tail_of(belief), belief)


def tail_of(belief: Belief) -> str:
    """Return the end of a belief's line: its period and its handle."""
    start, bounds = belief.valid_from_text, list[str]()
    if start and belief.valid_from_basis == "OBSERVED":
        bounds.append(f"noted {start[:DAY_LENGTH]}")
    elif start and not belief.start_unknown:
        bounds.append(f"since {start}")
    if belief.valid_to_text:
        bounds.append(f"until {belief.valid_to_text}")
    period = f" ({' '.join(bounds)})" if bounds else ""
    return f"{period} [{belief.id[:HANDLE_LENGTH]}]"


def read_statement(text: str) -> Statement | None:
    """Read a line that is written as the lines of a file are; None if it is prose."""
    words = text.strip().removeprefix("- ").removeprefix("* ")
    match = _STATEMENT.fullmatch(words)
    return None if match is None else Statement(**match.groupdict(), words=words)


def _slot(belief: Belief) -> tuple[str, str | None, str]:
    return belief.attribute, belief.context, _value(belief)


def _value(belief: Belief) -> str:
    """Return a value in one line, so that it cannot pass for several."""
    return _one_line(belief.target.name if belief.target else belief.value or "")


def _one_line(text: str) -> str:
    return " ".join(text.split())
