"""What all, a tenant, and a subject of it may take of a service: at a time, and a minute."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field

from graph.errors import Unavailable
from graph.model.records import Caller

MINUTE_S = 60.0
TENANTS_MAX = 10_000


class ShareTaken(Unavailable):
    """A tenant, or a subject, has as many requests at a time as it may have."""

    retry_after = 1


class ServiceBusy(Unavailable):
    """The service has as many requests at a time as it takes."""

    retry_after = 10


class RateExceeded(Unavailable):
    """A tenant, or a subject, has sent as many requests as it may send in a minute."""

    def __init__(self, limit: int, seconds: int) -> None:
        super().__init__(
            f"more than {limit:,} requests a minute", hint=f"send it again in {seconds} s"
        )
        self.retry_after = seconds


@dataclass(slots=True)
class TenantShare:
    """Counts requests by tenant, or by whatever else has a name.

    ``at_a_time`` requests of a tenant are let in together. ``a_minute`` are let in over a minute,
    evenly refilled, all of them at once if the tenant has rested; None is no limit. Of
    ``tenants_max`` tenants the rate is remembered before those that have rested are forgotten.
    """

    at_a_time: int | None
    a_minute: int | None = None
    tenants_max: int = TENANTS_MAX
    of: str = "tenant"
    _running: Counter[str] = field(default_factory=Counter[str])
    # Of each tenant, when its allowance will be whole again.
    _whole_at: dict[str, float] = field(default_factory=dict[str, float])

    def enter(self, tenant: str, now: float) -> None:
        """Count a request until it leaves; ``now`` in seconds of any steady clock.

        Raises:
            ShareTaken: the tenant has too many at a time.
            RateExceeded: it has sent too many in a minute; the error says when to come again.
        """
        if self.at_a_time is not None and self._running[tenant] >= self.at_a_time:
            raise ShareTaken(f"more than {self.at_a_time:,} requests of one {self.of} at a time")
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


@dataclass(slots=True)
class Shares:
    """Counts requests by tenant and by subject, so that one leaves something to the others.

    All together are at most ``at_a_time``, through whatever door they come.
    """

    at_a_time: int
    tenant: TenantShare
    subject: TenantShare
    _running: int = 0

    def enter(self, caller: Caller, now: float) -> None:
        """Count a request until it leaves; one that is refused counts for nobody.

        Raises:
            ServiceBusy: there are too many at a time, of all.
            ShareTaken: the subject, or its tenant, has too many at a time.
            RateExceeded: it has sent too many in a minute; the error says when to come again.
        """
        if self._running >= self.at_a_time:
            raise ServiceBusy("too many requests at a time", hint="try again in a moment")
        subject = _subject(caller)
        self.subject.enter(subject, now)
        try:
            self.tenant.enter(caller.tenant, now)
        except Unavailable:
            self.subject.leave(subject)
            raise
        self._running += 1

    def leave(self, caller: Caller) -> None:
        """Let a request that has entered end."""
        self._running -= 1
        self.subject.leave(_subject(caller))
        self.tenant.leave(caller.tenant)


def _subject(caller: Caller) -> str:
    return f"{caller.tenant}\0{caller.actor}"
