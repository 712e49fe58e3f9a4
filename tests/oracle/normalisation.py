"""From a named period to an instant: the two placements that depend on the other claims.

The text leaves room; this is the reading taken here, in the order in which it is done.

1. Positive claims, all judged by the raw starts (each period's start). A claim *p* whose period
   contains its own time of speaking moves to that time, if a *finer-dated* positive claim of
   another value starts in p's period before p was spoken. Finer-dated: its own named period is
   shorter, or it has none (an instant, stated or observed). Who spoke first plays no part.
2. Negative claims that say a value, judged by the positives as placed. *The claim it names*: any
   positive claim of that value, whenever it was said. If one starts in the negative's period, the
   negative moves to the period's end, or to its time of speaking if that is earlier; but never
   before the period itself, for a start stays in the period that was said.
3. Negative claims without a value. They name a value only in rule 0, by their start, so what they
   name is asked at both places: early (raw) and late. It moves if a value holds just before the
   late place, a claim of it starts in the period, and just before the early place the same value
   held, or none. Asked of the claims said before it; if neither place finds any, of all. Other
   negatives without a value play no part. So "I joined in March; I left in March" ends after it
   began, and "left the old one that day" still names the old one.

No move may leave a closed claim empty: one that would is not made.
"""

from __future__ import annotations

from dataclasses import replace

from tests.oracle.rules import C, held_before, later


def place(claims: list[C], resumes: bool = True) -> list[C]:
    """The claims with every start an instant."""
    raw = [c for c in claims if not c.negative]
    positives = [place_positive(p, raw) for p in raw]
    named = [place_named(n, positives) for n in claims if n.negative and n.value is not None]
    known = [*positives, *named]
    return [*known, *(place_unnamed(n, known, resumes) for n in claims if n.value is None)]


def in_period(period: tuple[int, int], t: int) -> bool:
    """Whether t lies in the half-open period."""
    return period[0] <= t < period[1]


def finer(q: C, p: C) -> bool:
    """Whether q's start is finer-dated than that of p, which has a period."""
    if q.start_period is None or p.start_period is None:
        return q.start_period is None
    (a, b), (c, d) = q.start_period, p.start_period
    return b - a < d - c


def moved(c: C, start: int) -> C:
    """The claim with its start moved, unless that would leave it empty."""
    return c if c.end is not None and start >= c.end else replace(c, start=start)


def place_positive(p: C, raw: list[C]) -> C:
    """Step 1: "this year", said in it, after something finer of another value began in it."""
    period = p.start_period
    if period is None or not in_period(period, p.said):
        return p
    before = (period[0], p.said)
    displaced = any(q.value != p.value and finer(q, p) and in_period(before, q.start) for q in raw)
    return moved(p, p.said) if displaced else p


def late_place(n: C, period: tuple[int, int]) -> int:
    """The period's end, or the time of speaking if earlier, but not before the period."""
    return max(period[0], min(period[1], n.said))


def starts_in(period: tuple[int, int], value: str, claims: list[C]) -> bool:
    """Whether a positive claim of the value starts in the period."""
    return any(not p.negative and p.value == value and in_period(period, p.start) for p in claims)


def place_named(n: C, positives: list[C]) -> C:
    """Step 2: "left in 2020" of what began in 2020."""
    period = n.start_period
    if period is None or n.value is None or not starts_in(period, n.value, positives):
        return n
    return moved(n, late_place(n, period))


def place_unnamed(n: C, known: list[C], resumes: bool) -> C:
    """Step 3: "left my job in 2020", if what it names at the late place began in 2020."""
    period = n.start_period
    if period is None:
        return n
    late = late_place(n, period)
    for circle in ([c for c in known if later(n, c)], known):
        early_value = held_before(circle, n.start, resumes)
        late_value = held_before(circle, late, resumes)
        if late_value is not None and early_value in (None, late_value):
            return moved(n, late) if starts_in(period, late_value, circle) else n
        if early_value is not None:
            return n
    return n
