"""Whom the words for people in a sentence mean, and the claims made of them, among people."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from extraction.language.sentence import Sentence
from extraction.model.candidates import SourceConfidence
from extraction.model.plain_text import plain
from extraction.offline.clauses.draft import PERSON, Draft
from extraction.offline.clauses.speech_acts import HEDGES
from extraction.offline.clauses.times import When
from extraction.offline.patterns.table import Table
from extraction.offline.people.forms_of_address import Address, addresses, calls_nobody
from extraction.offline.people.speaker import Voice
from graph.kernel.entities.given_names import is_given
from graph.vocabulary import TimeBasis

YOU = "you"
_FIRST = frozenset({"i", "me", "my"})
_SECOND = frozenset({"you", "ya", "your"})
_THIRD = {"he": "he", "she": "she", "him": "him", "her": "her", "his": "he"}
# What leaves open whether it is so.
_DOUBT = re.compile(
    rf"\b(?:if|whether|wish|not|never|imagine|pretend|{'|'.join(sorted(HEDGES))}"
    r"|almost|like|as though)\b|n't\b",
    re.IGNORECASE,
)
# What only may be, or is to come; of two who talk that is as telling ("I want to marry you").
_OPEN = re.compile(
    r"\b(?:should|would|could|might|want(?:s|ed)?|gonna|going to|let|can|will|to)\b|\b\w+'ll\b",
    re.IGNORECASE,
)


Span: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class How:
    """How a claim is made: ``stated``, not taken for granted; ``over``: it holds no longer."""

    stated: bool = True
    over: bool = False


STATED = How()


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence that is read, with its words of address and the one it is said to."""

    voice: Voice
    sentence: Sentence
    number: int
    said_to: Sequence[Address]
    listener: str | None

    @property
    def table(self) -> Table:
        """The patterns that it is read by."""
        return self.voice.reading.table

    @property
    def two(self) -> tuple[str | None, str | None]:
        """The two who talk: who speaks, and who listens."""
        return self.voice.name("I", self.sentence.start), self.listener

    def who(self, words: str, at: int) -> str | None:
        """Whom a person's place in a row means; none where the window does not tell."""
        low = words.casefold()
        if low in _FIRST:
            return self.voice.name("I", self.sentence.start)
        if low in _SECOND:
            return self.listener
        if low in _THIRD:
            return self.voice.name(_THIRD[low], self.sentence.start + at)
        rest = words.partition(" ")[2]
        return next((name for name in (words, rest) if self._names(name)), None)

    def _names(self, words: str) -> bool:
        """Whether words with a capital begin with somebody's name; "Did Ana" does not."""
        first = words.partition(" ")[0]
        return first in self.names or (is_given(first) and not calls_nobody(first))

    @property
    def names(self) -> frozenset[str]:
        """The first words of the names of those who speak or are known."""
        window = self.voice.window
        people = (e.name for e in window.entities if e.kind in (None, PERSON))
        names = [*(turn.speaker or "" for turn in window.previous), *people]
        return frozenset(name.split(maxsplit=1)[0] for name in names if name[:1].isupper())

    def draft(
        self, attribute: str, pair: tuple[str | None, str | None], span: Span, how: How = STATED
    ) -> Iterator[Draft]:
        """Yield the claim that the first has or is the second, if both are known and are two."""
        who, what = pair
        if who is None or what is None or who.casefold() == what.casefold():
            return
        begins = self.sentence.start
        speaker, listener = self.two
        own = who == speaker
        # Of another he knows less than of himself, unless it is what he himself is to him.
        certain = how.stated and (who != listener or what == speaker)
        yield Draft(
            *("I" if own else who, who, attribute, what),
            self.table.attributes[attribute],
            When(basis=TimeBasis.OBSERVED, negative=how.over),
            *(begins + span[0], begins + span[1], self.number),
            source=SourceConfidence.DIRECT if certain else SourceConfidence.INFERRED,
        )


def heard(voice: Voice, sentence: Sentence, number: int) -> Said:
    """Return a sentence of the turn, with whom it is said to."""
    said_to = list(addresses(sentence.text))
    return Said(voice, sentence, number, said_to, _listener(voice, said_to, sentence))


def is_doubted(text: str) -> bool:
    """Whether the words up to a claim leave open whether it is so."""
    return _DOUBT.search(text) is not None


def is_unsettled(text: str) -> bool:
    """Whether they do, or it is only to be, or may be."""
    return is_doubted(text) or _OPEN.search(text) is not None


def _listener(voice: Voice, said_to: Sequence[Address], sentence: Sentence) -> str | None:
    """Who is spoken to: he whose name is called, else the last one who spoke and is a person."""
    terms = voice.reading.table.listed("terms")
    names = (a.words for a in said_to if a.words[:1].isupper())
    named = next((name for name in names if plain(name).casefold() not in terms), None)
    if named is not None and named != voice.window.turn.speaker:
        return named
    return voice.name(YOU, sentence.start) if voice.among_people else None
