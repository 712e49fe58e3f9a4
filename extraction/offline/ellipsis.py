"""What a turn says of something named only before: "I can't stand it now", "I stopped in 2024"."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from extraction.dates.time_spans import TimeSpan, TimeWord
from extraction.language.sentence import Sentence
from extraction.model.candidates import Bound, Turn
from extraction.offline.clauses.draft import Draft
from extraction.offline.clauses.times import When
from extraction.offline.patterns.table import Table
from graph.vocabulary import TimeBasis

Earlier = Callable[[], list[tuple[Draft, Turn]]]

LIKES, DISLIKES = "likes", "dislikes"
HABITS = frozenset(
    {"diet", "hobby", "plays", "studies", "learning", "avoids_eating", "volunteers_at", "uses"}
)
_TURNED = re.compile(
    r"\bI (?:can't|cannot|can not) (?:stand|bear) (?:it|that|them)\b"
    r"|\bI (?:hate|dislike|don't like|no longer like) (?:it|them)\b"
    r"(?!\s+(?:when|how|that|if))",
    re.IGNORECASE,
)
_STOPPED = re.compile(
    r"\bI(?:'ve)? (?:have )?(?:stopped|quit|gave (?:it|that) up|given (?:it|that) up)\b"
    r"(?:\s+(?:it|that|doing (?:it|that)))?\s*"
    r"(?=$|[.,!;]|(?:in|last|this|on|yesterday|today|a|two|three|\d)\b)",
    re.IGNORECASE,
)


def completed(
    sentence: Sentence,
    number: int,
    here: list[Draft],
    earlier: Earlier,
    turn: Turn,
    spans: tuple[TimeSpan, ...],
    table: Table,
) -> list[Draft]:
    """The claim that such a sentence comes to, with the value taken from what was said before."""
    turned, stopped = _TURNED.search(sentence.text), _STOPPED.search(sentence.text)
    found = turned or stopped
    if found is None:
        return []
    wanted = frozenset({LIKES}) if turned else HABITS
    before = [*reversed(here), *(draft for draft, _ in earlier())]
    meant = next((d for d in before if d.predicate in wanted and not d.times.negative), None)
    if meant is None:
        return []
    start, end = sentence.start + found.start(), sentence.start + found.end()
    said = replace(meant, start=start, end=end, sentence=number, corrects=False, article="")
    if turned:
        times = When(basis=TimeBasis.OBSERVED)
        wording = table.attributes[DISLIKES]
        return [replace(said, predicate=DISLIKES, wording=wording, times=times)]
    at = next((s for s in spans if s.word is TimeWord.AT and _inside(s, sentence)), None)
    if at is None or at.valid_from is None or at.valid_from > turn.occurred_at:
        return [replace(said, times=When(basis=TimeBasis.OBSERVED, negative=True))]
    since = Bound(at=at.valid_from, precision=at.precision)
    times = When(since, None, TimeBasis.STATED, negative=True, span=at)
    return [replace(said, times=times, end=max(end, at.end))]


def _inside(span: TimeSpan, sentence: Sentence) -> bool:
    return sentence.start <= span.start and span.end <= sentence.end
