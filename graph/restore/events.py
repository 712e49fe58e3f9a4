"""What an exported file tells, line by line; things are named by their keys in the file."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeAlias

from graph.model.commands import Quote
from graph.model.records import Attribute
from graph.vocabulary import SourceKind


@dataclass(frozen=True, slots=True)
class Place:
    """A slot, and a claim's canonical value there.

    ``leads``: the value is an entity. ``many``: each value has a slot of its own.
    """

    entity: str
    attribute: str
    context: str | None
    canonical: str | None
    leads: bool
    many: bool


@dataclass(frozen=True, slots=True)
class ContradictionDetected:
    """A contradiction that a memory met; it waits, or settled itself."""

    key: str
    kind: str
    held: tuple[str, ...]
    entity: str
    attribute: str
    context: str | None
    start: datetime | None
    end: datetime | None
    detected_at: datetime
    waits: bool
    stands: str | None
    slot_of: str | None


@dataclass(frozen=True, slots=True)
class MemoryConfirmed:
    """How often a memory was said again, and the doubt that is left."""

    times: int
    doubt: float
    at: datetime | None


@dataclass(frozen=True, slots=True)
class MemoryRecorded:
    """A memory; ``properties`` are its node's that need no other thing to be known.

    ``place`` is where it stands first; a memory that ``waits`` is no claim yet, and one without
    a place never is.
    """

    at: datetime
    key: str
    action: str
    entity: str | None
    target: str | None
    place: Place | None
    waits: bool
    properties: dict[str, Any]
    spans: tuple[Quote, ...] = ()
    doubts: tuple[ContradictionDetected, ...] = ()
    confirmed: MemoryConfirmed | None = None
    corrects: str | None = None
    by: str | None = None
    logged: str | None = None


@dataclass(frozen=True, slots=True)
class MemoryReleased:
    """A memory that waited is a claim from then on."""

    at: datetime
    of: str


@dataclass(frozen=True, slots=True)
class MemoryMoved:
    """A claim stands elsewhere from then on.

    ``converted``: its value has another form there, a literal or the target that is given.
    """

    at: datetime
    of: str
    place: Place
    converted: bool = False
    value: str | None = None
    typed: str | None = None
    target: str | None = None


@dataclass(frozen=True, slots=True)
class MemoryRetired:
    """A memory is a claim no more; ``successors`` took its place then, each with the reason."""

    at: datetime
    of: str
    action: str
    by: str | None
    reason: str | None
    successors: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ContradictionResolved:
    """A contradiction was answered."""

    at: datetime
    contradiction: str
    resolution: str | None
    answer: str | None
    by: str | None
    reason: str | None


@dataclass(frozen=True, slots=True)
class EntityNamed:
    """An entity with its names."""

    at: datetime
    key: str
    name: str
    kind: str
    external: str | None
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EpisodeRecorded:
    """A source as it arrived; ``known_by`` tells by what it is recognised if it comes in again."""

    at: datetime
    key: str
    text: str
    session: str | None
    speaker: str | None
    source_kind: SourceKind
    topic: str | None
    occurred_at: datetime
    ordinal: int | None
    message: str | None
    known_by: str | None


@dataclass(frozen=True, slots=True)
class EpisodeContinued:
    """More of the text of a source, from its character ``start`` on."""

    at: datetime
    of: str
    start: int
    text: str


@dataclass(frozen=True, slots=True)
class AttributeDefined:
    """An attribute as it is defined in the end."""

    at: datetime
    attribute: Attribute


@dataclass(frozen=True, slots=True)
class EntitiesMerged:
    """An entity was absorbed in another."""

    at: datetime
    keep: str
    absorb: str
    by: str | None


@dataclass(frozen=True, slots=True)
class EntitySplit:
    """An absorbed entity stood for itself again."""

    at: datetime
    absorbed: str
    by: str | None


@dataclass(frozen=True, slots=True)
class ValueRejected:
    """A value was rejected; ``filed`` are the entities that stand for those it names, if others.

    ``other`` is the rejection of the same relation from its other end.
    """

    at: datetime
    key: str
    entity: str
    attribute: str
    context: str | None
    value: str
    canonical: str
    leads: bool
    value_leads: bool
    by: str
    reason: str
    filed: tuple[str | None, str | None] = field(default=(None, None))
    other: str | None = None


@dataclass(frozen=True, slots=True)
class RejectionLifted:
    """A rejection was lifted."""

    at: datetime
    of: str
    by: str | None
    reason: str | None


Told: TypeAlias = (
    MemoryRecorded
    | MemoryReleased
    | MemoryMoved
    | MemoryRetired
    | ContradictionResolved
    | EntityNamed
    | EpisodeRecorded
    | EpisodeContinued
    | AttributeDefined
    | EntitiesMerged
    | EntitySplit
    | ValueRejected
    | RejectionLifted
)
