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
from extraction.llm.server_settings import ModelServer
from extraction.model.candidates import Extractor
from graph.database.session import Row, Session
from graph.errors import DoxaError
from graph.model.commands import Message
from graph.model.records import Caller
from graph.vocabulary import SourceKind
from graph.write.intake import jobs
from tests.support.fake_messages_api import MessagesApi, answer, candidate
from tests.support.story import Damage

SAID = datetime(2025, 5, 7, 9, tzinfo=UTC)
UNTRUE = "poison"

# How long an answer of the model is waited for.
MODEL_WAIT_S = 2.0
# Of a reader that is killed; another takes over what it had begun.
LEASE_S = 5.0
PAUSE_S = 0.2

# Of a session: one that waits for its next attempt makes those behind it wait, and no others.
_MESSAGES = 3
_WAIT_S = 240.0
_OPEN = """MATCH (job:Job {tenant: $tenant}) WHERE job.status IN ['QUEUED', 'RUNNING']
RETURN count(*) AS n"""
_AGAIN = "MATCH (job:Job {tenant: $tenant}) WHERE job.attempts > 1 RETURN count(*) AS n"


def model_at(url: str) -> ModelServer:
    """The model that readers ask, wherever they run."""
    return ModelServer("claude-haiku-5-5", "k", base_url=url, timeout_s=MODEL_WAIT_S, retries_max=0)


Again = Callable[[Callable[[], Awaitable[Any]]], Awaitable[Any]]
Send = Callable[[Message, str], Awaitable[Any]]


@dataclass
class Conversation:
    """Somebody tells in sessions which languages they speak; readers ask the model what was said.

    To the truth each answer adds words that nobody said, which must never be believed.
    Who holds ``turn`` reads: whoever takes it keeps the reader of this process waiting.
    """

    db: Session
    caller: Caller
    extractor: Extractor
    api: MessagesApi
    values: list[str] = field(default_factory=list[str])
    waiting: bool = False
    pause_s: float = PAUSE_S
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    _told: int = 0
    _over: bool = False
    _until: float = 0.0

    async def tell(self, again: Again, send: Send | None = None) -> None:
        """Say one more thing, ``again`` and again until whoever it is sent to has accepted it."""
        send = send or self._submit
        # Counted before it is accepted: several may be telling.
        self._told += 1
        value = f"tongue {self._told}"
        text = f"I speak {value}."
        about = {"predicate": "speaks", "text": f"Ana speaks {value}.", "many": True}
        self.api.batched[text] = answer(
            candidate(span=text, object={"literal": value}, **about),
            candidate(span=f"I learn {value}.", object={"literal": UNTRUE}, **about),
        )
        message = Message(
            text, id=value, speaker="Ana", source_kind=SourceKind.USER, occurred_at=SAID
        )
        session = f"session {(self._told - 1) // _MESSAGES}"
        await again(lambda: send(message, session))
        self.values.append(value)
        await asyncio.sleep(self.pause_s)

    async def _submit(self, message: Message, session: str) -> None:
        await jobs.submit(self.db, self.caller, [message], session=session, topic=None)

    async def read(self) -> None:
        """Read what is told, until all is told and nothing waits to be read."""
        reader = Reader(self.db, self.extractor, tenant=self.caller.tenant, lease_s=LEASE_S)
        while not self._over or await self._waits():
            async with self.turn:
                with suppress(DoxaError):
                    if await reader.step():
                        continue
            await asyncio.sleep(PAUSE_S)

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
