"""What the store holds and gives back: entities, claims, beliefs, episodes, and their records.

Everything here is frozen. Times are aware UTC; an open end is ``None`` in these types.
Ids are opaque strings whose prefix tells the kind: ``e_`` entity, ``m_`` memory, ``b_`` belief,
``p_`` episode, ``c_`` contradiction, ``j_`` job, ``r_`` rejection, ``a_`` audit record.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, TypeAlias, TypeVar, Union

from graph.attribute import Attribute as Attribute
from graph.errors import OutOfRange
from graph.vocabulary import (
    ContradictionKind,
    ContradictionStatus,
    GroundingVerdict,
    JobStatus,
    MemoryStatus,
    MemoryType,
    Outcome,
    Precision,
    Resolution,
    Role,
    SourceKind,
    SupersessionReason,
    TimeBasis,
)

T = TypeVar("T")
R = TypeVar("R")
Json: TypeAlias = Union[bool, int, float, str, list["Json"], dict[str, "Json"], None]  # noqa: UP007 - recursive


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks: the tenant and actor of a verified token, or of a local command."""

    tenant: str
    actor: str
    role: Role


@dataclass(frozen=True, slots=True)
class AsOf:
    """One point on each time axis; the two always travel together."""

    valid_at: datetime
    system_at: datetime


@dataclass(frozen=True, slots=True)
class Entity:
    """Somebody or something that claims are about."""

    id: str
    name: str
    kind: str
    aliases: tuple[str, ...]
    merged_into: str | None


@dataclass(frozen=True, slots=True)
class Belief:
    """One version of a belief: a rectangle of valid time by system time."""

    id: str
    entity: str
    attribute: str
    context: str | None
    value: str | None
    canonical: str
    typed_value: Json
    target: str | None
    valid_from: datetime
    valid_to: datetime | None
    valid_from_precision: Precision
    valid_to_precision: Precision | None
    valid_from_basis: TimeBasis
    system_from: datetime
    system_to: datetime | None
    confidence: float
    contested: bool
    memories: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Evidence:
    """The exact characters of an episode that support a claim: ``text[start:end] == span``."""

    episode: str
    span: str
    start: int
    end: int
    verdict: GroundingVerdict


@dataclass(frozen=True, slots=True)
class Episode:
    """An immutable source, as it arrived."""

    id: str
    session: str | None
    source_kind: SourceKind
    speaker: str | None
    text: str
    occurred_at: datetime
    recorded_at: datetime


@dataclass(frozen=True, slots=True)
class Memory:
    """A claim as stored, with what is derived from it at read."""

    id: str
    text: str
    type: MemoryType
    tags: tuple[str, ...]
    topic: str | None
    importance: float
    confidence: float
    current_confidence: float
    inference: bool
    status: MemoryStatus
    negative: bool
    entity: str | None
    attribute: str | None
    context: str | None
    value: str | None
    target: str | None
    valid_from: datetime | None
    valid_to: datetime | None
    vouched_until: datetime | None
    said_at: datetime
    recorded_at: datetime
    admitted_at: datetime | None
    retired_at: datetime | None
    expires_at: datetime | None
    last_confirmed_at: datetime | None
    confirmations: int
    access_count: int
    last_accessed_at: datetime | None
    source_session: str | None
    source_kind: SourceKind
    speaker: str | None
    extractor: str | None
    visibility: str
    consent_basis: str | None
    evidence: tuple[Evidence, ...]
    superseded_by: str | None
    superseded_reason: SupersessionReason | None
    supersedes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A new claim against what was believed, and what came of it."""

    id: str
    kind: ContradictionKind
    status: ContradictionStatus
    entity: str
    attribute: str
    context: str | None
    held: tuple[str, ...]
    challenger: str
    detected_at: datetime
    resolved_at: datetime | None
    resolution: Resolution | None
    resolved_by: str | None
    actor: str | None
    reason: str | None


@dataclass(frozen=True, slots=True)
class Rejection:
    """A value that a person said was never right in a slot."""

    id: str
    entity: str
    attribute: str
    context: str | None
    value: str
    rejected_at: datetime
    by: str
    reason: str
    lifted_at: datetime | None


@dataclass(frozen=True, slots=True)
class AuditRecord:
    """One thing that was done; never changed or removed."""

    id: str
    at: datetime
    actor: str
    action: str
    subject: str | None
    gate: str | None
    reason: str | None


@dataclass(frozen=True, slots=True)
class Related:
    """An entity that relations lead to, how many away, and one shortest way there."""

    entity: str
    distance: int
    path: tuple[Belief, ...]


@dataclass(frozen=True, slots=True)
class Violation:
    """Where the store breaks one of the five invariants of the temporal model."""

    invariant: int
    subject: str
    message: str


@dataclass(frozen=True, slots=True)
class AssertResult:
    """What an operation did: its outcome, its claim, the beliefs it inserted."""

    outcome: Outcome
    memory: str | None
    beliefs: tuple[Belief, ...]
    contradictions: tuple[Contradiction, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """What became of one candidate of a job, and why."""

    candidate: Json
    outcome: Outcome
    gate: str | None
    reason: str
    memory: str | None
    contradiction: str | None


@dataclass(frozen=True, slots=True)
class Usage:
    """What a job's model calls consumed; ``input_tokens`` has the cached ones in it."""

    model: str | None
    input_tokens: int
    output_tokens: int
    cached_tokens: int
    cost_usd: float | None
    calls: int = 1
    batched: bool = False


@dataclass(frozen=True, slots=True)
class Job:
    """Work accepted and not lost: extraction of some episodes."""

    id: str
    status: JobStatus
    submitted_at: datetime
    finished_at: datetime | None
    attempts: int
    error: str | None
    episodes: tuple[str, ...]
    usage: Usage | None


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """Some of a list, and whether there is more."""

    items: tuple[T, ...]
    has_next: bool


def paged(found: Sequence[R], first: int, made: Callable[[R], T]) -> Page[T]:
    """The first of what was found, as it is told, and whether there was more."""
    return Page(tuple(map(made, found[:first])), has_next=len(found) > first)


def bounded(first: int) -> int:
    """The page size, if it is between 1 and 500."""
    if not 1 <= first <= 500:
        raise OutOfRange(f"first is {first}", field="first", hint="ask for 1 to 500")
    return first
