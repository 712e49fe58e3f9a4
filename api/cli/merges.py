"""The work of ``doxa merges``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.markup import escape

from api import wiring
from api.cli_run import Run
from api.cli_show import called, entity_document, table, time
from graph import merge_proposals as proposals
from graph import reads
from graph.merge_finding import find_merges
from graph.merge_proposals import MergeProposal
from graph.model import Entity
from graph.session import Session
from graph.vocabulary import ProposalStatus

SHOWN_MAX = 500


async def listed(run: Run, status: ProposalStatus) -> int:
    """Print the proposals of one status."""
    async with run.store() as db:
        await _show(db, run, status, {})
    return 0


async def propose(run: Run) -> int:
    """Look for new pairs, then print what waits."""
    async with run.store() as db:
        async with wiring.comparing(run.settings, db, run.caller) as (beliefs, judge):
            found = await find_merges(db, run.caller, beliefs=beliefs, judge=judge)
        run.out.print(f"{found.new} new")
        if judge is not None:
            run.out.print(f"a model judged {found.asked}, and {found.merged} of them were merged")
        if found.why is not None:
            run.out.print(f"more wait to be judged: {escape(found.why)}")
        told = {"judged": found.asked, "merged": found.merged, "why": found.why}
        await _show(db, run, ProposalStatus.OPEN, {"proposed": found.new, **told})
    return 0


async def accept(run: Run, proposal: str) -> int:
    """Merge the two, and print who stands for both."""
    async with run.store() as db:
        stands = await proposals.accept_merge(db, run.caller, proposal)
        found = await reads.entity(db, run.caller, id=stands)
    assert found is not None
    run.result({"entity": entity_document(found)})
    run.out.print(called(found, "stands for all called"))
    return 0


async def dismiss(run: Run, proposal: str, reason: str | None) -> int:
    """Remember that the two are two."""
    async with run.store() as db:
        done = await proposals.dismiss_merge(db, run.caller, proposal, reason)
        known = await reads.entities_by_id(db, run.caller, [done.one, done.other])
    run.result({"mergeProposal": _document(done, known)})
    run.out.print("dismissed: they are not proposed again")
    return 0


async def _show(db: Session, run: Run, status: ProposalStatus, more: Mapping[str, Any]) -> None:
    page = await proposals.merge_proposals(db, run.caller, status=status, first=SHOWN_MAX)
    ids = {side for one in page.items for side in (one.one, one.other)}
    known = await reads.entities_by_id(db, run.caller, ids)
    documents = [_document(one, known) for one in page.items]
    run.result({**more, "mergeProposals": documents, "hasNextPage": page.has_next})
    if not page.items:
        run.out.print(f"no proposals are {status.value.lower()}")
        return
    shown = table(f"tenant {run.tenant}", "proposal", "one", "other", "score", "because")
    for one in page.items:
        names = [escape(known[side].name) for side in (one.one, one.other)]
        shown.add_row(one.id, *names, f"{one.score:.2f}", escape("; ".join(one.reasons)))
    run.out.print(shown)


def _document(one: MergeProposal, known: Mapping[str, Entity]) -> dict[str, Any]:
    """In the words of the GraphQL contract."""
    return {
        "id": one.id,
        "one": entity_document(known[one.one]),
        "other": entity_document(known[one.other]),
        "score": one.score,
        "reasons": list(one.reasons),
        "status": one.status.value,
        "proposedAt": time(one.proposed_at),
        "decidedAt": None if one.decided_at is None else time(one.decided_at),
        "actor": one.actor,
        "reason": one.reason,
    }
