"""The rows of a change set: what it writes of slots, claims, beliefs and supersessions.

Each row that ends or begins something says its own system time, so that a part of a file with many
system times is written as a single operation is.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from graph.database.rows import Props


@dataclass(frozen=True, slots=True)
class SlotRow:
    """A slot to lock, or to make, in the change; a parent may be locked without changing.

    ``read`` is the revision that it had when it was read, ``revision`` the one that it gets.
    ``last`` is the system time of its last change here. ``many``: whether each value is to have a
    slot of its own, as the writer found it; ``form``: the same, to be so from now on. ``other`` is
    the form of the other end of a relation.
    """

    key: str
    parent: str
    entity: str
    attribute: str
    context: str | None
    scope: str
    read: int
    revision: int
    last: datetime | None = None
    many: bool | None = None
    form: bool | None = None
    other: str | None = None


@dataclass(frozen=True, slots=True)
class NameRow:
    """A name to lock, or to make; ``bearers`` is how many bore it, where that must not change."""

    key: str
    text: str
    bearers: int | None = None


@dataclass(frozen=True, slots=True)
class Bearer:
    """A name that leads to an entity."""

    key: str
    id: str


@dataclass(frozen=True, slots=True)
class EvidenceRow:
    """The words of an episode that a memory rests on; ``start`` and ``end`` count characters."""

    memory: str
    episode: str
    span: str | None
    start: int | None
    end: int | None
    verdict: str | None


@dataclass(frozen=True, slots=True)
class Release:
    """A memory that waited and is a claim now; ``queued``: nobody had decided on it."""

    id: str
    queued: bool


@dataclass(frozen=True, slots=True)
class Admission:
    """A pending memory that is a claim from ``at`` on; what is ``None`` stays as it is."""

    id: str
    slot: str
    parent: str
    other_slot: str | None
    other_parent: str | None
    at: datetime
    placed: datetime
    canonical: str | None = None
    ordinal: int | None = None
    authority: int | None = None


@dataclass(frozen=True, slots=True)
class Stay:
    """Where a claim stood before it was moved."""

    id: str
    slot: str
    parent: str
    other_slot: str | None
    canonical: str | None
    value: str | None
    typed: str | None
    target: str | None
    system_from: datetime
    system_to: datetime


@dataclass(frozen=True, slots=True)
class MoveRow:
    """A claim that stands in another slot, or has its value in another form, from ``at`` on.

    ``keep``: the write notes where it stood; else the change set has a ``Stay`` for that.
    """

    id: str
    slot: str
    parent: str
    other_slot: str | None
    other_parent: str | None
    canonical: str | None
    value: str | None
    typed: str | None
    target: str | None
    at: datetime
    keep: bool = True


@dataclass(frozen=True, slots=True)
class Retirement:
    """A memory that is a claim no more, or waits no more."""

    id: str
    reason: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Closing:
    """A belief that is known until ``at`` only; ``value`` or ``target`` is what it leads to."""

    id: str
    at: datetime
    value: str | None
    target: str | None


@dataclass(frozen=True, slots=True)
class Unlinking:
    """A supersession that is known until ``at`` only."""

    memory: str
    successor: str
    at: datetime


@dataclass(frozen=True, slots=True)
class LinkRow:
    """A supersession, known from one system time to another."""

    memory: str
    successor: str
    reason: str
    system_from: datetime
    system_to: datetime


@dataclass(frozen=True, slots=True)
class HoldsRow:
    """What a memory carries now; nothing if both ends are ``None``."""

    id: str
    start: datetime | None
    end: datetime | None


@dataclass(frozen=True, slots=True)
class Confirmation:
    """A held memory that was said once more; ``doubt`` is what that leaves of the doubt."""

    memory: str
    doubt: float
    at: datetime


@dataclass(frozen=True, slots=True)
class KindRow:
    """An entity of which the kind is now known."""

    id: str
    kind: str


@dataclass(frozen=True, slots=True)
class EntityRow:
    """An entity to make, unless it is there."""

    id: str
    properties: Props
