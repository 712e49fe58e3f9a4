"""An admitted candidate as the assertion that the store is given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from extraction.gate import Admitted
from extraction.grounding import Place
from extraction.model import (
    Candidate,
    EntityObject,
    LiteralObject,
    Turn,
    Window,
    resolved,
)
from extraction.resolve import DESCRIPTION, Unresolved, whom
from graph.commands import Assertion, EntityRef, Origin, Quote
from graph.model import Memory
from graph.vocabulary import GroundingVerdict


@dataclass(frozen=True, slots=True)
class About:
    """Whom a candidate is about and what it says of them, mentions resolved."""

    entity: EntityRef
    value: str | None
    target: EntityRef | None


def about(candidate: Candidate, window: Window, place: int) -> About | Unresolved:
    """Subject and object, if the window tells whom they mean; the span starts at ``place``."""
    subject = whom(
        candidate.subject,
        candidate.subject_kind,
        window,
        _position(candidate.subject, candidate.span, place),
    )
    if isinstance(subject, Unresolved):
        return subject
    wanted = candidate.object
    if isinstance(wanted, LiteralObject):
        return About(subject, wanted.literal, None)
    if not isinstance(wanted, EntityObject):
        return About(subject, None, None)
    position = _position(wanted.entity, candidate.span, place)
    target = whom(wanted.entity, wanted.kind, window, position)
    if not isinstance(target, Unresolved):
        return About(subject, None, target)
    if target.reason == DESCRIPTION:
        return About(subject, wanted.entity, None)
    return target


def with_known_kinds(found: About, kinds: Mapping[str, Sequence[str]]) -> About:
    """The same, a guessed kind left out wherever the name alone says who is meant.

    Extractors guess kinds, and guess differently; that must not make two entities out of one.
    """
    return replace(
        found,
        entity=_kind_only_if_needed(found.entity, kinds),
        target=None if found.target is None else _kind_only_if_needed(found.target, kinds),
    )


def assertion(
    admitted: Admitted,
    found: About,
    turn: Turn,
    *,
    attribute: str,
    session: str | None,
    topic: str | None,
    origin: Origin,
) -> Assertion:
    """What the store is asked to believe."""
    candidate, place = admitted.grounded.candidate, admitted.grounded.place
    start, end = _utc(resolved(candidate.start)), _utc(resolved(candidate.end))
    return Assertion(
        entity=found.entity,
        attribute=attribute,
        context=candidate.context or None,
        value=found.value,
        target=found.target,
        valid_from=start,
        valid_to=end,
        precision=candidate.start.precision if candidate.start else None,
        precision_to=candidate.end.precision if candidate.end else None,
        basis=candidate.basis if start else None,
        vouched_until=_vouched(candidate, start, end),
        said_at=_utc(turn.occurred_at),
        negative=candidate.negative,
        type=candidate.type,
        text=candidate.text,
        topic=topic,
        tags=admitted.tags,
        importance=candidate.importance,
        confidence=admitted.confidence,
        inference=candidate.inference,
        source_kind=turn.source_kind,
        session=session,
        speaker=turn.speaker,
        extractor=origin.extractor,
        quotes=(Quote(turn.id, place.span, place.start, place.end, admitted.grounded.verdict),),
        many_hint=candidate.many,
        corrects=candidate.corrects,
        origin=origin,
    )


def said_again(
    memory: Memory,
    place: Place,
    turn: Turn,
    *,
    confidence: float,
    session: str | None,
    topic: str | None,
    origin: Origin,
) -> Assertion:
    """The claim of a held memory, said once more: observed now, and vouched for until now.

    It is a claim and no mere count, because in between the value may have been another.
    """
    said_at = turn.occurred_at.astimezone(UTC)
    return Assertion(
        entity=EntityRef(id=memory.entity),
        attribute=memory.attribute or "",
        context=memory.context,
        value=None if memory.target else memory.value,
        target=EntityRef(id=memory.target) if memory.target else None,
        vouched_until=said_at,
        said_at=said_at,
        type=memory.type,
        text=memory.text,
        topic=topic,
        tags=memory.tags,
        importance=memory.importance,
        confidence=confidence,
        inference=memory.inference,
        source_kind=turn.source_kind,
        session=session,
        speaker=turn.speaker,
        extractor=origin.extractor,
        quotes=(Quote(turn.id, place.span, place.start, place.end, GroundingVerdict.SUPPORTED),),
        origin=origin,
    )


def _position(mention: str, span: str, place: int) -> int:
    """Where in the turn the mention stands: in the span if it is there, else at its start."""
    return place + max(span.casefold().find(mention.casefold()), 0)


def _kind_only_if_needed(ref: EntityRef, kinds: Mapping[str, Sequence[str]]) -> EntityRef:
    borne = kinds.get(ref.name or "", ())
    if not borne or ref.kind is None:
        return ref
    return ref if len(borne) > 1 and ref.kind in borne else replace(ref, kind=None)


def _vouched(candidate: Candidate, start: datetime | None, end: datetime | None) -> datetime | None:
    until = _utc(candidate.vouched_until)
    if until is None or candidate.negative or end is not None:
        return None
    return until if start is None or start <= until else None


def _utc(when: datetime | None) -> datetime | None:
    return None if when is None else when.astimezone(UTC)
