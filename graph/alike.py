"""Whom a name may mean among the entities that the store knows, when nobody bears exactly it.

Candidates come from the full-text index of names, and from whoever else has some. A rule decides
(``graph/name_match.py``): what is certain *is* that entity, what is probable is for a person to
decide (``graph/sameness.py``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from graph.called import taken_apart
from graph.clock import END_OF_TIME
from graph.commands import EntityRef
from graph.entities import entities_by_id, ids_by_name
from graph.model import Caller, Entity
from graph.name_match import Match, Verdict, best
from graph.name_search import like
from graph.session import Session

CANDIDATES_MAX = 50
NAMES_MAX = 12


@dataclass(frozen=True, slots=True)
class Alike:
    """An entity that may be meant, and on what ground."""

    entity: Entity
    match: Match


async def alike(
    db: Session,
    caller: Caller,
    names: Sequence[str],
    kind: str | None,
    *,
    leaving: frozenset[str] = frozenset(),
    more: Sequence[str] = (),
) -> list[Alike]:
    """The entities that may be called by some names, the likeliest first.

    ``leaving`` are ids that are not looked for, ``more`` those of further candidates. What the
    names give no ground for is left out.
    """
    called = [taken_apart(name, kind) for name in names[:NAMES_MAX]]
    rows = await db.read(
        "read/names_alike",
        tenant=caller.tenant,
        words=like(caller.tenant, called),
        limit=CANDIDATES_MAX,
        forever=END_OF_TIME,
    )
    ids = dict.fromkeys([*(row["id"] for row in rows), *more])
    found = await entities_by_id(db, caller, [one for one in ids if one not in leaving])
    judged = [
        Alike(entity, best(names[:NAMES_MAX], all_names(entity), kind, entity.kind))
        for entity in found.values()
        if entity.merged_into is None
    ]
    kept = [one for one in judged if one.match.verdict is not Verdict.DIFFERENT]
    return sorted(kept, key=lambda one: (-one.match.score, one.entity.id))


async def recognised(db: Session, caller: Caller, ref: EntityRef) -> EntityRef:
    """The reference by id, if its name is new and certainly another spelling of one entity's name.

    Whoever bears exactly the name comes first, and is found by the name. Several that it could be,
    or none that it certainly is, leave the reference as it is.
    """
    if ref.name is None or ref.external is not None:
        return ref
    if await ids_by_name(db, caller, ref.name):
        return ref
    found = await alike(db, caller, [ref.name], ref.kind)
    certain = [one for one in found if one.match.verdict is Verdict.SAME]
    if len(certain) != 1:
        return ref
    return replace(ref, id=certain[0].entity.id, name=None, kind=None)


def all_names(entity: Entity) -> list[str]:
    """An entity's own name, then the others that lead to its identity."""
    return list(dict.fromkeys([entity.name, *entity.aliases]))[:NAMES_MAX]
