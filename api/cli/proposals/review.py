"""The commands review list, approve and reject: what the gate has stopped for a person."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.markup import escape

from api.cli.asking import asking
from api.cli.render import about, day, table
from api.cli.run import LimitOption, ReasonOption, Run, TenantCommand
from graph.errors import InvalidArgument

app = typer.Typer(help="What the gate stopped and waits for a person: list, approve, reject.")

MemoriesArgument = Annotated[
    list[str], typer.Argument(metavar="MEMORY...", help="The ids of memories that wait.")
]


@app.command("list", cls=TenantCommand, epilog="Example: doxa review list --limit 20")
async def list_queue(
    context: typer.Context,
    *,
    limit: LimitOption = 1_000,
) -> int:
    """List what waits for a person, the oldest first, with the gate and the reason."""
    run: Run = context.obj
    async with asking(run) as ask:
        data = await ask.pages("reviewQueue", "reviewQueue", limit=limit)
    run.result(data)
    found = data["reviewQueue"]
    if not found:
        run.out.print(f"tenant {run.tenant}: nothing waits for a review")
        return 0
    shown = table(f"tenant {run.tenant}", "memory", "says", "about", "waits", "why", "since")
    for one in found:
        waits = one["waits"]
        shown.add_row(
            one["id"],
            escape(one["text"]),
            about(one),
            waits["as"],
            escape(f"{waits['gate']}: {waits['reason']}"),
            day(waits["since"]),
        )
    run.out.print(shown)
    return 0


@app.command(
    cls=TenantCommand, epilog="Example: doxa review approve m_81c0 --reason 'checked with Mike'"
)
async def approve(
    context: typer.Context,
    memories: MemoriesArgument,
    *,
    value: Annotated[
        str | None,
        typer.Option("--value", help="Approve one as this value.", show_default=False),
    ] = None,
    reason: ReasonOption = None,
) -> int:
    """Have them asserted now, each with its own time of saying."""
    run: Run = context.obj
    if value is not None and len(memories) > 1:
        raise InvalidArgument(
            "it is the value of one memory", field="--value", hint="approve one at a time"
        )
    async with asking(run) as ask:
        if value is not None:
            done = await ask("review", memory=memories[0], reason=reason, value=value)
            found = [done["memory"]]
        else:
            given = {"memories": memories, "approve": True, "reason": reason}
            found = (await ask("reviewMany", **given))["memories"]
    run.result({"memories": found})
    for one in found:
        run.out.print(f"{one['id']} {one['status']}: {one['text']}", markup=False)
    return 0


@app.command(cls=TenantCommand, epilog="Example: doxa review reject m_81c0 --reason 'a joke'")
async def reject(
    context: typer.Context, memories: MemoriesArgument, *, reason: ReasonOption = None
) -> int:
    """Turn them away: they leave the queue, and are kept with who said so and why."""
    run: Run = context.obj
    async with asking(run) as ask:
        await ask("reviewMany", memories=memories, approve=False, reason=reason)
    run.result({"rejected": list(memories)})
    run.out.print(f"turned away: {len(set(memories))}")
    return 0
