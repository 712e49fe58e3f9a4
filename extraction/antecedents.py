"""Whom a third-person pronoun means, from the words before it; nobody, where that is not clear.

Only what the window shows is used: who was named, how recently, and whether the words around a
name tell a woman from a man ("my sister Clara"). A wrong person is worse than none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from extraction.model import Window

FEMALE = frozenset({"she", "her", "hers", "herself"})
MALE = frozenset({"he", "him", "his", "himself"})
PLURAL = frozenset({"they", "them", "their", "theirs", "themselves"})
THING = frozenset({"it", "its", "itself"})

_FEMALE_NOUN = (
    r"(?:sister|wife|mother|mom|mum|daughter|aunt|niece|girlfriend|grandmother|grandma|fianc[eé]e"
    r"|woman|girl|lady|queen|actress|Mrs|Ms|Miss|stepmother|stepsister|mother-in-law)"
)
_MALE_NOUN = (
    r"(?:brother|husband|father|dad|son|uncle|nephew|boyfriend|grandfather|grandpa|fianc[eé]"
    r"|man|boy|gentleman|king|actor|Mr|stepfather|stepbrother|father-in-law)"
)
_NAME = r"[^\W\d_]\w*(?:[-'\u2019][^\W\d_]\w*)*"
_CAPITALISED = re.compile(rf"(?<![\w'\u2019@#/])(?P<name>{_NAME}(?: {_NAME})*)")
_SENTENCE_START = re.compile(r"(?:^|[.!?:;\n\"\u201c(]\s*|\s[-\u2013\u2014]\s*)$")
_PLACE_BEFORE = re.compile(
    r"\b(?:in|at|near|into|outside|around|visit(?:ed|ing)?|leav(?:e|ing)|left"
    r"|(?:mov\w+|go|goes|going|went|travel\w*|fl(?:y|ew|ying)|relocat\w+|c[oa]m(?:e|ing)|back"
    r"|trip|return\w*|driv\w+|drove) (?:back )?(?:to|from))\s+$",
    re.IGNORECASE,
)
_COMPANY_AFTER = re.compile(
    r"^(?:['\u2019]s)? (?:Inc|Ltd|Corp|GmbH|University|College|Street|Hotel)\b"
)
_NO_NAME = frozenset(
    [
        *("a", "about", "actually", "after", "ah", "all", "also", "am", "an", "and", "any"),
        *("are", "as", "at", "because", "been", "before", "both", "but", "by", "can"),
        *("congrats", "cool", "could", "did", "do", "does", "during", "every", "everyone"),
        *("even", "finally", "for", "from", "good", "great", "had", "haha", "has", "have"),
        *("he", "hello", "her", "here", "hey", "hi", "him", "his", "honestly", "how", "i"),
        *("if", "in", "into", "is", "it", "its", "just", "last", "later", "lately", "let"),
        *("like", "look", "maybe", "me", "mine", "more", "most", "my", "never", "next"),
        *("nice", "no", "not", "now", "of", "oh", "ok", "okay", "on", "once", "one", "only"),
        *("or", "our", "out", "over", "please", "really", "same", "she", "since", "so"),
        *("some", "sometimes", "sorry", "still", "such", "sure", "thank", "thanks", "that"),
        *("the", "their", "them", "then", "there", "these", "they", "this", "those"),
        *("though", "through", "to", "today", "tomorrow", "tonight", "too", "until", "up"),
        *("us", "very", "was", "we", "well", "were", "what", "when", "where", "which"),
        *("while", "who", "why", "will", "with", "would", "wow", "yeah", "yes", "yesterday"),
        *("yet", "you", "your", "monday", "tuesday", "wednesday", "thursday", "friday"),
        *("saturday", "sunday", "january", "february", "march", "april", "may", "june"),
        *("july", "august", "september", "october", "november", "december", "mr", "mrs"),
        *("ms", "dr", "miss", "christmas", "easter", "english", "german", "french"),
        *("spanish", "italian", "portuguese", "chinese", "japanese", "russian"),
    ]
)


@dataclass(frozen=True, slots=True)
class Named:
    """A name in the window, and where: the turn's number, then the offset in it."""

    name: str
    turn: int
    at: int


