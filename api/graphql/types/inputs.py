"""GraphQL: what callers send, and the store's commands made from it.

Nothing is checked twice: these conversions only read times and names; the commands check the rest.
"""

from __future__ import annotations

import strawberry
from strawberry import field

from api.graphql.request.arguments import (
    GivenInterval,
    known_id,
    moment,
    read_date,
    resolve_as_of,
    zoned_moment,
)
from api.graphql.request.context import RequestContext
from api.graphql.request.scalars import AsOfInput, GivenTime
from graph.edtf import CONFIDENCE, DatedInterval
from graph.errors import InvalidArgument
from graph.model.commands import Assertion, AttributeDefinition, EntityRef, InContext, Message
from graph.model.records import AsOf
from graph.model.scopes import COMMON_VISIBILITY, read_visibility
from graph.read.reads import Hop
from graph.vocabulary import Cardinality, MemoryType, Precision, SourceKind, TimeBasis, ValueType
from graph.write.sources import Source

PRECISION = (
    "How exactly the start was said, and an end that is written with a time of day."
    " Absent: as exactly as each is written. A bound that is written more exactly"
    " moves to the start of its period: with MONTH, 2024-05-17 becomes 2024-05-01."
)
PRECISION_TO = (
    "How exactly the end was said. Absent: `precision` if it is written with a time"
    " of day, else as exactly as it is written."
)
VALID = (
    "The whole interval by EDTF, ends included, in place of its bounds: `1984`, `1984-06/1990`,"
    " `1984/..` (it goes on), `1984/` (it is over, and nobody knows since when), `/1990`."
)


@strawberry.input(description="One message to remember.")
class MessageInput:
    id: str | None = field(default=None, description="Its id in the session; makes it one episode.")
    text: str = field(description="What was said, verbatim.")
    speaker: str | None = field(default=None, description="The name of whoever said it.")
    source_kind: SourceKind | None = field(
        default=SourceKind.USER, description="What kind of source it is."
    )
    occurred_at: GivenTime | None = field(default=None, description="When; absent: now.")

    def command(self, at: str) -> Message:
        """Return the message as the store takes it."""
        return Message(
            text=self.text,
            id=self.id,
            speaker=self.speaker,
            source_kind=self.source_kind or SourceKind.USER,
            occurred_at=zoned_moment(self.occurred_at, f"{at}.occurredAt"),
        )


@strawberry.input(description="Messages to remember.")
class RememberInput:
    messages: list[MessageInput] = field(description="In the order they were said.")
    session: str | None = field(default=None, description="The session they belong to.")
    topic: str | None = field(default=None, description="The topic they belong to.")
    priority: int | None = field(
        default=0,
        description="-10 to 10: what is higher is read before the tenant's other jobs; within a"
        " session what was said first is.",
    )
    visibility: str | None = field(
        default=COMMON_VISIBILITY,
        description="Who sees it: `tenant`, everybody of the tenant; or `user:SUBJECT`, that one"
        " subject beside owners and reviewers. What is learned from it is believed there alone.",
    )

    @property
    def scope(self) -> str:
        """The scope that the visibility names."""
        return scope_of(self.visibility)

    def commands(self) -> list[Message]:
        """Return the messages as the store takes them."""
        return [
            message.command(f"input.messages.{number}")
            for number, message in enumerate(self.messages)
        ]


