"""Embeddings by sentence-transformers with any local model, from the extra [embeddings].

Nothing is downloaded: the model is a folder. torch takes seconds to import, and the default install
does not have it, so the library is imported when an embedder is created.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from pathlib import Path
from threading import Lock
from typing import Any

from extraction.embedding.embedder import name_of
from extraction.model import model_spans
from graph.database.embeddings.vectors import Vector
from graph.errors import InvalidArgument
from graph.extras import install_line

BATCH = 8

_WEIGHTS = ("model.safetensors", "pytorch_model.bin")


class TorchEmbedder:
    """A sentence-transformers model on the CPU; thread-safe, one call at a time."""

    def __init__(self, folder: Path, *, threads: int = 1) -> None:
        """Load the model of a folder, offline.

        Raises:
            InvalidArgument: the folder has no such model, or the extra is not installed.
        """
        weights = _weights(folder)
        library, torch = _libraries()
        torch.set_num_threads(threads)
        self._name = name_of(weights)
        self._model: Any = library.SentenceTransformer(
            str(folder), device="cpu", local_files_only=True
        )
        self._dimension = int(self._model.get_embedding_dimension())
        self._lock = Lock()

    @property
    def name(self) -> str:
        """The model with a digest of its weights."""
        return self._name

    @property
    def dimension(self) -> int:
        """Number of vector components."""
        return self._dimension

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """Compute a unit vector for each text, in order."""
        with model_spans.embeddings("sentence_transformers", self._name, len(texts)), self._lock:
            vectors = self._model.encode(
                list(texts),
                batch_size=BATCH,
                normalize_embeddings=True,
                show_progress_bar=False,
                convert_to_numpy=True,
            )
        return [row.tolist() for row in vectors]


def _weights(folder: Path) -> Path:
    for name in _WEIGHTS:
        if (folder / name).is_file():
            return folder / name
    raise InvalidArgument(
        f"{folder} holds no model",
        field="DOXA_EMBEDDING_MODEL",
        hint="a folder with model.onnx and its tokenizer, or one of sentence-transformers",
    )


def _libraries() -> tuple[Any, Any]:
    try:
        return importlib.import_module("sentence_transformers"), importlib.import_module("torch")
    except ImportError as error:
        raise InvalidArgument(
            "this embedding model needs sentence-transformers",
            field="DOXA_EMBEDDING_MODEL",
            hint=install_line("embeddings"),
        ) from error
