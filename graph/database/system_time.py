"""The system time of reads that name none: now, and never before the tenant's last change.

A clock may be set back, or be behind that of another process. What was recorded later than its now
is known all the same, and a read that asks for what is known now finds it.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from datetime import datetime, timedelta

from graph.clock import Clock

# How often the store is asked what other processes have changed.
LOOK_S = 5.0
TENANTS_MAX = 10_000
_WARNED = timedelta(seconds=5)

_log = logging.getLogger("doxa.store")


class SystemTime:
    """What one process knows of the last changes of tenants."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._latest: dict[str, datetime] = {}
        self._looked: dict[str, float] = {}
        # Told the tenant of each change that this process has committed.
        self.listeners: list[Callable[[str], None]] = []

    def fork(self) -> SystemTime:
        """Return another that knows the same so far, and that nobody listens to."""
        forked = SystemTime(self._clock)
        forked._latest, forked._looked = dict(self._latest), dict(self._looked)
        return forked

    def now(self, tenant: str) -> datetime:
        """Return the later of the clock and the tenant's last change."""
        now = self._clock()
        return max(now, self._latest.get(tenant, now))

    def last_change(self, tenant: str) -> datetime | None:
        """Return the tenant's last change as far as this process knows; None if it knows of
        none.
        """
        return self._latest.get(tenant)

    def note(self, tenant: str, at: datetime) -> None:
        """Take in that the tenant changed at a system time."""
        known = self._latest.get(tenant)
        if known is not None and at <= known:
            return
        if len(self._latest) >= TENANTS_MAX:
            self._latest.clear()
            self._looked.clear()
        self._latest[tenant] = at
        ahead = at - self._clock()
        if ahead > _WARNED:
            _log.warning("the clock is %s behind the last change of tenant %s", ahead, tenant)

    def must_look(self, tenant: str) -> bool:
        """Whether it is time to ask the store for the tenant's last change; once each time."""
        at = time.monotonic()
        due = at - self._looked.get(tenant, -LOOK_S) >= LOOK_S
        if due:
            self._looked[tenant] = at
        return due
