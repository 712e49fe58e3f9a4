"""What a text must not lose when it is merged with others: its marks, and their order. Pure.

The marks of a text are its numbers, its names (words with a capital), its dates (which are numbers
and names), whether it negates, and the content words of its value. A merged text has to show every
mark of every text that it stands for, and may say nothing that none of them says.

Who lends to whom, and what comes before what, is told by the order of words: those of each text
have to stand in the merged one in their order, numbers with what they count. Nearly any word that
is put among them makes another statement: New York is not York, and who is vegan in theory is not
vegan. So a merged text may add to another only when or where: "at 5 pm", "on Mondays", "in Porto".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from unicodedata import normalize

from graph.read.recall.tokens import stem, terms, words

NEGATION, AND = "not", "and"

_NEGATIVES = frozenset(
    {"no", "not", "never", "none", "nobody", "nothing", "neither", "nor", "without", "cannot"}
    | {"arent", "cant", "didnt", "doesnt", "dont", "isnt", "wasnt", "werent", "wont"}
)
_CONTRACTED = re.compile(r"n['\u2019]t\b", re.IGNORECASE)
_WORD = re.compile(r"\w+")
_NUMBER = re.compile(
    r"(?<![\w.,:/-])(?P<minus>[-\u2212]?)(?P<digits>\d+(?:[.,:/-]\d+)*)(?!\w)(?P<share>\s?%?)"
)
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
# Signs that say as much as words: currencies, plus and minus, degrees.
_SIGN = r"[^\w\s.,;:!?()\[\]{}'\"\u2018-\u201f\u2010-\u2015-]"
_TOKEN = re.compile(rf"(?P<number>{_NUMBER.pattern})|(?P<word>\w+)|(?P<sign>{_SIGN})")
_FRACTION = re.compile(r"(?<=\d)(?=[\u00bc-\u00be\u2150-\u215e])")
# They say nothing by themselves, and stand or not.
_BESIDE = frozenset({"a", "an", "the", "am", "is", "are", "be", "do", "does", "that", "which"})
_YEAR = re.compile(r"[12]\d{3}")
_LEADS = frozenset({"at", "in", "on", "near", "during"})
_HALVES = frozenset({"am", "pm"})
_WEEKDAYS = frozenset(
    f"{day}day{plural}"
    for day in ("mon", "tues", "wednes", "thurs", "fri", "satur", "sun")
    for plural in ("", "s")
)
_MONTHS = frozenset({"january", "february", "march", "april", "may", "june", "july", "august"}) | {
    *("september", "october", "november", "december")
}
_TIMES = (
    _HALVES
    | _WEEKDAYS
    | _MONTHS
    | {"morning", "mornings", "afternoon", "afternoons", "evening", "evenings", "night", "nights"}
    | {"noon", "midnight", "weekends", "spring", "summer", "autumn", "winter"}
)


@dataclass(frozen=True, slots=True)
class Wording:
    """A text, and the words of it that say the value; all of it where they are not known."""

    text: str
    value: str


def numbers(text: str) -> frozenset[str]:
    """Return the numbers of a text, with their signs: ``9:30``, ``-5``, ``20%``, ``2024-05-01``.

    Thousands have no commas.
    """
    return frozenset(map(_number, _NUMBER.finditer(_THOUSANDS.sub("", text))))


def _number(match: re.Match[str]) -> str:
    minus = "-" if match["minus"] else ""
    return f"{minus}{match['digits']}{match['share'].strip()}"


def compatible(text: str) -> str:
    """Return a text in compatible form (NFKC), but for digits above and below the line: x² is not
    x2.
    """
    raised = (c.isdigit() and not c.isdecimal() for c in text)
    return "".join(
        c if is_raised else normalize("NFKC", c) for c, is_raised in zip(text, raised, strict=True)
    )


def negates(text: str) -> bool:
    """Return whether a text says that something is not so."""
    plain = text.casefold()
    return bool(_CONTRACTED.search(plain)) or not _NEGATIVES.isdisjoint(_WORD.findall(plain))


def marks(wording: Wording) -> frozenset[str]:
    """Return the marks of a text: stems of names and of the value's words, numbers, negation."""
    names = {word for word in _WORD.findall(wording.text) if word[0].isupper()}
    found = terms(" ".join(names)) | _terms(wording.value) | numbers(wording.text)
    return found | {NEGATION} if negates(wording.text) else found


def find_marks(text: str) -> frozenset[str]:
    """Return what a text shows of possible marks: the stems of all its words, numbers, negation."""
    found = _terms(text)
    return found | {NEGATION} if negates(text) else found


def _terms(text: str) -> frozenset[str]:
    """Return the stems of the content words of a text, and its numbers."""
    plain = _THOUSANDS.sub("", text)
    return frozenset(map(stem, words(_NUMBER.sub(" ", plain)))) | numbers(plain)


