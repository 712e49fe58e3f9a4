"""Structured output of extraction: the schema of an answer, and its conversion to proposals.

Each member of an answer is validated by itself: one that does not fit is counted and dropped,
without affecting its neighbours. Small slips (a number out of range, a predicate in another
spelling, an unknown kind) are normalised, so that they lose no claim. Fields of earlier versions of
the schema are taken as well: an answer may be older than the schema.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from typing import Annotated, Any, Literal, TypeAlias, cast, get_args

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationError,
    model_validator,
)

from extraction.dates.bound_resolution import Dating, Direction, SaidTime, resolve_bounds
from extraction.llm.plans import hold_plan
from extraction.model.candidates import (
    ADJUSTMENT_MAX,
    PROPOSALS_MAX,
    Candidate,
    Confirmation,
    Denial,
    Discard,
    EntityObject,
    ListObject,
    LiteralObject,
    Member,
    Object,
    Proposal,
    Shown,
    SourceConfidence,
    Tag,
    Turn,
)
from graph.vocabulary import GroundingVerdict, MemoryType, Quality, SpeechAct, TimeBasis

Verdict = Literal["Supported", "Partial", "Unknown", "NotSupported"]
Type = Literal["fact", "preference", "event", "entity", "relation", "decision", "procedure"]

KindName = Literal[
    "person", "organization", "place", "animal", "project", "software", "product", "thing"
]
CategoryName = Literal[
    "health", "religion", "politics", "ethnicity", "sexuality", "biometrics", "union"
]
EARLIER = "earlier"
_VERDICTS = {
    "Supported": GroundingVerdict.SUPPORTED,
    "Partial": GroundingVerdict.PARTIAL,
    "Unknown": GroundingVerdict.UNKNOWN,
    "NotSupported": GroundingVerdict.NOT_SUPPORTED,
}
_NEEDLESS = frozenset({"default", "title", "description"})
_FENCE = re.compile(r"\s*```(?:json)?\s*\n(?P<inner>.*?)\n?```\s*", re.DOTALL)
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_NOT_SNAKE = re.compile(r"[^a-z0-9]+")


def _within(least: float, most: float) -> BeforeValidator:
    """Move a number that lies outside a range to its nearer end."""

    def clamp(given: Any) -> Any:
        number = isinstance(given, int | float) and not isinstance(given, bool)
        return min(max(given, least), most) if number and math.isfinite(given) else given

    return BeforeValidator(clamp)


def _one_of(names: Any) -> BeforeValidator:
    """Take one of the names of a literal type in any case; None for any other."""

    def find(given: Any) -> Any:
        word = given.strip().casefold() if isinstance(given, str) else given
        return word if word in get_args(names) else None

    return BeforeValidator(find)


def _snake(given: Any) -> Any:
    """Write a predicate in snake_case: ``lives in`` and ``livesIn`` are ``lives_in``."""
    if not isinstance(given, str):
        return given
    return _NOT_SNAKE.sub("_", _HUMP.sub("_", given).casefold()).strip("_")[:80]


def _without_nulls(given: dict[str, Any]) -> dict[str, Any]:
    """Leave out what is null, as what has its default is."""
    return {name: value for name, value in given.items() if value is not None}


Kind: TypeAlias = Annotated[KindName | None, _one_of(KindName)]
Category: TypeAlias = Annotated[CategoryName | None, _one_of(CategoryName)]
Share: TypeAlias = Annotated[float, _within(0.0, 1.0)]
Snake: TypeAlias = Annotated[str, BeforeValidator(_snake)]


class _Wire(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class WireEntity(_Wire):
    """Somebody or something."""

    entity: str
    kind: Kind = None


class WireTime(_Wire):
    """A bound as said, and the model's own guess at it."""

    said: str
    resolved: str | None = None

    @model_validator(mode="before")
    @classmethod
    def complete(cls, given: Any) -> Any:
        """Take words alone, and a date without words."""
        if isinstance(given, str):
            return {"said": given}
        if isinstance(given, dict):
            return {"said": ""} | _without_nulls(cast("dict[str, Any]", given))
        return given


