"""Summary of a closed session: one call over all of it, its points judged like claims.

A point is an inference: it cites the words it rests on, and is stored in a slot of its own session,
so that a later summary of the same session revises it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC

from pydantic import BaseModel, ConfigDict

from extraction.language.reference import Unresolved, resolve_mention
from extraction.model.candidates import Turn, Window
from extraction.model.capabilities import (
    Citation,
    ClosedSession,
    Point,
    SessionSummary,
    Summariser,
    is_metered,
)
from extraction.model.grounding import TextSpan, locate
from extraction.pipeline import gate
from extraction.pipeline.confidence import confidence
from extraction.pipeline.episode import to_refusal
from extraction.pipeline.gate import Refused
from extraction.pipeline.proposal import ExtractionJob, build_window, count_unreadable, to_turn
from graph.errors import Conflict, Incorrect, UnreadableAnswer
from graph.kernel.registry import registry
from graph.kernel.registry.registry import Registry
from graph.model.calibration import Confidence
from graph.model.commands import Assertion, EntityRef, Origin, Quote
from graph.model.gate.gate import Reading
from graph.vocabulary import GroundingVerdict, MemoryType, Outcome, SourceKind, SpeechAct
from graph.write import assertion
from graph.write.intake import candidates, usage
from graph.write.intake.context_window import EpisodeTurn
from graph.write.intake.usage import AnswerCounts

# A session has one summary of each subject; of the other two it may have several.
ATTRIBUTES = {"summary": "session_summary", "arc": "session_arc", "goal": "session_goal"}
_MANY = frozenset({"arc", "goal"})


class _StoredPoints(BaseModel):
    """Points with the entities that were shown, as stored with the session's last episode."""

    model_config = ConfigDict(frozen=True)

    summary: SessionSummary
    entities: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _OpenSession:
    """One closed session under judgement."""

    reading: ExtractionJob
    version: str
    episodes: Sequence[EpisodeTurn]
    window: Window
    registry: Registry

    @property
    def turns(self) -> Mapping[str, Turn]:
        """Its turns by id."""
        return {episode.id: to_turn(episode) for episode in self.episodes}


async def summarise_session(reading: ExtractionJob, episodes: Sequence[EpisodeTurn]) -> None:
    """Summarise a session once, and process every point.

    Raises:
        Unavailable: the model or the store is away, or the day's budget is spent.
        UnreadableAnswer: the model's answer is of no use.
    """
    last = episodes[-1]
    reading = reading.within(last.scope)
    assert isinstance(reading.extractor, Summariser)
    version = reading.extractor.session_version
    window = await build_window(reading, last, episodes[:-1])
    stored = await _load_or_summarise(reading, reading.extractor, episodes, window)
    known = await registry.load(reading.db, reading.caller.tenant)
    session = _OpenSession(reading, version, episodes, window, known)
    decided_numbers = await candidates.decided_numbers(
        reading.db,
        reading.caller.tenant,
        episode=last.id,
        extractor=version,
        count=len(stored.summary.points),
    )
    for number, point in enumerate(stored.summary.points):
        if number not in decided_numbers:
            await _process_point(session, number, point)


async def _load_or_summarise(
    reading: ExtractionJob, extractor: Summariser, episodes: Sequence[EpisodeTurn], window: Window
) -> _StoredPoints:
    """Load the stored points, or request them."""
    db, tenant, last = reading.db, reading.caller.tenant, episodes[-1]
    version = extractor.session_version
    stored = await candidates.load_candidates(db, tenant, last.id, version)
    if stored is not None:
        return _StoredPoints.model_validate_json(stored.text)
    if is_metered(reading.extractor):
        await usage.check_budget(db, tenant)
    session = ClosedSession(
        turns=tuple(to_turn(episode) for episode in episodes),
        entities=window.entities,
        topic=reading.topic,
    )
    try:
        summary = await extractor.summarise(session)
    except UnreadableAnswer as error:
        await count_unreadable(reading, version, error)
        raise
    points = _StoredPoints(summary=summary, entities=tuple(entity.id for entity in window.entities))
    text = await candidates.store_candidates(
        db,
        tenant,
        candidates.StoredCandidates(
            last.id,
            version,
            reading.job,
            points.model_dump_json(),
            len(summary.points),
            summary.usage,
        ),
        answered=AnswerCounts(candidates=len(summary.points), malformed=summary.malformed),
    )
    return _StoredPoints.model_validate_json(text)


