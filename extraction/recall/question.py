"""Read a question: the time that it asks about, and the vector of its words."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from threading import Lock
from typing import TYPE_CHECKING

from extraction.dates.find import TimeSpan, TimeWord, find
from extraction.embedding.embedder import Embedder
from graph.database.embeddings.vectors import flaw
from graph.read.recall.recall_types import AskedPeriod, EmbeddedQuestion, Question, Tense

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

_log = logging.getLogger("doxa.recall")

# Words whose vectors are kept in memory: 1.5 kB each.
_WORDS_KEPT = 10_000
# Words that only tell of what time something is.
_TOLD = {
    Tense.FORMER: re.compile(
        r"\b(?:(?<=\bdid )n[o']t )?\bused? to\b(?= \w)|\b(?:previous(?:ly)?|former(?:ly)?)\b"
        r"|\bin the past\b|(?<!\bever )\bbefore(?= ?(?:now|that|then)?[?.! ]*$)",
        re.IGNORECASE,
    ),
    Tense.FUTURE: re.compile(
        r"\b(?:will|shall|won't|gonna|(?:am|are|is) (?=(?:\w+ )?(?:going|about) to)"
        r"|(?:going|about) to(?= [a-z])|in (?:the )?future)\b|(?<=\w)['\u2019]ll\b",
        re.IGNORECASE,
    ),
}
# "What did I say my name was?" asks about now, and so does "What was her name again?".
_PAST = re.compile(
    r"^(?!.*\b(?:again|(?:say|said|tell|told|mention\w*|call(?:ed)?|name[ds]?)\b))"
    r".*\b(?:did|was|were|had|ex-\w+|(?:have|has)(?= (?:\w+ ){1,3}?(?:ever|been|\w{2,}ed)\b))\b",
    re.IGNORECASE | re.DOTALL,
)
_BESIDE = re.compile(r"(?:(?P<after>after)|before|prior to)\s+", re.IGNORECASE)


def asked_time(asked: Question) -> Question:
    """Return a question with the time that its words name, and without these words.

    "In 2019" is the year. "Since 2019" and "after 2019" end now, "until 2019" and "before 2019"
    have no start. Said of what is to come, "after May" has no end, and "until May" begins now. Of
    several periods each counts, of one within another that one. A question that names none has a
    tense. Its days begin at midnight in the ``zone``.
    """
    at = asked.as_of.valid_at.astimezone(asked.zone)
    found = [
        (span, period)
        for span in find(asked.text, at)
        if (period := _period_of(asked.text, span, at)) is not None
    ]
    if not found:
        tense, about = _tense(asked.text)
        return replace(asked, tense=tense, about=about)
    about = asked.text
    for span, _ in reversed(found):
        about = f"{about[: span.start]} {about[span.end :]}"
    parts = tuple(dict.fromkeys(period for _, period in found))
    parts = tuple(
        one for one in parts if not any(_is_within(other, one) for other in parts if other != one)
    )
    return replace(asked, period=_hull(parts), parts=parts, about=about)


def _is_within(inner: AskedPeriod, outer: AskedPeriod) -> bool:
    (first, last), (begin, end) = inner.moments, outer.moments
    return begin <= first and last <= end


def _hull(parts: Sequence[AskedPeriod]) -> AskedPeriod:
    starts = [one.valid_from for one in parts if one.valid_from is not None]
    ends = [one.valid_to for one in parts if one.valid_to is not None]
    return AskedPeriod(
        min(starts) if len(starts) == len(parts) else None,
        max(ends) if len(ends) == len(parts) else None,
    )


def _tense(question: str) -> tuple[Tense, str]:
    """Return the tense of a question, and the question without the words that only tell it."""
    for tense, pattern in _TOLD.items():
        plain, count = pattern.subn(" ", question)
        if count:
            return tense, plain
    return (Tense.PAST if _PAST.search(question) else Tense.PRESENT), question


def _period_of(question: str, span: TimeSpan, at: datetime) -> AskedPeriod | None:
    match span.word, span.valid_from, span.valid_to:
        case ((TimeWord.AT | TimeWord.BETWEEN), start, end):
            return AskedPeriod(start, end)
        case TimeWord.SINCE, datetime() as start, _:
            return _onwards(start, at)
        case TimeWord.UNTIL, _, datetime() as end:
            return _up_to(end, at)
        case TimeWord.VAGUE, _, _:
            return _beside(question, span, at)
        case _:
            return None


def _onwards(start: datetime, at: datetime) -> AskedPeriod:
    return AskedPeriod(start, at.astimezone(UTC) if start < at else None)


def _up_to(end: datetime, at: datetime) -> AskedPeriod:
    return AskedPeriod(at.astimezone(UTC) if at < end else None, end)


def _beside(question: str, span: TimeSpan, at: datetime) -> AskedPeriod | None:
    """Return the period before or after another; None if no other is named."""
    side = _BESIDE.match(question, span.start, span.end)
    if side is None:
        return None
    within = f"{question[: span.start]}during {question[side.end() :]}"
    for other in find(within, at):
        match other.word, other.valid_from, other.valid_to:
            case TimeWord.AT, datetime() as start, datetime() as end if other.start >= span.start:
                return _onwards(end, at) if side["after"] else _up_to(start, at)
            case _:
                pass
    return None


class QuestionEmbedder:
    """Embeds questions with a model that is loaded at the first one, and kept."""

    def __init__(self, load: Callable[[], Embedder | None]) -> None:
        self._load = load
        self._embedder: Embedder | None = None
        self._words: dict[str, npt.NDArray[np.float32]] = {}
        self._lock = Lock()

    async def embed(self, question: str) -> EmbeddedQuestion:
        """Return the question's vector; a model that fails is said, and never an error."""
        try:
            return await asyncio.to_thread(self._embed, question)
        except Exception as error:
            # Whatever a model's runtime raises: words and names still find what they can.
            _log.warning("the question has no vector: %s", error)
            return EmbeddedQuestion(None, "", ("vectors: the embedding model cannot be used",))

    async def likeness(
        self, asked: Sequence[str], others: Sequence[str]
    ) -> Mapping[str, Mapping[str, float]]:
        """Return for asked words the cosines of their vectors with those of others.

        Words without a good vector are left out; without a model all are.
        """
        try:
            return await asyncio.to_thread(self._likeness, asked, others)
        except Exception as error:
            _log.warning("words cannot be compared: %s", error)
            return {}

    def _likeness(
        self, asked: Sequence[str], others: Sequence[str]
    ) -> Mapping[str, Mapping[str, float]]:
        import numpy as np  # noqa: PLC0415 -- only who has a model

        known = self._vectors_of([*asked, *others])
        here = [word for word in others if word in known]
        if not here:
            return {}
        matrix = np.stack([known[word] for word in here])
        return {
            word: dict(zip(here, (matrix @ known[word]).tolist(), strict=True))
            for word in asked
            if word in known
        }

    def _vectors_of(self, words: Sequence[str]) -> dict[str, npt.NDArray[np.float32]]:
        """Return the vectors of words: those that are kept, and of others that are embedded."""
        import numpy as np  # noqa: PLC0415 -- as above

        embedder = self._model()
        if embedder is None:
            return {}
        with self._lock:
            known = {word: self._words[word] for word in words if word in self._words}
        missing = [word for word in dict.fromkeys(words) if word not in known]
        vectors = embedder.embed(missing) if missing else []
        fresh = {
            word: np.array(vector, dtype=np.float32)
            for word, vector in zip(missing, vectors, strict=True)
            if flaw(vector, embedder.dimension) is None
        }
        with self._lock:
            if len(self._words) + len(fresh) > _WORDS_KEPT:
                self._words.clear()
            self._words.update(fresh)
        return known | fresh

    def _model(self) -> Embedder | None:
        with self._lock:
            self._embedder = self._embedder or self._load()
            return self._embedder

    def _embed(self, question: str) -> EmbeddedQuestion:
        embedder = self._model()
        if embedder is None:
            return EmbeddedQuestion(None, "", ("vectors: no embedding model is configured",))
        (vector,) = embedder.embed([question])
        if flaw(vector, embedder.dimension) is not None:
            return EmbeddedQuestion(None, "", ("vectors: the question has none",))
        return EmbeddedQuestion(vector, embedder.name, ())
