"""A tenant that is told something, and whose memories are compared afterwards."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from extraction.embedding.backfill import embed_missing
from extraction.embedding.embedder import Embedder
from graph.database.embeddings import store
from graph.database.session import Session
from graph.model.records import Caller, Json
from graph.proposals.similarity.pairs import SimilarPair, similar_memories
from graph.upkeep import leases
from graph.upkeep.similar_memories import NAME, compare_memories
from graph.vocabulary import SimilarityStatus
from tests.support.story import Story


@dataclass
class Told:
    """What is said in a tenant, each a minute after the other."""

    db: Session
    clock: Any
    story: Story

    @property
    def caller(self) -> Caller:
        return self.story.caller

    async def says(
        self, text: str, attribute: str, value: str | None = None, who: str = "Ana", **more: Any
    ) -> str:
        """One claim; the id of its memory."""
        self.clock.advance(minutes=1)
        told = (await self.story.says(who, attribute, value, text=text, **more)).memory
        assert told is not None
        return told

    async def embed(self, model: Embedder) -> None:
        """Make the vectors that are missing, a minute later."""
        self.clock.advance(minutes=1)
        await embed_missing(
            self.db, model, await store.present(self.db, model.name, model.dimension)
        )

    async def compare(self, model: Embedder, **more: Any) -> dict[str, Json]:
        """Make the vectors that are missing, and run the task."""
        await self.embed(model)
        return await run(self.db, **more)

    async def pairs(
        self, status: SimilarityStatus = SimilarityStatus.OPEN
    ) -> tuple[SimilarPair, ...]:
        """The pairs of one status."""
        return (await similar_memories(self.db, self.caller, status=status)).items

    async def confirmations(self, memory: str) -> tuple[int, datetime | None, float]:
        """How often a memory was confirmed, when last, and its confidence now."""
        found = await self.story.memory(memory)
        return found.confirmations, found.last_confirmed_at, found.current_confidence


async def run(db: Session, **more: Any) -> dict[str, Json]:
    """Run the task, with ``judging`` and ``batch`` if they are given; what it did."""
    leased = await leases.lease(db, NAME, every=None, seconds=600)
    assert leased is not None
    effect = await compare_memories(db, leased, **more)
    await leases.finish(db, leased, effect)
    return effect
