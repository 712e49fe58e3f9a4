"""Bounds that are not known, read literally: a claim as the claims that it stands for.

The page has it before rule 0. Readings taken here:

- "It has ended, unknown when" is a positive claim and a negative one, in this order of saying: the
  second part of what was said at once is the later.
- "Vouches as far as its words do (its start's period at least)": up to the greatest of its start,
  the end of the period of its start, and the time for which it vouches, if it says one. "As if
  expires_at were its until": it is open, and from then on it says nothing.
- A negative claim "from said_at on" is one that starts when it was said, and has no end.
- Without a start there is only the negative claim.
- "Began, unknown when" is a closed claim whose start is observed: the last period before the end.
"""

from __future__ import annotations

from dataclasses import replace

from tests.oracle.rules import C, until

MARK = "¬"


def expand(claims: list[C]) -> list[C]:
    """The claims with every bound known, or none."""
    return [part for c in claims for part in _parts(c)]


def settled(c: C) -> C:
    """The claim that it stands for, if it is only one."""
    parts = _parts(c)
    return parts[0] if len(parts) == 1 else c


def owner(key: str) -> str:
    """The memory to which a claim belongs that may be a part of one."""
    return key.rstrip(MARK)


def _parts(c: C) -> list[C]:
    if c.end_unknown and c.start_unknown:
        return [_over(c, c.id)]
    if c.end_unknown:
        period = c.start if c.start_period is None else c.start_period[1]
        vouched = period if c.vouched is None else max(period, c.vouched)
        held = replace(c, end_unknown=False, vouched=vouched)
        return [replace(held, expires=until(held)), _over(c, c.id + MARK)]
    if c.start_unknown:
        assert c.end is not None
        begun = c.end - c.last_period
        return [replace(c, start_unknown=False, start=begun, stated=False, start_period=None)]
    return [c]


def _over(c: C, key: str) -> C:
    return C(key, c.value, c.said, None, c.said, c.place, negative=True, stated=False, part=1)
