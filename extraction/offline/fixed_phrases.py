"""What the speaker says of himself in a fixed way of putting it: addresses, numbers, working hours.

Such words have no grammar worth parsing; the table's ``[phrase]`` rows are read on the text of a
sentence that states something. What stands after a condition, a denial or a report is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from extraction.language.sentence import Sentence
from extraction.offline.clauses.draft import Draft
from extraction.offline.clauses.times import When
from extraction.offline.people.speaker import Voice
from graph.vocabulary import TimeBasis

_TAKEN_BACK = re.compile(
    r"\b(?:if|unless|whether|not|never|wish|no longer|used to|until|said|says|told|maybe|perhaps"
    r"|might|could|pretend|imagine|example|say)\b|n['’]t\b",
    re.IGNORECASE,
)

# What is so for now only is no address, number or schedule of one's own.
_PASSING = re.compile(
    r"\b(?:this (?:week|weekend|month|morning|afternoon|evening)|today|tonight|tomorrow|for now"
    r"|for (?:this|the) (?:event|trip|week|weekend|month|day|party|conference|show|wedding)"
    r"|for (?:a|one|two|three|four|\d+|a few|a couple of) (?:nights?|days?|weeks?|months?))\b",
    re.IGNORECASE,
)


def match_phrases(voice: Voice, sentence: Sentence, number: int) -> Iterator[Draft]:
    """Yield the claims of a sentence that the table's phrases make."""
    for attribute, says in voice.reading.table.phrase.items():
        found = says.search(sentence.text)
        if found is None or _TAKEN_BACK.search(sentence.text[: found.start("value")]):
            continue
        if _PASSING.search(sentence.text):
            continue
        start, end = sentence.start + found.start(), sentence.start + found.end()
        name = voice.name("I", start)
        if name is not None:
            value = voice.reading.turn.text[
                sentence.start + found.start("value") : sentence.start + found.end("value")
            ]
            wording = voice.reading.table.attributes[attribute]
            times = When(basis=TimeBasis.OBSERVED)
            yield Draft("I", name, attribute, value, wording, times, start, end, number)