@strawberry.input(
    description=(
        "One statement to believe. Give one of entity and entityName, and one of value,"
        " target and targetName."
    )
)
class AssertInput:
    entity: strawberry.ID | None = field(default=None, description="Whom it is about, by id.")
    entity_name: str | None = field(
        default=None,
        description=(
            "Whom it is about, by name, in any spelling: the entity that bears it, or a new"
            " one if nobody does. Of several the call is refused as AMBIGUOUS."
        ),
    )
    entity_kind: str | None = field(
        default=None,
        description=(
            "The kind of the entity that is named: it tells bearers of one name apart, and"
            " a new one gets it."
        ),
    )
    attribute: str = field(
        description=(
            "The name of the attribute that is stated, or an alias of it, such as"
            " `employer`. A name that is new becomes an attribute."
        )
    )
    context: str | None = field(
        default=None,
        description=(
            "The circumstances to which the statement is limited, such as `work`, in any"
            " spelling. Absent: none."
        ),
    )
    value: str | None = field(
        default=None,
        description=(
            "A literal value as text, which is parsed as the attribute's type (`70 kg`,"
            " `2024-05-01`, `true`). For a relation it names the target."
        ),
    )
    target: strawberry.ID | None = field(default=None, description="Another entity, by id.")
    target_name: str | None = field(default=None, description="Another entity, by name.")
    target_kind: str | None = field(
        default=None,
        description=(
            "The kind of the entity that is named: it tells bearers of one name apart, and"
            " a new one gets it."
        ),
    )
    valid_from: GivenTime | None = field(
        default=None,
        description=(
            "When it begins to be true in the world, inclusive. Absent: saidAt, with the basis"
            " OBSERVED."
        ),
    )
    valid_to: GivenTime | None = field(
        default=None,
        description=(
            "When it ceases to be true in the world, exclusive: a date alone means the start of"
            " that day. Absent: no end is known."
        ),
    )
    valid: str | None = field(default=None, description=VALID)
    start_unknown: bool | None = field(
        default=False,
        description=(
            "It was true until validTo, and since when is unknown: it is believed for the"
            " one period of the end's precision (a day, a month, a year) before it. A"
            " validTo not after saidAt, without a validFrom, means the same."
        ),
    )
    end_unknown: bool | None = field(
        default=False,
        description=(
            "It is over, and when it ended is unknown. With a validFrom it is believed from"
            " there for as long as somebody vouches for it; without, nothing is believed,"
            " and `Entity.formerly` has it."
        ),
    )
    precision: Precision | None = field(default=None, description=PRECISION)
    precision_to: Precision | None = field(default=None, description=PRECISION_TO)
    basis: TimeBasis | None = field(
        default=None,
        description=(
            "Whether the start was stated by the source, or is when it was observed."
            " Absent: STATED with a validFrom, else OBSERVED."
        ),
    )
    vouched_until: GivenTime | None = field(
        default=None,
        description=(
            "The last moment in valid time for which the statement itself testifies; after"
            " it, it is only assumed to go on. Two claims that vouch for a common time"
            " overlap."
        ),
    )
    said_at: GivenTime | None = field(
        default=None,
        description=(
            "When the statement was made. It stands in for an absent validFrom, and changes"
            " no system time. Absent: now."
        ),
    )
    type: MemoryType | None = field(
        default=MemoryType.FACT, description="What sort of thing it is."
    )
    text: str | None = field(
        default=None,
        description=(
            "The statement as a sentence that can be understood by itself. Absent: made"
            " from the other fields."
        ),
    )
    topic: str | None = field(default=None, description="The topic it belongs to.")
    importance: float | None = field(
        default=0.5,
        description=(
            "How much it matters, 0 to 1: it weighs in recall, and decides nothing of what"
            " is believed."
        ),
    )
    confidence: float | None = field(
        default=CONFIDENCE,
        description=(
            "How sure it is that the statement is true, 0 to 1. Under the confidence floor it is"
            " recorded and not believed. Where a date is uncertain or approximate (EDTF `?`, `~`,"
            " `%`), the default becomes 0.75, 0.8 or 0.7."
        ),
    )
    expires_at: GivenTime | None = field(
        default=None,
        description=(
            "When the statement ceases to count by itself, as opposed to validTo, when it"
            " ceases to be true. Absent: by the attribute's ttlDays, if it has any."
        ),
    )
    source_kind: SourceKind | None = field(
        default=SourceKind.USER,
        description=(
            "The kind of its source, which sets the authority that it has against others."
            " Absent: USER; a token of the role MODEL has that of ASSISTANT."
        ),
    )
    session: str | None = field(default=None, description="The session it comes from.")
    speaker: str | None = field(default=None, description="The name of whoever said it.")
    evidence: str | None = field(
        default=None, description="The words of the source that support it."
    )
    idempotency_key: str | None = field(
        default=None,
        description=(
            "A key of the caller's choice that makes a retry safe: a call with a key seen"
            " before gives the first call's result and changes nothing, whatever else it"
            " sends."
        ),
    )
    visibility: str | None = field(
        default=COMMON_VISIBILITY,
        description=(
            "Who may read it: `tenant`, everybody of the tenant; or `user:SUBJECT`, the"
            " caller whose token has that subject, beside owners and reviewers. It is"
            " believed in that scope alone."
        ),
    )

    def command(self) -> Assertion:
        """Return the statement as the store takes it."""
        said = read_date(self.said_at, "input.saidAt")
        interval = self._interval().spoken(said)
        # That of the schema is what nobody has said.
        confidence = None if self.confidence == CONFIDENCE else self.confidence
        return Assertion(
            entity=_entity(self.entity, self.entity_name, self.entity_kind, "input.entity"),
            attribute=self.attribute,
            context=self.context,
            value=self.value,
            target=_target(self.target, self.target_name, self.target_kind),
            valid_from=interval.start,
            valid_to=interval.end,
            precision=interval.precision,
            precision_to=interval.precision_to,
            start_unknown=interval.start_unknown is True,
            end_unknown=interval.end_unknown is True,
            basis=self.basis,
            vouched_until=moment(self.vouched_until, "input.vouchedUntil"),
            said_at=said and said.at,
            type=self.type or MemoryType.FACT,
            text=self.text,
            topic=self.topic,
            importance=0.5 if self.importance is None else self.importance,
            confidence=interval.confidence(confidence),
            expires_at=moment(self.expires_at, "input.expiresAt"),
            source_kind=self.source_kind or SourceKind.USER,
            session=self.session,
            speaker=self.speaker,
            evidence=self.evidence,
            idempotency_key=self.idempotency_key,
            scope=scope_of(self.visibility),
        )

    def _interval(self) -> DatedInterval:
        given = GivenInterval(
            self.valid_from,
            self.valid_to,
            self.precision,
            self.precision_to,
            self.start_unknown,
            self.end_unknown,
            self.valid,
            at="input.",
        )
        return given.read()


