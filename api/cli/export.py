"""The command export: a tenant's history, or a view of its beliefs, as a file."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from datetime import datetime
from enum import StrEnum
from typing import Annotated

import typer

from api.cli.asking import as_of
from api.cli.run import OutputOption, Run, TenantCommand, open_output, time_option
from api.files.graphml import graphml
from api.files.prov_trig import trig
from graph.database.session import Session
from graph.errors import InvalidArgument
from graph.history.export.export import export as export_lines
from graph.history.file_format.conversion import encode_line
from graph.model.records import AsOf, Caller
from graph.progress import Say, show_progress

app = typer.Typer()


class Form(StrEnum):
    """The formats of an export."""

    JSONL = "jsonl"
    GRAPHML = "graphml"
    TRIG = "trig"


@app.command(cls=TenantCommand, epilog="Example: doxa export -o history.jsonl")
async def export(
    context: typer.Context,
    *,
    output: OutputOption = None,
    form: Annotated[
        Form,
        typer.Option("--format", help="jsonl is the export; graphml and trig (PROV-O) are views."),
    ] = Form.JSONL,
    valid_at: Annotated[
        datetime | None, time_option("--valid-at", "Of a view: what held then. Default: now.")
    ] = None,
    system_at: Annotated[
        datetime | None, time_option("--system-at", "Of a view: as known then. Default: now.")
    ] = None,
) -> int:
    """Export a tenant's complete history as JSON Lines.

    `doxa load --replay FILE` restores it into another tenant, with every system time. GraphML and
    TriG are views of what is believed at one point, with its sources; they cannot be loaded.
    """
    run: Run = context.obj
    if form is Form.JSONL and (valid_at or system_at):
        raise InvalidArgument(
            "an export is of all times",
            field="--valid-at" if valid_at else "--system-at",
            hint="leave it out, or choose the view: --format graphml, --format trig",
        )
    began = time.monotonic()
    with show_progress() as say, open_output(output) as write:
        async with run.store() as db:
            pieces = _pieces(db, run.caller, form, as_of(db, run.caller, valid_at, system_at))
            lines = await _copied(pieces, write, say)
    if output is not None:
        seconds = round(time.monotonic() - began, 3)
        run.result(
            {
                "file": str(output),
                "format": form.value,
                "lines": lines,
                "seconds": seconds,
            }
        )
        run.out.print(f"{lines:,} {_noun(lines)} in {seconds:.1f} s, in ", end="")
        run.out.print(str(output), markup=False)
    return 0


def _pieces(db: Session, caller: Caller, form: Form, at: AsOf) -> AsyncIterator[str]:
    if form is Form.GRAPHML:
        return graphml(db, caller, at)
    return trig(db, caller, at) if form is Form.TRIG else _json_lines(db, caller)


async def _json_lines(db: Session, caller: Caller) -> AsyncIterator[str]:
    async for line in export_lines(db, caller):
        yield encode_line(line)


async def _copied(pieces: AsyncIterator[str], write: Callable[[str], object], say: Say) -> int:
    lines = 0
    async for piece in pieces:
        write(piece)
        lines += piece.count("\n")
        say(f"exported {lines:,} {_noun(lines)} so far")
    return lines


def _noun(lines: int) -> str:
    return "line" if lines == 1 else "lines"
