# pyright: basic, reportMissingImports=false
"""Examples as tensors, each time a little changed: spelled otherwise, another value, quoted."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

import torch
from torch import Tensor

from extraction.learned.words import WORDS_MAX, Marks, encode, stretches
from tools.train.turns import Claim, Example

SIZE = 16
# Batches have turns of like length out of so many.
SORTED = 256
SWAPPED, BARE, MISSPELLED, ALONE, QUOTED = 0.15, 0.12, 0.12, 0.1, 0.07
_FRAMES = (
    "translate into {}: “|”",
    "my character in the {} says : “|”",
    "proofread this for my {}: “|”",
    "lyrics : |",
    "write a {} that begins with “|”",
    "he read it out of a {}, “|”",
    "role play : you are a {} and say |",
)
_FILLERS = ("Spanish", "play", "boss", "story", "book", "French", "game", "poem", "letter", "film")


@dataclass(frozen=True, slots=True)
class Batch:
    """Some examples as tensors; ``spans`` are starts and ends, ``is_…`` masks of what is filler."""

    examples: list[Example]
    tokens: Tensor
    segments: Tensor
    mask: Tensor
    first: Tensor
    last: Tensor
    spans: tuple[Tensor, Tensor]
    is_span: Tensor
    is_word: Tensor
    group: Tensor


class Batches:
    """Makes batches of examples, in an order and with changes that a seed decides."""

    def __init__(
        self, examples: Sequence[Example], pieces: Callable, marks: Marks, seed: int
    ) -> None:
        self._examples = examples
        self._pieces, self._marks = pieces, marks
        self._random = Random(seed)
        self._values: dict[tuple[str, int], list[tuple[str, ...]]] = defaultdict(list)
        for one in examples:
            for claim in one.claims:
                for start, end in claim.spans[:1]:
                    self._values[claim.wordings[0], end - start].append(one.words[start:end])

    def epoch(self) -> Iterator[Batch]:
        """Yield each example once, changed."""
        order = [self._changed(one) for one in self._examples]
        self._random.shuffle(order)
        parts = (order[at : at + SORTED] for at in range(0, len(order), SORTED))
        order = [one for part in parts for one in sorted(part, key=_length)]
        batches = [order[at : at + SIZE] for at in range(0, len(order), SIZE)]
        self._random.shuffle(batches)
        yield from map(self.batch, batches)

    def batch(self, examples: list[Example]) -> Batch:
        """Return examples as tensors."""
        read = [encode(one.words, one.before, self._pieces, self._marks) for one in examples]
        spans = [one.stretches or ((0, 1),) for one in examples]
        return Batch(
            examples,
            _pad([one.tokens for one in read]),
            _pad([one.segments for one in read]),
            _pad([[1] * len(one.tokens) for one in read]),
            _pad([one.first for one in read]),
            _pad([one.last for one in read]),
            (
                _pad([[start for start, _ in each] for each in spans]),
                _pad([[end for _, end in each] for each in spans], 1),
            ),
            _pad([[1] * len(each.stretches) or [0] for each in examples]).bool(),
            _pad([[1] * len(one.first) for one in read]).bool(),
            torch.tensor([one.group for one in examples]),
        )

    def _changed(self, one: Example) -> Example:
        words = list(one.words)
        for claim in one.claims:
            if len(claim.spans) == 1 and self._random.random() < SWAPPED:
                start, end = claim.spans[0]
                others = self._values[claim.wordings[0], end - start]
                words[start:end] = self._random.choice(others)
        if self._random.random() < BARE:
            words = [re.sub(r"['’]", "", word) or word for word in words]
        if self._random.random() < MISSPELLED:
            self._misspell(words)
        before = () if self._random.random() < ALONE else one.before
        changed = replace(one, words=tuple(words), before=before, stretches=tuple(stretches(words)))
        return self._quote(changed) if self._random.random() < QUOTED else changed

    def _misspell(self, words: list[str]) -> None:
        at = self._random.randrange(len(words))
        word = words[at]
        if len(word) > 4 and word.isalpha():
            place = self._random.randrange(1, len(word) - 2)
            swapped = word[:place] + word[place + 1] + word[place] + word[place + 2 :]
            words[at] = self._random.choice([word[:place] + word[place + 1 :], swapped])

    def _quote(self, one: Example) -> Example:
        """Return a turn that somebody else says, or that is only played: it claims nothing."""
        frame = self._random.choice(_FRAMES).format(self._random.choice(_FILLERS))
        led, _, behind = (part.split() for part in frame.partition("|"))
        words = (*_signs(led), *one.words, *_signs(behind))[:WORDS_MAX]
        return replace(one, words=words, claims=(), stretches=tuple(stretches(words)))


def _signs(words: Sequence[str]) -> list[str]:
    return [part for word in words for part in re.findall(r"\w+|[^\w\s]", word)]


def _length(one: Example) -> int:
    return len(one.words) + len(one.before)


def _pad(rows: list[list[int]], filler: int = 0) -> Tensor:
    size = max(map(len, rows))
    return torch.tensor([row + [filler] * (size - len(row)) for row in rows])


def claims_at(batch: Batch) -> Iterator[tuple[int, list[int], Claim]]:
    """Yield each claim with its text's number, and those of the stretches that are its value."""
    for number, one in enumerate(batch.examples):
        places = {span: at for at, span in enumerate(one.stretches)}
        for claim in one.claims:
            found = [places[span] for span in claim.spans if span in places]
            if found:
                yield number, found, claim
