"""GraphQL: memories, the claims as stored, with their evidence and episodes."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any

import strawberry
from strawberry import field

from api.graphql.request.arguments import TURNS_DEFAULT
from api.graphql.request.connections import Connection
from api.graphql.request.context import Info
from api.graphql.request.cursors import SortKey
from api.graphql.request.loaders import there
from api.graphql.request.scalars import Node
from api.graphql.types.entities import Entity
from graph.model import records
from graph.model.decay import decay_score
from graph.model.excerpt import EXCERPT_MAX, MARK, utf16_offset
from graph.read import reads
from graph.vocabulary import (
    GroundingVerdict,
    MemoryStatus,
    MemoryType,
    Outcome,
    Precision,
    SourceKind,
    SupersessionReason,
    TimeBasis,
)

if TYPE_CHECKING:
    from api.graphql.types.review import Contradiction

ContradictionLater = Annotated["Contradiction", strawberry.lazy("api.graphql.types.review")]


def _valid_time(memory: records.Memory) -> dict[str, Any]:
    return {
        "valid_from": memory.valid_from,
        "valid_to": memory.valid_to,
        "valid_from_precision": memory.valid_from_precision,
        "valid_to_precision": memory.valid_to_precision,
        "valid_from_text": memory.valid_from_text,
        "valid_to_text": memory.valid_to_text,
        "valid_from_basis": memory.valid_from_basis,
        "start_unknown": memory.start_unknown,
        "end_unknown": memory.end_unknown,
    }


@strawberry.type(
    description=(
        "One statement as it was recorded. It is never edited: status, confirmations"
        " and counts of access are computed from later records. Beliefs are derived from"
        " the memories that were admitted."
    )
)
class Memory(Node):
    text: str = field(description="What it says, readable without the conversation.")
    type: MemoryType = field(description="What sort of thing it records.")
    tags: list[str] = field(description="Such as convention or constraint.")
    importance: float = field(description="As stored, between 0 and 1.")
    confidence: float = field(description="As admitted, between 0 and 1.")
    current_confidence: float = field(
        description="The confidence, raised by each independent confirmation."
    )
    stated_confidence: float | None = field(
        description="What `confidence` was before the tenant's calibration changed it; null where"
        " none did."
    )
    calibration_version: int | None = field(
        description="The version of the calibration that changed it; null where none did, and of"
        " what was restored from an export."
    )
    inference: bool = field(description="Whether it was concluded rather than said.")
    status: MemoryStatus = field(description="How it stands now; computed at read.")
    negative: bool = field(description="Whether it says that something does not hold.")
    attribute: str | None = field(
        description="The name of the attribute that is stated, such as `employer`."
    )
    context: str | None = field(
        description="The circumstances to which it is limited, such as `work`; null: none."
    )
    value: str | None = field(description="The value as said.")
    valid_from: datetime | None = field(
        description="From when, by this statement, it is true in the world."
    )
    valid_to: datetime | None = field(description="Until when, exclusive; null while open.")
    valid_from_precision: Precision | None = field(description="How exactly the start was said.")
    valid_to_precision: Precision | None = field(description="How exactly the end was said.")
    valid_from_text: str | None = field(
        description=(
            "The start as exactly as it was said, by the calendar of the zone in which it"
            " was said: `2019`, `2024-05`, `2024-05-01`. What is known to the hour or finer"
            " is in UTC."
        )
    )
    valid_to_text: str | None = field(
        description="The end in the same form, exclusive as `validTo` is; null while it is open."
    )
    valid_from_basis: TimeBasis | None = field(
        description="Whether the start was stated or observed."
    )
    start_unknown: bool = field(
        description="Whether it does not say since when, of something that has ended."
    )
    end_unknown: bool = field(
        description="Whether it says that it is over, and not since when. Without validFrom it was"
        " so formerly, and nothing is believed of it."
    )
    vouched_until: datetime | None = field(
        description=(
            "The last moment in valid time for which the statement itself testifies; after"
            " it, it is only assumed to go on. Two claims that vouch for a common time"
            " overlap."
        )
    )
    said_at: datetime = field(description="When the source said it.")
    recorded_at: datetime = field(description="When it was recorded here.")
    admitted_at: datetime | None = field(description="When it became a claim; null while pending.")
    retired_at: datetime | None = field(description="When it was corrected or revoked.")
    expires_at: datetime | None = field(
        description=(
            "When the statement ceases to count by itself, as opposed to validTo, when it"
            " ceases to be true. Absent: by the attribute's ttlDays, if it has any."
        )
    )
    last_confirmed_at: datetime | None = field(description="When it was last confirmed.")
    confirmations: int = field(description="How often it was independently confirmed.")
    access_count: int = field(description="How often it was recalled, as of the last count.")
    last_accessed_at: datetime | None = field(description="When it was last recalled, as of then.")
    source_session: str | None = field(description="The session it comes from.")
    source_kind: SourceKind = field(
        description="The kind of its source, which sets the authority that it has against others."
    )
    speaker: str | None = field(description="The name of whoever said it.")
    extractor: str | None = field(description="What extracted it, with its version.")
    visibility: str = field(description="Who may see it.")
    consent_basis: str | None = field(description="The basis on which it is kept.")
    superseded_reason: SupersessionReason | None = field(description="Why it was superseded.")
    stored: strawberry.Private[records.Memory]

    @strawberry.field(
        description="The topic that it was given, or else that of its attribute's category."
    )
    async def topic(self, info: Info) -> str | None:
        return (await info.context.registry()).topic(self.stored.topic, self.attribute)

    @strawberry.field(description="Importance times decay, at read.")
    async def effective_importance(self, info: Info) -> float:
        return self.importance * await self._decay(info)

    @strawberry.field(description="The share of its importance that is left, at read.")
    async def decay_score(self, info: Info) -> float:
        return await self._decay(info)

    @strawberry.field(description="Whom or what it is about.")
    async def entity(self, info: Info) -> Entity | None:
        entity = self.stored.entity
        return None if entity is None else await Entity.there(info, entity)

    @strawberry.field(description="The other entity, for a relation.")
    async def target(self, info: Info) -> Entity | None:
        target = self.stored.target
        return None if target is None else await Entity.there(info, target)

    @strawberry.field(description="The exact words that support it.")
    def evidence(self) -> list[Evidence]:
        return [Evidence.of(evidence) for evidence in self.stored.evidence]

    @strawberry.field(
        description="Why it is no claim yet: what the gate said of it, or the contradiction that"
        " waits for an answer. Null for all others."
    )
    async def waits(self, info: Info) -> Waiting | None:
        if self.stored.waits is not None:
            return Waiting.of(self.stored.waits)
        if self.status is not MemoryStatus.PENDING:
            return None
        challenge = await info.context.loaders.challenges.load(self.stored.id)
        return None if challenge is None else Waiting.of_contradiction(challenge)

    @strawberry.field(description="The memory that superseded it.")
    async def superseded_by(self, info: Info) -> Memory | None:
        successor = self.stored.superseded_by
        return None if successor is None else await Memory.there(info, successor)

    @strawberry.field(description="The memories whose place it took.")
    async def supersedes(self, info: Info) -> list[Memory]:
        return await Memory.all_of(info, self.stored.supersedes)

    @classmethod
    async def there(cls, info: Info, wanted: str) -> Memory:
        """Return the memory that something stored refers to."""
        return cls.of(await there(info.context.loaders.memories, wanted))

    @classmethod
    async def all_of(cls, info: Info, ids: Sequence[str]) -> list[Memory]:
        """Return the memories with these ids, in their order."""
        return list(await asyncio.gather(*(cls.there(info, wanted) for wanted in ids)))

    @classmethod
    def of(cls, memory: records.Memory) -> Memory:
        """Return the memory as shown."""
        return cls(
            id=strawberry.ID(memory.id),
            text=memory.text,
            type=memory.type,
            tags=list(memory.tags),
            importance=memory.importance,
            confidence=memory.confidence,
            current_confidence=memory.current_confidence,
            stated_confidence=memory.stated_confidence,
            calibration_version=memory.calibration,
            inference=memory.inference,
            status=memory.status,
            negative=memory.negative,
            attribute=memory.attribute,
            context=memory.context,
            value=memory.value,
            **_valid_time(memory),
            vouched_until=memory.vouched_until,
            said_at=memory.said_at,
            recorded_at=memory.recorded_at,
            admitted_at=memory.admitted_at,
            retired_at=memory.retired_at,
            expires_at=memory.expires_at,
            last_confirmed_at=memory.last_confirmed_at,
            confirmations=memory.confirmations,
            access_count=memory.access_count,
            last_accessed_at=memory.last_accessed_at,
            source_session=memory.source_session,
            source_kind=memory.source_kind,
            speaker=memory.speaker,
            extractor=memory.extractor,
            visibility=memory.visibility,
            consent_basis=memory.consent_basis,
            superseded_reason=memory.superseded_reason,
            stored=memory,
        )

    async def _decay(self, info: Info) -> float:
        attribute = None
        if self.attribute is not None:
            attribute = (await info.context.registry()).get(self.attribute)
        return decay_score(
            tags=self.tags,
            recorded_at=self.recorded_at,
            last_accessed_at=self.last_accessed_at,
            access_count=self.access_count,
            half_life_days=attribute.half_life_days if attribute else None,
            at=info.context.db.clock(),
            limits=info.context.db.limits.decay,
        )


@strawberry.type(description="Why a memory is no claim yet.")
class Waiting:
    as_: Outcome = field(name="as", description="QUARANTINED, REVIEW or HELD.")
    gate: str = field(description="The gate that decided; `conflict` for HELD.")
    reason: str = field(description="Why.")
    since: datetime = field(description="Since when.")
    policy_version: int | None = field(
        description="The version of the policy by which it waits; null for HELD."
    )
    entity_name: str | None = field(
        description="The name by which the claim says whom it is about: nobody need be known by it"
        " yet. Null where it gave an id, and for HELD."
    )
    stored: strawberry.Private[records.Contradiction | None]

    @strawberry.field(description="The contradiction that waits for an answer, if it is HELD.")
    def contradiction(self) -> ContradictionLater | None:
        from api.graphql.types.review import Contradiction  # noqa: PLC0415 -- they show each other

        return None if self.stored is None else Contradiction.of(self.stored)

    @classmethod
    def of(cls, waits: records.Waits) -> Waiting:
        """Return what the gate said, as shown."""
        return cls(
            as_=waits.outcome,
            gate=waits.gate,
            reason=waits.reason,
            since=waits.since,
            policy_version=waits.policy_version,
            entity_name=waits.entity_name,
            stored=None,
        )

    @classmethod
    def of_contradiction(cls, challenge: records.Contradiction) -> Waiting:
        """Return a contradiction that waits, as shown."""
        return cls(
            as_=Outcome.HELD,
            gate="conflict",
            reason=f"it is a {challenge.kind.value.lower()} to what is believed",
            since=challenge.detected_at,
            policy_version=None,
            entity_name=None,
            stored=challenge,
        )


MemoryConnection = Connection[Memory]


def memory_key(memory: records.Memory) -> SortKey:
    """Where a memory stands in a list."""
    return reads.memory_key(memory)


@strawberry.type(description="The exact characters of an episode that support a memory.")
class Evidence:
    span: str = field(description="The words.")
    start: int = field(
        description="Where they begin in the episode's text, in Unicode code points, as Python"
        " counts them. In JavaScript: `[...text].slice(start, end).join('')`, or by `startUtf16`."
    )
    end: int = field(description="Where they end, exclusive, in Unicode code points.")
    verdict: GroundingVerdict = field(description="How well they support it.")
    stored: strawberry.Private[records.Evidence]

    @strawberry.field(description="The episode they stand in.")
    async def episode(self, info: Info) -> Episode:
        return Episode.of(await there(info.context.loaders.episodes, self.stored.episode))

    @strawberry.field(
        description="Where they begin, in UTF-16 code units, as JavaScript, Java and C# count:"
        " `text.slice(startUtf16, endUtf16)`."
    )
    async def start_utf16(self, info: Info) -> int:
        return await self._units(info, self.start)

    @strawberry.field(description="Where they end, exclusive, in UTF-16 code units.")
    async def end_utf16(self, info: Info) -> int:
        return await self._units(info, self.end)

    async def _units(self, info: Info, place: int) -> int:
        episode = await there(info.context.loaders.episodes, self.stored.episode)
        return utf16_offset(episode.text, place)

    @strawberry.field(
        description=f"The words with some of their line, {EXCERPT_MAX} characters at most: cut"
        f" between words, with {MARK} where the text goes on. Longer words are cut at their end."
    )
    async def excerpt(self, info: Info) -> str:
        return await there(info.context.loaders.excerpts, self.stored)

    @classmethod
    def of(cls, evidence: records.Evidence) -> Evidence:
        """Return the evidence as shown."""
        return cls(
            span=evidence.span,
            start=evidence.start,
            end=evidence.end,
            verdict=evidence.verdict,
            stored=evidence,
        )


@strawberry.type(description="An immutable source: one message, document or event as it arrived.")
class Episode(Node):
    session: str | None = field(description="The session it belongs to.")
    source_kind: SourceKind = field(description="What kind of source it is.")
    speaker: str | None = field(description="The name of whoever said it.")
    text: str = field(description="What was said, verbatim.")
    occurred_at: datetime = field(description="When it was said.")
    recorded_at: datetime = field(description="When it was recorded here.")

    @strawberry.field(
        description="The turns of its session around it, itself among them, in the order they were"
        f" said: at most {reads.TURNS_MAX} on each side. Itself alone, if it has no session."
    )
    async def turns(
        self, info: Info, before: int | None = TURNS_DEFAULT, after: int | None = TURNS_DEFAULT
    ) -> list[Episode]:
        asked = reads.TurnsAround(
            self.id,
            TURNS_DEFAULT if before is None else before,
            TURNS_DEFAULT if after is None else after,
        )
        # Nothing, if it was erased meanwhile.
        return list(map(Episode.of, await info.context.loaders.turns.load(asked) or []))

    @strawberry.field(description="The memories that rest on it.")
    async def memories(self, info: Info) -> list[Memory]:
        found = await reads.episode_memories(info.context.db, info.context.caller, self.id)
        return [Memory.of(memory) for memory in found]

    @classmethod
    def of(cls, episode: records.Episode) -> Episode:
        """Return the episode as shown."""
        return cls(
            id=strawberry.ID(episode.id),
            session=episode.session,
            source_kind=episode.source_kind,
            speaker=episode.speaker,
            text=episode.text,
            occurred_at=episode.occurred_at,
            recorded_at=episode.recorded_at,
        )
