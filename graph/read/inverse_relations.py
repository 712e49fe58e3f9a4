"""Relations read from their other end: stored once, told from both.

Bob is Ana's parent, so Ana is Bob's child: a relation with an inverse, or one that is symmetric, is
also a belief about its target, with the two entities swapped, under the inverse's name, resting on
the same memories. Its id is the stored belief's with an ``i`` before it. What was claimed from both
ends is told once where both say it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from graph.database.session import Row, Session
from graph.kernel.registry.registry import Registry
from graph.model.records import AsOf, Belief
from graph.model.scopes import COMMON_SCOPE
from graph.model.slot_keys import context_key, slot_parent, value_slot

TURNED = "i"
LoadPage = Callable[[Sequence[object]], Awaitable[list[Row]]]
_INSTANT = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class InverseFilter:
    """What is looked for from the other end: of an entity, of a value, or of anybody."""

    entity: str | None
    attribute: str | None
    values: Sequence[str] | None


@dataclass(frozen=True, slots=True)
class _Rectangle:
    """A part of the plane, open at its later ends."""

    valid_from: datetime
    valid_to: datetime
    system_from: datetime
    system_to: datetime

    def without(self, other: _Rectangle) -> list[_Rectangle]:
        """Return what the other leaves of this one."""
        first, last = max(self.valid_from, other.valid_from), min(self.valid_to, other.valid_to)
        since = max(self.system_from, other.system_from)
        until = min(self.system_to, other.system_to)
        if first >= last or since >= until:
            return [self]
        rest = [
            _Rectangle(self.valid_from, self.valid_to, self.system_from, since),
            _Rectangle(self.valid_from, self.valid_to, until, self.system_to),
            _Rectangle(self.valid_from, first, since, until),
            _Rectangle(last, self.valid_to, since, until),
        ]
        return [
            one for one in rest if one.valid_from < one.valid_to and one.system_from < one.system_to
        ]


def stored_relation(registry: Registry, shown: str) -> str | None:
    """Return the relation whose beliefs this one shows from the other end, if there is one."""
    return registry.inverses.get(registry.name(shown))


def mirrored_names(registry: Registry, asked: Sequence[str] | None) -> list[str]:
    """Return the relations that are read backwards when these are asked for; ``None`` for all."""
    if asked is None:
        return sorted(set(registry.inverses.values()))
    return sorted(
        {name for shown in asked if (name := stored_relation(registry, shown)) is not None}
    )


def swap_ends(row: Row, shown: str) -> Row:
    """Return a stored belief as it is told from its other end."""
    belief: Mapping[str, Any] = row["belief"]
    swapped = {
        "id": TURNED + belief["id"],
        "attribute": shown,
        "entity": belief["canonical"],
        "canonical": belief["entity"],
        "target": belief["entity"],
    }
    return row | {"belief": {**belief, **swapped}}


def inverse_view(registry: Registry, belief: Belief) -> Belief | None:
    """Return a stored belief as its target tells it, if its relation can be read from there."""
    shown = stored_relation(registry, belief.attribute)
    if shown is None or belief.target is None:
        return None
    return replace(
        belief,
        id=TURNED + belief.id,
        attribute=shown,
        entity=belief.target,
        canonical=belief.entity,
        target=belief.entity,
    )


async def load_inverse_belief(
    db: Session, registry: Registry, entity: str, what: tuple[str, str | None], as_of: AsOf
) -> Row | None:
    """Return the belief about one relation at one point, as its other end tells it."""
    shown, context = what
    stored = stored_relation(registry, shown)
    if stored is None:
        return None
    found = await db.read(
        "read/relations/inverse_at_point",
        tenant=registry.tenant,
        entity=entity,
        attribute=stored,
        context=context_key(context),
        valid_at=as_of.valid_at,
        system_at=as_of.system_at,
    )
    return swap_ends(found[0], shown) if found else None


async def load_inverse_beliefs(
    db: Session, registry: Registry, sight: InverseFilter, bounds: Mapping[str, Any]
) -> list[Row]:
    """Return the beliefs that other ends tell of a value, or of anybody, without those told from
    here too.

    ``bounds`` are the region, the context, and the place and size of the page.
    """
    pairs = mirrors(registry, sight)
    if not pairs:
        return []

    async def load(after: Sequence[object]) -> list[Row]:
        page = {**bounds, "after": list(after)}
        if sight.values is not None:
            values = list(sight.values)
            return await db.read(
                "read/relations/inverse_of_value", values=values, mirrors=pairs, **page
            )
        return await db.read(
            "read/relations/inverse_of_attribute",
            attribute=pairs[0]["stored"],
            shown=pairs[0]["shown"],
            **page,
        )

    return await drop_duplicates(db, registry.tenant, bounds, await load(bounds["after"]), load)


async def drop_duplicates(
    db: Session, tenant: str, bounds: Mapping[str, Any], page: Sequence[Row], more: LoadPage
) -> list[Row]:
    """Inverse views, as many as a page holds, without those that are told from here too.

    ``page`` are the first of the stored beliefs, as many as a page holds if there are others;
    ``more`` loads those after a key.
    """
    kept: list[Row] = []
    limit = bounds["limit"]
    while True:
        found = [swap_ends(row, row["shown"]) for row in page]
        kept += await _without_duplicates(db, tenant, found, bounds)
        if len(found) < limit or len(kept) >= limit:
            return kept[:limit]
        page = await more(sort_key(found[-1]["belief"]))


def text_order(text: str) -> bytes:
    """Return a key that sorts texts as the statements do that page by them: by UTF-16 units."""
    return text.encode("utf-16-be")


def sort_key(belief: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return the key of a belief's place in every list, as statements take it."""
    return (
        belief["attribute"],
        belief.get("context") or "",
        belief["valid_from"],
        belief["system_from"],
        belief["id"],
    )


