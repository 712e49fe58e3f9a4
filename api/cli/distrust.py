"""The work of ``doxa distrust``: what falls with a source, and what holds instead."""

from __future__ import annotations

from typing import Any

from rich.markup import escape
from rich.table import Table

from api.cli_run import Run
from api.cli_show import Known, about, belief_document, end, start, table, time
from graph.changes import BeliefChange
from graph.distrust import Distrusted
from graph.distrust import distrust as take_out
from graph.errors import DoxaError
from graph.sources import Source

SHOWN_MAX = 50

_OPTIONS = {
    "input": "--session",
    "input.session": "--session",
    "input.speaker": "--speaker",
    "input.extractor": "--extractor",
    "input.since": "--since",
    "input.reason": "--reason",
}


async def distrust(run: Run, source: Source, reason: str, *, apply: bool) -> int:
    """Print what falls with a source and what holds instead; do it only if told to."""
    async with run.store() as db:
        try:
            found = await take_out(db, run.caller, source, reason, dry_run=not apply)
        except DoxaError as error:
            error.field = _OPTIONS.get(error.field or "", error.field)
            raise
        told = [belief for one in found.changes for belief in (*one.inserted, *one.retired)]
        known = await Known.about(db, run.caller, told)
    run.result(_document(found, known, applied=apply))
    run.out.print(_sentence(found, applied=apply))
    if found.changes:
        run.out.print(_table(found.changes[:SHOWN_MAX], known))
    if found.changed > SHOWN_MAX:
        run.out.print(f"… and {found.changed - SHOWN_MAX:,} more; --json tells them")
    return 0


def _document(found: Distrusted, known: Known, *, applied: bool) -> dict[str, Any]:
    return {
        "applied": applied,
        "revoked": found.revoked,
        "changed": found.changed,
        "changes": [
            {
                "at": time(one.at),
                "inserted": [belief_document(belief, known) for belief in one.inserted],
                "retired": [belief_document(belief, known) for belief in one.retired],
            }
            for one in found.changes
        ],
    }


def _sentence(found: Distrusted, *, applied: bool) -> str:
    what = f"{found.revoked:,} memor{'y' if found.revoked == 1 else 'ies'}"
    where = f"beliefs about {found.changed:,} thing{'' if found.changed == 1 else 's'}"
    if applied:
        return f"{what} taken back; {where} changed"
    return f"{what} would be taken back; {where} would change (--apply does it)"


def _table(changes: tuple[BeliefChange, ...], known: Known) -> Table:
    shown = table(None, "", "entity", "attribute", "value", "from", "until")
    for change in changes:
        for mark, beliefs in (("[red]-[/]", change.retired), ("[green]+[/]", change.inserted)):
            for one in beliefs:
                whose, what = escape(known.name(one.entity)), escape(known.value(one))
                about_it = about(one.attribute, one.context)
                shown.add_row(mark, whose, about_it, what, start(one), end(one))
        shown.add_section()
    return shown
