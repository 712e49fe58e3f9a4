"""The score of a candidate: relevance, recency and importance. Pure.

``score = 0.60 relevance + 0.25 recency + 0.15 importance``; the weights, the half-life and the
floors are settings. Relevance fuses what three ways found: the cosine of the vectors, how much of
the question's words the memory has, and how near it is to an entity that the question names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from graph.limits import RecallLimits, VectorScale

# Reciprocal rank fusion: Cormack, Clarke and Büttcher, SIGIR 2009; 60 is the authors' constant.
RANK_CONSTANT = 60
# The similarity at which relevance begins and where it is full, with vectors and without. Of
# questions about things never said, close in topic to what was, a relevance of 0.25 tells four
# fifths apart (docs/measured/notes/recall.md).
_WITH_VECTORS = (0.45, 0.85)
_WORDS_ONLY = (0.30, 0.90)
_COSINE, _COVERAGE = 0.65, 0.35
# A memory that is about nobody whom the question names counts so much less.
_ELSEWHERE, _NEXT_TO = 0.65, 0.75
# So does one that only says again what the question says, where the question asks for more.
_NOTHING_NEW = 0.7
# And so does one that cannot have what the question seeks.
_NO_ANSWER = 0.5
_DAY_S = 86_400.0


@dataclass(frozen=True, slots=True)
class Signals:
    """What the three ways say of one memory.

    ``cosine`` is None without vectors; ``coverage`` is the share of the question's terms.
    ``distance`` is None if the question names nobody, 0 for what is about somebody named, 1 for a
    neighbour, 2 for anything else. ``new`` says that it tells more than the question does,
    ``answers`` that it can have what is sought, ``denies`` that a denial of it is an answer.
    """

    cosine: float | None
    coverage: float
    distance: int | None
    new: bool = True
    answers: bool = True
    denies: bool = False


@dataclass(frozen=True, slots=True)
class Score:
    """The parts of a score, each 0 to 1, and their weighted sum."""

    relevance: float
    recency: float
    importance: float
    total: float


def relevances(signals: Mapping[str, Signals], scale: VectorScale) -> dict[str, float]:
    """Return the relevance of each candidate, 0 to 1.

    Each way's own measure counts by its reciprocal rank among the candidates, the cosine on the
    model's ``scale``. Of a candidate without a vector the words decide alone.
    """
    near = _by_rank(
        {key: scale.likeness(one.cosine) for key, one in signals.items() if one.cosine is not None}
    )
    worded = _by_rank({key: one.coverage for key, one in signals.items()})
    relevant: dict[str, float] = {}
    for key, one in signals.items():
        if key in near:
            similarity = _COSINE * near[key] + _COVERAGE * worded[key]
            relevant[key] = _within(similarity * _weight(one), *_WITH_VECTORS)
        else:
            relevant[key] = _within(worded[key] * _weight(one), *_WORDS_ONLY)
    return relevant


def recency(said_at: datetime, at: datetime, half_life_days: float) -> float:
    """Return how recent something is at an instant: 1 when it was said, half after a half-life."""
    days = max(0.0, (at - said_at).total_seconds() / _DAY_S)
    return float(0.5 ** (days / half_life_days))


def score(relevance: float, recent: float, importance: float, limits: RecallLimits) -> Score:
    """Return the weighted sum with its parts."""
    total = limits.relevance * relevance + limits.recency * recent + limits.importance * importance
    return Score(relevance, recent, importance, total)


def _by_rank(measured: Mapping[str, float]) -> dict[str, float]:
    """Return each measure times (60 + 1) / (60 + rank); equal ones have the same rank."""
    ordered = sorted(set(measured.values()), reverse=True)
    rank = {value: number for number, value in enumerate(ordered, 1)}
    return {
        key: max(0.0, value) * (RANK_CONSTANT + 1) / (RANK_CONSTANT + rank[value])
        for key, value in measured.items()
    }


def _weight(signals: Signals) -> float:
    nearness = {1: _NEXT_TO, 2: _ELSEWHERE}.get(signals.distance or 0, 1.0)
    new = 1.0 if signals.new else _NOTHING_NEW
    return nearness * new * (1.0 if signals.answers else _NO_ANSWER)


def _within(value: float, low: float, high: float) -> float:
    return min(1.0, max(0.0, (value - low) / (high - low)))


def best_first(scores: Iterable[tuple[str, Score]]) -> list[tuple[str, Score]]:
    """Order by score, then by relevance, then by id."""
    return sorted(scores, key=lambda pair: (-pair[1].total, -pair[1].relevance, pair[0]))