def antecedent(pronoun: str, window: Window, position: int) -> str | None:
    """The name that the pronoun at ``position`` of the new turn stands for, if that is clear.

    The latest name before it that is a person's, not the speaker's own, and not of the other sex
    as far as the window tells; a plural or neuter pronoun only if there is just one such name.
    """
    word = pronoun.casefold()
    before = _before(window, position)
    if word in THING:
        return _only(_things(window, before))
    people = [named.name for named in before if _person(named.name, window)]
    if word in PLURAL:
        return _only(people)
    wanted, other = (_FEMALE_NOUN, _MALE_NOUN) if word in FEMALE else (_MALE_NOUN, _FEMALE_NOUN)
    told = _all_text(window)
    fitting = [name for name in people if not _called(name, other, told)]
    sure = [name for name in fitting if _called(name, wanted, told)]
    # One who surely fits and was named lately is meant, rather than one who may fit.
    if sure and sure[-1] in fitting[-3:]:
        return sure[-1]
    return fitting[-1] if fitting else None


def _before(window: Window, position: int) -> list[Named]:
    """The names before the position, in the order they were said; the speaker's own left out."""
    speaker = (window.turn.speaker or "").casefold()
    texts = [*(turn.text for turn in window.previous), window.turn.text[:position]]
    known = _known(window)
    return [
        Named(name, number, at)
        for number, text in enumerate(texts)
        for name, at in _names(text, known)
        if name.casefold() != speaker
    ]


def _names(text: str, known: dict[str, str]) -> list[tuple[str, int]]:
    found: list[tuple[str, int]] = []
    for match in _CAPITALISED.finditer(text):
        for run, at in _runs(match["name"], match.start()):
            whole = known.get(run.casefold())
            if whole or (not _PLACE_BEFORE.search(text[:at]) and _could_name(text, run, at)):
                found.append((whole or run, at))
    return found


def _runs(words: str, start: int) -> list[tuple[str, int]]:
    """The stretches of capitalised words, function words cut off."""
    runs: list[tuple[str, int]] = []
    for match in re.finditer(r"\S+", words):
        word, at = re.sub(r"['\u2019]s?$", "", match[0]), start + match.start()
        if not word[:1].isupper() or word.casefold() in _NO_NAME or "'" in word or "\u2019" in word:
            runs.append(("", at))
        elif runs and runs[-1][0]:
            runs[-1] = (f"{runs[-1][0]} {word}", runs[-1][1])
        else:
            runs.append((word, at))
    return [(run, at) for run, at in runs if run]


def _could_name(text: str, run: str, at: int) -> bool:
    if _COMPANY_AFTER.match(text[at + len(run) :]) or run.isupper():
        return False
    # A lone capital at a sentence's start is an ordinary word as often as a name.
    starts = _SENTENCE_START.search(text[:at]) is not None
    return (
        not starts
        or " " in run
        or re.match(r"(?:['\u2019]s)? [a-z]|,", text[at + len(run) :]) is not None
    )


def _known(window: Window) -> dict[str, str]:
    """What is surely a name: active entities and speakers, also by a first name of several."""
    names = [entity.name for entity in window.entities]
    names += [turn.speaker for turn in (*window.previous, window.turn) if turn.speaker]
    known = {name.casefold(): name for name in names}
    for name in names:
        known.setdefault(name.split()[0].casefold(), name)
    return known


def _person(name: str, window: Window) -> bool:
    kinds = {entity.name.casefold(): entity.kind for entity in window.entities}
    return kinds.get(name.casefold(), "person") == "person"


def _things(window: Window, before: list[Named]) -> list[str]:
    things = {entity.name for entity in window.entities if entity.kind != "person"}
    return [named.name for named in before if named.name in things]


def _only(names: list[str]) -> str | None:
    distinct = set(names)
    return names[-1] if len(distinct) == 1 else None


def _called(name: str, noun: str, text: str) -> bool:
    """Whether the text calls the bearer of the name by such a noun, beside the name."""
    own = re.escape(name)
    return (
        re.search(
            rf"\b{noun}\b\.?,? (?:(?:is|was|called|named|,) )?{own}\b"
            rf"|\b{own}(?:,| is| was|, who is) (?:\w+ ){{0,2}}{noun}\b",
            text,
        )
        is not None
    )


def _all_text(window: Window) -> str:
    lines = [turn.text for turn in (*window.previous, window.turn)]
    lines += [f"{entity.role} {entity.name}" for entity in window.entities if entity.role]
    return "\n".join(lines)
