"""The commands conventions list, accept and dismiss: preferences that may be conventions."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.markup import escape

from api.cli.render import Known, about, belief_document, table
from api.cli.run import PAGE, LimitOption, ReasonOption, Run, TenantCommand, all_pages
from graph.proposals.resolution import conventions
from graph.read import reads
from graph.read.conventions import ConventionProposal

app = typer.Typer(help="Preferences that recur: list, accept as a convention, dismiss.")

BeliefArgument = Annotated[
    str, typer.Argument(metavar="BELIEF", help="The id of the belief that is proposed.")
]


@app.command("list", cls=TenantCommand, epilog="Example: doxa conventions list")
async def list_proposals(
    context: typer.Context,
    *,
    limit: LimitOption = 1_000,
) -> int:
    """List preferences that were said in several sessions and are no rule yet."""
    run: Run = context.obj
    async with run.store() as db:
        found = await all_pages(
            lambda after: reads.convention_proposals(db, run.caller, first=PAGE, after=after),
            lambda one: (one.slot,),
            limit,
        )
        known = await Known.about(db, run.caller, [one.belief for one in found])
    run.result({"conventionProposals": [_document(one, known) for one in found]})
    if not found:
        run.out.print(f"tenant {run.tenant}: no convention is proposed")
        return 0
    shown = table(f"tenant {run.tenant}", "belief", "of", "attribute", "value", "sessions")
    for one in found:
        belief = one.belief
        names = [escape(known.name(belief.entity)), about(belief.attribute, belief.context)]
        shown.add_row(belief.id, *names, escape(known.value(belief)), str(len(one.sessions)))
    run.out.print(shown)
    return 0


@app.command(cls=TenantCommand, epilog="Example: doxa conventions accept b_19aa")
async def accept(
    context: typer.Context,
    belief: BeliefArgument,
    *,
    reason: ReasonOption = None,
) -> int:
    """Say it once more as a convention, which comes with every recall."""
    run: Run = context.obj
    async with run.store() as db:
        done = await conventions.accept_convention(db, run.caller, belief, reason)
    run.result({"outcome": done.outcome.value, "memory": done.memory})
    run.out.print(f"a convention: {done.memory}", markup=False)
    return 0


@app.command(
    cls=TenantCommand, epilog="Example: doxa conventions dismiss b_19aa --reason 'for once only'"
)
async def dismiss(
    context: typer.Context,
    belief: BeliefArgument,
    *,
    reason: Annotated[
        str | None, typer.Option("--reason", help="Why it is none.", show_default=False)
    ] = None,
) -> int:
    """Remember that it is no convention: it is never proposed again. The belief stays."""
    run: Run = context.obj
    async with run.store() as db:
        done = await conventions.dismiss_convention(db, run.caller, belief, reason)
        known = await Known.about(db, run.caller, [done])
    run.result({"belief": belief_document(done, known)})
    run.out.print("dismissed: it is not proposed again")
    return 0


def _document(proposal: ConventionProposal, records: Known) -> dict[str, Any]:
    """Return a proposal under the names of the GraphQL schema."""
    return {
        "belief": belief_document(proposal.belief, records),
        "sessions": list(proposal.sessions),
    }
