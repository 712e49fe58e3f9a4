"""GraphQL: consolidation, one memory for several that say nearly the same."""

from __future__ import annotations

import strawberry
from strawberry import field

from api.graphql.request.context import Info
from api.graphql.types.memories import Memory
from graph.proposals.consolidation import consolidate


@strawberry.type(description="Memories that say nearly the same of one entity and attribute.")
class ConsolidationGroup:
    canonical: str = field(description="The one text for them.")
    lost: list[str] = field(
        description="What that text would lose of them: stems of words, numbers, or `not` for a"
        " negation. Empty where it loses nothing."
    )
    why: str | None = field(description="Why nothing was changed, or would be; null if it can be.")
    stored: strawberry.Private[consolidate.Group]

    @strawberry.field(description="The memories that it supersedes.")
    async def originals(self, info: Info) -> list[Memory]:
        return await Memory.all_of(info, self.stored.originals)

    @strawberry.field(
        description="The memory that stands for them now; null in a dry run, and where nothing was"
        " changed."
    )
    async def memory(self, info: Info) -> Memory | None:
        made = self.stored.memory
        return None if made is None else await Memory.there(info, made)

    @classmethod
    def of(cls, group: consolidate.Group) -> ConsolidationGroup:
        """Return the group as shown."""
        return cls(canonical=group.canonical, lost=list(group.lost), why=group.why, stored=group)


@strawberry.type(description="What was found to consolidate in a topic, and what was done.")
class ConsolidationResult:
    groups: list[ConsolidationGroup] = field(description="At most 200.")
    applied: bool = field(description="False of a dry run, which changes nothing.")
    unembedded: int = field(description="Memories without a vector yet; they were left out.")
    why: str | None = field(description="Why there may be more groups; null if these are all.")

    @classmethod
    def of(cls, record: consolidate.Consolidated) -> ConsolidationResult:
        """Return the result as shown."""
        return cls(
            groups=list(map(ConsolidationGroup.of, record.groups)),
            applied=record.applied,
            unembedded=record.unembedded,
            why=record.why,
        )
