"""Questions to ask the user: the oldest open contradictions about what a recall is about.

One simple rule: they are about entities that the question names or its items are about, the oldest
first, among the thousand oldest of the tenant; of the asked topic, if there is one. What a person
rejected is not asked again. A recall of what was known in the past has none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from graph.clock import END_OF_TIME
from graph.database import rows
from graph.database.session import Row, Session
from graph.kernel.registry.registry import Registry
from graph.model.excerpt import MARK
from graph.model.records import Caller, Contradiction, Memory
from graph.model.slot_keys import rejection_key
from graph.model.topics import same_topic
from graph.read import reads
from graph.read.recall.recall_types import OpenQuestion, Question

AMONG = 1_000
# Of another topic than the one that is asked for, so many may come first.
FOUND_MAX = 50
# Characters that a name or a value has in a question at most.
WORD_MAX = 100


async def find_questions(
    db: Session,
    caller: Caller,
    question: Question,
    registry: Registry,
    about: Iterable[str],
) -> tuple[OpenQuestion, ...]:
    """Find what to ask the user about some entities.

    Raises:
        Unavailable: the store does not answer.
    """
    entities = sorted(set(about))
    asked = db.limits.recall.questions
    if not (entities and question.present and asked):
        return ()
    found = await db.read(
        "read/recall/open_contradictions",
        tenant=caller.tenant,
        entities=entities,
        among=AMONG,
        limit=FOUND_MAX,
    )
    if not found:
        return ()
    open_ones = await _not_rejected(db, caller, found)
    said = {key for one in open_ones for key in (*one.held, one.challenger)}
    memories = await reads.memories_by_id(db, caller, said)
    fitting = [one for one in open_ones if _on_topic(question, one, memories, registry)][:asked]
    return await _asked(db, caller, fitting, memories)


async def _not_rejected(
    db: Session, caller: Caller, contradictions: Sequence[Row]
) -> list[Contradiction]:
    """Return the contradictions but those whose challenger says what stands rejected."""
    keys = [
        row["canonical"] and rejection_key(row["contradiction"]["parent"], row["canonical"])
        for row in contradictions
    ]
    standing = await db.read(
        "read/recall/rejected",
        tenant=caller.tenant,
        keys=sorted(filter(None, keys)),
        forever=END_OF_TIME,
    )
    rejected = {row["key"] for row in standing}
    return [
        rows.contradiction(row)
        for row, key in zip(contradictions, keys, strict=True)
        if key not in rejected
    ]


def _on_topic(
    question: Question,
    contradiction: Contradiction,
    memories: dict[str, Memory],
    registry: Registry,
) -> bool:
    challenger = memories.get(contradiction.challenger)
    if challenger is None:
        return False
    topic = registry.topic(challenger.topic, contradiction.attribute)
    return question.topic is None or same_topic(topic, question.topic)


async def _asked(
    db: Session,
    caller: Caller,
    contradictions: Sequence[Contradiction],
    memories: dict[str, Memory],
) -> tuple[OpenQuestion, ...]:
    told = [
        memories[key]
        for one in contradictions
        for key in (*one.held, one.challenger)
        if key in memories
    ]
    named = {one.entity for one in contradictions} | {one.target for one in told if one.target}
    entities = await reads.entities_by_id(db, caller, named)
    names = {key: entity.name for key, entity in entities.items()}

    def value(memory: Memory) -> str:
        return memory.value or names.get(memory.target or "", "")

    return tuple(
        OpenQuestion(
            one.id,
            word_question(
                names.get(one.entity, one.entity),
                one.attribute,
                one.context,
                [value(memories[key]) for key in one.held if key in memories],
                value(memories[one.challenger]),
                denied=memories[one.challenger].negative,
            ),
        )
        for one in contradictions
    )


def word_question(
    name: str,
    attribute: str,
    context: str | None,
    values: Iterable[str],
    other: str,
    *,
    denied: bool,
) -> str:
    """Return a neutral question in one line: which of the values holds, or whether one does. Pure.

    ``values`` are believed, ``other`` speaks against them: another value or, if ``denied``, that
    one no longer, or whatever holds if it is empty.
    """
    where = "" if context is None else f" in the context {_short(context)}"
    of = f"{_short(name)}'s {_short(attribute)}{where}"
    believed = [_short(one) for one in dict.fromkeys(values) if one.strip()]
    if denied:
        return f"Does this still hold for {of}: {_short(other) or ', '.join(believed)}?"
    others = [one for one in believed if one != _short(other)]
    if not others:
        return f"Does this hold for {of}: {_short(other)}?"
    return f"Which holds for {of}: {', '.join(others)} or {_short(other)}?"


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= WORD_MAX else line[: WORD_MAX - len(MARK)] + MARK
