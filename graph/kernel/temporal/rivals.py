"""The rivals of a claim among the beliefs of its slot: what decides whether it contradicts at all.

``cypher/kernel/slots/detect_contradictions`` finds them in the store, for the claim that is about
to be written. These functions say the same of beliefs in memory: of a claim in many slots at once,
and of the lines of a file, whose forerunners are not in the store yet.
The rule: docs/concepts/slots-and-contradictions.md#what-counts-as-a-contradiction.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Protocol

from graph.clock import END_OF_TIME
from graph.kernel.temporal.claim import Claim


class Held(Protocol):
    """A belief as far as a claim can be at odds with it; an open end is the end of time."""

    @property
    def id(self) -> str:
        """Its id."""
        ...

    @property
    def canonical(self) -> str:
        """Its value."""
        ...

    @property
    def valid_from(self) -> datetime:
        """Its start."""
        ...

    @property
    def valid_to(self) -> datetime:
        """Its end, exclusive."""
        ...


def rivals(claim: Claim, beliefs: Iterable[Held]) -> tuple[str, ...]:
    """Return the ids of the beliefs that a claim is at odds with.

    They meet its interval and hold another value; for a negative claim its own, or any if it names
    none. One of its own value that meets or touches its interval counts too, unless it holds over
    just that one: the claim may restate its dates.
    """
    return tuple(held.id for held in beliefs if _is_rival(claim, held))


def _is_rival(claim: Claim, belief: Held) -> bool:
    end = claim.end or END_OF_TIME
    meets = belief.valid_to > claim.start and belief.valid_from < end
    if claim.negative:
        return meets and claim.value in (None, belief.canonical)
    if belief.canonical != claim.value:
        return meets
    touches = belief.valid_to >= claim.start and belief.valid_from <= end
    return touches and (belief.valid_from, belief.valid_to) != (claim.start, end)
