"""GraphQL: what a subject has consented to, and what was erased."""

from __future__ import annotations

from datetime import datetime

import strawberry
from strawberry import field
from strawberry.scalars import JSON

from api.graphql.request.context import Info
from api.graphql.types.entities import Entity
from api.graphql.types.memories import Memory
from graph.clock import outward
from graph.governance.consents import consent_history
from graph.governance.erasure import erase as erasing
from graph.governance.erasure import receipts

# Memories that a preview tells one by one.
PREVIEWED_MAX = 100


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

    @strawberry.field(description="Of a withdrawal: the memories that it revoked.")
    async def fell(self, info: Info) -> list[Memory]:
        found = await info.context.loaders.memories.load_many(list(self.fallen))
        # What somebody else kept to himself fell too, and is not shown.
        return [Memory.of(one) for one in found if one is not None]

    @classmethod
    def of(cls, consent: consent_history.Consent) -> Consent:
        """Return the consent as shown."""
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


@strawberry.type(description="What an erasure would take if it were asked for now.")
class ErasurePreview:
    memory_count: int = field(description="How many memories would go.")
    memories: list[str] = field(description="What they say; of many the first 100.")
    entities: list[str] = field(description="Whose whole identity would go, by name.")
    episodes: int = field(description="How many episodes would be deleted.")
    masked: int = field(
        description="How many episodes would stay with a part masked, as others rest on them."
    )

    @classmethod
    def of(cls, record: erasing.ErasurePreview) -> ErasurePreview:
        """Return the preview as shown."""
        return cls(
            memory_count=len(record.memories),
            memories=list(record.memories[:PREVIEWED_MAX]),
            entities=list(record.entities),
            episodes=record.episodes,
            masked=record.masked,
        )


@strawberry.type(
    description="What an erasure has deleted, and whether anything is left. It goes on by itself if"
    " it is cut off; ask again with `erasure`."
)
class ErasureReceipt:
    id: strawberry.ID = field(description="The erasure.")
    subject: strawberry.ID = field(
        description="What was erased: the id of an entity, an episode or a memory, or a session."
    )
    at: datetime = field(description="When it was asked for.")
    deleted: JSON = field(
        description="How much was deleted, by kind; `masked` are episodes that others rest on as"
        " well, and `remarks` reasons that were taken out of records."
    )
    residue: int = field(
        description="In how many properties of nodes and edges something of it was found"
        " afterwards."
    )
    complete: bool = field(description="Whether nothing was left and nothing is to be done.")
    compacted_at: datetime | None = field(
        description="Since when no file of the database has had anything of it either: the command"
        " `doxa compact` writes them anew. Null as long as they may, or where that is not known."
    )

    @classmethod
    def of(cls, receipt: receipts.ErasureReceipt) -> ErasureReceipt:
        """Return the receipt as shown."""
        return cls(
            id=strawberry.ID(receipt.id),
            subject=strawberry.ID(receipt.subject),
            at=receipt.at,
            deleted=JSON(receipt.deleted),
            residue=receipt.residue,
            complete=receipt.complete,
            compacted_at=receipt.compacted_at,
        )
