"""Optional extractor capabilities: summarise, batch, answer questions, report cost.

Each is a protocol of its own, checked where it is needed; the offline extractor has none.
"""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeVar, runtime_checkable

from pydantic import Field

from extraction.model.candidates import (
    ActiveEntity,
    Extraction,
    Extractor,
    Frozen,
    Score,
    Shown,
    SourceConfidence,
    Turn,
    Window,
    Words,
)
from graph.errors import UnreadableAnswer
from graph.ids import digest
from graph.model.records import Usage

T = TypeVar("T")


class Citation(Frozen):
    """A quotation from one turn of a session."""

    turn: str
    span: Words


class Point(Frozen):
    """One conclusion from a whole session: a summary, an arc or a goal.

    ``subject`` is a mention as written, or an active entity's id. A point is inferred, never
    stated, and rests on the cited words.
    """

    kind: Literal["summary", "arc", "goal"]
    subject: Words
    subject_kind: str | None = None
    text: Words
    importance: Score
    source_confidence: SourceConfidence
    rests_on: tuple[Citation, ...] = Field(min_length=1, max_length=10)


class ClosedSession(Frozen):
    """A closed session: its turns, oldest first, and the entities known around it."""

    turns: tuple[Turn, ...] = Field(min_length=1)
    entities: tuple[ActiveEntity, ...] = ()
    topic: str | None = None


class SessionSummary(Frozen):
    """Result of one reading of a whole session: 0 to 5 points."""

    points: tuple[Point, ...]
    extractor: str
    usage: Usage | None = None
    malformed: int = 0


@runtime_checkable
class TenantSpecific(Protocol):
    """An extractor with a different model for some tenants."""

    def of_tenant(self, tenant: str) -> Extractor:
        """Return the extractor of this tenant."""
        ...


@runtime_checkable
class Metered(Protocol):
    """An extractor whose calls have a cost, so that budgets apply."""

    @property
    def metered(self) -> bool:
        """Whether budgets apply."""
        ...


@runtime_checkable
class Staged(Protocol):
    """An extractor that proposes only what a faster one has not, which is to be asked before."""

    @property
    def first(self) -> Extractor:
        """The faster one."""
        ...


@runtime_checkable
class Summariser(Protocol):
    """An extractor that can also summarise a whole session."""

    @property
    def session_version(self) -> str:
        """Key under which its points are stored."""
        ...

    async def summarise(self, session: ClosedSession) -> SessionSummary:
        """Summarise a closed session; raises as ``extract`` does."""
        ...


@dataclass(frozen=True, slots=True)
class Task:
    """System prompt of one kind of question, and the JSON schema of its answer."""

    system: str
    schema: dict[str, Any]

    @property
    def version(self) -> str:
        """Eight-character digest of both; answers are stored under it."""
        return digest(self.system, json.dumps(self.schema, sort_keys=True))[:8]


@runtime_checkable
class QuestionAnswerer(Extractor, Protocol):
    """An extractor whose model also answers questions of other kinds."""

    async def answer(self, task: Task, prompt: str, parser: Callable[[str], T]) -> tuple[T, Usage]:
        """Ask one question and parse the answer; also its cost. Raises as ``extract`` does."""
        ...


@runtime_checkable
class BatchExtractor(Protocol):
    """An extractor that reads many windows through a batch API, at half the price."""

    def estimate_tokens(self, window: Window) -> int:
        """Estimate how many tokens the extraction of a window consumes."""
        ...

    async def submit_batch(self, windows: Sequence[tuple[str, Window]]) -> str:
        """Submit windows, each under a key; returns the server's batch id."""
        ...

    async def has_ended(self, batch: str) -> bool:
        """Whether every request of a batch has finished."""
        ...

    async def cancel_batch(self, batch: str) -> None:
        """Have nothing more of a batch answered; what is answered by then is paid for."""
        ...

    def batch_results(
        self, batch: str, shown: Mapping[str, Shown]
    ) -> AsyncGenerator[tuple[str, Extraction | UnreadableAnswer]]:
        """Yield the result of each request of a finished batch, by its key."""
        ...


def extractor_for(extractor: Extractor, tenant: str) -> Extractor:
    """Return the extractor of a tenant."""
    return extractor.of_tenant(tenant) if isinstance(extractor, TenantSpecific) else extractor


def stages(extractor: Extractor) -> tuple[Extractor, ...]:
    """Return those who read an episode, one after the other; what each finds is stored at once."""
    return (extractor.first, extractor) if isinstance(extractor, Staged) else (extractor,)


def is_metered(extractor: Extractor) -> bool:
    """Whether budgets apply to this extractor."""
    return isinstance(extractor, Metered) and extractor.metered
