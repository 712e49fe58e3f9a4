"""Read a question: the time in the world that it asks about, and the vector of its words."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from threading import Lock

from extraction.dates.find import find
from extraction.embedding.embedder import Embedder
from graph.embeddings.vectors import Vector, flaw

_log = logging.getLogger("doxa.recall")

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


@dataclass(frozen=True, slots=True)
class EmbeddedQuestion:
    """A question's vector with the model's name; or why there is none."""

    vector: Vector | None
    model: str
    degraded: tuple[str, ...]


class QuestionEmbedder:
    """Embeds questions with a model that is loaded at the first one, and kept."""

    def __init__(self, load: Callable[[], Embedder | None]) -> None:
        self._load = load
        self._embedder: Embedder | None = None
        self._lock = Lock()

    async def embed(self, question: str) -> EmbeddedQuestion:
        """Return the question's vector; a model that fails is said, and never an error."""
        try:
            return await asyncio.to_thread(self._embed, question)
        except Exception as error:
            # Whatever a model's runtime raises: words and names still find what they can.
            _log.warning("the question has no vector: %s", error)
            return EmbeddedQuestion(None, "", ("vectors: the embedding model cannot be used",))

    def _embed(self, question: str) -> EmbeddedQuestion:
        with self._lock:
            self._embedder = self._embedder or self._load()
        if self._embedder is None:
            return EmbeddedQuestion(None, "", ("vectors: no embedding model is configured",))
        (vector,) = self._embedder.embed([question])
        if flaw(vector, self._embedder.dimension) is not None:
            return EmbeddedQuestion(None, "", ("vectors: the question has none",))
        return EmbeddedQuestion(vector, self._embedder.name, ())
