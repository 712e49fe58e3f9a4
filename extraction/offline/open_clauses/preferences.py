"""What somebody likes, with all that is said of it: "my curry really hot", "a window seat"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from extraction.language.sentence import Word
from extraction.offline.clauses.clause import Clause, Tense
from extraction.offline.clauses.pattern_matching import Match
from extraction.offline.clauses.value_phrases import Reading, Value
from extraction.offline.open_clauses.match import is_empty
from extraction.offline.patterns.table import Pattern
from extraction.offline.people.subjects import FIRST

WORDS_MAX = 9
_TASTES = ("likes", "dislikes", "prefers")
# With "always" these tell a preference: "I always go for an aisle seat".
_CHOICES = frozenset({"want", "choose", "go", "order", "prefer", "take", "pick"})
_SEASON = re.compile(
    r"summer|winter|spring|autumn|fall|(?:mon|tues|wednes|thurs|fri|satur|sun)days"
)
_SAYING = frozenset({"have", "be", "say", "break", "ask", "admit", "tell", "bother", "see", "hear"})
_POINTING = frozenset({"this", "that", "these", "those"})
_HERE = _POINTING | {"you", "your", "yours", "me"}
_APART = frozenset({"conj", "cc", "punct", "advcl"})


def taste(clause: Clause, reading: Reading) -> Iterator[Match]:
    """Each thing that a clause says somebody likes, dislikes or prefers."""
    verb = clause.verb
    always = any(word.low == "always" for word in verb.all("advmod"))
    attribute = _attribute(verb, reading, always=always)
    liked = _liked(verb)
    if attribute is None or liked is None or clause.tense is not Tense.PRESENT:
        return
    said = [*verb.all("prep", "acomp", "oprd", "advmod"), *_qualities(verb)]
    beside = [word for word in said if word.index > liked.index]
    if _of_the_talk(verb):
        return
    told = bool(beside) or liked.child("prep", "relcl", "amod") is not None
    general = _SEASON.fullmatch(liked.low) is not None
    if (is_empty(liked, reading) and not (told or general)) or _this_one(
        liked, clause, always=always
    ):
        return
    pattern = Pattern(attribute=attribute, kind="state")
    for value in _stretches(liked, beside, reading):
        yield Match(clause, pattern, value, value.text)


def _of_the_talk(verb: Word) -> bool:
    """Whether what is liked is here, or who listens: "I love your tattoo", "hate to say it"."""
    words = [w for part in verb.all("dobj", "xcomp", "prep", "dative") for w in part.subtree()]
    return any(w.low in _HERE or w.tag == "PRP" or w.lemma in _SAYING for w in words)


def _attribute(verb: Word, reading: Reading, *, always: bool) -> str | None:
    found = next((name for name in _TASTES if verb.lemma in reading.table.listed(name)), None)
    return "prefers" if found is None and always and verb.lemma in _CHOICES else found


def _qualities(verb: Word) -> list[Word]:
    """How it is liked, where the parser makes a clause of it: "her tea really strong"."""
    return [w for w in verb.all("ccomp") if w.tag == "JJ" and w.child("aux", "nsubj") is None]


def _liked(verb: Word) -> Word | None:
    """Return the noun or the doing that is liked; what one goes for."""
    if verb.lemma == "go":
        links = (link for link in verb.all("prep") if link.low == "for")
        found = next((word for link in links for word in link.all("pobj")), None)
    else:
        doing = (word for word in verb.all("xcomp") if word.tag in ("VBG", "VB"))
        found = verb.child("dobj") or next(doing, None) or _season(verb)
    return found if found is not None and found.tag[:2] in ("NN", "VB") else None


def _season(verb: Word) -> Word | None:
    """Return a bare season or weekday that follows at once, which the parser takes for a time."""
    after = (word for word in verb.all("npadvmod") if word.index == verb.index + 1)
    return next((w for w in after if not w.children and _SEASON.fullmatch(w.low)), None)


def _this_one(liked: Word, clause: Clause, *, always: bool) -> bool:
    """Whether only this one here is liked: "I love the new design", not "I love the Beatles"."""
    before = {word.low for word in liked.all("det")}
    if before & _POINTING:
        return not always
    own = clause.subject is None or clause.subject.low in FIRST
    return "the" in before and own and not (always or liked.capital)


def _own(head: Word) -> Iterator[Word]:
    """Yield the words that hang on one, but for what is joined to it."""
    for child in head.children:
        if child.dep not in _APART:
            yield from child.subtree()


def _stretches(liked: Word, beside: list[Word], reading: Reading) -> Iterator[Value]:
    """Yield what is liked with all that is said of it; several things one by one."""
    several = [w for w in liked.all("conj") if w.tag[:2] == liked.tag[:2] and not beside]
    around = [w for part in beside for w in part.subtree()]
    for head in [liked, *several]:
        words = [head, *_own(head), *around]
        start, end = min(w.start for w in words), max(w.end for w in words)
        text = " ".join(reading.turn.text[start:end].split())
        in_general = _SEASON.fullmatch(text.casefold()) is not None
        if len(text.split()) <= WORDS_MAX and (in_general or reading.timed(start, end) is None):
            yield Value(head, text, start, end)
