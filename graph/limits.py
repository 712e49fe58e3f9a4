"""The numbers by which claims are believed, held or kept back; a session carries its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from types import MappingProxyType
from typing import Generic, TypeVar


@dataclass(frozen=True, slots=True)
class Budget:
    """What models may consume for one tenant on one day (UTC); ``None`` is no bound.

    ``tokens`` counts those sent, the cached ones too, and those answered; ``usd`` is their cost.
    """

    tokens: int | None = None
    usd: float | None = None


@dataclass(frozen=True, slots=True)
class Quota:
    """How many memories a tenant may have, and how many of its jobs may be open; ``None``: any."""

    memories: int | None = None
    jobs: int | None = None


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PerTenant(Generic[T]):
    """What goes for every tenant, and for those that have something of their own."""

    common: T
    own: Mapping[str, T] = field(default_factory=lambda: MappingProxyType({}))

    def of(self, tenant: str) -> T:
        """Return what goes for the tenant."""
        return self.own.get(tenant, self.common)


# Healthy shares: of answers that are empty, of candidates that are discarded, of members that do
# not fit, of answers asked for twice, and of those that are of no use.
BANDS: Mapping[str, tuple[float, float]] = MappingProxyType(
    {
        "empty": (0.35, 0.50),
        "discarded": (0.40, 0.60),
        "malformed": (0.0, 0.05),
        "retried": (0.0, 0.08),
        "unreadable": (0.0, 0.01),
    }
)


@dataclass(frozen=True, slots=True)
class ExtractionLimits:
    """How sure a candidate is, how much an extractor is shown, and how often a job is tried.

    ``inferred`` and ``speculated`` are the strengths of such sources; what is said directly, or
    confirmed, has 1. ``partial`` and ``ungrounded`` are what incomplete grounding costs,
    ``inference`` the share that is left of a conclusion, ``unmeant`` the most for words that are
    not meant as a statement, ``adjustment`` the most that an extractor may add or take. A turn
    gives at most ``candidates``, and one more for each ``candidate_length`` characters, up to
    ``candidates_top``. A window has so many ``turns`` of so many characters
    (``turn_length``), ``entities`` and ``memories``. A job fails after so many ``attempts``.
    """

    inferred: float = 0.75
    speculated: float = 0.30
    partial: float = 0.15
    ungrounded: float = 0.10
    inference: float = 0.6
    unmeant: float = 0.3
    adjustment: float = 0.2
    candidates: int = 5
    candidate_length: int = 25
    candidates_top: int = 50
    turns: int = 20
    turn_length: int = 2_000
    entities: int = 30
    memories: int = 15
    attempts: int = 5


@dataclass(frozen=True, slots=True)
class VectorScale:
    """What the cosines of an embedding model say. The defaults are the default model's.

    Every model has its own: of texts that have nothing in common one gives 0.1, another 0.7. Where
    cosines are weighed against shares of words, those from ``zero`` to ``one`` count as 0 to 1. The
    others are cosines as they come. A word begins to stand for another at ``word_begins``, and does
    in full at ``word_full``. From ``event`` on a text is about the very event that a question asks
    about, from ``people`` on what is believed of two is alike. From ``same`` on two memories may
    say the same, from ``related`` on they speak about the same thing, from ``consolidated`` on one
    may stand for both.
    """

    zero: float = 0.0
    one: float = 1.0
    word_begins: float = 0.40
    word_full: float = 0.60
    event: float = 0.75
    people: float = 0.70
    same: float = 0.90
    related: float = 0.70
    consolidated: float = 0.85

    def likeness(self, cosine: float) -> float:
        """Return a cosine as a share; outside of ``zero`` to ``one`` it is none of 0 to 1."""
        return (cosine - self.zero) / (self.one - self.zero)


DEFAULT_SCALE = VectorScale()


@dataclass(frozen=True, slots=True)
class RecallLimits:
    """What decides whether something is recalled: the weights of a score's parts, and its floors.

    ``half_life_days`` is that of recency. A candidate below ``relevance_floor`` is not recalled,
    however recent and important it is. A memory of less confidence than ``hint_floor`` is no hint.
    A recall is kept for ``kept_days``. Accesses are counted every ``count_minutes``; only by
    hand if that is zero. At most so many open contradictions come as ``questions``.
    """

    relevance: float = 0.60
    recency: float = 0.25
    importance: float = 0.15
    half_life_days: float = 30.0
    relevance_floor: float = 0.25
    hint_floor: float = 0.2
    kept_days: float = 90.0
    count_minutes: float = 1.0
    questions: int = 2


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

    threshold: float = DEFAULT_SCALE.consolidated
    every_days: float = 7.0


@dataclass(frozen=True, slots=True)
class SimilarityLimits:
    """From which cosine on two memories are compared by what they say.

    From ``same`` on they may say the same, from ``related`` on they speak about the same thing. The
    task runs ``every_minutes``; never by itself if that is zero.
    """

    same: float = DEFAULT_SCALE.same
    related: float = DEFAULT_SCALE.related
    every_minutes: float = 15.0


@dataclass(frozen=True, slots=True)
class ReviewLimits:
    """What people are asked to look at, and how often.

    What is unsettled is counted every ``unsettled_days``; only by hand if that is zero. A
    preference of so many ``convention_sessions`` is proposed as a convention. Every ``sample_days``
    a sheet of ``sample_size`` claims is drawn, for people to mark; never by itself if either is
    zero. What an extractor states counts as much as ``calibration_weight`` marks.
    """

    unsettled_days: float = 30.0
    convention_sessions: int = 3
    sample_days: float = 7.0
    sample_size: int = 20
    calibration_weight: int = 20


@dataclass(frozen=True, slots=True)
class WebhookLimits:
    """Where webhooks may be sent to, and how often a change is tried.

    With ``loopback`` they may go to this machine, by http too; to ``hosts`` whatever addresses
    these have. A change is a dead letter after so many ``attempts``. The first pause between two is
    up to ``pause_s``; each is twice the last one, up to ``pause_max_s``. A receiver answers within
    ``timeout_s``.
    """

    loopback: bool = False
    hosts: frozenset[str] = frozenset()
    attempts: int = 12
    pause_s: float = 5.0
    pause_max_s: float = 3_600.0
    timeout_s: float = 10.0


@dataclass(frozen=True, slots=True)
class Limits:
    """What decides whether a claim counts and what is held.

    ``floor`` is the confidence under which a claim makes no belief, ``high_stakes`` the same for
    attributes where a mistake costs much. ``margin`` and the two of loops are from the temporal
    model's table of contradictions. Under ``importance`` a candidate is not worth keeping.
    ``budgets`` are what models may consume, ``quotas`` what may be stored; a session closes when
    nothing was read in it for ``idle_hours``, never if that is zero. A time of speaking may lie
    ``ahead`` of the system time by so much, as clocks differ. What is said to hold for now only
    ceases after ``transient_days``. ``bands`` are the healthy shares of an extractor's answers. The
    audit is sealed every ``seal_seconds``; only by hand and by commands if that is zero.
    """

    floor: float = 0.4
    high_stakes: float = 0.8
    importance: float = 0.2
    margin: float = 0.25
    loop_days: float = 30.0
    loop_count: int = 3
    budgets: PerTenant[Budget] = PerTenant(Budget())
    quotas: PerTenant[Quota] = PerTenant(Quota())
    idle_hours: float = 6.0
    transient_days: float = 3.0
    ahead: timedelta = timedelta(minutes=5)
    seal_seconds: float = 5.0
    bands: Mapping[str, tuple[float, float]] = field(default_factory=lambda: BANDS)
    vectors: VectorScale = DEFAULT_SCALE
    extraction: ExtractionLimits = ExtractionLimits()
    recall: RecallLimits = RecallLimits()
    decay: DecayLimits = DecayLimits()
    consolidation: ConsolidationLimits = ConsolidationLimits()
    similarity: SimilarityLimits = SimilarityLimits()
    review: ReviewLimits = ReviewLimits()
    webhooks: WebhookLimits = WebhookLimits()
