"""The command distrust: revoke what came from a source, and show what holds instead."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from api.cli.asking import asking
from api.cli.render import Shown, about, end, start, table, value
from api.cli.run import Run, TenantCommand, time_option
from graph.clock import format_instant
from graph.errors import DoxaError
from graph.progress import tell_elapsed
from graph.vocabulary import SourceKind

app = typer.Typer()

SHOWN_MAX = 50


@app.command(
    cls=TenantCommand, epilog="Example: doxa distrust --session s1 --reason 'a test' --apply"
)
async def distrust(
    context: typer.Context,
    *,
    reason: Annotated[str, typer.Option(help="Why; it is kept in the audit.")],
    session: Annotated[
        str | None, typer.Option(help="The session it came from.", show_default=False)
    ] = None,
    source_kind: Annotated[
        SourceKind | None,
        typer.Option(help="The kind of source.", case_sensitive=False, show_default=False),
    ] = None,
    speaker: Annotated[str | None, typer.Option(help="Who said it.", show_default=False)] = None,
    extractor: Annotated[
        str | None, typer.Option(help="The extractor and its version.", show_default=False)
    ] = None,
    since: Annotated[
        datetime | None, time_option("--since", "Only what was recorded then or later.")
    ] = None,
    apply: Annotated[
        bool, typer.Option("--apply", help="Do it; otherwise only show the effect.")
    ] = False,
) -> int:
    """Revoke all that came from a source; without --apply, show the effect.

    All given conditions must match, at least one of session, source kind, speaker and extractor. A
    large source is revoked in steps; the same command continues an interrupted run.
    """
    run: Run = context.obj
    source = {
        "session": session,
        "sourceKind": source_kind,
        "speaker": speaker,
        "extractor": extractor,
        "since": None if since is None else format_instant(since),
        "reason": reason,
    }
    async with asking(run) as ask, tell_elapsed("following what rests on it"):
        try:
            found = (await ask("distrust", input=source, dryRun=not apply))["done"]
        except DoxaError as error:
            error.field = _option(error.field)
            raise
    run.result({"applied": apply, **found})
    run.out.print(_sentence(found, applied=apply))
    if found["changes"]:
        run.out.print(_table(found["changes"][:SHOWN_MAX]))
    if found["changed"] > SHOWN_MAX:
        run.out.print(f"… and {found['changed'] - SHOWN_MAX:,} more; --json lists them")
    return 0


def _option(field: str | None) -> str:
    """Return the option that a field of the source is given by."""
    last = (field or "").removeprefix("input").strip(".")
    return f"--{last.replace('_', '-')}" if last else "--session"


def _sentence(result: Shown, *, applied: bool) -> str:
    revoked, changed = result["revoked"], result["changed"]
    what = f"{revoked:,} memor{'y' if revoked == 1 else 'ies'}"
    where = f"beliefs about {changed:,} thing{'' if changed == 1 else 's'}"
    if applied:
        return f"{what} revoked; {where} changed"
    return f"{what} would be revoked; {where} would change (--apply does it)"


def _table(changes: list[Shown]) -> Table:
    shown = table(None, "", "entity", "attribute", "value", "from", "until")
    for change in changes:
        for mark, beliefs in (("[red]-[/]", "retired"), ("[green]+[/]", "inserted")):
            for one in change[beliefs]:
                whose, what = escape(one["entity"]["name"]), escape(value(one))
                shown.add_row(mark, whose, about(one), what, start(one), end(one))
        shown.add_section()
    return shown
