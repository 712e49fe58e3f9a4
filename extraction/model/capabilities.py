"""What some extractors can do beyond reading a turn: sum up, read in batches, answer, cost money.

Each is a protocol of its own, looked for where it is needed; the offline extractor has none.
"""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeVar, runtime_checkable

from pydantic import Field

from extraction.model import (
    ActiveEntity,
    Extraction,
    Extractor,
    Frozen,
    Score,
    SourceConfidence,
    Turn,
    Window,
    Words,
)
from graph.errors import UnreadableAnswer
from graph.ids import digest
from graph.model import Usage

T = TypeVar("T")


class Citation(Frozen):
    """Words of one turn of a session."""

    turn: str
    span: Words


class Point(Frozen):
    """One thing that a whole session came to: what it was about, how it went, what somebody wants.

    ``subject`` is a mention as said, or an active entity's id. It is deduced, never said, and rests
    on the cited words.
    """

    kind: Literal["summary", "arc", "goal"]
    subject: Words
    subject_kind: str | None = None
    text: Words
    importance: Score
    source_confidence: SourceConfidence
    rests_on: tuple[Citation, ...] = Field(min_length=1, max_length=10)


class Told(Frozen):
    """A closed session: its turns, oldest first, and who and what was known around it."""

    turns: tuple[Turn, ...] = Field(min_length=1)
    entities: tuple[ActiveEntity, ...] = ()
    topic: str | None = None


class Summing(Frozen):
    """All that one reading of a whole session gave: 0 to 5 points."""

    points: tuple[Point, ...]
    extractor: str
    usage: Usage | None = None
    malformed: int = 0


@runtime_checkable
class OfTenants(Protocol):
    """An extractor that is another one for some tenants."""

    def of_tenant(self, tenant: str) -> Extractor:
        """The extractor that reads for this tenant."""
        ...


@runtime_checkable
class Metered(Protocol):
    """An extractor whose answers cost something, so that budgets are for it."""

    @property
    def metered(self) -> bool:
        """Whether they do."""
        ...


@runtime_checkable
class Summariser(Protocol):
    """An extractor that can also say what a whole session came to."""

    @property
    def session_version(self) -> str:
        """What its points are kept under."""
        ...

    async def sum_up(self, told: Told) -> Summing:
        """Say what a closed session came to; raises as ``extract`` does."""
        ...


@dataclass(frozen=True, slots=True)
class Task:
    """What is always said first of one sort of question, and the JSON schema of its answer."""

    system: str
    schema: dict[str, Any]

    @property
    def version(self) -> str:
        """Eight characters that change with either; what was answered is kept under them."""
        return digest(self.system, json.dumps(self.schema, sort_keys=True))[:8]


@runtime_checkable
class Answering(Extractor, Protocol):
    """An extractor whose model also answers questions of other sorts."""

    async def answered(self, task: Task, asked: str, read: Callable[[str], T]) -> tuple[T, Usage]:
        """What ``read`` makes of the answer, and what it cost; raises as ``extract`` does."""
        ...


@runtime_checkable
class Batching(Protocol):
    """An extractor that reads many windows by and by, at half the price."""

    def weight(self, window: Window) -> int:
        """How many tokens reading it is thought to consume."""
        ...

    async def send(self, windows: Sequence[tuple[str, Window]]) -> str:
        """Have windows read, each under a key; the batch's id at the server."""
        ...

    async def ended(self, batch: str) -> bool:
        """Whether all of a batch has come to its end."""
        ...

    def collect(
        self, batch: str, turns: Mapping[str, Turn]
    ) -> AsyncGenerator[tuple[str, Extraction | UnreadableAnswer]]:
        """What came of each request of an ended batch, by its key."""
        ...


def of_tenant(extractor: Extractor, tenant: str) -> Extractor:
    """The extractor that reads for a tenant."""
    return extractor.of_tenant(tenant) if isinstance(extractor, OfTenants) else extractor


def metered(extractor: Extractor) -> bool:
    """Whether budgets are for this extractor."""
    return isinstance(extractor, Metered) and extractor.metered
