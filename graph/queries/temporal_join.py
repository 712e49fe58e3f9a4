"""A join over valid time: what else was true while a belief was.

"Who else was at Acme then?" asks for the same value with other entities, "what else was true of
Ana then?" for the same entity. Two beliefs coincide if their valid intervals share a moment and
both are known at the same system time: now, while the belief is still known, else the last moment
at which it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from graph import rows
from graph.clock import END_OF_TIME
from graph.mirrors import Sight, beliefs_from_afar, merged, stored_as
from graph.model import Belief, Page, bounded, paged
from graph.registry import Registry
from graph.session import Row, Session

_INSTANT = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Span:
    """One belief, as far as others can coincide with it."""

    id: str
    entity: str
    attribute: str
    canonical: str
    valid_from: datetime
    valid_to: datetime | None
    system_to: datetime | None


def known_at(span: Span, now: datetime) -> datetime:
    """The system time to compare at: now, or the last moment at which the belief was known."""
    return now if span.system_to is None else min(now, span.system_to - _INSTANT)


async def coincident(
    db: Session,
    known: Registry,
    span: Span,
    *,
    attribute: str | None = None,
    same_target: bool = False,
    system_at: datetime,
    first: int = 50,
    after: Sequence[object] | None = None,
) -> Page[Belief]:
    """A page of the beliefs that are true during a belief's interval, without it.

    Ordered as every list of beliefs; ``after`` is the last one's key. Of the same entity, or with
    ``same_target`` of anybody: those with the same value or target, under ``attribute`` or else
    under every attribute whose values are of the same type.

    Raises:
        OutOfRange: ``first`` is not 1 to 500.
    """
    bounded(first)
    name = None if attribute is None else known.name(attribute)
    asked = _Asked(span, name, same_target, system_at, tuple(after or ()), first + 1)
    found = await asked.told_here(db, known)
    if _leads_on(known, name):
        from_afar = await asked.told_there(db, known)
        found = merged(found, from_afar, first + 1)
    return paged(found, first, rows.belief)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A page of what coincides with a belief."""

    span: Span
    attribute: str | None
    same_target: bool
    system_at: datetime
    after: Sequence[object]
    limit: int

    async def told_here(self, db: Session, known: Registry) -> list[Row]:
        """The rows of those that are stored as they are told."""
        bounds: dict[str, Any] = {
            "tenant": known.tenant,
            "self": self.span.id,
            **self.interval,
            "system_at": self.system_at,
            "after": list(self.after),
            "limit": self.limit,
        }
        if not self.same_target:
            return await db.read(
                "read/coincident_entity",
                entity=self.span.entity,
                attribute=self.attribute,
                **bounds,
            )
        names = _comparable(known, self.span) if self.attribute is None else [self.attribute]
        rest = [one for one in names if not self.after or one >= str(self.after[0])]
        canonical = self.span.canonical
        return await db.read(
            "read/coincident_value", attributes=rest, canonical=canonical, **bounds
        )

    async def told_there(self, db: Session, known: Registry) -> list[Row]:
        """The rows of relations that are stored the other way round."""
        values = [self.span.canonical] if self.same_target else None
        entity = None if self.same_target else self.span.entity
        bounds = {
            "tenant": known.tenant,
            "context": None,
            **self.interval,
            "system_first": self.system_at,
            "system_last": self.system_at,
            "after": list(self.after),
            "limit": self.limit + 1,
        }
        found = await beliefs_from_afar(db, known, Sight(entity, self.attribute, values), bounds)
        return [row for row in found if row["belief"]["id"] != self.span.id]

    @property
    def interval(self) -> dict[str, datetime]:
        """The belief's valid interval, both ends included."""
        end = self.span.valid_to
        last = END_OF_TIME if end is None else end - _INSTANT
        return {"valid_first": self.span.valid_from, "valid_last": last}


def _leads_on(known: Registry, attribute: str | None) -> bool:
    """Whether there can be relations of that name that are stored the other way round."""
    return attribute is None or stored_as(known, attribute) is not None


def _comparable(known: Registry, span: Span) -> list[str]:
    """The attributes under which the same canonical form is the same thing."""
    own = known.get(span.attribute)
    kind = None if own is None else own.value_type
    return sorted({span.attribute} | {one.name for one in known.all() if one.value_type is kind})