def list_order(belief: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return what sorts beliefs in the order of every list."""
    attribute, context, *rest = sort_key(belief)
    return (text_order(attribute), text_order(context), *rest)


def mirrors(registry: Registry, sight: InverseFilter) -> list[dict[str, str]]:
    """Return the relations to read from their other end, each with the one that is stored."""
    pairs: Mapping[str, str] = {}
    if sight.attribute is None:
        pairs = {} if _of_anybody(sight) else registry.inverses
    elif (stored := stored_relation(registry, sight.attribute)) is not None:
        # Of anybody, a symmetric relation is told by its own end already.
        own_end = sight.attribute == stored and _of_anybody(sight)
        pairs = {} if own_end else {sight.attribute: stored}
    return [{"shown": shown, "stored": stored} for shown, stored in pairs.items()]


def _of_anybody(sight: InverseFilter) -> bool:
    return sight.entity is None and sight.values is None


async def _without_duplicates(
    db: Session, tenant: str, rows: Sequence[Row], bounds: Mapping[str, Any]
) -> list[Row]:
    """Those of which something is not told by a belief of the same words on this side."""
    if not rows:
        return []
    region = {
        key: bounds[key] for key in ("valid_first", "valid_last", "system_first", "system_last")
    }
    slots = {key for row in rows for key in _own_slots(tenant, row["belief"])}
    own = await db.read(
        "read/beliefs/in_slots",
        tenant=tenant,
        slots=sorted(slots),
        **region,
    )
    return keep_untold(tenant, rows, [row["belief"] for row in own], region)


def keep_untold(
    tenant: str,
    rows: Sequence[Row],
    own: Iterable[Mapping[str, Any]],
    region: Mapping[str, datetime],
) -> list[Row]:
    """Return the inverse views of which something in a region is not told by beliefs on this side.

    ``own`` are the relations of this side that meet the region; those of other slots do no harm.
    """
    told: dict[tuple[str, str], list[_Rectangle]] = {}
    for edge in own:
        told.setdefault((edge["slot"], edge["canonical"]), []).append(_within(edge, region))
    kept: list[Row] = []
    for row in rows:
        belief = row["belief"]
        keys = _own_slots(tenant, belief)
        here = [one for key in keys for one in told.get((key, belief["canonical"]), ())]
        if _left(_within(belief, region), here):
            kept.append(row)
    return kept


def _left(whole: _Rectangle, taken: Iterable[_Rectangle]) -> list[_Rectangle]:
    """Return what the others leave of a rectangle."""
    rest = [whole]
    for other in taken:
        rest = [part for one in rest for part in one.without(other)]
    return rest


def _own_slots(tenant: str, belief: Mapping[str, Any]) -> tuple[str, str]:
    """Where this end would tell the same, with one value at a time or with many."""
    named = (belief["entity"], belief["attribute"], belief.get("context"))
    parent = slot_parent(tenant, *named, belief.get("scope", COMMON_SCOPE))
    return parent, value_slot(parent, belief["canonical"])


def _within(belief: Mapping[str, Any], region: Mapping[str, datetime]) -> _Rectangle:
    """Return the part of a belief that lies in the region, whose ends are included."""
    return _Rectangle(
        max(belief["valid_from"], region["valid_first"]),
        min(belief["valid_to"], _just_after(region["valid_last"])),
        max(belief["system_from"], region["system_first"]),
        min(belief["system_to"], _just_after(region["system_last"])),
    )


def _just_after(instant: datetime) -> datetime:
    return instant + _INSTANT


def merge_rows(first: Sequence[Row], second: Iterable[Row], limit: int) -> list[Row]:
    """Two ordered lists of beliefs as one."""
    return sorted([*first, *second], key=lambda row: list_order(row["belief"]))[:limit]
