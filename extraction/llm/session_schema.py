"""Structured output of session summaries: the schema of an answer, and its conversion to points.

Each point is validated by itself, as each candidate of a turn is.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from extraction.llm.answer_schema import Kind, load_json
from extraction.model.candidates import SourceConfidence
from extraction.model.capabilities import Citation, Point

POINTS_MAX = 5


class _Wire(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class WireCitation(_Wire):
    """Words that a point rests on."""

    turn: str
    span: str


class WirePoint(_Wire):
    """One thing that the session came to."""

    kind: Literal["summary", "arc", "goal"]
    subject: str
    subject_kind: Kind | None = None
    text: str
    importance: float
    source_confidence: SourceConfidence
    rests_on: list[WireCitation]


class WireSession(_Wire):
    """A whole answer; only its JSON schema is used."""

    points: list[WirePoint]


class _Envelope(_Wire):
    points: Annotated[list[Any], Field(max_length=100)]


def parse_session(text: str) -> tuple[tuple[Point, ...], int]:
    """Parse an answer into points; also counts the members that did not fit.

    Raises:
        ValueError: it is no JSON object with a list of points.
    """
    envelope = _Envelope.model_validate(load_json(text))
    points: list[Point] = []
    malformed = 0
    for member in envelope.points:
        try:
            points.append(_point(WirePoint.model_validate(member)))
        except ValidationError:
            malformed += 1
    return tuple(points[:POINTS_MAX]), malformed


def _point(wire: WirePoint) -> Point:
    return Point(
        kind=wire.kind,
        subject=wire.subject,
        subject_kind=wire.subject_kind,
        text=wire.text,
        importance=wire.importance,
        source_confidence=wire.source_confidence,
        rests_on=tuple(
            Citation(turn=citation.turn, span=citation.span) for citation in wire.rests_on
        ),
    )
