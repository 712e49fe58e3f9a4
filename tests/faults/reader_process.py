"""A worker as a process of its own, there to be killed: ``python -m tests.faults.reader_process``.

It reads what is waiting in one tenant, several jobs at a time, until it is ended.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
from contextlib import suppress

from api.service.worker import Worker
from extraction.llm.claude import ClaudeExtractor
from graph.database.session import Session
from graph.errors import Unavailable
from tests.faults.conversation import LEASE_S, PAUSE_S, model_at


async def work(uri: str, user: str, model: str, tenant: str) -> None:
    """Work without an end; the database's password is in the environment."""
    password = os.environ["FAULTS_PASSWORD"]
    async with Session.open(uri, user, password, wait_s=2.0) as db:
        worker = Worker(
            db,
            lambda: ClaudeExtractor.open(model_at(model)),
            tenant=tenant,
            lease_s=LEASE_S,
            poll_s=PAUSE_S,
            pause_s=PAUSE_S,
        )
        await worker.run()


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
