"""Backfill: extract the episodes of waiting jobs through a batch API, at half the price.

Crash-safe: the next run collects submitted batches and submits the rest; an answer is stored once,
as if it had been requested by itself. The episodes of a batch are read in parallel, so that each is
shown the turns before it, but only entities and memories known before the batch.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass, field
from datetime import timedelta

from extraction.model.candidates import Extraction, Extractor, Shown, Window
from extraction.model.capabilities import BatchExtractor
from extraction.pipeline.proposal import (
    ExtractionJob,
    StoredProposals,
    build_window,
    count_unreadable,
    store_proposals,
    to_turn,
)
from extraction.pipeline.speakers import load_heard
from graph.database.session import Session
from graph.errors import BudgetSpent, InvalidArgument, ModelUnavailable, UnreadableAnswer
from graph.limits import Budget
from graph.model.records import Caller
from graph.write.intake import batches, candidates, usage
from graph.write.intake.batches import Batch, BatchRequest, BatchStatus, HeldJob
from graph.write.intake.context_window import EpisodeTurn

REQUESTS_MAX = 1_000
GIVEN_UP_HOURS = 30.0

_TAKEN = frozenset({BatchStatus.DONE, BatchStatus.OPEN})

Say = Callable[[str], None]

_log = logging.getLogger("doxa.batches")


@dataclass(slots=True)
class BackfillResult:
    """Result of a backfill: requests sent and answered, others left to single calls."""

    sent: int = 0
    answered: int = 0
    singly: int = 0
    over_budget: int = 0
    batches: list[str] = field(default_factory=list[str])


@dataclass(frozen=True, slots=True)
class _Backfill:
    """A running backfill of one tenant."""

    db: Session
    tenant: str
    extractor: Extractor
    batching: BatchExtractor
    done: BackfillResult

    def reading(self, job: str, caller: Caller, topic: str | None = None) -> ExtractionJob:
        """Return the reading of one job."""
        return ExtractionJob(self.db, caller, job, self.extractor, topic)


async def backfill(
    db: Session, caller: Caller, extractor: Extractor, say: Say, *, poll_s: float
) -> BackfillResult:
    """Extract a tenant's waiting jobs in batches, and release them.

    Raises:
        InvalidArgument: the extractor knows no batches.
        Unavailable: the model or the store is away; what was sent is kept, and goes on later.
    """
    if not isinstance(extractor, BatchExtractor):
        raise InvalidArgument(
            f"the {extractor.name} extractor knows no batches",
            field="--batch",
            hint="give a key for Claude, or leave it out",
        )
    run = _Backfill(db, caller.tenant, extractor, extractor, BackfillResult())
    for batch in await batches.batches(db, run.tenant, BatchStatus.SENDING, BatchStatus.OPEN):
        # What another model or prompt was asked is asked again, as it is for single calls.
        if batch.status is BatchStatus.SENDING or batch.extractor != extractor.version:
            await _give_up(run, batch)
    await _send_all(run, say)
    for batch in await batches.batches(db, run.tenant, BatchStatus.OPEN):
        await _await_batch(run, batch, caller, say, poll_s)
    await _release(run)
    return run.done


async def _send_all(run: _Backfill, say: Say) -> None:
    """Submit pending episodes, in as many batches as needed, within the budget."""
    remaining = await _remaining_tokens(run)
    asks: list[BatchRequest] = []
    windows: list[tuple[str, Window]] = []
    tokens = 0
    async for job_id, window in _pending_windows(run):
        weight = run.batching.estimate_tokens(window)
        if remaining is not None and tokens + weight > remaining:
            run.done.over_budget += 1
            continue
        tokens += weight
        asks.append(_to_ask(job_id, window))
        windows.append((window.turn.id, window))
        if len(asks) == REQUESTS_MAX:
            await _send(run, asks, windows, tokens)
            remaining = None if remaining is None else remaining - tokens
            asks, windows, tokens = [], [], 0
            say(f"sent {run.done.sent:,} messages")
    if asks:
        await _send(run, asks, windows, tokens)
    say(f"sent {run.done.sent:,} messages")


async def _pending_windows(run: _Backfill) -> AsyncGenerator[tuple[str, Window]]:
    """Yield the job and the window of every pending episode, each episode once."""
    seen = set[str]()
    async for job in _held_jobs(run.db, run.tenant):
        pending = await _find_pending(run, job)
        reading = run.reading(job.id, job.caller, job.topic)
        for episode, before in zip(pending.todo, pending.before, strict=True):
            if episode.id not in seen:
                seen.add(episode.id)
                within = reading.within(episode.scope)
                yield job.id, await build_window(within, episode, before)


async def _send(
    run: _Backfill, asks: list[BatchRequest], windows: list[tuple[str, Window]], tokens: int
) -> None:
    """Record a batch, submit it, and record the server's id."""
    batch = await batches.begin(run.db, run.tenant, run.extractor.version, asks, tokens=tokens)
    server_id = await run.batching.submit_batch(windows)
    await batches.set_status(run.db, run.tenant, batch.id, BatchStatus.OPEN, server_id)
    run.done.sent += len(asks)
    run.done.batches.append(batch.id)


