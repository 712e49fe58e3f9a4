"""The records that queries return: entities, memories, beliefs, episodes and others.

All records are frozen. Times are aware UTC; an open end is ``None``.
Ids are opaque strings with a prefix for the kind: ``e_`` entity, ``m_`` memory, ``b_`` belief,
``p_`` episode, ``c_`` contradiction, ``j_`` job, ``r_`` rejection, ``a_`` audit record.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeAlias, TypeVar

from pydantic import JsonValue

from graph.errors import OutOfRange
from graph.model.attribute import Attribute as Attribute
from graph.model.scopes import COMMON_SCOPE, scopes_seen, subject_scope
from graph.periods import Dating, bound_text
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
Json: TypeAlias = JsonValue

# The tenant of a store that has one: of commands that name none.
DEFAULT_TENANT = "default"


@dataclass(frozen=True, slots=True)
class Caller:
    """The tenant, actor and role of a verified token, or of a local command."""

    tenant: str
    actor: str
    role: Role

    @property
    def scopes(self) -> tuple[str, ...] | None:
        """The scopes that are seen, the own one first; None for all of the tenant."""
        return scopes_seen(self.actor, self.role)

    @property
    def answering_scopes(self) -> tuple[str, ...]:
        """Where one question finds its one answer: the own scope, then the common one."""
        return (subject_scope(self.actor), COMMON_SCOPE)


@dataclass(frozen=True, slots=True)
class AsOf:
    """A point on each time axis: true at ``valid_at``, as known at ``system_at``."""

    valid_at: datetime
    system_at: datetime


@dataclass(frozen=True, slots=True)
class Entity:
    """A person or thing that claims are about."""

    id: str
    name: str
    kind: str
    aliases: tuple[str, ...]
    merged_into: str | None
    absorbed: tuple[str, ...] = ()
    scope: str = COMMON_SCOPE


def _text(at: datetime | None, precision: Precision | None, offset: int | None) -> str | None:
    return None if at is None else bound_text(at, Dating(precision or Precision.INSTANT, offset))


@dataclass(frozen=True, slots=True)
class Belief:
    """One version of a belief: a rectangle of valid time by system time.

    ``start_unknown``: it held before too, and nobody knows since when. ``end_unknown``: it ended,
    and nobody knows when; ``valid_to`` is how far somebody vouches, or by when it was over.
    """

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
    scope: str = COMMON_SCOPE
    valid_from_offset: int | None = None
    valid_to_offset: int | None = None
    start_unknown: bool = False
    end_unknown: bool = False

    @property
    def valid_from_text(self) -> str:
        """The start as it was said."""
        return bound_text(
            self.valid_from, Dating(self.valid_from_precision, self.valid_from_offset)
        )

    @property
    def valid_to_text(self) -> str | None:
        """The end as it was said; None while it is open."""
        return _text(self.valid_to, self.valid_to_precision, self.valid_to_offset)


@dataclass(frozen=True, slots=True)
class Slot:
    """What beliefs of one entity can take each other's place in."""

    attribute: str
    context: str | None


@dataclass(frozen=True, slots=True)
class BeliefChange:
    """Beliefs that one system time, or the way from one point to another, adds and takes away."""

    at: datetime
    inserted: tuple[Belief, ...]
    retired: tuple[Belief, ...]


@dataclass(frozen=True, slots=True)
class Evidence:
    """The exact characters of an episode that support a claim: ``text[start:end] == span``.

    ``start`` and ``end`` count Unicode code points.
    """

    episode: str
    span: str
    start: int
    end: int
    verdict: GroundingVerdict


@dataclass(frozen=True, slots=True)
class Episode:
    """An immutable source text, as received."""

    id: str
    session: str | None
    source_kind: SourceKind
    speaker: str | None
    text: str
    occurred_at: datetime
    recorded_at: datetime
    offset: int = 0


@dataclass(frozen=True, slots=True)
class Waits:
    """Why a memory is no claim yet: what the gate said of it, when, by which version of policy.

    ``entity_name`` is the name by which it says whom it is about, if it gives one.
    """

    outcome: Outcome
    gate: str
    reason: str
    since: datetime
    policy_version: int
    entity_name: str | None


