"""Recall for a question in words: its period and who asks are read, then the store is asked."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC

from extraction.recall.first_person import has_first_person, in_the_name_of
from extraction.recall.question import QuestionEmbedder, asked_time
from graph.database.session import Session
from graph.model.commands import NAME_MAX, optional_name
from graph.model.records import Caller
from graph.read.recall import recall as beliefs
from graph.read.recall.recall_types import Question, Recall, Tense
from graph.read.recall.speaker import asker


async def recall(
    db: Session,
    caller: Caller,
    questions: QuestionEmbedder,
    asked: Question,
    *,
    dated: bool,
    speaker: str | None = None,
) -> Recall:
    """Recall for a question that is not read yet.

    If it is not ``dated`` by the caller, what held at the time that its words name is recalled.
    Its first person is read as the ``speaker``, or else as the only one who can have asked.

    Raises:
        Incorrect: something that was asked is bad.
        Unavailable: the store does not answer.
    """
    speaker = optional_name(speaker, NAME_MAX, field="speaker")
    # A time that the caller gives may lie at the end of the calendar, where no zone reaches.
    asked = asked_time(replace(asked, zone=UTC) if dated else asked)
    if dated:
        asked = replace(asked, period=None, parts=(), tense=Tense.PRESENT)
    asked = await _in_third_person(db, caller, asked, speaker)
    return await beliefs.recall(db, caller, replace(asked, embedder=questions))


async def _in_third_person(
    db: Session, caller: Caller, asked: Question, speaker: str | None
) -> Question:
    """Return the question about who asks by the name; as it is, if nobody knows who that is."""
    if not has_first_person(asked.words):
        return asked
    who = await asker(db, caller, speaker)
    if who is None:
        return asked
    return replace(asked, about=in_the_name_of(asked.words, who), asker=who)
