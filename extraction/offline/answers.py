"""What a short answer states: "At Halden Robotics." after "Where do you work?".

The table's ``[[answer]]`` rows say which question makes which statement of an answer; that
statement is read like any other, and what it claims is claimed by the answer's own words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from extraction.dates.find import find
from extraction.language.sentence import Sentence
from extraction.model.candidates import Turn, Window
from extraction.model.plain_text import plain
from extraction.offline.clauses.draft import Draft
from extraction.offline.clauses.value_phrases import Reading
from extraction.offline.patterns.table import Answer, table
from extraction.offline.people.speaker import Voice
from extraction.offline.sentence import Reader
from graph.vocabulary import SpeechAct

WORDS_MAX = 10
_QUESTION = re.compile(r"[^.!?\n]*\?")
_NO_ANSWER = re.compile(
    r"\W*(?:no|none|nope|nah|not|never|nothing|nowhere|nobody|i|i'm|well|thanks|thank|sorry|what"
    r"|why|how|that|it|haha|hmm|maybe|perhaps|guess|oh|good|great|why|because)\b",
    re.IGNORECASE,
)


def answered(
    sentence: Sentence, number: int, window: Window, parse: Callable[[str], Sequence[Sentence]]
) -> list[Draft]:
    """The claims of a turn's first sentence as the answer to the question before it."""
    words = sentence.text.strip()
    if number or len(words.split()) > WORDS_MAX or words.endswith("?"):
        return []
    question = _asked(window)
    if question is None or _NO_ANSWER.match(words):
        return []
    start = sentence.start + sentence.text.index(words)
    for statement in _statements(question, words.rstrip(".! ")):
        found = [
            replace(
                draft, start=start, end=start + len(words), times=replace(draft.times, span=None)
            )
            for draft in _read(statement, window, parse)
            if draft.subject == "I"
        ]
        if found:
            return found
    return []


def _asked(window: Window) -> str | None:
    """The last question of the turn before, if somebody else put it."""
    if not window.previous or window.previous[-1].speaker == window.turn.speaker:
        return None
    asked = _QUESTION.findall(plain(window.previous[-1].text))
    return asked[-1] if asked else None


def _statements(question: str, words: str) -> Iterator[str]:
    for row in table().answer:
        asked, given = row.asked.search(question), row.given.fullmatch(words)
        if asked is not None and given is not None:
            yield _worded(row, asked, given)


def _worded(row: Answer, asked: re.Match[str], given: re.Match[str]) -> str:
    groups = asked.groupdict()
    kind = groups.get("kind") or groups.get("other") or ""
    return row.reads.replace("{kind}", kind.strip()).replace("{}", given["value"]) + "."


def _read(
    statement: str, window: Window, parse: Callable[[str], Sequence[Sentence]]
) -> Iterator[Draft]:
    turn: Turn = window.turn.model_copy(update={"text": statement})
    spans = tuple(find(statement, turn.occurred_at))
    reading = Reading(turn, plain(statement), spans, table(), "")
    reader = Reader(Voice(window.model_copy(update={"turn": turn}), reading))
    for sentence in parse(statement):
        yield from reader.drafts(sentence, 0, SpeechAct.ASSERTION)