class WireClaim(_Wire):
    """One proposed claim.

    The fields stand in the order in which they are to be thought of: where a model does not think
    before it answers, what it has written is what it has thought.
    """

    span: str
    speech_act: SpeechAct
    type: Type
    subject: str
    predicate: Snake
    text: str
    importance: Share
    subject_kind: Kind = None
    object: str | WireEntity | list[str | WireEntity] | None = None
    context: str | None = None
    source_confidence: SourceConfidence = SourceConfidence.DIRECT
    start: WireTime | None = None
    end: WireTime | None = None
    start_unknown: bool = False
    end_unknown: bool = False
    holds_now: bool | None = None
    negative: bool = False
    corrects: str | None = None
    ends: str | None = None
    many: bool | None = None
    tags: list[Tag] = []
    category: Category = None
    confidence_adjustment: Annotated[float, _within(-ADJUSTMENT_MAX, ADJUSTMENT_MAX)] = 0.0
    grounding_verdict: Verdict = "Supported"

    @model_validator(mode="before")
    @classmethod
    def modernise(cls, given: Any) -> Any:
        """Take the forms of earlier versions, and leave out what is null where nothing may be."""
        if not isinstance(given, dict):
            return given
        fields = _without_nulls(cast("dict[str, Any]", given))
        # Of words that an earlier version gave no kind it is not known.
        if "subject_kind" not in given:
            fields["subject_kind"] = "person"
        if "object" in fields:
            fields["object"] = _plain_object(fields["object"])
        if isinstance(fields.get("corrects"), bool):
            fields["corrects"] = EARLIER if fields["corrects"] else None
        return fields


class WireDiscard(_Wire):
    """What a reader might keep, and the model would not."""

    discard: str
    span: str


class WireConfirmation(_Wire):
    """The turn repeats a memory."""

    confirms: str
    span: str


class WireAnswer(_Wire):
    """A whole answer; only its JSON schema is used."""

    memories: list[WireClaim | WireConfirmation | WireDiscard]


class _Envelope(_Wire):
    memories: list[Any]


class _OldClaim(WireClaim):
    """A claim with what earlier versions of the schema had beside."""

    speech_act: SpeechAct = SpeechAct.ASSERTION
    importance: Share = 0.5
    quality_decision: Quality = Quality.KEEP
    quality_reason: str = ""
    inference: bool = False
    confidence: Annotated[float | None, _within(0.0, 1.0)] = None


_MEMBER: TypeAdapter[WireConfirmation | WireDiscard | _OldClaim] = TypeAdapter(
    Annotated[WireConfirmation | WireDiscard | _OldClaim, Field(union_mode="left_to_right")]
)


def strict(schema: dict[str, Any]) -> dict[str, Any]:
    """Close every object of a JSON schema, as servers demand that enforce one.

    What has a default may be left out: a claim that writes all of its fields costs three times as
    many tokens.
    """
    parts: dict[str, dict[str, Any]] = schema.get("$defs", {})
    return _close(schema) | {"$defs": {name: _close(part) for name, part in parts.items()}}


def parse_answer(text: str, shown: Shown) -> tuple[tuple[Proposal, ...], int]:
    """Parse an answer into proposals; also counts the members that did not fit.

    Raises:
        ValueError: it is no JSON object with a list of memories.
    """
    envelope = _Envelope.model_validate(load_json(text))
    proposals: list[Proposal] = []
    malformed = len(envelope.memories[PROPOSALS_MAX:])
    for member in envelope.memories[:PROPOSALS_MAX]:
        try:
            proposals += _proposals(_MEMBER.validate_python(member), shown)
        except ValidationError:
            malformed += 1
    return tuple(proposals), malformed


def load_json(text: str) -> Any:
    """Load the JSON of an answer, without its code fence if it has one.

    Raises:
        ValueError: it is no JSON, or nests too deeply.
    """
    fenced = _FENCE.fullmatch(text)
    try:
        return json.loads(fenced["inner"] if fenced else text)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def _close(schema: dict[str, Any]) -> dict[str, Any]:
    bare = {key: entry for key, entry in schema.items() if key not in _NEEDLESS}
    fields: dict[str, dict[str, Any]] | None = bare.get("properties")
    if fields is None:
        return bare
    named = {
        name: {key: entry for key, entry in field.items() if key not in _NEEDLESS}
        for name, field in fields.items()
    }
    return bare | {"properties": named, "additionalProperties": False}


def _plain_object(given: Any) -> Any:
    """Write an object in today's form: ``{"literal": …}`` and ``{"list": […]}`` are older ones."""
    match given:
        case {"literal": value}:
            return _plain_object(value)
        case {"list": list()}:
            return _plain_object(given["list"])
        case list():
            members: list[Any] = given  # pyright: ignore[reportUnknownVariableType]
            return [_plain_object(member) for member in members if member is not None]
        case bool():
            return "yes" if given else "no"
        case int() | float():
            return str(given)
        case _:
            return given


