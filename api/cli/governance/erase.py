"""The command erase: have nothing left of an entity, a memory, an episode or a session."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Annotated, Any

import typer
from rich.markup import escape

from api.cli.asking import asking
from api.cli.render import table, time
from api.cli.run import Run, TenantCommand
from graph.database.session import Session
from graph.errors import InvalidArgument
from graph.governance.erasure.erase import (
    ErasurePreview,
    erase_session,
    preview_erasure,
    preview_session_erasure,
)
from graph.governance.erasure.erase import erase as erase_subject
from graph.governance.erasure.receipts import ErasureReceipt
from graph.progress import tell_elapsed

app = typer.Typer()

Preview = Callable[[str], Awaitable[ErasurePreview]]
CarryOut = Callable[[str, str], Awaitable[ErasureReceipt]]

# Memories that are told one by one before an erasure.
PREVIEWED_MAX = 20


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
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say what would go; nothing is changed.")
    ] = False,
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
    async with asking(run) as ask:
        preview, carry_out = _steps(ask.db, run, session)
        subject = session or memory or episode or ""
        if entity is not None:
            subject = (await ask.entity(entity))["id"]
        if dry_run or not yes:
            found = await preview(subject)
            _show_preview(run, found)
            if dry_run:
                run.result(_preview_document(found))
                return 0
            typer.confirm(f"Erase {next(iter(given.values()))}? It cannot be undone.", abort=True)
        async with tell_elapsed("erasing"):
            receipt = await carry_out(subject, reason)
    run.result(_document(receipt))
    _show(run, receipt)
    return 0 if receipt.complete else 1


def _steps(db: Session, run: Run, session: str | None) -> tuple[Preview, CarryOut]:
    """Return what looks at an erasure, and what carries it out: of a session, or of anything
    else.
    """
    if session is not None:
        steps = preview_session_erasure, erase_session
    else:
        steps = preview_erasure, erase_subject
    return partial(steps[0], db, run.caller), partial(steps[1], db, run.caller)


def _show_preview(run: Run, preview: ErasurePreview) -> None:
    """Say what would go before it does."""
    run.out.print(
        f"would go: memories {len(preview.memories):,}, episodes {preview.episodes:,};"
        f" would be masked: episodes {preview.masked:,}"
    )
    for name in preview.entities:
        run.out.print(f"  all that is known of {escape(name)}")
    for said in preview.memories[:PREVIEWED_MAX]:
        run.out.print(f"  - {escape(said)}")
    if len(preview.memories) > PREVIEWED_MAX:
        run.out.print(f"  and {len(preview.memories) - PREVIEWED_MAX:,} more")


def _preview_document(preview: ErasurePreview) -> dict[str, Any]:
    return {
        "memories": list(preview.memories),
        "entities": list(preview.entities),
        "episodes": preview.episodes,
        "masked": preview.masked,
    }


def _show(run: Run, receipt: ErasureReceipt) -> None:
    # Whole, however narrow the table is: it is there to be copied.
    run.out.print(f"erasure {receipt.id}", markup=False, soft_wrap=True)
    shown = table(None, "deleted", "number")
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
