"""Select what is recalled: score the candidates, apply the floors, one item a belief. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from graph.database.session import Row
from graph.limits import Limits, RecallLimits
from graph.model.decay import decay_score
from graph.model.records import Belief
from graph.model.topics import same_topic
from graph.recall.alike import asked_terms, texts_of
from graph.recall.candidates import WORDS, Candidate, Candidates, Carried
from graph.recall.records import Question, RecallItem
from graph.recall.scoring import Score, Signals, best_first, recency, relevances, score
from graph.recall.sought import can_answer, sought
from graph.recall.terms import NOTHING_ALIKE, Alike, coverage, terms
from graph.registry.registry import Registry
from graph.vocabulary import RecallKind

RECALLED = "recalled"


def select(
    question: Question,
    found: Candidates,
    known: Registry,
    limits: Limits,
    alike: Alike = NOTHING_ALIKE,
) -> tuple[list[dict[str, Any]], list[tuple[Candidate, Score]]]:
    """Score the candidates; return what became of each, and those that are recalled. Pure."""
    by_id: dict[str, list[Candidate]] = {}
    for one in found.found:
        by_id.setdefault(one.memory["id"], []).append(one)
    signals = _signals(question, found, alike)
    relevant = relevances(signals)
    scores = {
        key: _score(one.memory, one.counter, relevant[key], question, known, limits)
        for key, (one, *_) in by_id.items()
    }
    chosen: list[tuple[Candidate, Score]] = []
    considered: list[dict[str, Any]] = []
    said: set[tuple[object, ...]] = set()
    for key, scored in best_first(scores.items()):
        entries: list[dict[str, Any]] = []
        for one in by_id[key]:
            outcome = _outcome(question, one, scored, known, limits.recall, said, len(chosen))
            entries.append(_entry(one, signals[key], scored, outcome))
            if outcome == RECALLED:
                said.add(_says(question, one.belief))
                chosen.append((one, scored))
        # A memory is recalled if one of the beliefs is that it carries within a period.
        considered.append(min(entries, key=lambda entry: entry["outcome"] != RECALLED))
    return considered, chosen


def _says(question: Question, belief: Carried) -> tuple[object, ...]:
    """What a belief says; within a period a value may hold several times."""
    start = None if question.period is None else belief.valid_from
    return belief.entity, belief.attribute, belief.context, belief.canonical, start


def _outcome(
    question: Question,
    one: Candidate,
    scored: Score,
    known: Registry,
    limits: RecallLimits,
    said: set[tuple[object, ...]],
    count: int,
) -> str:
    """What becomes of a candidate; the first reason not to recall it decides."""
    belief = one.belief
    if RecallKind.MEMORIES not in question.include:
        return "memories are not asked for"
    if question.entity is not None and question.entity not in (belief.entity, belief.target):
        return "about somebody else"
    if not _on_topic(question, one.memory, known):
        return "on another topic"
    if belief.confidence < question.min_confidence:
        return "confidence under minConfidence"
    if scored.relevance < limits.relevance_floor:
        return "relevance under its floor"
    if scored.total < question.min_score:
        return "score under minScore"
    if _says(question, belief) in said:
        return "says what another item says"
    return "below the first k" if count == question.k else RECALLED


def _on_topic(question: Question, memory: Row, known: Registry) -> bool:
    topic = known.topic(memory.get("topic"), memory.get("attribute"))
    return question.topic is None or same_topic(topic, question.topic)


def _signals(question: Question, found: Candidates, alike: Alike) -> dict[str, Signals]:
    names = found.names
    texts = {one.memory["id"]: terms(*texts_of(one.memory)) for one in found.found}
    asked, seeks = asked_terms(question, found), sought(question.words, names)
    covered = coverage(asked, texts, alike)

    def signals(one: Candidate) -> Signals:
        key = one.memory["id"]
        text, attribute = texts_of(one.memory)
        told = terms(one.belief.value or text)
        distance = one.distance
        if distance and names and names <= texts[key]:
            # A memory of somebody else that names whom the question names is about them too.
            distance = 0
        return Signals(
            one.cosine,
            covered[key],
            distance,
            not seeks.more or not told <= seeks.asked or asked <= texts[key],
            can_answer(
                seeks, text, attribute, covered=covered[key], cosine=one.cosine, alike=alike
            ),
        )

    return {one.memory["id"]: signals(one) for one in found.found}


def _score(
    memory: Row,
    counter: Row | None,
    relevance: float,
    question: Question,
    known: Registry,
    limits: Limits,
) -> Score:
    counter, at = counter or {}, question.as_of.system_at
    attribute = known.get(memory["attribute"]) if memory["attribute"] else None
    lasting = decay_score(
        tags=memory.get("tags") or (),
        recorded_at=memory["recorded_at"],
        last_accessed_at=counter.get("last_accessed_at"),
        access_count=counter.get("accesses") or 0,
        half_life_days=None if attribute is None else attribute.half_life_days,
        at=at,
        limits=limits.decay,
    )
    confirmed = counter.get("last_confirmed_at")
    said_at = max(memory["said_at"], confirmed) if confirmed else memory["said_at"]
    importance = memory.get("importance")
    return score(
        relevance,
        recency(said_at, at, limits.recall.half_life_days),
        (0.5 if importance is None else importance) * lasting,
        limits.recall,
    )


def item(memory: str, belief: Belief | None, scored: Score, via: Iterable[str]) -> RecallItem:
    """Return what is recalled, with the parts of its score."""
    return RecallItem(
        memory=memory,
        belief=belief,
        score=scored.total,
        relevance=scored.relevance,
        recency=scored.recency,
        importance=scored.importance,
        via=tuple(via),
    )


def _entry(one: Candidate, signals: Signals, scored: Score, outcome: str) -> dict[str, Any]:
    return {
        "memory": one.memory["id"],
        "belief": one.belief.id,
        "via": list(one.via),
        "cosine": None if signals.cosine is None else round(signals.cosine, 4),
        "coverage": round(signals.coverage, 4),
        "distance": signals.distance,
        "relevance": round(scored.relevance, 4),
        "recency": round(scored.recency, 4),
        "importance": round(scored.importance, 4),
        "score": round(scored.total, 4),
        "outcome": outcome,
    }


def select_hints(
    question: Question, found: Candidates, known: Registry, limits: Limits
) -> list[RecallItem]:
    """Score the memories that are too unsure for a belief; return the first k of them. Pure."""
    rows = {
        row["memory"]["id"]: row
        for row in found.hints
        if _on_topic(question, row["memory"], known)
        and question.entity in (None, row["memory"]["entity"], row["memory"]["target"])
    }
    texts = {key: terms(*texts_of(row["memory"])) for key, row in rows.items()}
    covered = coverage(asked_terms(question, found), texts)
    relevant = relevances(
        {key: Signals(row["cosine"], covered[key], None) for key, row in rows.items()}
    )
    scores = {
        key: _score(row["memory"], row["counter"], relevant[key], question, known, limits)
        for key, row in rows.items()
    }
    return [
        item(key, None, scored, (WORDS,))
        for key, scored in best_first(scores.items())
        if scored.relevance >= limits.recall.relevance_floor and scored.total >= question.min_score
    ][: question.k]


def select_rules(question: Question, rules: Iterable[Candidate]) -> list[Candidate]:
    """Return the rules that apply; constraints first. Pure.

    A rule applies within its context and the topic that it was given; one without a given topic
    applies to all topics, whatever its attribute's category.
    """
    asked = terms(question.words, question.topic or "")

    def applies(one: Candidate) -> bool:
        given, context = one.memory.get("topic"), one.belief.context
        if given is not None and not same_topic(given, question.topic or given):
            return False
        return context is None or terms(context) <= asked

    return sorted(
        filter(applies, rules),
        key=lambda one: (one.memory["rule"], one.belief.valid_from, one.memory["id"]),
    )
