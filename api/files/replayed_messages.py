"""Replay a conversation: each message is recorded, and what it says believed, when it was said.

The clock of the session that records stands at each message's own time; jobs are queued, leased and
ended by the real one. A message's job is leased when it is queued, so that no service on the same
store reads it at the time of today.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from api.files.ingest import Before, Outcomes, Submitted, outcomes_of, work_off
from api.files.json_lines import Refusal
from api.files.messages import MessageLine, key_of
from api.service.worker import Fallback, Reader
from extraction.model.candidates import Extractor
from graph.clock import to_utc
from graph.database.session import Session
from graph.errors import Conflict, Incorrect, NaiveTime
from graph.history.bulk.file_progress import begin_replay, known_progress
from graph.lease import LEASE_S
from graph.model.records import Caller, Job
from graph.model.scopes import COMMON_SCOPE
from graph.progress import Say
from graph.write.intake import jobs
from graph.write.intake.episodes import check_messages
from graph.write.intake.jobs import Taker


@dataclass(slots=True)
class MessageReplay:
    """A replay into a tenant in which nothing else is.

    ``file`` is the digest of the file: the same one may be replayed again, which goes on where an
    earlier run was cut off.
    """

    db: Session
    caller: Caller
    extractor: Extractor
    file: str
    scope: str = COMMON_SCOPE
    fallback: Fallback | None = None
    submitted: Submitted = field(default_factory=Submitted)

    async def run(
        self, lines: Iterable[MessageLine | Refusal], say: Say
    ) -> tuple[Submitted, Outcomes]:
        """Record and read messages in the order in which they were said; refuse bad lines.

        Raises:
            Conflict: the tenant holds something else.
            Unavailable: the model or the store is away; the same file goes on later.
        """
        await self._begin()
        recording = copy.copy(self.db)
        reader = Reader(
            self.db,
            self.extractor,
            tenant=self.caller.tenant,
            fallback=self.fallback,
            recording=recording,
        )
        before, ended = Before(), list[Job]()
        messages = self._in_order(lines)
        for number, (at, line) in enumerate(messages, 1):
            recording.clock = lambda at=at: at
            if queued := await self._queued(recording, reader, line):
                job, taker = queued
                self.submitted.jobs.append(job)
                await before.note(self.db, self.caller, self.extractor, list(job.episodes))
                ended.append(await self._read(reader, line, job, taker))
            say(f"read {number:,} of {len(messages):,} messages")
        self.submitted.refused.sort(key=lambda refusal: refusal.line)
        outcomes = await outcomes_of(
            self.db, self.caller, self.extractor, self.submitted, ended, before
        )
        return self.submitted, outcomes

    async def _begin(self) -> None:
        known, empty = await known_progress(self.db, self.caller, self.file)
        if not (known.replay if known else empty):
            raise Conflict(
                f"the tenant {self.caller.tenant!r} holds something already",
                field="--replay",
                hint="replay a conversation into a tenant of its own: --tenant NAME",
            )
        if known is None:
            await begin_replay(self.db, self.caller, self.file)

    def _in_order(
        self, lines: Iterable[MessageLine | Refusal]
    ) -> list[tuple[datetime, MessageLine]]:
        """Return the messages by the time at which they were said, neighbours of one time as they
        stand.

        What was not said yet by the real clock is refused.
        """
        found: list[tuple[datetime, MessageLine]] = []
        for line in lines:
            self.submitted.messages += 1
            if isinstance(line, Refusal):
                self.submitted.refused.append(line)
                continue
            try:
                found.append((self._said(line), line))
            except Incorrect as error:
                self._refuse(line, error)
        found.sort(key=lambda one: one[0])
        return found

    def _said(self, line: MessageLine) -> datetime:
        """When a message was said.

        Raises:
            Incorrect: nobody knows, or it is yet to come.
        """
        at = line.message.occurred_at
        if at is None:
            raise NaiveTime(
                "the message has no time", field="occurred_at", hint="a replay needs its time"
            )
        check_messages([line.message], self.db.clock(), timedelta(0))
        return to_utc(at, field="messages.0.occurred_at")

    def _refuse(self, line: MessageLine, error: Incorrect) -> None:
        error.field = key_of(error.field)
        self.submitted.refused.append(Refusal.of(line.line, error))

    async def _queued(
        self, recording: Session, reader: Reader, line: MessageLine
    ) -> tuple[Job, Taker] | None:
        """Return a message's job, which the reader has; nothing if the store refuses the
        message.
        """
        now = self.db.clock()
        taker = Taker(reader.name, now, now + timedelta(seconds=LEASE_S))
        try:
            job = await jobs.submit(
                recording,
                self.caller,
                [line.message],
                session=line.session,
                topic=line.topic,
                scope=self.scope,
                taker=taker,
            )
        except Incorrect as error:
            self._refuse(line, error)
            return None
        return job, taker

    async def _read(self, reader: Reader, line: MessageLine, job: Job, taker: Taker) -> Job:
        """Return a job at its end, after as many attempts as it takes."""
        leased = jobs.lease_of(job, self.caller, taker, session=line.session, topic=line.topic)
        await reader.work_on(leased)
        [ended] = await work_off(self.db, self.caller, reader, [job], lambda _: None)
        return ended
