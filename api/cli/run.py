"""What all commands share: their options, the store, output.

With ``--json`` there is one JSON document on standard output and everything else, also errors, goes
to standard error; without it people read the first and scripts the exit code.
"""

from __future__ import annotations

import asyncio
import getpass
import json
import logging
import os
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from inspect import iscoroutine
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO, TypeVar, cast

import typer
from rich.console import Console
from rich.text import Text
from typer.core import TyperCommand
from typer.main import get_command

from api import logs
from api.cli.dispatch.groups import without_type
from api.cli.failures import visible
from api.hints import for_command_line, option_of
from graph import settings
from graph.database.server import embedded
from graph.edtf import moment_text
from graph.errors import DoxaError, Incorrect, InvalidArgument, NotFound
from graph.model.records import DEFAULT_TENANT, Caller, Page
from graph.settings import Settings
from graph.validation import name_text, tenant_name
from graph.vocabulary import Role

if TYPE_CHECKING:
    from graph.database.session import Session

WIDTH = 120
PAGE = 500

T = TypeVar("T")

EntityArgument = Annotated[
    str, typer.Argument(metavar="ENTITY", help="Its name, an alias, an external id, or its id.")
]
AttributeArgument = Annotated[
    str, typer.Argument(metavar="ATTRIBUTE", help="The attribute or relation.")
]
MemoryArgument = Annotated[str, typer.Argument(metavar="MEMORY", help="The id of a memory.")]
LimitOption = Annotated[
    int, typer.Option("--limit", min=1, help="How many at most.", show_default=True)
]
ReasonOption = Annotated[str | None, typer.Option("--reason", help="Why.", show_default=False)]
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
    str, typer.Option("--tenant", metavar="TENANT", help="The tenant to work on.")
]
JsonOption = Annotated[
    bool, typer.Option("--json", help="JSON on standard output, all else on standard error.")
]
OutputOption = Annotated[
    Path | None,
    typer.Option("-o", "--output", metavar="FILE", help="Where to.", show_default="stdout"),
]
VerboseOption = Annotated[
    bool, typer.Option("--verbose", help="Log each statement sent to Neo4j; print tracebacks.")
]


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a command."""

    settings: Settings
    tenant: str
    json: bool

    @classmethod
    def of(cls, data: Path | None, tenant: str, *, as_json: bool, verbose: bool) -> Run:
        """Return the run that the common options describe.

        Raises:
            Incorrect: the tenant or a setting is bad.
        """
        known = settings.load()
        logs.begin(known.log_format, visible, verbose=verbose)
        if data is not None:
            known = known.model_copy(update={"data": data.expanduser()})
        return cls(known, tenant_name(tenant, field="--tenant"), as_json)

    @property
    def data(self) -> Path:
        """The data folder."""
        return self.settings.data or embedded.default_data_dir()

    @property
    def caller(self) -> Caller:
        """The user at the machine, who may do everything."""
        return Caller(self.tenant, actor(), Role.OWNER)

    @asynccontextmanager
    async def store(self, *, is_followed: bool = True) -> AsyncGenerator[Session]:
        """Provide the store, open for the block; an embedded server then waits for the next
        command.
        """
        from api import wiring  # noqa: PLC0415 -- a token is made without the driver
        from graph.history.integrity.erasure_ledger import require_ledger  # noqa: PLC0415

        idle_s = self.settings.neo4j_idle_s if is_followed else 0.0
        async with wiring.store(self.settings, idle_s=idle_s) as db:
            await require_ledger(db, self.tenant)
            await db.catch_up(self.tenant)
            yield db
            await self.seal(db)

    async def seal(self, db: Session) -> None:
        """Seal what was added to the audit, if that is possible; no command fails because of it."""
        from graph.database.audit.sealing import seal  # noqa: PLC0415 -- as above

        try:
            await seal(db, self.tenant)
        except DoxaError as error:
            logging.getLogger("doxa.audit").warning("the audit is sealed later: %s", error)

    def result(self, document: Any) -> None:
        """Print the result as JSON, if that was asked for."""
        if self.json:
            sys.stdout.write(json.dumps(document, ensure_ascii=False, indent=2) + "\n")
            sys.stdout.flush()

    @property
    def out(self) -> Console:
        """Where people read the result; with ``--json`` nobody does.

        As wide as the terminal, or as COLUMNS says, or of a fixed width into a file or pipe.
        """
        told = sys.stdout.isatty() or os.environ.get("COLUMNS")
        width = None if told else WIDTH
        return Terminal(quiet=self.json, highlight=False, width=width)


class Terminal(Console):
    """A console that shows what cannot be seen in the texts that it is given."""

    def render_str(self, text: str, **options: Any) -> Text:  # type: ignore[override]
        """As rich does it, of the visible form."""
        return super().render_str(visible(text), **options)


class Command(TyperCommand):
    """A command whose function may be a coroutine; it returns the exit code."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Its parameters; of a flag help shows no type, because it takes no value."""
        return [without_type(param) for param in super().get_params(ctx)]

    def invoke(self, ctx: Any) -> int:
        """Call the function, and run a coroutine to its end.

        Raises:
            DoxaError: it failed; the field and the hint name options of this command.
        """
        try:
            done = super().invoke(ctx)
            return asyncio.run(done) if iscoroutine(done) else done
        except DoxaError as error:
            options = {
                option.lstrip("-").replace("-", "_"): option
                for param in self.params
                for option in param.opts
                if option.startswith("--")
            }
            error.field = error.field and (option_of(error.field, options) or error.field)
            error.hint = for_command_line(error.hint, options)
            raise


