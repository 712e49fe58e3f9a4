"""A parsed sentence, free of the parser: words with their grammatical heads and dependents.

Labels are those of the English models of spaCy: fine part-of-speech tags (``VBD``) and
dependencies (``nsubj``). Offsets count characters of the whole message.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass(eq=False, slots=True)
class Word:
    """One word: its place in the message and in the tree. A root is its own head."""

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
        """The word in lower case, with a plain apostrophe."""
        return self.text.casefold()

    @property
    def capital(self) -> bool:
        """Whether it is written like a name."""
        return self.text[:1].isupper() and self.tag not in ("PRP", "PRP$")

    @property
    def is_verb(self) -> bool:
        """Whether it is tagged as a verb form."""
        return self.tag.startswith("VB") or self.tag == "MD"

    def child(self, *deps: str) -> Word | None:
        """The first dependent that stands in one of these relations."""
        return next((word for word in self.children if word.dep in deps), None)

    def all(self, *deps: str) -> list[Word]:
        """Every dependent that stands in one of these relations."""
        return [word for word in self.children if word.dep in deps]

    def subtree(self) -> Iterator[Word]:
        """The word and everything below it, in no particular order."""
        pending = [self]
        while pending:
            word = pending.pop()
            yield word
            pending += [child for child in word.children if child is not word]

    def above(self) -> Iterator[Word]:
        """The heads over the word, nearest first."""
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
        """Where it ends in the message."""
        return self.start + len(self.text)

    @property
    def roots(self) -> list[Word]:
        """The words that hang on nothing."""
        return [word for word in self.words if word.head is word]