async def _await_batch(
    run: _Backfill, batch: Batch, caller: Caller, say: Say, poll_s: float
) -> None:
    """Wait for a batch to end, and store its results."""
    server_id = batch.server_id or ""
    try:
        while not await run.batching.has_ended(server_id):
            say(f"batch {server_id} is being answered")
            await asyncio.sleep(poll_s)
        await _collect(run, batch, server_id, caller)
    except ModelUnavailable:
        # A batch of the future was sent before the clock went back: since when is not known.
        if abs(run.db.clock() - batch.at) < timedelta(hours=GIVEN_UP_HOURS):
            raise
        await _give_up(run, batch)
        return
    await batches.set_status(run.db, run.tenant, batch.id, BatchStatus.DONE)
    say(f"{run.done.answered:,} answers")


async def _give_up(run: _Backfill, batch: Batch) -> None:
    """Wait no more for a batch, and have its server answer no more of it: others are asked."""
    if batch.server_id is not None:
        try:
            await run.batching.cancel_batch(batch.server_id)
        except (ModelUnavailable, UnreadableAnswer) as error:
            # It is away, or the batch has ended: then nothing more of it is paid for.
            _log.warning("batch %s is not cancelled: %s", batch.server_id, error)
    await batches.set_status(run.db, run.tenant, batch.id, BatchStatus.LOST)


async def _collect(run: _Backfill, batch: Batch, server_id: str, caller: Caller) -> None:
    requests = {
        ask.episode: (ask, episode)
        for ask, episode in await batches.asks(run.db, run.tenant, batch.id)
    }
    shown = {
        key: Shown(to_turn(episode), ask.entities, ask.memories)
        for key, (ask, episode) in requests.items()
    }
    counts: Counter[str] = Counter()
    async for key, result in run.batching.batch_results(server_id, shown):
        ask, episode = requests[key]
        reading = run.reading(ask.job, caller)
        if await candidates.load_candidates(run.db, run.tenant, key, batch.extractor) is not None:
            counts["kept"] += 1
        elif isinstance(result, Extraction):
            proposals = StoredProposals(
                extraction=result.model_copy(update={"extractor": batch.extractor}),
                job=ask.job,
                entities=ask.entities,
                memories=ask.memories,
            )
            await store_proposals(reading, episode, proposals)
            counts["kept"] += 1
        elif result.consumed is not None:
            await count_unreadable(reading, batch.extractor, result)
    run.done.answered += counts["kept"]
    run.done.singly += len(requests) - counts["kept"]


@dataclass(frozen=True, slots=True)
class _PendingEpisodes:
    """The unsent episodes of a job, with the turns before each; ``waiting``: a batch is open."""

    todo: list[EpisodeTurn]
    before: list[list[EpisodeTurn]]
    waiting: bool


async def _find_pending(run: _Backfill, job: HeldJob) -> _PendingEpisodes:
    version = run.extractor.version
    kept = await candidates.counts(run.db, run.tenant, episodes=job.episodes, extractor=version)
    requests = await batches.batch_statuses(run.db, run.tenant, job.episodes, version)
    episodes = list((await load_heard(run.db, run.tenant, job.id)).turns)
    todo = [
        number
        for number, episode in enumerate(episodes)
        if episode.id not in kept and not requests.get(episode.id, set()) & _TAKEN
    ]
    waiting = any(
        key not in kept and BatchStatus.OPEN in statuses for key, statuses in requests.items()
    )
    return _PendingEpisodes([episodes[n] for n in todo], [episodes[:n] for n in todo], waiting)


async def _release(run: _Backfill) -> None:
    """Release every job that waits for no batch."""
    ready = [
        job.id
        async for job in _held_jobs(run.db, run.tenant)
        if not (pending := await _find_pending(run, job)).todo and not pending.waiting
    ]
    for first in range(0, len(ready), batches.JOBS_MAX):
        await batches.release(run.db, run.tenant, ready[first : first + batches.JOBS_MAX])


async def _held_jobs(db: Session, tenant: str) -> AsyncGenerator[HeldJob]:
    after = ""
    while page := await batches.list_held_jobs(db, tenant, after):
        for job in page:
            yield job
        after = page[-1].id


async def _remaining_tokens(run: _Backfill) -> int | None:
    """Tokens left in today's budget, open batches counted by estimate; None: unlimited."""
    try:
        await usage.check_budget(run.db, run.tenant)
    except BudgetSpent:
        return 0
    budget: Budget = run.db.limits.budgets.of(run.tenant)
    if budget.tokens is None:
        return None
    today = usage.day_of(run.db.clock())
    spent = usage.remaining(budget, await usage.since(run.db, run.tenant, today))
    under_way = await batches.batches(run.db, run.tenant, BatchStatus.OPEN)
    return (spent.tokens or 0) - sum(batch.tokens for batch in under_way)


def _to_ask(job: str, window: Window) -> BatchRequest:
    return BatchRequest(
        window.turn.id,
        job,
        tuple(entity.id for entity in window.entities),
        tuple(memory.id for memory in window.memories),
    )
