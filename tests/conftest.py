"""Which Neo4j the tests use, and what every test may ask for."""

from __future__ import annotations

import asyncio
import os
import secrets
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import pytest_asyncio

from graph.database import migrations
from graph.database.session import DEFAULT, Session
from graph.gate.policy import BUILT_IN, Policy, Quarantine
from graph.model.records import Caller
from graph.server.embedded import Address, running
from graph.tombstones.ledger import Ledger
from graph.vocabulary import Role
from tests.support import profiles
from tests.support.fake_messages_api import MessagesApi, serving
from tests.support.servers.neo4j_under_test import JAVA_OPTIONS, neo4j_under_test

profiles.register()
os.environ.setdefault("DOXA_JAVA_OPTIONS", JAVA_OPTIONS)
# Whoever tests may have a model of their own.
os.environ["DOXA_LOCAL_MODEL"] = "none"

TESTS = Path(__file__).parent
WITHOUT_STORE = tuple(
    TESTS / name for name in ("unit", "house", "extras", "wire", "faults", "soak")
)
NEO4J = pytest.StashKey[tuple[Address, str]]()
BEGAN = pytest.StashKey[float]()
RUNNING = pytest.StashKey[ExitStack]()


class FixedClock:
    """A clock that stands still until it is told to go on."""

    def __init__(self, at: datetime) -> None:
        self.at = at

    def __call__(self) -> datetime:
        return self.at

    def advance(self, **by: float) -> datetime:
        """Move forward, such as ``advance(days=1)``."""
        self.at += timedelta(**by)
        return self.at


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--long-within",
        type=float,
        metavar="MINUTES",
        help="skip the long tests that have not begun by then, whatever slows this machine",
    )


def pytest_configure(config: pytest.Config) -> None:
    config.stash[BEGAN] = time.monotonic()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the long tests after all others, so that what is broken shows early."""
    items.sort(key=lambda item: item.get_closest_marker("long") is not None)


def pytest_runtest_setup(item: pytest.Item) -> None:
    minutes = item.config.getoption("--long-within")
    over = minutes is not None and time.monotonic() - item.config.stash[BEGAN] > 60 * minutes
    if over and item.get_closest_marker("long"):
        pytest.skip(f"it is long, and {minutes:g} minutes are over")


def pytest_report_header(config: pytest.Config) -> str:
    """Start what the asked-for tests need, and say which Neo4j that is."""
    if config.option.collectonly or all(_needs_no_store(config, one) for one in config.args):
        return "neo4j: none is needed"
    if config.getoption("numprocesses", None):
        return "neo4j: for each worker its own, unless DOXA_NEO4J_URI names one"
    address, line = _neo4j(config)
    return f"{line}, {asyncio.run(_version(address))}"


def pytest_unconfigure(config: pytest.Config) -> None:
    if RUNNING in config.stash:
        config.stash[RUNNING].close()


@pytest.fixture(scope="session")
def server(pytestconfig: pytest.Config) -> Address:
    """Where the Neo4j under test listens, and how to log on."""
    return _neo4j(pytestconfig)[0]


@pytest_asyncio.fixture(scope="session")
async def store(
    server: Address, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Session]:
    """One session on it, its schema in place; slow plans and old language are errors."""
    ledger = Ledger(tmp_path_factory.mktemp("ledger") / "erasures.jsonl")
    async with Session.open(
        server.uri, server.user, server.password, strict=True, ledger=ledger
    ) as session:
        await migrations.ensure(session)
        yield session


@pytest.fixture(scope="session")
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Address]:
    """A server beside it, for tests of what a store has but once for all its tenants."""
    with running(tmp_path_factory.mktemp("own") / "data") as address:
        yield address


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock(datetime(2026, 1, 1, 12, tzinfo=UTC))


@pytest.fixture
def db(store: Session, clock: FixedClock) -> Session:
    """The store, at this test's time, with the built-in policy and limits."""
    store.clock = clock
    store.policy = BUILT_IN
    store.limits = DEFAULT
    return store


@pytest.fixture
def trusting(db: Session) -> None:
    """Every source may make claims, of its own authority: against a person's it is a challenge."""
    db.policy = Policy(quarantine=Quarantine(claims=()))


@pytest.fixture
def caller() -> Caller:
    """Somebody in a tenant that nobody used before."""
    return Caller(tenant=f"t{secrets.token_hex(8)}", actor="tester", role=Role.OWNER)


@pytest.fixture
def api() -> Iterator[MessagesApi]:
    """A server that speaks the Messages API."""
    with serving() as api:
        yield api


def _neo4j(config: pytest.Config) -> tuple[Address, str]:
    if NEO4J not in config.stash:
        running = config.stash[RUNNING] = ExitStack()
        config.stash[NEO4J] = running.enter_context(neo4j_under_test())
    return config.stash[NEO4J]


def _needs_no_store(config: pytest.Config, argument: str) -> bool:
    path = (config.invocation_params.dir / argument.partition("::")[0]).resolve()
    return any(path.is_relative_to(folder) for folder in WITHOUT_STORE)


async def _version(address: Address) -> str:
    async with Session.open(address.uri, address.user, address.password) as session:
        return session.server