@strawberry.input(
    description=(
        "What ceased to be true. Without value and target: every value of that"
        " attribute and context."
    )
)
class RetractInput:
    entity: strawberry.ID | None = field(default=None, description="Whom it is about, by id.")
    entity_name: str | None = field(
        default=None,
        description=(
            "Whom it is about, by name, in any spelling: the entity that bears it, or a new"
            " one if nobody does. Of several the call is refused as AMBIGUOUS."
        ),
    )
    attribute: str = field(description="What no longer holds of the entity.")
    context: str | None = field(
        default=None,
        description=(
            "The circumstances to which the statement is limited, such as `work`, in any"
            " spelling. Absent: none."
        ),
    )
    value: str | None = field(default=None, description="The value that no longer holds.")
    target: strawberry.ID | None = field(
        default=None, description="The entity it no longer leads to."
    )
    target_name: str | None = field(default=None, description="That entity, by name.")
    at: GivenTime | None = field(
        default=None, description="When it ceased to be true, in valid time. Absent: saidAt."
    )
    until: GivenTime | None = field(
        default=None,
        description=(
            "The end of the time in which it is not true, in valid time, exclusive: from"
            " there on what was believed before holds again. Absent: no end."
        ),
    )
    precision: Precision | None = field(default=None, description=PRECISION)
    precision_to: Precision | None = field(default=None, description=PRECISION_TO)
    said_at: GivenTime | None = field(
        default=None,
        description=(
            "When the statement was made. It stands in for an absent validFrom, and changes"
            " no system time. Absent: now."
        ),
    )
    source_kind: SourceKind | None = field(
        default=SourceKind.USER,
        description=(
            "The kind of its source, which sets the authority that it has against others."
            " Absent: USER; a token of the role MODEL has that of ASSISTANT."
        ),
    )
    reason: str | None = field(default=None, description="Why.")
    session: str | None = field(default=None, description="The session it comes from.")
    speaker: str | None = field(default=None, description="The name of whoever said it.")
    evidence: str | None = field(
        default=None, description="The words of the source that support it."
    )
    idempotency_key: str | None = field(
        default=None,
        description=(
            "A key of the caller's choice that makes a retry safe: a call with a key seen"
            " before gives the first call's result and changes nothing, whatever else it"
            " sends."
        ),
    )
    visibility: str | None = field(
        default=COMMON_VISIBILITY,
        description=(
            "The visibility of what is retracted: `tenant`, or `user:SUBJECT`. Beliefs of"
            " another visibility stay."
        ),
    )

    def command(self) -> Assertion:
        """Return the negative statement as the store takes it."""
        said = read_date(self.said_at, "input.saidAt")
        given = GivenInterval(
            self.at,
            self.until,
            self.precision,
            self.precision_to,
            names=("at", "until"),
            at="input.",
        )
        interval = given.read().spoken(said)
        return Assertion(
            entity=_entity(self.entity, self.entity_name, None, "input.entity"),
            attribute=self.attribute,
            context=self.context,
            value=self.value,
            target=_target(self.target, self.target_name, None),
            valid_from=interval.start,
            valid_to=interval.end,
            precision=interval.precision,
            precision_to=interval.precision_to,
            said_at=said and said.at,
            confidence=interval.confidence(),
            negative=True,
            source_kind=self.source_kind or SourceKind.USER,
            reason=self.reason,
            session=self.session,
            speaker=self.speaker,
            evidence=self.evidence,
            idempotency_key=self.idempotency_key,
            scope=scope_of(self.visibility),
        )


