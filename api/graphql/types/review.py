"""GraphQL: contradictions, rejections, the audit, the attribute registry, and what a write did."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Annotated

import strawberry
from strawberry import field

from api.graphql.request.connections import TOTAL, Connection, Count, Paging, Read
from api.graphql.request.context import Info
from api.graphql.request.cursors import SortKey
from api.graphql.request.loaders import there
from api.graphql.request.scalars import Node, PageInfo
from api.graphql.request.shared_results import Once
from api.graphql.types.beliefs import Belief
from api.graphql.types.entities import Entity
from api.graphql.types.memories import Memory
from graph.database.audit.chain import Head
from graph.model import records
from graph.read import loops, reads
from graph.read.contradicting_claims import ClaimPair as ClaimPairRecord
from graph.vocabulary import (
    Cardinality,
    ContradictionKind,
    ContradictionStatus,
    MemoryStatus,
    Outcome,
    Resolution,
    ValueType,
)


@strawberry.type(description="A new claim against what was believed, and what came of it.")
class Contradiction(Node):
    kind: ContradictionKind = field(description="Which of the six kinds.")
    status: ContradictionStatus = field(description="Whether it waits for an answer.")
    attribute: str = field(description="The attribute in question.")
    context: str | None = field(description="The context in question.")
    detected_at: datetime = field(description="When it was detected.")
    resolved_at: datetime | None = field(description="When it was settled.")
    resolution: Resolution | None = field(description="How a person settled it.")
    actor: str | None = field(description="Who settled it.")
    reason: str | None = field(description="Why so.")
    stored: strawberry.Private[records.Contradiction]

    @strawberry.field(description="Whom or what it is about.")
    async def entity(self, info: Info) -> Entity:
        return await Entity.there(info, self.stored.entity)

    @strawberry.field(description="The memories that the contradicted belief rests on.")
    async def held(self, info: Info) -> list[Memory]:
        return await Memory.all_of(info, self.stored.held)

    @strawberry.field(description="The memory that speaks against it.")
    async def challenger(self, info: Info) -> Memory:
        return await Memory.there(info, self.stored.challenger)

    @strawberry.field(description="The rejection that stands against what it says, if one did.")
    async def rejection(
        self, info: Info
    ) -> Annotated[Rejection, strawberry.lazy("api.graphql.types.review")] | None:
        if self.stored.rejection is None:
            return None
        return Rejection.of(await there(info.context.loaders.rejections, self.stored.rejection))

    @strawberry.field(description="The answer that settled it, a memory of its own.")
    async def resolved_by(self, info: Info) -> Memory | None:
        answer = self.stored.resolved_by
        return None if answer is None else await Memory.there(info, answer)

    @classmethod
    def of(cls, contradiction: records.Contradiction) -> Contradiction:
        """Return the contradiction as shown."""
        return cls(
            id=strawberry.ID(contradiction.id),
            kind=contradiction.kind,
            status=contradiction.status,
            attribute=contradiction.attribute,
            context=contradiction.context,
            detected_at=contradiction.detected_at,
            resolved_at=contradiction.resolved_at,
            resolution=contradiction.resolution,
            actor=contradiction.actor,
            reason=contradiction.reason,
            stored=contradiction,
        )


@strawberry.type(
    description="A value that a person said was never right; it is not believed again."
)
class Rejection(Node):
    attribute: str = field(description="The attribute it is rejected for.")
    context: str | None = field(description="The context it is rejected in.")
    rejected_at: datetime = field(description="When.")
    by: str = field(description="By whom.")
    reason: str = field(description="Why.")
    lifted_at: datetime | None = field(description="When the rejection was lifted.")
    stored: strawberry.Private[records.Rejection]

    @strawberry.field(description="Whom or what it is about.")
    async def entity(self, info: Info) -> Entity:
        return await Entity.there(info, self.stored.entity)

    @strawberry.field(description="The value rejected; of a relation, the other entity's name.")
    async def value(self, info: Info) -> str:
        target = await self._target(info)
        return self.stored.value if target is None else target.name

    @strawberry.field(description="The other entity, for a relation.")
    async def target(self, info: Info) -> Entity | None:
        return await self._target(info)

    async def _target(self, info: Info) -> Entity | None:
        attribute = (await info.context.registry()).get(self.attribute)
        if attribute is None or not attribute.relation:
            return None
        return await Entity.there(info, self.stored.value)

    @classmethod
    def of(cls, rejection: records.Rejection) -> Rejection:
        """Return the rejection as shown."""
        return cls(
            id=strawberry.ID(rejection.id),
            attribute=rejection.attribute,
            context=rejection.context,
            rejected_at=rejection.rejected_at,
            by=rejection.by,
            reason=rejection.reason,
            lifted_at=rejection.lifted_at,
            stored=rejection,
        )


@strawberry.type(
    description="Two claims of one entity and attribute that say different things of the same time."
)
class ClaimPair:
    attribute: str = field(description="The attribute in question.")
    context: str | None = field(description="The context in question.")
    valid_from: datetime = field(description="From when both claim to hold.")
    valid_to: datetime | None = field(description="Until when, exclusive; null if open.")
    stored: strawberry.Private[ClaimPairRecord]

    @strawberry.field(description="Whom or what it is about.")
    async def entity(self, info: Info) -> Entity:
        return await Entity.there(info, self.stored.entity)

    @strawberry.field(description="The claim that was recorded first.")
    async def earlier(self, info: Info) -> Memory:
        return await Memory.there(info, self.stored.earlier)

    @strawberry.field(description="The claim that was recorded after it.")
    async def later(self, info: Info) -> Memory:
        return await Memory.there(info, self.stored.later)

    @classmethod
    def of(cls, pair: ClaimPairRecord) -> ClaimPair:
        """Return the pair as shown."""
        return cls(
            attribute=pair.attribute,
            context=pair.context,
            valid_from=pair.start,
            valid_to=pair.end,
            stored=pair,
        )


@strawberry.type(description="One thing that was done; records are only ever added.")
class AuditRecord(Node):
    at: datetime = field(description="When.")
    actor: str = field(description="Who did it: the token's subject.")
    action: str = field(description="What was done.")
    subject: strawberry.ID | None = field(description="To what.")
    gate: str | None = field(description="The check of the gate that decided, if one did.")
    policy_version: int | None = field(description="The version of the policy that decided.")
    reason: str | None = field(description="Why; null also if it was redacted.")
    sequence: int | None = field(description="Its number in the chain; null until it is sealed.")
    hash: str | None = field(description="Over the record and the hash before it, SHA-256 in hex.")

    @classmethod
    def of(cls, record: records.AuditRecord) -> AuditRecord:
        """Return the record as shown."""
        return cls(
            id=strawberry.ID(record.id),
            at=record.at,
            actor=record.actor,
            action=record.action,
            subject=None if record.subject is None else strawberry.ID(record.subject),
            gate=record.gate,
            policy_version=record.policy,
            reason=record.reason,
            sequence=record.sequence,
            hash=record.hash,
        )


@strawberry.type(description="How far the chain of the audit is. Kept elsewhere, it is an anchor.")
class AuditHead:
    tenant: str = field(description="Whose chain.")
    sequence: int = field(description="The number of the last record.")
    hash: str = field(description="Its hash.")
    at: datetime = field(description="When it was sealed.")

    @classmethod
    def of(cls, head: Head) -> AuditHead:
        """Return the head as shown."""
        return cls(tenant=head.tenant, sequence=head.sequence, hash=head.hash, at=head.at)


@strawberry.type(description="What the registry says of an attribute.")
class Attribute:
    name: str = field(description="Its one name.")
    cardinality: Cardinality = field(description="Whether a slot holds one value at a time.")
    value_type: ValueType = field(description="What its values are.")
    target_kind: str | None = field(description="The kind of entity that a relation leads to.")
    unit: str | None = field(description="The unit that a bare number is in.")
    category: str | None = field(description="The category that policy goes by.")
    inverse: str | None = field(
        description="The relation's name from its other end, where its beliefs are read too."
    )
    symmetric: bool = field(
        description="Whether the relation is its own inverse, read from both ends."
    )
    opposite: str | None = field(description="Asserting one retracts the other.")
    resumes: bool = field(description="Whether an earlier value returns when a later one ends.")
    volatile: bool = field(description="Whether it is expected to change often.")
    high_stakes: bool = field(description="Whether a change waits for a person.")
    ttl_days: float | None = field(
        description="After how many days a claim expires by itself; null: never."
    )
    half_life_days: float | None = field(description="How fast its importance decays.")
    aliases: list[str] = field(description="Other names that lead here.")
    declared: bool = field(description="Whether somebody declared it, or a claim brought it in.")

    @classmethod
    def of(cls, attribute: records.Attribute) -> Attribute:
        """Return the attribute as shown."""
        return cls(
            name=attribute.name,
            cardinality=attribute.cardinality,
            value_type=attribute.value_type,
            target_kind=attribute.target_kind,
            unit=attribute.unit,
            category=attribute.category,
            inverse=attribute.inverse,
            symmetric=attribute.symmetric,
            opposite=attribute.opposite,
            resumes=attribute.resumes,
            volatile=attribute.volatile,
            high_stakes=attribute.high_stakes,
            ttl_days=attribute.ttl_days,
            half_life_days=attribute.half_life_days,
            aliases=list(attribute.aliases),
            declared=attribute.declared,
        )


@strawberry.type(description="What kept changing between values, over and over.")
class Loop:
    attribute: str = field(description="The attribute in question.")
    context: str | None = field(description="The context in question.")
    changes: int = field(description="How many changes stand that close together.")
    first_seen: datetime = field(description="The first of them, in the world's time.")
    last_changed: datetime = field(description="The last of them, in the world's time.")
    values: list[str] = field(description="Between which values, in the order they came up.")
    entity_id: strawberry.Private[str]

    @strawberry.field(description="Whom or what it is about.")
    async def entity(self, info: Info) -> Entity:
        return await Entity.there(info, self.entity_id)

    @classmethod
    def of(cls, loop: loops.Loop) -> Loop:
        """Return the loop as shown."""
        return cls(
            attribute=loop.attribute,
            context=loop.context,
            changes=loop.changes,
            first_seen=loop.first_seen,
            last_changed=loop.last_changed,
            values=list(loop.values),
            entity_id=loop.entity,
        )


@strawberry.type(description="The result of an operation that changes what is believed.")
class AssertResult:
    outcome: Outcome = field(description="What became of the claim.")
    beliefs: list[Belief] = field(
        description=(
            "The beliefs of the slot that the operation inserted, earlier ones with other"
            " bounds among them. For HELD: what is still believed."
        )
    )
    contradictions: list[Contradiction] = field(description="What it contradicted.")
    memory_id: strawberry.Private[str | None]
    named: strawberry.Private[str | None]  # the attribute, as it was given
    has_ended: strawberry.Private[Once[bool]]  # whether a denial has ended something

    @strawberry.field(
        description="What was done, and may not be meant: a name that is nearly that of another"
        " attribute, a denial of what nobody believed."
    )
    async def warnings(self, info: Info) -> list[str]:
        doubts = list[str | None]()
        if self.named is not None:
            doubts.append((await info.context.registry()).doubt(self.named))
        if self.outcome is Outcome.STORED and self.memory_id is not None:
            memory = await Memory.there(info, self.memory_id)
            if memory.negative and not await self.believed(info):
                doubts.append("nothing was believed of it that this could end")
        return [doubt for doubt in doubts if doubt is not None]

    @strawberry.field(description="The new claim.")
    async def memory(self, info: Info) -> Memory | None:
        memory = self.memory_id
        return None if memory is None else await Memory.there(info, memory)

    @strawberry.field(
        description=(
            "Whether the claim takes effect: a belief rests on it, or it confirms or ends"
            " one. False while it waits, while it is too unsure, and where something else is"
            " believed `instead`."
        )
    )
    async def believed(self, info: Info) -> bool:
        if self.outcome is Outcome.CONFIRMED or self.memory_id is None:
            return self.outcome is Outcome.CONFIRMED
        if any(self.memory_id in belief.memory_ids for belief in self.beliefs):
            return self.outcome is Outcome.STORED
        memory = await Memory.there(info, self.memory_id)
        held = self.outcome is Outcome.STORED and memory.status is not MemoryStatus.PENDING
        if not (held and memory.negative):
            return False
        ask = partial(self._has_ended, info, memory.stored)
        ended = await self.has_ended.get(ask)
        return await ask() if ended is None else ended

    async def _has_ended(self, info: Info, denial: records.Memory) -> bool:
        """Whether a denial has ended something: what was not believed before, it has not."""
        if self.beliefs or denial.supersedes or denial.entity is None or denial.admitted_at is None:
            return bool(self.beliefs or denial.supersedes)
        db, caller = info.context.db, info.context.caller
        before = denial.admitted_at - datetime.resolution
        page = await reads.beliefs(
            db,
            caller,
            entity=denial.entity,
            attribute=denial.attribute,
            value=denial.target or denial.value,
            context=denial.context,
            as_of=reads.as_of(db, caller, denial.valid_from or denial.said_at, before),
            first=1,
        )
        return bool(page.items)

    @strawberry.field(
        description=(
            "If `believed` is false, the belief that holds at the claim's start; null if"
            " there is none."
        )
    )
    async def instead(self, info: Info) -> Belief | None:
        if self.memory_id is None or await self.believed(info):
            return None
        claim = (await Memory.there(info, self.memory_id)).stored
        if claim.entity is None or claim.attribute is None:
            return None
        db, caller = info.context.db, info.context.caller
        found = await reads.belief(
            db,
            caller,
            entity=claim.entity,
            attribute=claim.attribute,
            context=claim.context,
            as_of=reads.as_of(db, caller, claim.valid_from or claim.said_at, None),
        )
        return None if found is None else Belief.of(found)

    @classmethod
    def of(cls, result: records.AssertResult, named: str | None = None) -> AssertResult:
        """Return the result as shown."""
        return cls(
            outcome=result.outcome,
            beliefs=[Belief.of(belief) for belief in result.beliefs],
            contradictions=[Contradiction.of(one) for one in result.contradictions],
            memory_id=result.memory,
            named=named,
            has_ended=Once(),
        )


ContradictionConnection = Connection[Contradiction]
RejectionConnection = Connection[Rejection]
ClaimPairConnection = Connection[ClaimPair]


@strawberry.type(description="One item of the audit, and its place there.")
class AuditEdge:
    cursor: str = field(description="The item's place: give it as `after` to go on behind it.")
    node: AuditRecord = field(description="The record.")


@strawberry.type(description="A page of the audit.")
class AuditConnection:
    edges: list[AuditEdge] = field(description="The records, in the order they were made.")
    page_info: PageInfo = field(description="Where this page lies.")
    count: strawberry.Private[Count]

    @field(description=TOTAL)
    async def total_count(self) -> int | None:
        """Return the length of the list."""
        return await self.count()

    @classmethod
    async def of(cls, paging: Paging, read: Read[records.AuditRecord]) -> AuditConnection:
        """Return the page asked for, as shown."""
        page = await read(first=paging.first, after=paging.after)
        cursors = paging.cursors_of(page.items, audit_key)
        return cls(
            edges=[
                AuditEdge(cursor=cursor, node=AuditRecord.of(record))
                for cursor, record in zip(cursors, page.items, strict=True)
            ],
            page_info=paging.info(page, cursors),
            count=paging.counting(page, read, audit_key),
        )


def contradiction_key(contradiction: records.Contradiction) -> SortKey:
    """Where a contradiction stands in a list."""
    return (contradiction.detected_at, contradiction.id)


def claim_pair_key(pair: ClaimPairRecord) -> SortKey:
    """Where a pair of claims stands in a list."""
    return pair.key


def rejection_key(rejection: records.Rejection) -> SortKey:
    """Where a rejection stands in a list."""
    return (rejection.rejected_at, rejection.id)


def audit_key(record: records.AuditRecord) -> SortKey:
    """Where an audit record stands in a list."""
    return (record.at, record.id)
