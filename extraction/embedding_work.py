"""Vectors for the memories that wait for one: batch after batch, outside the write path.

    memories that wait (by index) → texts → vectors (in a thread) → checked → kept

Nothing is lost and nothing is done twice in the store, whoever is cut off when: a memory waits
until its vector is there. Several may work at once; where another has been quicker, the next batch
is looked for further on.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from extraction.embedding import Embedder
from graph import embeddings, reembedding
from graph.embeddings import Due, Target
from graph.errors import BadVector
from graph.progress import Say
from graph.session import Session
from graph.vectors import Vector, checked, flaw

# What is computed between two writes: half a second of work, a megabyte of memory.
AT_ONCE = 64

_SKIPS_MAX = 8

_log = logging.getLogger("doxa.embeddings")


@dataclass(frozen=True, slots=True)
class Reembedded:
    """What a change of model, or filling up, came to."""

    model: str
    dimension: int
    former: str | None
    embedded: int
    memories: int


async def fill(
    db: Session,
    embedder: Embedder,
    target: Target,
    *,
    say: Callable[[int], None] = lambda _: None,
) -> int:
    """Make the vectors that a generation lacks; how many were kept.

    ``say`` is told that number after each batch.

    Raises:
        Unavailable: the store is away; what is done is done.
    """
    done = skip = 0
    while True:
        due = await embeddings.due(db, target, limit=AT_ONCE, skip=skip)
        if not due and not skip:
            return done
        vectors = await asyncio.to_thread(_embedded, embedder, due) if due else []
        kept = await embeddings.keep(db, target, list(zip(due, vectors, strict=True)))
        done += kept
        say(done)
        if kept:
            continue
        if not await _still(db, target):
            return done
        # Others have been quicker with these, or there is nothing as far on as this.
        skip = (skip + AT_ONCE) % (AT_ONCE * _SKIPS_MAX) if due else 0


async def reembed(db: Session, embedder: Embedder, say: Say = lambda _: None) -> Reembedded:
    """Have every memory's vector made by this model; it goes on where an earlier run was cut off.

    Raises:
        Conflict: another process changes the model at the same time.
        Unavailable: the store is away; what is done is done.
    """
    held = await embeddings.state(db)
    former = None if held is None else held.model
    target = await reembedding.begin(db, embedder.name, embedder.dimension, say)
    waits = (await embeddings.waiting(db, target.generation)).pending

    def told(done: int) -> None:
        say(f"{target.model}: {done:,} of {max(waits, done):,} memories embedded")

    done = await fill(db, embedder, target, say=told)
    await reembedding.finish(db, target, say)
    counted = await embeddings.waiting(db, target.generation)
    return Reembedded(
        model=embedder.name,
        dimension=embedder.dimension,
        former=None if former == embedder.name else former,
        embedded=done,
        memories=counted.memories,
    )


def _embedded(embedder: Embedder, due: Sequence[Due]) -> list[Vector | None]:
    """The vectors of some memories; None for a text of which the model makes none."""
    texts = [one.text for one in due]
    try:
        return [checked(vector, embedder.dimension) for vector in embedder.embed(texts)]
    except BadVector:
        return [_alone(embedder, one) for one in due]


def _alone(embedder: Embedder, due: Due) -> Vector | None:
    """The vector of one memory by itself, so that its neighbours do not suffer."""
    (vector,) = embedder.embed([due.text])
    wrong = flaw(vector, embedder.dimension)
    if wrong is None:
        return checked(vector, embedder.dimension)
    _log.warning("memory %s has no vector: %s", due.id, wrong)
    return None


async def _still(db: Session, target: Target) -> bool:
    """Whether the target is still the store's generation, or its next one."""
    held = await embeddings.state(db)
    if held is None:
        return False
    here = (held.generation, held.model), (held.generation + 1, held.next_model)
    return (target.generation, target.model) in here
