"""What may stand as a value: the words of a noun phrase, or of an activity.

A value is cut out of the message: leading articles, trailing clauses and expressions of time are
left outside, so that "the new job at Beta that I started in May" is "new job".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from extraction.dates.time_spans import TimeSpan
from extraction.language.sentence import Word
from extraction.model.candidates import RecentMemory, Turn
from extraction.offline.patterns.table import Table
from graph.kernel.entities.given_names import is_given

VALUE_WORDS_MAX = 9
ALTERNATIVES_MAX = 4
_LEFT = frozenset({"amod", "compound", "nummod", "nmod", "poss", "quantmod", "advmod", "punct"})
_ARTICLES = frozenset(
    {"a", "an", "the", "my", "our", "some", "another", "his", "her", "their", "no", "any"}
)
_APART = frozenset(
    {"relcl", "advcl", "acl", "conj", "cc", "parataxis", "ccomp", "appos", "npadvmod"}
)
_OF_A_CLAUSE = frozenset({"nsubj", "nsubjpass", "aux", "auxpass", "mark", "neg"})
_TRAILING = frozenset(
    {"now", "lol", "mate", "tbh", "btw", "haha", "though", "tho", "anyway", "pls", "me", "not"}
)
_YEAR = re.compile(r"(?:19|20)\d\d")
# A comma that the parser has read over: "oven, only two hot plates".
_BROKEN = re.compile(r"(?<!\d),\s+(?=[a-z])")
_SPEAKER = re.compile(r"\bI\b")
# What ends the name of a firm.
_OF_FIRMS = frozenset(
    {"co", "company", "partners", "son", "sons", "bros", "brothers", "associates", "ltd"}
)
# What of a word may stand behind or before its part: "7-Eleven", "AT&T", "C++".
_REST = re.compile(r"(?:[-/&+.#@]\w+)+[+#]*|[+#]+(?=\W|$)")
# Currency is a part of its amount: "$1,200".
_HEAD = re.compile(r"(?:(?:\w+[-/&+.])+|(?<!\w)(?:[A-Z]{1,3})?[$€£¥₹]\s?)$")
_WITHIN = frozenset({"of", "for", "about"})


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
    names: str
    memories: tuple[RecentMemory, ...] = ()

    @property
    def casual(self) -> bool:
        """Whether the message does without capitals, so that names cannot be told by them."""
        return not any(letter.isupper() for letter in _SPEAKER.sub("", self.text))

    def believes(self, attribute: str, value: str) -> bool:
        """Whether a memory that the window shows says so of somebody."""
        said = value.casefold()
        return any(
            m.attribute == attribute and (m.value or "").casefold() == said for m in self.memories
        )

    def timed(self, start: int, end: int) -> TimeSpan | None:
        """Return the expression of time that overlaps these characters, if one does."""
        return next((s for s in self.spans if s.start < end and start < s.end), None)


def phrases(head: Word, reading: Reading) -> Iterator[Value]:
    """Yield the noun phrase of a head, and those joined to it ("tennis and golf")."""
    if (name := _joint_name(head, reading)) is not None:
        yield name
        return
    for count, word in enumerate(_joined(head)):
        if count < ALTERNATIVES_MAX and (value := _phrase(word, reading)):
            yield value


def _joint_name(head: Word, reading: Reading) -> Value | None:
    """One name of several words that are joined: "Marks and Spencer", "Johnson, Smith & Co."."""
    row = list(_joined(head))
    if len(row) == 1 or not all(word.capital for word in row):
        return None
    first, final = _phrase(head, reading), row[-1]
    if first is None or first.start > final.start:
        return None
    # The May of a firm is no month.
    last = _phrase(final, reading) or Value(final, final.text, final.start, final.end)
    between = reading.text[first.end : last.start]
    one = row[-1].low.rstrip(".") in _OF_FIRMS or _is_firm(head, row, between)
    if not one or _are_known_apart(row, reading):
        return None
    text = " ".join(reading.turn.text[first.start : last.end].split())
    return Value(head, text, first.start, last.end, first.article)


def _are_known_apart(row: list[Word], reading: Reading) -> bool:
    """Whether each is known by itself: two towns, two languages of code, two told of before."""
    known = reading.table.listed("places") | reading.table.listed("technologies")
    return all(word.low in known for word in row) or all(w.text in reading.names for w in row)


def _is_firm(head: Word, row: list[Word], between: str) -> bool:
    """Whether joined names are one by their sign, or stand where only one name does."""
    if any(word.entity in ("LANGUAGE", "NORP") for word in row) or head.entity == "DATE":
        return False
    # Whom one works for is one firm, and often called by its founders; where the parser knows
    # one for a firm, and neither the joint for its part nor the other for somebody, they are two.
    alone = head.dep == "pobj" and head.head.low in ("at", "for", "in", "from")
    if "&" in between or "+" in between:
        return alone or not all(is_given(word.text) for word in row)
    sorts = {word.entity for word in row}
    within = any(joint.entity for word in row for joint in word.all("cc"))
    return alone and (within or "ORG" not in sorts or "PERSON" in sorts)


def whole(head: Word, reading: Reading) -> Value | None:
    """Return the whole noun phrase of a head, with all that says which is meant but clauses and
    times.
    """
    name = _joint_name(head, reading)
    value = name or _cut(head, list(_all_of(head)), reading) or next(phrases(head, reading), None)
    if value is None or _BROKEN.search(value.text) or _is_cut(value, head):
        return None
    if (year := _model_year(value, head, reading)) is not None:
        start = year.start
        value = replace(value, text=f"{year.text} {value.text}", start=start)
    own = any(child.low in ("my", "our") for child in head.all("poss"))
    return replace(value, article="their") if own else value


def _all_of(head: Word) -> Iterator[Word]:
    """Yield a noun with all that hangs on it; what heads its clause ("self-employed") by itself."""
    yield head
    pending = [word for word in _before_comma(head) if word.dep not in _OF_A_CLAUSE]
    while pending:
        word = pending.pop()
        if word.dep in _APART or (word.index < head.index and _is_article(word)):
            continue
        yield word
        pending += word.children


def _is_cut(value: Value, head: Word) -> bool:
    """Whether the number of a noun is not in its value: the ninety of so many pounds."""
    before = (c for c in head.all("nummod") if c.index < head.index)
    return any(not _YEAR.fullmatch(c.text) and not _inside(c, value) for c in before)


def _before_comma(head: Word) -> Iterator[Word]:
    """Return what hangs on a noun, but for an aside: "the hallway, very glamorous"."""
    commas = [c.index for c in head.children if c.low == "," and c.index > head.index]
    last = min(commas, default=None)
    return (c for c in head.children if last is None or c.index < last)


def _inside(word: Word, value: Value) -> bool:
    return value.start <= word.start < value.end


def _model_year(value: Value, head: Word, reading: Reading) -> Word | None:
    """Return the year that is part of a name, and no time: "a 2016 Honda Civic"."""
    years = (c for c in head.all("nummod") if c.index < head.index and _YEAR.fullmatch(c.text))
    year = next(years, None)
    between = "" if year is None else reading.text[year.end : value.start]
    return year if head.capital and year is not None and between == " " else None


def activity(head: Word, reading: Reading) -> Value | None:
    """Return what somebody does, from the verb on: "playing tennis with friends", "move to
    Lisbon".
    """
    words = [w for w in _near(head) if w.index >= head.index]
    value = _cut(head, words, reading)
    direct = head.child("dobj")
    if value is None or (direct is not None and direct.end > value.end):
        return None
    return value


def _is_article(word: Word) -> bool:
    """Whether a value leaves it outside; the "A" of "A levels" and "A minor" is none."""
    return word.low in _ARTICLES and not (word.text == "A" and word.index > 0)


def _joined(head: Word) -> Iterator[Word]:
    word: Word | None = head
    while word is not None:
        yield word
        word = next((c for c in word.children if _same(c, word)), None)


def _same(first: Word, second: Word) -> bool:
    denied = first.child("neg") is not None
    return first.dep == "conj" and not denied and first.tag[:1] == second.tag[:1]


def _phrase(head: Word, reading: Reading) -> Value | None:
    if head.dep == "conj" and any(child.low == "no" for child in head.children):
        # The dogs of "two cats and no dogs".
        return None
    words = [head, *_before(head)]
    for child in head.children:
        if child.index > head.index and child.dep == "prep" and _restricts(child, reading):
            words += list(child.subtree())
        elif child.index > head.index and (child.dep == "nummod" or _named_so(child, head)):
            words.append(child)
    return _cut(head, words, reading)


def _before(head: Word) -> Iterator[Word]:
    """Yield the words before a noun that say which is meant; the "A" of "A levels" too."""
    for child in head.children:
        if child.index < head.index and child.dep in _LEFT and not _is_article(child):
            yield from (w for w in child.subtree() if w.low not in ("a", "an", "the"))
        elif child.text == "A" and child.index == head.index - 1 and not _is_article(child):
            yield child


def _restricts(link: Word, reading: Reading) -> bool:
    """Whether it says which are meant, "animals with fur", and not with whom: "tennis with Tom"."""
    what = link.child("pobj")
    if link.low == "in" and what is not None and not link.head.capital:
        # "The general hospital in Ikeja" is no general hospital.
        return what.capital and reading.timed(what.start, what.end) is None
    if link.low != "with":
        return link.low in _WITHIN
    plain = what is not None and what.tag in ("NN", "NNS") and what.child("poss", "det") is None
    return plain and what is not None and what.lemma.casefold() not in reading.table.roles


def _named_so(genitive: Word, name: Word) -> bool:
    """Whether a name ends in "'s" of its own: "I work at Sainsbury's"."""
    return genitive.tag == "POS" and name.capital and name.dep in ("pobj", "dobj", "attr", "conj")


def _near(head: Word) -> Iterator[Word]:
    """Yield the words of a verb phrase, without what begins a clause of its own."""
    pending = [head]
    while pending:
        word = pending.pop()
        yield word
        pending += [
            child
            for child in word.children
            if child.tag == "HYPH"
            or child.dep
            not in ("advcl", "relcl", "conj", "cc", "punct", "parataxis", "ccomp", "mark")
        ]


def _cut(head: Word, words: list[Word], reading: Reading) -> Value | None:
    """Return the stretch of the message around the head that holds these words without a gap."""
    words = sorted(set(words), key=lambda word: word.index)
    place = words.index(head)
    before, after = words[:place][::-1], words[place + 1 :]
    near = [*_adjoining(head, before, reading), *_adjoining(head, after, reading)]
    chosen = _trimmed(head, [head, *near])
    if head not in chosen or len(chosen) > VALUE_WORDS_MAX or reading.timed(head.start, head.end):
        return None
    start, end = _unbroken(reading.text, chosen[0].start, chosen[-1].end)
    text = " ".join(reading.turn.text[start:end].split()).strip("\"'“”‘’*_ ")
    opens = not reading.text[:start].strip() or reading.text[:start].rstrip()[-1] in ".!?-"
    if opens and not chosen[0].tag.startswith("NNP") and text[1:2].islower():
        text = text[:1].lower() + text[1:]
    article = next((c.low for c in head.children if c.low in ("a", "an", "the", "some")), "")
    return Value(head, text, start, end, article) if any(c.isalnum() for c in text) else None


def _unbroken(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a stretch with the rest of a word that the parser has cut: "Stratford-upon-Avon"."""
    after, before = _REST.match(text, end), _HEAD.search(text[:start])
    end = end if after is None else after.end()
    return (start if before is None else before.start()), end


