"""Labelled turns as examples: words, stretches that are values, and what is said of each.

A file ``turns/*.txt`` has a turn behind ``T``, what was said before it behind ``>``, and below it
one line for each claim: subjects, attributes, values and flags between bars (``FORM.md`` beside
them). The blind sets and the labelled utterances are read in their own forms.
"""

from __future__ import annotations

import json
import re
from bisect import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from extraction.learned.words import (
    ARTICLES,
    WORDS_MAX,
    Span,
    before_words,
    stretches,
    tells,
    words_of,
)

HERE = Path(__file__).parent
TURNS = HERE / "turns"
DATA = HERE.parents[1] / "tests" / "data"
FIRST = frozenset({"i", "user", "we", "me", "us"})
# The first sets that are labelled otherwise than those before them.
_DENSER = (6, 8)
_PRONOUNS = (
    frozenset({"he", "his", "him", "he's", "hes"}),
    frozenset({"she", "her", "she's", "shes", "hers"}),
    frozenset({"they", "them", "their", "they're"}),
    frozenset({"it", "its", "it's"}),
)
PRONOUNS = frozenset().union(*_PRONOUNS)
_EMPTY = frozenset({"is", "has", "be", "a", "the", "of", "to", "in", "at", "on", "for", "with"})


@dataclass(frozen=True, slots=True)
class Claim:
    """A label in terms of a turn's words.

    ``subjects`` are the words that name whose it is, if it is not the speaker's; ``named`` those of
    the relation's wordings that stand in the turn.
    """

    spans: tuple[Span, ...]
    own: bool
    subjects: tuple[int, ...]
    wordings: tuple[str, ...]
    named: frozenset[int]
    denied: bool
    ended: bool
    optional: bool


@dataclass(frozen=True, slots=True)
class Example:
    """A turn with its labels; ``group`` is who labelled it, which says how densely."""

    id: str
    group: int
    words: tuple[str, ...]
    before: tuple[str, ...]
    claims: tuple[Claim, ...]
    stretches: tuple[Span, ...] = field(repr=False)


def training() -> list[Example]:
    """Return the examples to train on: the first eleven blind sets, utterances, and ``turns``."""
    found = [one for number in range(1, 12) for one in blind_set(number)]
    found += list(_utterances())
    for path in sorted(TURNS.glob("*.txt")):
        found += list(_file(path))
    return [one for one in found if one.words]


def blind_set(number: int) -> Iterator[Example]:
    """Yield the turns of people in a blind set."""
    group = bisect(_DENSER, number)
    for row in _rows(DATA / "blind" / f"round-{number}.jsonl"):
        said = [(turn["speaker"], turn["text"]) for turn in row["turns"]]
        for at, (speaker, _) in enumerate(said):
            if speaker != "assistant":
                labels = [one for one in row["claims"] if one["turn"] == at]
                yield example(f"{row['id']}/{at}", group, said[: at + 1], labels)


def _utterances() -> Iterator[Example]:
    """Yield the labelled utterances that the rules were written with; the rest stays unseen."""
    for row in _rows(DATA / "utterances.jsonl"):
        if not row["held"] and row.get("source", "USER") == "USER":
            labels = map(_utterance, row.get("claims", []))
            told = [label for label in labels if label["value"]]
            yield example(row["id"], 4, [*_before(row), ("me", row["text"])], told)


def _before(row: dict[str, Any]) -> list[tuple[str, str]]:
    before = row.get("previous", [])
    return [("me" if one["mine"] else "Tom", one["text"]) for one in before]


def _utterance(alternatives: list[dict[str, Any]]) -> dict[str, Any]:
    named = [one for one in alternatives if one.get("value") not in (None, "*")]
    first = alternatives[0]
    return {
        "subject": first["subject"],
        "attribute": sorted({one["attribute"].replace("_", " ") for one in named}),
        "value": [one["value"] for one in named],
        "negative": first["negative"],
    }


