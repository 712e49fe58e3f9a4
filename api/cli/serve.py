"""The commands serve, worker and token: the HTTP service, work without it, and access tokens."""

from __future__ import annotations

import asyncio
import shlex
import shutil
import signal
import socket
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from api import logs
from api.cli.run import Run, TenantCommand, actor
from api.service.access.claims import LIFETIME_MAX
from api.service.access_tokens import issue, key_before, lifetime, token_key
from graph import clock
from graph.errors import InvalidArgument, Unauthenticated, Unavailable
from graph.vocabulary import Role

app = typer.Typer()


@app.command(cls=TenantCommand, epilog="Example: doxa serve --port 8000")
def serve(
    context: typer.Context,
    *,
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port; 0 takes a free one.", max=65535)] = 8000,
) -> int:
    """Serve GraphQL and health over HTTP and work off jobs, until stopped.

    GraphQL is at /graphql, health at /health. Callers choose their tenant by token; the tenant
    given here is only that of the token command that is printed.
    """
    run: Run = context.obj
    with listening(host, port) as listener:
        url = url_of(host, listener.getsockname()[1])
        run.result({"url": url, "graphql": f"{url}/graphql", "health": f"{url}/health"})
        run.out.print(f"GraphQL at {url}/graphql, health at {url}/health, as soon as it is ready")
        if run.settings.explorer:
            run.out.print(f"in a browser: {command_line(run, 'explore')}", soft_wrap=True)
        run.out.print(f"a token: {command_line(run, 'token')}", soft_wrap=True)
        began = time.monotonic()
        serve_on(
            run, listener, lambda: run.out.print(f"ready, after {time.monotonic() - began:.1f} s")
        )
    return 0


def serve_on(run: Run, listener: socket.socket, on_ready: Callable[[], None]) -> None:
    """Serve on a listening socket until a signal ends it; ``on_ready`` is called once it answers.

    Raises:
        DoxaError: it could not be started.
    """
    # Strawberry takes a second to load, which no other command should wait for.
    from api.files.conversation_import import import_conversation  # noqa: PLC0415
    from api.service import app as service  # noqa: PLC0415
    from api.service import telemetry  # noqa: PLC0415

    for number in (signal.SIGINT, signal.SIGTERM):
        # The server raises the signal again once it has stopped; by then all is done.
        signal.signal(number, _ignore)
    logs.show_slow_queries()
    with telemetry.exporting():
        asyncio.run(service.serve(run.settings, listener, on_ready, import_conversation))


