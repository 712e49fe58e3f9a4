"""Turns that may answer a question: what was said, and by nobody checked.

What people say counts more than what an assistant answers.

A short turn takes its sense from the turn before it ("What is your dog's name?" "Luna."), so what
was found of a turn counts for the turn after it too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from graph.database.session import Row, Session
from graph.model.records import Caller
from graph.model.topics import same_topic
from graph.read.recall.fulltext import search_words
from graph.read.recall.recall_types import EpisodeHit, Question
from graph.vocabulary import SourceKind

# The share of a turn's score that an empty turn after it would have. From there the share falls
# evenly, to none at so many characters. Of LoCoMo's evidence ten turns have 0.63 without it and
# 0.70 with it; of BEAM's, whose turns are long, as much as without.
REPLY_SHARE = 0.8
REPLY_LENGTH = 800
# What an assistant says counts so much of what people say, for itself and for the turn after it. It
# is long and repeats the words of what it answers, so it would fill the first ten. BEAM's evidence
# gains as much with any share from 0.1 to 0.5.
ASSISTANT_SHARE = 0.5


async def find_turns(db: Session, caller: Caller, question: Question) -> tuple[EpisodeHit, ...]:
    """Find the turns that have most to do with a question: at most its k, the best first.

    Raises:
        Unavailable: the store does not answer.
    """
    found = await search_words(
        db, "read/recall/turns_by_words", caller, question, "text", "speaker"
    )
    return best_turns(score_turns(found), _on_topic(question.topic, found), question.k)


def score_turns(rows: Iterable[Row]) -> dict[str, float]:
    """Return the scores of turns, and of the turns after them, in shares of the best. Pure.

    ``rows`` has an ``id``, a ``kind`` of source and a ``score``, and ``next``, ``next_kind`` and
    ``next_length`` of the turn after it.
    """
    total: dict[str, float] = {}
    for row in rows:
        score = row["score"] * _weight(row["kind"])
        total[row["id"]] = total.get(row["id"], 0.0) + score
        if row["next"] is not None:
            share = REPLY_SHARE * max(0.0, 1.0 - row["next_length"] / REPLY_LENGTH)
            more = share * score * _weight(row["next_kind"])
            total[row["next"]] = total.get(row["next"], 0.0) + more
    best = max(total.values(), default=0.0)
    return {key: value / best for key, value in total.items() if value > 0.0}


def _weight(kind: str) -> float:
    return ASSISTANT_SHARE if kind == SourceKind.ASSISTANT else 1.0


def best_turns(
    scores: Mapping[str, float], eligible: frozenset[str], count: int
) -> tuple[EpisodeHit, ...]:
    """Return the best of the eligible turns, the best first, then by id. Pure."""
    ranked = sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))
    return tuple(EpisodeHit(key, score) for key, score in ranked if key in eligible)[:count]


def _on_topic(topic: str | None, rows: Iterable[Row]) -> frozenset[str]:
    told = {
        key: given
        for row in rows
        for key, given in ((row["next"], row["next_topic"]), (row["id"], row["topic"]))
        if key is not None
    }
    return frozenset(
        key
        for key, given in told.items()
        if topic is None or (given is not None and same_topic(given, topic))
    )
