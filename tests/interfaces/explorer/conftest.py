"""The explorer on a real store with a story that has one of everything, and a browser to see it."""

from __future__ import annotations

import json
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from api.service.worker import Worker
from extraction.model.candidates import Extractor
from extraction.offline.extractor import OfflineExtractor
from graph.background import working
from graph.database.session import Session
from graph.settings import Settings
from graph.vocabulary import Role
from tests.conftest import FixedClock
from tests.interfaces.conformance import node as nodes
from tests.interfaces.conftest import Asker, Login, Serve
from tests.interfaces.explorer.story import tell

SCRIPTS = Path(__file__).parent / "scripts"
marks = [
    *nodes.marks,
    nodes.needs_browser,
]
SETTINGS = Settings(embedding_model="none", provider="offline")


@dataclass(frozen=True)
class Explored:
    """Where the page is, a token of each role of one tenant, and the ids of its story.

    The token ``STORE`` is of whoever runs the store.
    """

    url: str
    tokens: dict[str, str]
    ids: dict[str, str]
    ask: Asker


Visit = Callable[..., Awaitable[Any]]


@pytest.fixture(scope="session")
def offline() -> Extractor:
    return OfflineExtractor()


@pytest.fixture
def readers() -> int:
    """How many read what is remembered while somebody looks; 0: it waits."""
    return 1


@pytest_asyncio.fixture
async def explored(
    serve: Serve, db: Session, login: Login, clock: FixedClock, offline: Extractor, readers: int
) -> AsyncIterator[Explored]:
    """The page on a store that was told a story since January 2026, seen now."""
    owner = login(actor="olga")
    tokens = {
        role.name: login(owner.tenant, role=role, actor=f"{role.value}@example.com").token
        for role in Role
    }
    async with serve(SETTINGS) as url:
        ids = await tell(owner, db, clock, offline)
        db.clock = partial(datetime.now, UTC)
        worker = Worker(
            db, partial(_opened, offline), tenant=owner.tenant, readers=readers, poll_s=0.2
        )
        async with working(worker.run()) if readers else nullcontext():
            yield Explored(url, tokens, ids, owner)


@asynccontextmanager
async def _opened(extractor: Extractor) -> AsyncIterator[Extractor]:
    yield extractor


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """Where a browser puts its pictures; ``DOXA_TEST_PICTURES`` names another folder."""
    return Path(os.environ.get("DOXA_TEST_PICTURES", tmp_path)).resolve()


@pytest.fixture
def visit(explored: Explored, pictures: Path) -> Visit:
    """Run a script in a browser, and give what it found.

    Nothing came from elsewhere, no console complained, no policy was violated, no dialog opened.
    """

    async def visited(script: str, **ids: Any) -> Any:
        packages = await nodes.packages("explorer", "playwright-core@1.65.1", "axe-core@4.14.1")
        given = {
            "packages": str(packages),
            "browser": nodes.BROWSER,
            "url": explored.url,
            "tokens": explored.tokens,
            "ids": explored.ids | ids,
            "pictures": str(pictures),
        }
        code, said = await nodes.node(str(SCRIPTS / script), json.dumps(given))

        assert code == 0, said[-4_000:]
        told = json.loads(said.splitlines()[-1])
        found = told.pop("found")
        assert told == {"elsewhere": [], "complaints": [], "violations": [], "dialogs": []}
        return found

    return visited
