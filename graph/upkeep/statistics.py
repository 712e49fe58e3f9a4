"""What a tenant's extractors consumed and how they answered, and what waits to be done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from graph.clock import format_instant
from graph.database.embeddings import store
from graph.database.session import Session
from graph.errors import OutOfRange
from graph.limits import Budget
from graph.proposals.similarity import pairs
from graph.write.intake import usage
from graph.write.intake.usage import DailyUsage, day_of, remaining, shares

DAYS_MAX = 3_660


@dataclass(frozen=True, slots=True)
class Vectors:
    """Whose model's the vectors are, how many memories are to have one, how many have none yet."""

    model: str
    memories: int
    pending: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """The figures of one tenant: by day and extractor, and as they stand now.

    ``left`` is what remains of today's ``budget``; ``bands`` are the shares that are healthy, by
    name. Without ``vectors`` there are none yet. ``similar`` counts pairs of memories that wait for
    a person, ``contradicting`` those of them that contradict by a model's word.
    """

    budget: Budget
    left: Budget
    bands: Mapping[str, tuple[float, float]]
    days: tuple[DailyUsage, ...]
    vectors: Vectors | None
    similar: int
    contradicting: int

    def as_json(self) -> dict[str, Any]:
        """Return the figures as every door gives them: shares from 0 to 1, costs in US dollars."""
        vectors = self.vectors
        return {
            "budget": _budget(self.budget),
            "leftToday": _budget(self.left),
            "bands": {name: list(band) for name, band in self.bands.items()},
            "days": [_day(one) for one in self.days],
            "vectors": None
            if vectors is None
            else {
                "model": vectors.model,
                "memories": vectors.memories,
                "pending": vectors.pending,
            },
            "similar": {"open": self.similar, "contradicting": self.contradicting},
        }


async def statistics(db: Session, tenant: str, days: int) -> Statistics:
    """Return the figures of a tenant, by day for so many days back, today among them.

    Raises:
        OutOfRange: the days are not 1 to ``DAYS_MAX``.
        StoreUnavailable: the store does not answer.
    """
    if not 1 <= days <= DAYS_MAX:
        raise OutOfRange(
            f"{days:,} days cannot be told",
            field="days",
            hint=f"give a number from 1 to {DAYS_MAX:,}",
        )
    today = day_of(db.clock())
    found = await usage.since(db, tenant, today - timedelta(days=days - 1))
    budget = db.limits.budgets.of(tenant)
    similar = await pairs.count_open(db, tenant)
    return Statistics(
        budget=budget,
        left=remaining(budget, [one for one in found if one.day == today]),
        bands=db.limits.bands,
        days=tuple(found),
        vectors=await _vectors(db, tenant),
        similar=similar.pairs,
        contradicting=similar.contradicting,
    )


async def _vectors(db: Session, tenant: str) -> Vectors | None:
    held = await store.state(db)
    if held is None:
        return None
    counted = await store.waiting(db, held.generation, tenant=tenant)
    return Vectors(held.model, counted.memories, counted.pending)


def _budget(budget: Budget) -> dict[str, Any]:
    return {"tokens": budget.tokens, "usd": budget.usd}


def _day(day: DailyUsage) -> dict[str, Any]:
    return {
        "day": format_instant(day.day),
        "extractor": day.extractor,
        "calls": day.calls,
        "batched": day.batched,
        "unpriced": day.unpriced,
        "inputTokens": day.input_tokens,
        "outputTokens": day.output_tokens,
        "cachedTokens": day.cached_tokens,
        "writtenTokens": day.written_tokens,
        "thinkingTokens": day.thinking_tokens,
        "costUsd": round(day.cost_usd, 6),
        "seconds": round(day.seconds, 3),
        "answers": day.answers,
        "empty": day.empty,
        "candidates": day.candidates,
        "discards": day.discards,
        "malformed": day.malformed,
        "retried": day.retried,
        "unreadable": day.unreadable,
        "jobsDone": day.jobs_done,
        "attemptsFailed": day.attempts_failed,
        "jobsFailed": day.jobs_failed,
        "shares": {name: round(share, 4) for name, share in shares(day).items()},
    }
