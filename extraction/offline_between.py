"""What two people who talk say they are to each other: "we're engaged", "you're my best friend".

Only where another person speaks in the window; to an assistant such words mean nothing. The table's
``[[between]]`` rows are read on the text of a sentence; who is meant is the listener.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from extraction.model import SourceConfidence
from extraction.offline_address import addresses
from extraction.offline_draft import Draft
from extraction.offline_patterns import Between, Table
from extraction.offline_said import STATED, YOU, How, listener
from extraction.offline_times import When
from extraction.offline_tree import Sentence
from extraction.offline_voice import Voice
from extraction.plain import plain
from graph.vocabulary import TimeBasis

_DOUBT = re.compile(
    r"\b(?:if|whether|wish|not|never|imagine|pretend|maybe|almost|like|as though)\b|n't\b",
    re.IGNORECASE,
)


_YOURS = re.compile(
    r"\b(?:you(?:'re| are| were)|you'll (?:always )?be"
    r"|you've (?:always )?been) my (?P<words>[\w-]+(?: [\w-]+){0,2})\b",
    re.IGNORECASE,
)
_MINE = re.compile(r"\b(?:I'm|I am|I was) your (?P<words>[\w-]+(?: [\w-]+){0,2})\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Two:
    """The two who talk, by name, in one sentence of a turn."""

    voice: Voice
    sentence: Sentence
    number: int
    speaker: str
    listener: str

    def draft(
        self, attribute: str, start: int, end: int, *, turned: bool = False, how: How = STATED
    ) -> Draft:
        """The claim that the speaker has the listener so; ``turned``: the other way round."""
        mine, yours = ("I", self.speaker, self.listener), (YOU, self.listener, self.speaker)
        who, name, value = yours if turned else mine
        wording = self.voice.reading.table.attributes[attribute]
        times = When(basis=TimeBasis.OBSERVED, negative=how.over)
        begins = self.sentence.start
        return Draft(
            *(who, name, attribute, value, wording, times),
            *(begins + start, begins + end, self.number),
            source=SourceConfidence.DIRECT if how.stated else SourceConfidence.INFERRED,
        )


def between(voice: Voice, sentence: Sentence, number: int, *, asking: bool) -> Iterator[Draft]:
    """The relations of the speaker to the listener that a sentence states, or addresses him by."""
    said_to = list(addresses(sentence.text))
    hearer, speaker = listener(voice, said_to, sentence), voice.name("I", sentence.start)
    if hearer is None or speaker is None:
        return
    two = _Two(voice, sentence, number, speaker, hearer)
    for address in said_to:
        attribute = voice.reading.table.addressed.get(plain(address.words).casefold())
        if attribute is not None and address.sure:
            yield two.draft(attribute, address.start, address.end)
    for row in voice.reading.table.between:
        yield from by_row(two, row, asking=asking)
    if not asking:
        yield from _borne(two)


def by_row(two: _Two, row: Between, *, asking: bool) -> Iterator[Draft]:
    """ "We're engaged": what one row of the table hears."""
    text = plain(two.sentence.text)
    found = row.says.search(text)
    if found is None:
        return
    stated = not asking and _DOUBT.search(text[: found.end()]) is None
    if stated or row.assumed:
        yield two.draft(row.attribute, *found.span(), how=How(stated=stated, over=row.over))


def _borne(two: _Two) -> Iterator[Draft]:
    """ "You're my best friend", "I'm your sister"."""
    text, known = plain(two.sentence.text), two.voice.reading.table
    for pattern, turned in ((_YOURS, False), (_MINE, True)):
        found = pattern.search(text)
        role = None if found is None else _role(found["words"], known)
        if found is not None and role is not None and not _DOUBT.search(text[: found.start()]):
            yield two.draft(role, *found.span(), turned=turned)


def _role(words: str, known: Table) -> str | None:
    """The first of a few words that is a role: "best friend"."""
    return next((known.roles[w] for w in words.casefold().split() if w in known.roles), None)
