"""The command that tells what reading costs and how its answers are: stats."""

from __future__ import annotations

from typing import Annotated

import typer

from api.cli_run import Run, command, run

app = typer.Typer()


@command(app)
def stats(
    this: Run,
    *,
    days: Annotated[int, typer.Option(help="How many days back, today with it.", min=1)] = 7,
) -> int:
    """What the tenant's extractors consumed by day, the budget left, and how their answers were.

    Healthy: 35 to 50 % of answers empty, 40 to 60 % of candidates discarded, hardly any unreadable.
    """
    from api import cli_usage_work  # noqa: PLC0415 -- each command loads only what it needs

    return run(cli_usage_work.stats(this, days))
