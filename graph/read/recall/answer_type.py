"""What a question seeks, and whether a text can have it: a person, a number, a place. Pure.

This is the *answer type* of question answering (Li and Roth, COLING 2002), read from the question's
own words. However near a text is, it does not answer without anything of the kind: "Who conducts
Anselm's choir?" seeks a person, and "Anselm sings in the choir." names nobody else. What is sought
otherwise, any text may have.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache

from graph.model.values.date_values import DAY_NAMES, MONTH_NAMES
from graph.read.recall.tokens import Alike, share_of, stem, terms, words

# A "when" is answered by the interval of a belief, if that is the very event: it covers so much of
# the question, or its vector is near.
_EVENT_COVERED = 0.45


class Kind(Enum):
    """The kinds of answers that can be told from others by their words."""

    REASON = auto()
    AGE = auto()
    FREQUENCY = auto()
    DURATION = auto()
    PRICE = auto()
    NUMBER = auto()
    COLOUR = auto()
    PLACE = auto()
    PERSON = auto()
    NAME = auto()
    OCCUPATION = auto()


@dataclass(frozen=True, slots=True)
class Sought:
    """What a question seeks.

    ``thing`` is the stem of what it asks for by its noun, the rating in "What is Priya's chess
    rating?". ``more`` says that it asks for something that it does not say, ``time`` that it asks
    when. ``polar`` says that yes or no answers it, ``happening`` that it asks what happened, and
    nothing else.
    """

    question: str
    asked: frozenset[str]
    kind: Kind | None
    thing: str | None
    more: bool
    time: bool
    polar: bool
    happening: bool


# In order: the first that fits tells.
_QUESTIONS = {
    Kind.OCCUPATION: r"\bfor (?:a living|work)\b",
    Kind.REASON: r"\bwhy\b|\bhow come\b|\bwhat\b.*\bfor\?",
    Kind.AGE: r"\bhow old\b|\b(?:what|which) age\b",
    Kind.FREQUENCY: r"\bhow (?:often|frequently|regularly)\b",
    Kind.DURATION: r"\bhow long\b.*\b(?:take|took|taken|last|lasted|lasts)\b",
    Kind.PRICE: r"\b(?:how much|what (?:do|does|did))\b.*"
    r"\b(?:costs?|earns?|pays?|paid|charges?|spend|spent)\b",
    Kind.NUMBER: r"\bhow (?:many|much|tall|high|heavy|big|large|far|fast|deep|wide)\b"
    r"|\bwhat (?:do|does|did)\b.*\bweigh\b",
    Kind.COLOUR: r"\b(?:what|which) colou?rs?\b",
    Kind.PLACE: r"\bwhere\b",
    Kind.PERSON: r"\bwho(?:m|se)?\b",
    Kind.NAME: r"\b(?:what|which)\b.*\b(?:names?|called|named|surname|nickname)\b",
}
_KINDS = {kind: re.compile(pattern, re.IGNORECASE) for kind, pattern in _QUESTIONS.items()}
_ASKS_WHAT = re.compile(r"\b(?:who|whom|whose|what|which|where|how(?! long))\b", re.IGNORECASE)
_ASKS_OTHER = re.compile(r"\b(?:who|whom|whose|what|which|where|when|how|why)\b", re.IGNORECASE)
_ASKS_YES_OR_NO = re.compile(
    r"(?:^|[,;:.!?]\s)\s*(?:(?:and|so|but|or|then)\s+)?(?:do|does|did|am|is|are|was|were|have|has"
    r"|had|can|could|will|would|should|may|must)(?:n['\u2019]t)?\s",
    re.IGNORECASE,
)
_ASKS_WHAT_HAPPENED = re.compile(r"\b(?:what|anything|something)\b", re.IGNORECASE)
# What stands in a question for any deed or event.
_HAPPENS = "happen go going doing done planned scheduled event events calendar agenda up on"
_ASKS_WHEN = re.compile(r"\b(?:when|how long)\b", re.IGNORECASE)
# "What is Priya's chess rating", "Who was the minister of": the last noun before what narrows it.
_THING = re.compile(
    r"\W*(?:what|who|which)(?:['\u2019]s|(?:\s+[\w-]+){0,2}\s+(?:is|are|was|were))\s+(.*)",
    re.IGNORECASE,
)
_NARROWS = re.compile(
    r"\b(?:in|of|at|for|on|with|from|to|by|called|named|that|who|when|while)\b", re.IGNORECASE
)

_MONTH = f"(?:{'|'.join(MONTH_NAMES)})"
_SEASON = r"(?:spring|summer|autumn|winter)"
_UNIT = r"(?:year|month|week|day|night|hour|minute)s?"
_COUNTED = (
    r"(?:no|none|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty"
    r"|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|dozens?|half"
    r"|quarter|couple|pair|twins?|triplets|several|few|many|only|single|once|twice|both)"
)
_NUMBER = re.compile(rf"\d|\b{_COUNTED}\b", re.IGNORECASE)
# Numbers that count nothing: dates, clock times.
_TIME = re.compile(
    rf"\b\d{{1,2}} {_MONTH}\b|\b{_MONTH} \d{{1,2}}\b|\b(?:1[89]|20)\d\d\b|\b\d{{1,2}}:\d\d\b"
    r"|\bat \w+|\b\d{1,2} ?[ap]\.?m\b",
    re.IGNORECASE,
)
_SPAN = re.compile(rf"\b(?:\d+|an?|{_COUNTED}) {_UNIT}\b", re.IGNORECASE)
_COUNTS = re.compile(r"\bhow many (\w+)", re.IGNORECASE)
_ONE = re.compile(r"\ban? ((?:[\w-]+ ){0,2}[\w-]+)", re.IGNORECASE)
_ASKS_SPAN = re.compile(rf"\bhow (?:many {_UNIT}|much time)\b", re.IGNORECASE)
_PRICE = re.compile(
    r"[$\u20ac\u00a3\u00a5]|\b(?:\d+k|euros?|dollars?|pounds?|cents?|pence|francs?|rupees?|yen"
    r"|yuan|crowns?|kron\w+|usd|eur|gbp|prices?|costs?|paid|pays|salary|income|earns?|wages?|rent"
    r"|fees?|free|an? (?:month|year|week|hour|day))\b",
    re.IGNORECASE,
)
_OCCUPATION = re.compile(
    r"\b(?:work\w*|jobs?|employ\w*|profession\w*|occupation|career|business|trade|living|retired"
    r"|trained|(?:is|was|are|were|as) (?:an? )?\w+(?:er|or|ist|an|eon|ant|ent|yst|ot|se|ef))\b",
    re.IGNORECASE,
)
_AGE = re.compile(r"\b(?:born|birth\w*|age[ds]?|old|young\w*)\b", re.IGNORECASE)
_FREQUENCY = re.compile(
    rf"\b(?:every|each|per|daily|nightly|weekly|monthly|yearly|annually|always|never|often|seldom"
    rf"|rarely|sometimes|usually|regularly|times|\w+days|mornings|evenings|weekends?|when"
    rf"|whenever|{_UNIT})\b",
    re.IGNORECASE,
)
_REASON = re.compile(
    r"\b(?:because|due|so|to|for|after|reasons?|cause[ds]?|owing|thanks|therefore|afraid"
    r"|wants?)\b|\bsince\b(?! (?:\d|the |last|early|late|[A-Z]))"
)
_COLOUR = re.compile(
    r"\b(?:colou?r\w*|black|white|gr[ae]y|red|green|blue|yellow|orange|brown|purple|violet|pink"
    r"|beige|turquoise|gold|golden|silver|cream|navy|scarlet|crimson|maroon|teal|olive|ivory"
    r"|blonde?|brunette|ginger|tabby|dark|light|\w+ish)\b",
    re.IGNORECASE,
)
_PLACE = re.compile(
    r"\b(?:in|at|on|near|to|from|by|under|over|behind|beside|outside|inside|above|below|between"
    r"|across|around|along|off|beneath|opposite|through|into|towards?|within) "
    rf"(?!\d|{_MONTH}\b|{_SEASON}\b|\w+days?\b|weekends|night\b|noon\b|once\b"
    rf"|the (?:{_SEASON}|{_UNIT}|morning|evening|afternoon|weekend|end)\b)"
    r"|\b(?:abroad|online|home|hometown|birthplace|address|location|upstairs|downstairs|here)\b",
    re.IGNORECASE,
)
# "in Riga" names a place, and no one.
_CAPITALISED = re.compile(r"(?<!\bin )(?<!\bnear )\b[A-Z][\w'\u2019-]*")
_COMPANION = re.compile(r"\b(?:with|by) (?:an?|his|her|their|some|two|three) \w", re.IGNORECASE)
_NO_NAME = re.compile(rf"{_MONTH}|(?:{'|'.join(DAY_NAMES)})s?")

# Two relatives of whom neither is the other, and the words for both.
_COUNTERPARTS = (
    ("mother mum mom mama", "father dad papa", "parent"),
    ("sister", "brother", "sibling twin"),
    ("grandmother grandma granny", "grandfather grandpa granddad", "grandparent"),
    ("granddaughter", "grandson", "grandchild grandchildren"),
    ("aunt auntie", "uncle", "relative"),
    ("niece", "nephew", "relative"),
)
# Of each relative: own words, words for this and others, and those that are never for this.
_RELATIVES = (
    *((one, both, other) for one, other, both in _COUNTERPARTS),
    *((other, both, one) for one, other, both in _COUNTERPARTS),
    ("daughter", "child kid baby girl", "son boy"),
    ("son", "child kid baby boy", "daughter girl"),
    ("wife", "spouse married divorced partner husband", ""),
    ("husband", "spouse married divorced partner wife", ""),
    ("cousin", "relative", ""),
)
_OTHERS = (
    "friend girlfriend boyfriend fiance neighbour neighbor colleague coworker boss manager doctor"
    " dentist teacher tutor coach trainer mentor nurse therapist surgeon midwife lawyer landlord"
    " landlady flatmate roommate housemate classmate student pupil family team people man woman boy"
    " girl everybody everyone nobody someone somebody person user"
)


@cache
def _relatives() -> tuple[tuple[frozenset[str], ...], ...]:
    return tuple(tuple(map(terms, relative)) for relative in _RELATIVES)


@cache
def _people() -> frozenset[str]:
    return terms(_OTHERS).union(*(own | wider for own, wider, _ in _relatives()))


def read_question(question: str, names: frozenset[str] = frozenset()) -> Sought:
    """Read what a question seeks; ``names`` are the terms of the names in it."""
    kind = next((one for one, pattern in _KINDS.items() if pattern.search(question)), None)
    when = _ASKS_WHEN.search(question) is not None
    return Sought(
        question=question,
        asked=terms(question),
        kind=kind,
        thing=_thing(question, names),
        more=_ASKS_WHAT.search(question) is not None and not when,
        time=when and kind is not Kind.DURATION,
        polar=bool(_ASKS_YES_OR_NO.search(question)) and not _ASKS_OTHER.search(question),
        happening=bool(_ASKS_WHAT_HAPPENED.search(question))
        and terms(question) - names <= terms(_HAPPENS),
    )


def _thing(question: str, names: frozenset[str]) -> str | None:
    found = _THING.match(question)
    if found is None:
        return None
    nouns = [stem(word) for word in words(_NARROWS.split(found[1])[0])]
    return next((noun for noun in reversed(nouns) if noun not in names), None)


def can_answer(
    question: Sought,
    text: str,
    attribute: str,
    *,
    covered: float,
    near: bool,
    alike: Alike,
) -> bool:
    """Whether the text of a claim can have what a question seeks.

    ``attribute`` is the claim's, in words. ``covered`` is the share of the question's terms that
    the text has; its vector is ``near`` enough for the same event. ``alike`` tells which of its
    words stand for them; without any, words alone do not tell whether it has the thing.
    """
    if question.time and covered < _EVENT_COVERED and not near:
        return False
    held, under = terms(text), terms(attribute)
    thing = question.thing
    if thing is not None and alike and not share_of(thing, held | under, alike):
        return False
    if not _is_of_the_relatives(question.asked, held, under):
        return False
    return question.kind is None or _CAN_BE[question.kind](question, text, attribute)


def _is_of_the_relatives(
    asked: frozenset[str], terms: frozenset[str], attribute: frozenset[str]
) -> bool:
    """Whether a text is of each relative that is asked about, or of none that is another."""
    for own, wider, never in _relatives():
        if not own & asked or (own | wider) & terms:
            continue
        if never & terms or not (own | wider) & attribute:
            return False
    return True


def _has_a_name(question: Sought, text: str) -> bool:
    """Whether a text names what the question does not."""
    return any(
        stem(word) not in question.asked and not _NO_NAME.fullmatch(word)
        for match in _CAPITALISED.finditer(text)
        for word in words(match[0])
    )


def _counts(question: Sought, text: str) -> bool:
    """Whether a text has a number of what is counted; "a dog" is one dog."""
    plain = _TIME.sub(" ", text)
    if not _ASKS_SPAN.search(question.question):
        plain = _SPAN.sub(" ", plain)
    counted = _COUNTS.search(question.question)
    return _NUMBER.search(plain) is not None or (
        counted is not None
        and any(stem(counted[1].casefold()) in terms(one[1]) for one in _ONE.finditer(plain))
    )


_CAN_BE: dict[Kind, Callable[[Sought, str, str], bool]] = {
    Kind.REASON: lambda _, text, __: bool(_REASON.search(text)),
    Kind.AGE: lambda _, text, under: bool(_NUMBER.search(text) or _AGE.search(f"{text} {under}")),
    Kind.FREQUENCY: lambda _, text, __: bool(_FREQUENCY.search(text) or _NUMBER.search(text)),
    Kind.DURATION: lambda _, text, __: bool(_SPAN.search(text)),
    Kind.PRICE: lambda _, text, __: bool(_PRICE.search(text)),
    Kind.NUMBER: lambda asked, text, _: _counts(asked, text),
    Kind.COLOUR: lambda _, text, __: bool(_COLOUR.search(text)),
    # "lives in" says that the value is a place.
    Kind.PLACE: lambda _, text, under: bool(_PLACE.search(f"{text} {under} it")),
    Kind.PERSON: lambda asked, text, _: (
        _has_a_name(asked, text)
        or _COMPANION.search(text) is not None
        or bool(terms(text) & _people() - asked.asked)
    ),
    Kind.NAME: lambda asked, text, _: _has_a_name(asked, text),
    Kind.OCCUPATION: lambda _, text, under: bool(_OCCUPATION.search(f"{text} {under}")),
}
