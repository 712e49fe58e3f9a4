"""GraphQL: preferences that may be conventions."""

from __future__ import annotations

import strawberry
from strawberry import field

from api.graphql.request.connections import Connection
from api.graphql.request.cursors import SortKey
from api.graphql.types.beliefs import Belief
from graph.read import conventions


@strawberry.type(
    description="A preference that was said in several sessions and may be a convention. It is"
    " accepted or dismissed by the id of its belief."
)
class ConventionProposal:
    belief: Belief = field(description="What is preferred, with the claims that it rests on.")
    sessions: list[str] = field(description="The sessions in which it was said.")

    @classmethod
    def of(cls, proposal: conventions.ConventionProposal) -> ConventionProposal:
        """Return the proposal as shown."""
        return cls(belief=Belief.of(proposal.belief), sessions=list(proposal.sessions))


ConventionProposalConnection = Connection[ConventionProposal]


def convention_key(proposal: conventions.ConventionProposal) -> SortKey:
    """Where a proposal stands in the list."""
    return (proposal.slot,)
