"""The embedding worker: gives memories their vectors, beside the service and behind every write.

What is said or loaded is stored at once and gets its vector within moments; until then recall has
it by its words only. It may be killed at any moment: what has no vector yet still waits.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

from api import wiring
from extraction.embedding.backfill import embed_missing
from extraction.embedding.embedder import Embedder
from graph.background import working
from graph.database.embeddings import store
from graph.database.session import Session
from graph.errors import DoxaError
from graph.settings import Settings

POLL_S = 2.0
PAUSE_S = 30.0

_log = logging.getLogger("doxa.embeddings")

Make = Callable[[], Embedder | None]


@asynccontextmanager
async def running(db: Session, settings: Settings) -> AsyncGenerator[None]:
    """At work for as long as the block lasts, with the model that the settings name."""
    async with working(work(db, lambda: wiring.embedder(settings))):
        yield


async def work(
    db: Session, make: Make, *, poll_s: float = POLL_S, pause_s: float = PAUSE_S
) -> None:
    """Work until cancelled, or at once done if no model is wanted.

    Whatever goes wrong is logged, and tried again after a pause: a store of another model's
    vectors too, since ``doxa reembed`` may change that.
    """
    while True:
        try:
            # Loading a model takes up to seconds: not on the loop.
            embedder = await asyncio.to_thread(make)
            if embedder is None:
                return
            await _served(db, embedder, poll_s)
        except DoxaError as error:
            _log.warning("no vectors are made: %s (%s)", error, error.hint)
        except Exception:
            _log.exception("the embedding worker pauses")
        await asyncio.sleep(pause_s)


async def _served(db: Session, embedder: Embedder, poll_s: float) -> None:
    target = await store.present(db, embedder.name, embedder.dimension)
    while True:
        if not await store.due(db, target, limit=1):
            await asyncio.sleep(poll_s)
        elif not await embed_missing(db, embedder, target):
            # Others did it, or the store has changed to another model.
            target = await store.present(db, embedder.name, embedder.dimension)
