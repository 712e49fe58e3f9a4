"""Structured output of session summaries: the schema of an answer, and its conversion to points.

Each point is validated by itself, as each candidate of a turn is.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from extraction.llm.answer_schema import Kind, Share, load_json
from extraction.model.candidates import SourceConfidence
from extraction.model.capabilities import Citation, ClosedSession, Point

POINTS_MAX = 5


class _SessionPart(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class WireCitation(_SessionPart):
    """Words that a point rests on."""

    turn: str
    span: str


class WirePoint(_SessionPart):
    """One thing that the session came to."""

    rests_on: list[WireCitation]
    kind: Literal["summary", "arc", "goal"]
    subject: str
    text: str
    importance: Share
    source_confidence: SourceConfidence
    subject_kind: Kind = "person"


class WireSession(_SessionPart):
    """A whole answer; only its JSON schema is used."""

    points: list[WirePoint]


class _SessionEnvelope(_SessionPart):
    points: Annotated[list[Any], Field(max_length=100)]


def parse_session(text: str, session: ClosedSession) -> tuple[tuple[Point, ...], int]:
    """Parse an answer into points; also counts the members that did not fit.

    Raises:
        ValueError: it is no JSON object with a list of points.
    """
    envelope = _SessionEnvelope.model_validate(load_json(text))
    points: list[Point] = []
    malformed = 0
    for member in envelope.points:
        try:
            points.append(_point(WirePoint.model_validate(member), session))
        except ValidationError:
            malformed += 1
    return tuple(points[:POINTS_MAX]), malformed


def _point(wire: WirePoint, session: ClosedSession) -> Point:
    turns = {f"t{number}": turn.id for number, turn in enumerate(session.turns, start=1)}
    entities = {f"e{number}": each.id for number, each in enumerate(session.entities, start=1)}
    return Point(
        kind=wire.kind,
        subject=entities.get(wire.subject, wire.subject),
        subject_kind=wire.subject_kind,
        text=wire.text,
        importance=wire.importance,
        source_confidence=wire.source_confidence,
        rests_on=tuple(
            Citation(turn=turns.get(citation.turn, citation.turn), span=citation.span)
            for citation in wire.rests_on
        ),
    )
