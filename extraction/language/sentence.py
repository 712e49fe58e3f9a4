"""Parsed sentences, independent of the parser: words with their heads and dependents.

Labels are those of spaCy's English models: fine part-of-speech tags (``VBD``) and dependencies
(``nsubj``). Offsets are characters of the whole message.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass(eq=False, slots=True)
class Word:
    """A token with its offsets and its place in the dependency tree. A root is its own head."""

    index: int
    text: str
    lemma: str
    tag: str
    dep: str
    start: int
    end: int
    entity: str
    head: Word = field(init=False, repr=False)
    children: list[Word] = field(default_factory=list["Word"], repr=False)

    @property
    def low(self) -> str:
        """The word in lower case."""
        return self.text.casefold()

    @property
    def capital(self) -> bool:
        """Whether it is capitalised like a name."""
        # "3M" begins with a capital after its number.
        first = self.text.lstrip("0123456789") if self.tag.startswith("NNP") else self.text
        return first[:1].isupper() and self.tag not in ("PRP", "PRP$")

    @property
    def is_verb(self) -> bool:
        """Whether it is tagged as a verb form."""
        return self.tag.startswith("VB") or self.tag == "MD"

    def child(self, *deps: str) -> Word | None:
        """Return the first dependent with one of these relations."""
        return next((word for word in self.children if word.dep in deps), None)

    def all(self, *deps: str) -> list[Word]:
        """Every dependent with one of these relations."""
        return [word for word in self.children if word.dep in deps]

    def subtree(self) -> Iterator[Word]:
        """Yield the word and all its descendants, in no particular order."""
        pending = [self]
        while pending:
            word = pending.pop()
            yield word
            pending += [child for child in word.children if child is not word]

    def above(self) -> Iterator[Word]:
        """Yield the ancestors, nearest first."""
        word = self
        while word.head is not word:
            word = word.head
            yield word


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a message."""

    text: str
    start: int
    words: tuple[Word, ...]

    @property
    def end(self) -> int:
        """End offset in the message."""
        return self.start + len(self.text)
