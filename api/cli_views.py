"""The commands that compare and carry away: diff and export."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from api.cli_run import EntityArgument, Run, command, moment, run

app = typer.Typer()


class Form(StrEnum):
    """What an export can look like."""

    JSONL = "jsonl"
    GRAPHML = "graphml"
    TRIG = "trig"


def _point(option: str, meaning: str) -> Any:
    """One coordinate of a point; what is left out is now."""
    return typer.Option(option, metavar="TIME", help=f"{meaning} Default: now.", show_default=False)


@command(app)
def diff(
    this: Run,
    entity: EntityArgument,
    *,
    from_valid: Annotated[
        str | None, _point("--from-valid", "What held then, in the world.")
    ] = None,
    from_system: Annotated[str | None, _point("--from-system", "As it was known then.")] = None,
    to_valid: Annotated[str | None, _point("--to-valid", "Against what held then.")] = None,
    to_system: Annotated[str | None, _point("--to-system", "As it was known then.")] = None,
) -> int:
    """What changed in what is believed of an entity, between any two points on both time axes."""
    before = moment(from_valid, "--from-valid"), moment(from_system, "--from-system")
    after = moment(to_valid, "--to-valid"), moment(to_system, "--to-system")
    from api import cli_reads  # noqa: PLC0415 -- each command loads only what it needs

    return run(cli_reads.diff(this, entity, before, after))


@command(app)
def export(
    this: Run,
    *,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="Where to.", show_default="stdout"),
    ] = None,
    form: Annotated[
        Form,
        typer.Option("--format", help="jsonl is the export; graphml and trig (PROV-O) are views."),
    ] = Form.JSONL,
    valid_at: Annotated[str | None, _point("--valid-at", "Of a view: what held then.")] = None,
    system_at: Annotated[str | None, _point("--system-at", "Of a view: as known then.")] = None,
) -> int:
    """Carry a tenant away: everything it was told, in order of recording, as JSON Lines.

    `doxa load --replay FILE` brings it into another tenant, with every system time. GraphML and
    TriG show what is believed at one point, and where it comes from; they cannot be loaded.
    """
    at = moment(valid_at, "--valid-at"), moment(system_at, "--system-at")
    from api import cli_export_work  # noqa: PLC0415 -- each command loads only what it needs

    return run(cli_export_work.export(this, output, form.value, at))
