"""Decay of a memory's importance, computed at read time and never stored.

``raw`` decreases exponentially with the days since the memory was last read (or recorded),
``boost`` increases with the number of reads, and the score lies between ``raw`` and 1:
``score = raw + (1 - raw) * boost``.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from datetime import datetime

from graph.model.tags import rule_of

RATE_PER_DAY = 0.02
ACCESSES_FULL = 10

_DAY_S = 86_400.0


def decay_score(
    *,
    tags: Collection[str],
    recorded_at: datetime,
    last_accessed_at: datetime | None,
    access_count: int,
    half_life_days: float | None,
    at: datetime,
) -> float:
    """Return the remaining share of a memory's importance at an instant, 0 to 1.

    Constraints and conventions do not decay. A half-life replaces the default rate of decay.
    """
    if rule_of(tags) is not None:
        return 1.0
    rate = math.log(2) / half_life_days if half_life_days else RATE_PER_DAY
    # If the clock is set back, a memory must not score higher than when it was new.
    days = max(0.0, (at - (last_accessed_at or recorded_at)).total_seconds() / _DAY_S)
    raw = math.exp(-rate * days)
    boost = min(1.0, math.log1p(access_count) / math.log1p(ACCESSES_FULL))
    return min(1.0, raw + (1.0 - raw) * boost)
