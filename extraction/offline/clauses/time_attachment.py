"""Which expressions of time in a sentence belong to a clause."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from extraction.dates.time_spans import TimeSpan, TimeWord
from extraction.language.sentence import Sentence, Word
from extraction.offline.clauses.clause import Clause, Tense, bounding
from graph.vocabulary import Precision

_THEN = re.compile(r"(?:ever )?since then", re.IGNORECASE)
_ENDS = re.compile(r"[.!?]\s")
_STARTING = frozenset({"starting", "beginning"})


def resolve_spans(clause: Clause, sentence: Sentence, spans: Iterable[TimeSpan]) -> list[TimeSpan]:
    """Return the expressions of time that belong to a clause; one said first of all holds for the
    rest.
    """
    inside = [s for s in spans if sentence.start <= s.start < sentence.end]
    own = [s for s in inside if _owner(s, sentence) in clause.chain]
    verb = clause.verb
    while not own and verb.dep == "conj":
        verb = verb.head
        own = [s for s in inside if s.end <= verb.start and _owner(s, sentence) is verb]
    past = clause.tense in (Tense.PAST, Tense.USED_TO)
    ends = bounding(clause.verb) if past and not clause.negated else ()
    return [*own, *(_up_to(s) for w in ends for s in inside if _owner(s, sentence) is w)]


def _up_to(span: TimeSpan) -> TimeSpan:
    """Return the time of something as the end of what was so until then."""
    if span.word is not TimeWord.AT:
        return span
    end = span.valid_to if span.precision is Precision.DAY else span.valid_from
    return replace(span, word=TimeWord.UNTIL, valid_from=None, valid_to=end, precision=None)


def since_then(spans: Iterable[TimeSpan], text: str) -> list[TimeSpan]:
    """Return the expressions of time of a text, "since then" as from the time named just before."""
    found: list[TimeSpan] = []
    for span in spans:
        before = found[-1] if found else None
        then = span.word is TimeWord.VAGUE and _THEN.fullmatch(text, span.start, span.end)
        near = before is not None and len(_ENDS.findall(text, before.end, span.start)) <= 1
        found.append(_from(before, span) if then and before is not None and near else span)
    return found


def _from(before: TimeSpan, span: TimeSpan) -> TimeSpan:
    """Return a span as what begins where another ends, or with it if that has no end of its own."""
    ends = before.word in (TimeWord.UNTIL, TimeWord.BETWEEN)
    at = before.valid_to if ends else before.valid_from
    exact = before.precision_to if ends else before.precision
    if at is None or not before.placed:
        return span
    return replace(span, word=TimeWord.SINCE, valid_from=at, precision=exact)


def begins_name(span: TimeSpan, sentence: Sentence) -> bool:
    """Whether an expression of time is part of a name: "20th Century Fox", "the Sunday Times"."""
    last = next((word for word in sentence.words if word.end == span.end), None)
    head = None if last is None else last.head
    if last is None or head is None or head.index != last.index + 1 or not last.capital:
        return False
    return head.capital and head.dep == "pobj" and head.head.low in ("at", "for", "with")


def starting(clause: Clause, sentence: Sentence, spans: Iterable[TimeSpan]) -> list[TimeSpan]:
    """Return the time that a verb beside it says something starts at: "a job at Acme, starting in
    May".
    """
    words = [w for w in sentence.words if w.low in _STARTING and w.index > clause.verb.index]
    return [s for s in spans for w in words if _owner(s, sentence) is w and s.word is TimeWord.AT]


def nearby(clause: Clause, sentence: Sentence, spans: Iterable[TimeSpan]) -> list[TimeSpan]:
    """Return the one period named before a happening in its sentence: "… last week - we went
    biking".
    """
    inside = [s for s in spans if sentence.start <= s.start < sentence.end]
    dated = [s for s in inside if s.word is TimeWord.AT]
    alone = len(inside) == len(dated) == 1 and dated[0].end <= clause.verb.start
    owner = _owner(dated[0], sentence) if alone else None
    past = owner is not None and owner.tag in ("VBD", "VBN")
    return dated if past and clause.verb.dep in ("ROOT", "conj", "ccomp", "parataxis") else []


def _owner(span: TimeSpan, sentence: Sentence) -> Word | None:
    """Return the verb over the last word of an expression of time."""
    words = [w for w in sentence.words if w.start < span.end and span.start < w.end]
    if not words:
        return None
    inside = set(words)
    word = words[-1]
    while word in inside and word.head is not word:
        word = word.head
    while not word.is_verb and word.child("aux", "auxpass", "cop") is None:
        if word.head is word:
            return None
        word = word.head
    said_of = word.dep == "acomp" and word.head.lemma == "be"
    return word.head if said_of or word.dep in ("aux", "auxpass") else word
