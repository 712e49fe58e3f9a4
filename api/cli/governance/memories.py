"""The commands confirm and revoke: one memory still holds, or is taken back."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from api.cli.asking import asking
from api.cli.run import MemoryArgument, Run, TenantCommand

app = typer.Typer()


@app.command(cls=TenantCommand, epilog="Example: doxa confirm m_81c0")
async def confirm(context: typer.Context, memory: MemoryArgument) -> int:
    """Record that a memory still holds; its confidence rises."""
    return await _change(context.obj, "confirm", id=memory)


@app.command(cls=TenantCommand, epilog="Example: doxa revoke m_81c0 --reason 'a misprint'")
async def revoke(
    context: typer.Context,
    memory: MemoryArgument,
    *,
    reason: Annotated[str, typer.Option("--reason", help="Why; it is kept in the audit.")],
    no_reject: Annotated[
        bool, typer.Option("--no-reject", help="Believe the value again when it is next said.")
    ] = False,
) -> int:
    """Take a memory back, as if it had never been said, and reject its value."""
    given = {"id": memory, "reason": reason, "reject": not no_reject}
    return await _change(context.obj, "revoke", **given)


async def _change(run: Run, operation: str, **variables: Any) -> int:
    async with asking(run) as ask:
        done = await ask(operation, **variables)
    run.result(done)
    memory = done["memory"]
    sure = f"confidence {memory['currentConfidence']:.2f}"
    run.out.print(f"{memory['id']} {memory['status']}, {sure}: {memory['text']}", markup=False)
    return 0
