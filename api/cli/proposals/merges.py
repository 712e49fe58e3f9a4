"""The commands merges list, propose, accept and dismiss: entities that may be one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import typer
from rich.markup import escape

from api import wiring
from api.cli.render import entity_document, entity_title, table, time
from api.cli.run import Run, TenantCommand
from graph.database.session import Session
from graph.model.records import Entity
from graph.progress import tell_elapsed
from graph.proposals.merges import proposals
from graph.proposals.merges.discovery import find_merges
from graph.proposals.merges.proposals import MergeProposal
from graph.read import reads
from graph.vocabulary import ProposalStatus

app = typer.Typer(help="Proposals to merge entities: list, propose, accept, dismiss.")

SHOWN_MAX = 500

ProposalArgument = Annotated[str, typer.Argument(metavar="PROPOSAL", help="The proposal's id.")]


@app.command("list", cls=TenantCommand, epilog="Example: doxa merges list")
async def list_proposals(
    context: typer.Context,
    *,
    status: Annotated[
        ProposalStatus, typer.Option("--status", case_sensitive=False, help="Which of them.")
    ] = ProposalStatus.OPEN,
) -> int:
    """List the proposals of one status."""
    run: Run = context.obj
    async with run.store() as db:
        await _show(db, run, status, {})
    return 0


@app.command(cls=TenantCommand, epilog="Example: doxa merges propose")
async def propose(context: typer.Context) -> int:
    """Search all entities for pairs that may be one, judge them, and list the open proposals."""
    run: Run = context.obj
    async with run.store() as db:
        async with (
            wiring.comparing(run.settings, db, run.caller) as (beliefs, judge),
            tell_elapsed("comparing entities"),
        ):
            found = await find_merges(db, run.caller, beliefs=beliefs, judge=judge)
        run.out.print(f"{found.new} new")
        if judge is not None:
            run.out.print(f"a model judged {found.asked}, and {found.merged} of them were merged")
        if found.why is not None:
            run.out.print(f"more are pending: {escape(found.why)}")
        judged = {"judged": found.asked, "merged": found.merged, "why": found.why}
        await _show(db, run, ProposalStatus.OPEN, {"proposed": found.new, **judged})
    return 0


@app.command(cls=TenantCommand, epilog="Example: doxa merges accept p_7d1e")
async def accept(context: typer.Context, proposal: ProposalArgument) -> int:
    """Merge the two entities of a proposal. "doxa split" undoes it."""
    run: Run = context.obj
    async with run.store() as db:
        stands = await proposals.accept_merge(db, run.caller, proposal)
        found = await reads.entity(db, run.caller, id=stands)
    assert found is not None
    run.result({"entity": entity_document(found)})
    run.out.print(entity_title(found, "stands for all called"))
    return 0


@app.command(cls=TenantCommand, epilog="Example: doxa merges dismiss p_7d1e --reason 'two people'")
async def dismiss(
    context: typer.Context,
    proposal: ProposalArgument,
    *,
    reason: Annotated[
        str | None, typer.Option("--reason", help="Why they are two.", show_default=False)
    ] = None,
) -> int:
    """Dismiss a proposal: the two are never proposed again."""
    run: Run = context.obj
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


def _document(proposal: MergeProposal, entities: Mapping[str, Entity]) -> dict[str, Any]:
    """Return a proposal under the names of the GraphQL schema."""
    return {
        "id": proposal.id,
        "one": entity_document(entities[proposal.one]),
        "other": entity_document(entities[proposal.other]),
        "score": proposal.score,
        "reasons": list(proposal.reasons),
        "status": proposal.status.value,
        "proposedAt": time(proposal.proposed_at),
        "decidedAt": None if proposal.decided_at is None else time(proposal.decided_at),
        "actor": proposal.actor,
        "reason": proposal.reason,
    }
