"""The file of the learned reader's model: where it is, which it must be, and what is wrong with it.

It is written by ``make train``; its hash stands here, so that nothing else is ever loaded.
"""

from __future__ import annotations

from pathlib import Path

from extraction.embedding.embedder import digest

MODEL = Path(__file__).with_name("reader.onnx")
MODEL_SHA256 = "d0e2cabf297280f86f49f43e574119da6e4339d1d1bf42417868c78b6437c955"
VERSION = f"learned-1+{MODEL_SHA256[:8]}"


def problem(model: Path | None = None, sha256: str = MODEL_SHA256) -> str:
    """Return why the model cannot be used; empty if it can."""
    model = model or MODEL
    if not model.is_file():
        return f"{model.name} is missing"
    return "" if digest(model) == sha256 else f"{model.name} is not the pinned file"
