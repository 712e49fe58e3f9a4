"""What a caller may ask the store to do, checked at the border.

Every field is untrusted: constructing one of these refuses bad text, times and numbers with a
typed error that names the field, and nothing has been changed by then.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime

from graph.border import ident, instant, interval, name_text, score, text
from graph.errors import InvalidArgument
from graph.model import Json
from graph.vocabulary import (
    Cardinality,
    GroundingVerdict,
    MemoryType,
    Precision,
    Resolution,
    SourceKind,
    TimeBasis,
    ValueType,
)

TEXT_MAX = 20_000
NAME_MAX = 300
VALUE_MAX = 2_000


@dataclass(frozen=True, slots=True)
class EntityRef:
    """An entity as a caller names it: by id, by name, or by an external id with a name.

    Exactly one of ``id`` and ``name`` is given, except that an external id may carry a name.
    """

    id: str | None = None
    name: str | None = None
    kind: str | None = None
    external: str | None = None

    def checked(self, at: str) -> EntityRef:
        """The same reference, if it is well formed; ``at`` is the field's path."""
        if self.id is not None and (self.name is not None or self.external is not None):
            raise InvalidArgument("both an id and a name", field=at, hint="give one of them")
        if self.id is not None:
            ident(self.id, field=at)
        elif self.name is None and self.external is None:
            raise InvalidArgument("neither an id nor a name", field=at, hint="give one of them")
        return EntityRef(
            id=self.id,
            name=None if self.name is None else name_text(self.name, NAME_MAX, field=f"{at}Name"),
            kind=None if self.kind is None else name_text(self.kind, 60, field=f"{at}Kind"),
            external=None
            if self.external is None
            else name_text(self.external, NAME_MAX, field=at),
        )


@dataclass(frozen=True, slots=True)
class Quote:
    """Where an already recorded episode supports a claim."""

    episode: str
    span: str
    start: int
    end: int
    verdict: GroundingVerdict


@dataclass(frozen=True, slots=True)
class Origin:
    """Which candidate of which job a claim comes from; makes its effects exactly-once."""

    job: str
    episode: str
    extractor: str
    number: int
    candidate: Json


@dataclass(frozen=True, slots=True)
class Assertion:
    """One statement to believe (or, if ``negative``, to stop believing).

    ``value`` and ``target`` exclude each other; a negative one may have neither.
    No ``valid_from``: the start is ``said_at``, observed. No ``said_at``: now.
    """

    entity: EntityRef
    attribute: str
    context: str | None = None
    value: str | None = None
    target: EntityRef | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    precision: Precision | None = None
    precision_to: Precision | None = None
    basis: TimeBasis | None = None
    vouched_until: datetime | None = None
    said_at: datetime | None = None
    negative: bool = False
    type: MemoryType = MemoryType.FACT
    text: str | None = None
    topic: str | None = None
    tags: tuple[str, ...] = ()
    importance: float = 0.5
    confidence: float = 0.9
    inference: bool = False
    expires_at: datetime | None = None
    source_kind: SourceKind = SourceKind.USER
    session: str | None = None
    speaker: str | None = None
    extractor: str | None = None
    evidence: str | None = None
    quotes: tuple[Quote, ...] = ()
    many_hint: bool | None = None
    corrects: bool = False
    idempotency_key: str | None = None
    origin: Origin | None = None
    reason: str | None = None

    def checked(self, at: str = "input") -> Assertion:
        """The same statement with its times in UTC and its text cleaned.

        Raises:
            Incorrect: some field is bad; its path starts with ``at``.
        """
        start = instant(self.valid_from, field=f"{at}.validFrom")
        end = instant(self.valid_to, field=f"{at}.validTo")
        interval(start, end, field=f"{at}.validTo")
        if self.value is not None and self.target is not None:
            raise InvalidArgument(
                "both a value and a target", field=f"{at}.value", hint="give one of them"
            )
        if self.value is None and self.target is None and not self.negative:
            raise InvalidArgument(
                "neither a value nor a target", field=f"{at}.value", hint="give one of them"
            )
        vouched = instant(self.vouched_until, field=f"{at}.vouchedUntil")
        interval(start, vouched, field=f"{at}.vouchedUntil", may_be_empty=True)
        return replace(
            self,
            entity=self.entity.checked(f"{at}.entity"),
            attribute=attribute_name(self.attribute, field=f"{at}.attribute"),
            context=optional_text(self.context, 200, field=f"{at}.context"),
            value=optional_text(self.value, VALUE_MAX, field=f"{at}.value"),
            target=None if self.target is None else self.target.checked(f"{at}.target"),
            valid_from=start,
            valid_to=end,
            vouched_until=vouched,
            said_at=instant(self.said_at, field=f"{at}.saidAt"),
            expires_at=instant(self.expires_at, field=f"{at}.expiresAt"),
            text=optional_text(self.text, TEXT_MAX, field=f"{at}.text"),
            topic=optional_text(self.topic, 200, field=f"{at}.topic"),
            importance=score(self.importance, field=f"{at}.importance"),
            confidence=score(self.confidence, field=f"{at}.confidence"),
            session=optional_text(self.session, NAME_MAX, field=f"{at}.session"),
            speaker=optional_text(self.speaker, NAME_MAX, field=f"{at}.speaker"),
            evidence=optional_text(self.evidence, TEXT_MAX, field=f"{at}.evidence"),
            idempotency_key=optional_text(
                self.idempotency_key, NAME_MAX, field=f"{at}.idempotencyKey"
            ),
            reason=optional_text(self.reason, 2_000, field=f"{at}.reason"),
        )


