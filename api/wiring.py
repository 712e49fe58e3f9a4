"""What a process is made of, put together from its settings; every door begins here."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from graph import schema, server
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
            pool_max=settings.neo4j_pool_max,
        ) as db,
    ):
        await schema.ensure(db)
        yield db


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
