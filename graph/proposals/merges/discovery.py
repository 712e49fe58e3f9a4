"""Looking for entities that may be one: pairs are proposed by rule, then a model judges what waits.

A pair is proposed once and judged once. What cannot be judged now, because the model is away, the
day's budget is spent or too little is believed, waits in the queue and is judged by a later search.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graph.database.embeddings.nearest import similar
from graph.database.embeddings.vectors import Vector, cosine
from graph.database.session import Row, Session
from graph.errors import BudgetSpent, ModelUnavailable, OtherModel
from graph.ids import new_id
from graph.kernel.entities.entity_queries import entities, entities_by_id
from graph.kernel.entities.name_matching import Verdict, match_entities
from graph.kernel.entities.recognition import Alike, all_names, find_alike
from graph.kernel.entities.resolution import no_entity
from graph.limits import VectorScale
from graph.model.authority import require_person
from graph.model.records import AsOf, Caller, Entity
from graph.proposals.merges.proposals import MergeProposal, accept_merge, merge_proposals
from graph.proposals.merges.scoring import (
    PROPOSED_FROM,
    Beliefs,
    Judge,
    describe_opinion,
    is_certain,
    is_weak,
    raise_match,
)
from graph.read.memories import memories_by_id
from graph.validation import ident
from graph.write.merging.merge import pair_key

_SCANNED = 200
# How many memories like what is believed of an entity are looked at, for those they are about.
_NEAR = 50
# How many pairs with weak names are compared for one entity, those found by vectors first.
_COMPARED = 10
# How many pairs a model is asked about in one search.
ASKED_MAX = 20
_AGREED = "names and beliefs agree, and the model takes them for one; nobody was asked"


@dataclass(frozen=True, slots=True)
class MergeSearchResult:
    """What a search came to: new proposals; pairs that a model was asked about, and merged of them.

    ``why`` says what kept it from judging all that waits, if something did.
    """

    new: int
    asked: int = 0
    merged: int = 0
    why: str | None = None


async def find_merges(
    db: Session,
    caller: Caller,
    entity: str | None = None,
    *,
    beliefs: Beliefs | None = None,
    judge: Judge | None = None,
) -> MergeSearchResult:
    """Propose what an entity, or each of the tenant's, may be one with; then have it judged.

    Raises:
        NotFound: the tenant has no such entity.
        Forbidden: the caller is a model, and another is to judge.
    """
    if entity is None:
        new = await _propose_all(db, caller, beliefs)
    else:
        new = await propose_for(db, caller, entity, beliefs)
    return (
        MergeSearchResult(new) if judge is None else await _judged(db, caller, judge, entity, new)
    )


async def propose_for(
    db: Session, caller: Caller, entity: str, beliefs: Beliefs | None = None
) -> int:
    """Propose what one entity may be one with; how many proposals are new.

    Raises:
        NotFound: the tenant has no such entity.
    """
    found = await entities_by_id(db, caller, [ident(entity, field="entity")])
    if entity not in found:
        raise no_entity(entity, "entity")
    return await _propose(db, caller, found[entity], beliefs)


async def _propose_all(db: Session, caller: Caller, beliefs: Beliefs | None) -> int:
    made, after = 0, None
    while True:
        page = await entities(db, caller, first=_SCANNED, after=after)
        for entity in page.items:
            made += await _propose(db, caller, entity, beliefs)
        if not page.has_next:
            return made
        after = (page.items[-1].name, page.items[-1].id)


async def _propose(db: Session, caller: Caller, entity: Entity, beliefs: Beliefs | None) -> int:
    if entity.merged_into is not None:
        return 0
    found = await _alike(db, caller, entity, beliefs)
    pairs = [
        _pair(caller.tenant, one, entity)
        for one in found
        if one.match.score >= PROPOSED_FROM and one.entity.scope == entity.scope
    ]
    if not pairs:
        return 0
    made = await db.write(
        "proposals/merges/propose", tenant=caller.tenant, pairs=pairs, now=db.clock()
    )
    return len(made)


async def _alike(
    db: Session, caller: Caller, entity: Entity, beliefs: Beliefs | None
) -> list[Alike]:
    """Whom its names may mean: candidates by names and by vectors, decided by rule."""
    names, itself = all_names(entity), frozenset({entity.id})
    mine = None if beliefs is None else await beliefs.vector(caller, entity)
    if beliefs is None or mine is None:
        return await find_alike(db, caller, names, entity.kind, leaving=itself)
    near = await _near(db, caller, mine, beliefs.model)
    found = await find_alike(db, caller, names, entity.kind, leaving=itself, more=near)
    return await _compared(caller, beliefs, mine, found, near, db.limits.vectors)


async def _near(db: Session, caller: Caller, vector: Vector, model: str) -> list[str]:
    """Whom the memories nearest to a vector are about; nobody where they have no such vectors."""
    now = db.clock()
    try:
        found = await similar(db, caller, vector, model=model, at=AsOf(now, now), first=_NEAR)
    except OtherModel:
        return []
    held = await memories_by_id(db, caller, [one.memory for one in found])
    about = [held[one.memory].entity for one in found if one.memory in held]
    return list(dict.fromkeys(one for one in about if one is not None))


async def _compared(
    caller: Caller,
    beliefs: Beliefs,
    mine: Vector,
    pairs: Sequence[Alike],
    near: Sequence[str],
    scale: VectorScale,
) -> list[Alike]:
    """Return the same, those raised whose names are weak and whose beliefs are alike."""
    rank = {one: place for place, one in enumerate(near)}
    faint = [one.entity for one in pairs if is_weak(one.match)]
    faint.sort(key=lambda one: rank.get(one.id, len(rank)))
    vectors = {one.id: await beliefs.vector(caller, one) for one in faint[:_COMPARED]}
    cosines = {one: cosine(mine, vector) for one, vector in vectors.items() if vector is not None}
    return [
        Alike(one.entity, raise_match(one.match, cosines.get(one.entity.id, 0.0), scale))
        for one in pairs
    ]


def _pair(tenant: str, pair: Alike, entity: Entity) -> Row:
    """Return the proposal of a pair, under one key whichever of the two is looked at."""
    return {
        "key": pair_key(tenant, pair.entity.id, entity.id),
        "id": new_id("mp"),
        "one": pair.entity.id,
        "other": entity.id,
        "scope": entity.scope or None,
        "score": pair.match.score,
        "reasons": list(pair.match.reasons),
    }


async def _judged(
    db: Session, caller: Caller, judge: Judge, entity: str | None, new: int
) -> MergeSearchResult:
    """Ask about the pairs that wait and were never judged, the oldest first, up to a bound."""
    require_person(caller)
    asked = merged = 0
    after = None
    while True:
        page = await merge_proposals(db, caller, entity=entity, first=_SCANNED, after=after)
        for one in page.items:
            if one.judged_at is not None:
                continue
            if asked == ASKED_MAX:
                return MergeSearchResult(
                    new, asked, merged, f"{ASKED_MAX} are judged in one search"
                )
            try:
                outcome = await _judge(db, caller, judge, one)
            except (BudgetSpent, ModelUnavailable) as error:
                return MergeSearchResult(new, asked, merged, str(error))
            asked += outcome is not None
            merged += bool(outcome)
        if not page.has_next:
            return MergeSearchResult(new, asked, merged)
        after = (page.items[-1].proposed_at, page.items[-1].id)


async def _judge(db: Session, caller: Caller, judge: Judge, waiting: MergeProposal) -> bool | None:
    """Whether the two were merged; none if the model was not asked about them."""
    sides = await entities_by_id(db, caller, [waiting.one, waiting.other])
    one, other = sides[waiting.one], sides[waiting.other]
    match = match_entities(all_names(one), all_names(other), one.kind, other.kind)
    if match.verdict is not Verdict.UNCERTAIN:
        return None
    opinion = await judge.judge_pair(one, other, match)
    if opinion is None:
        return None
    rows = await db.write(
        "proposals/merges/judge",
        tenant=caller.tenant,
        id=waiting.id,
        said=describe_opinion(opinion),
        now=db.clock(),
    )
    if not rows or not is_certain(match, opinion) or await _several(db, caller, waiting):
        return False
    await accept_merge(db, caller, waiting.id, _AGREED)
    return True


async def _several(db: Session, caller: Caller, waiting: MergeProposal) -> bool:
    """Whether one of the two may be somebody else as well: which of them is for a person to say."""
    for side in (waiting.one, waiting.other):
        page = await merge_proposals(db, caller, entity=side, first=2)
        if any(each.id != waiting.id for each in page.items):
            return True
    return False
