"""The commands serve, worker and token: the HTTP service, work without it, and access tokens."""

from __future__ import annotations

import asyncio
import shlex
import shutil
import signal
import socket
import sys
import time
from pathlib import Path
from typing import Annotated

import typer

from api import logs
from api.cli.run import Run, TenantCommand, actor
from api.service.tokens import issue, lifetime, token_key
from graph import clock
from graph.errors import InvalidArgument, Unavailable
from graph.vocabulary import Role

app = typer.Typer()


@app.command(cls=TenantCommand)
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
    # Strawberry takes a second to load, which no other command should wait for.
    from api.service import app as service  # noqa: PLC0415
    from api.service import telemetry  # noqa: PLC0415

    with _listening(host, port) as listener:
        shown = f"[{host}]" if ":" in host else host
        url = f"http://{shown}:{listener.getsockname()[1]}"
        run.result({"url": url, "graphql": f"{url}/graphql", "health": f"{url}/health"})
        run.out.print(f"GraphQL at {url}/graphql, health at {url}/health, as soon as it is ready")
        run.out.print(f"a token: {command_line(run, 'token')}", soft_wrap=True)
        for number in (signal.SIGINT, signal.SIGTERM):
            # The server raises the signal again once it has stopped; by then all is done.
            signal.signal(number, _ignore)
        began = time.monotonic()

        def say_ready() -> None:
            run.out.print(f"ready, after {time.monotonic() - began:.1f} s")

        logs.show_slow_queries()
        with telemetry.exporting():
            asyncio.run(service.serve(run.settings, listener, say_ready))
    return 0


@app.command(cls=TenantCommand)
async def worker(context: typer.Context) -> int:
    """Work off jobs without serving; any number of processes may.

    It does the jobs of all tenants until it is stopped, each by one process at a time. Asked to
    stop, it hands back at once what it works on; if it is killed, another goes on when the lease
    runs out.
    """
    run: Run = context.obj
    # The models take a second to load, which no other command should wait for.
    from api.service import embedding_worker, telemetry, wake_ups  # noqa: PLC0415
    from api.service.worker import Worker  # noqa: PLC0415

    # Before the store is opened, which may take long.
    wake_ups.check(run.settings)
    stopped = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    logs.show_slow_queries()
    with telemetry.exporting():
        async with (
            run.store() as db,
            Worker.running(db, run.settings),
            embedding_worker.running(db, run.settings),
        ):
            run.result({"working": True})
            run.out.print("working off jobs, until stopped")
            await stopped.wait()
    return 0


@app.command(cls=TenantCommand)
def token(
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
) -> int:
    """Print an access token for one tenant.

    Nothing else is printed.
    """
    run: Run = context.obj
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


def command_line(run: Run, verb: str) -> str:
    """The shell command of this verb on the same data and tenant."""
    parts = [_program(), verb, "--tenant", run.tenant]
    if run.settings.data is not None:
        parts += ["--data", str(run.settings.data)]
    return shlex.join(parts)


def _program() -> str:
    """The shortest name by which a shell finds this program."""
    path = Path(sys.argv[0])
    found = shutil.which("doxa")
    return "doxa" if path.name != "doxa" or found == str(path.resolve()) else str(path)


def _ignore(_number: int, _frame: object) -> None:
    """Do nothing: the server has already stopped."""


def _listening(host: str, port: int) -> socket.socket:
    """A socket that listens there.

    Raises:
        Unavailable: another program does.
        InvalidArgument: it is no address of this machine.
    """
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
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
