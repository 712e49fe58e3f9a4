"""Proposals that two entities are one: they wait for a decision, and it is remembered either way.

A pair is proposed once (``discovery.py``). Accepting merges the two; dismissing keeps the pair from
ever being proposed again, and so does splitting what was accepted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from graph.clock import END_OF_TIME, START_OF_TIME
from graph.database.session import Ask, Row, Session
from graph.errors import Conflict, NotFound
from graph.ids import new_id
from graph.kernel.entities.resolution import load_identity
from graph.model.authority import require_person
from graph.model.commands import REASON_MAX, optional_text
from graph.model.records import Caller, Page, check_page_size, make_page
from graph.validation import ident
from graph.vocabulary import ProposalStatus
from graph.write.merging.merge import merge_entities


@dataclass(frozen=True, slots=True)
class MergeProposal:
    """Two entities that may be one; ``one`` was there before, ``other`` came later.

    ``judged_at`` is when a model was asked about them.
    """

    id: str
    one: str
    other: str
    score: float
    reasons: tuple[str, ...]
    status: ProposalStatus
    proposed_at: datetime
    judged_at: datetime | None
    decided_at: datetime | None
    actor: str | None
    reason: str | None


async def merge_proposals(
    db: Session,
    caller: Caller,
    *,
    status: ProposalStatus = ProposalStatus.OPEN,
    entity: str | None = None,
    first: int = 50,
    after: Sequence[Any] | None = None,
) -> Page[MergeProposal]:
    """Return a page of proposals in the order made; ``after`` is the last one's time and id.

    Raises:
        OutOfRange: ``first`` is not 1 to 500.
    """
    check_page_size(first)
    after_at, after_id = after or (START_OF_TIME, "")
    known = None if entity is None else await load_identity(db.read, caller.tenant, entity)
    about = None if entity is None else [entity] if known is None else known["whole"]
    found = await db.read(
        "proposals/merges/proposals",
        tenant=caller.tenant,
        status=status.value,
        entities=about,
        after_at=after_at,
        after_id=after_id,
        limit=first + 1,
        forever=END_OF_TIME,
    )
    return make_page(found, first, _proposal)


async def merge_proposal(db: Session, caller: Caller, wanted: str) -> MergeProposal | None:
    """One proposal, by id."""
    row = await _row(db, caller, wanted)
    return None if row is None else _proposal(row)


async def accept_merge(
    db: Session, caller: Caller, proposal: str, reason: str | None = None
) -> str:
    """Merge the two: the one that was there before stands for both.

    The proposal is settled in the transaction that merges, so that of two who decide at once one is
    refused, and nothing is merged that somebody dismissed.

    Returns:
        The id of the entity that stands for both.

    Raises:
        NotFound: no such proposal.
        Conflict: it has been decided already.
        Forbidden: the caller is a model.
    """
    require_person(caller)
    said = optional_text(reason, REASON_MAX, field="reason")
    row = await _waiting(db, caller, proposal)
    one, other = row["stands"]

    async def accept(ask: Ask) -> MergeProposal:
        return await _decide(ask, db, caller, proposal, ProposalStatus.ACCEPTED, said)

    if one == other:
        await accept(db.write)
        return one
    return await merge_entities(db, caller, one, other, first=lambda tx: accept(tx.run))


async def dismiss_merge(
    db: Session, caller: Caller, proposal: str, reason: str | None = None
) -> MergeProposal:
    """Remember that the two are two; they are never proposed again.

    Raises:
        NotFound: no such proposal.
        Conflict: it has been decided already.
        Forbidden: the caller is a model.
    """
    require_person(caller)
    said = optional_text(reason, REASON_MAX, field="reason")
    await _waiting(db, caller, proposal)
    return await _decide(db.write, db, caller, proposal, ProposalStatus.DISMISSED, said)


async def _waiting(db: Session, caller: Caller, proposal: str) -> Row:
    row = await _row(db, caller, ident(proposal, field="id"))
    if row is None:
        raise NotFound(
            f"there is no proposal {proposal}", field="id", hint="look it up with `mergeProposals`"
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
        "proposals/merges/proposal", tenant=caller.tenant, id=proposal, forever=END_OF_TIME
    )
    return found[0] if found else None


async def _decide(
    ask: Ask,
    db: Session,
    caller: Caller,
    proposal: str,
    status: ProposalStatus,
    reason: str | None,
) -> MergeProposal:
    rows = await ask(
        "proposals/merges/decide",
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
            "the proposal has been decided already", field="id", hint="look at `mergeProposals`"
        )
    return _proposal(rows[0])


def _proposal(row: Row) -> MergeProposal:
    node: Row = row["proposal"]
    return MergeProposal(
        id=node["id"],
        one=node["one"],
        other=node["other"],
        score=node["score"],
        reasons=tuple(node["reasons"]),
        status=ProposalStatus(node["status"]),
        proposed_at=node["proposed_at"],
        judged_at=node.get("judged_at"),
        decided_at=node.get("decided_at"),
        actor=node.get("actor"),
        reason=node.get("reason"),
    )
