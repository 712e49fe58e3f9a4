"""GraphQL: proposals that two entities are one."""

from __future__ import annotations

from datetime import datetime

import strawberry
from strawberry import field

from api.graphql.request.connections import Connection
from api.graphql.request.context import Info
from api.graphql.request.cursors import SortKey
from api.graphql.request.scalars import Node
from api.graphql.types.entities import Entity
from graph.proposals.merges import proposals
from graph.vocabulary import ProposalStatus


@strawberry.type(description="Two entities that may be one; decided once.")
class MergeProposal(Node):
    score: float = field(description="How likely, 0 to 1; set by rule, and no measured chance.")
    reasons: list[str] = field(description="On what ground.")
    status: ProposalStatus = field(description="Whether it waits, or how it was decided.")
    proposed_at: datetime = field(description="When it was proposed.")
    decided_at: datetime | None = field(description="When it was decided.")
    actor: str | None = field(description="Who decided it.")
    reason: str | None = field(description="Why so.")
    stored: strawberry.Private[proposals.MergeProposal]

    @strawberry.field(description="The one that was there before: it would stand for both.")
    async def one(self, info: Info) -> Entity:
        return await Entity.there(info, self.stored.one)

    @strawberry.field(description="The other, which would be absorbed.")
    async def other(self, info: Info) -> Entity:
        return await Entity.there(info, self.stored.other)

    @classmethod
    def of(cls, proposal: proposals.MergeProposal) -> MergeProposal:
        """Return the proposal as shown."""
        return cls(
            id=strawberry.ID(proposal.id),
            score=proposal.score,
            reasons=list(proposal.reasons),
            status=proposal.status,
            proposed_at=proposal.proposed_at,
            decided_at=proposal.decided_at,
            actor=proposal.actor,
            reason=proposal.reason,
            stored=proposal,
        )


MergeProposalConnection = Connection[MergeProposal]


def proposal_key(proposal: proposals.MergeProposal) -> SortKey:
    """Where a proposal stands in a list."""
    return (proposal.proposed_at, proposal.id)
