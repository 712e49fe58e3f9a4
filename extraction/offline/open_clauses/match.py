"""A match of a pattern of its own: what a clause says in words that no pattern has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from extraction.language.sentence import Word
from extraction.model.candidates import SourceConfidence
from extraction.offline.clauses.clause import Clause, Tense
from extraction.offline.clauses.pattern_matching import Match
from extraction.offline.clauses.value_phrases import Reading, Value, whole
from extraction.offline.patterns.table import Kind, Pattern
from extraction.offline.relation_names import DOES, attribute_name, open_wording

LASTING = frozenset({Tense.PRESENT, Tense.ONGOING, Tense.USED_TO})
_POINTING = frozenset({"PRP", "DT", "WP", "WDT", "EX", "WRB"})
_ORDINAL = re.compile(r"\d{1,2}(?:st|nd|rd|th)")
_SIBILANT = re.compile(r"(?:s|x|z|ch|sh|o)$")
_Y = re.compile(r"[^aeiou]y$")


def objects(verb: Word) -> Iterator[tuple[Word, str]]:
    """Yield what a verb is done to, or else the first thing that it is done at, with its
    preposition.
    """
    direct = verb.child("dobj")
    if direct is not None:
        yield _find_measured(direct), ""
        return
    for link in verb.all("prep"):
        where = link.child("pobj")
        if where is not None:
            yield where, link.low
            return


def _find_measured(head: Word) -> Word:
    """Return what there is much or little of: the beer of "a lot of beer"."""
    of = next((link for link in head.all("prep") if link.low == "of"), None)
    what = of.child("pobj") if of is not None and head.low in ("lot", "lots", "bit") else None
    return what or head


def is_empty(head: Word, reading: Reading) -> bool:
    """Whether a head means nothing by itself, or only points."""
    vague = reading.table.listed("vague") | reading.table.listed("of_talk")
    if head.tag == "CD" and head.low.isalpha():
        # "I play five a side."
        return True
    if _ORDINAL.fullmatch(head.low) or reading.timed(head.start, head.end) is not None:
        return True
    numbered = head.capital and head.child("nummod") is not None
    return head.tag in _POINTING or (head.lemma.casefold() in vague and not numbered)


def telling(head: Word, reading: Reading) -> Value | None:
    """Return the whole noun phrase of a head; none where it means nothing by itself."""
    return None if is_empty(head, reading) else whole(head, reading)


def with_article(noun: str) -> str:
    """Return a noun as one of its kind: "an office"."""
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def third_person(doing: str) -> str:
    """Return the third person of a verb with its particle: "carries on"."""
    verb, *rest = doing.split()
    if verb == "have":
        return " ".join(["has", *rest])
    if _SIBILANT.search(verb):
        verb = f"{verb}es"
    else:
        verb = f"{verb[:-1]}ies" if _Y.search(verb) else f"{verb}s"
    return " ".join([verb, *rest])


def _in_past(text: str, verb: Word) -> str:
    """Return the same in the past, where its verb was said in that form: "drank coffee"."""
    said, space, rest = text.partition(" ")
    done = {third_person(verb.lemma): verb.low, DOES: "did"} if verb.tag == "VBD" else {}
    return f"{done.get(said, said)}{space}{rest}"


def open_match(
    clause: Clause,
    phrase: str,
    value: Value,
    text: str,
    *,
    noun: Word | None = None,
    kind: Kind = "state",
) -> Match:
    """Return a match of a pattern of its own, which is weaker than those of the table."""
    attribute = attribute_name(phrase)
    direct = clause.source is SourceConfidence.DIRECT
    weaker = replace(clause, source=SourceConfidence.INFERRED) if direct else clause
    nouns = frozenset[str]() if noun is None else frozenset({noun.lemma.casefold()})
    pattern = Pattern(attribute=attribute, kind=kind, noun=nouns)
    past = text if kind == "event" else _in_past(text, clause.verb)
    wording = open_wording(text, past, many=noun is None or noun.tag == "NNS")
    return Match(weaker, pattern, value, value.text, wording)
