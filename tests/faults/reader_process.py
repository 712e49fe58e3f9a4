"""A worker as a process of its own, there to be killed: ``python -m tests.faults.reader_process``.

It reads what is waiting in one tenant, several jobs at a time, until it is ended.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
from contextlib import suppress

from api.service.worker import Reader
from extraction.llm.claude import ClaudeExtractor
from graph.database.session import Session
from graph.errors import DoxaError, Unavailable
from tests.faults.conversation import LEASE_S, PAUSE_S, model_at

READERS = 4


async def work(uri: str, user: str, model: str, tenant: str) -> None:
    """Read without an end; the database's password is in the environment."""
    password = os.environ["FAULTS_PASSWORD"]
    async with (
        Session.open(uri, user, password, wait_s=2.0) as db,
        ClaudeExtractor.open(model_at(model)) as extractor,
        asyncio.TaskGroup() as group,
    ):
        for _ in range(READERS):
            group.create_task(_read(Reader(db, extractor, tenant=tenant, lease_s=LEASE_S)))


async def _read(reader: Reader) -> None:
    while True:
        with suppress(DoxaError):
            if await reader.step():
                continue
        await asyncio.sleep(PAUSE_S)


async def keep_working(**given: str) -> None:
    """Work, as soon as the database lets one begin."""
    while True:
        with suppress(Unavailable):
            await work(**given)
        await asyncio.sleep(PAUSE_S)


if __name__ == "__main__":
    logging.disable()
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("uri", "user", "model", "tenant"):
        parser.add_argument(name)
    asyncio.run(keep_working(**vars(parser.parse_args())))
