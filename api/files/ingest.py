"""Ingest: messages become episodes with jobs, and the jobs are worked off while one waits.

Nothing is lost on the way: what was accepted is in the store before anything is read, so an ingest
that was cut off goes on when it is run again, and the same messages make no second episode.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from api.files.json_lines import Refusal
from api.files.messages import MessageLine, key_of
from api.service.worker import Fallback, Reader, total
from extraction.model.candidates import Extractor
from graph.database.session import Session
from graph.errors import BudgetSpent, Incorrect, Unavailable
from graph.model.records import Caller, Decision, Job, Usage
from graph.model.scopes import COMMON_SCOPE
from graph.progress import Say
from graph.read import reads
from graph.vocabulary import JobStatus, MemoryStatus, Outcome
from graph.write.intake import candidates, jobs
from graph.write.intake import usage as tallies
from graph.write.intake.batches import HOLD_HOURS
from graph.write.intake.job_submission import check_priority

JOB_MESSAGES_MAX = 10
IDLE_MAX_S = 60.0
POLL_S = 0.2

_FINAL = frozenset({JobStatus.SUCCEEDED, JobStatus.FAILED, JobStatus.CANCELLED})
_AT = re.compile(r"messages\.(\d+)\b")


@dataclass(slots=True)
class Submitted:
    """What was accepted and what was not: every message is in one of the two."""

    messages: int = 0
    jobs: list[Job] = field(default_factory=list[Job])
    refused: list[Refusal] = field(default_factory=list[Refusal])

    @property
    def episodes(self) -> list[str]:
        """The episodes, each once."""
        return list(dict.fromkeys(episode for job in self.jobs for episode in job.episodes))

    @property
    def repeated(self) -> int:
        """How many messages were those of an episode that others of the same file are too."""
        return self.messages - len(self.refused) - len(self.episodes)


@dataclass(frozen=True, slots=True)
class Outcomes:
    """What became of the episodes, and of the claims proposed from them.

    ``already_read`` of the episodes were read before they came now; ``claims`` has their claims
    too. ``unsure`` of those that were stored now are not believed: what is only supposed, for one.
    """

    jobs: list[Job]
    already_read: int
    telling: int
    silent: int
    unread: int
    claims: Counter[str]
    claims_before: Counter[str]
    unsure: int
    usage: Usage | None

    @property
    def failed(self) -> list[Job]:
        """The jobs that were given up."""
        return [job for job in self.jobs if job.status is not JobStatus.SUCCEEDED]


async def submit(
    db: Session,
    caller: Caller,
    lines: Iterable[MessageLine | Refusal],
    say: Say,
    *,
    for_batch: bool = False,
    priority: int = 0,
    scope: str = COMMON_SCOPE,
) -> Submitted:
    """Record the messages as episodes and queue their reading; bad lines are set apart.

    Those that are held wait for a batch.

    Raises:
        OutOfRange: the priority is not between -10 and 10.
        Unavailable: the store does not answer; what was accepted before stays accepted.
    """
    check_priority(priority)
    done = Submitted()
    until = db.clock() + timedelta(hours=HOLD_HOURS) if for_batch else None
    for batch in _batches(lines, done):
        if job := await _submitted(db, caller, batch, done.refused, until, priority, scope):
            done.jobs.append(job)
        say(f"accepted {done.messages:,} messages")
    done.refused.sort(key=lambda refusal: refusal.line)
    return done


async def finish(
    db: Session,
    caller: Caller,
    extractor: Extractor,
    submitted: Submitted,
    say: Say,
    *,
    fallback: Fallback | None = None,
) -> Outcomes:
    """Read until every job has come to its end, and say what came of it.

    Raises:
        Unavailable: nothing has moved for a minute, or the day's budget is spent; the jobs are
            kept, and go on later.
    """
    before = Before()
    await before.note(db, caller, extractor, submitted.episodes)
    reader = Reader(db, extractor, tenant=caller.tenant, fallback=fallback)
    ended = await work_off(db, caller, reader, submitted.jobs, say)
    return await outcomes_of(db, caller, extractor, submitted, ended, before)


@dataclass(slots=True)
class Before:
    """What was known of episodes before they are read now: candidates of each, and outcomes."""

    counts: dict[str, int] = field(default_factory=dict[str, int])
    claims: Counter[str] = field(default_factory=Counter[str])

    async def note(
        self, db: Session, caller: Caller, extractor: Extractor, episodes: list[str]
    ) -> None:
        """Take in what is known of some episodes."""
        known = await _counts(db, caller, extractor, episodes)
        if known:
            self.counts |= known
            self.claims += await _outcomes(db, caller, extractor, list(known))


async def outcomes_of(
    db: Session,
    caller: Caller,
    extractor: Extractor,
    submitted: Submitted,
    ended: list[Job],
    before: Before,
) -> Outcomes:
    """Return what became of episodes whose jobs have ended."""
    counts = await _counts(db, caller, extractor, submitted.episodes)
    claims: Counter[str] = Counter()
    unsure = 0
    for job in ended:
        decided = await jobs.decisions(db, caller, job.id)
        claims.update(one.outcome.value for one in decided)
        unsure += await _unsure(db, caller, decided)
    telling = sum(count > 0 for count in counts.values())
    return Outcomes(
        jobs=ended,
        already_read=len(before.counts),
        telling=telling,
        silent=len(counts) - telling,
        unread=len(submitted.episodes) - len(counts),
        claims=claims,
        claims_before=before.claims,
        unsure=unsure,
        usage=total([job.usage for job in ended if job.usage is not None]),
    )


async def _unsure(db: Session, caller: Caller, decided: Iterable[Decision]) -> int:
    """How many of the claims that were stored wait for more certainty before they are believed."""
    ids = {one.memory for one in decided if one.outcome is Outcome.STORED and one.memory}
    found = await reads.memories_by_id(db, caller, ids) if ids else {}
    return sum(one.status is MemoryStatus.PENDING for one in found.values())


async def _counts(
    db: Session, caller: Caller, extractor: Extractor, episodes: list[str]
) -> dict[str, int]:
    """Return the number of candidates in each episode that is read."""
    return await candidates.counts(
        db, caller.tenant, episodes=episodes, extractor=extractor.version
    )


async def _outcomes(
    db: Session, caller: Caller, extractor: Extractor, episodes: list[str]
) -> Counter[str]:
    """Return what became of the candidates of some episodes, by outcome."""
    reading = {"": candidates.Reading(episodes, extractor.version)}
    found = await candidates.decisions(db, caller.tenant, reading)
    return Counter(one.outcome.value for one in found.get("", []))


def _batches(
    lines: Iterable[MessageLine | Refusal], done: Submitted
) -> Iterator[list[MessageLine]]:
    """Neighbouring messages of one session and topic, a few together."""
    batch: list[MessageLine] = []
    for line in lines:
        done.messages += 1
        if isinstance(line, Refusal):
            done.refused.append(line)
            continue
        fits = not batch or (line.session, line.topic) == (batch[-1].session, batch[-1].topic)
        if not fits or len(batch) == JOB_MESSAGES_MAX:
            yield batch
            batch = []
        batch.append(line)
    if batch:
        yield batch


async def _submitted(
    db: Session,
    caller: Caller,
    batch: list[MessageLine],
    refused: list[Refusal],
    held_until: datetime | None,
    priority: int,
    scope: str,
) -> Job | None:
    """Return the job of a batch, without the messages that the store refuses."""
    while batch:
        try:
            return await jobs.submit(
                db,
                caller,
                [line.message for line in batch],
                session=batch[0].session,
                topic=batch[0].topic,
                held_until=held_until,
                priority=priority,
                scope=scope,
            )
        except Incorrect as error:
            found = _AT.match(error.field or "")
            if found is None:
                raise
            error.field = key_of(error.field)
            refused.append(Refusal.of(batch.pop(int(found[1])).line, error))
    return None


async def work_off(
    db: Session, caller: Caller, reader: Reader, submitted: list[Job], say: Say
) -> list[Job]:
    """Read until some jobs have come to their end, and return them.

    Another process may do some of them; this one does what is due.

    Raises:
        Unavailable: nothing has moved for a minute, or the day's budget is spent.
    """
    waiting = {job.id: job for job in submitted}
    messages = len({episode for job in submitted for episode in job.episodes})
    ended: list[Job] = []
    moved_at, worked = time.monotonic(), True
    while True:
        found, running = await _ended(db, caller, waiting, all_of_them=not worked)
        ended += found
        say(f"read {sum(len(job.episodes) for job in ended):,} of {messages:,} messages")
        if not waiting:
            return ended
        if worked or found or running:
            moved_at = time.monotonic()
        elif time.monotonic() - moved_at > IDLE_MAX_S or await _overspent(db, caller):
            raise _stuck(list(waiting.values()))
        else:
            await asyncio.sleep(POLL_S)
        worked = await reader.step()


async def _ended(
    db: Session, caller: Caller, waiting: dict[str, Job], *, all_of_them: bool
) -> tuple[list[Job], bool]:
    """Take those that have ended out of those that are waited for; whether another is running."""
    ended: list[Job] = []
    running = False
    for job in await _looked_at(db, caller, waiting, all_of_them=all_of_them):
        if job.status in _FINAL:
            ended.append(job)
            del waiting[job.id]
        else:
            waiting[job.id] = job
            running = running or job.status is JobStatus.RUNNING
    return ended, running


async def _overspent(db: Session, caller: Caller) -> bool:
    try:
        await tallies.check_budget(db, caller.tenant)
    except BudgetSpent:
        return True
    return False


async def _looked_at(
    db: Session, caller: Caller, waiting: dict[str, Job], *, all_of_them: bool
) -> list[Job]:
    """How the jobs are now: from the first on, up to one that has not ended, or all."""
    looked: list[Job] = []
    for key in list(waiting):
        job = await jobs.job(db, caller, key)
        assert job is not None
        looked.append(job)
        if job.status not in _FINAL and not all_of_them:
            break
    return looked


def _stuck(waiting: list[Job]) -> Unavailable:
    why = next((job.error for job in waiting if job.error), "another process holds them")
    return Unavailable(
        f"{len(waiting)} jobs wait: {why}",
        hint="they are kept; the same command, or a service on this store, goes on with them",
    )
