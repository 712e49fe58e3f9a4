"""Convert an admitted candidate to the assertion that the store takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from extraction.language.reference import DESCRIPTION, Unresolved, resolve_mention
from extraction.model.candidates import (
    Bound,
    Candidate,
    EntityObject,
    LiteralObject,
    Turn,
    Window,
    instant_of,
    is_over,
)
from extraction.model.grounding import TextSpan
from extraction.pipeline.gate import Admitted
from graph.clock import END_OF_TIME
from graph.model.calibration import Confidence
from graph.model.commands import Assertion, EntityRef, Origin, Quote
from graph.model.gate.gate import Reading
from graph.model.records import Memory
from graph.periods import offset_of
from graph.vocabulary import GroundingVerdict, TimeBasis

UNKNOWN = "unknown"
# The kinds of what can speak, and be taken for each other.
_ALIVE = frozenset({"person", "agent", "animal"})


@dataclass(frozen=True, slots=True)
class ResolvedClaim:
    """The resolved subject and object of a candidate."""

    entity: EntityRef
    value: str | None
    target: EntityRef | None


def resolve_subject_and_object(
    candidate: Candidate, window: Window, place: int
) -> ResolvedClaim | Unresolved:
    """Resolve subject and object in the window; the quotation starts at ``place``."""
    subject = resolve_mention(
        candidate.subject,
        candidate.subject_kind,
        window,
        _position(candidate.subject, candidate.span, place),
    )
    if isinstance(subject, Unresolved):
        return subject
    wanted = candidate.object
    if isinstance(wanted, LiteralObject):
        return ResolvedClaim(subject, wanted.literal, None)
    if not isinstance(wanted, EntityObject):
        return ResolvedClaim(subject, None, None)
    position = _position(wanted.entity, candidate.span, place)
    target = resolve_mention(wanted.entity, wanted.kind, window, position)
    if not isinstance(target, Unresolved):
        return ResolvedClaim(subject, None, target)
    if target.reason == DESCRIPTION:
        return ResolvedClaim(subject, wanted.entity, None)
    return target


def drop_redundant_kinds(
    claim: ResolvedClaim, kinds: Mapping[str, Sequence[str]], target_kind: str | None
) -> ResolvedClaim:
    """Drop a guessed kind wherever the name alone identifies the entity.

    Extractors guess kinds, and guess differently; that must not split one entity in two. The target
    of a relation is of the relation's kind, if it has one.
    """
    target = claim.target
    if target is not None and target_kind is not None and target.name is not None:
        target = replace(target, kind=target_kind)
    elif target is not None:
        target = _kind_only_if_needed(target, kinds)
    return replace(claim, entity=_kind_only_if_needed(claim.entity, kinds), target=target)


def build_assertion(
    admitted: Admitted,
    claim: ResolvedClaim,
    turn: Turn,
    *,
    attribute: str,
    session: str | None,
    topic: str | None,
    scope: str,
    origin: Origin,
) -> Assertion:
    """Build the assertion of an admitted candidate."""
    candidate, place = admitted.grounded.candidate, admitted.grounded.place
    said_at, over = turn.occurred_at.astimezone(UTC), is_over(candidate)
    start, end = _start(candidate, said_at), _utc(instant_of(candidate.end))
    return Assertion(
        entity=claim.entity,
        attribute=attribute,
        context=candidate.context or None,
        value=claim.value,
        target=claim.target,
        valid_from=start,
        valid_to=end,
        start_unknown=_began_unknown(candidate, start, end),
        end_unknown=over,
        precision=candidate.start.precision if candidate.start else None,
        precision_to=candidate.end.precision if candidate.end else None,
        **dict.fromkeys(("offset", "offset_to"), offset_of(turn.occurred_at)),
        basis=candidate.basis if start else None,
        vouched_until=_vouched(candidate, start, end),
        said_at=said_at,
        negative=candidate.negative,
        type=candidate.type,
        text=candidate.text,
        topic=topic,
        tags=admitted.tags,
        importance=candidate.importance,
        **admitted.confidence.as_claimed(),
        inference=candidate.inference,
        expires_at=None if over else _expiry(admitted.days, max(start or said_at, said_at)),
        source_kind=turn.source_kind,
        session=session,
        speaker=turn.speaker,
        extractor=origin.extractor,
        quotes=(Quote(turn.id, place.span, place.start, place.end, admitted.grounded.verdict),),
        many_hint=candidate.many,
        corrects=candidate.corrects,
        origin=origin,
        reading=admitted.reading,
        scope=scope,
        for_review=turn.for_review,
    )


@dataclass(frozen=True, slots=True)
class AboutMemory:
    """What a turn says of a stored memory: where, how surely, and with what around it."""

    memory: Memory
    place: TextSpan
    turn: Turn
    confidence: Confidence
    session: str | None
    topic: str | None
    scope: str
    origin: Origin


def build_confirmation(about: AboutMemory) -> Assertion:
    """Build the assertion that repeats a stored memory: observed now, and vouched for until now.

    It is a claim and not a mere count, because the value may have been another in between.
    """
    memory = about.memory
    return replace(
        _same_claim(about),
        vouched_until=about.turn.occurred_at.astimezone(UTC),
        type=memory.type,
        text=memory.text,
        tags=memory.tags,
        importance=memory.importance,
        inference=memory.inference,
    )


def keep_time(assertion: Assertion, memory: Memory) -> Assertion:
    """Give an assertion the start of the memory that it puts right, where it says none itself."""
    if assertion.valid_from is not None or assertion.negative or memory.valid_from is None:
        return assertion
    return replace(
        assertion,
        valid_from=memory.valid_from,
        precision=memory.valid_from_precision,
        offset=memory.valid_from_offset,
        basis=memory.valid_from_basis,
        start_unknown=False,
    )


def build_denial(about: AboutMemory, *, start: Bound | None, corrects: bool) -> Assertion:
    """Build the assertion that a stored memory holds no more, or that it was wrong."""
    memory, since = about.memory, _utc(instant_of(start))
    precision = None if since is None or start is None else start.precision
    said_at = about.turn.occurred_at.astimezone(UTC)
    if memory.valid_from is not None and memory.valid_from > (since or said_at):
        # What was to come will not be: from its own beginning on.
        since, precision = memory.valid_from, memory.valid_from_precision
    return replace(
        _same_claim(about),
        valid_from=since,
        precision=precision,
        # What was wrong was never so, and no words say since when.
        basis=None if since is None else TimeBasis.OBSERVED if corrects else TimeBasis.STATED,
        negative=True,
        corrects=corrects,
        type=about.memory.type,
        importance=about.memory.importance,
    )


def _same_claim(about: AboutMemory) -> Assertion:
    """Return the claim of a stored memory, said again."""
    memory, turn, place = about.memory, about.turn, about.place
    return Assertion(
        entity=EntityRef(id=memory.entity),
        attribute=memory.attribute or "",
        context=memory.context,
        value=None if memory.target else memory.value,
        target=EntityRef(id=memory.target) if memory.target else None,
        said_at=turn.occurred_at.astimezone(UTC),
        offset=offset_of(turn.occurred_at),
        topic=about.topic,
        **about.confidence.as_claimed(),
        source_kind=turn.source_kind,
        session=about.session,
        speaker=turn.speaker,
        extractor=about.origin.extractor,
        quotes=(Quote(turn.id, place.span, place.start, place.end, GroundingVerdict.SUPPORTED),),
        origin=about.origin,
        reading=Reading(),
        scope=about.scope,
        for_review=about.turn.for_review,
    )


def _start(candidate: Candidate, said_at: datetime) -> datetime | None:
    """Return the start; of what is told as over, and so has begun, none that is not before that."""
    start = _utc(instant_of(candidate.start))
    return None if start is not None and start >= said_at and is_over(candidate) else start


def _began_unknown(candidate: Candidate, start: datetime | None, end: datetime | None) -> bool:
    known = start is not None or end is None or candidate.negative
    return candidate.start_unknown and not known


def _expiry(days: float | None, since: datetime) -> datetime | None:
    """When a claim that is made for now only ceases, so many days after."""
    return None if days is None else min(since + timedelta(days=days), END_OF_TIME)


def _position(mention: str, span: str, place: int) -> int:
    """Offset of a mention in the turn: in the quotation if it is there, else its start."""
    return place + max(span.casefold().find(mention.casefold()), 0)


def _kind_only_if_needed(ref: EntityRef, kinds: Mapping[str, Sequence[str]]) -> EntityRef:
    borne = kinds.get(ref.name or "", ())
    if not borne or ref.kind is None:
        return ref
    if ref.kind in _ALIVE and not any(kind in _ALIVE or kind == UNKNOWN for kind in borne):
        # Somebody called like a place, or like where people work, is not that.
        return ref
    return ref if len(borne) > 1 and ref.kind in borne else replace(ref, kind=None)


def _vouched(candidate: Candidate, start: datetime | None, end: datetime | None) -> datetime | None:
    until = _utc(candidate.vouched_until)
    unvouched = candidate.negative or (start is None and is_over(candidate))
    if until is None or end is not None or unvouched:
        return None
    return until if start is None or start <= until else None


def _utc(when: datetime | None) -> datetime | None:
    return None if when is None else when.astimezone(UTC)
