"""When a nightly backup is due."""

from __future__ import annotations

from datetime import datetime, timedelta


def is_due(newest: datetime | None, now: datetime, hour: int) -> bool:
    """Whether no backup has begun since the full hour (UTC) was last struck.

    One that was missed, because nothing ran at that hour, is due at once; so is the first.
    """
    struck = now.replace(hour=hour, minute=0, second=0, microsecond=0)
    if struck > now:
        struck -= timedelta(days=1)
    return newest is None or newest < struck
