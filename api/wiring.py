"""What a process is made of, put together from its settings; every door begins here."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from extraction.model import Extractor
from graph import schema, server
from graph.limits import Limits
from graph.server import Address
from graph.session import Session
from graph.settings import Settings


@asynccontextmanager
async def store(settings: Settings) -> AsyncGenerator[Session]:
    """A session on the store that the settings name, brought to this program's version.

    Without an address it is the embedded server of the data folder, which then runs for as long
    as somebody uses it.

    Raises:
        Unavailable: it cannot be started, or does not answer.
        SchemaMismatch: it is of a version this program cannot use.
    """
    async with (
        _address(settings) as address,
        Session.open(
            address.uri,
            address.user,
            address.password,
            database=settings.neo4j_database,
            limits=limits(settings),
            pool_max=settings.neo4j_pool_max,
        ) as db,
    ):
        await schema.ensure(db)
        yield db


def limits(settings: Settings) -> Limits:
    """The numbers that the settings give."""
    return Limits(
        floor=settings.confidence_floor,
        high_stakes=settings.high_stakes_floor,
        importance=settings.importance_floor,
        margin=settings.challenge_margin,
        loop_days=settings.loop_window_days,
        loop_count=settings.loop_boundaries,
    )


@asynccontextmanager
async def extractor(settings: Settings) -> AsyncGenerator[Extractor]:
    """Who reads: Claude with a key (or another server to ask), else the offline extractor."""
    key = settings.anthropic_key.get_secret_value()
    if key or settings.anthropic_url:
        from extraction.claude import ClaudeExtractor, Server  # noqa: PLC0415 -- only who needs it

        # A local server that speaks the Messages API may want no key; the client wants some.
        asked = Server(
            model=settings.model, key=key or "none", base_url=settings.anthropic_url or None
        )
        async with ClaudeExtractor.open(asked) as claude:
            yield claude
    else:
        # Loading spaCy takes seconds: not on the loop.
        yield await asyncio.to_thread(_offline)


def _offline() -> Extractor:
    from extraction.offline import OfflineExtractor  # noqa: PLC0415 -- only who needs it

    return OfflineExtractor()


@asynccontextmanager
async def _address(settings: Settings) -> AsyncGenerator[Address]:
    if settings.neo4j_uri:
        password = settings.neo4j_password.get_secret_value()
        yield Address(settings.neo4j_uri, settings.neo4j_user, password)
        return
    # Starting and stopping it blocks for seconds: not on the loop.
    embedded = server.running(settings.data or server.default_data_dir())
    address = await asyncio.to_thread(embedded.__enter__)
    try:
        yield address
    finally:
        await asyncio.to_thread(embedded.__exit__, None, None, None)
