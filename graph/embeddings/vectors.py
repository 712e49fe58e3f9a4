"""What a vector must be before it is kept or asked with: of its model's size, finite, of length 1.

Vectors of length 1 make the cosine of two of them their inner product, and an index of cosines
exact about which is nearer. A model that fails gives NaN, zeros or another size, and an index takes
some of these without a word.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from graph.errors import BadVector

Vector = list[float]

# Single precision leaves an error of about 1e-7 for each component; int8 weights add none.
LENGTH_TOLERANCE = 1e-3


def flaw(vector: Sequence[float], dimension: int) -> str | None:
    """What makes this no unit vector of so many components, in words; None if it is one."""
    if len(vector) != dimension:
        return f"it has {len(vector)} components, not {dimension}"
    if not all(map(math.isfinite, vector)):
        return "a component is no finite number"
    length = math.hypot(*vector)
    if abs(length - 1.0) > LENGTH_TOLERANCE:
        return f"its length is {length:.6g}, not 1"
    return None


def checked(vector: Sequence[float], dimension: int) -> Vector:
    """The vector as plain numbers.

    Raises:
        BadVector: it is no unit vector of that many components.
    """
    wrong = flaw(vector, dimension)
    if wrong is not None:
        raise BadVector(f"an embedding cannot be used: {wrong}")
    return [float(component) for component in vector]


def cosine(one: Sequence[float], other: Sequence[float]) -> float:
    """How alike two unit vectors of one size are, from -1 to 1: their inner product."""
    return math.fsum(a * b for a, b in zip(one, other, strict=True))