def scope_of(visibility: str | None) -> str:
    """Return the scope that the visibility of an input names."""
    return read_visibility(visibility or COMMON_VISIBILITY, field="input.visibility")


@strawberry.input(description="A value and the context it holds in; null is everywhere else.")
class ContextValue:
    context: str | None = field(default=None, description="The context; null: the slot's own.")
    value: str | None = field(
        default=None,
        description=(
            "A literal value as text, which is parsed as the attribute's type (`70 kg`,"
            " `2024-05-01`, `true`). For a relation it names the target."
        ),
    )
    target: strawberry.ID | None = field(default=None, description="Another entity, by id.")

    def command(self, at: str) -> InContext:
        """Return the value in its context as the store takes it."""
        target = None if self.target is None else known_id(self.target, f"{at}.target")
        return InContext(
            context=self.context,
            value=self.value,
            target=None if target is None else EntityRef(id=target),
        )


@strawberry.input(description="A registry entry; on a known one absent fields stay as they are.")
class AttributeInput:
    name: str = field(description="Its name, or an alias.")
    cardinality: Cardinality | None = field(
        default=None,
        description="One value at a time, or many; what is believed is worked out anew by it.",
    )
    value_type: ValueType | None = field(
        default=None,
        description="What its values are; what stands is converted to entities and back.",
    )
    target_kind: str | None = field(
        default=None,
        description='The kind of entity that a relation leads to: "place"; an empty text takes it'
        " away.",
    )
    unit: str | None = field(
        default=None, description="The unit that a bare number is in; an empty text takes it away."
    )
    category: str | None = field(default=None, description="The category that policy goes by.")
    inverse: str | None = field(
        default=None,
        description="The relation seen from the other end, which is defined along; an empty text"
        " takes it away.",
    )
    symmetric: bool | None = field(default=None, description="Whether it is its own inverse.")
    opposite: str | None = field(
        default=None,
        description="Asserting one retracts the other; it is defined along, and an empty text takes"
        " it away.",
    )
    resumes: bool | None = field(default=None, description="Whether an earlier value returns.")
    volatile: bool | None = field(default=None, description="Whether it changes often.")
    high_stakes: bool | None = field(
        default=None, description="Whether a change waits for a person."
    )
    ttl_days: float | None = field(
        default=None, description="After how many days a claim expires by itself; null: never."
    )
    half_life_days: float | None = field(default=None, description="How fast importance decays.")
    aliases: list[str] | None = field(default=None, description="Other names that lead here.")

    def command(self) -> AttributeDefinition:
        """Return the definition as the store takes it."""
        return AttributeDefinition(
            name=self.name,
            cardinality=self.cardinality,
            value_type=self.value_type,
            target_kind=self.target_kind,
            unit=self.unit,
            category=self.category,
            inverse=self.inverse,
            symmetric=self.symmetric,
            opposite=self.opposite,
            resumes=self.resumes,
            volatile=self.volatile,
            high_stakes=self.high_stakes,
            ttl_days=self.ttl_days,
            half_life_days=self.half_life_days,
            aliases=None if self.aliases is None else tuple(self.aliases),
        )