class TenantCommand(Command):
    """A command on one tenant's data: it takes the common options too.

    Its function finds the `Run` that they describe in ``context.obj``.
    """

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.params = [*self.params, *_SHARED.params]

    def invoke(self, ctx: Any) -> int:
        """Make the run, then call the function with the options of its own."""
        common = {option.name: ctx.params.pop(option.name) for option in _SHARED.params}
        ctx.obj = ctx.invoke(_SHARED.callback, **common)
        return super().invoke(ctx)


def time_option(option: str, meaning: str) -> Any:
    """Return an option that takes an instant; its value is a datetime in UTC, or None.

    A year, month or day is its start, as in files. The parser raises NaiveTime for a time of day
    without an offset, OutOfRange for what is no time.
    """
    return typer.Option(
        option,
        metavar="TIME",
        help=f"{meaning} It has an offset; a year, month or day (2024-05) is its start in UTC.",
        show_default=False,
        parser=lambda text: moment_text(text, field=option),
    )


def _run(
    *,
    data: DataOption = None,
    tenant: TenantOption = DEFAULT_TENANT,
    as_json: JsonOption = False,
    verbose: VerboseOption = False,
) -> Run:
    return Run.of(data, tenant, as_json=as_json, verbose=verbose)


def _shared_options() -> TyperCommand:
    app = typer.Typer(add_completion=False)
    app.command()(_run)
    return cast("TyperCommand", get_command(app))


_SHARED = _shared_options()


def actor() -> str:
    """Return the name of the user at the machine."""
    try:
        return name_text(getpass.getuser(), 200, field="user")
    except (KeyError, OSError, Incorrect):
        return "local"


def open_file(path: Path) -> BinaryIO:
    """Return the file, to be read as bytes; a dash is standard input.

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


@contextmanager
def open_output(output: Path | None) -> Generator[Callable[[str], object]]:
    """Where a file's pieces go, None for standard output; it takes its name when it is whole.

    Raises:
        InvalidArgument: it cannot be written.
    """
    if output is None:
        yield _to_stdout
        return
    part = output.with_name(f".{output.name}.part")
    try:
        # What is written is what was said: nobody else of the machine reads it.
        part.unlink(missing_ok=True)
        made = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(made, "w", encoding="utf-8", newline="\n") as stream:
            yield stream.write
        part.replace(output)
    except OSError as error:
        why = error.strerror or "it cannot be written"
        raise InvalidArgument(f"{output}: {why}", field="-o", hint="name a file") from error
    finally:
        part.unlink(missing_ok=True)


def _to_stdout(piece: str) -> None:
    sys.stdout.buffer.write(piece.encode())
    sys.stdout.buffer.flush()


async def all_pages(
    page: Callable[[Sequence[object] | None], Awaitable[Page[T]]],
    key: Callable[[T], Sequence[object]],
    limit: int | None = None,
) -> list[T]:
    """Return the items of a list, page by page, or the first so many; ``page`` takes the last key
    seen.
    """
    found: list[T] = []
    after: Sequence[object] | None = None
    while limit is None or len(found) < limit:
        part = await page(after)
        found += part.items
        if not part.has_next:
            break
        after = part.end or key(part.items[-1])
    return found[:limit]
