"""What is told beside a claim in a few words: how old, of what breed, since when, back when.

"My son Leo, 7", "Pepper, our nine-year-old beagle", "coeliac disease, diagnosed in 2018", "we
fly to Cebu on the 22nd and come back on 3 January".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from extraction.dates.find import find
from extraction.dates.grammar.lexicon import NUMBERS
from extraction.dates.time_spans import TimeSpan, TimeWord
from extraction.language.sentence import Sentence
from extraction.model.candidates import Bound
from extraction.offline.clauses.draft import PERSON, Draft
from extraction.offline.clauses.times import When
from extraction.offline.clauses.value_phrases import Reading
from extraction.offline.people.relations import PET
from extraction.offline.people.stated_ties import FAMILY
from extraction.offline.sentence import Reader
from graph.vocabulary import TimeBasis

AGE, BREED, CONDITION = "age", "breed", "has_condition"
JOURNEYS = frozenset({"visited", "has_booked"})
AGE_MAX = 110
_WHO = r"(?P<who>(?:my|our)\s+[a-z]+|(?-i:[A-Z])[a-z]+)"
_SO_IS = re.compile(
    rf"\s*,?\s*(?:and\s+)?(?:so|neither|nor)\s+(?:is|are|does|do|has|have|can)\s+{_WHO}\b",
    re.IGNORECASE,
)
_ANOTHER_IS = re.compile(
    rf"\s*[,;]\s*(?:but\s+|only\s+)?{_WHO}\s+(?:is|does|can)\b(?!\s*(?:not|n['’]t))(?=\s*[.,;!]|\s*$)",
    re.IGNORECASE,
)
_YEARS = r"(?P<age>\d{1,3}|[a-z]+)[\s-]?(?:years?|yrs?|y/?o)(?:[\s-]?old)?\s+(?:[\w-]+\s+){0,2}?"
_BEHIND = (
    r"\s*(?:,\s*|\(\s*|,?\s*who(?:['’]s| is)\s+|,?\s*aged?\s+)(?P<age>\d{1,2})"
    r"(?:\s*(?:years?|yrs?)(?:[\s-]?old)?)?(?=\s*(?:[,).;!]|and\b|&|$))"
)
_DIAGNOSED = re.compile(
    r"[^.!?]{0,20}?\bdiagnosed\s+(?:with\s+it\s+)?(?:back\s+)?(?=(?:in|on|at|when|last)\b)"
)
_BACK = re.compile(
    r"[^.!?]*?\b(?:(?:com|fly|gett|be|head|driv)\w*\s+(?:back|home)|back|return(?:ing)?)\s+(?=on\b|by\b|in\b|the\b|next\b|tomorrow\b|\d|mon|tue|wed|thu|fri|sat|sun)",
    re.IGNORECASE,
)


# "A nurse at St Mary's, been there since 2021."
_BEEN = re.compile(
    r"(?:\s+(?:in|as|at|on|for)\s+[^,;.]{1,40}?)?[\s,;–-]*(?:\b(?:and|where)\s+)?"
    r"(?:(?P<who>I|we|he|she|they)(?:['’](?:ve|s)|\s+ha(?:ve|s))\s+)?"
    r"\b(?:been|worked|lived|studied)\s+(?:there|here|with them)\s+(?=(?:since|for)\b)",
    re.IGNORECASE,
)
_PLACED = frozenset({"works_at", "lives_in", "studies_at"})


def with_asides(drafts: list[Draft], sentence: Sentence, reader: Reader) -> list[Draft]:
    """Return the claims of a sentence, with the times and the further claims that stand beside
    them.
    """
    reading = reader.reading
    timed = [_timed(draft, sentence, reading) for draft in drafts]
    beside = [each for draft in timed for each in _beside(draft, timed, sentence, reading)]
    alike = [each for draft in timed for each in _alike(draft, sentence, reader)]
    return [*timed, *beside, *alike]


def _timed(draft: Draft, sentence: Sentence, reading: Reading) -> Draft:
    """Return a claim with the time that follows it: of a diagnosis, or of the way back."""
    if draft.predicate == CONDITION and draft.times.start is None and not draft.times.negative:
        found = _span_after(_DIAGNOSED, draft, sentence, reading, reading.spans)
        if (
            found is not None
            and found.valid_from is not None
            and found.valid_from < reading.turn.occurred_at
        ):
            start = Bound(at=found.valid_from, precision=found.precision)
            times = When(start, None, TimeBasis.STATED, reading.turn.occurred_at, span=found)
            return replace(draft, times=times, end=max(draft.end, found.end))
    begins = draft.times.start
    if draft.predicate in _PLACED and begins is None and draft.times.holds:
        return _been_there(draft, sentence, reading)
    if draft.predicate in JOURNEYS and begins is not None and begins.at is not None:
        # "The 13th" is the one after the way out.
        spans = find(reading.turn.text, begins.at, future=True)
        found = _span_after(_BACK, draft, sentence, reading, spans)
        if found is not None and found.valid_to is not None and found.valid_to > begins.at:
            end = Bound(at=found.valid_to, precision=found.precision)
            return replace(
                draft, times=replace(draft.times, end=end, span=None), end=max(draft.end, found.end)
            )
    return draft


def _been_there(draft: Draft, sentence: Sentence, reading: Reading) -> Draft:
    """Return a claim of where one is with since when, as it is told behind it."""
    found = _BEEN.match(reading.text, draft.end, sentence.end)
    own = found is not None and (found["who"] or "I").casefold() in ("i", "we")
    if found is None or (found["who"] and own != (draft.subject == "I")):
        return draft
    spans = (s for s in reading.spans if s.start == found.end())
    since = next((s for s in spans if s.word in (TimeWord.SINCE, TimeWord.FOR)), None)
    if since is None or since.valid_from is None or draft.times.end is not None:
        return draft
    start, now = Bound(at=since.valid_from, precision=since.precision), reading.turn.occurred_at
    times = When(start, None, TimeBasis.STATED, now, span=since)
    return replace(draft, times=times, end=max(draft.end, since.end))


def _alike(draft: Draft, sentence: Sentence, reader: Reader) -> Iterator[Draft]:
    """Yield the same of another: "and so is my dad", "neither does my wife", "I'm not, my wife
    is".
    """
    if draft.subject != "I" or draft.happening or draft.times.start is not None:
        return
    text = reader.reading.text
    found = _SO_IS.match(text, draft.end, sentence.end)
    denied = draft.times.negative
    other = found or (_ANOTHER_IS.match(text, draft.end, sentence.end) if denied else None)
    if other is None:
        return
    who, start = other["who"], other.start("who")
    name = reader.voice.name(who, start)
    if name is not None and draft.wording.object != PERSON:
        times = draft.times if found is not None else When(basis=TimeBasis.OBSERVED)
        yield replace(draft, subject=who, name=name, times=times, end=other.end())


def _span_after(
    leading: re.Pattern[str],
    draft: Draft,
    sentence: Sentence,
    reading: Reading,
    spans: Iterable[TimeSpan],
) -> TimeSpan | None:
    """Return the time that some words after a claim lead to."""
    told = draft.times.span
    end = draft.end if told is None else max(told.end, draft.start)
    found = leading.match(reading.text, end, sentence.end)
    if found is None:
        return None
    near = (s for s in spans if found.end() <= s.end and s.start <= found.end() + 4)
    return next((s for s in near if s.word is TimeWord.AT and s.start >= found.start()), None)


def _beside(
    draft: Draft, drafts: list[Draft], sentence: Sentence, reading: Reading
) -> Iterator[Draft]:
    """Yield the age and the breed that are told of a relative or an animal as it is named."""
    if draft.role is None or draft.value is None or draft.times.negative:
        return
    if draft.predicate not in FAMILY and draft.predicate != PET:
        return
    known = {(one.subject.casefold(), one.predicate) for one in drafts}
    age = _age(draft, sentence, reading)
    if age is not None and (draft.value.casefold(), AGE) not in known:
        yield _of(draft, AGE, age, reading)
    generic = reading.table.listed("kinds_of_pet")
    if draft.predicate == PET and draft.value[:1].isupper() and draft.role not in generic:
        yield _of(draft, BREED, _breed(draft.role, sentence, reading), reading)


def _breed(role: str, sentence: Sentence, reading: Reading) -> str:
    """Return a breed with the word before it, where it has two: "border collie"."""
    known = (name for name in reading.table.listed("pets") if name.endswith(f" {role}"))
    return next((name for name in known if name in sentence.text.casefold()), role)


def _age(draft: Draft, sentence: Sentence, reading: Reading) -> str | None:
    """How many years old, said before what he is or behind his name."""
    assert draft.role is not None
    assert draft.value is not None
    text = reading.text[sentence.start : sentence.end]
    patterns = [rf"\b{_YEARS}{re.escape(draft.role)}\b"]
    if draft.value[:1].isupper():
        patterns.append(rf"\b{re.escape(draft.value)}{_BEHIND}")
    for pattern in patterns:
        found = re.search(pattern, text, re.IGNORECASE)
        told = "" if found is None else found["age"].casefold()
        years = int(told) if told.isdigit() else NUMBERS.get(told, 0)
        if 0 < years <= AGE_MAX:
            return str(years)
    return None


def _of(draft: Draft, predicate: str, value: str, reading: Reading) -> Draft:
    """Return what is told of the one that a claim of a relation names."""
    assert draft.value is not None
    return replace(
        draft,
        subject=draft.value,
        name=draft.value if draft.value[:1].isupper() else f"{draft.name}'s {draft.role}",
        predicate=predicate,
        value=value,
        wording=reading.table.attributes[predicate],
        times=When(basis=TimeBasis.OBSERVED),
        role=None,
        article="",
    )
