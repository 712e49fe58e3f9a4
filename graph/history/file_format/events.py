"""The kinds of exported lines: one model for each, with the fields and defaults of its JSON object.

A field is named as the property that stores it, with the key of the file as its alias where the
two differ. A line omits nulls and fields of default value. Records are named by their keys.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Literal, TypeAlias, cast

from pydantic import Field, model_validator

from graph.errors import Empty
from graph.history.file_format.fields import (
    AnyText,
    AttributeName,
    ConsentKey,
    Context,
    ContradictionKey,
    Count,
    Days,
    EntityKey,
    EntityName,
    EpisodeKey,
    Flag,
    Hash,
    Instant,
    JsonText,
    Key,
    Label,
    LocalTime,
    MemoryKey,
    PolicyObject,
    ProposalKey,
    Reason,
    RejectionKey,
    Scope,
    Score,
    ShortText,
    Text,
    Word,
)
from graph.history.file_format.parts import (
    CalibratedExtractor,
    Canonical,
    Confirmations,
    Contradiction,
    Line,
    Part,
    Ref,
    Slot,
    Span,
    Value,
)
from graph.limits import Limits
from graph.model.records import Attribute
from graph.validation import interval, not_ahead
from graph.vocabulary import (
    Cardinality,
    MemoryType,
    Outcome,
    Precision,
    ProposalStatus,
    Resolution,
    SourceKind,
    SupersessionReason,
    TimeBasis,
    ValueType,
)

_AHEAD = Limits().ahead


class Placed(Line):
    """A line of a claim in a slot: its value, in what form, and whether it has its own slot.

    Without ``typed`` a literal is typed as text; without ``canonical`` a relation's is its target.
    """

    value: Value | None = None
    typed: JsonText | None = None
    target: Ref | None = None
    canonical: Canonical | None = None
    many: Flag = False

    @property
    def relation(self) -> Ref | None:
        """The entity that is the value, if one is."""
        return self.value if isinstance(self.value, Ref) else self.target

    @property
    def literal(self) -> str | None:
        """The literal that is the value, if one is."""
        return self.value if isinstance(self.value, str) else None

    @property
    def literal_typed(self) -> str | None:
        """The typed value of the literal, as JSON."""
        if self.typed is None and self.literal is not None:
            return json.dumps(self.literal, ensure_ascii=False)
        return self.typed

    @property
    def compared(self) -> str | Ref | None:
        """The canonical value: a literal's canonical form, or an entity."""
        return self.relation if self.canonical is None else self.canonical


class Properties(Part):
    """The fields of a memory's line that its node has under the same names, and as they are."""

    attribute: AttributeName | None = None
    context: Context | None = None
    said_at: LocalTime
    start_unknown: Flag = False
    end_unknown: Flag = False
    vouched_until: Instant | None = None
    expires_at: Instant | None = None
    confidence: Score
    stated_confidence: Score | None = None
    calibration: Count | None = None
    importance: Score
    type: MemoryType = MemoryType.FACT
    text: Text
    topic: Label | None = None
    tags: tuple[ShortText, ...] = ()
    inference: Flag = False
    session: Label | None = None
    source_kind: SourceKind
    speaker: Label | None = Field(None, alias="source")
    extractor: Label | None = None
    visibility: Word = "tenant"
    consent_basis: Label | None = None
    scope: Scope = ""
    corrects: Flag = False
    ordinal: Count = 0
    actor: Label | None = Field(None, alias="by")
    reason: Reason | None = None


class MemoryRecorded(Properties, Placed):
    """A memory was recorded.

    ``stands`` is its slot if not that of entity, attribute and context; ``logged_as`` and
    ``logged`` are action and reason of its audit record if not ``op`` and ``reason``.
    """

    bounds: ClassVar = ("valid_from", "valid_to")
    key: MemoryKey
    entity: Ref | None = None
    start: LocalTime | None = Field(None, alias="valid_from")
    end: LocalTime | None = Field(None, alias="valid_to")
    negative: Flag = False
    basis: TimeBasis | None = None
    precision: Precision = Precision.INSTANT
    precision_to: Precision | None = None
    stands: Slot | None = None
    authority: Count | None = None
    placed_at: Instant | None = None
    logged_as: Word | None = None
    logged: Reason | None = None
    spans: tuple[Span, ...] = ()
    contradictions: tuple[Contradiction, ...] = ()
    confirmed: Confirmations | None = None

    @property
    def formerly(self) -> bool:
        """Whether it says only that something is over, which is a negative claim."""
        return self.end_unknown and self.start is None

    @property
    def slot(self) -> Slot | None:
        """The slot in which it first stands or is pending; None if it never is a claim."""
        if self.stands is not None or self.entity is None or self.attribute is None:
            return self.stands
        entity, attribute, context = self.entity.id, self.attribute, self.context
        return Slot.model_construct(entity=entity, attribute=attribute, context=context)

    @model_validator(mode="after")
    def _consistent(self) -> MemoryRecorded:
        not_ahead(self.said_at, self.at, _AHEAD, field="said_at")
        not_ahead(self.vouched_until, self.at, _AHEAD, field="vouched_until")
        interval(self.start, self.end, field=self.bounds[1])
        placed = self.end is not None if self.start_unknown else self.end_unknown
        if self.start is None and self.slot is not None and not placed:
            raise Empty("a claim without a start", field=self.bounds[0], hint="load it as exported")
        if self.attribute is None and any(one.attribute is None for one in self.contradictions):
            raise Empty("no attribute", field="contradictions", hint="load it as exported")
        return self


