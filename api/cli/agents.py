"""The command mcp: the server of the Model Context Protocol on standard input and output."""

from __future__ import annotations

from typing import Annotated

import typer

from api.cli.run import Run, TenantCommand, actor
from api.service.tokens import token_key
from graph.model.records import Caller
from graph.vocabulary import Role

app = typer.Typer()


@app.command(cls=TenantCommand, epilog="Example: doxa mcp --relay")
async def mcp(
    context: typer.Context,
    *,
    name: Annotated[
        str | None,
        typer.Option(
            "--actor", help="The subject in the audit log.", show_default="your user name"
        ),
    ] = None,
    role: Annotated[
        Role, typer.Option(help="What you may decide when you are asked.")
    ] = Role.OWNER,
    relay: Annotated[
        bool,
        typer.Option(
            help="What the agent passes on as said counts as said by you. Without it, it waits for"
            " `doxa review`, as all that a model writes."
        ),
    ] = False,
) -> int:
    """Serve agents over MCP on standard input and output; clients start it themselves.

    What the model says has a model's authority. What only a person decides is asked of you through
    the client. Jobs are worked off meanwhile.
    """
    run: Run = context.obj
    # The protocol and the schema take a second to load, which no other command should wait for.
    from api.mcp_server.asking import Asking  # noqa: PLC0415
    from api.mcp_server.server import build  # noqa: PLC0415
    from api.service.app import running  # noqa: PLC0415

    caller = Caller(run.tenant, actor() if name is None else name, role)
    key = token_key(run.data, run.settings.token_key.get_secret_value())
    async with running(run.settings, key) as services:
        server = build(Asking(lambda: services, lambda _services, _context: caller, relays=relay))
        await server.run_stdio_async()
    return 0
