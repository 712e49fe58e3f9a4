"""Select what is recalled: score the candidates, apply the floors, one item a belief. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from graph.database.session import Row
from graph.kernel.registry.registry import Registry
from graph.limits import Limits, RecallLimits, VectorScale
from graph.model.decay import decay_score
from graph.model.records import Belief
from graph.model.topics import same_topic
from graph.read.recall.answer_type import Sought, can_answer, read_question
from graph.read.recall.question_time import Slot, began_within, prevailing, untimely
from graph.read.recall.recall_candidates import WORDS, Candidate, Candidates, Carried
from graph.read.recall.recall_types import Question, RecallItem, Tense
from graph.read.recall.scoring import Score, Signals, best_first, recency, relevances, score
from graph.read.recall.synonyms import asked_terms, texts_of
from graph.read.recall.tokens import NOTHING_ALIKE, Alike, coverage, terms
from graph.vocabulary import RecallKind

RECALLED = "recalled"
# By how much what began within the asked period comes before what merely held in it, and what is
# over comes after what holds.
_BEGAN = 0.25
# "Acme is Leif's former employer" still holds, and tells what was.
_SAYS_FORMER = re.compile(r"\b(?:former|previous)\b", re.IGNORECASE)
# A denial comes where the question has nothing that it does not deny.
_WHOLE = 0.99


def select(
    question: Question,
    candidates: Candidates,
    registry: Registry,
    limits: Limits,
    alike: Alike = NOTHING_ALIKE,
) -> tuple[list[dict[str, Any]], list[tuple[Candidate, Score]]]:
    """Score the candidates; return what became of each, and those that are recalled. Pure."""
    by_id: dict[str, list[Candidate]] = {}
    for one in candidates.memories:
        by_id.setdefault(one.memory["id"], []).append(one)
    seeks = read_question(question.words, candidates.names)
    signals = _signals(question, seeks, candidates, alike, limits.vectors)
    relevant = relevances(signals, limits.vectors)
    begun = {one.memory["id"] for one in candidates.memories if began_within(question, one.belief)}
    if seeks.happening:
        # Nothing but its time tells what happened then.
        relevant |= {key: 1.0 for key in begun if not signals[key].distance}
    scores = {
        key: _score(one.memory, one.counter, relevant[key], question, registry, limits)
        for key, (one, *_) in by_id.items()
    }
    beside = _Beside(
        seeks, prevailing(question, candidates.memories, registry), _opposed(candidates, registry)
    )
    chosen: list[tuple[Candidate, Score]] = []
    considered: list[dict[str, Any]] = []
    for key, scored in _in_order(question, scores, by_id, begun):
        entries: list[dict[str, Any]] = []
        for one in by_id[key]:
            outcome = _passed_over(question, one, signals[key], beside, registry) or _outcome(
                question, one, scored, registry, limits.recall, beside.recalled, len(chosen)
            )
            entries.append(_entry(one, signals[key], scored, outcome))
            if outcome == RECALLED:
                beside.recalled.add(_says(question, one.belief))
                chosen.append((one, scored))
        # A memory is recalled if one of the beliefs is that it carries within a period.
        considered.append(min(entries, key=lambda entry: entry["outcome"] != RECALLED))
    return considered, chosen


@dataclass(frozen=True, slots=True)
class _Beside:
    """What a candidate is looked at beside: the question, and the other candidates.

    ``opposed`` is what beliefs of opposites deny: entity, attribute and value. ``recalled`` is what
    is recalled already.
    """

    seeks: Sought
    prevails: frozenset[Slot]
    opposed: frozenset[tuple[object, ...]]
    recalled: set[tuple[object, ...]] = field(default_factory=set[tuple[object, ...]])


def _opposed(candidates: Candidates, registry: Registry) -> frozenset[tuple[object, ...]]:
    """Return what the found beliefs deny by what they say: who dislikes olives does not like
    them.
    """
    return frozenset(
        (one.belief.entity, attribute.opposite, one.belief.canonical)
        for one in candidates.memories
        if one.belief.id is not None
        and (attribute := registry.get(one.belief.attribute)) is not None
        and attribute.opposite is not None
    )


def _in_order(
    question: Question,
    scores: Mapping[str, Score],
    by_id: Mapping[str, list[Candidate]],
    begun: Collection[str],
) -> list[tuple[str, Score]]:
    """Order by score; what began within the asked period first, what is over at present last."""
    over_last = question.period is None and question.tense is Tense.PRESENT

    def rank(pair: tuple[str, Score]) -> float:
        key, scored = pair
        over = over_last and by_id[key][0].belief.id is None
        return -scored.total - _BEGAN * (key in begun) + _BEGAN * over

    return sorted(best_first(scores.items()), key=rank)


def _passed_over(
    question: Question, candidate: Candidate, signals: Signals, beside: _Beside, registry: Registry
) -> str | None:
    """Return why a candidate is none for the question's time, or denies what is not asked."""
    if candidate.belief.denied:
        if not signals.denies:
            return "denies what is not asked"
        denied = candidate.belief.entity, candidate.belief.attribute, candidate.belief.canonical
        return "says what another item says" if denied in beside.opposed else None
    if question.tense is Tense.FORMER and _SAYS_FORMER.search(" ".join(texts_of(candidate.memory))):
        return None
    return untimely(question, beside.seeks, candidate.belief, beside.prevails, registry)


