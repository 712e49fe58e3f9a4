"""What a tenant's extractors consume on a day, and how their answers are: counted as they come.

One node counts for a tenant, a day (UTC) and an extractor's version. A call is counted whether or
not its answer was of use; only a worker killed between an answer and the store loses a count.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from types import MappingProxyType

from graph.errors import BudgetSpent
from graph.limits import Budget
from graph.model import Usage
from graph.session import Row, Session

# What is healthy (the rules of the write path, from "Extraction as filtering"): shares of answers
# that are empty, of candidates that are discarded; a first answer in twelve may need its retry.
BANDS = MappingProxyType(
    {
        "empty": (0.35, 0.50),
        "discarded": (0.40, 0.60),
        "malformed": (0.0, 0.05),
        "retried": (0.0, 0.08),
        "unreadable": (0.0, 0.01),
    }
)
ENOUGH = 50


@dataclass(frozen=True, slots=True)
class Answered:
    """How one answer was: members that could be read, those its author would not keep, the rest."""

    candidates: int = 0
    discards: int = 0
    malformed: int = 0


@dataclass(frozen=True, slots=True)
class Tally:
    """One extractor's day.

    ``answers`` could be read, ``empty`` of them proposed nothing, ``retried`` needed a second call;
    ``unreadable`` could not be read at all. ``discards`` and ``malformed`` are of the members of
    all answers. ``batched`` of the ``calls`` were in a batch; the cost of ``unpriced`` is unknown.
    """

    day: datetime
    extractor: str
    answers: int = 0
    empty: int = 0
    candidates: int = 0
    discards: int = 0
    malformed: int = 0
    retried: int = 0
    unreadable: int = 0
    calls: int = 0
    batched: int = 0
    unpriced: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    cost_usd: float = 0.0

    @property
    def tokens(self) -> int:
        """Sent and answered."""
        return self.input_tokens + self.output_tokens


def day_of(moment: datetime) -> datetime:
    """When the day (UTC) of a moment began."""
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)


async def since(db: Session, tenant: str, first: datetime) -> list[Tally]:
    """The tenant's tallies from a day on, the latest day first."""
    rows = await db.read("read/tallies", tenant=tenant, since=day_of(first))
    return [_tally(row["tally"]) for row in rows]


async def refuse_overspent(db: Session, tenant: str) -> None:
    """Nothing, while the tenant's budget of today is not spent.

    The budget is looked at before each call, so that the last one may go over it by itself.

    Raises:
        BudgetSpent: it is; no model is to be asked before tomorrow.
    """
    budget = db.limits.budgets.of(tenant)
    if budget != Budget():
        today = day_of(db.clock())
        left = remaining(budget, await since(db, tenant, today))
        if (left.tokens is not None and left.tokens <= 0) or (
            left.usd is not None and left.usd <= 0
        ):
            raise _spent(budget, today + timedelta(days=1))


def remaining(budget: Budget, tallies: Sequence[Tally]) -> Budget:
    """What the tallies leave of a budget; below zero where they went over it."""
    return Budget(
        None if budget.tokens is None else budget.tokens - sum(one.tokens for one in tallies),
        None if budget.usd is None else budget.usd - sum(one.cost_usd for one in tallies),
    )


def shares(tally: Tally) -> dict[str, float]:
    """The shares that have a band, those left out that are of nothing."""
    asked = tally.answers + tally.unreadable
    members = tally.candidates + tally.malformed
    pairs = {
        "empty": (tally.empty, tally.answers),
        "discarded": (tally.discards, tally.candidates),
        "malformed": (tally.malformed, members),
        "retried": (tally.retried, asked),
        "unreadable": (tally.unreadable, asked),
    }
    return {name: part / whole for name, (part, whole) in pairs.items() if whole}


async def unreadable(
    db: Session, tenant: str, *, job: str, extractor: str, usage: Usage | None
) -> None:
    """Count an answer that was of no use."""
    await consumed(db, tenant, job=job, extractor=extractor, usage=usage, unreadable=1)


async def consumed(
    db: Session, tenant: str, *, job: str, extractor: str, usage: Usage | None, unreadable: int = 0
) -> None:
    """Count what a call consumed; its answer is counted, with a job's, where it is kept."""
    await db.write(
        "write/tally",
        unreadable=unreadable,
        tenant=tenant,
        job=job,
        extractor=extractor,
        day=day_of(db.clock()),
        **usage_fields(usage),
        **calls_fields(usage),
    )


def usage_fields(usage: Usage | None) -> Row:
    """What was consumed, as parameters of a statement."""
    return {
        "model": usage.model if usage else None,
        "input_tokens": usage.input_tokens if usage else None,
        "output_tokens": usage.output_tokens if usage else None,
        "cached_tokens": usage.cached_tokens if usage else None,
        "cost_usd": usage.cost_usd if usage else None,
    }


def calls_fields(usage: Usage | None) -> Row:
    """How often a model was asked, and how often of that in a batch."""
    calls = usage.calls if usage else 0
    return {"calls": calls, "batched": calls if usage and usage.batched else 0}


def answer_fields(answered: Answered, *, empty: bool) -> Row:
    """How an answer was, as parameters of a statement."""
    return {
        "empty": int(empty),
        "candidates": answered.candidates,
        "discards": answered.discards,
        "malformed": answered.malformed,
    }


def _spent(budget: Budget, until: datetime) -> BudgetSpent:
    parts = [
        *([] if budget.tokens is None else [f"{budget.tokens:,} tokens"]),
        *([] if budget.usd is None else [f"{budget.usd:g} US dollars"]),
    ]
    return BudgetSpent(
        f"the day's budget of {' and '.join(parts)} is spent; reading goes on at"
        f" {until:%Y-%m-%dT%H:%M:%SZ}",
        until=until,
    )


def _tally(row: Row) -> Tally:
    return Tally(**{one.name: row[one.name] for one in fields(Tally) if one.name in row})