def _file(path: Path) -> Iterator[Example]:
    """Yield the turns of a file of ours."""
    group = 3 if path.stem == "first" else 5
    before: list[tuple[str, str]] = []
    turn, labels, number = "", list[dict[str, Any]](), 0
    for line in [*path.read_text(encoding="utf-8").splitlines(), "T "]:
        if line.startswith((">", "T ")) and turn:
            yield example(f"{path.stem}/{number}", group, [*before, ("me", turn)], labels)
            before, turn, labels = [], "", []
        if line.startswith(">"):
            name, _, text = line[1:].partition(" ")
            before.append((name, text))
        elif line.startswith("T "):
            turn, number = line[2:], number + 1
        elif turn and line.count("|") >= 2:
            labels.append(_label(line))


def _label(line: str) -> dict[str, Any]:
    subjects, attributes, values, *rest = line.split("|")
    flags = [flag.strip() for flag in "".join(rest).split(",")]
    return {
        "subject": _split(subjects, ","),
        "attribute": _split(attributes, ","),
        "value": _split(values, ";"),
        "negative": "n" in flags,
        "end": "said" if "ended" in flags else None,
        "optional": "o" in flags,
    }


def _split(text: str, mark: str) -> list[str]:
    return [part.strip() for part in text.split(mark) if part.strip()]


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def example(
    name: str, group: int, said: Sequence[tuple[str, str]], labels: Sequence[dict[str, Any]]
) -> Example:
    """Return the last of some turns as an example, with its labels."""
    speaker, text = said[-1]
    words = [text[start:end] for start, end in words_of(text)][:WORDS_MAX]
    low = [word.casefold() for word in words]
    claims = tuple(_claim(low, speaker, label) for label in labels)
    told = tuple(before_words(said[:-1], speaker))
    return Example(name, group, tuple(words), told, claims, tuple(stretches(words)))


def _claim(low: list[str], speaker: str, label: dict[str, Any]) -> Claim:
    spans = {span for value in label["value"] for span in places(low, value)}
    named = [one for one in label["subject"] if one.casefold() not in FIRST | {speaker.casefold()}]
    own = len(named) < len(label["subject"])
    stems = {stem(word) for one in label["attribute"] for word in _plain(one)} - _EMPTY
    inside = {at for start, end in spans for at in range(start, end)}
    return Claim(
        spans=tuple(sorted(spans)),
        own=own,
        subjects=() if own else tuple(sorted(_heads(low, named))),
        wordings=tuple(one.casefold() for one in label["attribute"]),
        named=frozenset(at for at, w in enumerate(low) if stem(w) in stems and at not in inside),
        denied=label["negative"],
        ended=label.get("end") == "said",
        optional=bool(label.get("optional")),
    )


def _heads(low: list[str], named: Sequence[str]) -> set[int]:
    """Return the last words of what names somebody; of a pronoun only where there is no name."""
    names = [one for one in named if one.casefold() not in PRONOUNS]
    plain = [re.sub(r"['’]s?$", "", word) for word in low]
    found = {end - 1 for one in names for _, end in places(plain, re.sub(r"['’]s?$", "", one))}
    if found:
        return found
    meant = [group for group in _PRONOUNS if any(one.casefold() in group for one in named)]
    pronouns = frozenset().union(*(meant or _PRONOUNS[:3]))
    return {at for at, word in enumerate(low) if word in pronouns}


def places(low: Sequence[str], phrase: str) -> list[Span]:
    """Return where the words of a phrase stand, but for what does not count at its ends."""
    wanted = [phrase[start:end].casefold() for start, end in words_of(phrase)]
    while len(wanted) > 1 and (wanted[0] in ARTICLES or not tells(wanted[0])):
        wanted = wanted[1:]
    while wanted and not tells(wanted[-1]):
        wanted = wanted[:-1]
    size = len(wanted)
    if not size:
        return []
    starts = range(len(low) - size + 1)
    return [(at, at + size) for at in starts if list(low[at : at + size]) == wanted]


def _plain(text: str) -> list[str]:
    return re.findall(r"\w+(?:[.'’]\w+)*", text.casefold())


def stem(word: str) -> str:
    """Return a word without its ending, as the judge of the blind sets compares attributes."""
    return re.sub(r"(?:ies|ing|ed|es|s|er|e)$", "", word) if len(word) > 3 else word


def content(phrase: str) -> frozenset[str]:
    """Return the stems of a phrase's words that say something."""
    return frozenset(stem(word) for word in _plain(phrase)) - _EMPTY
