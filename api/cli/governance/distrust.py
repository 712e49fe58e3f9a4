"""The command distrust: revoke what came from a source, and show what holds instead."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from api.cli.render import Known, about, belief_document, end, start, table, time
from api.cli.run import Run, TenantCommand, time_option
from graph.errors import DoxaError
from graph.model.records import BeliefChange
from graph.progress import tell_elapsed
from graph.vocabulary import SourceKind
from graph.write.distrust import Distrusted
from graph.write.distrust import distrust as revoke_source
from graph.write.sources import Source

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
    source = Source(session, source_kind, speaker, extractor, since)
    async with run.store() as db, tell_elapsed("following what rests on it"):
        try:
            found = await revoke_source(db, run.caller, source, reason, dry_run=not apply)
        except DoxaError as error:
            error.field = _option(error.field)
            raise
        beliefs = [belief for one in found.changes for belief in (*one.inserted, *one.retired)]
        known = await Known.about(db, run.caller, beliefs)
    run.result(_document(found, known, applied=apply))
    run.out.print(_sentence(found, applied=apply))
    if found.changes:
        run.out.print(_table(found.changes[:SHOWN_MAX], known))
    if found.changed > SHOWN_MAX:
        run.out.print(f"… and {found.changed - SHOWN_MAX:,} more; --json lists them")
    return 0


def _option(field: str | None) -> str:
    """Return the option that a field of the source is given by."""
    last = (field or "").removeprefix("input").strip(".")
    return f"--{last.replace('_', '-')}" if last else "--session"


def _document(result: Distrusted, records: Known, *, applied: bool) -> dict[str, Any]:
    return {
        "applied": applied,
        "revoked": result.revoked,
        "changed": result.changed,
        "changes": [
            {
                "at": time(one.at),
                "inserted": [belief_document(belief, records) for belief in one.inserted],
                "retired": [belief_document(belief, records) for belief in one.retired],
            }
            for one in result.changes
        ],
    }


def _sentence(result: Distrusted, *, applied: bool) -> str:
    what = f"{result.revoked:,} memor{'y' if result.revoked == 1 else 'ies'}"
    where = f"beliefs about {result.changed:,} thing{'' if result.changed == 1 else 's'}"
    if applied:
        return f"{what} revoked; {where} changed"
    return f"{what} would be revoked; {where} would change (--apply does it)"


def _table(changes: tuple[BeliefChange, ...], records: Known) -> Table:
    shown = table(None, "", "entity", "attribute", "value", "from", "until")
    for change in changes:
        for mark, beliefs in (("[red]-[/]", change.retired), ("[green]+[/]", change.inserted)):
            for one in beliefs:
                whose, what = escape(records.name(one.entity)), escape(records.value(one))
                about_it = about(one.attribute, one.context)
                shown.add_row(mark, whose, about_it, what, start(one), end(one))
        shown.add_section()
    return shown