def _proposals(
    wire: _OldClaim | WireDiscard | WireConfirmation, shown: Shown
) -> Iterator[Proposal]:
    turn = shown.turn
    if isinstance(wire, WireConfirmation):
        yield Confirmation(confirms=shown.whole(wire.confirms), span=wire.span, turn=turn.id)
        return
    if isinstance(wire, WireDiscard):
        yield Discard(reason=wire.discard, span=wire.span, turn=turn.id)
        return
    candidate = _candidate(wire, shown)
    if candidate.replaces is None:
        candidate = hold_plan(candidate, turn)
    ended = shown.memory(wire.ends)
    for memory, corrects in ((candidate.replaces, True), (ended, False)):
        if memory is not None:
            yield Denial(
                denies=memory,
                span=wire.span,
                turn=turn.id,
                start=None if corrects else candidate.start,
                corrects=corrects,
                replaced_by=None if wire.negative else (candidate.subject, candidate.predicate),
            )
    # What only says that a memory holds no more is said by then.
    if not (wire.negative and (candidate.replaces or ended)):
        yield candidate


def _candidate(wire: _OldClaim, shown: Shown) -> Candidate:
    turn = shown.turn
    dating = _dating(wire, turn)
    verdict = _VERDICTS[wire.grounding_verdict]
    if dating.guessed and verdict is GroundingVerdict.SUPPORTED:
        verdict = GroundingVerdict.PARTIAL
    return Candidate(
        type=MemoryType(wire.type.upper()),
        subject=shown.whole(wire.subject),
        subject_kind=wire.subject_kind,
        predicate=wire.predicate,
        object=_object(wire, shown),
        context=wire.context,
        text=wire.text,
        importance=wire.importance,
        confidence=wire.confidence,
        source_confidence=wire.source_confidence,
        inference=wire.inference or wire.source_confidence is SourceConfidence.INFERRED,
        span=wire.span,
        turn=turn.id,
        start=dating.start,
        end=dating.end,
        start_unknown=wire.start_unknown and dating.start is None and not wire.negative,
        end_unknown=dating.end_unknown and not wire.negative,
        basis=TimeBasis.STATED if dating.start is not None else TimeBasis.OBSERVED,
        vouched_until=turn.occurred_at if _still_holds(wire, dating, turn) else None,
        negative=wire.negative,
        corrects=wire.corrects is not None,
        speech_act=wire.speech_act,
        quality=wire.quality_decision,
        quality_reason=wire.quality_reason,
        adjustment=wire.confidence_adjustment,
        grounding=verdict,
        tags=tuple(wire.tags),
        standing=bool(wire.tags),
        category=wire.category,
        many=wire.many,
        replaces=shown.memory(wire.corrects),
    )


def _dating(wire: _OldClaim, turn: Turn) -> Dating:
    """Resolve both bounds by code; the model's date chooses between what they may mean."""
    plan = wire.speech_act is SpeechAct.PLAN
    # What holds now is a state, whatever it is called: "moved to the platform team in May".
    happening = wire.type == "event" and not wire.holds_now and not wire.negative
    meant = wire.speech_act is SpeechAct.ASSERTION and not wire.negative
    over = wire.end_unknown or (wire.holds_now is False and meant)
    return resolve_bounds(
        _said_time(wire.start),
        _said_time(wire.end),
        turn.text,
        turn.occurred_at,
        Direction(future=True if plan else None, happening=happening, over=over),
    )


def _said_time(time: WireTime | None) -> SaidTime | None:
    return None if time is None else SaidTime(time.said, time.resolved)


def _still_holds(wire: _OldClaim, dating: Dating, turn: Turn) -> bool:
    """Check whether the claim holds now, and has since its start."""
    start = None if dating.start is None else dating.start.at
    started = start is None or start <= turn.occurred_at
    over = wire.negative or dating.end_unknown or dating.end is not None
    holds = wire.holds_now is not False and wire.speech_act is not SpeechAct.PLAN
    return holds and started and not over and (wire.type != "event" or bool(wire.holds_now))


def _object(wire: _OldClaim, shown: Shown) -> Object | None:
    given = wire.object
    if isinstance(given, list):
        return ListObject(list=tuple(_member(member, shown) for member in given))
    if given is not None:
        return _member(given, shown)
    # "I got married": that it is so is all there is to say of it.
    return None if wire.negative else LiteralObject(literal="yes")


def _member(given: str | WireEntity, shown: Shown) -> Member:
    if isinstance(given, WireEntity):
        return EntityObject(entity=shown.whole(given.entity), kind=given.kind)
    return LiteralObject(literal=given)
