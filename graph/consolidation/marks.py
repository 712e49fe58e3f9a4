"""What a text must not lose when it is merged with others: its marks, and their order. Pure.

The marks of a text are its numbers, its names (words with a capital), its dates (which are numbers
and names), whether it negates, and the content words of its value. A merged text has to show every
mark of every text that it stands for, and may say nothing that none of them says.

Who lends to whom, and what comes before what, is told by the order of words: those of each text
have to stand in the merged one in their order, numbers with what they count. And what is put
between them must not change it: a word that negates, limits or doubts it, or says that it was so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from unicodedata import normalize

from graph.recall.tokens import stem, terms, words

NEGATION = "not"

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
_TOKEN = re.compile(rf"(?P<number>{_NUMBER.pattern})|(?P<word>\w+)")
# They say nothing by themselves, and stand or not.
_BESIDE = frozenset({"a", "an", "the", "am", "is", "are", "be", "do", "does", "that", "which"})
# Between the words of a statement each makes another one of it.
_CHANGING = (
    # how many, how often, no more than
    frozenset({"all", "any", "both", "each", "every", "few", "half", "many", "most", "some"})
    | {"always", "hardly", "mainly", "mostly", "occasionally", "often", "partly", "rarely"}
    | {"scarcely", "seldom", "several", "sometimes", "twice", "usually", "almost", "nearly"}
    | {"just", "least", "less", "more", "only", "than", "up"}
    # that it was so, or will be, or begins or ends
    | {"been", "began", "did", "ex", "former", "formerly", "going", "had", "once", "previously"}
    | {"quit", "resumed", "shall", "started", "starts", "stopped", "stops", "till", "until"}
    | {"used", "was", "were", "will", "would"}
    # that it may be so, or should
    | {"can", "could", "if", "may", "maybe", "might", "must", "ought", "perhaps", "possibly"}
    | {"probably", "should", "supposedly", "unless"}
    | {"believes", "considering", "considers", "hopes", "intends", "needs", "plans", "thinks"}
    | {"tried", "tries", "trying", "want", "wanted", "wants", "wishes"}
    # that somebody says so, or something else instead
    | {"claimed", "claims", "heard", "said", "says", "told"}
    | {"but", "except", "instead", "or"}
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
    whole = _statement(merged.text)
    missing = missing.union(*(_changes(_statement(one.text), whole) for one in listed))
    if len({negates(one.text) for one in (merged, *listed)}) > 1:
        missing.add(NEGATION)
    return tuple(sorted(missing))


@dataclass(frozen=True, slots=True)
class _Statement:
    """The words of a text that count, in their order, and its numbers with what they count."""

    words: tuple[str, ...]
    counted: frozenset[tuple[str, str]]


def _statement(text: str) -> _Statement:
    """Read a text: stems of words, but the past of verbs as it is; whatever negates is one word."""
    plain = _CONTRACTED.sub(" not", normalize("NFKC", _THOUSANDS.sub("", text)))
    found: list[str] = []
    counted: set[tuple[str, str]] = set()
    number = None
    for token in _TOKEN.finditer(plain):
        word = token["word"]
        if word is None:
            number = _number(token)
            found.append(number)
            continue
        if word.casefold() in _BESIDE:
            continue
        form = _form(word)
        if number is not None and found[-1] == number:
            counted.add((number, form))
        found.append(form)
    return _Statement(tuple(found), frozenset(counted))


def _form(word: str) -> str:
    plain = word.casefold()
    if plain in _NEGATIVES:
        return NEGATION
    if word == "May":
        return word
    return plain if plain in _CHANGING or plain.endswith("ed") else stem(plain)


def _changes(part: _Statement, whole: _Statement) -> set[str]:
    """Return the words of one statement that another has not in their order, or that change it."""
    rest = list(whole.words)
    missing: set[str] = set()
    between: list[str] = []
    for word in part.words:
        if word in rest:
            at = rest.index(word)
            between += rest[:at]
            rest = rest[at + 1 :]
        else:
            missing.add(word)
    missing |= {number for number, _ in part.counted - whole.counted}
    changing = {word for word in (*between, *rest) if word in _CHANGING or word == NEGATION}
    return missing | changing


def find_invented(merged: Wording, originals: Iterable[Wording]) -> tuple[str, ...]:
    """Return what a merged text says and none of its originals does, in order."""
    said = find_marks(" ".join(f"{one.text} {one.value}" for one in originals))
    return tuple(sorted(find_marks(f"{merged.text} {merged.value}") - said - {NEGATION}))


def most_complete(wordings: Sequence[Wording]) -> int:
    """Return the place of the text with the most marks; of equals, the last."""
    return max(range(len(wordings)), key=lambda place: (len(marks(wordings[place])), place))
