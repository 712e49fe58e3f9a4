"""The oracle of the temporal model: what the rules say, instant by instant, for one slot.

Written from the page alone and kept apart from the product's projection, which must agree with it.
For a many-valued attribute, pass the claims of one value and the negatives that name it or none.
``tests/oracle/supersession.py`` adds supersession.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from tests.oracle.normalisation import place
from tests.oracle.rules import C, Left, boundaries, decide, expired, leave, name
from tests.oracle.unknown_bounds import expand

__all__ = ["Belief", "C", "Span", "beliefs", "decider_at", "read", "spans", "value_at"]

Belief = tuple[str, int, int | None, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Span:
    """A maximal stretch between two boundaries, with the claim that decides it."""

    start: int
    end: int | None
    decider: C | None


def read(claims: list[C], resumes: bool = True) -> Left:
    """Unknown bounds, placement, then rules 0 to 5: what the claims leave to rules 6 to 9."""
    return leave(name(place(expand(claims), resumes), resumes))


def decider_at(claims: list[C], t: int, resumes: bool = True) -> C | None:
    """The deciding claim at t (b or o), as placed, or None."""
    return decide(read(claims, resumes), t, resumes)


def value_at(claims: list[C], t: int, resumes: bool = True) -> str | None:
    """The value at t, or None."""
    decider = decider_at(claims, t, resumes)
    return decider.value if decider else None


def spans(claims: list[C], resumes: bool = True) -> list[Span]:
    """The decider over each stretch from one boundary to the next; the last has no end."""
    known = expand(claims)
    instants: list[int | None] = [*boundaries([*known, *place(known, resumes)]), None]
    left = read(claims, resumes)
    return [
        Span(t, following, decide(left, t, resumes))
        for t, following in pairwise(instants)
        if t is not None
    ]


def beliefs(claims: list[C], resumes: bool = True) -> list[Belief]:
    """The slot's beliefs in order: value, start, end (None: open), ids of the memories."""
    left = read(claims, resumes)
    runs: list[list[Span]] = []
    for span in spans(claims, resumes):
        if runs and _value(runs[-1][-1]) == _value(span):
            runs[-1].append(span)
        else:
            runs.append([span])
    return [_belief(run, left) for run in runs if _value(run[0]) is not None]


def carries(p: C, belief: Belief) -> bool:
    """Whether p carries the belief because it starts in it, unexpired (p is left by 1 to 5)."""
    value, start, end, _ = belief
    inside = start <= p.start and (end is None or p.start < end)
    return p.value == value and inside and not expired(p, p.start)


def _value(span: Span) -> str | None:
    return span.decider.value if span.decider else None


def _belief(run: list[Span], left: Left) -> Belief:
    """One run of spans of one value, with the memories that carry it, by start and saying."""
    bare: Belief = (str(_value(run[0])), run[0].start, run[-1].end, ())
    deciders = {span.decider.id for span in run if span.decider}
    rest = [p for p in left.positives if p.id in deciders or carries(p, bare)]
    rest.sort(key=lambda p: (p.start, p.said, p.place))
    return (*bare[:3], tuple(p.id for p in rest))