def url_of(host: str, port: int) -> str:
    """Return the address of a service that listens there, as a URL."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


@app.command(cls=TenantCommand, epilog="Example: doxa worker")
async def worker(context: typer.Context) -> int:
    """Work off jobs without serving; any number of processes may.

    It does the jobs of all tenants until it is stopped, each by one process at a time. Asked to
    stop, it hands back at once what it works on; if it is killed, another goes on when the lease
    runs out.
    """
    run: Run = context.obj
    # The models take a second to load, which no other command should wait for.
    from api.service import embedding_worker, host_clock, telemetry, wake_ups  # noqa: PLC0415
    from api.service.worker import Worker  # noqa: PLC0415
    from graph.history.integrity.erasure_ledger import require_ledger  # noqa: PLC0415

    # Before the store is opened, which may take long.
    wake_ups.check(run.settings)
    stopped = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    logs.show_slow_queries()
    with telemetry.exporting():
        async with run.store(is_followed=False) as db:
            await require_ledger(db)
            async with (
                host_clock.watching(db, run.settings),
                Worker.running(db, run.settings),
                embedding_worker.running(db, run.settings),
            ):
                run.result({"working": True})
                run.out.print("working off jobs, until stopped")
                await stopped.wait()
    return 0


@app.command(
    cls=TenantCommand,
    epilog="Example: doxa token --tenant acme --actor ana --role reader --ttl 12h",
)
async def token(
    context: typer.Context,
    *,
    name: Annotated[
        str | None,
        typer.Option(
            "--actor", help="The subject in the audit log.", show_default="your user name"
        ),
    ] = None,
    role: Annotated[Role, typer.Option(help="What the token allows.")] = Role.OWNER,
    ttl: Annotated[str, typer.Option(help="How long it is valid: 90s, 15m, 12h, 30d.")] = "30d",
    revoke: Annotated[
        str | None,
        typer.Option(
            metavar="TOKEN",
            help="Make none, but have this one good no more, an identity provider's too; `-` reads"
            " it from standard input.",
        ),
    ] = None,
    revoke_actor: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Make none, but have all tokens of this actor of the tenant good no more that"
            " were issued until now.",
        ),
    ] = None,
) -> int:
    """Print an access token for one tenant, or revoke some.

    Nothing else is printed. Every process that serves the store knows of a revocation within three
    seconds; what goes on by the token ends then.
    """
    run: Run = context.obj
    if revoke is not None and revoke_actor is not None:
        raise InvalidArgument("it is one or the other", field="--revoke", hint="do both in turn")
    if revoke is not None:
        return await _revoke_one(run, sys.stdin.read() if revoke == "-" else revoke)
    if revoke_actor is not None:
        return await _revoke_all(run, revoke_actor)
    if not run.settings.own_tokens:
        raise InvalidArgument(
            "DOXA_OWN_TOKENS is false: nobody would take it",
            field="DOXA_OWN_TOKENS",
            hint="get a token of the identity provider",
        )
    length = lifetime(ttl)
    key = token_key(run.data, run.settings.token_key.get_secret_value())
    made = issue(
        key,
        tenant=run.tenant,
        actor=actor() if name is None else name,
        role=role,
        at=clock.now(),
        ttl=length,
    )
    run.result({"token": made})
    if not run.json:
        sys.stdout.write(f"{made}\n")
    return 0


async def _revoke_one(run: Run, given: str) -> int:
    """Revoke a token, which has to be one that is good."""
    # The provider's keys may have to be fetched, by what takes a while to load.
    from api.service.access.bearer import BearerTokens  # noqa: PLC0415
    from api.service.access.identity_provider import IdentityProvider  # noqa: PLC0415
    from graph.governance.access.revoke import revoke_token  # noqa: PLC0415

    key = token_key(run.data, run.settings.token_key.get_secret_value())
    before = key_before(run.settings.token_key_before.get_secret_value())
    tokens = BearerTokens((key, *before), IdentityProvider.of(run.settings))
    try:
        async with tokens.running():
            access = await tokens.verify(given.strip(), at=clock.now())
    except Unauthenticated as error:
        raise InvalidArgument(
            error.message, field="--revoke", hint="what is not good need not be revoked"
        ) from error
    run = replace(run, tenant=access.caller.tenant)
    async with run.store() as db:
        await revoke_token(db, run.caller, access.token, access.expires)
    run.result({"revoked": "token", "tenant": run.tenant, "actor": access.caller.actor})
    run.out.print(f"revoked a token of {access.caller.actor!r} in {run.tenant}")
    return 0


async def _revoke_all(run: Run, name: str) -> int:
    """Revoke an actor's tokens, and wait until one that is made afterwards is good."""
    from graph.governance.access.revoke import revoke_actor  # noqa: PLC0415 -- as above

    async with run.store() as db:
        before = await revoke_actor(db, run.caller, name, LIFETIME_MAX)
    await asyncio.sleep(max(0.0, (before - clock.now()).total_seconds()))
    told = {"tenant": run.tenant, "actor": name, "issued_before": before.isoformat()}
    run.result({"revoked": "actor", **told})
    run.out.print(f"revoked the tokens of {name!r} in {run.tenant} issued before {before}")
    return 0


def command_line(run: Run, verb: str) -> str:
    """Return the shell command of this verb on the same data and tenant."""
    parts = [_program(), verb, "--tenant", run.tenant]
    if run.settings.data is not None:
        parts += ["--data", str(run.settings.data)]
    return shlex.join(parts)


def _program() -> str:
    """Return the shortest name by which a shell finds this program."""
    path = Path(sys.argv[0])
    found = shutil.which("doxa")
    return "doxa" if path.name != "doxa" or found == str(path.resolve()) else str(path)


def _ignore(_number: int, _frame: object) -> None:
    """Do nothing: the server has already stopped."""


def listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens there.

    Raises:
        Unavailable: another program does.
        InvalidArgument: it is no address of this machine.
    """
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        # Of a name that nothing has it says no more than that it cannot listen there.
        socket.getaddrinfo(host, port, family)
        return socket.create_server((host, port), family=family)
    except PermissionError as error:
        raise Unavailable(
            f"port {port} is not for every user", field="--port", hint="take one above 1023"
        ) from error
    except socket.gaierror as error:
        raise InvalidArgument(
            f"{host!r} is no address", field="--host", hint="127.0.0.1 is this machine only"
        ) from error
    except OSError as error:
        raise Unavailable(
            f"{host}:{port}: {error.strerror}", field="--port", hint="give another with --port"
        ) from error
