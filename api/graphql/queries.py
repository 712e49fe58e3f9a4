"""The Query root: each field asks the store one question for the caller's tenant."""

from __future__ import annotations

from dataclasses import astuple
from functools import partial
from random import Random
from typing import Annotated

import strawberry
from strawberry import field
from strawberry.scalars import JSON

from api.graphql.node import node_by_id
from api.graphql.request import arguments
from api.graphql.request.connections import Paging
from api.graphql.request.context import Info
from api.graphql.request.cursors import SortKey
from api.graphql.request.scalars import AsOfInput, GivenTime, Node
from api.graphql.review_queries import ReviewQueries
from api.graphql.types.beliefs import Belief, BeliefConnection, BeliefsAsked, beliefs_page
from api.graphql.types.changes import BeliefChange
from api.graphql.types.entities import Entity, EntityConnection
from api.graphql.types.jobs import Job, JobConnection
from api.graphql.types.memories import Memory, MemoryConnection, memory_key
from api.graphql.types.recall import Recall
from api.graphql.types.review import (
    Attribute,
)
from api.graphql.types.tasks import Task, Violation
from api.graphql.viewer import Viewer
from extraction.recall.recall import recall as recall_for
from graph.clock import zone_of
from graph.history.integrity.check import check_sample
from graph.kernel.registry import registry
from graph.model import records
from graph.read import reads
from graph.read.recall import log
from graph.read.recall.recall_types import Question
from graph.upkeep import tasks
from graph.upkeep.statistics import statistics
from graph.vocabulary import (
    JobStatus,
    MemoryStatus,
    MemoryType,
    RecallKind,
)
from graph.write.intake import job_control, jobs


