"""What the store holds, as classes of GQLAlchemy: one for each label and type that analysts need.

A field has the name of the stored property, so that it means the same in a query. The fields that
are computed are the last of each class, and say so. Times are aware UTC; an open end is ``None``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, ClassVar, NoReturn, TypeAlias

from gqlalchemy import Node, Relationship
from pydantic import AfterValidator, ConfigDict, Field, JsonValue

from graph.clock import outward
from graph.errors import Forbidden
from graph.model.scopes import COMMON_SCOPE, visibility_of
from graph.periods import Dating, bound_text
from graph.vocabulary import Precision

# The end of an interval, or a time that there need not be.
End = Annotated[datetime | None, AfterValidator(outward)]
Record: TypeAlias = dict[str, Any]

# What is stored and not listed here serves the store alone: keys, vectors, checksums.
_CONFIG = ConfigDict(extra="ignore", frozen=True)


class _ReadOnly:
    """What GQLAlchemy would write, or load by interpolating values, is refused."""

    def save(self, *_: object, **__: object) -> NoReturn:
        """Refuse it.

        Raises:
            Forbidden: always.
        """
        raise Forbidden("notebooks only read", hint="GraphQL and the command line write")

    def load(self, *_: object, **__: object) -> NoReturn:
        """Refuse it.

        Raises:
            Forbidden: always.
        """
        raise Forbidden("an object is loaded by a question", hint="ask the view, or View.match()")


class Entity(_ReadOnly, Node, label="Entity"):
    """A person or thing that claims are about.

    ``merged_into`` is computed: the id of the entity that stands for it, if it is absorbed.
    """

    model_config = _CONFIG

    id: str
    name: str
    kind: str
    external: str | None = None
    created_at: datetime | None = None
    scope: str = COMMON_SCOPE
    merged_into: str | None = None

    def __str__(self) -> str:
        return f"<{self.name} ({self.kind}) {self.id}>"


class Name(_ReadOnly, Node, label="Name"):
    """A name by which entities are found, as it was first spelled."""

    model_config = _CONFIG

    key: str
    text: str | None = None


class Value(_ReadOnly, Node, label="Value"):
    """A literal value in canonical form; the belief has it as it was said."""

    model_config = _CONFIG

    key: str


class Memory(_ReadOnly, Node, label="Memory"):
    """The record of a claim. ``start`` and ``end`` are what it says, in valid time.

    ``superseded_by`` and ``superseded_reason`` are computed, by ``View.chain``.
    """

    model_config = _CONFIG

    id: str
    text: str
    type: str = "FACT"
    entity: str | None = None
    attribute: str | None = None
    context: str | None = None
    value: str | None = None
    target: str | None = None
    negative: bool = False
    start: datetime | None = None
    end: End = None
    stated: bool | None = None
    precision: str | None = None
    precision_to: str | None = None
    offset: int | None = None
    offset_to: int | None = None
    start_unknown: bool = False
    end_unknown: bool = False
    vouched_until: End = None
    said_at: datetime
    recorded_at: datetime
    admitted_at: End = None
    retired_at: End = None
    retired_reason: str | None = None
    expires_at: End = None
    holds_from: datetime | None = None
    holds_to: End = None
    confidence: float
    importance: float = 0.5
    topic: str | None = None
    tags: list[str] = Field(default_factory=list)
    inference: bool = False
    session: str | None = None
    source_kind: str
    speaker: str | None = None
    extractor: str | None = None
    actor: str | None = None
    reason: str | None = None
    scope: str = COMMON_SCOPE
    superseded_by: str | None = None
    superseded_reason: str | None = None

    def __str__(self) -> str:
        return f"<{self.text[:80]!r}, said {self.said_at:%Y-%m-%d}, {self.id}>"


class Episode(_ReadOnly, Node, label="Episode"):
    """One source as it arrived."""

    model_config = _CONFIG

    id: str
    text: str
    session: str | None = None
    message: str | None = None
    source_kind: str
    speaker: str | None = None
    topic: str | None = None
    occurred_at: datetime
    recorded_at: datetime
    scope: str = COMMON_SCOPE

    def __str__(self) -> str:
        return f"<{self.speaker or self.source_kind}: {self.text[:80]!r}, {self.id}>"


class Contradiction(_ReadOnly, Node, label="Contradiction"):
    """A new claim against what is believed, and the answer to it."""

    model_config = _CONFIG

    id: str
    kind: str
    status: str
    entity: str
    attribute: str
    context: str | None = None
    held: list[str] = Field(default_factory=list)
    challenger: str
    detected_at: datetime
    resolved_at: End = None
    resolution: str | None = None
    resolved_by: str | None = None
    actor: str | None = None
    reason: str | None = None
    scope: str = COMMON_SCOPE


def _dating(precision: str | None, offset: int | None) -> Dating:
    return Dating(Precision(precision or Precision.INSTANT), offset)


class Belief(_ReadOnly, Relationship, type="BELIEF"):
    """One version of a belief: true from one time to another, known from one time to another.

    It leads from an entity to a value, or to another entity, its ``target``.
    ``contested``, ``entity_name`` and ``target_name`` are computed by the questions of a view; what
    a query of one's own returns does not have them. A relation that is told from its other end has
    an ``i`` before its id.
    """

    model_config = _CONFIG

    id: str
    entity: str
    attribute: str
    context: str | None = None
    value: str | None = None
    canonical: str
    typed: str | None = None
    target: str | None = None
    valid_from: datetime
    valid_to: End = None
    precision_from: str
    precision_to: str | None = None
    offset_from: int | None = None
    offset_to: int | None = None
    stated: bool
    system_from: datetime
    system_to: End = None
    confidence: float
    memories: list[str]
    scope: str = COMMON_SCOPE
    contested: bool | None = None
    entity_name: str | None = None
    target_name: str | None = None

    @property
    def typed_value(self) -> JsonValue:
        """The value as number, boolean, date or quantity; None if it is a text or an entity."""
        return None if self.typed is None else json.loads(self.typed)

    @property
    def shown(self) -> str:
        """The value as people read it: the name of the target, or else as it was said."""
        return self.target_name or self.value or self.canonical

    def __str__(self) -> str:
        known = "" if self.system_to is None else f" to {self.system_to:%Y-%m-%d}"
        since = bound_text(self.valid_from, _dating(self.precision_from, self.offset_from))
        until = ""
        if self.valid_to is not None:
            until = bound_text(self.valid_to, _dating(self.precision_to, self.offset_to))
        return (
            f"<{self.entity_name or self.entity} {self.attribute} {self.shown}"
            f" {since}–{until}, known from {self.system_from:%Y-%m-%d}{known}>"
        )


class EvidencedBy(_ReadOnly, Relationship, type="EVIDENCED_BY"):
    """The exact words of an episode that support a memory; a claim by hand may have none."""

    model_config = _CONFIG

    span: str | None = None
    start: int | None = None
    end: int | None = None
    verdict: str | None = None


class SupersededBy(_ReadOnly, Relationship, type="SUPERSEDED_BY"):
    """From a memory to the one that took its place, with its interval of system time."""

    model_config = _CONFIG

    reason: str
    system_from: datetime
    system_to: End = None


class SameAs(_ReadOnly, Relationship, type="SAME_AS"):
    """From an absorbed entity to the one that it was merged into."""

    model_config = _CONFIG

    system_from: datetime
    system_to: End = None


class Names(_ReadOnly, Relationship, type="NAMES"):
    """From a name to an entity that is found by it."""

    model_config = _CONFIG


@dataclass(frozen=True, slots=True)
class Related:
    """An entity that is reached over relations, how many, and the beliefs on the way."""

    entity: Entity
    distance: int
    path: tuple[Belief, ...]

    columns: ClassVar[tuple[str, ...]] = ("entity", "kind", "distance", "path")


# Any: what they are made with begins with an underscore, and is GQLAlchemy's own.
NODES: dict[str, Any] = {
    kind.label: kind for kind in (Entity, Name, Value, Memory, Episode, Contradiction)
}
EDGES: dict[str, Any] = {
    kind.type: kind for kind in (Belief, EvidencedBy, SupersededBy, SameAs, Names)
}


def rows(
    items: Iterable[Belief | Memory | Entity | Episode | Contradiction | Related],
) -> list[Record]:
    """Objects as plain dictionaries, a row each, such as ``pandas.DataFrame(rows(found))`` takes.

    A belief is a row of what people read, with names instead of ids; the others have their fields.
    """
    return [_row(item) for item in items]


def _row(item: Any) -> Record:
    if isinstance(item, Related):
        way = " · ".join(f"{one.entity_name} {one.attribute} {one.shown}" for one in item.path)
        return {
            "entity": item.entity.name,
            "kind": item.entity.kind,
            "distance": item.distance,
            "path": way,
        }
    if not isinstance(item, Belief):
        return item.model_dump()
    return {
        "entity": item.entity_name or item.entity,
        "attribute": item.attribute,
        "context": item.context,
        "value": item.shown,
        "valid_from": item.valid_from,
        "valid_to": item.valid_to,
        "system_from": item.system_from,
        "system_to": item.system_to,
        "confidence": item.confidence,
        "contested": item.contested,
        "visibility": visibility_of(item.scope),
        "id": item.id,
        "memories": list(item.memories),
    }
