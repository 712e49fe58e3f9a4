"""What one tenant may take of a service: requests at a time, and requests a minute."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field

from graph.errors import Unavailable

MINUTE_S = 60.0
TENANTS_MAX = 10_000


class ShareTaken(Unavailable):
    """A tenant has as many requests at a time as it may have."""

    retry_after = 1


class RateExceeded(Unavailable):
    """A tenant has sent as many requests as it may send in a minute."""

    def __init__(self, limit: int, seconds: int) -> None:
        super().__init__(
            f"more than {limit:,} requests a minute", hint=f"send it again in {seconds} s"
        )
        self.retry_after = seconds


@dataclass(slots=True)
class TenantShare:
    """Counts requests by tenant.

    ``at_a_time`` requests of a tenant are let in together. ``a_minute`` are let in over a minute,
    evenly refilled, all of them at once if the tenant has rested; None is no limit. Of
    ``tenants_max`` tenants the rate is remembered before those that have rested are forgotten.
    """

    at_a_time: int
    a_minute: int | None = None
    tenants_max: int = TENANTS_MAX
    _running: Counter[str] = field(default_factory=Counter[str])
    # Of each tenant, when its allowance will be whole again.
    _whole_at: dict[str, float] = field(default_factory=dict[str, float])

    def enter(self, tenant: str, now: float) -> None:
        """Count a request until it leaves; ``now`` in seconds of any steady clock.

        Raises:
            ShareTaken: the tenant has too many at a time.
            RateExceeded: it has sent too many in a minute; the error says when to come again.
        """
        if self._running[tenant] >= self.at_a_time:
            raise ShareTaken(f"more than {self.at_a_time:,} requests of one tenant at a time")
        self._spend(tenant, now)
        self._running[tenant] += 1

    def leave(self, tenant: str) -> None:
        """Let a request that has entered end."""
        self._running[tenant] -= 1
        if not self._running[tenant]:
            del self._running[tenant]

    def _spend(self, tenant: str, now: float) -> None:
        if self.a_minute is None:
            return
        step = MINUTE_S / self.a_minute
        whole_at = max(now, self._whole_at.get(tenant, now)) + step
        if whole_at - now > MINUTE_S + step / 2:
            raise RateExceeded(self.a_minute, math.ceil(whole_at - now - MINUTE_S))
        self._forget(now)
        self._whole_at[tenant] = whole_at

    def _forget(self, now: float) -> None:
        if len(self._whole_at) < self.tenants_max:
            return
        self._whole_at = {name: at for name, at in self._whole_at.items() if at > now}
