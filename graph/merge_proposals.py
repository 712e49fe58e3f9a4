"""Proposals that two entities are one: made by rule, decided by a person, remembered either way.

A pair is proposed once. Accepting merges the two; dismissing keeps the pair from ever being
proposed again, and so does splitting what was accepted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from graph.alike import Alike, Candidates, Judge, alike, all_names
from graph.answer_check import decides
from graph.border import ident, text
from graph.clock import END_OF_TIME
from graph.entities import entities, entities_by_id
from graph.errors import Conflict, NotFound
from graph.identity import whole_identity
from graph.ids import digest, new_id
from graph.merging import merge_entities
from graph.model import Caller, Entity, Page, bounded
from graph.name_match import Match, Verdict
from graph.session import Row, Session
from graph.vocabulary import ProposalStatus

# Under this, names alone are too weak a ground to ask a person.
PROPOSED_FROM = 0.6
_START = datetime(1, 1, 1, tzinfo=END_OF_TIME.tzinfo)
_SCANNED = 200


@dataclass(frozen=True, slots=True)
class MergeProposal:
    """Two entities that may be one; ``one`` was there before, ``other`` came later."""

    id: str
    one: str
    other: str
    score: float
    reasons: tuple[str, ...]
    status: ProposalStatus
    proposed_at: datetime
    decided_at: datetime | None
    actor: str | None
    reason: str | None


async def propose_for(
    db: Session,
    caller: Caller,
    entity: str,
    *,
    judge: Judge | None = None,
    more: Candidates | None = None,
) -> int:
    """Propose what one entity may be one with; how many proposals are new.

    Raises:
        NotFound: the tenant has no such entity.
    """
    found = await entities_by_id(db, caller, [ident(entity, field="entity")])
    if entity not in found:
        raise NotFound(
            f"there is no entity {entity}", field="entity", hint="look it up with entity(name:)"
        )
    return await _propose(db, caller, found[entity], judge, more)


async def propose_all(
    db: Session, caller: Caller, *, judge: Judge | None = None, more: Candidates | None = None
) -> int:
    """Go through all entities of the tenant; how many proposals are new."""
    made, after = 0, None
    while True:
        page = await entities(db, caller, first=_SCANNED, after=after)
        for entity in page.items:
            made += await _propose(db, caller, entity, judge, more)
        if not page.has_next:
            return made
        after = (page.items[-1].name, page.items[-1].id)


async def merge_proposals(
    db: Session,
    caller: Caller,
    *,
    status: ProposalStatus = ProposalStatus.OPEN,
    entity: str | None = None,
    first: int = 50,
    after: Sequence[Any] | None = None,
) -> Page[MergeProposal]:
    """A page of proposals in the order made; ``after`` is the last one's time and id.

    Raises:
        OutOfRange: ``first`` is not 1 to 500.
    """
    bounded(first)
    after_at, after_id = after or (_START, "")
    known = None if entity is None else await whole_identity(db.read, caller.tenant, entity)
    about = None if entity is None else [entity] if known is None else known["whole"]
    found = await db.read(
        "read/merge_proposals",
        tenant=caller.tenant,
        status=status.value,
        entities=about,
        after_at=after_at,
        after_id=after_id,
        limit=first + 1,
        forever=END_OF_TIME,
    )
    items = tuple(_proposal(row["proposal"]) for row in found[:first])
    return Page(items, has_next=len(found) > first)


async def merge_proposal(db: Session, caller: Caller, wanted: str) -> MergeProposal | None:
    """One proposal, by id."""
    row = await _row(db, caller, wanted)
    return None if row is None else _proposal(row["proposal"])


async def accept_merge(db: Session, caller: Caller, proposal: str) -> str:
    """Merge the two: the one that was there before stands for both.

    The merge comes first, then the proposal is settled; whoever is stopped in between may do it
    again, and finds the two merged.

    Returns:
        The id of the entity that stands for both.

    Raises:
        NotFound: no such proposal.
        Conflict: it has been decided already.
        Forbidden: the caller is a model.
    """
    decides(caller)
    row = await _waiting(db, caller, proposal)
    one, other = row["stands"]
    stands = one if one == other else await merge_entities(db, caller, one, other)
    await _decide(db, caller, proposal, ProposalStatus.ACCEPTED, None)
    return stands


async def dismiss_merge(
    db: Session, caller: Caller, proposal: str, reason: str | None = None
) -> MergeProposal:
    """Remember that the two are two; they are never proposed again.

    Raises:
        NotFound: no such proposal.
        Conflict: it has been decided already.
        Forbidden: the caller is a model.
    """
    decides(caller)
    said = None if reason is None else text(reason, 2_000, field="reason")
    await _waiting(db, caller, proposal)
    return await _decide(db, caller, proposal, ProposalStatus.DISMISSED, said)


async def _propose(
    db: Session, caller: Caller, entity: Entity, judge: Judge | None, more: Candidates | None
) -> int:
    names = all_names(entity)
    leaving = frozenset({entity.id, entity.merged_into or entity.id})
    found = await alike(db, caller, names, entity.kind, leaving=leaving, more=more)
    pairs: list[Row] = []
    for one in found:
        ground = await _ground(one, entity, judge)
        if ground is not None:
            pairs.append(_pair(caller.tenant, one.entity.id, entity.id, ground))
    if not pairs:
        return 0
    made = await db.write("write/propose_merges", tenant=caller.tenant, pairs=pairs, now=db.clock())
    return len(made)


async def _ground(one: Alike, entity: Entity, judge: Judge | None) -> Match | None:
    """On what ground the two are proposed; none if they are not."""
    match = one.match
    if match.score < PROPOSED_FROM:
        return None
    if judge is None or match.verdict is Verdict.SAME:
        return match
    answer = await judge.one(entity, one.entity, match)
    if answer is None:
        return match
    return Match(match.verdict, match.score, (*match.reasons, _SAYS_YES)) if answer else None


_SAYS_YES = "the model takes them for one"


def _pair(tenant: str, known: str, entity: str, ground: Match) -> Row:
    """The proposal of a pair, under one key whichever of the two is looked at."""
    return {
        "key": digest("merge", tenant, *sorted((known, entity))),
        "id": new_id("mp"),
        "one": known,
        "other": entity,
        "score": ground.score,
        "reasons": list(ground.reasons),
    }


async def _waiting(db: Session, caller: Caller, proposal: str) -> Row:
    row = await _row(db, caller, ident(proposal, field="id"))
    if row is None:
        raise NotFound(
            f"there is no proposal {proposal}", field="id", hint="look it up with mergeProposals"
        )
    if row["proposal"]["status"] != ProposalStatus.OPEN:
        raise Conflict(
            "the proposal has been decided already",
            field="id",
            hint="merge or split the entities themselves",
        )
    return row


async def _row(db: Session, caller: Caller, proposal: str) -> Row | None:
    found = await db.read(
        "read/merge_proposal", tenant=caller.tenant, id=proposal, forever=END_OF_TIME
    )
    return found[0] if found else None


async def _decide(
    db: Session, caller: Caller, proposal: str, status: ProposalStatus, reason: str | None
) -> MergeProposal:
    rows = await db.write(
        "write/decide_merge",
        tenant=caller.tenant,
        id=proposal,
        status=status.value,
        reason=reason,
        actor=caller.actor,
        audit=new_id("a"),
        now=db.clock(),
    )
    if not rows:
        raise Conflict(
            "the proposal has been decided already", field="id", hint="look at mergeProposals"
        )
    return _proposal(rows[0]["proposal"])


def _proposal(node: Row) -> MergeProposal:
    return MergeProposal(
        id=node["id"],
        one=node["one"],
        other=node["other"],
        score=node["score"],
        reasons=tuple(node["reasons"]),
        status=ProposalStatus(node["status"]),
        proposed_at=node["proposed_at"],
        decided_at=node.get("decided_at"),
        actor=node.get("actor"),
        reason=node.get("reason"),
    )