@dataclass(frozen=True, slots=True)
class Memory:
    """A stored claim, with the fields derived at read time (status, current confidence).

    ``start_unknown``, ``end_unknown``: the bound is not known to whoever said it. Of what is only
    over there is neither a start nor an end. ``stated_confidence`` is what ``confidence`` was
    before that ``calibration`` changed it; both are None where none did.
    """

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
    valid_from_precision: Precision | None
    valid_to_precision: Precision | None
    valid_from_basis: TimeBasis | None
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
    waits: Waits | None = None
    valid_from_offset: int | None = None
    valid_to_offset: int | None = None
    start_unknown: bool = False
    end_unknown: bool = False
    stated_confidence: float | None = None
    calibration: int | None = None

    @property
    def valid_from_text(self) -> str | None:
        """The start as it was said; None of a memory that says none."""
        return _text(self.valid_from, self.valid_from_precision, self.valid_from_offset)

    @property
    def valid_to_text(self) -> str | None:
        """The end as it was said; None while it is open."""
        return _text(self.valid_to, self.valid_to_precision, self.valid_to_offset)


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A conflict of a new claim with current beliefs, and its resolution."""

    id: str
    kind: ContradictionKind
    status: ContradictionStatus
    entity: str
    attribute: str
    context: str | None
    held: tuple[str, ...]
    challenger: str
    rejection: str | None
    detected_at: datetime
    resolved_at: datetime | None
    resolution: Resolution | None
    resolved_by: str | None
    actor: str | None
    reason: str | None


@dataclass(frozen=True, slots=True)
class Rejection:
    """A value that a person marked as never right in a slot."""

    id: str
    entity: str
    attribute: str
    context: str | None
    value: str
    rejected_at: datetime
    by: str
    reason: str
    lifted_at: datetime | None
    scope: str = COMMON_SCOPE


@dataclass(frozen=True, slots=True)
class AuditRecord:
    """One recorded action; never changed or removed, but for a reason that is redacted.

    ``sequence`` and ``hash`` are its place in the chain; None until it is sealed. ``policy`` is the
    version of the policy that it was decided by.
    """

    id: str
    at: datetime
    actor: str
    action: str
    subject: str | None
    gate: str | None
    policy: int | None
    reason: str | None
    sequence: int | None
    hash: str | None


@dataclass(frozen=True, slots=True)
class Related:
    """An entity reached over relations, its distance in relations, and one shortest path."""

    entity: str
    distance: int
    path: tuple[Belief, ...]


@dataclass(frozen=True, slots=True)
class Violation:
    """A place where the store violates one of the five invariants of the temporal model."""

    invariant: int
    subject: str
    message: str


@dataclass(frozen=True, slots=True)
class AssertResult:
    """The result of a write: its outcome, its memory, the inserted beliefs, contradictions."""

    outcome: Outcome
    memory: str | None
    beliefs: tuple[Belief, ...]
    contradictions: tuple[Contradiction, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """The outcome for one candidate of a job, and the reason."""

    candidate: Json
    outcome: Outcome
    gate: str | None
    reason: str
    memory: str | None
    contradiction: str | None
    policy_version: int | None = None


@dataclass(frozen=True, slots=True)
class Usage:
    """What a job's model calls consumed.

    ``input_tokens`` includes those read from the model's cache (``cached_tokens``) and those
    written to it; ``output_tokens`` includes those of thinking.
    ``seconds`` is how long the model's answers were waited for; zero where nobody counted.
    """

    model: str | None
    input_tokens: int
    output_tokens: int
    cached_tokens: int
    cost_usd: float | None
    written_tokens: int = 0
    thinking_tokens: int = 0
    calls: int = 1
    batched: bool = False
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Job:
    """A durable extraction job over some episodes."""

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
    """One page of a list, and whether more follow.

    ``end`` is the key to go on behind, where that is not the last item's: what follows may be left
    for the next page though this one has space, or is empty. ``total`` is how many items the whole
    list has, where reading the page has shown it.
    """

    items: tuple[T, ...]
    has_next: bool
    end: tuple[Any, ...] | None = None
    total: int | None = None


def make_page(rows: Sequence[R], first: int, build: Callable[[R], T]) -> Page[T]:
    """Build a page from at most ``first`` rows; any further row means that more follow."""
    return Page(tuple(map(build, rows[:first])), has_next=len(rows) > first)


def check_page_size(first: int) -> int:
    """Return the page size.

    Raises:
        OutOfRange: it is not between 1 and 500.
    """
    if not 1 <= first <= 500:
        raise OutOfRange(f"first is {first}", field="first", hint="ask for 1 to 500")
    return first