@strawberry.input(
    description=(
        "The memories of a source: those that match every given field. One of the"
        " fields that name a source is needed."
    )
)
class DistrustInput:
    session: str | None = field(default=None, description="The session that claims came from.")
    source_kind: SourceKind | None = field(default=None, description="The kind of source.")
    speaker: str | None = field(default=None, description="Who said them.")
    extractor: str | None = field(default=None, description="The extractor and its version.")
    since: GivenTime | None = field(
        default=None, description="Only what was recorded then or later, in system time."
    )
    reason: str = field(description="Why; it is kept in the audit.")

    def command(self) -> Source:
        """Return the source as the store takes it."""
        return Source(
            session=self.session,
            kind=self.source_kind,
            speaker=self.speaker,
            extractor=self.extractor,
            since=moment(self.since, "input.since"),
        )


def _target(wanted: str | None, name: str | None, kind: str | None) -> EntityRef | None:
    if wanted is None and name is None:
        if kind is not None:
            raise InvalidArgument(
                "a target's kind without its name",
                field="input.targetKind",
                hint="give `targetName`",
            )
        return None
    return _entity(wanted, name, kind, "input.target")


def _entity(wanted: str | None, name: str | None, kind: str | None, at: str) -> EntityRef:
    return EntityRef(id=None if wanted is None else known_id(wanted, at), name=name, kind=kind)


@strawberry.input(name="Hop", description="A step from entities to others, over relations.")
class HopInput:
    relation: list[str] | None = field(
        default=None, description="The relations to follow; absent: all."
    )
    as_of: AsOfInput | None = field(
        default=None,
        description="As of which point; what it leaves out is as in the field's own `asOf`.",
    )

    @property
    def asked(self) -> tuple[object, ...]:
        """What tells it from others."""
        given = self.as_of
        return (self.relation, None if given is None else (given.valid_at, given.system_at))

    async def taken(self, context: RequestContext, otherwise: AsOf, at: str) -> Hop:
        """Return the step as the store takes it; ``otherwise`` is the point it is as of else.

        Raises:
            Incorrect: one of its times is none, or is known in the future only.
        """
        given = self.as_of or AsOfInput()
        point = await resolve_as_of(
            context,
            moment(given.valid_at, f"{at}.asOf.validAt") or otherwise.valid_at,
            moment(given.system_at, f"{at}.asOf.systemAt") or otherwise.system_at,
            f"{at}.asOf.systemAt",
        )
        return Hop(None if self.relation is None else tuple(self.relation), point)
