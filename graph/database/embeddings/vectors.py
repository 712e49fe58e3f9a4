"""Check vectors before they are stored or searched with: right dimension, finite, length 1.

The cosine of two vectors of length 1 is their inner product, and a cosine index ranks them exactly.
A failing model returns NaN, zeros or another dimension, some of which an index accepts silently.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from graph.errors import BadVector

Vector = list[float]

# Single precision leaves an error of about 1e-7 for each component; int8 weights add none.
LENGTH_TOLERANCE = 1e-3


def flaw(vector: Sequence[float], dimension: int) -> str | None:
    """Describe why this is not a unit vector of that dimension; None if it is one."""
    if len(vector) != dimension:
        return f"it has {len(vector)} components, not {dimension}"
    if not all(map(math.isfinite, vector)):
        return "a component is not a finite number"
    length = math.hypot(*vector)
    if abs(length - 1.0) > LENGTH_TOLERANCE:
        return f"its length is {length:.6g}, not 1"
    return None


def check_vector(vector: Sequence[float], dimension: int) -> Vector:
    """Return the vector as plain floats.

    Raises:
        BadVector: it is not a unit vector of that dimension.
    """
    wrong = flaw(vector, dimension)
    if wrong is not None:
        raise BadVector(f"an embedding cannot be used: {wrong}")
    return [float(component) for component in vector]


def cosine(first: Sequence[float], second: Sequence[float]) -> float:
    """Compute the cosine of two unit vectors of the same dimension, -1 to 1."""
    return math.fsum(a * b for a, b in zip(first, second, strict=True))
