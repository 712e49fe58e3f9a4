"""A mixed load that is never told that something was done and then finds it undone."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar

from extraction.model.candidates import Extractor
from graph.database.session import Row, Session
from graph.errors import Conflict, Unavailable
from graph.history.integrity import check
from graph.model.commands import Assertion, Correction, EntityRef
from graph.model.records import Caller
from graph.read import reads
from graph.write.assertion import assert_belief
from graph.write.correction import correct_memory
from graph.write.revocation import revoke_memory
from tests.faults.conversation import UNTRUE, Conversation
from tests.faults.receipts import incomplete
from tests.support.fake_messages_api import MessagesApi
from tests.support.oracle_claims import NOTHING_HELD
from tests.support.story import Damage, someone

WRITERS = 6
GIVE_UP_S = 240.0
PEOPLE = ("Ana", "Bo", "Cleo")

T = TypeVar("T")

_MEMORIES = """MATCH (it:Memory {tenant: $tenant})
RETURN it.id AS id, it.value AS value, it.recorded_at AS at, it.retired_reason AS reason"""


@dataclass
class Load:
    """Writers, a reader and a conversation; each write is repeated until it is acknowledged."""

    db: Session
    seed: int
    extractor: Extractor
    api: MessagesApi
    caller: Caller = field(default_factory=someone)
    keys: set[str] = field(default_factory=set)
    made: set[str] = field(default_factory=set)
    revoked: set[str] = field(default_factory=set)
    corrected: set[str] = field(default_factory=set)
    fixed: set[str] = field(default_factory=set)
    times: dict[str, datetime] = field(default_factory=dict)
    failures: Counter[str] = field(default_factory=Counter)
    last_failure: float = 0.0
    longest_s: float = 0.0
    done: int = 0
    kills: int = 0
    kills_at_work: int = 0
    _stop: bool = False

    def __post_init__(self) -> None:
        self.conversation = Conversation(self.db, self.caller, self.extractor, self.api)

    async def run(self, fault: Callable[[], Awaitable[None]]) -> float:
        """Have the fault happen while the load goes on; return in how many seconds it healed."""
        async with asyncio.TaskGroup() as group:
            for number in range(WRITERS):
                group.create_task(self._write(number))
            group.create_task(self._read())
            group.create_task(self._tell())
            group.create_task(self.conversation.read())
            while self.done < WRITERS:
                await asyncio.sleep(0.02)
            await fault()
            over, done = time.monotonic(), self.done
            while self.done < done + 2 * WRITERS:
                await asyncio.sleep(0.02)
            self._stop = True
        return max(0.0, self.last_failure - over)

    async def lost_or_twice(self) -> list[str]:
        """Compare the store with what was acknowledged; return each difference."""
        rows = await Damage(self.db, self.caller.tenant).run(_MEMORIES)
        found = {row["id"]: row for row in rows}
        self.times = {row["value"]: row["at"] for row in rows if row["id"] in self.fixed}
        wrong = [f"memory {lost} is lost" for lost in self.made - found.keys()]
        wrong += self.conversation.wrong(rows)
        self.failures["a reading"] += await self.conversation.repeated()
        told = {*self.conversation.values, UNTRUE}
        extra = [row for row in rows if row["id"] not in self.made and row["value"] not in told]
        wrong += self._never_acknowledged(extra)
        for memory in self.revoked | self.corrected:
            if memory in found and found[memory]["reason"] is None:
                wrong.append(f"memory {memory} is not retired")
        wrong += await incomplete(self.db, self.caller, self.keys)
        async for violation in check.violations(self.db, self.caller.tenant):
            wrong.append(f"invariant {violation.invariant}: {violation.message}")
        return wrong

    def _never_acknowledged(self, extra: list[Row]) -> list[str]:
        """A correction corrects all claims of a belief; of what it made, one is acknowledged."""
        return [
            f"memory {row['id']} was never acknowledged"
            for row in extra
            if self.times.get(row["value"]) != row["at"]
        ]

    async def _write(self, writer: int) -> None:
        chance = random.Random(f"{self.seed} {writer}")
        number = 0
        while not self._stop:
            number += 1
            await self._step(chance, f"{writer} {number}")
            self.done += 1

    async def _step(self, chance: random.Random, key: str) -> None:
        mine = sorted(self.made - self.revoked - self.corrected)
        act = chance.random()
        if mine and act < 0.1:
            await self._revoke(chance.choice(mine), key)
        elif mine and act < 0.2:
            await self._correct(chance.choice(mine), key)
        else:
            await self._assert(chance, key)

    async def _assert(self, chance: random.Random, key: str) -> None:
        attribute = chance.choice(("tool", "mood"))
        claim = Assertion(
            entity=EntityRef(name=chance.choice(PEOPLE)),
            attribute=attribute,
            value=f"{attribute} {chance.randrange(4)}",
            evidence="So it is.",
            idempotency_key=key,
        )
        result = await self.again(
            lambda: assert_belief(self.db, self.caller, claim, limits=NOTHING_HELD)
        )
        assert result.memory is not None
        self.made.add(result.memory)
        self.keys.add(key)

    async def _revoke(self, memory: str, key: str) -> None:
        try:
            await self.again(
                lambda: revoke_memory(
                    self.db, self.caller, memory, "wrong", reject=False, idempotency_key=key
                )
            )
        except Conflict:
            # It went with another one.
            return
        self.revoked.add(memory)
        self.keys.add(key)

    async def _correct(self, memory: str, key: str) -> None:
        change = Correction(
            memory, "wrong", value=f"other {key}", reject=False, idempotency_key=key
        )
        try:
            result = await self.again(lambda: correct_memory(self.db, self.caller, change))
        except Conflict:
            return
        assert result.memory is not None
        self.corrected.add(memory)
        self.keys.add(key)
        self.fixed.add(result.memory)
        self.made.add(result.memory)

    async def _tell(self) -> None:
        while not self._stop:
            await self.conversation.tell(self.again)
        self.conversation.end()

    async def _read(self) -> None:
        while not self._stop:
            at = reads.as_of(self.db, self.caller, None, None)
            await self.again(lambda at=at: reads.beliefs(self.db, self.caller, as_of=at))
            await asyncio.sleep(0.05)

    async def again(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do something until it is acknowledged."""
        began = time.monotonic()
        while True:
            try:
                done = await work()
            except Unavailable as error:
                self.last_failure = time.monotonic()
                self.failures[error.message.split(":")[0]] += 1
                if self.last_failure - began > GIVE_UP_S:
                    raise
                await asyncio.sleep(0.2)
            else:
                self.longest_s = max(self.longest_s, time.monotonic() - began)
                return done
