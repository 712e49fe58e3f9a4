"""What somebody does again and again, or at an hour: "I swim three mornings a week".

A time that returns makes a habit of what would else be of the moment, and the hour at which a
working day begins or ends is one by itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from extraction.language.sentence import Word
from extraction.offline.clauses.clause import Clause, Phase, Tense
from extraction.offline.clauses.pattern_matching import Match
from extraction.offline.clauses.value_phrases import Reading, Value
from extraction.offline.open_clauses.match import (
    objects,
    open_match,
    telling,
    third_person,
    with_article,
)
from extraction.offline.people.subjects import FIRST, mention, owns

_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
_SHORT = r"(?:mon|tues?|wed|thurs?|fri|sat|sun)s?"
_COUNT = r"(?:once|twice|thrice|\d+(?:\s*(?:-|or|to)\s*\d+)?|two|three|four|five|six|a few|several)"
_UNIT = r"(?:day|night|morning|afternoon|evening|week|weekend|weekday|month|year|fortnight)"
_EVERY = rf"(?:every|each|most)\s+(?:single\s+|other\s+|second\s+|third\s+)?(?:{_DAY}|{_UNIT}s?)"
_OFTEN = re.compile(
    r"\b(?:"
    rf"{_EVERY}(?:\s+(?:morning|afternoon|evening|night)s?)?"
    rf"|(?:on\s+)?{_DAY}\s+(?:morning|afternoon|evening|night)s"
    rf"|(?:on\s+)?(?:{_DAY}(?<=s)|{_SHORT}\s+and\s+{_SHORT})"
    rf"(?:(?:\s*,\s*|\s+and\s+|\s+)(?:{_DAY}(?<=s)|{_SHORT}))*(?:\s+(?:morning|evening|night)s)?"
    rf"|(?:on\s+)?the\s+(?:first|second|third|last)\s+{_DAY}\s+of\s+(?:the|every|each)\s+month"
    rf"|(?:on|at)\s+(?:the\s+)?week(?:ends|days)"
    rf"|{_COUNT}(?:\s+times|\s+{_UNIT}s)?\s+(?:a|an|per|each|every)\s+{_UNIT}"
    r"|(?:daily|weekly|fortnightly|nightly)"
    r")\b",
    re.IGNORECASE,
)
_NUMBER = r"(?:1[0-2]|[1-9]|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
# A bare number is an hour at the end of what is said, and before how often: "at 6 every morning".
_AFTER = r"(?=\s*(?:$|[.,;!?)]|(?:on|every|each|most|in the|and|so|but|now|because|when|before)\b))"
_HOUR = re.compile(
    r"\b(?P<link>at|by|from|till|until)\s+(?P<value>(?:"
    rf"(?:half|quarter|ten|five|twenty)\s+(?:(?:past|to)\s+)?{_NUMBER}"
    r"|(?:[01]?\d|2[0-3])(?:[:.][0-5]\d)?\s*(?:am|pm|a\.m\.|p\.m\.|o['’]?clock)"
    r"|(?:[01]?\d|2[0-3])[:.][0-5]\d|noon|midnight|midday"
    rf"|{_NUMBER}{_AFTER})"
    r"(?:\s+in\s+the\s+(?:morning|afternoon|evening))?)\b",
    re.IGNORECASE,
)
_PASSING = re.compile(
    r"\b(?:today|tonight|tomorrow|this (?:morning|evening|week))\b", re.IGNORECASE
)
GAP_MAX = 6
_LINK = re.compile(r"(?:on|at)\s+", re.IGNORECASE)
_OPENINGS = frozenset({"open", "closed", "shut"})
_OUTSIDE = frozenset({"ccomp", "advcl", "parataxis", "punct", "relcl", "acl"})
_HABITUAL = frozenset({Tense.PRESENT, Tense.ONGOING})


def routine(clause: Clause, reading: Reading) -> Iterator[Match]:
    """Yield the habit that a clause tells of, at its hour or as often as it says."""
    verb = clause.verb
    if not _is_habitual(clause) or not mention(clause.subject, reading, clause):
        return
    last = max(w.end for w in _within(verb))
    hour, often = hour_of(clause, reading), _OFTEN.search(reading.text, verb.end, last)
    starts = _first(hour, often)
    if starts is None or _is_what(starts, verb):
        return
    done = next(((h, link) for h, link in objects(verb) if h.start < starts), None)
    said, bare = _said(clause, done, reading)
    if done is not None and not bare:
        value = _done(done[0], starts, reading)
    elif said in reading.table.attributes:
        # "She drives every day" says nothing of a car.
        return
    else:
        said = f"{said} {'' if hour is None else hour['link'].casefold()}".strip()
        value = _time(verb, hour, often, reading)
    if value is None:
        return
    # "We play badminton on Thursdays": what is played is the value, and the text keeps when.
    known = value.head is verb or often is None or often[0] in value.text
    told = "" if known or often is None else f" {' '.join(often[0].split())}"
    yield open_match(clause, said, value, f"{said} {{a}}{{value}}{told.replace('{', '')}")


def opening(clause: Clause, reading: Reading) -> Iterator[Match]:
    """ "We're closed on Mondays", "my shop is open every day"."""
    verb, noun = clause.verb, clause.subject
    said = verb if verb.child("auxpass") is not None else verb.child("acomp")
    if said is None or said.low not in _OPENINGS or clause.tense is not Tense.PRESENT:
        return
    often = _OFTEN.search(reading.text, said.end, max(w.end for w in _within(verb)))
    if noun is None or often is None or clause.negated:
        return
    link = _LINK.match(reading.text, often.start())
    start = often.start() if link is None else link.end()
    value = Value(verb, reading.turn.text[start : often.end()], start, often.end())
    if noun.low in FIRST:
        found = open_match(
            clause, f"is {said.low} on", value, f"has a place that is {said.low} on {{value}}"
        )
    elif noun.child("poss") is not None and owns(noun.child("poss") or noun, reading.table):
        named = noun.lemma.casefold()
        text = f"has {with_article(named)} that is {said.low} on {{value}}"
        found = open_match(clause, f"{named} is {said.low} on", value, text, noun=noun)
    else:
        return
    # Its days are the value, and no time of the claim.
    yield replace(found, pattern=found.pattern.model_copy(update={"accept": "moment"}))


def _first(*hit: re.Match[str] | None) -> int | None:
    return min((match.start() for match in hit if match is not None), default=None)


def _is_what(start: int, verb: Word) -> bool:
    """Whether days are what is done, and not when: "I love Sundays" tells no habit."""
    return any(start <= word.start for word in verb.all("dobj") if word.tag == "NNPS")


def _is_habitual(clause: Clause) -> bool:
    active = clause.verb.is_verb and clause.verb.child("auxpass") is None
    doing = active and clause.verb.lemma not in ("be", "live") and clause.phase is Phase.WHOLE
    own = clause.teller is None and not clause.negated
    return doing and own and clause.tense in _HABITUAL


def _done(head: Word, end: int, reading: Reading) -> Value | None:
    """Return what is done that often; a count with what it counts: "five a side"."""
    if head.tag == "CD":
        return _counted(head, end, reading)
    return telling(head, reading)


def _counted(head: Word, end: int, reading: Reading) -> Value | None:
    text = reading.turn.text[head.start : end].rstrip(" ,")
    return Value(head, text, head.start, head.start + len(text)) if " " in text else None


def hour_of(clause: Clause, reading: Reading) -> re.Match[str] | None:
    """Return the hour at which a clause says that something begins, ends or is done every day."""
    verb = clause.verb
    if clause.lemma not in reading.table.listed("of_the_day") and not _goes(verb):
        return None
    last = max(w.end for w in _within(verb))
    found = _HOUR.search(reading.text, verb.end, last)
    # Who works at five is no employee of Five.
    employed = found is not None and verb.lemma == "work" and found["link"].lower() == "at"
    return None if employed or _PASSING.search(reading.text, verb.end, last) else found


def _goes(verb: Word) -> bool:
    """ "I go running at six", "she goes to bed at ten"."""
    doing = any(word.tag == "VBG" for word in verb.all("xcomp"))
    to_bed = any(word.low == "bed" for link in verb.all("prep") for word in link.all("pobj"))
    return verb.lemma == "go" and (doing or to_bed)


def _within(verb: Word) -> Iterator[Word]:
    """Yield the words of a clause without those of the clauses beside and below it."""
    yield verb
    pending = list(verb.children)
    while pending:
        word = pending.pop()
        if word.dep not in _OUTSIDE and not (word.dep == "conj" and word.is_verb):
            yield word
            pending += word.children


def _said(clause: Clause, done: tuple[Word, str] | None, reading: Reading) -> tuple[str, bool]:
    """Return what is done as an attribute, and whether its object is part of it: "works from
    home".
    """
    verb = third_person(clause.lemma)
    doing = next((w for w in clause.verb.all("xcomp") if w.tag == "VBG"), None)
    if doing is not None:
        return f"{verb} {doing.low}", True
    if done is None:
        return verb, True
    head, link = done
    bare = not head.children and head.low in reading.table.listed("usual") | {"work"}
    return " ".join(filter(None, (verb, link, head.low if bare else ""))), bare


def _time(
    verb: Word, hour: re.Match[str] | None, often: re.Match[str] | None, reading: Reading
) -> Value | None:
    """Return the words for how often, from the hour on where there is one."""
    found = [match for match in (hour, often) if match is not None]
    start = min(match.start() for match in found)
    if hour is not None and hour.start() == start:
        start = hour.start("value")
    elif often is not None and (link := _LINK.match(reading.text, start)) is not None:
        start = link.end()
    first = min(found, key=lambda match: match.start())
    between = reading.text[first.end() : max(match.start() for match in found)]
    end = first.end() if len(between) > GAP_MAX else max(match.end() for match in found)
    text = " ".join(reading.turn.text[start:end].split())
    return Value(verb, text, start, end) if text else None
