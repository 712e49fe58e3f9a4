"""A conversation that a model reads during faults: each message is believed once, nothing else."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from api.service.worker import Reader
from extraction.model.candidates import Extractor
from graph.database.session import Row, Session
from graph.errors import DoxaError
from graph.intake import jobs
from graph.model.commands import Message
from graph.model.records import Caller
from graph.vocabulary import SourceKind
from tests.support.fake_messages_api import MessagesApi, answer, candidate
from tests.support.story import Damage

SAID = datetime(2025, 5, 7, 9, tzinfo=UTC)
UNTRUE = "poison"

_PAUSE_S = 0.2
# Of a session: one that waits for its next attempt makes those behind it wait, and no others.
_MESSAGES = 3
_WAIT_S = 240.0
_OPEN = """MATCH (job:Job {tenant: $tenant}) WHERE job.status IN ['QUEUED', 'RUNNING']
RETURN count(*) AS n"""
_AGAIN = "MATCH (job:Job {tenant: $tenant}) WHERE job.attempts > 1 RETURN count(*) AS n"


@dataclass
class Conversation:
    """Somebody tells in sessions which languages they speak; readers ask the model what was said.

    To the truth each answer adds words that nobody said, which must never be believed.
    """

    db: Session
    caller: Caller
    extractor: Extractor
    api: MessagesApi
    values: list[str] = field(default_factory=list[str])
    waiting: bool = False
    _over: bool = False
    _until: float = 0.0

    async def tell(self, again: Callable[[Callable[[], Awaitable[Any]]], Awaitable[Any]]) -> None:
        """Say one more thing, ``again`` and again until it is accepted."""
        value = f"tongue {len(self.values) + 1}"
        text = f"I speak {value}."
        about = {"predicate": "speaks", "text": f"Ana speaks {value}.", "many": True}
        self.api.batched[text] = answer(
            candidate(span=text, object={"literal": value}, **about),
            candidate(span=f"I learn {value}.", object={"literal": UNTRUE}, **about),
        )
        message = Message(
            text, id=value, speaker="Ana", source_kind=SourceKind.USER, occurred_at=SAID
        )
        session = f"session {len(self.values) // _MESSAGES}"
        await again(
            lambda: jobs.submit(self.db, self.caller, [message], session=session, topic=None)
        )
        self.values.append(value)
        await asyncio.sleep(_PAUSE_S)

    async def read(self) -> None:
        """Read what is told, until all is told and nothing waits to be read."""
        reader = Reader(self.db, self.extractor, tenant=self.caller.tenant, lease_s=5)
        while not self._over or await self._waits():
            with suppress(DoxaError):
                if await reader.step():
                    continue
            await asyncio.sleep(_PAUSE_S)

    def end(self) -> None:
        """Nothing more is told."""
        self._over = True
        self._until = time.monotonic() + _WAIT_S

    async def _waits(self) -> bool:
        self.waiting = True
        if time.monotonic() < self._until:
            with suppress(DoxaError):
                rows = await Damage(self.db, self.caller.tenant).run(_OPEN)
                self.waiting = rows[0]["n"] > 0
            return self.waiting
        return False

    async def repeated(self) -> int:
        """How many messages were read more than once, because a reading failed."""
        rows = await Damage(self.db, self.caller.tenant).run(_AGAIN)
        return rows[0]["n"]

    def wrong(self, memories: Iterable[Row]) -> list[str]:
        """Compare the memories of the store with what was told; return each difference."""
        found = [row["value"] for row in memories if row["reason"] is None]
        wrong = ["a message still waits to be read"] if self.waiting else []
        if UNTRUE in found:
            wrong.append("what nobody said is believed")
        times = Counter(found)
        return wrong + [
            f"{value} is remembered {times[value]} times"
            for value in self.values
            if times[value] != 1
        ]
