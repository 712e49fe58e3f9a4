"""The worker: takes jobs one after the other and reads their episodes, beside the service.

It may be killed at any moment: its lease runs out, another takes the job over and goes on where
it stopped. Asked to stop, it hands its job back at once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from functools import partial

from api import extractors
from api.service import wake_ups
from extraction.model.candidates import Extractor
from extraction.model.capabilities import Summariser, extractor_for, is_metered
from extraction.pipeline.episode import process_episode
from extraction.pipeline.proposal import ExtractionJob
from extraction.pipeline.session_summary import summarise_session
from extraction.pipeline.speakers import join_named, load_heard
from graph import tracing
from graph.background import working
from graph.database.session import Session
from graph.errors import BudgetSpent, DoxaError, Unavailable
from graph.lease import LEASE_S, LeaseLost, hold, kept_of, owner_name
from graph.model.records import Usage
from graph.settings import Settings
from graph.vocabulary import JobKind
from graph.write.intake import conversation_closing, jobs
from graph.write.intake import usage as tallies
from graph.write.intake.jobs import JobLease

POLL_S = 1.0
READERS = 4
PAUSE_S = 5.0
CLOSE_S = 300.0

_log = logging.getLogger("doxa.worker")

Open = Callable[[], AbstractAsyncContextManager[Extractor]]
Fallback = Callable[[], Awaitable[Extractor]]


class Reader:
    """Does one job at a time; several may work, in one process or in many.

    ``fallback`` is who reads a job that begins when the tenant's budget of the day is spent;
    without one the job waits for the next day. ``recording`` is the session by whose clock claims
    are recorded, if it is not that of the queue: that of a replay.
    """

    def __init__(
        self,
        db: Session,
        extractor: Extractor,
        *,
        tenant: str | None = None,
        lease_s: float = LEASE_S,
        fallback: Fallback | None = None,
        recording: Session | None = None,
    ) -> None:
        self.name = owner_name()
        self._db = db
        self._recording = recording or db
        self._extractor = extractor
        self._tenant = tenant
        self._lease_s = lease_s
        self._fallback = fallback

    async def step(self) -> bool:
        """Do the next due job, if there is one; whether there was."""
        leased = await self._lease()
        if leased is None:
            return False
        await self.work_on(leased)
        return True

    async def _lease(self) -> JobLease | None:
        """Lease the next due job; a worker that is stopped meanwhile gives it back.

        The lease may be committed before its answer comes, and would keep others from the job.
        """
        leasing = asyncio.ensure_future(
            jobs.lease(self._db, self.name, seconds=self._lease_s, tenant=self._tenant)
        )
        try:
            return await asyncio.shield(leasing)
        except asyncio.CancelledError:
            with suppress(DoxaError):
                leased = await leasing
                if leased is not None:
                    await jobs.release(self._db, leased)
            raise

    async def work_on(self, leased: JobLease) -> None:
        """Make the attempt that was leased; what goes wrong with it is kept with the job."""
        with suppress(LeaseLost):
            await hold(
                self._work(leased),
                name=f"job {leased.id}",
                seconds=self._lease_s,
                renew=partial(jobs.renew, self._db, leased, seconds=self._lease_s),
                release=partial(jobs.release, self._db, leased),
            )

    async def _work(self, leased: JobLease) -> None:
        """One attempt at the job, in a span that is linked to that of its submission."""
        told = {
            "doxa.job.id": leased.id,
            "doxa.job.kind": leased.kind.value,
            "doxa.job.attempt": leased.attempt,
        }
        with tracing.span("job", tracing.Kind.CONSUMER, told, link=leased.trace):
            await self._attempt(leased)

    async def _attempt(self, leased: JobLease) -> None:
        """One attempt at the job, and how it ends."""
        version = self._extractor.version
        try:
            extractor = await self._who_reads(leased)
            known = _version(extractor, leased.kind)
            if known is None:
                await jobs.cancel(self._db, leased, "nobody here sums sessions up")
                return
            version = known
            failures = await self._read(leased, extractor)
        except Unavailable as error:
            _log.warning("job %s waits: %s", leased.id, error)
            tracing.fail(error.code)
            until = error.until if isinstance(error, BudgetSpent) else None
            why = kept_of(error)
            await jobs.fail(self._db, leased, why, waits=True, extractor=version, until=until)
            return
        if failures:
            tracing.fail(type(failures[0]).__name__)
            why = kept_of(failures[0])
            await jobs.fail(self._db, leased, why, waits=False, extractor=version)
            return
        closes = leased.kind is JobKind.READ and isinstance(extractor, Summariser)
        await jobs.finish(self._db, leased, extractor=version, summed_up=closes)

    async def _who_reads(self, leased: JobLease) -> Extractor:
        """Return the tenant's extractor, or the fallback if that may not be asked any more
        today.
        """
        extractor = extractor_for(self._extractor, leased.caller.tenant)
        if self._fallback is not None and is_metered(extractor) and leased.kind is JobKind.READ:
            try:
                await tallies.check_budget(self._db, leased.caller.tenant)
            except BudgetSpent:
                return await self._fallback()
        return extractor

    async def _read(self, leased: JobLease, extractor: Extractor) -> list[Exception]:
        """Return the job's episodes in their order; what fails for one does not cost the others."""
        known = await load_heard(self._db, leased.caller.tenant, leased.id)
        heard = known.turns
        reading = ExtractionJob(
            db=self._recording,
            caller=leased.caller,
            job=leased.id,
            extractor=extractor,
            topic=leased.topic,
        )
        failures: list[Exception] = []
        for number, episode in enumerate(heard):
            try:
                if leased.kind is JobKind.READ:
                    await process_episode(reading, episode, heard[:number])
                elif number == len(heard) - 1:
                    await summarise_session(reading, heard)
            except Unavailable:
                raise
            except Exception as error:
                _log.exception("episode %s of job %s", episode.id, leased.id)
                failures.append(error)
        await join_named(self._db, leased.caller, known.named)
        return failures


