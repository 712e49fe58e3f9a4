"""Join beliefs over valid time: find the beliefs that were true at the same time as a belief.

"Who else was at Acme then?" joins on the value, "what else was true of Ana then?" on the entity.
Two beliefs coincide if their valid intervals overlap and both are known at the same system time:
now if the belief is still known, else the last moment at which it was known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from graph.clock import END_OF_TIME
from graph.database import rows
from graph.database.session import Row, Session
from graph.kernel.registry.registry import Registry
from graph.model.records import Belief, Page, check_page_size, make_page
from graph.read.belief_regions import BeliefFilter, Region, load_rows
from graph.read.inverse_relations import (
    InverseFilter,
    load_inverse_beliefs,
    merge_rows,
    text_order,
)

_INSTANT = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Span:
    """The properties of a belief that the join needs."""

    id: str
    entity: str
    attribute: str
    canonical: str
    valid_from: datetime
    valid_to: datetime | None
    system_to: datetime | None


def known_at(span: Span, now: datetime) -> datetime:
    """Return the system time of the join: now, or the last moment at which it was known."""
    return now if span.system_to is None else min(now, span.system_to - _INSTANT)


async def coincident(
    db: Session,
    registry: Registry,
    span: Span,
    *,
    attribute: str | None = None,
    same_target: bool = False,
    system_at: datetime,
    first: int = 50,
    after: Sequence[object] | None = None,
) -> Page[Belief]:
    """List a page of the other beliefs that are true during a belief's interval.

    They are in the usual order of beliefs; ``after`` is the last one's key. They are about the
    same entity, or with ``same_target`` about any entity and with the same value or target, under
    ``attribute`` or else under every attribute whose values are of the same type.

    Raises:
        OutOfRange: ``first`` is not 1 to 500.
    """
    check_page_size(first)
    name = None if attribute is None else registry.name(attribute)
    join = _Join(span, name, system_at, tuple(after or ()), first + 1)
    load = join.load_of_value if same_target else join.load_of_entity
    return make_page(await load(db, registry), first, rows.belief)


@dataclass(frozen=True, slots=True)
class _Join:
    """The parameters of a page of coincident beliefs."""

    span: Span
    attribute: str | None
    system_at: datetime
    after: Sequence[object]
    limit: int

    async def load_of_entity(self, db: Session, registry: Registry) -> list[Row]:
        """Load the coincident beliefs about the same entity."""
        span, at = self.interval, self.system_at
        region = Region(span["valid_first"], span["valid_last"], at, at)
        wanted = BeliefFilter(entity=self.span.entity, attribute=self.attribute)
        found = await load_rows(
            db, registry.tenant, wanted, region, after=self.after, limit=self.limit + 1
        )
        return self._others(found)[: self.limit]

    async def load_of_value(self, db: Session, registry: Registry) -> list[Row]:
        """Load the coincident beliefs with the same value, stored there or at their other end."""
        names = (
            _comparable_names(registry, self.span) if self.attribute is None else [self.attribute]
        )
        first = text_order(str(self.after[0]) if self.after else "")
        remaining = [name for name in names if text_order(name) >= first]
        stored = await db.read(
            "read/relations/coincident_of_value",
            tenant=registry.tenant,
            attributes=remaining,
            canonical=self.span.canonical,
            self=self.span.id,
            **self.interval,
            system_at=self.system_at,
            after=list(self.after),
            limit=self.limit,
        )
        bounds = {
            "tenant": registry.tenant,
            "context": None,
            **self.interval,
            "system_first": self.system_at,
            "system_last": self.system_at,
            "after": list(self.after),
            "limit": self.limit + 1,
        }
        sight = InverseFilter(None, self.attribute, [self.span.canonical])
        inverse = await load_inverse_beliefs(db, registry, sight, bounds)
        return merge_rows(stored, self._others(inverse), self.limit)

    def _others(self, rows: Sequence[Row]) -> list[Row]:
        return [row for row in rows if row["belief"]["id"] != self.span.id]

    @property
    def interval(self) -> dict[str, datetime]:
        """The belief's valid interval as statement parameters; both ends are included."""
        end = self.span.valid_to
        last = END_OF_TIME if end is None else end - _INSTANT
        return {"valid_first": self.span.valid_from, "valid_last": last}


def _comparable_names(registry: Registry, span: Span) -> list[str]:
    """Return the names of the attributes with the same value type as the belief's."""
    own = registry.get(span.attribute)
    kind = None if own is None else own.value_type
    same_type = {attribute.name for attribute in registry.all() if attribute.value_type is kind}
    return sorted({span.attribute} | same_type)
