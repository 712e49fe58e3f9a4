"""What a turn says of something named only before.

"I can't stand it now", "I stopped in 2024", "it's Tim since the first of June", "I haven't lived
there since 2020".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from extraction.dates.find import find
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
_THERE = re.compile(
    r"\bI (?:no longer (?P<is>live|work|study)"
    r"|(?:don['’]?t|do not) (?P<does>live|work|study)(?= there any ?(?:more|longer)\b)"
    r"|(?:haven['’]?t|have not) (?P<has>liv|work|studi)ed(?= there since\b)) there\b",
    re.IGNORECASE,
)
_PLACED = {"liv": "lives_in", "wor": "works_at", "stu": "studies_at"}
_IS_NOW = re.compile(
    r"^\W*(?:(?:and|but|now|well|oh|ok|okay)\b\W*)*"
    r"(?:it|that)(?:['’]s| is)(?: been| now)?\s+(?P<new>(?-i:[A-Z\d])[^,.;!?]{0,40}?)\s*,?\s*"
    r"(?=since\b)",
    re.IGNORECASE,
)


def complete_sentence(
    sentence: Sentence,
    number: int,
    here: list[Draft],
    earlier: Earlier,
    turn: Turn,
    spans: tuple[TimeSpan, ...],
    table: Table,
) -> list[Draft]:
    """Return the claim that such a sentence comes to, with the value taken from what was said
    before.
    """
    turned, stopped = _TURNED.search(sentence.text), _STOPPED.search(sentence.text)
    found = turned or stopped
    if found is None:
        told = (*reversed(here), *(draft for draft, _ in earlier())) if _refers(sentence) else ()
        return _since(sentence, number, told, turn, spans)
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


def _refers(sentence: Sentence) -> bool:
    return bool(_THERE.search(sentence.text) or _IS_NOW.search(sentence.text))


def _since(
    sentence: Sentence,
    number: int,
    drafts: Iterable[Draft],
    turn: Turn,
    spans: tuple[TimeSpan, ...],
) -> list[Draft]:
    """Return what a home, a job or another single value has been since a time, or has not been."""
    since = next((s for s in spans if s.word is TimeWord.SINCE and _inside(s, sentence)), None)
    held = [draft for draft in drafts if draft.value and not draft.times.negative]
    there, other = _THERE.search(sentence.text), _IS_NOW.search(sentence.text)
    if there is not None:
        meant, times = _left(there, held, since)
        value = None if meant is None else meant.value
    else:
        value = "" if other is None else other["new"]
        meant, times = _followed(value, held, since, turn)
    if meant is None or times is None:
        return []
    start, end = sentence.start, sentence.start + len(sentence.text.rstrip())
    said = replace(meant, start=start, end=end, sentence=number, corrects=False, article="")
    return [replace(said, value=value, times=times)]


def _left(
    there: re.Match[str], drafts: list[Draft], since: TimeSpan | None
) -> tuple[Draft | None, When | None]:
    """Return the claim that "there" means, and the end that is told of it."""
    wanted = _PLACED[(there["is"] or there["does"] or there["has"]).casefold()[:3]]
    meant = next((draft for draft in drafts if draft.predicate == wanted), None)
    if since is not None:
        return meant, When(_begin(since), None, TimeBasis.STATED, negative=True, span=since)
    ended = When(basis=TimeBasis.OBSERVED, negative=True)
    return meant, None if there["has"] else ended


def _followed(
    value: str, drafts: list[Draft], since: TimeSpan | None, turn: Turn
) -> tuple[Draft | None, When | None]:
    """Return the claim whose value is another now, and since when it is."""
    meant = next((d for d in drafts if not d.many and _of_a_kind(d.value or "", value)), None)
    begun = since is not None and since.valid_from and since.valid_from <= turn.occurred_at
    if since is None or not begun or _timed(value, turn):
        return meant, None
    return meant, When(_begin(since), None, TimeBasis.STATED, turn.occurred_at, span=since)


def _begin(span: TimeSpan) -> Bound:
    return Bound(at=span.valid_from, precision=span.precision)


def _timed(words: str, turn: Turn) -> bool:
    """Whether what it is now is a time: "it's Christmas"."""
    return bool(find(f"on {words}", turn.occurred_at))


def _of_a_kind(value: str, new: str) -> bool:
    """Whether both begin with a capital, or both with a digit."""
    return (value[:1].isupper() and new[:1].isupper()) or (
        value[:1].isdigit() and new[:1].isdigit()
    )


def _inside(span: TimeSpan, sentence: Sentence) -> bool:
    return sentence.start <= span.start and span.end <= sentence.end
