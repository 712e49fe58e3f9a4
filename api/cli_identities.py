"""The commands about which entities are one, and how two hang together: merge, split, path."""

from __future__ import annotations

from typing import Annotated

import typer

from api.cli_run import Run, command, run

app = typer.Typer()

Named = Annotated[str, typer.Argument(help="A name, an alias, an external id, or an id.")]


@command(app)
def merge(
    this: Run,
    keep: Named,
    absorb: Named,
) -> int:
    """Say that two entities are one: KEEP stands for ABSORB from now on.

    What was claimed stays as it was claimed, so a split undoes it.
    """
    from api import cli_identity_work  # noqa: PLC0415 -- each command loads only what it needs

    return run(cli_identity_work.merge(this, keep, absorb))


@command(app)
def split(
    this: Run,
    absorbed: Annotated[str, typer.Argument(help="The absorbed entity's id, or its own name.")],
) -> int:
    """Say that an absorbed entity is one of its own after all, as before it was merged."""
    from api import cli_identity_work  # noqa: PLC0415 -- each command loads only what it needs

    return run(cli_identity_work.split(this, absorbed))


@command(app)
def path(
    this: Run,
    start: Annotated[str, typer.Argument(metavar="FROM", help="A name, an alias or an id.")],
    end: Annotated[str, typer.Argument(metavar="TO", help="A name, an alias or an id.")],
    *,
    depth: Annotated[int, typer.Option("--depth", help="How many relations at most.")] = 4,
) -> int:
    """Show a shortest way from one entity to another over what is believed now."""
    from api import cli_reads  # noqa: PLC0415 -- each command loads only what it needs

    return run(cli_reads.path(this, start, end, depth))
