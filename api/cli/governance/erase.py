"""The command erase: have nothing left of an entity, a memory, an episode or a session."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.markup import escape

from api.cli.queries import entity_called
from api.cli.render import table, time
from api.cli.run import Run, TenantCommand
from graph.erasure.erase import erase as erase_subject
from graph.erasure.erase import erase_session
from graph.erasure.receipts import ErasureReceipt
from graph.errors import InvalidArgument
from graph.progress import elapsed

app = typer.Typer()


@app.command(cls=TenantCommand, epilog="Example: doxa erase Mike --reason 'asked for it'")
async def erase(
    context: typer.Context,
    entity: Annotated[
        str | None,
        typer.Argument(help="The entity's name or id; with it goes its whole identity."),
    ] = None,
    *,
    reason: Annotated[str, typer.Option(help="Why; it is kept in the audit.")],
    memory: Annotated[
        str | None, typer.Option(help="A memory, by its id.", show_default=False)
    ] = None,
    episode: Annotated[
        str | None, typer.Option(help="An episode, by its id.", show_default=False)
    ] = None,
    session: Annotated[
        str | None, typer.Option(help="A session, by its name.", show_default=False)
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask; it cannot be undone.")] = False,
) -> int:
    """Erase what is known of a subject, and keep it from coming back; exit 1 if any is left.

    It goes on both axes, from everything that was made of it. What others rest on stays, masked.
    """
    run: Run = context.obj
    named = {"ENTITY": entity, "--memory": memory, "--episode": episode, "--session": session}
    given = {name: value for name, value in named.items() if value is not None}
    if len(given) != 1:
        raise InvalidArgument(
            f"{len(given)} things to erase", field="ENTITY", hint=f"name one of {', '.join(named)}"
        )
    if not yes:
        typer.confirm(f"Erase {next(iter(given.values()))}? It cannot be undone.", abort=True)
    async with run.store() as db, elapsed("erasing"):
        if session is not None:
            receipt = await erase_session(db, run.caller, session, reason)
        else:
            subject = memory or episode
            if entity is not None:
                subject = (await entity_called(db, run.caller, entity)).id
            receipt = await erase_subject(db, run.caller, subject or "", reason)
    run.result(_document(receipt))
    _show(run, receipt)
    return 0 if receipt.complete else 1


def _show(run: Run, receipt: ErasureReceipt) -> None:
    shown = table(f"erasure {escape(receipt.id)}", "deleted", "number")
    for kind, number in sorted(receipt.deleted.items()):
        if number:
            shown.add_row(kind, f"{number:,}")
    run.out.print(shown)
    if receipt.complete:
        run.out.print("nothing of it is left")
    else:
        run.out.print(f"{receipt.residue:,} places are left; the task erasures goes on")


def _document(receipt: ErasureReceipt) -> dict[str, Any]:
    return {
        "id": receipt.id,
        "subject": receipt.subject,
        "at": time(receipt.at),
        "deleted": dict(receipt.deleted),
        "residue": receipt.residue,
        "complete": receipt.complete,
    }
