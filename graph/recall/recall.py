"""Recall: the few beliefs that matter to a question, the rules, and a block for a prompt.

    three ways in → candidates with the belief that each carries at the asked point → score →
    floors → one item a belief → at most k

What is recalled is kept with everything that was considered, so that ``why`` can explain it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from graph import reads
from graph.database.session import Session
from graph.errors import OutOfRange
from graph.ids import new_id
from graph.model.commands import TEXT_MAX, optional_name
from graph.model.records import Caller
from graph.model.topics import TOPIC_MAX
from graph.recall import log
from graph.recall.alike import find_alike
from graph.recall.candidates import Candidate, find_candidates
from graph.recall.context_block import Statement, ask, claim, render, turn
from graph.recall.open_questions import find_questions
from graph.recall.records import EpisodeHit, Question, Recall, RecallItem
from graph.recall.selection import select, select_hints, select_rules
from graph.recall.turns import find_turns
from graph.registry import registry as registries
from graph.validation import ident, text
from graph.vocabulary import RecallKind

ITEMS_MAX = 50
TOKENS_MAX = 20_000


async def recall(db: Session, caller: Caller, question: Question) -> Recall:
    """Recall what matters to a question, and keep how it came to that.

    Raises:
        Incorrect: the question is empty or too long, or a number is out of its range.
        Unavailable: the store does not answer.
    """
    _check(question)
    known = registries.cached(db, caller.tenant)
    if known is None or question.topic is not None:
        # A topic follows from a category, which may have changed.
        known = await registries.load(db, caller.tenant)
    found, turns = await asyncio.gather(
        find_candidates(db, caller, question), _turns(db, caller, question)
    )
    alike = await find_alike(question, found)
    considered, items = select(question, found, known, db.limits, alike)
    hints = select_hints(question, found, known, db.limits)
    rules = select_rules(question, found.rules)
    questions, statements = await asyncio.gather(
        find_questions(db, caller, question, known, found.named, items),
        _statements(db, caller, rules, [*items, *hints], turns),
    )
    statements += [Statement("question", ask(one.text)) for one in questions]
    recalled = Recall(
        id=new_id("q"),
        at=db.clock(),
        query=question.text,
        as_of=question.as_of,
        items=tuple(items),
        rules=tuple(one.memory["id"] for one in rules),
        hints=tuple(hints),
        episodes=turns,
        questions=questions,
        degraded=found.degraded,
        context=render(statements, question.tokens_max),
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


async def _turns(db: Session, caller: Caller, question: Question) -> tuple[EpisodeHit, ...]:
    if RecallKind.EPISODES not in question.include:
        return ()
    return await find_turns(db, caller, question)


async def _statements(
    db: Session,
    caller: Caller,
    rules: Sequence[Candidate],
    items: Sequence[RecallItem],
    turns: Sequence[EpisodeHit],
) -> list[Statement]:
    """Word what was recalled, line by line."""
    ids = [*(one.memory["id"] for one in rules), *(one.memory for one in items)]
    said = [one.episode for one in turns]
    memories, episodes = await asyncio.gather(
        reads.memories_by_id(db, caller, ids), reads.episodes_by_id(db, caller, said)
    )
    told = [(one.memory["rule"], one.memory["id"], one.belief) for one in rules]
    told += [
        ("known" if one.belief is not None else "hint", one.memory, one.belief) for one in items
    ]
    statements = [
        Statement(section, claim(memories[key], belief))
        for section, key, belief in told
        if key in memories
    ]
    statements += [Statement("said", turn(episodes[key])) for key in said if key in episodes]
    return statements
