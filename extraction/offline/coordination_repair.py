"""The parts of a sentence that the parser has lost: "I'm 67, live in Ballarat and sing bass".

The small parser often hangs the later of several clauses on a word of the first. A part of which
nothing was read is parsed again by itself, with the subject of the part before it where it has none
of its own; everything else of the turn is blanked out, so that all offsets stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from extraction.language.sentence import Sentence, Word
from extraction.offline.clauses.clause import Clause, clauses
from extraction.offline.clauses.draft import Draft

_JOINTS = frozenset({",", ";", "-", "–", "—", "and", "but", "because", "so", "plus"})
_SUBJECTS = frozenset({"i", "he", "she", "we"})
_OWNERS = frozenset({"my", "our", "his", "her"})
_FINITE = frozenset({"VBZ", "VBD", "VBP", "MD"})
# Said at the beginning of a part these are of the speaker, and no command.
_TELLING = frozenset(
    {"live", "work", "have", "own", "love", "hate", "like", "sing", "teach", "coach", "study"}
)
_THIRD = frozenset(
    {"lives", "works", "loves", "hates", "likes", "plays", "drives", "runs", "studies"}
)
_BEING = frozenset({"is", "'s", "’s", "am", "'m", "’m", "are", "'re", "’re"})
# What may take the edge off all that follows it.
_SCOPE = re.compile(
    r"\b(?:would|could|should|might|may|maybe|perhaps|sa(?:y|ys|id|ying)|tell(?:s|ing)?|told|or|nor"
    r"|thinks?|thought|reckons?|guess|hop(?:e|es|ing)|wish|imagine|pretend\w*|suppos\w+|apparently"
    r"|allegedly|claim(?:s|ed)?|heard|dream\w*|wan(?:t|ts|ted|na)|when|while|until|till|once|before"
    r"|after|as|than|unlike|never|not|no|need(?:s|ed)?)\b|n['’]t\b|['’]d\b|[\"“”]",
    re.IGNORECASE,
)
_CONDITION = re.compile(r"\b(?:if|unless|whether|lest)\b", re.IGNORECASE)
_TIMES = frozenset({"now", "since", "currently", "today", "nowadays", "these"})
_TIME_WORDS_MAX = 5
_SUBJECT_WORDS_MAX = 5
_VERB_WITHIN = 7


@dataclass(frozen=True, slots=True)
class _Part:
    """Words of a sentence from one joint to the next, with the subject that they are said of."""

    words: tuple[Word, ...]
    subject: tuple[Word, ...]

    @property
    def has_subject(self) -> bool:
        """Whether its subject stands in it, and not in a part before."""
        return self.subject[0] in self.words

    @property
    def start(self) -> int:
        return self.words[0].start

    @property
    def end(self) -> int:
        return self.words[-1].end


def lost(sentence: Sentence, drafts: Sequence[Draft], text: str) -> Iterator[tuple[int, str]]:
    """Each part of which nothing was told: where it begins, and the text with nothing else in it.

    ``text`` are the turn's own words.
    """
    parts = [] if _CONDITION.search(sentence.text) else _parts(sentence)
    if len(parts) > 1:
        understood = {clause.verb.index: clause for clause in clauses(sentence)}
        for part in parts:
            if not _is_read(part, drafts, understood) and _stands_alone(part, sentence, text):
                yield part.start, _alone(part, text)


def _is_read(part: _Part, drafts: Sequence[Draft], understood: Mapping[int, Clause]) -> bool:
    """Whether a part needs no second look: something is told of it, or it was understood."""
    # What is told ends with its value; whom one has is told in passing.
    ends = (draft.end for draft in drafts if draft.role is None)
    return any(part.start < end <= part.end for end in ends) or any(
        _is_whole(word, part, understood) for word in part.words
    )


def _stands_alone(part: _Part, sentence: Sentence, text: str) -> bool:
    """Whether nothing before a part may take the edge off it."""
    return part.has_subject or _SCOPE.search(text[sentence.start : part.start]) is None


def _is_whole(word: Word, part: _Part, understood: Mapping[int, Clause]) -> bool:
    """Whether a word heads a clause of the part that the parser has understood."""
    clause = understood.get(word.index)
    told = clause is not None and clause.subject in part.subject and bool(word.children)
    # A denial is told of less, and may hang on another part.
    return told and clause is not None and not clause.negated


def _alone(part: _Part, text: str) -> str:
    """Return the text with all but a part and its subject blanked out."""
    blank = "".join("\n" if c == "\n" else " " for c in text)
    shown = blank[: part.start] + text[part.start : part.end] + blank[part.end :]
    if part.has_subject:
        return shown
    first, last = part.subject[0], part.subject[-1]
    if first.low in ("i", "we"):
        return f"{shown[: part.start - 2]}I {shown[part.start :]}"
    return shown[: first.start] + text[first.start : last.end] + shown[last.end :]


def _parts(sentence: Sentence) -> list[_Part]:
    words = [word for word in sentence.words if word.end > word.start]
    if not words:
        return []
    cuts = [n for n in range(2, len(words)) if _opens(words, n)]
    found: list[_Part] = []
    subject: tuple[Word, ...] = ()
    for start, end in zip([0, *cuts], [*cuts, len(words)], strict=True):
        own = _subject(words[start + _time_length(words[start:end]) : end])
        if not own and found and not _agrees(words[_after_adverbs(words, start)], subject):
            continue
        subject = own or subject
        if subject:
            found.append(_Part(_stripped(words[start:end]), subject))
    return found


def _stripped(words: list[Word]) -> tuple[Word, ...]:
    """Return the words without the joints that they end with."""
    while len(words) > 1 and words[-1].low in _JOINTS:
        words = words[:-1]
    return tuple(words)


def _opens(words: list[Word], at: int) -> bool:
    """Whether a clause begins at a word that follows a joint."""
    joint = words[at - 1].low
    if joint not in _JOINTS or words[at].low in _JOINTS:
        return False
    if _subject(words[at + _time_length(words[at:]) :]):
        return True
    verb = _after_adverbs(words, at)
    if joint == "so" or verb >= len(words):
        return False
    word, after = words[verb], words[verb + 1].low if verb + 1 < len(words) else ""
    if word.low in _THIRD and word.tag == "NNS":
        # "She is 82 and lives alone", of which the parser makes so many lives.
        return True
    if word.tag == "VBD" and verb + 1 < len(words) and words[verb + 1].tag == "IN":
        # "He's three now and obsessed with diggers" has no verb of its own.
        return not any(w.low in _BEING for w in words[:at])
    if word.tag in ("VBP", "VB"):
        return word.lemma.casefold() in _TELLING
    return word.tag in _FINITE and after not in (*_SUBJECTS, "you", "they", "it")


def _after_adverbs(words: list[Word], at: int) -> int:
    while at < len(words) and words[at].tag == "RB":
        at += 1
    return at


def _time_length(words: list[Word]) -> int:
    """How many words tell a time before the subject: "now I'm …", "since March she's …"."""
    if words[0].low not in _TIMES:
        return 0
    behind = range(1, min(1 + _TIME_WORDS_MAX, len(words)))
    return next((n for n in behind if words[n].low in _SUBJECTS | _OWNERS), 0)


def _subject(words: list[Word]) -> tuple[Word, ...]:
    """Return the words before the first verb, if they are a subject: a pronoun, one's own, a
    name.
    """
    first = words[0]
    spoken = first.low in _SUBJECTS or first.low in _OWNERS or first.tag == "NNP"
    if not spoken:
        return ()
    for number, word in enumerate(words[1:_VERB_WITHIN], 1):
        if word.tag in _FINITE or word.text.startswith(("'", "’")):
            named = words[:number]
            while len(named) > 1 and named[-1].tag in ("RB", "MD"):
                named = named[:-1]
            return tuple(named) if len(named) <= _SUBJECT_WORDS_MAX else ()
        if word.low in _JOINTS:
            return ()
    return ()


def _agrees(verb: Word, subject: tuple[Word, ...]) -> bool:
    """Whether a verb has the form of a subject that stands before it."""
    if not subject:
        return False
    spoken = subject[0].low in ("i", "we")
    if verb.tag in ("VBZ", "NNS"):
        return not spoken
    return spoken or verb.tag in ("VBD", "MD")
