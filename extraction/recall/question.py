"""Read a question: the time in the world that it asks about, and the vector of its words."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from threading import Lock

import numpy as np
import numpy.typing as npt

from extraction.dates.find import find
from extraction.embedding.embedder import Embedder
from graph.embeddings.vectors import flaw
from graph.recall.records import EmbeddedQuestion

_log = logging.getLogger("doxa.recall")

# Words whose vectors are kept in memory: 1.5 kB each.
_WORDS_KEPT = 10_000
_MOMENT = timedelta(microseconds=1)


def asked_time(question: str, at: datetime) -> tuple[datetime | None, str]:
    """Return the time in the world that a question asks about, and the question without it.

    The time is None if the question asks about now. It is the middle of the span that the question
    names: "where did I live in 2019?" asks about July 2019. "until 2019" asks about the last moment
    before; "since 2019", about now.
    """
    for span in find(question, at):
        start, end = span.valid_from, span.valid_to
        if end is None or not span.placed:
            continue
        rest = f"{question[: span.start]} {question[span.end :]}"
        if start is None:
            return end - _MOMENT, rest
        return (None if start <= at < end else start + (end - start) / 2), rest
    return None, question


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
