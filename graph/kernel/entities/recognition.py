"""Find known entities that a new name may mean.

Candidates come from the full-text index of names and from the caller. Rules decide
(``graph/kernel/entities/name_matching.py``): a certain match *is* that entity; a probable match
becomes a merge proposal for a person to decide (``graph/proposals/merges/scoring.py``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from graph.clock import END_OF_TIME
from graph.database.session import Session
from graph.kernel.entities.entity_queries import entities_by_id, ids_by_name
from graph.kernel.entities.name_matching import Match, Verdict, match_entities
from graph.kernel.entities.name_parts import parse_name
from graph.kernel.entities.name_search import similar_query
from graph.model.commands import EntityRef
from graph.model.records import Caller, Entity

CANDIDATES_MAX = 50
NAMES_MAX = 12


@dataclass(frozen=True, slots=True)
class Alike:
    """An entity that may be meant, with the match of its names."""

    entity: Entity
    match: Match


async def find_alike(
    db: Session,
    caller: Caller,
    names: Sequence[str],
    kind: str | None,
    *,
    leaving: frozenset[str] = frozenset(),
    more: Sequence[str] = (),
) -> list[Alike]:
    """Find the entities that some names may mean, the likeliest first, without different ones.

    ``leaving`` are ids to exclude, ``more`` the ids of further candidates.
    """
    parsed = [parse_name(name, kind) for name in names[:NAMES_MAX]]
    rows = await db.read(
        "kernel/entities/names_alike",
        tenant=caller.tenant,
        words=similar_query(caller.tenant, parsed),
        limit=CANDIDATES_MAX,
        forever=END_OF_TIME,
    )
    ids = dict.fromkeys([*(row["id"] for row in rows), *more])
    entities = await entities_by_id(db, caller, [key for key in ids if key not in leaving])
    candidates = [
        Alike(entity, match_entities(names[:NAMES_MAX], all_names(entity), kind, entity.kind))
        for entity in entities.values()
        if entity.merged_into is None
    ]
    plausible = [c for c in candidates if c.match.verdict is not Verdict.DIFFERENT]
    return sorted(plausible, key=lambda c: (-c.match.score, c.entity.id))


async def recognise(db: Session, caller: Caller, ref: EntityRef) -> EntityRef:
    """Replace a new name by an entity's id, if it is certainly another spelling of its name.

    The reference is returned unchanged if an entity has exactly that name, or if there is no
    certain match or more than one.
    """
    if ref.name is None or ref.external is not None:
        return ref
    if await ids_by_name(db, caller, ref.name):
        return ref
    candidates = await find_alike(db, caller, [ref.name], ref.kind)
    certain = [c for c in candidates if c.match.verdict is Verdict.SAME]
    if len(certain) != 1:
        return ref
    return replace(ref, id=certain[0].entity.id, name=None, kind=None)


def all_names(entity: Entity) -> list[str]:
    """Return an entity's own name, then the other names of its identity."""
    return list(dict.fromkeys([entity.name, *entity.aliases]))[:NAMES_MAX]
