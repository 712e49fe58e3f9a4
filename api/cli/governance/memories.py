"""The commands confirm and revoke: one memory still holds, or is taken back."""

from __future__ import annotations

from typing import Annotated

import typer

from api.cli.render import Known, memory_document
from api.cli.run import MemoryArgument, Run, TenantCommand
from graph.database.session import Session
from graph.read import reads
from graph.write import revocation

app = typer.Typer()


@app.command(cls=TenantCommand, epilog="Example: doxa confirm m_81c0")
async def confirm(context: typer.Context, memory: MemoryArgument) -> int:
    """Record that a memory still holds; its confidence rises."""
    run: Run = context.obj
    async with run.store() as db:
        await revocation.confirm_memory(db, run.caller, memory, None)
        return await _show(db, run, memory)


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
    run: Run = context.obj
    async with run.store() as db:
        await revocation.revoke_memory(db, run.caller, memory, reason, reject=not no_reject)
        return await _show(db, run, memory)


async def _show(db: Session, run: Run, memory: str) -> int:
    found = (await reads.memories_by_id(db, run.caller, [memory]))[memory]
    known = await Known.named_by(db, run.caller, [found])
    run.result({"memory": memory_document(found, known)})
    sure = f"confidence {found.current_confidence:.2f}"
    run.out.print(f"{found.id} {found.status.value}, {sure}: {found.text}", markup=False)
    return 0
