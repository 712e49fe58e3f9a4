"""Bounds that are not known: what a claim comes to that has ended, or begun, at an unknown time.

A claim that has ended, unknown when, is two: what it vouches for, which presumes nothing, and that
its value holds no more from the time of speaking on. One that began, unknown when, is closed, and
vouches for the last period before its end. The rules see the parts; whoever asks for memories gets
those of which they are parts.
Defined in docs/concepts/claims-and-beliefs.md#bounds-that-are-not-known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from graph.kernel.temporal.claim import Claim

# What tells the negative part from its memory: it comes right after it in the order of saying.
_OVER = " over"


def parts(claims: Iterable[Claim]) -> Iterator[Claim]:
    """Yield the claims as the rules see them: of each that has ended, unknown when, both its
    parts.
    """
    for claim in claims:
        if claim.end_unknown:
            yield replace(claim, vouched=claim.until, expires=claim.until, end_unknown=False)
            yield _over(claim)
        else:
            yield claim


def memory_of(part: str) -> str:
    """Return the memory of which a claim is a part, by the claim's id."""
    return part.removesuffix(_OVER)


def is_part(key: str) -> bool:
    """Whether a claim is the negative part of another, by the claim's id."""
    return key.endswith(_OVER)


def _over(claim: Claim) -> Claim:
    return replace(
        claim,
        id=f"{claim.id}{_OVER}",
        start=claim.said_at,
        negative=True,
        stated=False,
        vouched=None,
        expires=None,
        period_end=None,
        end_unknown=False,
    )
