"""Whether the memories of what answers a question are among the items that recall brings.

The questions are LoCoMo's, with default settings. A memory is of a message if the message is its
evidence. *Recorded* is the evidence that any memory is of: the extractor decides that, and recall
can bring no more.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from extraction.recall.question import QuestionEmbedder
from extraction.recall.recall import recall
from graph.database.session import Session
from graph.model.records import Caller
from graph.read import reads
from graph.read.recall.recall_types import Question
from tools.eval.recall import Asked, Conversation
from tools.results import figure


@dataclass(frozen=True, slots=True)
class Evidence:
    """A question with the shares of its evidence that are recorded, and that came."""

    asked: Asked
    recorded: float
    came: float


async def evidence(
    db: Session,
    caller: Caller,
    told: Conversation,
    known: Mapping[str, str],
    questions: QuestionEmbedder,
) -> list[Evidence]:
    """Ask a conversation's questions; ``known`` are the episodes of its messages."""
    recorded = {episode async for episode in _recorded(db, caller)}
    found: list[Evidence] = []
    for asked in told.asked:
        wanted = {known[one] for one in asked.evidence}
        came = await _episodes(db, caller, questions, asked.text)
        shares = (len(wanted & some) / len(wanted) for some in (recorded, came))
        found.append(Evidence(asked, *shares))
    return found


async def _recorded(db: Session, caller: Caller) -> AsyncIterator[str]:
    """Yield the episodes that active memories are of."""
    after: tuple[object, ...] | None = None
    while True:
        page = await reads.memories(
            db, caller, reads.MemoryFilter(), first=500, after=after, at=db.clock()
        )
        for memory in page.items:
            for one in memory.evidence:
                yield one.episode
        if not page.has_next:
            return
        last = page.items[-1]
        after = (last.recorded_at, last.id)


async def _episodes(
    db: Session, caller: Caller, questions: QuestionEmbedder, text: str
) -> set[str]:
    """Return the episodes that the recalled beliefs rest on."""
    question = Question(text, reads.as_of(db, caller, None, None), present=True)
    found = await recall(db, caller, questions, question, dated=False)
    ids = [
        memory for one in found.items if one.belief is not None for memory in one.belief.memories
    ]
    memories = await reads.memories_by_id(db, caller, ids)
    return {one.episode for memory in memories.values() for one in memory.evidence}


def shares(found: Sequence[Evidence], model: str) -> Iterator[dict[str, Any]]:
    """Yield the figures, over all questions and by their kind."""
    by_kind: dict[str, list[Evidence]] = defaultdict(list)
    for one in found:
        by_kind["questions"].append(one)
        by_kind[one.asked.kind].append(one)
    for kind, some in by_kind.items():
        name = f"recall, LoCoMo, {model}, {len(some)} {kind}"
        recorded = fmean(one.recorded for one in some)
        yield figure(f"{name}, evidence with a memory", recorded, "", None, None)
        came = fmean(one.came for one in some)
        yield figure(f"{name}, evidence whose memories are items", came, "", None, None)
