"""Decay of a memory's importance: the formula, exact at any instant.

The task ``decay`` stores the result for all memories now and then, by a statement that computes the
same.

``raw`` decreases exponentially with the days since the memory was last read (or recorded),
``boost`` increases with the number of reads, and the score lies between ``raw`` and 1:
``score = raw + (1 - raw) * boost``.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from datetime import datetime

from graph.limits import DecayLimits
from graph.model.tags import rule_of

_DAY_S = 86_400.0


def decay_score(
    *,
    tags: Collection[str],
    recorded_at: datetime,
    last_accessed_at: datetime | None,
    access_count: int,
    half_life_days: float | None,
    at: datetime,
    limits: DecayLimits,
) -> float:
    """Return the remaining share of a memory's importance at an instant, 0 to 1.

    Constraints and conventions do not decay. A half-life replaces the common rate of decay.
    """
    if rule_of(tags) is not None:
        return 1.0
    rate = math.log(2) / half_life_days if half_life_days else limits.rate_per_day
    # If the clock is set back, a memory must not score higher than when it was new.
    days = max(0.0, (at - (last_accessed_at or recorded_at)).total_seconds() / _DAY_S)
    raw = math.exp(-rate * days)
    boost = min(1.0, math.log1p(access_count) / math.log1p(limits.accesses_full))
    return min(1.0, raw + (1.0 - raw) * boost)
