"""Recall for a question in words: its time and its vector are read, then the store is asked."""

from __future__ import annotations

from dataclasses import replace

from extraction.recall.question import QuestionEmbedder, asked_time
from graph.database.session import Session
from graph.model.records import Caller
from graph.recall import recall as beliefs
from graph.recall.records import Question, Recall


async def recall(
    db: Session, caller: Caller, questions: QuestionEmbedder, asked: Question, *, dated: bool
) -> Recall:
    """Recall for a question that comes without its vector.

    If it is not ``dated`` by the caller, the time that its words name is the valid time.

    Raises:
        Incorrect: something that was asked is bad.
        Unavailable: the store does not answer.
    """
    named, about = asked_time(asked.text, asked.as_of.valid_at)
    asked = replace(asked, about=about)
    if named is not None and not dated:
        asked = replace(asked, as_of=replace(asked.as_of, valid_at=named))
    found = await questions.embed(asked.words)
    asked = replace(asked, vector=found.vector, model=found.model, degraded=found.degraded)
    return await beliefs.recall(db, caller, asked)
