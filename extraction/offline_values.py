"""What stands as a value: the words of a noun phrase or an activity, and whether they may be one.

A value is cut out of the message: leading articles, trailing clauses and expressions of time are
left outside, so that "the new job at Beta that I started in May" is "new job".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from extraction.date_words import MONTH, WEEKDAY
from extraction.dates import TimeSpan
from extraction.model import Turn
from extraction.offline_patterns import Table
from extraction.offline_tree import Word

VALUE_WORDS_MAX = 9
ALTERNATIVES_MAX = 4

_LEFT = frozenset({"amod", "compound", "nummod", "nmod", "poss", "quantmod", "advmod", "punct"})
_ARTICLES = frozenset({"a", "an", "the", "my", "our", "some", "another", "his", "her", "their"})
_POINTING = frozenset({"this", "that", "these", "those", "your", "its"})
_ELSEWHERE = frozenset({"your", "its"})
_UNCLEAR = frozenset({"you", "this", "that", "it", "them", "things", "stuff"})
_EMPTY_DOING = frozenset({"know", "see", "get", "have", "keep", "feel", "let", "hear", "be"})
_DEFINITE = _POINTING | {"the", "his", "her", "their", "every", "each", "any", "all", "no"}
_PARTICULAR = _DEFINITE | {"a", "an", "another"}
_WITHIN = frozenset({"of", "for", "about"})
_PLACES = frozenset({"GPE", "LOC", "FAC"})
_TIMES = frozenset({"DATE", "TIME"})
_NO_PERSON = _PLACES | _TIMES | {"NORP", "LANGUAGE", "EVENT", "WORK_OF_ART", "MONEY", "CARDINAL"}
_NO_FIRM = _TIMES | {"NORP", "LANGUAGE", "EVENT", "CARDINAL", "MONEY"}
_CALENDAR = re.compile(rf"{MONTH}|{WEEKDAY}", re.IGNORECASE)
_PRAISE = frozenset(
    {
        "good",
        "great",
        "bad",
        "terrible",
        "decent",
        "better",
        "best",
        "huge",
        "big",
        "awesome",
        "natural",
    }
    | {"amazing", "total", "real", "true", "proud", "fellow", "born", "little", "lousy", "slow"}
)
_PRONOUNS = frozenset({"PRP", "PRP$", "WP", "WDT", "EX", "DT", "WRB"})


@dataclass(frozen=True, slots=True)
class Value:
    """A value found in the message: ``text`` as it is kept, and the characters it was cut from."""

    head: Word
    text: str
    start: int
    end: int
    article: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """What is needed to judge a value: the message, its times, the table, and what went before."""

    turn: Turn
    text: str
    spans: tuple[TimeSpan, ...]
    table: Table
    known: str

    def timed(self, start: int, end: int) -> TimeSpan | None:
        """The expression of time that overlaps these characters, if one does."""
        return next((s for s in self.spans if s.start < end and start < s.end), None)


def phrases(head: Word, reading: Reading) -> Iterator[Value]:
    """The noun phrase of a head, and those joined to it ("tennis and golf")."""
    for count, word in enumerate(_joined(head)):
        if count < ALTERNATIVES_MAX and (value := _phrase(word, reading)):
            yield value


def activity(head: Word, reading: Reading) -> Value | None:
    """What somebody does, from the verb on: "playing tennis with friends", "move to Lisbon"."""
    words = [w for w in _near(head) if w.index >= head.index]
    value = _cut(head, words, reading)
    direct = head.child("dobj")
    if value is None or (direct is not None and direct.end > value.end):
        return None
    return value


def _joined(head: Word) -> Iterator[Word]:
    word: Word | None = head
    while word is not None:
        yield word
        word = next(
            (c for c in word.children if c.dep in ("conj", "appos") and _same(c, word)), None
        )


def _same(one: Word, other: Word) -> bool:
    named = other.dep != "appos" or one.dep == "conj"
    return named and one.dep == "conj" and one.tag[:1] == other.tag[:1]


def _phrase(head: Word, reading: Reading) -> Value | None:
    words = [head]
    for child in head.children:
        if child.index < head.index and child.dep in _LEFT and child.low not in _ARTICLES:
            words += [w for w in child.subtree() if w.low not in ("a", "an", "the")]
        elif child.dep == "prep" and child.low in _WITHIN and child.index > head.index:
            words += list(child.subtree())
        elif child.dep == "nummod" and child.index > head.index:
            words.append(child)
    return _cut(head, words, reading)


def _near(head: Word) -> Iterator[Word]:
    """The words of a verb phrase, without what begins a clause of its own."""
    pending = [head]
    while pending:
        word = pending.pop()
        yield word
        pending += [
            child
            for child in word.children
            if child.dep
            not in ("advcl", "relcl", "conj", "cc", "punct", "parataxis", "ccomp", "mark")
        ]


def _cut(head: Word, words: list[Word], reading: Reading) -> Value | None:
    """The stretch of the message around the head that holds these words without a gap."""
    words = sorted(set(words), key=lambda word: word.index)
    chosen = [head]
    for step, side in ((1, words[words.index(head) + 1 :]), (-1, words[: words.index(head)][::-1])):
        last = head.index
        for word in side:
            if word.index != last + step or reading.timed(word.start, word.end):
                break
            chosen.append(word)
            last = word.index
    chosen.sort(key=lambda word: word.index)
    while chosen and (chosen[0].tag in ("POS", "CC", "IN", ",", ":", "HYPH") or _mark(chosen[0])):
        chosen.pop(0)
    while chosen and chosen[-1] is not head and not _ends_well(chosen[-1], chosen):
        chosen.pop()
    if head not in chosen or len(chosen) > VALUE_WORDS_MAX or reading.timed(head.start, head.end):
        return None
    start, end = chosen[0].start, chosen[-1].end
    text = " ".join(reading.turn.text[start:end].split()).strip("\"'“”‘’*_ ")
    opens = not reading.text[:start].strip() or reading.text[:start].rstrip()[-1] in ".!?-"
    if opens and not chosen[0].tag.startswith("NNP") and text[1:2].islower():
        text = text[:1].lower() + text[1:]
    article = next((c.low for c in head.children if c.low in ("a", "an", "the", "some")), "")
    return Value(head, text, start, end, article) if any(c.isalnum() for c in text) else None


def _ends_well(word: Word, chosen: list[Word]) -> bool:
    """Whether a value may end with the word: its noun or verb must be inside too."""
    return word.tag not in ("IN", "CC", ",", "DT", "PRP$", "TO") and word.head in chosen


def _mark(word: Word) -> bool:
    return not any(character.isalnum() for character in word.text)


def acceptable(value: Value, accept: str, reading: Reading) -> bool:
    """Whether a value is of the sort that a pattern asks for."""
    if accept.startswith("@"):
        return _listed(value, reading.table.listed(accept[1:]))
    return _SORTS[accept](value, reading)


def _listed(value: Value, words: frozenset[str]) -> bool:
    head = value.head
    before = [child.low for child in head.children if child.index == head.index - 1]
    names = {value.text.casefold(), head.lemma.casefold(), head.low}
    names |= {f"{word} {form}" for word in before for form in (head.low, head.lemma.casefold())}
    pointing = any(child.low in _ELSEWHERE for child in head.children)
    return not pointing and bool(names & words)


def _proper(value: Value) -> bool:
    head = value.head
    placed = head.dep in ("dobj", "pobj", "attr", "oprd") or head.entity != ""
    return head.capital and (head.tag.startswith("NN") or placed) and not _calendar(value)


def _calendar(value: Value) -> bool:
    """Whether it names a day, a month or a feast, whatever the sentence does with it."""
    return value.head.entity in _TIMES or _CALENDAR.fullmatch(value.text) is not None


def _place(value: Value, reading: Reading) -> bool:
    del reading
    return _proper(value) and value.head.entity not in ("NORP", "LANGUAGE", "CARDINAL", "MONEY")


def _town(value: Value, reading: Reading) -> bool:
    return value.head.entity in _PLACES and not _known_employer(value, reading)


def _name(value: Value, reading: Reading) -> bool:
    del reading
    return _proper(value)


def _company(value: Value, reading: Reading) -> bool:
    del reading
    return _proper(value) and value.head.entity not in _NO_FIRM


def _firm(value: Value, reading: Reading) -> bool:
    if _known_employer(value, reading):
        return True
    return _proper(value) and value.head.entity in ("ORG", "PRODUCT")


def _known_employer(value: Value, reading: Reading) -> bool:
    said = re.escape(value.text)
    return (
        re.search(rf"\b(?:at|for|with|join(?:ed|ing)?|by)\s+(?:the\s+)?{said}\b", reading.known)
        is not None
    )


def _organisation(value: Value, reading: Reading) -> bool:
    return _company(value, reading) or _listed(value, reading.table.listed("organisations"))


def _school(value: Value, reading: Reading) -> bool:
    words = set(value.text.casefold().split())
    return bool(words & reading.table.listed("schools"))


def _university(value: Value, reading: Reading) -> bool:
    return _company(value, reading) or _school(value, reading)


def _occupation(value: Value, reading: Reading) -> bool:
    if any(child.low in _PRAISE | _POINTING for child in value.head.children):
        return False
    jobs = reading.table.listed("occupations")
    return value.head.tag.startswith("NN") and (value.head.lemma.casefold() in jobs)


def _person(value: Value, reading: Reading) -> bool:
    del reading
    tagged = value.head.tag.startswith("NNP")
    return tagged and _proper(value) and value.head.entity not in _NO_PERSON


def _plain(value: Value, reading: Reading) -> bool:
    head = value.head
    if head.tag in _PRONOUNS or head.lemma.casefold() in reading.table.listed("vague"):
        return False
    return not any(child.low in _ELSEWHERE for child in head.children)


def _thing(value: Value, reading: Reading) -> bool:
    return _plain(value, reading) and value.head.tag[:2] in ("NN", "VB", "JJ", "FW")


def _activity(value: Value, reading: Reading) -> bool:
    """Something liked in general, not this one here and not somebody."""
    head, roles = value.head, reading.table.roles
    if head.tag == "VBG":
        empty = head.lemma in _EMPTY_DOING or value.text.casefold().endswith(" sure")
        return not empty and not any(w.low in _UNCLEAR for w in head.subtree())
    owned = [child for child in head.children if child.dep in ("det", "poss", "predet")]
    if any(child.low in _PARTICULAR or child.dep == "poss" for child in owned):
        return False
    if head.lemma.casefold() in roles or head.entity == "PERSON" or _calendar(value):
        return False
    return _thing(value, reading) and not head.tag.startswith("JJ")


def _language(value: Value, reading: Reading) -> bool:
    known = value.head.low in reading.table.listed("languages")
    return known or value.head.entity == "LANGUAGE"


def _tool(value: Value, reading: Reading) -> bool:
    """A named thing, a known sort of tool, or a bare word as tools are called ("use pytest")."""
    if _company(value, reading) or _listed(value, reading.table.listed("tools")):
        return True
    bare = not value.head.children or all(c.dep in ("neg", "punct") for c in value.head.children)
    return bare and value.head.tag in ("NN", "NNP", "JJS", "FW") and _plain(value, reading)


def _vehicle(value: Value, reading: Reading) -> bool:
    return _company(value, reading) or _listed(value, reading.table.listed("vehicles"))


def _destination(value: Value, reading: Reading) -> bool:
    if value.head.entity == "PERSON" and value.head.dep == "dobj":
        return False
    return _place(value, reading) or _listed(value, reading.table.listed("destinations"))


def _doing(value: Value, reading: Reading) -> bool:
    return value.head.tag == "VBG" and _activity(value, reading)


def _locale(value: Value, reading: Reading) -> bool:
    return value.head.entity in _PLACES or _listed(value, reading.table.listed("destinations"))


def _title(value: Value, reading: Reading) -> bool:
    quoted = reading.text[max(0, value.start - 1) : value.start] == '"'
    return quoted or value.head.entity == "WORK_OF_ART"


def _worded(name: str) -> Callable[[Value, Reading], bool]:
    return lambda value, reading: _listed(value, reading.table.listed(name))


_SORTS: dict[str, Callable[[Value, Reading], bool]] = {
    "place": _place,
    "town": _town,
    "name": _name,
    "company": _company,
    "firm": _firm,
    "employer": _firm,
    "organisation": _organisation,
    "school": _school,
    "university": _university,
    "occupation": _occupation,
    "person": _person,
    "plain": _plain,
    "thing": _thing,
    "activity": _activity,
    "language": _language,
    "tool": _tool,
    "vehicle": _vehicle,
    "destination": _destination,
    "locale": _locale,
    "doing": _doing,
    "title": _title,
    "artefact": _worded("artefacts"),
    "achievement": _worded("achievements"),
}