def lost(merged: Wording, originals: Iterable[Wording]) -> tuple[str, ...]:
    """Return what a merged text would lose of its originals, sorted: marks, and words out of order.

    A negation is lost where only some of them negate, whichever way the merged text has it; so is
    what one says flatly where the merged text has a word that changes it.
    """
    listed = list(originals)
    wanted = frozenset[str]().union(*map(marks, listed))
    missing = set(wanted - find_marks(merged.text))
    missing |= frozenset[str]().union(*(_terms(one.value) for one in listed)) - find_marks(
        merged.value
    )
    whole, parts = _statement(merged.text), [_statement(one.text) for one in listed]
    said = frozenset({AND, *(word.form for part in parts for word in part.words)})
    missing = missing.union(*(_changes(part, whole, said) for part in parts))
    if len({negates(one.text) for one in (merged, *listed)}) > 1:
        missing.add(NEGATION)
    return tuple(sorted(missing))


@dataclass(frozen=True, slots=True)
class _Word:
    """A word, number or sign in the form that counts.

    ``adds``: it may say when or where. ``leads``: it stands before what does. ``counts``: a number.
    """

    form: str
    adds: bool
    leads: bool = False
    counts: bool = False


@dataclass(frozen=True, slots=True)
class _Statement:
    """The words of a text that count, in their order, and its numbers with what they count."""

    words: tuple[_Word, ...]
    counted: frozenset[tuple[str, str]]


def _statement(text: str) -> _Statement:
    """Read a text: its words as they are, for who buys markets does not buy marketing, and whatever
    negates as one word.
    """
    parted = _FRACTION.sub(" ", _THOUSANDS.sub("", text))
    plain = _CONTRACTED.sub(" not", compatible(normalize("NFC", parted)))
    found: list[_Word] = []
    counted: set[tuple[str, str]] = set()
    number = None
    for token in _TOKEN.finditer(plain):
        word = _word(token, after_number=number is not None)
        if word is None:
            continue
        if number is not None:
            counted.add((number, word.form))
        number = word.form if token["number"] else None
        found.append(word)
    return _Statement(tuple(found), frozenset(counted))


def _word(token: re.Match[str], *, after_number: bool) -> _Word | None:
    """Return what a token says; None if it says nothing by itself."""
    if token["number"]:
        number = _number(token)
        # A year alone says that it was so then, and not when it is.
        return _Word(number, adds=not _YEAR.fullmatch(number), counts=True)
    if token["sign"]:
        return _Word(token["sign"], adds=False)
    word: str = token["word"]
    plain = word.casefold()
    # Vitamin A has no article behind it, and IT is none.
    is_name = word.isupper() and token.start() > 0
    if plain in _BESIDE and not is_name and not (after_number and plain in _HALVES):
        return None
    adds = plain in _TIMES or (word[0].isupper() and plain not in _LEADS)
    return _Word(_form(word), adds, plain in _LEADS)


def _form(word: str) -> str:
    plain = word.casefold()
    if plain in _NEGATIVES:
        return NEGATION
    return word if word == "May" or word.isupper() else plain


def _changes(part: _Statement, whole: _Statement, others: frozenset[str]) -> set[str]:
    """Return the words of one statement that another has not in their order, or that change it.

    ``others`` are the words of further statements that the other one stands for.
    """
    rest = list(whole.words)
    missing: set[str] = set()
    changing: set[str] = set()
    for number, word in enumerate(part.words, start=1):
        at = next((at for at, other in enumerate(rest) if other.form == word.form), None)
        if at is None:
            missing.add(word.form)
            continue
        listed = number == len(part.words) and _is_list(rest[:at], others, joint=-1)
        changing |= set() if listed else _beyond_when_and_where(rest[:at])
        rest = rest[at + 1 :]
    missing |= {number for number, _ in part.counted - whole.counted}
    if not _is_list(rest, others, joint=0):
        changing |= _beyond_when_and_where(rest)
    return missing or changing


def _is_list(words: Sequence[_Word], others: frozenset[str], *, joint: int) -> bool:
    """Whether words only put further members beside one: "and the terminal", "the editor and"."""
    if len(words) < 2 or words[joint].form != AND:
        return False
    return all(word.form in others and not word.counts for word in words)


def _beyond_when_and_where(words: Sequence[_Word]) -> set[str]:
    """Return the words that are put into a statement, but those that say when or where it is so."""
    changing: set[str] = set()
    led = False
    if len(words) == 1 and _YEAR.fullmatch(words[0].form):
        # That of "May 2026", where the month is known already.
        return changing
    for at, word in enumerate(words):
        follows = words[at + 1 : at + 2]
        if word.leads and follows and follows[0].adds:
            led = True
        elif not (led and word.adds):
            changing.add(word.form)
            led = False
    return changing


def find_invented(merged: Wording, originals: Iterable[Wording]) -> tuple[str, ...]:
    """Return what a merged text says and none of its originals does, in order."""
    said = find_marks(" ".join(f"{one.text} {one.value}" for one in originals))
    return tuple(sorted(find_marks(f"{merged.text} {merged.value}") - said - {NEGATION}))


def most_complete(wordings: Sequence[Wording]) -> int:
    """Return the place of the text with the most marks; of equals, the last."""
    return max(range(len(wordings)), key=lambda place: (len(marks(wordings[place])), place))