def _adjoining(head: Word, side: list[Word], reading: Reading) -> Iterator[Word]:
    """Yield the words of one side of the head, up to a gap or a time."""
    for distance, word in enumerate(side, 1):
        if abs(word.index - head.index) != distance or reading.timed(word.start, word.end):
            return
        yield word


def _trimmed(head: Word, chosen: list[Word]) -> list[Word]:
    """Return the words in order, without what cannot begin or end a value."""
    chosen = sorted(chosen, key=lambda word: word.index)
    while chosen and _begins_badly(chosen[0], head):
        chosen.pop(0)
    while chosen and chosen[-1] is not head and not _ends_well(chosen[-1], chosen):
        chosen.pop()
    if len(chosen) > 1 and chosen[-1].tag == "VB" and chosen[-2].tag == "TO":
        del chosen[-2:]
    return chosen


def _begins_badly(word: Word, head: Word) -> bool:
    """Whether a value may not begin with the word: a mark, or "my" that the parser misplaced."""
    mine = word is not head and word.low in ("my", "our")
    return word.tag in ("POS", "CC", "IN", ",", ":", "HYPH") or _mark(word) or mine


def _ends_well(word: Word, chosen: list[Word]) -> bool:
    """Whether a value may end with the word: its noun or verb must be inside too."""
    return (
        word.tag not in ("IN", "CC", ",", "DT", "PRP$", "TO", "UH")
        and word.low not in _TRAILING
        and word.head in chosen
    )


def _mark(word: Word) -> bool:
    return not any(character.isalnum() for character in word.text)
