"""The reader that learned: a small encoder proposes facts of a turn, and the rules judge them.

The model comes with Doxa (``reader.onnx``, of all-MiniLM-L6-v2, Apache-2.0, and of turns that were
labelled for this project: ``tools/train``). It is loaded by the first turn and read on one core.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np

from extraction.embedding.onnx_model import (
    VOCAB,
    VOCAB_SHA256,
    load_tokenizer,
    open_session,
    verify_hash,
)
from extraction.learned.decoding import Scores, Text, facts
from extraction.learned.model_file import MODEL, MODEL_SHA256, VERSION, problem
from extraction.learned.words import (
    WORDS_MAX,
    Input,
    Marks,
    Span,
    before_words,
    encode,
    stretches,
    words_of,
)
from extraction.model.candidates import Window
from extraction.model.facts import Fact
from graph.errors import Fault

# Under it what is proposed is more often wrong than what the rules find, on blind sets 12 and 13.
LIKELIHOOD_MIN = 0.62
# Of a turn; what stands behind them is read by the rules alone.
PARTS_MAX = 24
WORDS_CACHED = 20_000

_STOPS = frozenset(".!?;")


class LearnedReader:
    """Proposes facts of turns; thread-safe, and loaded by the first of them."""

    def __init__(
        self,
        model: Path = MODEL,
        sha256: str = MODEL_SHA256,
        likelihood_min: float = LIKELIHOOD_MIN,
    ) -> None:
        self._model = model
        self._sha256 = sha256
        self._likelihood_min = likelihood_min
        self._loading = Lock()
        self._loaded: _Loaded | None = None

    @property
    def name(self) -> str:
        """Its version, with a digest of its weights."""
        return VERSION

    def propose(self, window: Window) -> list[Fact]:
        """Return facts of the window's new turn.

        Raises:
            Fault: the model is not the pinned one, or cannot be read.
        """
        loaded = self._load()
        text = window.turn.text
        said = [(turn.speaker, turn.text) for turn in window.previous]
        before = before_words(said, window.turn.speaker)
        found: list[Fact] = []
        for words in _parts(text):
            scores, spans = loaded.scores(text, words, before)
            if scores is not None:
                read = Text(text, words, spans)
                found += facts(scores, read, loaded.names, self._likelihood_min)
        return found

    def _load(self) -> _Loaded:
        with self._loading:
            if self._loaded is None:
                if wrong := problem(self._model, self._sha256):
                    raise Fault(wrong, hint="install the locked version again")
                verify_hash(VOCAB, VOCAB_SHA256)
                self._loaded = _Loaded(self._model)
            return self._loaded


class _Loaded:
    """The model in memory."""

    def __init__(self, model: Path) -> None:
        tokenizer = load_tokenizer(VOCAB)
        self._session = open_session(model, 1)
        properties = self._session.get_modelmeta().custom_metadata_map
        self.names: list[str] = json.loads(properties["relations"])
        numbers = (tokenizer.token_to_id(name) for name in ("[CLS]", "[SEP]", "[UNK]"))
        self._marks = Marks(*(number or 0 for number in numbers))

        @lru_cache(maxsize=WORDS_CACHED)
        def pieces(word: str) -> Sequence[int]:
            return tokenizer.encode(word, add_special_tokens=False).ids

        self._pieces = pieces

    def scores(
        self, text: str, words: list[Span], before: list[str]
    ) -> tuple[Scores | None, list[Span]]:
        """Return what the model says of the stretches of words; nothing if there are none."""
        spelled = [text[start:end] for start, end in words]
        spans = stretches(spelled)
        if not spans:
            return None, []
        read = encode(spelled, before, self._pieces, self._marks)
        return Scores(*self._run(read, spans)), spans

    def _run(self, read: Input, spans: list[Span]) -> list[Any]:
        given = {
            "tokens": read.tokens,
            "segments": read.segments,
            "first": read.first,
            "last": read.last,
            "starts": [start for start, _ in spans],
            "ends": [end for _, end in spans],
        }
        return self._session.run(
            None, {name: np.array([numbers], np.int64) for name, numbers in given.items()}
        )


def _parts(text: str) -> Iterator[list[Span]]:
    """Yield the words of a text, so many at a time, cut behind a sentence where there is one."""
    words, start = words_of(text), 0
    for _ in range(PARTS_MAX):
        end = min(start + WORDS_MAX, len(words))
        if end < len(words):
            ends = range(end, start + WORDS_MAX // 2, -1)
            end = next((at for at in ends if text[words[at - 1][0]] in _STOPS), end)
        if start < end:
            yield words[start:end]
        start = end
