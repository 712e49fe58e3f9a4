"""Entities that relations lead to, and the way to one: each hop as of one point on both axes.

A relation is followed from its entity to its target. A symmetric one, and one with an inverse, is
followed back as well: there it is the inverse, and is told as such.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from graph import registry
from graph.beliefs import beliefs_by_id
from graph.errors import OutOfRange, TooLarge
from graph.identity import representative
from graph.mirrors import TURNED, mirrored_names
from graph.model import AsOf, Belief, Caller, Page, Related, bounded
from graph.registry import Registry
from graph.session import Session

DEPTH_MAX = 6
ENTITIES_MAX = 10_000


@dataclass(frozen=True, slots=True)
class _Reached:
    """An entity on the way: how far, and from where over which belief."""

    entity: str
    distance: int
    source: str
    belief: str


async def related(
    db: Session,
    caller: Caller,
    *,
    entity: str,
    relations: Iterable[str] | None = None,
    depth: int = 1,
    as_of: AsOf,
    first: int = 50,
    after: Sequence[object] | None = None,
) -> Page[Related]:
    """A page of the entities within ``depth`` relations, ordered by distance and id.

    ``after`` is the last one's distance and id. The entity itself is never among them.

    Raises:
        OutOfRange: the depth is not 1 to 6.
        TooLarge: more than 10,000 entities are that near.
    """
    bounded(first)
    if not 1 <= depth <= DEPTH_MAX:
        raise OutOfRange(f"depth is {depth}", field="depth", hint=f"ask for 1 to {DEPTH_MAX}")
    known = await registry.load(db, caller.tenant)
    stands = await representative(db, caller.tenant, entity, as_of.system_at)
    asked = list(relations) if relations is not None else None
    walk = _Walk(db, known, asked, as_of, stands or entity)
    past = tuple(after) if after else (0, "")
    wanted: list[_Reached] = []
    for distance in range(1, depth + 1):
        level = await walk.step(distance)
        wanted += [one for one in level if (one.distance, one.entity) > past]
        if not level or len(wanted) > first:
            break
    paths = [walk.path_to(one) for one in wanted[:first]]
    beliefs = await beliefs_by_id(db, caller, (step for path in paths for step in path))
    items = tuple(
        Related(one.entity, one.distance, tuple(beliefs[step] for step in path if step in beliefs))
        for one, path in zip(wanted, paths, strict=False)
    )
    return Page(items, has_next=len(wanted) > first)


async def path(
    db: Session, caller: Caller, *, start: str, end: str, depth: int = 4, as_of: AsOf
) -> list[Belief]:
    """A shortest way from one entity to another, over relations followed from either end.

    Each belief is told from the end it is come from if its relation can be, else as it is stored.
    Nothing is given where no way of at most ``depth`` beliefs is found, or both are one.

    Raises:
        OutOfRange: the depth is not 1 to 6.
        TooLarge: more than 10,000 entities are that near to the start.
    """
    if not 1 <= depth <= DEPTH_MAX:
        raise OutOfRange(f"maxDepth is {depth}", field="maxDepth", hint=f"ask for 1 to {DEPTH_MAX}")
    known = await registry.load(db, caller.tenant)
    origin = await representative(db, caller.tenant, start, as_of.system_at) or start
    goal = await representative(db, caller.tenant, end, as_of.system_at) or end
    walk = _Walk(db, known, None, as_of, origin, either_way=True)
    for distance in range(1, depth + 1):
        level = await walk.step(distance)
        there = next((one for one in level if one.entity == goal), None)
        if there is not None:
            return await _told(db, caller, walk.path_to(there))
        if not level:
            break
    return []


async def _told(db: Session, caller: Caller, steps: list[str]) -> list[Belief]:
    stored = {step: step.removeprefix(TURNED) for step in steps}
    found = await beliefs_by_id(db, caller, {*steps, *stored.values()})
    return [found.get(step) or found[stored[step]] for step in steps]


class _Walk:
    """A walk outwards from one entity, a hop at a time, that goes nowhere twice."""

    def __init__(
        self,
        db: Session,
        known: Registry,
        relations: list[str] | None,
        as_of: AsOf,
        entity: str,
        *,
        either_way: bool = False,
    ) -> None:
        self._db = db
        self._tenant = known.tenant
        self._forward = None if relations is None else sorted({known.name(r) for r in relations})
        self._backward = None if either_way else mirrored_names(known, self._forward)
        self._as_of = as_of
        self._origin = entity
        self._frontier = [entity]
        self._reached: dict[str, _Reached] = {}

    async def step(self, distance: int) -> list[_Reached]:
        """The entities at this distance, by id.

        Raises:
            TooLarge: the walk has reached more than 10,000 in all.
        """
        room = ENTITIES_MAX - len(self._reached)
        found = await self._db.read(
            "read/related",
            tenant=self._tenant,
            frontier=self._frontier,
            seen=[self._origin, *self._reached],
            forward=self._forward,
            backward=self._backward,
            valid_at=self._as_of.valid_at,
            system_at=self._as_of.system_at,
            limit=room + 1,
        )
        if len(found) > room:
            raise TooLarge(
                f"more than {ENTITIES_MAX:,} entities within {distance} relations",
                field="depth",
                hint="name the relations to follow, or go less deep",
            )
        level = [_Reached(row["id"], distance, row["source"], row["belief"]) for row in found]
        self._reached |= {one.entity: one for one in level}
        self._frontier = [one.entity for one in level]
        return level

    def path_to(self, reached: _Reached) -> list[str]:
        """The ids of the beliefs that lead there, in order."""
        path = [reached.belief]
        while reached.source != self._origin:
            reached = self._reached[reached.source]
            path.append(reached.belief)
        return path[::-1]
