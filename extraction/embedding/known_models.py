"""The embedding models that are known: how their vectors are made, and what their cosines say.

A model is known by the SHA-256 of its weights, wherever its folder is. Of any other its folder says
how the vectors of tokens become one, as those of sentence-transformers do, and its cosines are
taken to say what the default model's say.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, cast

from extraction.embedding.embedder import digest
from graph.limits import DEFAULT_SCALE, VectorScale

LOCK_FILE = Path(__file__).with_name("known_models.toml")
WEIGHTS = "model.onnx"
# Where a folder of sentence-transformers says how its tokens are pooled.
_POOLING = Path("1_Pooling", "config.json")


class Pooling(StrEnum):
    """How the vectors of a text's tokens become one: their mean, or that of the first token."""

    MEAN = "mean"
    FIRST = "first"


@dataclass(frozen=True, slots=True)
class KnownModel:
    """A model as measured; ``sha256`` is that of its weights.

    Texts are embedded ``alone`` where a vector would depend on its neighbours, because what lies
    between the layers is rounded for all of them together.
    """

    name: str
    title: str
    licence: str
    sha256: str
    dimension: int
    pooling: Pooling = Pooling.MEAN
    alone: bool = False
    scale: VectorScale = field(default=DEFAULT_SCALE)


@cache
def known_models() -> Mapping[str, KnownModel]:
    """Return the known models by name, the default one first."""
    rows = tomllib.loads(LOCK_FILE.read_text(encoding="utf-8"))
    return {name: _model(name, row) for name, row in rows.items()}


def _model(name: str, row: dict[str, Any]) -> KnownModel:
    pooling, scale = Pooling(row.pop("pooling")), VectorScale(**row.pop("scale", {}))
    return KnownModel(name, **row, pooling=pooling, scale=scale)


def find_known(weights: Path) -> KnownModel | None:
    """Return the known model that a file has the weights of."""
    sha256 = digest(weights)
    return next((one for one in known_models().values() if one.sha256 == sha256), None)


def scale_of(setting: str) -> VectorScale:
    """Return what the cosines of the model that a setting names say.

    It is the default model's where no model is known by its weights.
    """
    weights = Path(setting).expanduser() / WEIGHTS
    known = find_known(weights) if setting and weights.is_file() else None
    return DEFAULT_SCALE if known is None else known.scale


def pooling_of(folder: Path) -> Pooling:
    """Return how the folder of a model that is not known says that tokens are pooled."""
    try:
        told: Any = json.loads((folder / _POOLING).read_bytes())
    except (OSError, ValueError):
        return Pooling.MEAN
    first = isinstance(told, dict) and cast("Any", told).get("pooling_mode_cls_token") is True
    return Pooling.FIRST if first else Pooling.MEAN
