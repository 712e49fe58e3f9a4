"""The commands of the service: serve, and the tokens it asks for."""

from __future__ import annotations

import asyncio
import shlex
import shutil
import signal
import socket
import sys
from pathlib import Path

from api.cli_run import Run, actor
from api.tokens import issue, lifetime, token_key
from graph import clock
from graph.errors import InvalidArgument, Unavailable
from graph.vocabulary import Role


def serve(this: Run, host: str, port: int) -> int:
    """Serve until a signal ends it."""
    # Strawberry takes a second to load, which no other command should wait for.
    from api import app  # noqa: PLC0415

    with _listening(host, port) as listener:
        shown = f"[{host}]" if ":" in host else host
        url = f"http://{shown}:{listener.getsockname()[1]}"
        this.result({"url": url, "graphql": f"{url}/graphql", "health": f"{url}/health"})
        this.out.print(f"GraphQL at {url}/graphql, health at {url}/health")
        this.out.print(f"a token: {command(this, 'token')}", soft_wrap=True)
        for number in (signal.SIGINT, signal.SIGTERM):
            # The server raises the signal again once it has stopped; by then all is done.
            signal.signal(number, _done)
        asyncio.run(app.serve(this.settings, listener))
    return 0


def token(this: Run, name: str | None, role: Role, ttl: str) -> int:
    """Print a token."""
    length = lifetime(ttl)
    key = token_key(this.data, this.settings.token_key.get_secret_value())
    made = issue(
        key,
        tenant=this.tenant,
        actor=actor() if name is None else name,
        role=role,
        at=clock.now(),
        ttl=length,
    )
    this.result({"token": made})
    if not this.json:
        sys.stdout.write(f"{made}\n")
    return 0


def command(this: Run, verb: str) -> str:
    """The command line that does something on the same data and tenant."""
    parts = [_called(), verb, "--tenant", this.tenant]
    if this.settings.data is not None:
        parts += ["--data", str(this.settings.data)]
    return shlex.join(parts)


def _called() -> str:
    """How this program was called, in as few words as a shell needs."""
    path = Path(sys.argv[0])
    found = shutil.which("doxa")
    return "doxa" if path.name != "doxa" or found == str(path.resolve()) else str(path)


def _done(_number: int, _frame: object) -> None:
    """Nothing is left to do."""


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
