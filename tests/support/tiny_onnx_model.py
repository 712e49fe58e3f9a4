"""An ONNX model of a few kilobytes: each token has a fixed vector and nothing else happens.

It is written by hand, field by field (the numbers are those of ``onnx.proto``), so that tests can
change from one model to another without a package of weights for each.
"""

from __future__ import annotations

import random
import string
import struct
from pathlib import Path

WORDS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
LETTERS = tuple(string.ascii_lowercase + string.digits + ".,'")
_FLOAT, _INT64 = 1, 7


def tiny_model(folder: Path, *, dimension: int = 8, seed: int = 1, broken: str = "") -> Path:
    """A folder with ``model.onnx`` and ``vocab.txt``; a text is the mean of its letters' vectors.

    A text with the letter ``broken`` in it gives NaN.
    """
    folder.mkdir(parents=True)
    vocabulary = [*WORDS, *LETTERS, *(f"##{letter}" for letter in LETTERS)]
    (folder / "vocab.txt").write_text("\n".join(vocabulary) + "\n", encoding="utf-8")
    chance = random.Random(seed)
    numbers = [
        chance.gauss(0, 1) if not broken or word[-1] != broken else float("nan")
        for word in vocabulary
        for _ in range(dimension)
    ]
    (folder / "model.onnx").write_bytes(_model(numbers, len(vocabulary), dimension))
    return folder


def _model(numbers: list[float], words: int, dimension: int) -> bytes:
    weights = (
        _number(1, words)
        + _number(1, dimension)
        + _number(2, _FLOAT)
        + _bytes(8, b"weights")
        + _bytes(9, struct.pack(f"<{len(numbers)}f", *numbers))
    )
    node = (
        _bytes(1, b"weights")
        + _bytes(1, b"input_ids")
        + _bytes(2, b"last_hidden_state")
        + _bytes(4, b"Gather")
    )
    graph = (
        _bytes(1, node)
        + _bytes(2, b"tiny")
        + _bytes(5, weights)
        + _bytes(11, _value(b"input_ids", _INT64, [b"texts", b"tokens"]))
        + _bytes(12, _value(b"last_hidden_state", _FLOAT, [b"texts", b"tokens", b"size"]))
    )
    return _number(1, 8) + _bytes(7, graph) + _bytes(8, _number(2, 13))


def _value(name: bytes, kind: int, sizes: list[bytes]) -> bytes:
    shape = b"".join(_bytes(1, _bytes(2, size)) for size in sizes)
    return _bytes(1, name) + _bytes(2, _bytes(1, _number(1, kind) + _bytes(2, shape)))


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _bytes(field: int, value: bytes) -> bytes:
    return _varint(field << 3 | 2) + _varint(len(value)) + value


def _varint(value: int) -> bytes:
    found = bytearray()
    while value > 0x7F:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*found, value])
