"""Traverse relations: related entities, shortest paths, and chosen steps, as of both times.

Related entities and paths are as of one point; of chosen steps each may be as of its own.

A relation is followed from its entity to its target. A symmetric relation, or one with an inverse,
is also followed backwards; there it is shown as its inverse.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from graph.database.session import Session
from graph.errors import OutOfRange, TooLarge
from graph.kernel.entities.resolution import representative, representatives
from graph.kernel.registry import registry
from graph.kernel.registry.registry import Registry
from graph.model.records import AsOf, Belief, Caller, Page, Related, check_page_size
from graph.read.beliefs import beliefs_by_id
from graph.read.inverse_relations import TURNED, mirrored_names

DEPTH_MAX = 6
ENTITIES_MAX = 10_000
# Of a neighbourhood, which is answered at once.
RELATIONS_MAX = 2_000


@dataclass(frozen=True, slots=True)
class Hop:
    """A chosen step: the relations it follows, None for all, and the point it is as of."""

    relations: tuple[str, ...] | None
    as_of: AsOf


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """Entities by their ids, each with its distance, and the relations between any two of them.

    ``whole`` says whether that is all there is within the distance asked for.
    """

    distances: Mapping[str, int]
    relations: tuple[Belief, ...]
    whole: bool


@dataclass(frozen=True, slots=True)
class _Reached:
    """An entity reached by a walk: its distance, the previous entity, the belief between them."""

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
    """List a page of the entities within ``depth`` relations, ordered by distance and id.

    ``after`` is the last one's distance and id. The entity itself is not listed.

    Raises:
        OutOfRange: the depth is not 1 to 6.
        TooLarge: more than 10,000 entities are within that distance.
    """
    check_page_size(first)
    _check_depth(depth)
    known = await registry.load(db, caller.tenant)
    origin = await representative(db, caller.tenant, entity, as_of.system_at) or entity
    walk = _Walk(db, known, relations, as_of, origin)
    last = tuple(after) if after else (0, "")
    reached: list[_Reached] = []
    for distance in range(1, depth + 1):
        level = await walk.step(distance)
        reached += [hop for hop in level if (hop.distance, hop.entity) > last]
        if not level or len(reached) > first:
            break
    items = await _load_related(db, caller, walk.path_to, reached[:first])
    return Page(items, has_next=len(reached) > first)


async def count_related(
    db: Session,
    caller: Caller,
    *,
    entity: str,
    relations: Iterable[str] | None = None,
    depth: int = 1,
    as_of: AsOf,
) -> int:
    """Count the entities that ``related`` lists.

    Raises:
        TooLarge: they are more than 10,000.
    """
    known = await registry.load(db, caller.tenant)
    origin = await representative(db, caller.tenant, entity, as_of.system_at) or entity
    walk = _Walk(db, known, relations, as_of, origin)
    return sum([len(await walk.step(distance)) for distance in range(1, depth + 1)])


async def follow(
    db: Session,
    caller: Caller,
    *,
    entity: str,
    hops: Sequence[Hop],
    first: int = 50,
    after: Sequence[object] | None = None,
) -> Page[Related]:
    """List a page of the entities that the last of 1 to 6 hops reaches, ordered by id.

    Each hop goes on from all that the one before has reached, by the identities of its own system
    time; what was passed on the way may be reached again, the entity itself too. ``after`` is that
    of ``related``.

    Raises:
        OutOfRange: there are not 1 to 6 hops.
        TooLarge: a hop reaches more than 10,000 entities.
    """
    check_page_size(first)
    if not 1 <= len(hops) <= DEPTH_MAX:
        raise OutOfRange(f"{len(hops)} hops", field="hops", hint=f"give 1 to {DEPTH_MAX}")
    known = await registry.load(db, caller.tenant)
    level = [_Reached(entity, 0, "", "")]
    paths: dict[str, list[str]] = {entity: []}
    for distance, hop in enumerate(hops, 1):
        standing = await _standing(db, caller.tenant, level, hop.as_of)
        field = f"hops.{distance - 1}.relation"
        over = _Over.of(known, hop.relations, hop.as_of, field=field)
        level = await _step(db, over, list(standing), [], distance)
        paths = {one.entity: [*paths[standing[one.source]], one.belief] for one in level}
    last = tuple(after) if after else (0, "")
    reached = [one for one in level if (one.distance, one.entity) > last]
    items = await _load_related(db, caller, lambda one: paths[one.entity], reached[:first])
    return Page(items, has_next=len(reached) > first, total=len(level))


async def neighbourhood(
    db: Session,
    caller: Caller,
    *,
    entity: str,
    relations: Iterable[str] | None = None,
    depth: int = 2,
    as_of: AsOf,
    first: int = 200,
) -> Neighbourhood:
    """Find the entities around one, over relations in either direction, and all between them.

    The nearest ``first`` are found, itself among them, ordered by distance and id; a relation is
    told once, as it is stored.

    Raises:
        OutOfRange: the depth is not 1 to 6, or ``first`` not 1 to 500.
        TooLarge: more than 10,000 entities are within that distance.
    """
    _check_depth(depth)
    check_page_size(first)
    known = await registry.load(db, caller.tenant)
    origin = await representative(db, caller.tenant, entity, as_of.system_at) or entity
    walk = _Walk(db, known, relations, as_of, origin, either_way=True)
    found = {origin: 0}
    for distance in range(1, depth + 1):
        level = await walk.step(distance)
        found |= {hop.entity: distance for hop in level}
        if not level or len(found) > first:
            break
    distances = dict(itertools.islice(found.items(), first))
    rows = await db.read(
        "read/relations/among",
        tenant=caller.tenant,
        entities=list(distances),
        relations=walk.followed,
        valid_at=as_of.valid_at,
        system_at=as_of.system_at,
        limit=RELATIONS_MAX + 1,
    )
    ids = [row["id"] for row in rows[:RELATIONS_MAX]]
    between = await beliefs_by_id(db, caller, ids)
    whole = len(found) <= first and len(rows) <= RELATIONS_MAX
    return Neighbourhood(distances, tuple(between[one] for one in ids if one in between), whole)


def _check_depth(depth: int) -> None:
    if not 1 <= depth <= DEPTH_MAX:
        raise OutOfRange(f"depth is {depth}", field="depth", hint=f"ask for 1 to {DEPTH_MAX}")


async def _standing(db: Session, tenant: str, level: list[_Reached], as_of: AsOf) -> dict[str, str]:
    """Return the entities that stand for those reached, each with the one of them it stands for."""
    reached = [one.entity for one in level]
    stands = await representatives(db, tenant, reached, as_of.system_at) if reached else {}
    return {stands.get(one, one): one for one in reversed(reached)}


async def _load_related(
    db: Session,
    caller: Caller,
    path_to: Callable[[_Reached], list[str]],
    reached: list[_Reached],
) -> tuple[Related, ...]:
    paths = [path_to(hop) for hop in reached]
    by_id = await beliefs_by_id(db, caller, itertools.chain.from_iterable(paths))
    return tuple(
        Related(hop.entity, hop.distance, tuple(by_id[step] for step in path if step in by_id))
        for hop, path in zip(reached, paths, strict=True)
    )


async def path(
    db: Session, caller: Caller, *, start: str, end: str, depth: int = 4, as_of: AsOf
) -> list[Belief]:
    """Find a shortest path between two entities, over relations in either direction.

    A belief followed backwards is shown as its inverse if it has one, else as it is stored. The
    path is empty if it would have more than ``depth`` beliefs, or if both are the same entity.

    Raises:
        OutOfRange: the depth is not 1 to 6.
        TooLarge: more than 10,000 entities are within that distance of the start.
    """
    if not 1 <= depth <= DEPTH_MAX:
        raise OutOfRange(f"a depth of {depth}", field="max_depth", hint=f"ask for 1 to {DEPTH_MAX}")
    known = await registry.load(db, caller.tenant)
    origin = await representative(db, caller.tenant, start, as_of.system_at) or start
    goal = await representative(db, caller.tenant, end, as_of.system_at) or end
    walk = _Walk(db, known, None, as_of, origin, either_way=True)
    for distance in range(1, depth + 1):
        level = await walk.step(distance)
        arrival = next((hop for hop in level if hop.entity == goal), None)
        if arrival is not None:
            return await _load_path(db, caller, walk.path_to(arrival))
        if not level:
            break
    return []


async def _load_path(db: Session, caller: Caller, steps: list[str]) -> list[Belief]:
    stored = {step: step.removeprefix(TURNED) for step in steps}
    by_id = await beliefs_by_id(db, caller, {*steps, *stored.values()})
    return [by_id.get(step) or by_id[stored[step]] for step in steps]


class _Walk:
    """A breadth-first search from one entity that visits no entity twice."""

    def __init__(
        self,
        db: Session,
        registry: Registry,
        relations: Iterable[str] | None,
        as_of: AsOf,
        entity: str,
        *,
        either_way: bool = False,
    ) -> None:
        self._db = db
        self._over = _Over.of(registry, relations, as_of, either_way=either_way)
        self._origin = entity
        self._frontier = [entity]
        self._reached: dict[str, _Reached] = {}

    @property
    def followed(self) -> list[str] | None:
        """The names of the relations that it follows; None for all."""
        return self._over.forward

    async def step(self, distance: int) -> list[_Reached]:
        """Find the entities at this distance, ordered by id.

        Raises:
            TooLarge: the search has reached more than 10,000 entities in all.
        """
        seen = [self._origin, *self._reached]
        level = await _step(self._db, self._over, self._frontier, seen, distance)
        self._reached |= {hop.entity: hop for hop in level}
        self._frontier = [hop.entity for hop in level]
        return level

    def path_to(self, reached: _Reached) -> list[str]:
        """Return the ids of the beliefs on the path to a reached entity, in order."""
        path = [reached.belief]
        while reached.source != self._origin:
            reached = self._reached[reached.source]
            path.append(reached.belief)
        return path[::-1]


@dataclass(frozen=True, slots=True)
class _Over:
    """What a step goes over: relations to follow and to follow back, None for all, as of when."""

    tenant: str
    forward: list[str] | None
    backward: list[str] | None
    as_of: AsOf

    @classmethod
    def of(
        cls,
        registry: Registry,
        relations: Iterable[str] | None,
        as_of: AsOf,
        *,
        either_way: bool = False,
        field: str = "relation",
    ) -> _Over:
        forward = None
        if relations is not None:
            forward = sorted({registry.name(one, field=field) for one in relations})
        backward = forward if either_way else mirrored_names(registry, forward)
        return cls(registry.tenant, forward, backward, as_of)


async def _step(
    db: Session, over: _Over, frontier: list[str], seen: list[str], distance: int
) -> list[_Reached]:
    """Find the entities one step away that were not seen, ordered by id.

    Raises:
        TooLarge: there are more than 10,000 with those that were seen.
    """
    # The first that was seen is the entity that the search began at.
    room = ENTITIES_MAX - max(len(seen) - 1, 0)
    rows = await db.read(
        "read/relations/related",
        tenant=over.tenant,
        frontier=frontier,
        seen=seen,
        forward=over.forward,
        backward=over.backward,
        valid_at=over.as_of.valid_at,
        system_at=over.as_of.system_at,
        limit=room + 1,
    )
    if len(rows) > room:
        raise TooLarge(
            f"more than {ENTITIES_MAX:,} entities within {distance} relations",
            field="depth",
            hint="name the relations to follow, or reduce the depth",
        )
    return [_Reached(row["id"], distance, row["source"], row["belief"]) for row in rows]
