"""What a word is taken for as a value: a phrase, an activity, a date, a number of years."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from extraction.dates.grammar.lexicon import CARDINALS, NUMBERS
from extraction.dates.time_spans import TimeWord
from extraction.language.sentence import Word
from extraction.offline.clauses.value_phrases import Reading, Value, activity, phrases
from extraction.offline.clauses.value_types import acceptable
from extraction.offline.patterns.table import Pattern
from graph.vocabulary import Precision

AGE_MAX = 120
_PREPOSITION = re.compile(r"(?:on|by|in|at|from|until|the|since)\s+", re.IGNORECASE)
_NOW = re.compile(r"\s+(?:now|today|already|years?\s+old|years\s+of\s+age)", re.IGNORECASE)
_AGE = re.compile(r"\d{1,3}")
# "A 34 year old nurse" is a nurse, and an "ex-nurse" was one.
_BEFORE_KIND = re.compile(r"\b(?:\S+[\s-]years?[\s-]old|former|retired|ex)[\s-]+", re.IGNORECASE)
# What somebody is: several are vegetarians, and each is a vegetarian.
_KINDS = frozenset({"occupation", "@diets", "@religions", "@being_ill"})
_ELSEWHERE = re.compile(r" for | (?:in|at) (?=[A-Z])")
_YEARS = frozenset({Precision.YEAR, Precision.MONTH})


def accept_values(
    head: Word, place: str, pattern: Pattern, reading: Reading
) -> Iterator[tuple[Value, str]]:
    """Yield the values that a word stands for, if they are of the sort that the pattern accepts.

    With each the words that are kept of it.
    """
    special = _SPECIAL.get(pattern.accept)
    if special is not None:
        yield from special(head, reading)
    elif place in ("gerund", "infinitive") or head.tag == "VBG":
        value = activity(head, reading)
        if value is not None and _fits(value, pattern, reading):
            yield value, _kept(value, pattern)
    else:
        for value in phrases(head, reading):
            if _fits(value, pattern, reading):
                yield value, _kept(value, pattern)
            elif value.head is head:
                return
        if pattern.accept == "language":
            yield from _little(head, pattern, reading)


def _fits(value: Value, pattern: Pattern, reading: Reading) -> bool:
    """Whether a value is of the sort that a pattern accepts; what is believed is what is left."""
    left = pattern.kind == "end" and reading.believes(pattern.attribute, value.text)
    return left or acceptable(value, pattern.accept, reading)


def _little(head: Word, pattern: Pattern, reading: Reading) -> Iterator[tuple[Value, str]]:
    """Yield the Arabic of "English and a bit of Arabic"."""
    for word in (head, *head.all("conj"), *(w for c in head.all("conj") for w in c.all("conj"))):
        if word.lemma.casefold() in ("bit", "little", "lot", "some"):
            for link in word.all("prep"):
                for language in link.all("pobj"):
                    yield from accept_values(language, "object", pattern, reading)


UNITS, TENS = 10, 20
_NUMBERED = re.compile(r"\b(?:cloud|number|room|page|level|platform|gate)\s+$", re.IGNORECASE)


def _kept(value: Value, pattern: Pattern) -> str:
    """Return the words of a value that count: a pet's name; of languages and outings only the
    noun.
    """
    called = next((c for c in value.head.all("acl") if c.lemma in ("name", "call")), None)
    name = None if called is None else called.child("oprd", "dobj", "attr")
    if name is not None and name.capital:
        return name.text
    alone = pattern.accept in ("language", "marital") or (
        pattern.accept == "@outings" and value.head.low.endswith("ing")
    )
    if pattern.accept in _KINDS:
        # "Drivers for Uber": each is a driver, and firm and town are other claims.
        kind = _BEFORE_KIND.sub("", _ELSEWHERE.split(value.text, maxsplit=1)[0])
        several = value.head.tag == "NNS"
        return kind.replace(value.head.text, value.head.lemma, 1) if several else kind
    return value.head.text if alone else value.text


def _dated(head: Word, reading: Reading) -> Iterator[tuple[Value, str]]:
    """Yield a day that is itself the value: "born on 3 May 1990"."""
    span = reading.timed(head.start, head.end)
    if span is None or span.word is not TimeWord.AT or span.precision is not Precision.DAY:
        return
    assert span.valid_from is not None
    local = span.valid_from.astimezone(reading.turn.occurred_at.tzinfo)
    year_said = str(local.year) in reading.text[span.start : span.end]
    text = local.date().isoformat() if year_said else f"{local.strftime('%B')} {local.day}"
    yield Value(head, text, span.start, span.end), text


def _year(head: Word, reading: Reading) -> Iterator[tuple[Value, str]]:
    """Yield the year that is said, where no day is: "born in 1955", "born in May 1990"."""
    span = reading.timed(head.start, head.end)
    if span is None or span.word is not TimeWord.AT or span.precision not in _YEARS:
        return
    assert span.valid_from is not None
    text = str(span.valid_from.astimezone(reading.turn.occurred_at.tzinfo).year)
    if text in reading.text[span.start : span.end]:
        yield Value(head, text, span.start, span.end), text


def _moment(head: Word, reading: Reading) -> Iterator[tuple[Value, str]]:
    """Yield a time in the words it was said in: "due on 14 March"."""
    span = reading.timed(head.start, head.end)
    if span is None:
        return
    words = reading.turn.text[span.start : span.end]
    text = _PREPOSITION.sub("", words)
    yield Value(head, text, span.end - len(text), span.end), text


def _aged(head: Word, reading: Reading) -> Iterator[tuple[Value, str]]:
    """ "I am 34", "34 years old", "turned thirty" as a number of years."""
    own = [w for c in head.children if c.dep not in ("conj", "cc") for w in c.subtree()]
    words = [head, *(w for w in own if reading.timed(w.start, w.end) is None)]
    words.sort(key=lambda word: word.index)
    start, end = words[0].start, words[-1].end
    told = " ".join(reading.text[start:end].split()).rstrip(".!,")
    text = _NOW.sub("", told)
    match = _AGE.fullmatch(text)
    age = int(text) if match else _number(text.casefold())
    if _NUMBERED.search(reading.text[:start]):
        return
    if 0 < age <= AGE_MAX and (match or head.tag == "CD" or told.endswith(" old")):
        yield Value(head, str(age), start, end), str(age)


def _number(words: str) -> int:
    """Return a number in words: "thirty", "eighty-five", "seventy two"; 0 for none."""
    tens, _, unit = words.replace(" - ", "-").replace("-", " ").partition(" ")
    if CARDINALS.get(tens, 0) < TENS:
        return NUMBERS.get(words, 0)
    units = NUMBERS.get(unit, UNITS) if unit else 0
    return CARDINALS[tens] + units if units < UNITS else 0


def _dwelling(head: Word, reading: Reading) -> Iterator[tuple[Value, str]]:
    """ "We're in a flat in Leeds": where the dwelling is."""
    if head.lemma.casefold() not in reading.table.listed("dwellings"):
        return
    for link in head.all("prep"):
        place = link.child("pobj") if link.low in ("in", "near") else None
        for value in phrases(place, reading) if place is not None else ():
            if acceptable(value, "place", reading):
                yield value, value.text


def stated_values(head: Word, accept: str, reading: Reading) -> Iterator[Value]:
    """Yield the values that a head stands for, joined ones included, if they are of that sort."""
    rule = Pattern(attribute="value", kind="state", accept=accept)
    for value, _ in accept_values(head, "complement", rule, reading):
        yield value


_SPECIAL: dict[str, Callable[[Word, Reading], Iterator[tuple[Value, str]]]] = {
    "date": _dated,
    "year": _year,
    "moment": _moment,
    "dwelling": _dwelling,
    "number": _aged,
}
