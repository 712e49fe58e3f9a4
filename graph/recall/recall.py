"""Recall: the few beliefs that matter to a question, the rules, and a block for a prompt.

    three ways in → candidates with the belief that each carries at the asked point → score →
    floors → one item a belief → at most k

What is recalled is kept with everything that was considered, so that ``why`` can explain it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from graph import reads
from graph.database.session import Session
from graph.errors import OutOfRange
from graph.ids import new_id
from graph.limits import RecallLimits
from graph.model.commands import TEXT_MAX, optional_name
from graph.model.decay import decay_score
from graph.model.records import Caller, Memory
from graph.recall import log
from graph.recall.candidates import Candidate, Candidates, find_candidates
from graph.recall.context_block import Statement, render
from graph.recall.records import Question, Recall, RecallItem
from graph.recall.scoring import Score, Signals, best_first, recency, relevances, score
from graph.recall.terms import coverage, terms
from graph.registry import registry as registries
from graph.registry.registry import Registry
from graph.validation import ident, text
from graph.values.canonical import name_key

ITEMS_MAX = 50
TOKENS_MAX = 20_000
TOPIC_MAX = 200

RECALLED = "recalled"


async def recall(db: Session, caller: Caller, question: Question) -> Recall:
    """Recall what matters to a question, and keep how it came to that.

    Raises:
        Incorrect: the question is empty or too long, or a number is out of its range.
        Unavailable: the store does not answer.
    """
    _check(question)
    known = registries.cached(db, caller.tenant) or await registries.load(db, caller.tenant)
    found = await find_candidates(db, caller, question)
    considered, items = select(question, found, known, db.limits.recall)
    rules = _rules(question, found.rules)
    memories = await reads.memories_by_id(
        db, caller, [*(one.memory for one in items), *(one.memory["id"] for one in rules)]
    )
    recalled = Recall(
        id=new_id("q"),
        at=db.clock(),
        query=question.text,
        as_of=question.as_of,
        items=tuple(items),
        rules=tuple(one.memory["id"] for one in rules),
        degraded=found.degraded,
        context=render(_statements(rules, items, memories), question.tokens_max),
        considered=tuple(considered),
    )
    await log.keep(db, caller, recalled)
    return recalled


def _check(question: Question) -> None:
    text(question.text, TEXT_MAX, field="query")
    optional_name(question.topic, TOPIC_MAX, field="topic")
    if question.entity is not None:
        ident(question.entity, field="entity")
    for field, value, low, high in (
        ("k", question.k, 1, ITEMS_MAX),
        ("minScore", question.min_score, 0, 1),
        ("minConfidence", question.min_confidence, 0, 1),
        ("maxTokens", question.tokens_max, 1, TOKENS_MAX),
    ):
        if not low <= value <= high:
            raise OutOfRange(
                f"{value} is not within {low} and {high:,}", field=field, hint="give one within"
            )


def select(
    question: Question, found: Candidates, known: Registry, limits: RecallLimits
) -> tuple[list[dict[str, Any]], list[RecallItem]]:
    """Score the candidates; return what became of each, and those that are recalled. Pure."""
    by_id = {one.memory["id"]: one for one in found.found}
    signals = _signals(question, by_id)
    relevant = relevances(signals)
    scores = {
        key: _score(one, relevant[key], question, known, limits) for key, one in by_id.items()
    }
    items: list[RecallItem] = []
    considered: list[dict[str, Any]] = []
    said: set[tuple[object, ...]] = set()
    for key, scored in best_first(scores.items()):
        one = by_id[key]
        outcome = _outcome(question, one, scored, limits, said, len(items))
        considered.append(_entry(one, signals[key], scored, outcome))
        if outcome != RECALLED:
            continue
        belief = one.belief
        said.add((belief.entity, belief.attribute, belief.context, belief.canonical))
        items.append(
            RecallItem(
                memory=key,
                belief=belief,
                score=scored.total,
                relevance=scored.relevance,
                recency=scored.recency,
                importance=scored.importance,
                via=one.via,
            )
        )
    return considered, items


def _outcome(
    question: Question,
    one: Candidate,
    scored: Score,
    limits: RecallLimits,
    said: set[tuple[object, ...]],
    count: int,
) -> str:
    """What becomes of a candidate; the first reason not to recall it decides."""
    belief = one.belief
    if question.entity is not None and question.entity not in (belief.entity, belief.target):
        return "about somebody else"
    if question.topic is not None and not _on_topic(question.topic, one):
        return "on another topic"
    if belief.confidence < question.min_confidence:
        return "confidence under minConfidence"
    if scored.relevance < limits.relevance_floor:
        return "relevance under its floor"
    if scored.total < question.min_score:
        return "score under minScore"
    if (belief.entity, belief.attribute, belief.context, belief.canonical) in said:
        return "says what another item says"
    return "below the first k" if count == question.k else RECALLED


def _on_topic(topic: str, one: Candidate) -> bool:
    given = one.memory.get("topic")
    return given is not None and name_key(given) == name_key(topic)


def _signals(question: Question, found: Mapping[str, Candidate]) -> dict[str, Signals]:
    texts = {
        key: terms(one.memory["text"], one.belief.attribute.replace("_", " "))
        for key, one in found.items()
    }
    covered = coverage(terms(question.words), texts)
    return {key: Signals(one.cosine, covered[key], one.distance) for key, one in found.items()}


def _score(
    one: Candidate,
    relevance: float,
    question: Question,
    known: Registry,
    limits: RecallLimits,
) -> Score:
    memory, counter, at = one.memory, one.counter or {}, question.as_of.system_at
    attribute = known.get(one.belief.attribute)
    lasting = decay_score(
        tags=memory.get("tags") or (),
        recorded_at=memory["recorded_at"],
        last_accessed_at=counter.get("last_accessed_at"),
        access_count=counter.get("accesses") or 0,
        half_life_days=None if attribute is None else attribute.half_life_days,
        at=at,
    )
    confirmed = counter.get("last_confirmed_at")
    said_at = max(memory["said_at"], confirmed) if confirmed else memory["said_at"]
    importance = memory.get("importance")
    return score(
        relevance,
        recency(said_at, at, limits.half_life_days),
        (0.5 if importance is None else importance) * lasting,
        limits,
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


def _rules(question: Question, rules: Iterable[Candidate]) -> list[Candidate]:
    """The rules that apply: within their topic and their context; constraints first."""
    asked = terms(question.words, question.topic or "")

    def applies(one: Candidate) -> bool:
        given, context = one.memory.get("topic"), one.belief.context
        if question.topic is not None and given is not None and not _on_topic(question.topic, one):
            return False
        return context is None or terms(context) <= asked

    return sorted(
        filter(applies, rules),
        key=lambda one: (one.memory["rule"], one.belief.valid_from, one.memory["id"]),
    )


def _statements(
    rules: Iterable[Candidate], items: Iterable[RecallItem], memories: Mapping[str, Memory]
) -> list[Statement]:
    ruling = [(one.memory["rule"], one.memory["id"], one.belief) for one in rules]
    known = [("known", one.memory, one.belief) for one in items]
    return [
        Statement(section, memories[key], belief)
        for section, key, belief in (*ruling, *known)
        if key in memories
    ]
