"""The numbers by which claims are believed, held or kept back; a session carries its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Budget:
    """What models may consume for one tenant on one day (UTC); ``None`` is no bound.

    ``tokens`` counts those sent, the cached ones too, and those answered; ``usd`` is their cost.
    """

    tokens: int | None = None
    usd: float | None = None


@dataclass(frozen=True, slots=True)
class Budgets:
    """The budget of everybody, and of those tenants that have one of their own."""

    common: Budget = Budget()
    own: Mapping[str, Budget] = field(default_factory=lambda: MappingProxyType({}))

    def of(self, tenant: str) -> Budget:
        """The tenant's budget."""
        return self.own.get(tenant, self.common)


@dataclass(frozen=True, slots=True)
class RecallLimits:
    """What decides whether something is recalled: the weights of a score's parts, and its floors.

    ``half_life_days`` is that of recency. A candidate below ``relevance_floor`` is not recalled,
    however recent and important it is. A memory of less confidence than ``hint_floor`` is no hint.
    A recall is kept for ``kept_days``. Accesses are counted every ``count_minutes``; only by
    hand if that is zero.
    """

    relevance: float = 0.60
    recency: float = 0.25
    importance: float = 0.15
    half_life_days: float = 30.0
    relevance_floor: float = 0.25
    hint_floor: float = 0.2
    kept_days: float = 90.0
    count_minutes: float = 1.0


@dataclass(frozen=True, slots=True)
class DecayLimits:
    """How a memory's importance decays, and how often what is left of it is stored.

    ``rate_per_day`` is that of attributes without a half-life. What was accessed ``accesses_full``
    times does not decay. The task runs ``every_minutes``; never by itself if that is zero.
    """

    rate_per_day: float = 0.02
    accesses_full: int = 10
    every_minutes: float = 60.0


@dataclass(frozen=True, slots=True)
class ConsolidationLimits:
    """How alike memories are that are consolidated on schedule, and how often that is.

    ``threshold`` is the cosine of their vectors; ``every_days`` is zero for only by hand.
    """

    threshold: float = 0.85
    every_days: float = 7.0


@dataclass(frozen=True, slots=True)
class Limits:
    """What decides whether a claim counts and what is held.

    ``floor`` is the confidence under which a claim makes no belief, ``high_stakes`` the same for
    attributes where a mistake costs much. ``margin`` and the two of loops are from the temporal
    model's table of contradictions. Under ``importance`` a candidate is not worth keeping.
    ``budgets`` are what models may consume; a session closes when nothing was read in it for
    ``idle_hours``, never if that is zero. A time of speaking may lie ``ahead`` of the system time
    by so much, as clocks differ. What is said to hold for now only ceases after ``transient_days``.
    """

    floor: float = 0.4
    high_stakes: float = 0.8
    importance: float = 0.2
    margin: float = 0.25
    loop_days: float = 30.0
    loop_count: int = 3
    budgets: Budgets = Budgets()
    idle_hours: float = 6.0
    transient_days: float = 3.0
    ahead: timedelta = timedelta(minutes=5)
    recall: RecallLimits = RecallLimits()
    decay: DecayLimits = DecayLimits()
    consolidation: ConsolidationLimits = ConsolidationLimits()