@strawberry.type(description="Questions. They see the caller's tenant and nothing else.")
class Query(ReviewQueries):
    @field(description="Anything, by its id.")
    async def node(self, info: Info, id: strawberry.ID) -> Node | None:
        return await node_by_id(info, id)

    @field(description="Who asks, and what the caller's role may use.")
    def viewer(self, info: Info) -> Viewer:
        return Viewer.of(info.context)

    @field(
        description="An entity, by id, or by a name, alias or external id; null if there is none."
    )
    async def entity(
        self,
        info: Info,
        id: strawberry.ID | None = None,
        name: str | None = None,
        system_at: GivenTime | None = None,
    ) -> Entity | None:
        context, known_at = info.context, arguments.moment(system_at, "systemAt")
        moment = await arguments.resolve_as_of(context, None, known_at, "systemAt")
        found = await reads.entity(
            context.db, context.caller, id=id, name=name, system_at=moment.system_at
        )
        return None if found is None else Entity.of(found)

    @field(description="Entities, by name.")
    async def entities(
        self,
        info: Info,
        search: str | None = None,
        kind: str | None = None,
        first: int | None = 50,
        after: str | None = None,
    ) -> EntityConnection:
        paging = Paging.asked(info.context, first, after, "entities", search, kind)
        read = partial(
            reads.entities,
            info.context.db,
            info.context.caller,
            search=search,
            kind=kind,
        )
        return await paging.connection(read, Entity.of, entity_key)

    @field(
        description=(
            "What is believed of one attribute at a moment on both axes; null if nothing"
            " is. For an attribute of many values ask `beliefs`."
        )
    )
    async def belief(
        self,
        info: Info,
        entity: strawberry.ID,
        attribute: str,
        context: str | None = None,
        as_of: AsOfInput | None = None,
    ) -> Belief | None:
        found = await reads.belief(
            info.context.db,
            info.context.caller,
            entity=entity,
            attribute=attribute,
            context=context,
            as_of=await arguments.as_of(info.context, as_of),
        )
        return None if found is None else Belief.of(found)

    @field(
        description="The beliefs that hold at one moment on both axes and match every given filter."
    )
    async def beliefs(
        self,
        info: Info,
        entity: strawberry.ID | None = None,
        attribute: str | None = None,
        value: str | None = None,
        context: str | None = None,
        as_of: AsOfInput | None = None,
        first: int | None = 50,
        after: str | None = None,
    ) -> BeliefConnection:
        asked = BeliefsAsked(entity, attribute, value, context, as_of)
        return await beliefs_page(info, asked, first, after)

    @field(
        description=(
            "What is believed of an entity at `to` and not at `from` (inserted), and the reverse "
            "(retired), between any two points. Beliefs are the same if attribute, context, value "
            "and interval are; what they rest on makes no difference. `at` is the later system "
            "time. Of an unknown entity nothing is believed."
        )
    )
    async def diff(
        self,
        info: Info,
        entity: strawberry.ID,
        from_: Annotated[AsOfInput, strawberry.argument(name="from")],
        to: AsOfInput,
    ) -> BeliefChange:
        change = await reads.diff(
            info.context.db,
            info.context.caller,
            entity=entity,
            before=await arguments.as_of(info.context, from_, "from"),
            after=await arguments.as_of(info.context, to, "to"),
        )
        return BeliefChange.of(change)

    @field(description="A memory, by id.")
    async def memory(self, info: Info, id: strawberry.ID) -> Memory | None:
        found = await info.context.loaders.memories.load(id)
        return None if found is None else Memory.of(found)

    @field(
        description=(
            "Memories that match every given filter, the last recorded first; without"
            " `status` the active ones. A page may have fewer than `first` items, or none,"
            " though `pageInfo` says that more follow: go on from its cursor."
        )
    )
    async def memories(
        self,
        info: Info,
        entity: strawberry.ID | None = None,
        topic: str | None = None,
        type: MemoryType | None = None,
        status: MemoryStatus | None = None,
        min_confidence: float | None = None,
        min_importance: float | None = None,
        attribute: str | None = None,
        session: str | None = None,
        first: int | None = 50,
        after: str | None = None,
    ) -> MemoryConnection:
        context = info.context
        asked = reads.MemoryFilter(
            entity=entity,
            attribute=attribute,
            session=session,
            topic=topic,
            type=type,
            status=status or MemoryStatus.ACTIVE,
            min_confidence=min_confidence or 0.0,
            min_importance=min_importance or 0.0,
        )
        paging = Paging.asked(context, first, after, "memories", *astuple(asked))
        # All pages tell how things stand at the time of the first.
        at = paging.as_of or reads.as_of(context.db, context.caller, None, None)
        read = partial(
            reads.memories,
            context.db,
            context.caller,
            asked,
            at=at.valid_at,
        )
        return await paging.connection(read, Memory.of, memory_key, at)

    @field(description="The memories that took one another's place: oldest first, head last.")
    async def supersession_chain(self, info: Info, memory: strawberry.ID) -> list[Memory]:
        found = await reads.chain(info.context.db, info.context.caller, memory)
        return [Memory.of(one) for one in found]

    @field(
        description=(
            "The relations of one shortest way from one entity to another, in its order,"
            " followed in either direction. Empty if there is none."
        )
    )
    async def path(
        self,
        info: Info,
        from_: Annotated[strawberry.ID, strawberry.argument(name="from")],
        to: strawberry.ID,
        max_depth: int | None = 4,
        as_of: AsOfInput | None = None,
    ) -> list[Belief]:
        found = await reads.path(
            info.context.db,
            info.context.caller,
            start=from_,
            end=to,
            depth=4 if max_depth is None else max_depth,
            as_of=await arguments.as_of(info.context, as_of),
        )
        return [Belief.of(belief) for belief in found]

    @field(
        description=(
            "Search for what matters to a question, the best first, possibly nothing;"
            " `rules` always come. Without `asOf.validAt` it is what held at any time in the"
            " period that the question names, else what holds now. It is kept for `why`."
        )
    )
    async def recall(
        self,
        info: Info,
        query: str,
        topic: str | None = None,
        k: int | None = 5,
        min_score: float | None = 0.35,
        min_confidence: float | None = 0.4,
        as_of: AsOfInput | None = None,
        entity: strawberry.ID | None = None,
        include: list[RecallKind] | None = [RecallKind.MEMORIES],  # noqa: B006 -- GraphQL copies it
        max_tokens: int | None = 800,
        speaker: str | None = None,
        time_zone: str | None = None,
    ) -> Recall:
        context = info.context
        asked = Question(
            text=query,
            as_of=await arguments.as_of(context, as_of),
            zone=zone_of(time_zone, field="timeZone"),
            present=as_of is None or as_of.system_at is None,
            topic=topic,
            include=frozenset([RecallKind.MEMORIES] if include is None else include),
            entity=entity,
            k=5 if k is None else k,
            min_score=0.35 if min_score is None else min_score,
            min_confidence=0.4 if min_confidence is None else min_confidence,
            tokens_max=800 if max_tokens is None else max_tokens,
        )
        dated = as_of is not None and as_of.valid_at is not None
        found = await recall_for(
            context.db,
            context.caller,
            context.services.questions,
            asked,
            dated=dated,
            speaker=speaker,
        )
        return Recall.of(found)

    @field(description="What was recalled, the latest first.")
    async def recalls(
        self,
        info: Info,
        since: GivenTime | None = None,
        first: int | None = 50,
        after: str | None = None,
    ) -> list[Recall]:
        found = await log.recalls(
            info.context.db,
            info.context.caller,
            since=arguments.moment(since, "since"),
            first=50 if first is None else first,
            after=after,
        )
        return list(map(Recall.of, found))

    @field(
        description=(
            "Why a recall returned a memory, or did not: what the searches by vector, by"
            " words and by graph said of it, the parts of its score, and what became of it."
        )
    )
    async def why(self, info: Info, recall: strawberry.ID, memory: strawberry.ID) -> JSON:
        return JSON(await log.why(info.context.db, info.context.caller, recall, memory))

    @field(description="A job, by id.")
    async def job(self, info: Info, id: strawberry.ID) -> Job | None:
        found = await jobs.job(info.context.db, info.context.caller, id)
        return None if found is None else Job.of(found)

    @field(
        description="The tenant's jobs in the order accepted, or with `newestFirst` in the reverse"
        " one. Those with status FAILED are the dead letters: `error` says of what, and `retryJob`"
        " runs one again."
    )
    async def jobs(
        self,
        info: Info,
        status: JobStatus | None = None,
        session: str | None = None,
        first: int | None = 50,
        after: str | None = None,
        *,
        newest_first: bool | None = False,
    ) -> JobConnection:
        newest = bool(newest_first)
        paging = Paging.asked(info.context, first, after, "jobs", status, session, newest)
        read = partial(
            job_control.jobs_of_tenant,
            info.context.db,
            info.context.caller,
            status=status,
            session=session,
            newest_first=newest,
        )
        return await paging.connection(read, Job.of, job_control.job_key)

    @field(description="The tasks that run on a schedule. They are of the store, not of a tenant.")
    async def tasks(self, info: Info) -> list[Task]:
        known = info.context.services.tasks.values()
        found = await tasks.tasks(info.context.db, known)
        return [Task.of(task, info.context.caller) for task in found]

    @field(
        description=(
            "Violations of the invariants of the tenant's store, by the same check as `doxa"
            " check`, in a sample drawn by chance: so many slots, 1 to 10,000, and as many"
            " memories, entities, episodes and jobs. Where there are no more, all are"
            " checked. Empty if all hold."
        )
    )
    async def check(self, info: Info, sample: int | None = 1000) -> list[Violation]:
        context = info.context
        size = 1_000 if sample is None else sample
        found = await check_sample(context.db, context.caller.tenant, size, Random())
        return [Violation.of(one) for one in found]

    @field(
        description="What the tenant's extractors consumed by day, and how they answered, for so"
        " many days back, today among them; what `doxa stats` tells."
    )
    async def stats(self, info: Info, days: int | None = 7) -> JSON:
        caller = info.context.caller
        told = await statistics(info.context.db, caller.tenant, 7 if days is None else days)
        return JSON({"tenant": caller.tenant, **told.as_json()})

    @field(description="What the registry says of an attribute, by name or alias.")
    async def attribute(self, info: Info, name: str) -> Attribute | None:
        found = await registry.attribute(info.context.db, info.context.caller, name)
        return None if found is None else Attribute.of(found)

    @field(description="Every attribute known to the tenant.")
    async def attributes(self, info: Info) -> list[Attribute]:
        found = await registry.attributes(info.context.db, info.context.caller)
        return [Attribute.of(attribute) for attribute in found]


def entity_key(entity: records.Entity) -> SortKey:
    """Where an entity stands in a list of entities."""
    return (entity.name, entity.id)
