"""What the tests of the store have in common."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import Any

import pytest
import pytest_asyncio

from extraction.embedding.onnx_model import OnnxEmbedder
from extraction.llm.claude import ClaudeExtractor
from extraction.llm.prices import Prices
from extraction.llm.server_settings import ModelServer
from graph.database import migrations
from graph.database.server.embedded import Address
from graph.database.session import Session
from graph.history.integrity.check import violations
from graph.model.records import Caller
from tests.support.fake_messages_api import MessagesApi
from tests.support.story import Story


@pytest.fixture
def story(db: Session, caller: Caller) -> Story:
    """Statements of a tenant, in few words."""
    return Story(db, caller)


@pytest.fixture
def prices() -> Mapping[str, Prices]:
    """What models cost; nothing is known of it unless a module says so."""
    return {}


@pytest_asyncio.fixture
async def claude(api: MessagesApi, prices: Mapping[str, Prices]) -> AsyncIterator[ClaudeExtractor]:
    """Claude, asked at the test's own server."""
    server = ModelServer(
        model="claude-haiku-5-5", key="k", base_url=api.url, retries_max=0, prices=prices
    )
    async with ClaudeExtractor.open(server) as extractor:
        yield extractor


@pytest.fixture(scope="module")
def model() -> OnnxEmbedder:
    """What makes vectors in a default install."""
    return OnnxEmbedder.default()


@pytest_asyncio.fixture(scope="module")
async def own(own_server: Address) -> AsyncIterator[Session]:
    """A session on a server of its own; what other modules left may be in it."""
    at = own_server
    async with Session.open(at.uri, at.user, at.password, strict=True) as session:
        await migrations.ensure(session)
        yield session


@pytest_asyncio.fixture
async def sound(db: Session, caller: Caller, clock: Any) -> AsyncIterator[None]:
    """Whatever was done, the invariants hold afterwards."""
    yield
    clock.advance(days=1)
    assert [found async for found in violations(db, caller.tenant)] == []