class Worker:
    """Readers that go on in the background; ``wake`` tells them that there is a job."""

    def __init__(
        self,
        db: Session,
        open_extractor: Open,
        *,
        tenant: str | None = None,
        readers: int = READERS,
        lease_s: float = LEASE_S,
        poll_s: float = POLL_S,
        pause_s: float = PAUSE_S,
        close_s: float = CLOSE_S,
        fallback: Fallback | None = None,
    ) -> None:
        self._db = db
        self._open = open_extractor
        self._tenant = tenant
        self._readers = readers
        self._lease_s = lease_s
        self._poll_s = poll_s
        self._pause_s = pause_s
        self._close_s = close_s
        self._fallback = fallback
        self._woken = asyncio.Event()
        self._wakes = 0
        self._tell_others: Callable[[], None] | None = None

    @classmethod
    @asynccontextmanager
    async def running(cls, db: Session, settings: Settings) -> AsyncGenerator[Worker]:
        """At work for as long as the block lasts, with the extractor that the settings name."""
        worker = cls(
            db, lambda: extractors.extractor(settings), fallback=extractors.fallback(settings)
        )
        async with worker.at_work(settings):
            yield worker

    @asynccontextmanager
    async def at_work(self, settings: Settings) -> AsyncGenerator[None]:
        """Work for as long as the block lasts, woken by other processes too if Redis is set.

        Raises:
            InvalidArgument: wake-ups cannot be exchanged as the settings say.
        """
        async with wake_ups.exchange_wakes(settings, self.wake) as tell, working(self.run()):
            self._tell_others = tell
            try:
                yield
            finally:
                self._tell_others = None

    def wake(self) -> None:
        """There may be a job."""
        self._wakes += 1
        self._woken.set()

    def announce(self) -> None:
        """There may be a job, for this worker or for one of another process."""
        self.wake()
        if self._tell_others is not None:
            self._tell_others()

    async def run(self) -> None:
        """Work until cancelled; whatever goes wrong is logged, and tried again after a pause."""
        while True:
            try:
                async with self._open() as extractor, asyncio.TaskGroup() as group:
                    for _ in range(self._readers):
                        reader = Reader(
                            self._db,
                            extractor,
                            tenant=self._tenant,
                            lease_s=self._lease_s,
                            fallback=self._fallback,
                        )
                        group.create_task(self._serve(reader))
                    if isinstance(extractor, Summariser):
                        group.create_task(self._close_sessions())
            except Exception:
                _log.exception("the worker pauses")
                await asyncio.sleep(self._pause_s)

    async def _serve(self, reader: Reader) -> None:
        while True:
            wakes = self._wakes
            # A wake while it looked may mean a job that it did not see.
            if await self._unless_unavailable(reader.step) or wakes != self._wakes:
                continue
            self._woken.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(self._poll_s):
                    await self._woken.wait()

    async def _close_sessions(self) -> None:
        """Queue what is to be said of sessions in which nothing more was said."""
        close_idle = partial(conversation_closing.close_idle, self._db, self._tenant)
        while True:
            if await self._unless_unavailable(close_idle):
                self.announce()
            await asyncio.sleep(self._close_s)

    async def _unless_unavailable(self, work: Callable[[], Awaitable[object]]) -> bool:
        """Do it, and say whether there was something to do.

        While the store cannot be written that is said, and the model stays loaded.
        """
        try:
            return bool(await work())
        except Unavailable as error:
            _log.warning("the worker pauses: %s", error)
            await asyncio.sleep(self._pause_s)
            return False


async def drain(db: Session, extractor: Extractor, tenant: str) -> None:
    """Do every job of a tenant that is due now, and return when none is."""
    reader = Reader(db, extractor, tenant=tenant)
    while await reader.step():
        pass


def total(usages: list[Usage]) -> Usage | None:
    """Return what several readings consumed together."""
    if not usages:
        return None
    costs = [usage.cost_usd for usage in usages if usage.cost_usd is not None]
    return Usage(
        model=usages[-1].model,
        input_tokens=sum(usage.input_tokens for usage in usages),
        output_tokens=sum(usage.output_tokens for usage in usages),
        cached_tokens=sum(usage.cached_tokens for usage in usages),
        written_tokens=sum(usage.written_tokens for usage in usages),
        thinking_tokens=sum(usage.thinking_tokens for usage in usages),
        cost_usd=sum(costs) if costs else None,
        calls=sum(usage.calls for usage in usages),
        seconds=sum(usage.seconds for usage in usages),
    )


def _version(extractor: Extractor, kind: JobKind) -> str | None:
    """Return what the extractor's answers to such a job are kept under; nothing if he gives
    none.
    """
    if kind is JobKind.READ:
        return extractor.version
    return extractor.session_version if isinstance(extractor, Summariser) else None
