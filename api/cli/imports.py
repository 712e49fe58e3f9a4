"""The command import: conversations as other programs export them."""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import typer

from api.cli.failures import visible
from api.cli.intake import NoEmbedOption, remember
from api.cli.render import time
from api.cli.run import Run, TenantCommand
from api.files.imports.formats import READERS, Imported, read_export
from api.files.imports.items import DateOrder, ImportOptions
from graph.clock import zone_of
from graph.errors import Empty
from graph.model.commands import NAME_MAX, optional_name
from graph.model.scopes import COMMON_VISIBILITY, read_visibility

app = typer.Typer()

SHOWN = 5
EXCERPT = 80


@app.command("import", cls=TenantCommand, epilog="Example: doxa import chatgpt export.zip")
async def import_export(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="FORMAT", help=f"One of {', '.join(READERS)}.")],
    path: Annotated[
        Path, typer.Argument(metavar="PATH", help="The export: a file, a folder or a ZIP archive.")
    ],
    *,
    speaker: Annotated[
        str | None,
        typer.Option("--speaker", metavar="NAME", help="Who is called the user in the export."),
    ] = None,
    time_zone: Annotated[
        str | None,
        typer.Option(
            "--time-zone", metavar="ZONE", help="Where clock times without a zone are of."
        ),
    ] = None,
    date_order: Annotated[
        DateOrder | None,
        typer.Option("--date-order", help="The order of dates that do not tell it."),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say what would be read, and what left out.")
    ] = False,
    no_wait: Annotated[
        bool, typer.Option("--no-wait", help="Only accept; a service reads later.")
    ] = False,
    no_embed: NoEmbedOption = False,
    visibility: Annotated[
        str, typer.Option("--visibility", help="Who sees it: tenant, or user:SUBJECT.")
    ] = COMMON_VISIBILITY,
) -> int:
    """Remember conversations that another program has exported.

    Formats: chatgpt, claude, email (mbox), slack, whatsapp. The messages are read in the order in
    which they were said; ids are those of the export, so the same import again adds nothing, and an
    interrupted one goes on. What is no statement of anybody is left out, and counted by reason.
    """
    run: Run = context.obj
    scope = read_visibility(visibility, field="--visibility")
    given = ImportOptions(
        optional_name(speaker, NAME_MAX, field="--speaker"),
        None if time_zone is None else zone_of(time_zone, field="--time-zone"),
        date_order,
    )
    imported = await asyncio.to_thread(read_export, name, path, given)
    if not imported.lines:
        raise Empty(
            "there is no message in it",
            field="PATH",
            hint=", ".join(f"{why}: {n}" for why, n in imported.left_out.items()) or "name another",
        )
    if dry_run:
        found = _document(imported)
        run.result(found)
        _print(run, imported, found)
        return 0
    _warn(imported)
    return await remember(
        run,
        imported.lines,
        scope,
        no_wait=no_wait,
        batch=False,
        embed=not no_embed,
        priority=0,
    )


def _document(imported: Imported) -> dict[str, Any]:
    messages = imported.messages
    return {
        "messages": len(messages),
        "sessions": len({one.session for one in messages}),
        "speakers": dict(Counter(one.message.speaker or "user" for one in messages).most_common()),
        "from": time(messages[0].message.occurred_at) if messages else None,
        "to": time(messages[-1].message.occurred_at) if messages else None,
        "refused": len(imported.lines) - len(messages),
        "leftOut": dict(imported.left_out),
    }


def _print(run: Run, imported: Imported, summary: dict[str, Any]) -> None:
    run.out.print(
        f"{summary['messages']:,} messages in {summary['sessions']:,} sessions,"
        f" {summary['from']} to {summary['to']}",
        markup=False,
    )
    for speaker, count in summary["speakers"].items():
        run.out.print(f"  {speaker}: {count:,}", markup=False)
    for one in imported.messages[:SHOWN]:
        words = visible(" ".join(one.message.text.split()))[:EXCERPT]
        run.out.print(f"  {one.message.speaker or 'user'}: {words}", markup=False)
    _warn(imported)
    run.out.print("nothing was imported: leave out --dry-run to do it", markup=False)


def _warn(imported: Imported) -> None:
    for why, count in imported.left_out.most_common():
        place = imported.places[why]
        sys.stderr.write(visible(f"left out: {count:,} × {why} (first: {place})") + "\n")
