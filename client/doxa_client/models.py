"""What the client gives back, typed."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel


class Model(BaseModel):
    """A record with the service's names in Python's spelling; unknown fields are left out."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, frozen=True)


class Entity(Model):
    """Somebody or something that beliefs are about."""

    id: str
    name: str
    kind: str | None = None


class Memory(Model):
    """A stored claim."""

    id: str
    text: str
    status: str | None = None


class Belief(Model):
    """What is believed over an interval of valid time, as known over one of system time.

    ``start_unknown``: it held before too. ``end_unknown``: it ended, nobody knows when.
    """

    id: str
    attribute: str
    context: str | None = None
    value: str | None = None
    typed_value: Any = None
    entity: Entity | None = None
    target: Entity | None = None
    valid_from: datetime
    valid_to: datetime | None = None
    valid_from_text: str | None = None
    valid_to_text: str | None = None
    valid_from_precision: str | None = None
    valid_to_precision: str | None = None
    valid_from_basis: str | None = None
    start_unknown: bool = False
    end_unknown: bool = False
    system_from: datetime
    system_to: datetime | None = None
    confidence: float
    contested: bool
    memory: Memory | None = None


class Contradiction(Model):
    """A claim against what was believed."""

    id: str
    kind: str
    status: str


class Claim(Model):
    """What became of a statement; ``instead`` is what is believed where it is not."""

    outcome: str
    believed: bool
    warnings: tuple[str, ...] = ()
    memory: Memory | None = None
    beliefs: tuple[Belief, ...] = ()
    instead: Belief | None = None
    contradictions: tuple[Contradiction, ...] = ()


class Decision(Model):
    """What became of one candidate of a job, and why."""

    outcome: str
    gate: str | None = None
    reason: str
    memory: Memory | None = None


class Job(Model):
    """Messages that are being read."""

    id: str
    status: str
    error: str | None = None
    decisions: tuple[Decision, ...] = ()

    @property
    def ended(self) -> bool:
        """Whether nothing more will come of it."""
        return self.status in ("SUCCEEDED", "FAILED", "CANCELLED")


class RecallItem(Model):
    """A memory that matters to a question, and how much."""

    memory: Memory
    score: float
    via: tuple[str, ...] = ()


class Recall(Model):
    """What matters to a question; empty if nothing does."""

    id: str
    context: str
    items: tuple[RecallItem, ...]
    rules: tuple[Memory, ...]
    degraded: tuple[str, ...] = ()


class Change(Model):
    """A change in what is believed; ``cursor`` is where to go on behind it."""

    cursor: str
    at: datetime
    inserted: tuple[Belief, ...]
    retired: tuple[Belief, ...]


class Message(Model):
    """Something that was said."""

    text: str
    id: str | None = Field(default=None, description="Yours: the same message is stored once.")
    speaker: str | None = None
    source_kind: str = "USER"
    occurred_at: datetime | str | None = None
