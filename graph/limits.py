"""The numbers by which claims are believed, held or kept back; a session carries its own."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """What decides whether a claim counts and what is held.

    ``floor`` is the confidence under which a claim makes no belief, ``high_stakes`` the same for
    attributes where a mistake costs much. ``margin`` and the two of loops are from the temporal
    model's table of contradictions. Under ``importance`` a candidate is not worth keeping.
    """

    floor: float = 0.4
    high_stakes: float = 0.8
    importance: float = 0.2
    margin: float = 0.25
    loop_days: float = 30.0
    loop_count: int = 3
