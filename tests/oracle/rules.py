"""Rules 0 to 9 of the temporal model, read literally, one function each.

Nothing here is clever or fast, and nothing is shared with the product: the same page, read twice.
``tests/oracle/oracle.py`` is the door; times may be anything that is ordered.
"""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class C:
    """One claim of one slot. ``later`` means a greater (said, place, part).

    A bound that is not known says nothing by its number: ``tests/oracle/unknown_bounds.py``.
    """

    id: str
    value: str | None  # None: a negative claim without a value
    start: int
    end: int | None  # None: open; otherwise closed
    said: int
    place: int  # order of recording among equal `said`
    negative: bool = False
    stated: bool = True  # the start's basis: stated or observed
    vouched: int | None = (
        None  # an open claim that says it still holds: until then; None: its start
    )
    expires: int | None = None
    start_period: tuple[int, int] | None = None  # the named period of the start; None: an instant
    start_unknown: bool = False  # it ended at ``end``, and nobody knows since when it was so
    last_period: int = 1  # of such a one: how long the last period before its end is
    end_unknown: bool = False  # it is over when it is said, and nobody knows since when
    part: int = 0  # of what was said at once: which comes first


@dataclass(frozen=True, slots=True)
class Left:
    """What rules 0 to 5 leave, and for each claim that they took the claims that took it."""

    positives: list[C]
    negatives: list[C]
    until: dict[str, int]
    taken: dict[str, list[C]]


def spoken(c: C) -> tuple[int, int, int]:
    """The order of saying; of equals, of recording; of one memory, its parts."""
    return (c.said, c.place, c.part)


def later(a: C, b: C) -> bool:
    """Whether a is later than b: greater said_at, of equals the one recorded last."""
    return spoken(a) > spoken(b)


def covers(c: C, t: int) -> bool:
    """Whether t lies in c's own half-open interval."""
    return c.start <= t and (c.end is None or t < c.end)


def until(c: C) -> int:
    """How far the statement itself vouches, before any cut; never after it expires."""
    said = c.start if c.vouched is None else max(c.start, c.vouched)
    bound = said if c.end is None else c.end
    return bound if c.expires is None else min(bound, c.expires)


def ends_of(a: C, b: C) -> tuple[int, int]:
    """The two starts in order: "from the one start to the other"."""
    return min(a.start, b.start), max(a.start, b.start)


def postponed(n: C, negatives: list[C], positives: list[C]) -> list[C]:
    """Rule 1: the later open negatives of n's value that replace n.

    None of them does across a start of that value, ends included.
    """

    def replaces(m: C) -> bool:
        lo, hi = ends_of(n, m)
        both = m.value == n.value and m.end is None and n.end is None and later(m, n)
        return both and not any(p.value == n.value and lo <= p.start <= hi for p in positives)

    return [m for m in negatives if replaces(m)]


def voids(n: C, p: C, positives: list[C]) -> bool:
    """Rule 2: n takes p back as if never said. ``positives`` are all, void or not."""
    if not (n.value == p.value and later(n, p) and covers(n, p.start)):
        return False
    if not (n.end is None or n.end >= until(p)):
        return False
    other = any(q.value != p.value and n.start < q.start <= p.start for q in positives)
    return n.start == p.start or p.start > n.said or (not p.stated and not other)


def restates(q: C, p: C, positives: list[C], negatives: list[C]) -> bool:
    """Rule 3: the later q replaces p, of the same value, both with stated starts."""
    if not (q.value == p.value and q.stated and p.stated and later(q, p)):
        return False
    if p.end is not None and q.end is not None:
        return q.start == p.start or q.end == p.end
    if p.end is not None or q.end is not None or p.start == q.start:
        return False
    if expired(p, q.start) or expired(q, p.start):
        return False
    lo, hi = ends_of(p, q)
    other = any(x.value != p.value and lo <= x.start <= hi for x in positives)
    return not other and not any(n.value == p.value and lo <= n.start <= hi for n in negatives)


def cut(p: C, positives: list[C], negatives: list[C]) -> int:
    """Rule 4: how far p vouches, once later open claims against it have started after it."""
    if p.end is not None:
        return until(p)
    against = [q for q in positives if q.value != p.value] + [
        n for n in negatives if n.value == p.value
    ]
    starts = [x.start for x in against if x.end is None and later(x, p) and x.start > p.start]
    return min([until(p), *starts])


def absorbs(c: C, p: C, vouches_to: int) -> bool:
    """Rule 5: the open p, vouching to ``vouches_to`` (as cut), adds nothing to the closed c."""
    if p.end is not None or c.end is None or c.value != p.value or not c.stated:
        return False
    within = covers(c, p.start) and vouches_to <= c.end
    return within and (not p.stated or later(c, p) or c.start == p.start)


