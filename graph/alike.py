"""Whom a name may mean among the entities that the store knows, when nobody bears exactly it.

Candidates come from the full-text index of names; ``Candidates`` is the seam for more of them, by
vectors for one. A rule decides (``graph/name_match.py``): what is certain *is* that entity, what is
probable is for a person to decide. A model is asked only about what the rule leaves uncertain, and
only where there is one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

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


class Judge(Protocol):
    """A model that says whether two entities are one."""

    async def one(self, entity: Entity, other: Entity, ground: Match) -> bool | None:
        """True or false; none if it cannot tell. ``ground`` is what the rule found."""
        ...


class Candidates(Protocol):
    """Another source of entities that may be meant."""

    async def near(self, caller: Caller, names: Sequence[str], limit: int) -> Sequence[str]:
        """The ids of entities that names come near, nearest first."""
        ...


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
    more: Candidates | None = None,
) -> list[Alike]:
    """The entities that may be called by some names, the likeliest first.

    ``leaving`` are ids that are not looked for. What the names give no ground for is left out.
    """
    called = [taken_apart(name, kind) for name in names[:NAMES_MAX]]
    rows = await db.read(
        "read/names_alike",
        tenant=caller.tenant,
        words=like(caller.tenant, called),
        limit=CANDIDATES_MAX,
        forever=END_OF_TIME,
    )
    ids = [row["id"] for row in rows]
    if more is not None:
        ids += await more.near(caller, names, CANDIDATES_MAX)
    found = await entities_by_id(
        db, caller, dict.fromkeys(one for one in ids if one not in leaving)
    )
    judged = [
        Alike(entity, best(names[:NAMES_MAX], all_names(entity), kind, entity.kind))
        for entity in found.values()
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
