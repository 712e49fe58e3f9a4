"""What a caller may ask the store to do, checked at the border.

Every field is untrusted: constructing one of these refuses bad text, times and numbers with a
typed error that names the field, and nothing has been changed by then.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta, timezone
from typing import Any

from graph.clock import to_utc
from graph.edtf import CONFIDENCE
from graph.errors import InvalidArgument, InvertedInterval, OutOfRange
from graph.model.gate.gate import Reading
from graph.model.records import Json
from graph.model.scopes import COMMON_SCOPE
from graph.periods import offset_of, period_end_after, period_start
from graph.validation import ident, instant, interval, meaning, name, not_ahead, score, text
from graph.vocabulary import (
    Cardinality,
    GroundingVerdict,
    MemoryType,
    Precision,
    Resolution,
    SourceKind,
    TimeBasis,
    ValueType,
    Verdict,
)

TEXT_MAX = 20_000
NAME_MAX = 300
VALUE_MAX = 2_000
REASON_MAX = 2_000
UNIT_MAX = 60
KIND_MAX = 60
_DAY_MINUTES = 24 * 60


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
        """Return the same reference, if it is well formed; ``at`` is the field's path."""
        if self.id is not None and (self.name is not None or self.external is not None):
            raise InvalidArgument("both an id and a name", field=at, hint="give one of them")
        if self.id is not None:
            ident(self.id, field=at)
        elif self.name is None and self.external is None:
            raise InvalidArgument("neither an id nor a name", field=at, hint="give one of them")
        return EntityRef(
            id=self.id,
            name=optional_name(self.name, NAME_MAX, field=f"{at}_name"),
            kind=optional_name(self.kind, KIND_MAX, field=f"{at}_kind"),
            external=optional_name(self.external, NAME_MAX, field=at),
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
    ``end_unknown``: it is over, and not said since when; ``start_unknown``: it ended at
    ``valid_to``, and is not said since when it was so. That is also meant by a ``valid_to`` that is
    not after ``said_at`` and has no ``valid_from``.
    ``words`` is a digest of the words that came with the idempotency key: others are refused.
    ``precision`` is that of the start, and of an end that has none of its own. A bound that is said
    less exactly than it is given moves to the start of its period; an end to that period's end, if
    the start lies in it. ``offset`` and ``offset_to`` are those of the zone in which start and end
    were said, in minutes to the east; absent: those that the times have.
    ``stated_confidence`` is what ``confidence`` was before that ``calibration`` changed it.
    ``reading`` is what an extractor says of it beside; ``verdict`` is that of an earlier gate.
    ``scope`` is that in which it is said, and in which alone it is then believed.
    ``for_review``: whoever brings it asks that a person decides on it.
    """

    entity: EntityRef
    attribute: str
    context: str | None = None
    value: str | None = None
    target: EntityRef | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    start_unknown: bool = False
    end_unknown: bool = False
    precision: Precision | None = None
    precision_to: Precision | None = None
    offset: int | None = None
    offset_to: int | None = None
    basis: TimeBasis | None = None
    vouched_until: datetime | None = None
    said_at: datetime | None = None
    negative: bool = False
    type: MemoryType = MemoryType.FACT
    text: str | None = None
    topic: str | None = None
    tags: tuple[str, ...] = ()
    importance: float = 0.5
    confidence: float = CONFIDENCE
    stated_confidence: float | None = None
    calibration: int | None = None
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
    words: str | None = None
    origin: Origin | None = None
    reason: str | None = None
    reading: Reading | None = None
    verdict: Verdict | None = None
    scope: str = COMMON_SCOPE
    for_review: bool = False

    @property
    def stated(self) -> bool:
        """Whether it says from when on it holds, and not only that it was so when it was said."""
        return self.valid_from is not None and self.basis is not TimeBasis.OBSERVED

    @property
    def formerly(self) -> bool:
        """Whether it says only that something is over, and neither since when nor until when."""
        return self.end_unknown and self.valid_from is None

    @property
    def recalibration(self) -> str | None:
        """Say how a calibration changed its confidence; None if none did."""
        if self.calibration is None or self.stated_confidence is None:
            return None
        return (
            f"confidence {self.confidence:.2f}, where {self.stated_confidence:.2f} was stated"
            f" (calibration {self.calibration})"
        )

    def began_unknown(self, now: datetime) -> bool:
        """Whether it says until when it was so, and not since when."""
        if self.negative or self.valid_from is not None or self.valid_to is None:
            return False
        return self.start_unknown or self.valid_to <= (self.said_at or now)

    def checked(self) -> Assertion:
        """Return the same statement with its times in UTC and its text cleaned.

        Raises:
            Incorrect: some field is bad.
        """
        # What an extractor reads may begin within the period it names: "later this year".
        bounds = _bounds(self, moves=self.extractor is None)
        start = bounds["valid_from"]
        self._refuse_known_bounds()
        _one_value(self.value, self.target, needed=not self.negative)
        vouched = instant(self.vouched_until, field="vouched_until")
        interval(start, vouched, field="vouched_until", may_be_empty=True)
        expires = instant(self.expires_at, field="expires_at")
        interval(start, expires, field="expires_at")
        if self.type is MemoryType.RESOLUTION:
            raise InvalidArgument(
                "a resolution is recorded by resolving a contradiction",
                field="type",
                hint="give another type",
            )
        return replace(
            self,
            entity=self.entity.checked("entity"),
            attribute=attribute_name(self.attribute, field="attribute"),
            context=optional_name(self.context, 200, field="context"),
            value=optional_value(self.value),
            target=None if self.target is None else self.target.checked("target"),
            **(bounds | _observed(self, start)),
            vouched_until=vouched,
            said_at=instant(self.said_at, field="said_at"),
            expires_at=expires,
            text=optional_text(self.text, TEXT_MAX, field="text"),
            topic=optional_text(self.topic, 200, field="topic"),
            importance=score(self.importance, field="importance"),
            confidence=score(self.confidence, field="confidence"),
            stated_confidence=None
            if self.stated_confidence is None
            else score(self.stated_confidence, field="stated_confidence"),
            session=optional_text(self.session, NAME_MAX, field="session"),
            speaker=optional_text(self.speaker, NAME_MAX, field="speaker"),
            evidence=optional_text(self.evidence, TEXT_MAX, field="evidence"),
            idempotency_key=optional_text(self.idempotency_key, NAME_MAX, field="idempotency_key"),
            reason=optional_text(self.reason, REASON_MAX, field="reason"),
        )

    def _refuse_known_bounds(self) -> None:
        """Refuse a bound that is said to be unknown where it is given, or can be none."""
        bounds = (
            (self.start_unknown, "start_unknown", self.valid_from, "valid_from"),
            (self.end_unknown, "end_unknown", self.valid_to, "valid_to"),
        )
        for unknown, at, given, other in bounds:
            if unknown and self.negative:
                raise InvalidArgument(
                    "what does not hold has no such bound", field=at, hint="leave it out"
                )
            if unknown and given is not None:
                raise _known(at, other)
        if self.end_unknown and self.expires_at is not None:
            raise InvalidArgument(
                "what is over does not expire", field="expires_at", hint="leave it out"
            )
        if self.formerly and self.vouched_until is not None:
            raise InvalidArgument(
                "without a start nothing is vouched for",
                field="vouched_until",
                hint="give valid_from, or leave it out",
            )

    def refuse_untimely(self, now: datetime, margin: timedelta) -> None:
        """Refuse times that the system time at hand does not allow.

        A missing start is the time of speaking, and a missing time of speaking is now.

        Raises:
            OutOfRange: it was said, or vouches for a time, more than the margin after now.
            InvertedInterval: it ends or expires before it starts.
        """
        not_ahead(self.said_at, now, margin, field="said_at")
        not_ahead(self.vouched_until, now, margin, field="vouched_until")
        said = self.said_at or now
        start = self.valid_from or said
        if self.end_unknown and self.valid_from is not None and said <= start:
            raise InvertedInterval(
                "it is over, and has not begun",
                field="end_unknown",
                hint="give the start of something that is over when it is said",
            )
        if not self.began_unknown(now):
            interval(start, self.valid_to, field="valid_to")
        interval(start, self.expires_at, field="expires_at")


@dataclass(frozen=True, slots=True)
class Correction:
    """What a memory should have said: another value, or other times, or both.

    ``words`` is a digest of the words that came with the idempotency key: others are refused.
    """

    memory: str
    reason: str
    value: str | None = None
    target: EntityRef | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    precision: Precision | None = None
    precision_to: Precision | None = None
    offset: int | None = None
    offset_to: int | None = None
    start_unknown: bool | None = None
    end_unknown: bool | None = None
    reject: bool = True
    idempotency_key: str | None = None
    words: str | None = None

    def checked(self) -> Correction:
        """Return the same correction with its times in UTC and its text cleaned.

        Raises:
            Incorrect: some field is bad, or there is nothing to correct.
        """
        bounds = _bounds(self, moves=True)
        _one_value(self.value, self.target, needed=False)
        given = (self.value, self.target, self.valid_from, self.valid_to)
        if (*given, self.start_unknown, self.end_unknown) == (None,) * 6:
            raise InvalidArgument(
                "nothing to correct",
                field="value",
                hint="give a value, a target or new times; an end is taken away by revoking it and"
                " asserting it again",
            )
        if self.start_unknown and self.valid_from is not None:
            raise _known("start_unknown", "valid_from")
        if self.end_unknown and self.valid_to is not None:
            raise _known("end_unknown", "valid_to")
        ident(self.memory, field="id")
        return replace(
            self,
            **bounds,
            reason=text(self.reason, REASON_MAX, field="reason"),
            value=optional_value(self.value),
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
    """One message to remember, as it arrives.

    ``for_review``: whoever brings it asks that a person decides on all that is read in it.
    """

    text: str
    id: str | None = None
    speaker: str | None = None
    source_kind: SourceKind = SourceKind.USER
    occurred_at: datetime | None = None
    for_review: bool = False

    def checked(self, at: str) -> Message:
        """Return the same message with its texts cleaned; ``at`` is the field's path.

        Its time keeps its offset: what "last Monday" means depends on it.

        Raises:
            Incorrect: some field is bad.
        """
        instant(self.occurred_at, field=f"{at}.occurred_at")
        return replace(
            self,
            text=text(self.text, TEXT_MAX, field=f"{at}.text"),
            id=optional_name(self.id, NAME_MAX, field=f"{at}.id"),
            speaker=optional_name(self.speaker, NAME_MAX, field=f"{at}.speaker"),
        )


@dataclass(frozen=True, slots=True)
class AttributeDefinition:
    """A registry entry; absent (``None``) fields of a known attribute stay as they are."""

    name: str
    cardinality: Cardinality | None = None
    value_type: ValueType | None = None
    target_kind: str | None = None
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

    def checked(self) -> AttributeDefinition:
        """Return the same definition with its names in their one spelling.

        A blank unit, category, target kind, inverse or opposite becomes ``""``, which clears it.

        Raises:
            Incorrect: some field is bad.
        """
        aliases = self.aliases or ()
        return replace(
            self,
            name=attribute_name(self.name, field="name"),
            unit=_cleared_or(self.unit, lambda given: meaning(given, UNIT_MAX, field="unit")),
            category=_cleared_or(self.category, lambda given: name(given, 100, field="category")),
            target_kind=_cleared_or(
                self.target_kind, lambda given: name(given, KIND_MAX, field="target_kind")
            ),
            inverse=_cleared_or(self.inverse, lambda given: attribute_name(given, field="inverse")),
            opposite=_cleared_or(
                self.opposite, lambda given: attribute_name(given, field="opposite")
            ),
            aliases=None
            if self.aliases is None
            else tuple(attribute_name(alias, field="aliases") for alias in aliases),
        )


def attribute_name(value: str, *, field: str) -> str:
    """Return an attribute's name in its one spelling: lower case, words joined by underscores."""
    return "_".join(name(value, 100, field=field).casefold().replace("-", " ").split())


def optional_text(value: str | None, length_max: int, *, field: str) -> str | None:
    """Return the text, checked, if there is one."""
    return None if value is None else text(value, length_max, field=field)


def optional_name(value: str | None, length_max: int, *, field: str) -> str | None:
    """Return the one-line name, checked, if there is one."""
    return None if value is None else name(value, length_max, field=field)


def optional_value(value: str | None, *, field: str = "value") -> str | None:
    """Return the literal, checked, if there is one."""
    return None if value is None else meaning(value, VALUE_MAX, field=field)


def _cleared_or(given: str | None, check: Callable[[str], str]) -> str | None:
    return check(given) if given and given.strip() else given and ""


def _bounds(given: Assertion | Correction, *, moves: bool) -> dict[str, Any]:
    """Return the bounds in UTC with their offsets; if it ``moves`` them, each where its period
    begins.
    """
    precision_to = given.precision_to or given.precision
    start, offset = _bound(given.valid_from, given.precision, given.offset, "valid_from", moves)
    end, offset_to = _bound(given.valid_to, precision_to, given.offset_to, "valid_to", moves)
    if moves and start is not None and end is not None and precision_to is not None:
        end = period_end_after((start, offset), (end, offset_to), precision_to)
        end = to_utc(end, field="valid_to")
    interval(start, end, field="valid_to")
    found = {"valid_from": start, "valid_to": end, "offset": offset, "offset_to": offset_to}
    return found if end is None else found | {"precision_to": precision_to}


def _bound(
    at: datetime | None,
    precision: Precision | None,
    offset: int | None,
    field: str,
    moves: bool,  # noqa: FBT001 - as in `_bounds`
) -> tuple[datetime | None, int | None]:
    if at is None:
        return None, offset
    instant = to_utc(at, field=field)
    if offset is not None and not -_DAY_MINUTES < offset < _DAY_MINUTES:
        raise OutOfRange(f"{offset} minutes are no offset", field=field, hint="give -1439 to 1439")
    local = at if offset is None else instant.astimezone(timezone(timedelta(minutes=offset)))
    begins = local if precision is None or not moves else period_start(local, precision)
    # An offset is kept in whole minutes, so what was moved may lie seconds behind by it.
    if offset is None or local - begins >= timedelta(minutes=1):
        instant = to_utc(begins, field=field)
    return instant, offset_of(begins)


def _observed(given: Assertion, start: datetime | None) -> dict[str, Any]:
    """How a start was said that is the time of speaking: as exactly as that, if it begins there."""
    said = given.said_at
    if start is not None or said is None:
        return {} if start is not None else {"precision": None}
    offset = offset_of(said) if given.offset is None else given.offset
    local = to_utc(said, field="said_at").astimezone(timezone(timedelta(minutes=offset)))
    whole = given.precision and period_start(local, given.precision) == local
    return {"precision": given.precision if whole else None, "offset": offset}


def _known(at: str, given: str) -> InvalidArgument:
    return InvalidArgument(
        f"{given} is given, and said to be unknown", field=at, hint=f"leave out {given}, or this"
    )


def _one_value(value: str | None, target: EntityRef | None, *, needed: bool) -> None:
    if value is not None and target is not None:
        raise InvalidArgument("both a value and a target", field="value", hint="give one of them")
    if value is None and target is None and needed:
        raise InvalidArgument(
            "neither a value nor a target", field="value", hint="give one of them"
        )
