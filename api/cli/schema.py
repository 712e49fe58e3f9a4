"""The command schema: what the GraphQL service can be asked, for whoever generates a client."""

from __future__ import annotations

from importlib.resources import files

import typer

from api.cli.run import OutputOption, Run, TenantCommand, open_output

app = typer.Typer()


@app.command(cls=TenantCommand, epilog="Example: doxa schema > schema.graphql")
def schema(context: typer.Context, *, output: OutputOption = None) -> int:
    """Print the schema of the GraphQL service in SDL, as generators of clients read it.

    It is that of this version, the same for every tenant and role; no service need run.
    """
    run: Run = context.obj
    # It is kept in a file, because making it of its classes takes a second.
    sdl = files("api.graphql").joinpath("schema.graphql").read_text(encoding="utf-8")
    if output is None and run.json:
        run.result({"schema": sdl})
        return 0
    with open_output(output) as write:
        write(sdl)
    if output is not None:
        run.result({"file": str(output)})
    return 0
