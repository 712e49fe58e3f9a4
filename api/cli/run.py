"""What every command has in common: options, the store it works on, what it prints, how it ends.

With ``--json`` there is one JSON document on standard output and everything else, also errors, goes
to standard error; without it people read the first and scripts the exit code.
"""

from __future__ import annotations

import asyncio
import getpass
import json
import logging
import secrets
import sys
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from inspect import Parameter, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO, TypeVar

import typer
from rich.console import Console

from graph import server, settings
from graph.border import instant_text, name_text, tenant_name
from graph.clock import to_utc
from graph.errors import DoxaError, Fault, Incorrect, InvalidArgument, NotFound
from graph.model import Caller
from graph.settings import Settings
from graph.vocabulary import Role

if TYPE_CHECKING:
    from graph.session import Session

EXIT_FAILED_CHECK = 1
EXIT_PARTLY = 3
EXIT_STOPPED = 130
TENANT = "default"
WIDTH = 120

EntityArgument = Annotated[
    str, typer.Argument(metavar="ENTITY", help="Its name, an alias, an external id, or its id.")
]
DataOption = Annotated[
    Path | None,
    typer.Option(
        "--data",
        metavar="DIR",
        help="The data folder; without it DOXA_DATA, or the user's own.",
        show_default=False,
    ),
]
TenantOption = Annotated[
    str, typer.Option("--tenant", metavar="TENANT", help="Whose beliefs these are.")
]
JsonOption = Annotated[
    bool, typer.Option("--json", help="JSON on standard output, all else on standard error.")
]
VerboseOption = Annotated[
    bool, typer.Option("--verbose", help="Tell each statement sent to Neo4j, and where faults are.")
]


_COMMON = {
    "data": (DataOption, None),
    "tenant": (TenantOption, TENANT),
    "as_json": (JsonOption, False),
    "verbose": (VerboseOption, False),
}

Work = TypeVar("Work", bound=Callable[..., int])


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a command."""

    settings: Settings
    tenant: str
    json: bool

    @classmethod
    def of(cls, data: Path | None, tenant: str, *, as_json: bool, verbose: bool) -> Run:
        """The run that the common options describe.

        Raises:
            Incorrect: the tenant or a setting is bad.
        """
        _log_to_stderr(verbose=verbose)
        known = settings.load()
        if data is not None:
            known = known.model_copy(update={"data": data.expanduser()})
        return cls(known, tenant_name(tenant, field="--tenant"), as_json)

    @property
    def data(self) -> Path:
        """The data folder."""
        return self.settings.data or server.default_data_dir()

    @property
    def caller(self) -> Caller:
        """Who sits at the machine: whoever may run this may do everything."""
        return Caller(self.tenant, actor(), Role.OWNER)

    @asynccontextmanager
    async def store(self) -> AsyncGenerator[Session]:
        """The store, open for the block."""
        from api import wiring  # noqa: PLC0415 -- a token is made without the driver

        async with wiring.store(self.settings) as db:
            yield db

    def result(self, document: Any) -> None:
        """Print the result as JSON, if that was asked for."""
        if self.json:
            sys.stdout.write(json.dumps(document, ensure_ascii=False, indent=2) + "\n")
            sys.stdout.flush()

    @property
    def out(self) -> Console:
        """Where people read the result; with ``--json`` nobody does.

        As wide as the terminal, or of a fixed width into a file or pipe.
        """
        width = None if sys.stdout.isatty() else WIDTH
        return Console(quiet=self.json, highlight=False, width=width)


def command(app: typer.Typer, name: str | None = None) -> Callable[[Work], Work]:
    """Make a function a command of the app: the run first, then what it asks for itself.

    Behind its own options the command takes those that all have, and they make the run.
    """

    def added(work: Work) -> Work:
        own = signature(work, eval_str=True)
        common = [
            Parameter(option, Parameter.KEYWORD_ONLY, default=default, annotation=kind)
            for option, (kind, default) in _COMMON.items()
        ]

        def called(
            *, data: Path | None, tenant: str, as_json: bool, verbose: bool, **given: Any
        ) -> int:
            return work(Run.of(data, tenant, as_json=as_json, verbose=verbose), **given)

        taken = [*list(own.parameters.values())[1:], *common]
        called.__doc__ = work.__doc__
        called.__annotations__ = {one.name: one.annotation for one in taken} | {"return": int}
        called.__signature__ = own.replace(parameters=taken)  # type: ignore[attr-defined]
        app.command(name or work.__name__)(called)
        return work

    return added


def run(work: Coroutine[Any, Any, int]) -> int:
    """Run a command's work to its end; its exit code."""
    return asyncio.run(work)


def actor() -> str:
    """The name of the user at the machine."""
    try:
        return name_text(getpass.getuser(), 200, field="user")
    except (KeyError, OSError, Incorrect):
        return "local"


def fresh_tenant() -> str:
    """A tenant that nobody uses, for a demonstration."""
    return f"demo-{secrets.token_hex(3)}"


def moment(value: str | None, option: str) -> datetime | None:
    """The time given to an option, if one is.

    Raises:
        NaiveTime: it has no offset.
        OutOfRange: it is no time.
    """
    return None if value is None else to_utc(instant_text(value, field=option), field=option)


def open_file(path: Path) -> BinaryIO:
    """The file, to be read as bytes; a dash is standard input.

    Raises:
        NotFound: there is no such file.
        InvalidArgument: it cannot be read.
    """
    if str(path) == "-":
        return sys.stdin.buffer
    try:
        return path.open("rb")
    except FileNotFoundError as error:
        raise NotFound(f"there is no file {path}", field="FILE", hint="name one") from error
    except OSError as error:
        why = error.strerror or "it cannot be read"
        raise InvalidArgument(f"{path}: {why}", field="FILE", hint="name a file") from error


def shown_error(error: DoxaError, *, as_json: bool) -> None:
    """Tell an error on standard error: code, message, field, hint."""
    if as_json:
        told = {
            "code": error.code,
            "message": error.message,
            "field": error.field,
            "hint": error.hint,
        }
        sys.stderr.write(json.dumps(told, ensure_ascii=False) + "\n")
        return
    lines = [f"doxa: {error.code}: {error.message}"]
    lines += [f"  field  {error.field}"] if error.field else []
    lines += [f"  hint   {error.hint}"] if error.hint else []
    sys.stderr.write("\n".join(lines) + "\n")


def fault_of(error: BaseException) -> Fault:
    """Our own mistake, in a sentence."""
    return Fault(
        f"{type(error).__name__}: {error}".splitlines()[0][:500],
        hint="this is a fault of Doxa; --verbose shows where it happened",
    )


class _Plain(logging.Formatter):
    """Log lines without tracebacks, for those who did not ask."""

    def formatException(self, ei: Any) -> str:  # noqa: N802 -- logging's own name
        """The error in one line."""
        return f"{type(ei[1]).__name__}: {ei[1]}" if ei and ei[1] else ""


def _log_to_stderr(*, verbose: bool) -> None:
    handler = logging.StreamHandler(sys.stderr)
    form = "%(name)s: %(message)s"
    handler.setFormatter(logging.Formatter(form) if verbose else _Plain(form))
    log = logging.getLogger("doxa")
    log.handlers = [handler]
    log.propagate = False
    log.setLevel(logging.DEBUG if verbose else logging.WARNING)
