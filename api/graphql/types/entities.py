"""GraphQL: entities, and what is believed about them."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

import strawberry
from strawberry import field

from api.graphql.request import arguments
from api.graphql.request.arguments import FIRST_MAX
from api.graphql.request.connections import TOTAL, Connection, Count, Paging, Read
from api.graphql.request.context import Info
from api.graphql.request.cursors import SortKey
from api.graphql.request.loaders import there
from api.graphql.request.scalars import AsOfInput, GivenTime, Node, PageInfo
from api.graphql.types.beliefs import (
    IN_PAGES,
    Belief,
    BeliefConnection,
    BeliefsAsked,
    MemoryLater,
    beliefs_list,
    beliefs_page,
)
from api.graphql.types.inputs import HopInput
from graph.errors import InvalidArgument
from graph.model import records
from graph.read import reads


@strawberry.type(description="Somebody or something that claims are about.")
class Entity(Node):
    name: str = field(description="The name it goes by.")
    kind: str = field(description="What it is: person, place, organisation …")
    aliases: list[str] = field(description="Other names, and external ids.")
    merged_into_id: strawberry.Private[str | None]
    absorbed_ids: strawberry.Private[tuple[str, ...]]

    @strawberry.field(description="What is believed, as of a moment on both axes.")
    async def beliefs(
        self,
        info: Info,
        attribute: str | None = None,
        context: str | None = None,
        as_of: AsOfInput | None = None,
        first: int | None = 50,
        after: str | None = None,
    ) -> BeliefConnection:
        asked = BeliefsAsked(self.id, attribute, None, context, as_of)
        return await beliefs_page(info, asked, first, after)

    @strawberry.field(
        description="The relations that lead here, of whomever: who works at this company."
    )
    async def incoming(
        self,
        info: Info,
        attribute: str | None = None,
        as_of: AsOfInput | None = None,
        first: int | None = 50,
        after: str | None = None,
    ) -> BeliefConnection:
        asked = BeliefsAsked(None, attribute, self.id, None, as_of)
        return await beliefs_page(info, asked, first, after)

    @strawberry.field(
        description="The beliefs as known at one system time, in the order of valid time. "
        + IN_PAGES
    )
    async def timeline(
        self,
        info: Info,
        attribute: str | None = None,
        context: str | None = None,
        system_at: GivenTime | None = None,
        first: int | None = None,
        after: str | None = None,
    ) -> list[Belief]:
        asked = ("timeline", self.id, attribute, context, system_at)
        size = FIRST_MAX if first is None else first
        paging = Paging.asked(info.context, size, after, *asked)
        moment = paging.as_of or await arguments.resolve_as_of(
            info.context, None, arguments.moment(system_at, "systemAt"), "systemAt"
        )
        read = partial(
            reads.timeline,
            info.context.db,
            info.context.caller,
            entity=self.id,
            attribute=attribute,
            context=context,
            system_at=moment.system_at,
        )
        return await beliefs_list(paging, read, moment, whole=first is None and after is None)

    @strawberry.field(
        description="What was so of it formerly, as known at one system time: memories that"
        " something is over, nobody knows since when, of which nothing is believed. In order of"
        " attribute and saying, 500 at most."
    )
    async def formerly(
        self,
        info: Info,
        attribute: str | None = None,
        context: str | None = None,
        system_at: GivenTime | None = None,
    ) -> list[MemoryLater]:
        moment = await arguments.resolve_as_of(
            info.context, None, arguments.moment(system_at, "systemAt"), "systemAt"
        )
        found = await reads.formerly(
            info.context.db,
            info.context.caller,
            entity=self.id,
            attribute=attribute,
            context=context,
            system_at=moment.system_at,
        )
        from api.graphql.types.memories import Memory  # noqa: PLC0415 - they name one another

        return [Memory.of(one) for one in found]

    @strawberry.field(
        description="Every version of every belief of an attribute, on both axes. " + IN_PAGES
    )
    async def history(
        self,
        info: Info,
        attribute: str,
        context: str | None = None,
        first: int | None = None,
        after: str | None = None,
        system_at: GivenTime | None = None,
    ) -> list[Belief]:
        asked = ("history", self.id, attribute, context, system_at)
        size = FIRST_MAX if first is None else first
        paging = Paging.asked(info.context, size, after, *asked)
        moment = paging.as_of or await arguments.resolve_as_of(
            info.context, None, arguments.moment(system_at, "systemAt"), "systemAt"
        )
        read = partial(
            reads.history,
            info.context.db,
            info.context.caller,
            entity=self.id,
            attribute=attribute,
            context=context,
            known_at=moment.system_at,
        )
        return await beliefs_list(paging, read, moment, whole=first is None and after is None)

    @strawberry.field(
        description="In what something was ever believed of it: each attribute, with its context."
    )
    async def slots(self, info: Info) -> list[Slot]:
        found = await reads.slots(info.context.db, info.context.caller, entity=self.id)
        return [Slot(attribute=one.attribute, context=one.context) for one in found]

    @strawberry.field(
        description="Entities that relations lead to, nearest first; or, with `hops`, those that"
        " chosen steps end at."
    )
    async def related(
        self,
        info: Info,
        relation: list[str] | None = None,
        depth: int | None = 1,
        as_of: AsOfInput | None = None,
        hops: list[HopInput] | None = None,
        first: int | None = 50,
        after: str | None = None,
    ) -> RelatedConnection:
        given = (as_of.valid_at, as_of.system_at) if as_of else (None, None)
        steps = None if hops is None else [hop.asked for hop in hops]
        paging = Paging.asked(
            info.context, first, after, "related", self.id, relation, depth, given, steps
        )
        moment = paging.as_of or await arguments.as_of(info.context, as_of)
        shared = (info.context.db, info.context.caller)
        if hops is not None:
            _require_hops_alone(relation, depth)
            taken = [
                await hop.taken(info.context, moment, f"hops.{place}")
                for place, hop in enumerate(hops)
            ]
            read = partial(reads.follow, *shared, entity=self.id, hops=taken)
            return await RelatedConnection.of(info, paging, read, moment)
        asked: dict[str, Any] = {
            "entity": self.id,
            "relations": relation,
            "depth": 1 if depth is None else depth,
            "as_of": moment,
        }
        read = partial(reads.related, *shared, **asked)
        count = partial(reads.count_related, *shared, **asked)
        return await RelatedConnection.of(info, paging, read, moment, count)

    @strawberry.field(
        description="The entities around it, over relations in either direction, and all relations"
        " between them: what a drawing shows. The nearest `first` (1 to 500), itself among them."
    )
    async def neighbourhood(
        self,
        info: Info,
        relation: list[str] | None = None,
        depth: int | None = 2,
        as_of: AsOfInput | None = None,
        first: int | None = 200,
    ) -> Neighbourhood:
        moment = await arguments.as_of(info.context, as_of)
        found = await reads.neighbourhood(
            info.context.db,
            info.context.caller,
            entity=self.id,
            relations=relation,
            depth=2 if depth is None else depth,
            as_of=moment,
            first=200 if first is None else first,
        )
        return await Neighbourhood.of(info, found)

    @strawberry.field(description="The entity that absorbed this one.")
    async def merged_into(self, info: Info) -> Entity | None:
        into = self.merged_into_id
        return None if into is None else await Entity.there(info, into)

    @strawberry.field(
        description="The entities that were merged into this one and that it stands for now, 1,000"
        " at most."
    )
    async def absorbed(self, info: Info) -> list[Entity]:
        found = await info.context.loaders.entities.load_many(self.absorbed_ids)
        # One in the scope of another subject is not seen.
        return [Entity.of(one) for one in found if one is not None]

    @classmethod
    async def there(cls, info: Info, wanted: str) -> Entity:
        """Return the entity that something stored refers to."""
        return cls.of(await there(info.context.loaders.entities, wanted))

    @classmethod
    def of(cls, entity: records.Entity) -> Entity:
        """Return the entity as shown."""
        return cls(
            id=strawberry.ID(entity.id),
            name=entity.name,
            kind=entity.kind,
            aliases=list(entity.aliases),
            merged_into_id=entity.merged_into,
            absorbed_ids=entity.absorbed,
        )


EntityConnection = Connection[Entity]


@strawberry.type(
    description=(
        "An attribute of an entity in a context, or without one. Where one value holds"
        " at a time, beliefs take one another's place in it; where many do, each value"
        " has a place of its own."
    )
)
class Slot:
    attribute: str = field(description="The attribute.")
    context: str | None = field(
        description="The circumstances to which it is limited, such as `work`; null: none."
    )


@strawberry.type(description="An entity reached over relations.")
class RelatedEdge:
    cursor: str = field(description="The item's place: give it as `after` to go on behind it.")
    node: Entity = field(description="The entity reached.")
    distance: int = field(description="How many relations away it is, at the least.")
    path: list[Belief] = field(description="One shortest way there.")


@strawberry.type(description="An entity of a neighbourhood.")
class Neighbour:
    entity: Entity = field(description="Itself; merged ones are one.")
    distance: int = field(description="How many relations away it is, at the least.")


@strawberry.type(description="Entities around one, and the relations between any two of them.")
class Neighbourhood:
    entities: list[Neighbour] = field(description="The entities, nearest first.")
    relations: list[Belief] = field(
        description="The relations, each once, as it is stored; 2,000 at most."
    )
    whole: bool = field(description="Whether that is all there is within the distance.")

    @classmethod
    async def of(cls, info: Info, record: reads.Neighbourhood) -> Neighbourhood:
        """Return the neighbourhood as shown; the entities come with one statement."""
        entities = await asyncio.gather(*(Entity.there(info, one) for one in record.distances))
        return cls(
            entities=[
                Neighbour(entity=entity, distance=distance)
                for entity, distance in zip(entities, record.distances.values(), strict=True)
            ],
            relations=[Belief.of(belief) for belief in record.relations],
            whole=record.whole,
        )


@strawberry.type(description="A page of related entities.")
class RelatedConnection:
    edges: list[RelatedEdge] = field(description="The entities, nearest first.")
    page_info: PageInfo = field(description="Where this page lies.")
    count: strawberry.Private[Count]

    @strawberry.field(description=TOTAL)
    async def total_count(self) -> int | None:
        """Return the length of the list."""
        return await self.count()

    @classmethod
    async def of(
        cls,
        info: Info,
        paging: Paging,
        read: Read[records.Related],
        moment: records.AsOf,
        count: Count | None = None,
    ) -> RelatedConnection:
        """Return the page asked for, as shown; the entities come with one statement."""
        page = await read(first=paging.first, after=paging.after)
        cursors = paging.cursors_of(page.items, related_key, moment)
        entities = await asyncio.gather(*(Entity.there(info, item.entity) for item in page.items))
        return cls(
            edges=[
                RelatedEdge(
                    cursor=cursor,
                    node=entity,
                    distance=item.distance,
                    path=[Belief.of(belief) for belief in item.path],
                )
                for cursor, entity, item in zip(cursors, entities, page.items, strict=True)
            ],
            page_info=paging.info(page, cursors),
            count=count or paging.counting(page, read, related_key),
        )


def _require_hops_alone(relation: list[str] | None, depth: int | None) -> None:
    """Go on only if hops are all that says where to go.

    Raises:
        InvalidArgument: relations or a depth are given too.
    """
    if relation is not None or depth not in (None, 1):
        raise InvalidArgument(
            "hops say where to go, and so do relation and depth",
            field="hops",
            hint="give hops alone, each with its own relation",
        )


def related_key(item: records.Related) -> SortKey:
    """Where an entity stands in a list of related ones."""
    return (item.distance, item.entity)
