"""Daily usage per tenant and extractor: tokens, cost, answer quality, jobs done and failed.

One node counts for a tenant, a day (UTC) and an extractor's version. Every call is counted, also
one with an unusable answer; only a worker killed between an answer and the store loses a count.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import datetime, timedelta

from graph.database.session import Row, Session
from graph.errors import BudgetSpent
from graph.limits import Budget
from graph.model.records import Usage

ENOUGH = 50


@dataclass(frozen=True, slots=True)
class AnswerCounts:
    """Counts of one answer: readable candidates, those marked as discarded, malformed members."""

    candidates: int = 0
    discards: int = 0
    malformed: int = 0


@dataclass(frozen=True, slots=True)
class DailyUsage:
    """The usage of one extractor on one day.

    ``answers`` are readable answers, ``empty`` those without candidates, ``retried`` those with a
    second call; ``unreadable`` are other answers. ``discards`` and ``malformed`` count members of
    all answers. ``batched`` counts the ``calls`` in a batch; ``unpriced`` those of unknown cost.
    ``seconds`` is how long answers were waited for. Of the ``input_tokens`` some were read from the
    model's cache and some ``written_tokens`` to it, of the ``output_tokens`` some were thinking.
    Of jobs ``jobs_done`` succeeded and ``jobs_failed`` failed for good; ``attempts_failed`` are
    those that counted against a job, the last ones too.
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
    written_tokens: int = 0
    thinking_tokens: int = 0
    cost_usd: float = 0.0
    seconds: float = 0.0
    jobs_done: int = 0
    attempts_failed: int = 0
    jobs_failed: int = 0

    @property
    def tokens(self) -> int:
        """Input and output tokens together."""
        return self.input_tokens + self.output_tokens


def day_of(moment: datetime) -> datetime:
    """Return the start of a moment's day in UTC."""
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)


async def since(db: Session, tenant: str, first: datetime) -> list[DailyUsage]:
    """Load the tenant's usage from a day on, the latest day first."""
    rows = await db.read("write/intake/usage", tenant=tenant, since=day_of(first))
    return [_tally(row["tally"]) for row in rows]


async def check_budget(db: Session, tenant: str) -> None:
    """Check the tenant's budget of today before a call; the last call may exceed it.

    Raises:
        BudgetSpent: it is spent; no model may be called before tomorrow.
    """
    budget = db.limits.budgets.of(tenant)
    if budget != Budget():
        today = day_of(db.clock())
        left = remaining(budget, await since(db, tenant, today))
        if any(rest is not None and rest <= 0 for rest in (left.tokens, left.usd)):
            raise _budget_spent(budget, today + timedelta(days=1))


def remaining(budget: Budget, tallies: Sequence[DailyUsage]) -> Budget:
    """Subtract usage from a budget; the rest is negative if the budget was exceeded."""
    return Budget(
        None if budget.tokens is None else budget.tokens - sum(tally.tokens for tally in tallies),
        None if budget.usd is None else budget.usd - sum(tally.cost_usd for tally in tallies),
    )


def shares(tally: DailyUsage) -> dict[str, float]:
    """Compute the shares that have a healthy band, without those of an empty whole."""
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
    """Count an unreadable answer."""
    db.counts.add("answers", "unreadable")
    await count_usage(db, tenant, job=job, extractor=extractor, usage=usage, unreadable=1)


async def count_usage(
    db: Session, tenant: str, *, job: str, extractor: str, usage: Usage | None, unreadable: int = 0
) -> None:
    """Count the usage of a call; its candidates are counted when they are stored."""
    note_usage(db, usage)
    await db.write(
        "write/intake/add_usage",
        unreadable=unreadable,
        tenant=tenant,
        job=job,
        extractor=extractor,
        day=day_of(db.clock()),
        **usage_fields(usage),
        **calls_fields(usage),
    )


def note_usage(db: Session, usage: Usage | None) -> None:
    """Count what a model consumed for whoever watches this process."""
    if usage is None:
        return
    db.counts.add("model_calls", number=usage.calls)
    db.counts.add("model_seconds", number=usage.seconds)
    db.counts.add("model_tokens", "input", usage.input_tokens)
    db.counts.add("model_tokens", "cached", usage.cached_tokens)
    db.counts.add("model_tokens", "written", usage.written_tokens)
    db.counts.add("model_tokens", "thinking", usage.thinking_tokens)
    db.counts.add("model_tokens", "output", usage.output_tokens)
    db.counts.add("model_cost_usd", number=usage.cost_usd or 0.0)


def note_answer(db: Session, answered: AnswerCounts, *, empty: bool) -> None:
    """Count what became of an answer for whoever watches this process."""
    db.counts.add("answers", "empty" if empty else "some")
    db.counts.add("answer_members", "kept", answered.candidates - answered.discards)
    db.counts.add("answer_members", "discarded", answered.discards)
    db.counts.add("answer_members", "malformed", answered.malformed)


def usage_fields(usage: Usage | None) -> Row:
    """Return the usage as parameters of a statement."""
    return {
        "model": usage.model if usage else None,
        "input_tokens": usage.input_tokens if usage else None,
        "output_tokens": usage.output_tokens if usage else None,
        "cached_tokens": usage.cached_tokens if usage else None,
        "written_tokens": usage.written_tokens if usage else None,
        "thinking_tokens": usage.thinking_tokens if usage else None,
        "cost_usd": usage.cost_usd if usage else None,
    }


def calls_fields(usage: Usage | None) -> Row:
    """Return the calls, those in a batch, and the seconds they took as statement parameters."""
    calls = usage.calls if usage else 0
    batched = calls if usage and usage.batched else 0
    return {"calls": calls, "batched": batched, "seconds": usage.seconds if usage else 0.0}


def answer_fields(answered: AnswerCounts, *, empty: bool) -> Row:
    """Return the counts of an answer as parameters of a statement."""
    return {
        "empty": int(empty),
        "candidates": answered.candidates,
        "discards": answered.discards,
        "malformed": answered.malformed,
    }


def _budget_spent(budget: Budget, until: datetime) -> BudgetSpent:
    parts = [
        *([] if budget.tokens is None else [f"{budget.tokens:,} tokens"]),
        *([] if budget.usd is None else [f"{budget.usd:g} US dollars"]),
    ]
    return BudgetSpent(
        f"the day's budget of {' and '.join(parts)} is spent; reading goes on at"
        f" {until:%Y-%m-%dT%H:%M:%SZ}",
        until=until,
    )


def _tally(row: Row) -> DailyUsage:
    return DailyUsage(
        **{field.name: row[field.name] for field in fields(DailyUsage) if field.name in row}
    )