def _says(question: Question, belief: Carried) -> tuple[object, ...]:
    """Return what a belief says; within a period a value may hold several times."""
    start = None if question.period is None else belief.valid_from
    return belief.entity, belief.attribute, belief.context, belief.canonical, start


def _outcome(
    question: Question,
    candidate: Candidate,
    scored: Score,
    registry: Registry,
    limits: RecallLimits,
    seen: set[tuple[object, ...]],
    count: int,
) -> str:
    """Return what becomes of a candidate; the first reason not to recall it decides."""
    belief = candidate.belief
    if RecallKind.MEMORIES not in question.include:
        return "memories are not asked for"
    if question.entity is not None and question.entity not in (belief.entity, belief.target):
        return "about somebody else"
    if not _on_topic(question, candidate.memory, registry):
        return "on another topic"
    if belief.confidence < question.min_confidence:
        return "confidence under minConfidence"
    if scored.relevance < limits.relevance_floor:
        return "relevance under its floor"
    if scored.total < question.min_score:
        return "score under minScore"
    if _says(question, belief) in seen:
        return "says what another item says"
    return "below the first k" if count == question.k else RECALLED


def _on_topic(question: Question, memory: Row, registry: Registry) -> bool:
    topic = registry.topic(memory.get("topic"), memory.get("attribute"))
    return question.topic is None or same_topic(topic, question.topic)


def _signals(
    question: Question, seeks: Sought, candidates: Candidates, alike: Alike, scale: VectorScale
) -> dict[str, Signals]:
    names = candidates.names
    texts = {one.memory["id"]: terms(*texts_of(one.memory)) for one in candidates.memories}
    asked = asked_terms(question, candidates)
    covered = coverage(asked, texts, alike)

    def signals(candidate: Candidate) -> Signals:
        key = candidate.memory["id"]
        text, attribute = texts_of(candidate.memory)
        told = terms(candidate.belief.value or text)
        distance = candidate.distance
        if distance and names and names <= texts[key]:
            # A memory of somebody else that names whom the question names is about them too.
            distance = 0
        return Signals(
            candidate.cosine,
            covered[key],
            distance,
            not seeks.more or not told <= seeks.asked or asked <= texts[key],
            can_answer(
                seeks,
                text,
                attribute,
                covered=covered[key],
                near=(candidate.cosine or 0.0) >= scale.event,
                alike=alike,
            ),
            denies=seeks.polar and covered[key] > _WHOLE,
        )

    return {one.memory["id"]: signals(one) for one in candidates.memories}


def _score(
    memory: Row,
    counter: Row | None,
    relevance: float,
    question: Question,
    registry: Registry,
    limits: Limits,
) -> Score:
    counter, at = counter or {}, question.as_of.system_at
    attribute = registry.get(memory["attribute"]) if memory["attribute"] else None
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


def _entry(candidate: Candidate, signals: Signals, scored: Score, outcome: str) -> dict[str, Any]:
    return {
        "memory": candidate.memory["id"],
        "belief": candidate.belief.id,
        "via": list(candidate.via),
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
    question: Question, candidates: Candidates, registry: Registry, limits: Limits
) -> list[RecallItem]:
    """Score the memories that are too unsure for a belief; return the first k of them. Pure."""
    rows = {
        row["memory"]["id"]: row
        for row in candidates.hints
        if _on_topic(question, row["memory"], registry)
        and question.entity in (None, row["memory"]["entity"], row["memory"]["target"])
    }
    texts = {key: terms(*texts_of(row["memory"])) for key, row in rows.items()}
    covered = coverage(asked_terms(question, candidates), texts)
    relevant = relevances(
        {key: Signals(row["cosine"], covered[key], None) for key, row in rows.items()},
        limits.vectors,
    )
    scores = {
        key: _score(row["memory"], row["counter"], relevant[key], question, registry, limits)
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

    def applies(candidate: Candidate) -> bool:
        given, context = candidate.memory.get("topic"), candidate.belief.context
        if given is not None and not same_topic(given, question.topic or given):
            return False
        return context is None or terms(context) <= asked

    return sorted(
        filter(applies, rules),
        key=lambda one: (one.memory["rule"], one.belief.valid_from, one.memory["id"]),
    )