def leave(named: list[C]) -> Left:
    """Rules 1 to 5 in order; each judges every claim against what the rules before it left."""
    taken: dict[str, list[C]] = {}

    def without(claims: list[C], takers: dict[str, list[C]]) -> list[C]:
        taken.update({key: found for key, found in takers.items() if found})
        return [c for c in claims if c.id not in taken]

    pos = [c for c in named if not c.negative]
    neg = [c for c in named if c.negative]
    neg = without(neg, {n.id: postponed(n, neg, pos) for n in neg})
    pos = without(pos, {p.id: [n for n in neg if voids(n, p, pos)] for p in pos})
    pos = without(pos, {p.id: [q for q in pos if restates(q, p, pos, neg)] for p in pos})
    reach = {p.id: cut(p, pos, neg) for p in pos}
    pos = without(pos, {p.id: [c for c in pos if absorbs(c, p, reach[p.id])] for p in pos})
    return Left(pos, neg, reach, taken)


def vouches(left: Left, p: C, t: int) -> bool:
    """Rule 6: p vouches for t."""
    return p.start <= t < left.until[p.id]


def presumes(left: Left, p: C, t: int, resumes: bool) -> bool:
    """Rules 6 and 9: the open p, not expired, presumes t, unless a non-resuming one stopped.

    Rule 9: a positive of another value has started after p's start, at or after p's until.
    """
    reach = left.until[p.id]
    if p.end is not None or t < reach or expired(p, t):
        return False
    others = [q.start for q in left.positives if q.value != p.value]
    return resumes or not any(p.start < start and reach <= start <= t for start in others)


def expired(p: C, t: int) -> bool:
    """p's time to live is over by t: it says nothing any more."""
    return p.expires is not None and p.expires <= t


def enders(left: Left, p: C, t: int) -> list[C]:
    """Rule 7, first sentence: the negatives by which p has ended at t."""

    def ends(n: C) -> bool:
        strong = n.start >= left.until[p.id] or later(n, p)
        return n.value == p.value and covers(n, t) and n.start > p.start and strong

    return [n for n in left.negatives if ends(n)]


def closers(left: Left, p: C, t: int) -> list[C]:
    """Rule 7, last sentence: the later closed claims by whose end the open p stops presuming."""

    def between(c: C) -> bool:
        others = [q for q in left.positives if q.value != p.value]
        own = [n for n in left.negatives if n.value == p.value]
        return any(p.start < x.start <= c.start for x in [*others, *own])

    def closes(c: C) -> bool:
        fits = c.value == p.value and c.stated and later(c, p) and c.start > p.start
        return fits and c.end is not None and left.until[p.id] <= c.end <= t and not between(c)

    return [c for c in left.positives if p.end is None and closes(c)]


def has_ended(left: Left, p: C, t: int) -> bool:
    """Rule 7: p has ended at t, whether it vouches or presumes."""
    return bool(enders(left, p, t))


def decide(left: Left, t: int, resumes: bool) -> C | None:
    """Rule 8: the deciding claim at t, o or else b or else none."""
    standing = [p for p in left.positives if vouches(left, p, t) and not has_ended(left, p, t)]
    b = max(standing, key=spoken, default=None)
    presuming = [p for p in left.positives if presumes(left, p, t, resumes)]
    if b is not None:
        presuming = [p for p in presuming if later(p, b) and p.start >= b.start]
    o = max(presuming, key=lambda p: (left.until[p.id], spoken(p)), default=None)
    if o is not None and not has_ended(left, o, t) and not closers(left, o, t):
        return o
    return b


def boundaries(claims: list[C]) -> list[int]:
    """Every instant at which anything could change."""
    found: set[int] = set()
    for c in claims:
        times = (c.start, c.end, c.said, c.vouched, c.expires, *(c.start_period or ()))
        found.update(t for t in times if t is not None)
    return sorted(found)


def held_before(named: list[C], t: int, resumes: bool) -> str | None:
    """The value that held just before t: at the last boundary before it, for none lies between."""
    earlier = [x for x in boundaries(named) if x < t]
    decider = decide(leave(named), earlier[-1], resumes) if earlier else None
    return decider.value if decider else None


def name(placed: list[C], resumes: bool) -> list[C]:
    """Rule 0: give each negative without a value the value that held just before its start.

    First in the order said, each from what was said before it and is named by now; then those
    left, in order of start, from all that is named by then. One that finds none is left out.
    """
    known = [c for c in placed if c.value is not None]
    nameless = sorted((c for c in placed if c.value is None), key=spoken)
    waiting: list[C] = []
    for n in nameless:
        value = held_before([c for c in known if later(n, c)], n.start, resumes)
        if value is None:
            waiting.append(n)
        else:
            known.append(replace(n, value=value))
    for n in sorted(waiting, key=lambda c: (c.start, spoken(c))):
        value = held_before(known, n.start, resumes)
        if value is not None:
            known.append(replace(n, value=value))
    return known
