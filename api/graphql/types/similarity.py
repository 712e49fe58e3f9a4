"""GraphQL: pairs of memories that are alike across slots."""

from __future__ import annotations

from datetime import datetime

import strawberry
from strawberry import field

from api.graphql.request.connections import Connection
from api.graphql.request.context import Info
from api.graphql.request.cursors import SortKey
from api.graphql.request.scalars import Node
from api.graphql.types.memories import Memory
from graph.proposals.similarity import pairs
from graph.vocabulary import SimilarityStatus, SimilarityVerdict


@strawberry.type(
    description="Two memories about the same entity that are alike. It changes nothing that is"
    " believed: correct, retract or revoke one of them, or dismiss the pair."
)
class SimilarMemories(Node):
    similarity: float = field(description="The cosine of their vectors.")
    reasons: list[str] = field(description="What they have in common, and what not.")
    status: SimilarityStatus = field(description="Whether they wait, or how that was settled.")
    verdict: SimilarityVerdict | None = field(description="What a model says of them.")
    found_at: datetime = field(description="When they were compared.")
    judged_at: datetime | None = field(description="When a model was asked about them.")
    decided_at: datetime | None = field(description="When a person dismissed them.")
    actor: str | None = field(description="Who did.")
    reason: str | None = field(description="Why so.")
    stored: strawberry.Private[pairs.SimilarPair]

    @strawberry.field(description="The one that was said before.")
    async def older(self, info: Info) -> Memory:
        return await Memory.there(info, self.stored.older)

    @strawberry.field(description="The one that was said later.")
    async def newer(self, info: Info) -> Memory:
        return await Memory.there(info, self.stored.newer)

    @classmethod
    def of(cls, pair: pairs.SimilarPair) -> SimilarMemories:
        """Return the pair as shown."""
        return cls(
            id=strawberry.ID(pair.id),
            similarity=pair.cosine,
            reasons=list(pair.reasons),
            status=pair.status,
            verdict=pair.verdict,
            found_at=pair.found_at,
            judged_at=pair.judged_at,
            decided_at=pair.decided_at,
            actor=pair.actor,
            reason=pair.reason,
            stored=pair,
        )


SimilarMemoriesConnection = Connection[SimilarMemories]


def pair_key(pair: pairs.SimilarPair) -> SortKey:
    """Where a pair stands in a list."""
    return (pair.found_at, pair.id)
