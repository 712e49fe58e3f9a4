"""From the model's likelihoods to facts: which stretches are values, and what is said of each."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from extraction.learned.words import Span
from extraction.model.facts import Fact

# Under it a stretch is not looked at, whatever else is likely.
VALUE_MIN = 0.15
# A word of the turn names a relation only if it is so much likelier than the best of the names.
NAMING_LEAD = 0.1
# Two values may share words if it is at most this part of both, in different relations.
SHARED_MAX = 0.5
# What a fact's likelihood is made of: its value's, whose it is, its relation's, its polarity's.
WEIGHTS = (1.11, 1.79, 1.39, 1.64)
BIAS, OWN_WEIGHT, PART_MIN = 0.64, 0.21, 1e-3
OWN, ELSEWHERE, NAMED = 0, 1, 2
NAME_WORDS_MAX = 3

_FIRST = frozenset(
    {"i", "im", "i'm", "ive", "i've", "id", "i'd", "i'll", "me", "my", "mine", "we", "our", "us"}
    | {"we're", "we've", "we'd", "we'll", "myself", "ours"}
)
_OWNING = frozenset({"my", "our", "his", "her", "their"})
_SIGNS_BEFORE, _SIGNS_BEHIND = frozenset("£$€¥#@+"), frozenset("%°€£$+#")

Likelihoods = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Scores:
    """The model's likelihoods of each stretch of words.

    ``values``: it is one; ``names`` and ``naming``: a relation's name, or a word of the turn, says
    how it is related; ``whose``: the speaker's, somebody's not in the turn, or each word's;
    ``forms``: denied, over.
    """

    values: Likelihoods
    names: Likelihoods
    naming: Likelihoods
    whose: Likelihoods
    forms: Likelihoods


@dataclass(frozen=True, slots=True)
class Text:
    """A turn, or a part of one, with its words and the stretches that were scored."""

    text: str
    words: Sequence[Span]
    stretches: Sequence[Span]

    def word(self, at: int) -> str:
        """Return a word as written."""
        start, end = self.words[at]
        return self.text[start:end]


@dataclass(frozen=True, slots=True)
class _Proposal:
    stretch: Span
    fact: Fact


def facts(scores: Scores, text: Text, names: Sequence[str], likelihood_min: float) -> list[Fact]:
    """Return the facts that are likely enough, the likeliest of those that share words."""
    found: list[_Proposal] = []
    for at in np.argsort(-scores.values, kind="stable"):
        if scores.values[at] < VALUE_MIN:
            break
        proposed = _proposal(scores, text, names, int(at))
        if proposed is not None and not any(_clash(proposed, other) for other in found):
            found.append(proposed)
    likely = (one.fact for one in found if (one.fact.likelihood or 0.0) >= likelihood_min)
    return sorted(likely, key=lambda fact: fact.start)


def _proposal(scores: Scores, text: Text, names: Sequence[str], at: int) -> _Proposal | None:
    relation, sure = _relation(scores, text, names, at)
    who = int(scores.whose[at].argmax())
    if who == ELSEWHERE or not relation:
        return None
    start, end = _place(text, text.stretches[at])
    denied = float(scores.forms[at].max())
    parts = (scores.values[at], scores.whose[at][who], sure, max(denied, 1 - denied))
    fact = Fact(
        who="I" if who == OWN else mention(text, who - NAMED),
        relation=relation,
        value=text.text[start:end],
        start=start,
        end=end,
        likelihood=round(_likelihood(parts, own=who == OWN), 4),
        denied=round(denied, 4),
    )
    return _Proposal(text.stretches[at], fact)


def _likelihood(parts: Sequence[float], *, own: bool) -> float:
    """How likely a fact is right as a whole, from how likely its parts are.

    A logistic regression over what was proposed of blind sets 12 and 13, which were not trained on.
    """
    score = BIAS + OWN_WEIGHT * own
    for part, weight in zip(parts, WEIGHTS, strict=True):
        score += weight * math.log(max(float(part), PART_MIN))
    return 1 / (1 + math.exp(-score))


def _relation(scores: Scores, text: Text, names: Sequence[str], at: int) -> tuple[str, float]:
    """Return the relation's name, or the word of the turn that says it, and how likely it is."""
    named, told = scores.names[at], scores.naming[at].copy()
    start, end = text.stretches[at]
    told[start:end] = 0.0
    best, word = int(named.argmax()), int(told.argmax())
    if told[word] > named[best] + NAMING_LEAD:
        return text.word(word).casefold(), float(told[word])
    return names[best], float(named[best])


def _clash(proposal: _Proposal, kept: _Proposal) -> bool:
    (start, end), (begin, stop) = proposal.stretch, kept.stretch
    shared = min(end, stop) - max(start, begin)
    if shared <= 0:
        return False
    whole = max(end, stop) - min(start, begin)
    return proposal.fact.relation == kept.fact.relation or shared / whole > SHARED_MAX


def _place(text: Text, stretch: Span) -> Span:
    """Return where a value stands, with the signs that belong to it: "£850", "75%"."""
    start, end = text.words[stretch[0]][0], text.words[stretch[1] - 1][1]
    while start > 0 and text.text[start - 1] in _SIGNS_BEFORE:
        start -= 1
    while end < len(text.text) and text.text[end] in _SIGNS_BEHIND:
        end += 1
    return start, end


def mention(text: Text, at: int) -> str:
    """Return whom a word names, with the rest of a name, and whose it is: "my sister Ana"."""
    if text.word(at).casefold().replace("’", "'") in _FIRST:
        return "I"
    first = last = at
    if text.word(at)[:1].isupper():
        first, last = _end_of_name(text, at, -1), _end_of_name(text, at, 1)
    first = _owner(text, first)
    said = text.text[text.words[first][0] : text.words[last][1]]
    return re.sub(r"['’]s$", "", said)


def _owner(text: Text, at: int) -> int:
    """Return where "my" stands, a few words before a word; the word's own place if there is none.

    "my younger brother".
    """
    for before in range(at - 1, max(at - NAME_WORDS_MAX, 0) - 1, -1):
        if text.word(before).casefold() in _OWNING:
            return before
        if not text.word(before)[:1].isalnum():
            break
    return at


def _end_of_name(text: Text, at: int, step: int) -> int:
    """Return the last of the capitals that stand beside a word, on one side of it."""
    for _ in range(NAME_WORDS_MAX):
        beside = at + step
        if not 0 < beside < len(text.words) or not _goes_on(text, at, beside):
            break
        at = beside
    return at


def _goes_on(text: Text, at: int, beside: int) -> bool:
    """Whether a name goes on with the word beside it, with nothing but a space between them."""
    apart = text.text[text.words[min(at, beside)][1] : text.words[max(at, beside)][0]]
    word = text.word(beside)
    return apart == " " and word[:1].isupper() and word.casefold() not in _FIRST | _OWNING
