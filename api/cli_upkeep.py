"""The commands that look after a store: loops, rebuild and reembed."""

from __future__ import annotations

from typing import Annotated

import typer

from api.cli_run import TENANT, DataOption, JsonOption, Run, VerboseOption, command, run

app = typer.Typer()


@command(app)
def loops(
    this: Run,
    *,
    days: Annotated[
        float | None,
        typer.Option(
            help="Within how many days of the world's time.",
            show_default="DOXA_LOOP_WINDOW_DAYS",
        ),
    ] = None,
    least: Annotated[
        int | None,
        typer.Option("--min", help="How many changes.", show_default="DOXA_LOOP_BOUNDARIES"),
    ] = None,
) -> int:
    """What kept changing between values: entities and attributes to look into, latest first."""
    from api import cli_upkeep_work  # noqa: PLC0415 -- each command loads only what it needs

    return run(cli_upkeep_work.loops(this, days, least))


@command(app)
def rebuild(this: Run) -> int:
    """Put right what is derived from claims, at every time at which it was known.

    Where the beliefs are what the claims add up to, nothing is changed. Run it again where it was
    cut off.
    """
    from api import cli_upkeep_work  # noqa: PLC0415 -- each command loads only what it needs

    return run(cli_upkeep_work.rebuild(this))


@app.command()
def reembed(
    *,
    data: DataOption = None,
    as_json: JsonOption = False,
    verbose: VerboseOption = False,
) -> int:
    """Give every memory of every tenant a vector of the model that DOXA_EMBEDDING_MODEL names.

    Makes those that are missing; where the store's are another model's, makes all again. Until that
    is done the former ones serve, to processes that run with that model. Run it again where it was
    cut off.
    """
    this = Run.of(data, TENANT, as_json=as_json, verbose=verbose)
    from api import cli_upkeep_work  # noqa: PLC0415 -- each command loads only what it needs

    return run(cli_upkeep_work.reembed(this))
