"""GraphQL: what is unsettled, open contradictions and loops."""

from __future__ import annotations

from datetime import datetime

import strawberry
from strawberry import field

from api.graphql.request.connections import Connection
from api.graphql.request.context import Info
from api.graphql.request.cursors import SortKey
from api.graphql.types.beliefs import Belief
from api.graphql.types.entities import Entity
from api.graphql.types.review import Contradiction
from graph.read import unsettled


@strawberry.type(
    description="A contradiction that waits for an answer, or a loop that nobody has answered."
)
class Unsettled:
    contradiction: Contradiction | None = field(
        description="What waits; null for a loop. It stands for a loop of its slot too."
    )
    attribute: str = field(description="The attribute in question.")
    context: str | None = field(description="The context in question.")
    first_seen: datetime = field(
        description="When the contradiction was detected, or the first change of the loop in the"
        " world's time."
    )
    last_changed: datetime = field(
        description="Of a contradiction, when what is believed last changed, or its detection; of a"
        " loop its last change in the world's time."
    )
    age_days: float = field(description="Days since `firstSeen`.")
    history: list[Belief] = field(
        description="The values with their intervals, as known now, by start; the latest 20."
    )
    entity_id: strawberry.Private[str]

    @strawberry.field(description="Whom or what it is about.")
    async def entity(self, info: Info) -> Entity:
        return await Entity.there(info, self.entity_id)

    @classmethod
    def of(cls, item: unsettled.Unsettled) -> Unsettled:
        """Return the contradiction or the loop as shown."""
        waits = item.contradiction
        return cls(
            contradiction=None if waits is None else Contradiction.of(waits),
            attribute=item.attribute,
            context=item.context,
            first_seen=item.first_seen,
            last_changed=item.last_changed,
            age_days=item.age_days,
            history=list(map(Belief.of, item.history)),
            entity_id=item.entity,
        )


UnsettledConnection = Connection[Unsettled]


def unsettled_key(item: unsettled.Unsettled) -> SortKey:
    """Where it stands in the list."""
    return item.key