class Asserted(MemoryRecorded):
    """A claim was recorded."""

    op = "assert"


class Retracted(MemoryRecorded):
    """A negative claim was recorded."""

    op = "retract"
    bounds = ("at", "until")
    start: LocalTime | None = Field(None, alias="at")
    end: LocalTime | None = Field(None, alias="until")


class Corrected(MemoryRecorded):
    """The claim ``of`` was retired, and recorded again with another content."""

    op = "correct"
    of: MemoryKey
    value: Value | None = Field(None, alias="to")


class Held(MemoryRecorded):
    """A memory was recorded that is pending: it is no claim yet."""

    op = "hold"


class Answered(MemoryRecorded):
    """The answer to a contradiction was recorded as a memory; it is never a claim."""

    op = "resolve"

    @property
    def slot(self) -> None:
        """None: it stands in no slot."""
        return


class MemoryReleased(Line):
    """A pending memory became a claim."""

    op = "resolve"
    of: MemoryKey


class MemoryMoved(Placed):
    """A claim moved to another slot; with a value or a target if its value changed its form."""

    op = "move"
    of: MemoryKey
    slot: Slot = Field(alias="stands")
    scope: Scope = ""


class Successor(Part):
    """A memory that superseded another, and why."""

    key: MemoryKey
    reason: SupersessionReason


class MemoryRetired(Line):
    """A memory ceased to be a claim, by the operation ``action``; ``successors`` superseded it."""

    op = "revoke"
    of: MemoryKey
    action: Word = Field("revoke", alias="logged_as")
    actor: Label | None = Field(None, alias="by")
    reason: Reason | None = None
    successors: tuple[Successor, ...] = ()


class ContradictionResolved(Line):
    """A contradiction was resolved."""

    op = "resolve"
    contradiction: ContradictionKey
    resolution: Resolution | None = None
    answer: MemoryKey | None = None
    actor: Label | None = Field(None, alias="by")
    reason: Reason | None = None


class EntityCreated(Line):
    """An entity was created; ``names`` lead to it."""

    op = "alias"
    key: EntityKey
    name: EntityName
    kind: Word
    external: Label | None = None
    names: tuple[EntityName, ...] = ()
    scope: Scope = ""


class EpisodeRecorded(Line):
    """A source arrived; ``known_by`` identifies it if it arrives again.

    ``for_review``: a person decides on what is read in it.
    """

    op = "episode"
    key: EpisodeKey
    session: Label | None = None
    speaker: Label | None = Field(None, alias="source")
    source_kind: SourceKind
    text: AnyText
    topic: Label | None = None
    occurred_at: LocalTime
    ordinal: Count | None = None
    message: Label | None = None
    for_review: Flag = False
    known_by: Literal["message", "time", "text", "nothing"] | None = None
    scope: Scope = ""

    @model_validator(mode="after")
    def _in_the_past(self) -> EpisodeRecorded:
        not_ahead(self.occurred_at, self.at, _AHEAD, field="occurred_at")
        return self


class EpisodeContinued(Line):
    """The text of a source continues at its character ``start``."""

    op = "episode"
    of: EpisodeKey
    start: Count
    text: AnyText


class AttributeDefined(Line):
    """An attribute was introduced; the line has its present definition."""

    op = "define"
    name: AttributeName = Field(alias="attribute")
    cardinality: Cardinality
    value_type: ValueType
    target_kind: ShortText | None = None
    unit: ShortText | None = None
    category: ShortText | None = None
    inverse: ShortText | None = None
    symmetric: Flag | None = None
    opposite: ShortText | None = None
    resumes: Flag | None = None
    volatile: Flag | None = None
    high_stakes: Flag | None = None
    ttl_days: Days | None = None
    half_life_days: Days | None = None
    aliases: tuple[AttributeName, ...] = ()
    declared: Flag | None = None

    @property
    def attribute(self) -> Attribute:
        """The definition."""
        return Attribute(**self.model_dump(exclude={"at"}, exclude_none=True))


class PolicyApplied(Line):
    """A policy was applied; what it leaves out is as in the built-in one."""

    op = "policy"
    version: Annotated[Count, Field(ge=1)]
    policy: PolicyObject
    actor: Label = Field(alias="by")
    reason: Reason


