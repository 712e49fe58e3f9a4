"""GraphQL: what a subject has consented to."""

from __future__ import annotations

from datetime import datetime

import strawberry
from strawberry import field

from api.graphql.request.context import Info
from api.graphql.types.entities import Entity
from api.graphql.types.memories import Memory
from graph.clock import outward
from graph.consents import records


@strawberry.type(
    description="What was said of a category of a subject's: that it may be kept, or not any more."
)
class Consent:
    category: str | None = field(description="The category of attributes; null: every one.")
    basis: str = field(description="The lawful basis, or on what ground it was withdrawn.")
    granted: bool = field(description="Whether it may be kept.")
    actor: str = field(description="Who recorded it.")
    valid_from: datetime = field(description="From when it holds.")
    valid_to: datetime | None = field(description="Until when; null while nothing else was said.")
    system_from: datetime = field(description="Since when it is recorded.")
    system_to: datetime | None = field(description="Until when it was; null if it still is.")
    subject_id: strawberry.Private[str]
    fallen: strawberry.Private[tuple[str, ...]]

    @strawberry.field(description="Whose consent it is.")
    async def subject(self, info: Info) -> Entity:
        return await Entity.there(info, self.subject_id)

    @strawberry.field(description="Of a withdrawal: the memories that were taken back by it.")
    async def fell(self, info: Info) -> list[Memory]:
        return await Memory.all_of(info, list(self.fallen))

    @classmethod
    def of(cls, consent: records.Consent) -> Consent:
        """The consent as shown."""
        return cls(
            category=consent.category or None,
            basis=consent.permission.basis,
            granted=consent.permission.granted,
            actor=consent.actor,
            valid_from=consent.valid_from,
            valid_to=outward(consent.valid_to),
            system_from=consent.system_from,
            system_to=outward(consent.system_to),
            subject_id=consent.subject,
            fallen=consent.fell,
        )
