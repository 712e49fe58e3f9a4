"""Embed the memories that lack a vector, batch by batch, outside the write path.

    memories without vector (by index) → texts → vectors (in a thread) → validated → stored

Crash-safe: a memory stays due until its vector is stored. Several processes may run at once; one
that was outrun looks for its next batch further on.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from extraction.embedding.embedder import Embedder
from graph.database.embeddings import model_change, store
from graph.database.embeddings.store import Due, Target
from graph.database.embeddings.vectors import Vector, check_vector, flaw
from graph.database.session import Session
from graph.errors import BadVector
from graph.progress import Say

# What is computed between two writes: half a second of work, a megabyte of memory.
AT_ONCE = 64

_SKIPS_MAX = 8

_log = logging.getLogger("doxa.embeddings")


@dataclass(frozen=True, slots=True)
class ReembedResult:
    """Result of a change of model, or of a backfill."""

    model: str
    dimension: int
    former: str | None
    embedded: int
    memories: int


async def embed_missing(
    db: Session,
    embedder: Embedder,
    target: Target,
    *,
    say: Callable[[int], None] = lambda _: None,
) -> int:
    """Embed the memories that a generation lacks; returns how many vectors were stored.

    ``say`` gets that number after each batch.

    Raises:
        Unavailable: the store is unavailable; finished batches stay.
    """
    done = skip = 0
    while True:
        due = await store.due(db, target, limit=AT_ONCE, skip=skip)
        if not due and not skip:
            return done
        vectors = await asyncio.to_thread(_embed, embedder, due) if due else []
        kept = await store.keep(db, target, list(zip(due, vectors, strict=True)))
        done += kept
        say(done)
        if kept:
            continue
        if not await _is_current(db, target):
            return done
        # Others have been quicker with these, or there is nothing as far on as this.
        skip = (skip + AT_ONCE) % (AT_ONCE * _SKIPS_MAX) if due else 0


async def embed_waiting(db: Session, embedder: Embedder, say: Say = lambda _: None) -> int:
    """Embed the memories without a vector with the store's model; return how many.

    Raises:
        OtherModel: the store's vectors are another model's.
        Unavailable: the store is away; what is done is done.
    """
    target = await store.present(db, embedder.name, embedder.dimension)
    return await _embed_all(db, embedder, target, say)


async def reembed(db: Session, embedder: Embedder, say: Say = lambda _: None) -> ReembedResult:
    """Embed every memory with this model; resumes where an earlier run was interrupted.

    Raises:
        Conflict: another process changes the model at the same time.
        Unavailable: the store is away; what is done is done.
    """
    state = await store.state(db)
    former = None if state is None else state.model
    target = await model_change.begin(db, embedder.name, embedder.dimension, say)
    done = await _embed_all(db, embedder, target, say)
    await model_change.finish(db, target, say)
    counts = await store.waiting(db, target.generation)
    return ReembedResult(
        model=embedder.name,
        dimension=embedder.dimension,
        former=None if former == embedder.name else former,
        embedded=done,
        memories=counts.memories,
    )


async def _embed_all(db: Session, embedder: Embedder, target: Target, say: Say) -> int:
    """Embed the memories that a generation lacks, and say how far that is."""
    pending = (await store.waiting(db, target.generation)).pending

    def report(done: int) -> None:
        say(f"{target.model}: {done:,} of {max(pending, done):,} memories embedded")

    return await embed_missing(db, embedder, target, say=report)


def _embed(embedder: Embedder, due: Sequence[Due]) -> list[Vector | None]:
    """Embed some memories; None for a text that the model cannot embed."""
    texts = [memory.text for memory in due]
    try:
        return [check_vector(vector, embedder.dimension) for vector in embedder.embed(texts)]
    except BadVector:
        return [_embed_single(embedder, memory) for memory in due]


def _embed_single(embedder: Embedder, due: Due) -> Vector | None:
    """Embed one memory by itself, so that a bad text does not affect its neighbours."""
    (vector,) = embedder.embed([due.text])
    problem = flaw(vector, embedder.dimension)
    if problem is None:
        return check_vector(vector, embedder.dimension)
    _log.warning("memory %s has no vector: %s", due.id, problem)
    return None


async def _is_current(db: Session, target: Target) -> bool:
    """Whether the target is still the store's generation, or its next one."""
    state = await store.state(db)
    if state is None:
        return False
    current = (state.generation, state.model), (state.generation + 1, state.next_model)
    return (target.generation, target.model) in current
