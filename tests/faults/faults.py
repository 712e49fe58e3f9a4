"""The faults: each is really made, to a store that is under load."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from datetime import timedelta

from neo4j import AsyncDriver, AsyncGraphDatabase
from neo4j.exceptions import DriverError, Neo4jError

from graph.clock import now
from graph.database.server.disk import MB
from graph.database.server.embedded import State
from tests.faults.conversation import MODEL_WAIT_S
from tests.faults.kills import service_killed, worker_killed
from tests.faults.subject import Subject
from tests.support.fake_messages_api import Reply

_BROKEN = (
    Reply(500),
    Reply(529, error="overloaded_error"),
    Reply(429, error="rate_limit_error", headers={"retry-after": "1"}),
    Reply(text="I would rather talk about something else."),
    Reply(text='{"memories": 7}'),
    Reply(text='{"memories": [', stop_reason="max_tokens"),
    Reply(text="", stop_reason="refusal"),
    Reply(text="9" * 100_000),
)
_HUNGRY = "UNWIND range(1, 400000000) AS x WITH collect(x) AS all RETURN size(all) AS n"


Fault = Callable[[Subject], Awaitable[None]]


async def killed(it: Subject) -> None:
    """The database's process is killed."""
    os.kill(it.java, signal.SIGKILL)
    await asyncio.sleep(1)


async def killed_twice(it: Subject) -> None:
    """It is killed again as soon as it has been started again."""
    first = it.java
    os.kill(first, signal.SIGKILL)
    while State.read(it.data) is None or it.java == first:
        await asyncio.sleep(0.1)
    await asyncio.sleep(it.chance.uniform(0, 4))
    os.kill(it.java, signal.SIGKILL)


async def stopped(it: Subject) -> None:
    """The database's process stands still for some seconds."""
    java = it.java
    os.kill(java, signal.SIGSTOP)
    await asyncio.sleep(it.chance.uniform(2, 9))
    os.kill(java, signal.SIGCONT)


async def delayed(it: Subject) -> None:
    """Everything arrives late."""
    it.proxy.delay_s = it.chance.uniform(0.02, 0.2)
    await asyncio.sleep(3)
    it.proxy.delay_s = 0.0


async def cut(it: Subject) -> None:
    """All connections are cut, again and again."""
    for _ in range(8):
        it.proxy.cut()
        await asyncio.sleep(it.chance.uniform(0.05, 0.6))


async def held(it: Subject) -> None:
    """Connections are half open: nothing arrives and nothing ends."""
    it.proxy.hold()
    await asyncio.sleep(it.chance.uniform(4, 10))
    it.proxy.cut()
    it.proxy.release()


async def refused(it: Subject) -> None:
    """No new connection is accepted, and the old ones are cut."""
    it.proxy.refuses = True
    it.proxy.cut()
    # Longer than requests wait for the database, so that some fail.
    await asyncio.sleep(it.chance.uniform(3, 6))
    it.proxy.refuses = False


async def reordered(it: Subject) -> None:
    """Connections are cut, and new ones get through in another order than they were made."""
    it.proxy.late_s = 1.5
    for _ in range(6):
        it.proxy.cut()
        await asyncio.sleep(it.chance.uniform(0.2, 1.5))
    it.proxy.late_s = 0.0


async def commits_lost(it: Subject) -> None:
    """Commits are done and their answers are lost."""
    it.proxy.lost_commits = 12
    while it.proxy.lost_commits:
        await asyncio.sleep(0.1)


async def not_leader(it: Subject) -> None:
    """The server says that it does not lead, as after an election."""
    it.proxy.not_leader = 12
    while it.proxy.not_leader:
        await asyncio.sleep(0.1)


async def memory_eaten(it: Subject) -> None:
    """Queries of others take the database's memory."""
    driver = AsyncGraphDatabase.driver(it.address.uri, auth=(it.address.user, it.address.password))
    async with driver, asyncio.TaskGroup() as group:
        for _ in range(3):
            group.create_task(_eat(driver))


async def _eat(driver: AsyncDriver) -> None:
    try:
        async with driver.session() as session:
            await (await session.run(_HUNGRY)).consume()
    except (Neo4jError, DriverError, OSError):
        return


async def disk_full(it: Subject) -> None:
    """The disk is full."""
    taken = it.data.parent / "taken"
    with taken.open("wb") as file:
        free = os.statvfs(it.data).f_bavail * os.statvfs(it.data).f_frsize
        os.posix_fallocate(file.fileno(), 0, max(1, free - 4 * MB))
    await asyncio.sleep(it.chance.uniform(2, 5))
    taken.unlink()


async def clock_steps(it: Subject) -> None:
    """The clock is set forwards and backwards, by hours and by a week."""
    for hours in (1, -1, 24 * 7, -24 * 7, it.chance.uniform(-50, 50), 0):
        it.db.clock = lambda ahead=timedelta(hours=hours): now() + ahead
        await asyncio.sleep(0.4)
    it.db.clock = now


async def model_broken(it: Subject) -> None:
    """The model answers with errors, refusals, texts that are cut off, and no JSON."""
    it.api.by_words = False
    for reply in it.chance.sample(_BROKEN, len(_BROKEN)):
        it.api.otherwise = reply
        await it.asked(1)
    it.api.by_words = True


async def model_slow(it: Subject) -> None:
    """The model answers late, or later than anybody waits."""
    for delay_s in (it.chance.uniform(0.2, 1), MODEL_WAIT_S + 1):
        it.api.delay_s = delay_s
        await it.asked(2)
    it.api.delay_s = 0.0


# The name in the table, what it is, and whether it needs a file system of its own.
FAULTS: dict[str, Fault] = {
    "database killed": killed,
    "database killed twice": killed_twice,
    "worker killed": worker_killed,
    "service killed": service_killed,
    "database stands still": stopped,
    "network slow": delayed,
    "connections cut": cut,
    "connections half open": held,
    "connections refused": refused,
    "reconnects reordered": reordered,
    "answers to commits lost": commits_lost,
    "server does not lead": not_leader,
    "memory eaten": memory_eaten,
    "disk full": disk_full,
    "clock steps": clock_steps,
    "model answers broken": model_broken,
    "model slow": model_slow,
}
NEED_OWN_DISK = {"disk full"}
