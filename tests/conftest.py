"""Which Neo4j the tests use, and what every test may ask for."""

from __future__ import annotations

import json
import os
import secrets
import tempfile
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import neo4j
import pytest
import pytest_asyncio

from graph.database import migrations
from graph.database.server.embedded import Address
from graph.database.session import DEFAULT, Session
from graph.database.tombstones.ledger import Ledger
from graph.model.gate.policy import BUILT_IN, Policy, Quarantine
from graph.model.records import Caller
from graph.vocabulary import Role
from tests.support import profiles
from tests.support.fake_messages_api import MessagesApi, serving
from tests.support.servers.neo4j_under_test import (
    FORGET,
    JAVA_OPTIONS,
    running_with_plans_that_stay,
)
from tests.support.servers.shared_neo4j import SharedNeo4j
from tests.support.shared_ledger import ledger_file

profiles.register()
# Whoever tests may have a model of their own.
os.environ["DOXA_LOCAL_MODEL"] = "none"

TESTS = Path(__file__).parent
WITHOUT_STORE = tuple(
    TESTS / name for name in ("unit", "repository", "extras", "wire", "faults", "soak")
)
NEO4J = pytest.StashKey[SharedNeo4j]()
# Tests with one of these have a server of their own, which one worker has.
OWN = "own_server"


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


def pytest_configure(config: pytest.Config) -> None:
    """Begin to start what the asked-for tests need; they are collected meanwhile."""
    # Every process would draw the same jitter, and wait as long as those that it runs into.
    config.option.randomly_reset_seed = False
    given = getattr(config, "workerinput", {}).get("neo4j")
    if hasattr(config, "workerinput") or "not long" in config.option.markexpr:
        os.environ.setdefault("DOXA_JAVA_OPTIONS", JAVA_OPTIONS)
    config.stash[NEO4J] = SharedNeo4j(given and Path(given))
    if given is None and _needs_store(config):
        config.stash[NEO4J].start()


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a worker where to read which Neo4j all of them use, if one was started for them."""
    shared = node.config.stash[NEO4J]
    if shared.is_begun:
        node.workerinput["neo4j"] = str(shared.file)
    node.workerinput["together"] = str(together(node.config))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Give a worker a module at a time, whose fixtures are then made once."""
    from tests.support.modules_in_turn import ModulesInTurn  # noqa: PLC0415 -- xdist is optional

    return ModulesInTurn(config, log, together(config))


def together(config: pytest.Config) -> Path:
    """The file in which workers say which tests one of them is to run."""
    return Path(tempfile.gettempdir()) / f"doxa-together-{os.getpid()}-{id(config)}.json"


def pytest_itemcollected(item: pytest.Item) -> None:
    """Begin with what needs a server of its own."""
    if _needs_own(item):
        item.add_marker("all_tenants")


def pytest_collection_finish(session: pytest.Session) -> None:
    """Have one worker run all that needs a server of its own, so that there is but one.

    It runs too what works on all tenants of the shared one: a task of the store that another test
    runs seals its records, or does its jobs. The groups of xdist 3.8 are lost with pytest 9.2,
    whose ids of tests are no texts any more.
    """
    if given := getattr(session.config, "workerinput", {}).get("together"):
        own = [item.nodeid for item in session.items if item.get_closest_marker("all_tenants")]
        part = Path(f"{given}.{os.getpid()}")
        part.write_text(json.dumps(own), encoding="utf-8")
        part.replace(given)


def _needs_own(item: pytest.Item) -> bool:
    own = OWN in getattr(item, "fixturenames", ())
    return own or item.get_closest_marker("serves") is not None


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what needs a server of its own, and what works on the tenants of all tests.

    That costs the more, the more there are of them. What is long comes next, so that no worker is
    left alone with it at the end.
    """
    items.sort(key=_place)


def _place(item: pytest.Item) -> int:
    marks = ("all_tenants", "long")
    return next((at for at, mark in enumerate(marks) if item.get_closest_marker(mark)), len(marks))


def pytest_report_header(config: pytest.Config) -> str:
    """Which Neo4j the tests use."""
    return f"neo4j: {config.stash[NEO4J].described()}"


def pytest_unconfigure(config: pytest.Config) -> None:
    config.stash[NEO4J].stop()
    together(config).unlink(missing_ok=True)


@pytest.fixture(scope="session")
def server(pytestconfig: pytest.Config) -> Address:
    """Where the Neo4j under test listens, and how to log on."""
    return pytestconfig.stash[NEO4J].address()


@pytest_asyncio.fixture(scope="session")
async def store(server: Address) -> AsyncIterator[Session]:
    """One session on it, its schema in place; slow plans and old language are errors."""
    ledger = Ledger(ledger_file(server))
    async with Session.open(
        server.uri, server.user, server.password, strict=True, ledger=ledger
    ) as session:
        await migrations.ensure(session)
        yield session


@pytest.fixture(scope="session")
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Address]:
    """A server beside it, for tests of what a store has but once for all its tenants."""
    with running_with_plans_that_stay(tmp_path_factory.mktemp("own") / "data") as address:
        yield address


@pytest.fixture
def emptied(own_server: Address) -> Iterator[neo4j.Driver]:
    """A store of its own, with nothing in it of what other tests left there, their model's vectors
    included.
    """
    auth = (own_server.user, own_server.password)
    with neo4j.GraphDatabase.driver(
        own_server.uri, auth=auth, notifications_min_severity="OFF"
    ) as driver:
        driver.execute_query(FORGET, database_="neo4j")
        yield driver
        # Nor is what a test leaves here, such as vectors of another model, in another's way.
        driver.execute_query(FORGET, database_="neo4j")


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


def _needs_store(config: pytest.Config) -> bool:
    """Whether any of the asked-for tests may need a store."""
    if config.option.collectonly:
        return False
    folder = config.invocation_params.dir
    asked = [(folder / one.partition("::")[0]).resolve() for one in config.args]
    return not all(any(path.is_relative_to(one) for one in WITHOUT_STORE) for path in asked)