@dataclass(frozen=True, slots=True)
class Correction:
    """What a memory should have said: another value, or other times, or both."""

    memory: str
    reason: str
    value: str | None = None
    target: EntityRef | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    reject: bool = True
    idempotency_key: str | None = None

    def checked(self) -> Correction:
        """The same correction with its times in UTC and its text cleaned.

        Raises:
            Incorrect: some field is bad, or there is nothing to correct.
        """
        start = instant(self.valid_from, field="validFrom")
        end = instant(self.valid_to, field="validTo")
        interval(start, end, field="validTo")
        if self.value is not None and self.target is not None:
            raise InvalidArgument(
                "both a value and a target", field="value", hint="give one of them"
            )
        if (self.value, self.target, start, end) == (None, None, None, None):
            raise InvalidArgument(
                "nothing to correct", field="value", hint="give a value, a target, or new times"
            )
        ident(self.memory, field="id")
        return replace(
            self,
            valid_from=start,
            valid_to=end,
            reason=text(self.reason, 2_000, field="reason"),
            value=optional_text(self.value, VALUE_MAX, field="value"),
            target=None if self.target is None else self.target.checked("target"),
        )


@dataclass(frozen=True, slots=True)
class InContext:
    """A value of a contradiction with the context it holds in; none is the undivided slot's own."""

    context: str | None
    value: str | None = None
    target: EntityRef | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What a person decides on a contradiction that waits."""

    contradiction: str
    resolution: Resolution
    contexts: tuple[InContext, ...] = ()
    value: str | None = None
    target: EntityRef | None = None
    reason: str | None = None
    idempotency_key: str | None = None


@dataclass(frozen=True, slots=True)
class Message:
    """One message to remember, as it arrives."""

    text: str
    id: str | None = None
    speaker: str | None = None
    source_kind: SourceKind = SourceKind.USER
    occurred_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class AttributeDefinition:
    """A registry entry; absent (``None``) fields of a known attribute stay as they are."""

    name: str
    cardinality: Cardinality | None = None
    value_type: ValueType | None = None
    unit: str | None = None
    category: str | None = None
    inverse: str | None = None
    symmetric: bool | None = None
    opposite: str | None = None
    resumes: bool | None = None
    volatile: bool | None = None
    high_stakes: bool | None = None
    ttl_days: float | None = None
    half_life_days: float | None = None
    aliases: tuple[str, ...] | None = field(default=None)


def attribute_name(value: str, *, field: str) -> str:
    """An attribute's name in its one spelling: lower case, words joined by underscores."""
    return "_".join(name_text(value, 100, field=field).casefold().replace("-", " ").split())


def optional_text(value: str | None, length_max: int, *, field: str) -> str | None:
    """The text, checked, if there is one."""
    return None if value is None else text(value, length_max, field=field)
