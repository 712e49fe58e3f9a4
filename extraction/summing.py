"""What a closed session came to: one call over the whole of it, its points judged like claims.

A point is deduced, never said: it counts as an inference, points at the words that it rests on, and
stands in a slot of its own session, so that a later reading of the same session revises it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC

from pydantic import BaseModel, ConfigDict

from extraction import gate
from extraction.abilities import Citation, Point, Summariser, Summing, Told, metered
from extraction.confidence import confidence
from extraction.gate import Refused
from extraction.grounding import Place, locate
from extraction.model import SpeechAct, Turn, Window
from extraction.pipeline import not_taken
from extraction.proposing import Reading, count_unreadable, turn_of, window_of
from extraction.resolve import Unresolved, whom
from graph import proposals, revision, tallies
from graph.commands import Assertion, EntityRef, Origin, Quote
from graph.errors import Conflict, Incorrect, UnreadableAnswer
from graph.surroundings import Heard
from graph.tallies import Answered
from graph.vocabulary import GroundingVerdict, MemoryType, Outcome

# A session has one summary of each subject; of the other two it may have several.
ATTRIBUTES = {"summary": "session_summary", "arc": "session_arc", "goal": "session_goal"}
_MANY = frozenset({"arc", "goal"})


class _Kept(BaseModel):
    """The points with the entities that were shown, as kept with the session's last episode."""

    model_config = ConfigDict(frozen=True)

    summing: Summing
    entities: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Open:
    """One closed session being judged."""

    reading: Reading
    version: str
    heard: Sequence[Heard]
    window: Window

    @property
    def turns(self) -> Mapping[str, Turn]:
        """Its turns by id."""
        return {one.id: turn_of(one) for one in self.heard}


async def sum_up(reading: Reading, heard: Sequence[Heard]) -> None:
    """Ask once what the session came to, and see every point through.

    Raises:
        Unavailable: the model or the store is away, or the day's budget is spent.
        UnreadableAnswer: the model's answer is of no use.
    """
    assert isinstance(reading.extractor, Summariser)
    version, last = reading.extractor.session_version, heard[-1]
    window = await window_of(reading, last, heard[:-1])
    kept = await _asked(reading, reading.extractor, heard, window)
    opened = _Open(reading, version, heard, window)
    done = await proposals.decided(
        reading.db,
        reading.caller.tenant,
        episode=last.id,
        extractor=version,
        count=len(kept.summing.points),
    )
    for number, point in enumerate(kept.summing.points):
        if number not in done:
            await _see_through(opened, number, point)


async def _asked(
    reading: Reading, extractor: Summariser, heard: Sequence[Heard], window: Window
) -> _Kept:
    """The points that were kept, or those that are proposed now."""
    db, tenant, last = reading.db, reading.caller.tenant, heard[-1]
    version = extractor.session_version
    kept = await proposals.kept(db, tenant, last.id, version)
    if kept is not None:
        return _Kept.model_validate_json(kept.text)
    if metered(reading.extractor):
        await tallies.refuse_overspent(db, tenant)
    told = Told(
        turns=tuple(turn_of(one) for one in heard), entities=window.entities, topic=reading.topic
    )
    try:
        summing = await extractor.sum_up(told)
    except UnreadableAnswer as error:
        await count_unreadable(reading, version, error)
        raise
    shown = _Kept(summing=summing, entities=tuple(entity.id for entity in window.entities))
    text = await proposals.keep(
        db,
        tenant,
        proposals.Kept(
            last.id,
            version,
            reading.job,
            shown.model_dump_json(),
            len(summing.points),
            summing.usage,
        ),
        answered=Answered(candidates=len(summing.points), malformed=summing.malformed),
    )
    return _Kept.model_validate_json(text)


async def _see_through(opened: _Open, number: int, point: Point) -> None:
    """From one point to its decision."""
    reading = opened.reading
    judged = _judged(opened, point)
    if isinstance(judged, Refused):
        await _refuse(opened, number, point, judged)
        return
    try:
        await revision.assert_belief(
            reading.db, reading.caller, _assertion(opened, number, point, judged)
        )
    except Conflict:
        raise
    except Incorrect as error:
        await _refuse(opened, number, point, not_taken(error))


@dataclass(frozen=True, slots=True)
class _Judged:
    """Whom a point is about and what it rests on, found; with the confidence it goes in with."""

    entity: EntityRef
    quotes: tuple[Quote, ...]
    confidence: float


def _judged(opened: _Open, point: Point) -> _Judged | Refused:
    turns = opened.turns
    found = [(turns[one.turn], place) for one in point.rests_on if (place := _place(one, turns))]
    own = [(turn, place) for turn, place in found if gate.owned(turn) is None]
    if not found:
        return Refused(Outcome.REJECTED, gate.GROUNDING, "none of its words stand in the session")
    if not own:
        reason = "it rests on read material alone"
        return Refused(Outcome.QUARANTINED, gate.PROVENANCE, reason)
    if point.importance < opened.reading.db.limits.importance:
        return Refused(Outcome.REJECTED, "importance", "it matters too little")
    spoken, place = own[0]
    window = opened.window.model_copy(update={"turn": spoken})
    subject = whom(point.subject, point.subject_kind, window, place.start)
    if isinstance(subject, Unresolved):
        return Refused(Outcome.REJECTED, gate.ENTITY, subject.reason)
    whole = len(found) == len(point.rests_on)
    verdict = GroundingVerdict.SUPPORTED if whole else GroundingVerdict.PARTIAL
    sure = confidence(
        source=point.source_confidence,
        trust=opened.reading.extractor.trust,
        verdict=verdict,
        adjustment=0.0,
        inference=True,
        speech_act=SpeechAct.ASSERTION,
    )
    quotes = tuple(
        Quote(turn.id, place.span, place.start, place.end, verdict) for turn, place in own
    )
    return _Judged(subject, quotes, sure)


def _place(citation: Citation, turns: Mapping[str, Turn]) -> Place | None:
    turn = turns.get(citation.turn)
    return None if turn is None else locate(citation.span, turn.text)


def _assertion(opened: _Open, number: int, point: Point, judged: _Judged) -> Assertion:
    last, reading = opened.heard[-1], opened.reading
    return Assertion(
        entity=judged.entity,
        attribute=ATTRIBUTES[point.kind],
        context=last.session,
        value=point.text,
        said_at=last.occurred_at.astimezone(UTC),
        type=MemoryType.SUMMARY,
        text=point.text,
        topic=reading.topic,
        importance=point.importance,
        confidence=judged.confidence,
        inference=True,
        source_kind=last.source_kind,
        session=last.session,
        extractor=opened.version,
        quotes=judged.quotes,
        many_hint=point.kind in _MANY,
        origin=Origin(
            job=reading.job,
            episode=last.id,
            extractor=opened.version,
            number=number,
            candidate=point.model_dump(mode="json"),
        ),
    )


async def _refuse(opened: _Open, number: int, point: Point, refused: Refused) -> None:
    """Record a decision that asserts nothing."""
    await proposals.decide(
        opened.reading.db,
        opened.reading.caller,
        job=opened.reading.job,
        episode=opened.heard[-1].id,
        extractor=opened.version,
        number=number,
        candidate=point.model_dump(mode="json"),
        outcome=refused.outcome,
        gate=refused.gate,
        reason=refused.reason,
        audited=refused.audited or refused.reason,
    )