class CalibrationApplied(Line):
    """What the marks of people made of the confidence of each extractor, at one version."""

    op = "calibrate"
    version: Annotated[Count, Field(ge=1)]
    extractors: tuple[CalibratedExtractor, ...]
    actor: Label = Field(alias="by")
    reason: Reason


class MemoryMarked(Line):
    """A memory was drawn for people to mark, or a person marked it.

    ``correct`` is whether it says what its source says; None while it is only drawn. ``stated`` is
    the confidence that its extractor stated.
    """

    op = "mark"
    of: MemoryKey
    extractor: AnyText
    stated: Score
    drawn_at: Instant | None = None
    correct: Flag | None = None
    actor: Label | None = Field(None, alias="by")

    @model_validator(mode="after")
    def _consistent(self) -> MemoryMarked:
        if self.drawn_at is None and self.correct is None:
            raise Empty("neither drawn nor marked", field="correct", hint="load it as exported")
        return self


class MemoryWaits(Line):
    """A memory waits for a person, or was turned away by one.

    ``asked`` is what was asked for; the entities that it names by ids are ``entity`` and
    ``target``, and have their keys there.
    """

    op = "wait"
    key: MemoryKey
    outcome: Outcome
    gate: Word
    why: Reason
    policy: Count
    asked: JsonText
    entity: Ref | None = None
    target: Ref | None = None
    actor: Label | None = Field(None, alias="by")
    spans: tuple[Span, ...] = ()
    turned_away_at: Instant | None = None
    turned_away_by: Label | None = None
    turned_away_reason: Reason | None = None


class ConsentRecorded(Line):
    """A category of a subject's, or every one, may be kept, or may not any more.

    ``retired_at`` is when another record took its place.
    """

    op = "consent"
    key: ConsentKey
    entity: Ref
    category: Label | None = None
    granted: Flag
    basis: Label
    actor: Label = Field(alias="by")
    valid_from: Instant
    valid_to: Instant | None = None
    retired_at: Instant | None = None


class Masked(Part):
    """A passage, hashed, that must not come back, or some of its words; without ``words`` all."""

    key: Hash
    words: tuple[Count, ...] | None = None


class TombstoneRecorded(Line):
    """Something was erased for good: hashed for the tenant ``name`` by the key of a ledger."""

    op = "tombstone"
    erasure: ShortText
    ledger: Hash
    name: Label
    ids: tuple[ShortText, ...] = ()
    hashes: tuple[Hash, ...] = ()
    passages: tuple[Masked, ...] = ()


class MergeProposed(Line):
    """Two entities may be one; decided since, if ``decided_at`` is there."""

    op = "propose"
    key: ProposalKey
    one: Ref
    other: Ref
    score: Score
    reasons: tuple[ShortText, ...] = ()
    scope: Scope = ""
    status: ProposalStatus = ProposalStatus.OPEN
    judged_at: Instant | None = None
    decided_at: Instant | None = None
    actor: Label | None = Field(None, alias="by")
    reason: Reason | None = None


class EntitiesMerged(Line):
    """An entity was absorbed in another."""

    op = "merge"
    keep: Ref
    absorb: Ref
    scope: Scope = ""
    actor: Label | None = Field(None, alias="by")


class EntitySplit(Line):
    """An absorbed entity was separated again."""

    op = "split"
    absorbed: Ref
    scope: Scope = ""
    actor: Label | None = Field(None, alias="by")


class Filed(Part):
    """The entities under which a rejection is found, where they are not those it names."""

    entity: Ref | None = None
    canonical: Ref | None = None


class ValueRejected(Line):
    """A value was rejected; ``other`` is the same rejection, made from a relation's other end."""

    op = "reject"
    key: RejectionKey
    entity: Ref
    attribute: AttributeName
    context: Context | None = None
    value: Value
    by: EntityName
    reason: Reason
    other: RejectionKey | None = None
    canonical: Canonical
    filed: Filed = Filed()
    scope: Scope = ""


class RejectionLifted(Line):
    """A rejection was lifted."""

    op = "lift"
    of: RejectionKey
    scope: Scope = ""
    actor: Label | None = Field(None, alias="by")
    reason: Reason | None = None


# The lines that bring a record; those that place a claim in a slot; those that change a memory.
Recorded: TypeAlias = (
    MemoryRecorded
    | MemoryWaits
    | EntityCreated
    | EpisodeRecorded
    | ValueRejected
    | ConsentRecorded
    | MergeProposed
)
ClaimPlaced: TypeAlias = MemoryRecorded | MemoryMoved
MemoryChanged: TypeAlias = Corrected | MemoryReleased | MemoryMoved | MemoryRetired


def keys_in(part: Part) -> Iterator[Key]:
    """Yield every key in a line."""
    for _, value in part:
        for item in cast("tuple[Any, ...]", value) if isinstance(value, tuple) else (value,):
            if isinstance(item, Key):
                yield item
            elif isinstance(item, Part):
                yield from keys_in(item)
