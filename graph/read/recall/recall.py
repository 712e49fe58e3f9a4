"""Recall: the few beliefs that matter to a question, the rules, and a block for a prompt.

    three ways in → candidates with the beliefs that each carries at the asked time → score →
    floors → one item a belief → at most k

What is recalled is kept with everything that was considered, so that ``why`` can explain it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from graph.database import rows
from graph.database.session import Row, Session
from graph.errors import OutOfRange, StoreUnavailable
from graph.ids import new_id
from graph.kernel.registry import registry as registries
from graph.model.commands import TEXT_MAX, optional_name
from graph.model.records import Belief, Caller, Episode
from graph.model.topics import TOPIC_MAX
from graph.read import reads
from graph.read.recall import log
from graph.read.recall.context_block import Statement, Told, ask, claim, render, turn
from graph.read.recall.message_search import find_turns
from graph.read.recall.open_questions import find_questions
from graph.read.recall.recall_candidates import Candidate, find_candidates
from graph.read.recall.recall_types import EpisodeHit, Question, Recall, RecallItem
from graph.read.recall.scoring import Score
from graph.read.recall.selection import item, select, select_hints, select_rules
from graph.read.recall.synonyms import find_alike
from graph.validation import ident, text
from graph.vocabulary import RecallKind, SourceKind

ITEMS_MAX = 50
TOKENS_MAX = 20_000

_log = logging.getLogger("doxa.recall")


async def recall(db: Session, caller: Caller, question: Question) -> Recall:
    """Recall what matters to a question, and keep how it came to that.

    Where nothing can be written, such as on a full disk, it is not kept, and says so.

    Raises:
        Incorrect: the question is empty or too long, or a number is out of its range.
        Unavailable: the store does not answer.
    """
    _check(question)
    known = registries.cached_registry(db, caller.tenant)
    if known is None or question.topic is not None:
        # A topic follows from a category, which may have changed.
        known = await registries.load(db, caller.tenant)
    found, turns = await asyncio.gather(
        find_candidates(db, caller, question), _turns(db, caller, question)
    )
    alike = await find_alike(question, found, db.limits.vectors)
    considered, chosen = select(question, found, known, db.limits, alike)
    hints = select_hints(question, found, known, db.limits)
    rules = select_rules(question, found.rules)
    recalled = [one for one, _ in chosen]
    ends = {end for one in recalled for end in (one.belief.entity, one.belief.target) if end}
    questions, loaded = await asyncio.gather(
        find_questions(db, caller, question, known, found.named | ends),
        _load(db, caller, question, [*rules, *recalled], hints, turns),
    )
    items = loaded.items(chosen)
    statements = loaded.statements(rules, [*items, *hints], turns)
    statements += [Statement("question", ask(one.text)) for one in questions]
    answer = Recall(
        id=new_id("q"),
        at=db.clock(),
        query=question.text,
        as_of=question.resolved_as_of,
        items=tuple(items),
        rules=tuple(one.memory["id"] for one in rules),
        hints=tuple(hints),
        episodes=turns,
        questions=questions,
        degraded=found.degraded,
        context=render(statements, question.tokens_max),
        considered=tuple(considered),
        period=question.period,
    )
    db.counts.add("recalls", "some" if items else "none")
    return await _kept(db, caller, answer)


async def _kept(db: Session, caller: Caller, answer: Recall) -> Recall:
    """Keep a recall, and return it; if that is not possible it says so."""
    try:
        await log.keep(db, caller, answer)
    except StoreUnavailable as error:
        _log.warning("recall %s is not kept: %s", answer.id, error)
        return replace(answer, degraded=(*answer.degraded, f"not kept: {error.message}"))
    return answer


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


@dataclass(frozen=True, slots=True)
class _Loaded:
    """What is recalled, whole, by id."""

    beliefs: Mapping[str, Belief]
    memories: Mapping[str, Told]
    episodes: Mapping[str, Episode]

    def items(self, chosen: Sequence[tuple[Candidate, Score]]) -> list[RecallItem]:
        """Make the items. What is gone meanwhile is left out."""
        return [
            item(one.memory["id"], self._belief(one), scored, one.via)
            for one, scored in chosen
            if one.belief.id is None or one.belief.id in self.beliefs
        ]

    def _belief(self, candidate: Candidate) -> Belief | None:
        return None if candidate.belief.id is None else self.beliefs.get(candidate.belief.id)

    def statements(
        self,
        rules: Sequence[Candidate],
        items: Sequence[RecallItem],
        turns: Sequence[EpisodeHit],
    ) -> list[Statement]:
        """Word them, line by line, likewise."""
        told = [(one.memory["rule"], one.memory["id"], self._belief(one)) for one in rules]
        told += [(self._section(one), one.memory, one.belief) for one in items]
        said = [self.episodes[one.episode] for one in turns if one.episode in self.episodes]
        return [
            Statement(section, claim(self.memories[key], belief))
            for section, key, belief in told
            if key in self.memories
        ] + [Statement("said", turn(one)) for one in said]

    def _section(self, item: RecallItem) -> str:
        told = self.memories.get(item.memory)
        if item.belief is not None:
            return "known"
        if told is None or not told.denied:
            return "hint"
        return "formerly" if told.over else "denied"


async def _load(
    db: Session,
    caller: Caller,
    question: Question,
    recalled: Sequence[Candidate],
    hints: Sequence[RecallItem],
    turns: Sequence[EpisodeHit],
) -> _Loaded:
    ids = [*(one.memory["id"] for one in recalled), *(one.memory for one in hints)]
    found, episodes = await asyncio.gather(
        db.read(
            "read/recall/told",
            tenant=caller.tenant,
            beliefs=[one.belief.id for one in recalled if one.belief.id is not None],
            memories=ids,
            system_last=question.as_of.system_at,
        ),
        reads.episodes_by_id(db, caller, [one.episode for one in turns]),
    )
    beliefs = map(rows.belief, found[0]["beliefs"])
    memories = {row["id"]: _told(row) for row in found[0]["memories"]}
    return _Loaded({one.id: one for one in beliefs}, memories, episodes)


def _told(row: Row) -> Told:
    return Told(
        text=row["text"],
        said_at=row["said_at"],
        source_kind=SourceKind(row["source_kind"]),
        speaker=row["speaker"],
        context=row["context"],
        inference=bool(row["inference"]),
        offset=row["offset"],
        over=row["over"],
        denied=row["denied"],
    )
