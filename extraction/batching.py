"""Backfill: the episodes of waiting jobs, asked about in batches at half the price.

Whatever is killed when, the next run goes on: what was sent is collected, what was not is sent, and
an answer is kept once, as if it had been asked for by itself. All episodes of a batch are read side
by side, so that each is shown the turns before it, and of entities and memories only those that
were known before the batch.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass, field
from datetime import timedelta

from extraction.abilities import Batching
from extraction.model import Extraction, Extractor, Window
from extraction.proposing import Proposed, Reading, count_unreadable, keep, turn_of, window_of
from graph import batches, proposals, surroundings, tallies
from graph.batches import Ask, Batch, BatchStatus, Held
from graph.errors import BudgetSpent, InvalidArgument, ModelUnavailable
from graph.limits import Budget
from graph.model import Caller
from graph.session import Session
from graph.surroundings import Heard

REQUESTS_MAX = 1_000
GIVEN_UP_HOURS = 30.0

_TAKEN = frozenset({BatchStatus.DONE, BatchStatus.OPEN})

Say = Callable[[str], None]


@dataclass(slots=True)
class Backfilled:
    """What a backfill did: requests sent and answered, others left to be read by themselves."""

    sent: int = 0
    answered: int = 0
    singly: int = 0
    over_budget: int = 0
    batches: list[str] = field(default_factory=list[str])


@dataclass(frozen=True, slots=True)
class _Backfill:
    """A backfill of one tenant under way."""

    db: Session
    tenant: str
    extractor: Extractor
    batching: Batching
    done: Backfilled

    def reading(self, job: str, caller: Caller, topic: str | None = None) -> Reading:
        """The reading of one job."""
        return Reading(self.db, caller, job, self.extractor, topic)


async def backfill(
    db: Session, caller: Caller, extractor: Extractor, say: Say, *, poll_s: float
) -> Backfilled:
    """Have the tenant's waiting jobs answered in batches, and let them be read.

    Raises:
        InvalidArgument: the extractor knows no batches.
        Unavailable: the model or the store is away; what was sent is kept, and goes on later.
    """
    if not isinstance(extractor, Batching):
        raise InvalidArgument(
            f"the {extractor.name} extractor knows no batches",
            field="--batch",
            hint="give a key for Claude, or leave it out",
        )
    work = _Backfill(db, caller.tenant, extractor, extractor, Backfilled())
    for known in await batches.batches(db, work.tenant, BatchStatus.SENDING, BatchStatus.OPEN):
        # What another model or prompt was asked is asked again, as it is for single calls.
        if known.status is BatchStatus.SENDING or known.extractor != extractor.version:
            await batches.stands(db, work.tenant, known.id, BatchStatus.LOST)
    await _send_all(work, say)
    for batch in await batches.batches(db, work.tenant, BatchStatus.OPEN):
        await _see_through(work, batch, caller, say, poll_s)
    await _release(work)
    return work.done


async def _send_all(work: _Backfill, say: Say) -> None:
    """Send what waits and was not sent, in as many batches as it takes, while the budget lasts."""
    asks: list[Ask] = []
    windows: list[tuple[str, Window]] = []
    tokens, left, seen = 0, await _left(work), set[str]()
    async for job in _held(work.db, work.tenant):
        pending = await _pending(work, job)
        for number, episode in enumerate(pending.todo):
            window = await window_of(
                work.reading(job.id, job.caller, job.topic), episode, pending.before[number]
            )
            weight = work.batching.weight(window)
            if episode.id in seen:
                continue
            seen.add(episode.id)
            if left is not None and tokens + weight > left:
                work.done.over_budget += 1
                continue
            tokens += weight
            asks.append(_ask(job.id, window))
            windows.append((episode.id, window))
            if len(asks) == REQUESTS_MAX:
                await _send(work, asks, windows, tokens)
                left = None if left is None else left - tokens
                asks, windows, tokens = [], [], 0
                say(f"sent {work.done.sent:,} messages")
    if asks:
        await _send(work, asks, windows, tokens)
    say(f"sent {work.done.sent:,} messages")


async def _send(
    work: _Backfill, asks: list[Ask], windows: list[tuple[str, Window]], tokens: int
) -> None:
    """Write the batch down, send it, and write down what the server calls it."""
    batch = await batches.begin(work.db, work.tenant, work.extractor.version, asks, tokens=tokens)
    server_id = await work.batching.send(windows)
    await batches.stands(work.db, work.tenant, batch.id, BatchStatus.OPEN, server_id)
    work.done.sent += len(asks)
    work.done.batches.append(batch.id)


async def _see_through(
    work: _Backfill, batch: Batch, caller: Caller, say: Say, poll_s: float
) -> None:
    """Wait for a batch to end, and keep what it answered."""
    server_id = batch.server_id or ""
    try:
        while not await work.batching.ended(server_id):
            say(f"batch {server_id} is being answered")
            await asyncio.sleep(poll_s)
        await _collect(work, batch, server_id, caller)
    except ModelUnavailable:
        if work.db.clock() - batch.at < timedelta(hours=GIVEN_UP_HOURS):
            raise
        await batches.stands(work.db, work.tenant, batch.id, BatchStatus.LOST)
        return
    await batches.stands(work.db, work.tenant, batch.id, BatchStatus.DONE)
    say(f"{work.done.answered:,} answers")


async def _collect(work: _Backfill, batch: Batch, server_id: str, caller: Caller) -> None:
    asked = {
        ask.episode: (ask, heard)
        for ask, heard in await batches.asks(work.db, work.tenant, batch.id)
    }
    turns = {key: turn_of(heard) for key, (_, heard) in asked.items()}
    seen: Counter[str] = Counter()
    async for key, result in work.batching.collect(server_id, turns):
        ask, heard = asked[key]
        reading = work.reading(ask.job, caller)
        if await proposals.kept(work.db, work.tenant, key, batch.extractor) is not None:
            seen["kept"] += 1
        elif isinstance(result, Extraction):
            shown = Proposed(
                extraction=result.model_copy(update={"extractor": batch.extractor}),
                job=ask.job,
                entities=ask.entities,
                memories=ask.memories,
            )
            await keep(reading, heard, shown)
            seen["kept"] += 1
        elif result.consumed is not None:
            await count_unreadable(reading, batch.extractor, result)
    work.done.answered += seen["kept"]
    work.done.singly += len(asked) - seen["kept"]


@dataclass(frozen=True, slots=True)
class _Pending:
    """What of a job is still to be sent, with the turns of the job before each; or waits."""

    todo: list[Heard]
    before: list[list[Heard]]
    waits: bool


async def _pending(work: _Backfill, job: Held) -> _Pending:
    version = work.extractor.version
    kept = await proposals.counts(work.db, work.tenant, episodes=job.episodes, extractor=version)
    asked = await batches.asked(work.db, work.tenant, job.episodes, version)
    heard = await surroundings.of_job(work.db, work.tenant, job.id)
    todo = [
        number
        for number, one in enumerate(heard)
        if one.id not in kept and not asked.get(one.id, set()) & _TAKEN
    ]
    waits = any(key not in kept and BatchStatus.OPEN in stands for key, stands in asked.items())
    return _Pending([heard[n] for n in todo], [heard[:n] for n in todo], waits)


async def _release(work: _Backfill) -> None:
    """Let every job be read that has nothing to wait for any more."""
    ready = [
        job.id
        async for job in _held(work.db, work.tenant)
        if not (pending := await _pending(work, job)).todo and not pending.waits
    ]
    for first in range(0, len(ready), batches.JOBS_MAX):
        await batches.release(work.db, work.tenant, ready[first : first + batches.JOBS_MAX])


async def _held(db: Session, tenant: str) -> AsyncGenerator[Held]:
    after = ""
    while page := await batches.held(db, tenant, after):
        for job in page:
            yield job
        after = page[-1].id


async def _left(work: _Backfill) -> int | None:
    """How many tokens may be sent today, what is under way counted by its estimate."""
    try:
        await tallies.refuse_overspent(work.db, work.tenant)
    except BudgetSpent:
        return 0
    budget: Budget = work.db.limits.budgets.of(work.tenant)
    if budget.tokens is None:
        return None
    today = tallies.day_of(work.db.clock())
    spent = tallies.remaining(budget, await tallies.since(work.db, work.tenant, today))
    under_way = await batches.batches(work.db, work.tenant, BatchStatus.OPEN)
    return (spent.tokens or 0) - sum(one.tokens for one in under_way)


def _ask(job: str, window: Window) -> Ask:
    return Ask(
        window.turn.id,
        job,
        tuple(entity.id for entity in window.entities),
        tuple(memory.id for memory in window.memories),
    )
