"""The commands conventions list, accept and dismiss: preferences that may be conventions."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.markup import escape

from api.cli.asking import asking
from api.cli.render import about, table, value
from api.cli.run import LimitOption, ReasonOption, Run, TenantCommand

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
    async with asking(run) as ask:
        data = await ask.pages("conventions", "conventionProposals", limit=limit)
    run.result(data)
    found = data["conventionProposals"]
    if not found:
        run.out.print(f"tenant {run.tenant}: no convention is proposed")
        return 0
    shown = table(f"tenant {run.tenant}", "belief", "of", "attribute", "value", "sessions")
    for one in found:
        belief = one["belief"]
        names = [escape(belief["entity"]["name"]), about(belief)]
        shown.add_row(belief["id"], *names, escape(value(belief)), str(len(one["sessions"])))
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
    async with asking(run) as ask:
        done = (await ask("acceptConvention", belief=belief, reason=reason))["done"]
    run.result(done)
    run.out.print(f"a convention: {done['memory']}", markup=False)
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
    async with asking(run) as ask:
        done = await ask("dismissConvention", belief=belief, reason=reason)
    run.result(done)
    run.out.print("dismissed: it is not proposed again")
    return 0
