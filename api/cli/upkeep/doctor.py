"""The command doctor: what an installation has, what it lacks, and what to do about it.

It reads only. Nothing is started or written, so that it can be run where nothing works.
"""

from __future__ import annotations

import asyncio
import os
import platform
import socket
import stat
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from enum import StrEnum
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import psutil
import typer

from api.cleartext import exposed_secrets
from api.cli.failures import EXIT_FAILED_CHECK
from api.cli.render import table
from api.cli.run import Run, TenantCommand
from graph.database.server import disk, embedded, jars, java
from graph.database.server.leases import stale
from graph.errors import DoxaError, LedgerUnavailable
from graph.settings import Settings

if TYPE_CHECKING:
    from graph.database.host_clock import HostClock
    from graph.database.tombstones.ledger import Ledger

app = typer.Typer()

MEMORY_MIN_MB = 2_000
CONNECT_S = 3.0
PRIVATE = 0o077


class Verdict(StrEnum):
    """How a finding is to be taken."""

    GOOD = "ok"
    NOTE = "note"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at; ``remedy`` is what to do where it is not as it should be."""

    what: str
    verdict: Verdict
    text: str
    remedy: str = ""


@app.command(cls=TenantCommand, epilog="Example: doxa doctor")
def doctor(
    context: typer.Context,
    *,
    port: Annotated[
        int, typer.Option(help="The port that `doxa serve` is to have.", max=65535)
    ] = 8000,
) -> int:
    """Examine this installation, and say what to do; exit 1 if something stands in the way.

    Nothing is started or changed.
    """
    run: Run = context.obj
    found = list(examine(run.settings, run.data, port))
    run.result(
        [
            {"what": one.what, "verdict": one.verdict, "found": one.text, "remedy": one.remedy}
            for one in found
        ]
    )
    shown = table(None, "", "", "found")
    for one in found:
        told = one.text if not one.remedy else f"{one.text}\n→ {one.remedy}"
        shown.add_row(one.verdict, one.what, told)
    run.out.print(shown)
    bad = [one for one in found if one.verdict is Verdict.BAD]
    run.out.print(f"{len(bad)} in the way" if bad else "nothing stands in the way")
    return EXIT_FAILED_CHECK if bad else 0


def examine(settings: Settings, data: Path, port: int) -> Iterator[Finding]:
    """All that is looked at, one finding each."""
    yield _versions()
    yield _memory()
    yield from _data(settings, data)
    if settings.neo4j_uri:
        yield from _remote(settings)
    else:
        yield _asked("Java", _java, "bad")
        yield _jars()
        yield _server(data)
        yield _leases(data)
    yield _ledger(settings, data)
    yield from _cleartext(settings)
    yield _port(port)
    yield _token_key(settings, data)
    yield from _key_before(settings)
    yield from _provider(settings)
    yield from _models(settings)


def _versions() -> Finding:
    names = ("doxa", "neo4j", "strawberry-graphql", "mcp")
    told = ", ".join(f"{name} {metadata.version(name)}" for name in names)
    return Finding("versions", Verdict.GOOD, f"Python {platform.python_version()}, {told}")


def _memory() -> Finding:
    free = psutil.virtual_memory().available // disk.MB
    if free < MEMORY_MIN_MB:
        hint = "set DOXA_NEO4J_HEAP_MB and DOXA_NEO4J_PAGECACHE_MB, or end other programs"
        return Finding("memory", Verdict.NOTE, f"{free:,} MB are free", hint)
    return Finding("memory", Verdict.GOOD, f"{free:,} MB are free")


def _data(settings: Settings, data: Path) -> Iterator[Finding]:
    if not data.exists():
        parent = _existing(data)
        if not _writable(parent):
            hint = "choose another by --data or DOXA_DATA, or change whose the folder is"
            yield Finding("data folder", Verdict.BAD, f"{data} cannot be made in {parent}", hint)
            return
        yield Finding("data folder", Verdict.GOOD, f"{data} will be made at the first start")
    elif not _writable(data):
        hint = "change whose the folder is, or choose another by --data or DOXA_DATA"
        yield Finding("data folder", Verdict.BAD, f"{data} cannot be written", hint)
    else:
        yield Finding("data folder", Verdict.GOOD, str(data))
    yield _disk(settings, data)


def _disk(settings: Settings, data: Path) -> Finding:
    free = psutil.disk_usage(str(_existing(data))).free // disk.MB
    trouble = f"only {free:,} MB are free" if free < settings.disk_free_mb else None
    if (data / "password").exists():
        trouble = disk.trouble(data, settings.disk_free_mb * disk.MB)
    if trouble is None:
        return Finding("disk", Verdict.GOOD, f"{free:,} MB are free")
    hint = "free some space, or set DOXA_DISK_FREE_MB lower"
    return Finding("disk", Verdict.BAD, trouble, hint)


def _asked(what: str, ask: Callable[[], str], otherwise: str) -> Finding:
    """Return what an answer says, or why there is none."""
    try:
        return Finding(what, Verdict.GOOD, ask())
    except DoxaError as error:
        return Finding(what, Verdict(otherwise), error.message, error.hint or "")


def _java() -> str:
    found = java.find()
    return f"{found.major} at {found.executable}"


def _jars() -> Finding:
    lock = jars.load_lock()
    lacking = jars.missing(lock)
    if lacking:
        size = sum(jar.size for jar in lacking) // disk.MB
        told = f"{len(lacking)} of {len(lock.jars)} jars of Neo4j {lock.version}, {size} MB, are"
        hint = "the first start fetches them; DOXA_MAVEN_URL names a mirror"
        return Finding("Neo4j", Verdict.NOTE, f"{told} not there yet", hint)
    return Finding("Neo4j", Verdict.GOOD, f"{lock.version}, all {len(lock.jars)} jars are there")


def _server(data: Path) -> Finding:
    state = embedded.State.read(data)
    if state is None:
        return Finding("server", Verdict.GOOD, "not running; commands start it")
    if not state.server.alive:
        hint = "nothing to do: the next command starts it again"
        return Finding("server", Verdict.NOTE, "it has ended without saying so", hint)
    return Finding("server", Verdict.GOOD, f"Neo4j {state.version} runs on port {state.port}")


def _leases(data: Path) -> Finding:
    left = stale(data / "leases")
    if left:
        hint = "nothing to do: the next command removes them"
        return Finding("leases", Verdict.NOTE, f"{left} of ended processes", hint)
    return Finding("leases", Verdict.GOOD, "none of an ended process")


def _remote(settings: Settings) -> Iterator[Finding]:
    from graph.database.session import Session  # noqa: PLC0415 -- the driver takes a second

    async def ask() -> tuple[str, HostClock]:
        password = settings.neo4j_password.get_secret_value()
        given = (settings.neo4j_uri, settings.neo4j_user, password)
        async with AsyncExitStack() as stack:
            async with asyncio.timeout(CONNECT_S):
                db = await stack.enter_async_context(Session.open(*given))
            db.host_clock.most_s = settings.clock_offset_s or None
            async with asyncio.timeout(CONNECT_S):
                await db.measure_clock()
            return f"{db.server} at {settings.neo4j_uri}", db.host_clock

    hint = "check DOXA_NEO4J_URI, DOXA_NEO4J_USER and DOXA_NEO4J_PASSWORD"
    try:
        told, clock = asyncio.run(ask())
    except (DoxaError, TimeoutError) as error:
        told = str(error) or f"no answer within {CONNECT_S:.0f} s"
        yield Finding("Neo4j", Verdict.BAD, f"{settings.neo4j_uri}: {told}", hint)
        return
    yield Finding("Neo4j", Verdict.GOOD, told)
    yield _clock(clock)


def _clock(clock: HostClock) -> Finding:
    """Whether the clock of this host is that of the database."""
    if clock.trouble is not None:
        hint = "have both machines keep time by NTP; DOXA_CLOCK_OFFSET_S is how far it may be"
        return Finding("clock", Verdict.BAD, clock.trouble, hint)
    return Finding(
        "clock", Verdict.GOOD, f"{abs(clock.offset_s or 0.0):,.1f} s from the database's"
    )


def _ledger(settings: Settings, data: Path) -> Finding:
    """Whether the ledger of erasures is that of the store, which is asked if it runs."""
    from api import wiring  # noqa: PLC0415 -- as above

    compared = "the store does not answer"
    try:
        ledger = wiring.ledger(settings)
        with suppress(TimeoutError):
            compared = asyncio.run(_compare_ledger(settings, data, ledger))
        return Finding("ledger of erasures", Verdict.GOOD, f"{ledger.describe()}; {compared}")
    except LedgerUnavailable as error:
        return Finding("ledger of erasures", Verdict.BAD, error.message, error.hint)
    except DoxaError as error:
        told = f"the store was not asked: {error.message}"
        return Finding("ledger of erasures", Verdict.NOTE, told, error.hint)


async def _compare_ledger(settings: Settings, data: Path, ledger: Ledger) -> str:
    from graph.database import migrations  # noqa: PLC0415 -- as above
    from graph.database.session import Session  # noqa: PLC0415
    from graph.history.integrity.erasure_ledger import compare_ledger  # noqa: PLC0415

    state = embedded.State.read(data)
    if settings.neo4j_uri:
        password = settings.neo4j_password.get_secret_value()
        at = embedded.Address(settings.neo4j_uri, settings.neo4j_user, password)
    elif state is not None and state.server.alive:
        at = state.address(data)
    else:
        return "compared with the store when that runs"
    async with (
        asyncio.timeout(CONNECT_S),
        Session.open(at.uri, at.user, at.password, ledger=ledger) as db,
    ):
        if not await migrations.is_current(db):
            return "compared with the store at the first start"
        await compare_ledger(db)
        return "it has those of the store"


def _cleartext(settings: Settings) -> Iterator[Finding]:
    for one in exposed_secrets(settings, os.environ):
        yield Finding("cleartext", Verdict.NOTE, str(one), one.hint)


def _port(port: int) -> Finding:
    try:
        with socket.create_server(("127.0.0.1", port)):
            return Finding("port", Verdict.GOOD, f"{port} is free for `doxa serve`")
    except OSError as error:
        hint = "if that is no `doxa serve` of yours, give it another by --port"
        return Finding("port", Verdict.NOTE, f"{port}: {error.strerror}", hint)


def _token_key(settings: Settings, data: Path) -> Finding:
    from api.service.access_tokens import KEY_BYTES_MIN, KEY_FILE  # noqa: PLC0415 -- as above

    given = settings.token_key.get_secret_value()
    if given:
        if len(given.encode()) < KEY_BYTES_MIN:
            hint = f"set DOXA_TOKEN_KEY to at least {KEY_BYTES_MIN} random bytes"
            return Finding("token key", Verdict.BAD, "DOXA_TOKEN_KEY is too short", hint)
        return Finding("token key", Verdict.GOOD, "from DOXA_TOKEN_KEY")
    file = data / KEY_FILE
    if not file.exists():
        return Finding("token key", Verdict.GOOD, "made with the first token")
    if stat.S_IMODE(file.stat().st_mode) & PRIVATE:
        return Finding("token key", Verdict.BAD, f"others can read {file}", f"chmod 600 {file}")
    return Finding("token key", Verdict.GOOD, str(file))


def _key_before(settings: Settings) -> Iterator[Finding]:
    from api.service.access_tokens import key_before  # noqa: PLC0415 -- as above

    given = settings.token_key_before.get_secret_value()
    if not given:
        return
    what = "token key before"
    if given == settings.token_key.get_secret_value():
        hint = "set DOXA_TOKEN_KEY to the new key, or remove DOXA_TOKEN_KEY_BEFORE"
        yield Finding(what, Verdict.NOTE, "it is DOXA_TOKEN_KEY itself", hint)
        return

    def taken() -> str:
        key_before(given)
        return "tokens that it signed are taken until they expire"

    yield _asked(what, taken, "bad")


def _provider(settings: Settings) -> Iterator[Finding]:
    from api.service.access.identity_provider import IdentityProvider  # noqa: PLC0415 -- as above
    from api.service.access.key_set import fetch_keys  # noqa: PLC0415

    what = "identity provider"
    try:
        provider = IdentityProvider.of(settings)
    except DoxaError as error:
        yield Finding(what, Verdict.BAD, f"{error.field}: {error.message}", error.hint or "")
        return
    if provider is None:
        return

    def keys() -> str:
        found = Counter(algorithm for _, algorithm in asyncio.run(fetch_keys(settings.jwks_url)))
        told = ", ".join(f"{number} for {name}" for name, number in sorted(found.items()))
        alone = "" if settings.own_tokens else "; own tokens are not taken"
        return f"keys: {told}, of {provider.expected.issuer}{alone}"

    yield _asked(what, keys, "bad")


def _models(settings: Settings) -> Iterator[Finding]:
    from api import extractors, wiring  # noqa: PLC0415 -- as above

    reader = extractors.describe(settings)
    weak = reader.startswith(extractors.Reader.OFFLINE)
    hint = (
        "`doxa model pull` fetches a local model, ANTHROPIC_API_KEY has Claude read" if weak else ""
    )
    yield Finding("reader", Verdict.NOTE if weak else Verdict.GOOD, reader, hint)

    def embedding() -> str:
        model = wiring.embedder(settings)
        return "none: recall goes by words" if model is None else model.name

    yield _asked("embedding", embedding, "bad")


def _writable(folder: Path) -> bool:
    return os.access(folder, os.W_OK | os.X_OK)


def _existing(folder: Path) -> Path:
    return next(one for one in (folder, *folder.parents) if one.exists())