async def _process_point(session: _OpenSession, number: int, point: Point) -> None:
    """Take one point to its decision."""
    reading = session.reading
    admitted = _judge(session, point)
    if isinstance(admitted, Refused):
        await _refuse(session, number, point, admitted)
        return
    try:
        await assertion.assert_belief(
            reading.db, reading.caller, _assertion(session, number, point, admitted)
        )
    except Conflict:
        raise
    except Incorrect as error:
        await _refuse(session, number, point, to_refusal(error))


@dataclass(frozen=True, slots=True)
class _AdmittedPoint:
    """A point's resolved subject, quotations and confidence, and the source that it rests on."""

    entity: EntityRef
    quotes: tuple[Quote, ...]
    confidence: Confidence
    source_kind: SourceKind
    for_review: bool


def _judge(session: _OpenSession, point: Point) -> _AdmittedPoint | Refused:
    turns = session.turns
    quotations = [
        (turns[citation.turn], place)
        for citation in point.rests_on
        if (place := _locate_citation(citation, turns))
    ]
    if not quotations:
        return Refused(Outcome.REJECTED, gate.GROUNDING, "none of its words stand in the session")
    limits, policy = session.reading.db.limits, session.registry.policy
    # What rests on read material alone waits for a person, as that does.
    owned = [
        (turn, place)
        for turn, place in quotations
        if gate.source_stops(turn, policy, limits) is None
    ] or quotations
    if point.importance < session.reading.db.limits.importance:
        return Refused(Outcome.REJECTED, "importance", "it matters too little")
    spoken, place = owned[0]
    window = session.window.model_copy(update={"turn": spoken})
    subject = resolve_mention(point.subject, point.subject_kind, window, place.start)
    if isinstance(subject, Unresolved):
        return Refused(Outcome.REJECTED, gate.ENTITY, subject.reason)
    complete = len(quotations) == len(point.rests_on)
    verdict = GroundingVerdict.SUPPORTED if complete else GroundingVerdict.PARTIAL
    confidence_ = confidence(
        source=point.source_confidence,
        trust=session.reading.extractor.trust,
        verdict=verdict,
        adjustment=0.0,
        inference=True,
        speech_act=SpeechAct.ASSERTION,
        limits=session.reading.db.limits.extraction,
        extractor=session.version,
        calibration=session.registry.calibration,
    )
    quotes = tuple(
        Quote(turn.id, place.span, place.start, place.end, verdict) for turn, place in owned
    )
    return _AdmittedPoint(subject, quotes, confidence_, spoken.source_kind, spoken.for_review)


def _locate_citation(citation: Citation, turns: Mapping[str, Turn]) -> TextSpan | None:
    turn = turns.get(citation.turn)
    return None if turn is None else locate(citation.span, turn.text)


def _assertion(
    session: _OpenSession, number: int, point: Point, admitted: _AdmittedPoint
) -> Assertion:
    last, reading = session.episodes[-1], session.reading
    return Assertion(
        entity=admitted.entity,
        attribute=ATTRIBUTES[point.kind],
        context=last.session,
        value=point.text,
        said_at=last.occurred_at.astimezone(UTC),
        type=MemoryType.SUMMARY,
        text=point.text,
        topic=reading.topic,
        importance=point.importance,
        **admitted.confidence.as_claimed(),
        inference=True,
        source_kind=admitted.source_kind,
        session=last.session,
        extractor=session.version,
        quotes=admitted.quotes,
        many_hint=point.kind in _MANY,
        origin=_origin(session, number, point),
        reading=Reading(),
        scope=reading.scope,
        for_review=admitted.for_review,
    )


def _origin(session: _OpenSession, number: int, point: Point) -> Origin:
    return Origin(
        job=session.reading.job,
        episode=session.episodes[-1].id,
        extractor=session.version,
        number=number,
        candidate=point.model_dump(mode="json"),
    )


async def _refuse(session: _OpenSession, number: int, point: Point, refused: Refused) -> None:
    """Record a decision that asserts nothing."""
    await candidates.decide(
        session.reading.db,
        session.reading.caller,
        _origin(session, number, point),
        outcome=refused.outcome,
        gate=refused.gate,
        reason=refused.reason,
        audited=refused.audited or refused.reason,
        policy=session.registry.policy_version,
    )
