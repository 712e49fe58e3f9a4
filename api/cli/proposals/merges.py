"""The commands merges list, propose, accept and dismiss: entities that may be one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import typer
from rich.markup import escape

from api import wiring
from api.cli.asking import Ask, asking
from api.cli.render import entity_title, table
from api.cli.run import PAGE, Run, TenantCommand
from graph.progress import tell_elapsed
from graph.proposals.merges.discovery import find_merges
from graph.vocabulary import ProposalStatus

app = typer.Typer(help="Proposals to merge entities: list, propose, accept, dismiss.")

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
    async with asking(run) as ask:
        await _show(ask, run, status, {})
    return 0


@app.command(cls=TenantCommand, epilog="Example: doxa merges propose")
async def propose(context: typer.Context) -> int:
    """Search all entities for pairs that may be one, judge them, and list the open proposals."""
    run: Run = context.obj
    async with asking(run) as ask:
        async with (
            wiring.comparing(run.settings, ask.db, run.caller) as (beliefs, judge),
            tell_elapsed("comparing entities"),
        ):
            found = await find_merges(ask.db, run.caller, beliefs=beliefs, judge=judge)
        run.out.print(f"{found.new} new")
        if judge is not None:
            run.out.print(f"a model judged {found.asked}, and {found.merged} of them were merged")
        if found.why is not None:
            run.out.print(f"more are pending: {escape(found.why)}")
        judged = {"judged": found.asked, "merged": found.merged, "why": found.why}
        await _show(ask, run, ProposalStatus.OPEN, {"proposed": found.new, **judged})
    return 0


@app.command(cls=TenantCommand, epilog="Example: doxa merges accept p_7d1e")
async def accept(context: typer.Context, proposal: ProposalArgument) -> int:
    """Merge the two entities of a proposal. "doxa split" undoes it."""
    run: Run = context.obj
    async with asking(run) as ask:
        data = await ask("acceptMerge", id=proposal)
    run.result(data)
    run.out.print(entity_title(data["entity"], "stands for all called"))
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
    async with asking(run) as ask:
        run.result(await ask("dismissMerge", id=proposal, reason=reason))
    run.out.print("dismissed: they are not proposed again")
    return 0


async def _show(ask: Ask, run: Run, status: ProposalStatus, more: Mapping[str, Any]) -> None:
    page = (await ask("mergeProposals", status=status, first=PAGE))["mergeProposals"]
    found = [edge["node"] for edge in page["edges"]]
    run.result({**more, "mergeProposals": found, **page["pageInfo"]})
    if not found:
        run.out.print(f"no proposals are {status.value.lower()}")
        return
    shown = table(f"tenant {run.tenant}", "proposal", "one", "other", "score", "because")
    for one in found:
        names = [escape(one[side]["name"]) for side in ("one", "other")]
        shown.add_row(one["id"], *names, f"{one['score']:.2f}", escape("; ".join(one["reasons"])))
    run.out.print(shown)
