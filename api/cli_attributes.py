"""The command that tells what is known of attributes."""

from __future__ import annotations

from typing import Annotated

import typer

from api.cli_run import TENANT, DataOption, JsonOption, Run, TenantOption, VerboseOption, run

app = typer.Typer()


@app.command()
def attributes(
    *,
    undeclared: Annotated[
        bool, typer.Option("--undeclared", help="Only those that nobody has declared.")
    ] = False,
    data: DataOption = None,
    tenant: TenantOption = TENANT,
    as_json: JsonOption = False,
    verbose: VerboseOption = False,
) -> int:
    """What the registry says of attributes: the built-in ones and the tenant's own.

    One that a claim brought in is undeclared until somebody defines it: look whether it is another
    name for one that is known, and whether it holds one value at a time or many.
    """
    this = Run.of(data, tenant, as_json=as_json, verbose=verbose)
    from api import cli_attributes_work  # noqa: PLC0415 -- each command loads only what it needs

    return run(cli_attributes_work.attributes(this, undeclared=undeclared))
