"""The command that tells what is known of attributes."""

from __future__ import annotations

from typing import Annotated

import typer

from api.cli_run import Run, command, run

app = typer.Typer()


@command(app)
def attributes(
    this: Run,
    *,
    undeclared: Annotated[
        bool, typer.Option("--undeclared", help="Only those that nobody has declared.")
    ] = False,
) -> int:
    """What the registry says of attributes: the built-in ones and the tenant's own.

    One that a claim brought in is undeclared until somebody defines it: look whether it is another
    name for one that is known, and whether it holds one value at a time or many.
    """
    from api import cli_attributes_work  # noqa: PLC0415 -- each command loads only what it needs

    return run(cli_attributes_work.attributes(this, undeclared=undeclared))
