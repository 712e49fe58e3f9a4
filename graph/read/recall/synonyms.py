"""Which words of memories stand for words of a question: "clarinet" for "instrument"."""

from __future__ import annotations

import re

from graph.database.session import Row
from graph.limits import VectorScale
from graph.read.recall.recall_candidates import Candidates
from graph.read.recall.recall_types import Question
from graph.read.recall.tokens import NOTHING_ALIKE, Alike, spellings, terms

# Candidates whose words are compared, the nearest first; others are not relevant anyway.
CANDIDATES_MAX = 16

# Whoever begins something is in it afterwards: who moves to Rome lives there.
_AFTERWARDS = {"move": "live", "reloc": "live", "join": "work"}
_PLACES = re.compile(
    r"\b(?:which|what) (?:cit(?:y|ies)|towns?|villages?|countr(?:y|ies)|places?)\b", re.IGNORECASE
)


async def find_alike(question: Question, candidates: Candidates, scale: VectorScale) -> Alike:
    """Find what words of the nearest candidates stand for words of a question that they lack."""
    if question.embedder is None or not candidates.by_vector:
        return NOTHING_ALIKE
    nearest = sorted(
        (one for one in candidates.memories if one.cosine is not None),
        key=lambda one: (-(one.cosine or 0.0), one.memory["id"]),
    )[:CANDIDATES_MAX]
    asked = asked_terms(question, candidates)
    written = spellings(question.words)
    said = {
        term: word
        for term, word in spellings(
            *(text for one in nearest for text in texts_of(one.memory))
        ).items()
        if term not in written and _is_word(word)
    }
    lacking = [written[term] for term in sorted(asked) if _is_word(written[term])]
    if not (said and lacking):
        return NOTHING_ALIKE
    stems = {word: term for term, word in said.items()}
    cosines = await question.embedder.likeness(lacking, list(stems))
    return {
        term: {stems[word]: share(one, scale) for word, one in cosines[written[term]].items()}
        | {_AFTERWARDS[one]: 1.0 for one in (term,) if one in _AFTERWARDS}
        for term in sorted(asked)
        if written[term] in cosines
    }


def _is_word(word: str) -> bool:
    """Whether it may stand for another word: a number stands for itself only."""
    return not any(letter.isdigit() for letter in word)


def share(cosine: float, scale: VectorScale) -> float:
    """Return what share of a word another stands for, 0 to 1.

    The default model has "car" and "skoda" at 0.50, "herb" and "coriander" at 0.53, "taught" and
    "plays" at 0.34.
    """
    risen = (cosine - scale.word_begins) / (scale.word_full - scale.word_begins)
    return min(1.0, max(0.0, risen))


def asked_terms(question: Question, candidates: Candidates) -> frozenset[str]:
    """Return what a question asks about beside the names that it has; the names if nothing else.

    The vectors and the distance tell whom a memory is about; names as words would count it again.
    Without vectors names are words like others. That a place is a city, no text needs to say.
    """
    asked = terms(_PLACES.sub(" ", question.words)) or terms(question.words)
    return asked - candidates.names or asked if candidates.by_vector else asked


def texts_of(memory: Row) -> tuple[str, str]:
    """Return the text of a memory, and its attribute in words."""
    return memory["text"], (memory["attribute"] or "").replace("_", " ")
