"""The command mcp: the server of the Model Context Protocol on standard input and output."""

from __future__ import annotations

import asyncio
import json
import shlex
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from api.cli.run import Run, TenantCommand, actor
from api.service.access_tokens import token_key
from graph.model.records import Caller
from graph.settings import Settings
from graph.vocabulary import Role

if TYPE_CHECKING:
    from api.graphql.request.context import Services

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
    print_config: Annotated[
        bool,
        typer.Option(
            "--print-config",
            help="Print what to give a client so that it starts this; start nothing.",
        ),
    ] = False,
) -> int:
    """Serve agents over MCP on standard input and output; clients start it themselves.

    What the model says has a model's authority. What only a person decides is asked of you through
    the client. Jobs are worked off meanwhile. The protocol is answered at once; the first tool
    waits for the store.
    """
    run: Run = context.obj
    if print_config:
        _print_config(run, _arguments(run, name, role, relay=relay))
        return 0
    # The protocol and the schema take a second to load, which no other command should wait for.
    from api.mcp_server.asking import Asking  # noqa: PLC0415
    from api.mcp_server.opening import OpeningStore  # noqa: PLC0415
    from api.mcp_server.server import build  # noqa: PLC0415

    caller = Caller(run.tenant, actor() if name is None else name, role)
    key = token_key(run.data, run.settings.token_key.get_secret_value())
    store = OpeningStore(partial(_running, run.settings, key))
    server = build(Asking(store.services, lambda _services, _context: caller, relays=relay))
    async with store.begun():
        await server.run_stdio_async()
    return 0


def _arguments(run: Run, name: str | None, role: Role, *, relay: bool) -> list[str]:
    """Return the words by which a client starts this program on the same data, from whatever
    folder.
    """
    words = ["mcp", "--tenant", run.tenant]
    if run.settings.data is not None:
        words += ["--data", str(run.settings.data.absolute())]
    if name is not None:
        words += ["--actor", name]
    if role is not Role.OWNER:
        words += ["--role", role.value]
    return [*words, "--relay"] if relay else words


def _print_config(run: Run, words: list[str]) -> None:
    """Print the entry of a client's file, and the command that makes it in Claude Code."""
    program = str(Path(sys.argv[0]).absolute())
    entry = {"mcpServers": {"doxa": {"command": program, "args": words}}}
    run.result(entry)
    out = run.out
    out.print("Claude Code:\n")
    out.print(
        f"  {shlex.join(['claude', 'mcp', 'add', 'doxa', '--', program, *words])}",
        markup=False,
        soft_wrap=True,
    )
    out.print("\nClaude Desktop (Settings, Developer, Edit Config) and most other clients:\n")
    out.print(json.dumps(entry, ensure_ascii=False, indent=2), markup=False, soft_wrap=True)


@asynccontextmanager
async def _running(settings: Settings, key: bytes) -> AsyncGenerator[Services]:
    """Provide the store open and the workers at work; what they need is loaded beside the
    protocol.
    """
    service, _ = await asyncio.gather(
        asyncio.to_thread(import_module, "api.service.app"),
        asyncio.to_thread(import_module, "api.graphql.schema"),
    )
    async with service.running(settings, key) as services:
        yield services
