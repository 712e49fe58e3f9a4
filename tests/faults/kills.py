"""The processes that are killed: workers, and the service with callers who repeat what they ask."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from api.service.access_tokens import issue, token_key
from graph.clock import now
from graph.errors import Unavailable
from graph.model.commands import Message
from tests.faults.conversation import LEASE_S, PAUSE_S
from tests.faults.load import PEOPLE
from tests.faults.subject import Subject
from tests.support.story import Damage

ROOT = Path(__file__).resolve().parents[2]
WORKERS = 2
WORKER_KILLS = 4
SERVICE_KILLS = 2
CALLERS = 3

# So many more, at most, until one has met a job.
_MORE = 20
# What a killed process held is free soon after: a round does not wait out the usual minute.
_SERVE = f"""import graph.lease
graph.lease.LEASE_S = {LEASE_S}
from api.cli.main import main
main()"""
_HELD = """MATCH (job:Job {tenant: $tenant, status: 'RUNNING'})
WHERE job.worker CONTAINS $process
RETURN count(*) AS n"""
_REMEMBER = "mutation($input: RememberInput!) { done: remember(input: $input) { id } }"
_ASSERT = """mutation($input: AssertInput!) {
  done: assertBelief(input: $input) { memory { id } }
}"""

Process = asyncio.subprocess.Process


async def worker_killed(it: Subject) -> None:
    """Workers are killed, most of them in the middle of jobs, and others are started."""
    load = it.load
    async with _processes(it) as running:
        while load.kills < WORKER_KILLS or not load.kills_at_work:
            assert load.kills < WORKER_KILLS + _MORE
            while len(running) < WORKERS:
                running.append(await _worker(it))
            it.api.delay_s = it.chance.uniform(0.1, 0.5)
            await it.asked(1)
            await asyncio.sleep(it.chance.uniform(0, 1))
            # Mostly the one that has been at work for the longest; else one that may just start.
            await _kill(it, running, 0 if it.chance.random() < 0.8 else -1)


async def service_killed(it: Subject) -> None:
    """The service is killed under its callers' requests, with its worker, and started again."""
    load = it.load
    async with _processes(it) as running, Callers.asking(it) as callers:
        while load.kills < SERVICE_KILLS or not load.kills_at_work:
            assert load.kills < SERVICE_KILLS + _MORE
            running.append(await _service(it, callers.port))
            it.api.delay_s = it.chance.uniform(0.1, 0.5)
            await callers.answered(1)
            await asyncio.sleep(it.chance.uniform(0, 1))
            await _kill(it, running)
        running.append(await _service(it, callers.port))
        await asyncio.sleep(it.chance.uniform(0, 2))
        # This one may not even have begun to answer.
        await _kill(it, running)
        running.append(await _service(it, callers.port))
        await callers.answered(CALLERS)
        await callers.done()
        await _kill(it, running)


@asynccontextmanager
async def _processes(it: Subject) -> AsyncGenerator[list[Process]]:
    """A list of processes, which do all reading meanwhile; those in it at the end are killed.

    Nobody else reads, so that what is waiting is in the hands of those who are killed.
    """
    running: list[Process] = []
    talk = it.load.conversation
    async with talk.turn:
        # Slower than they read, so that not much is left to be read after them.
        talk.pause_s = 3 * PAUSE_S
        try:
            yield running
        finally:
            talk.pause_s = PAUSE_S
            it.api.delay_s = 0.0
            for process in running:
                if process.returncode is None:
                    process.kill()
                await process.wait()


async def _kill(it: Subject, running: list[Process], number: int = 0) -> None:
    """Kill one of the processes; count whether that met a job in its hands."""
    process = running[number]
    assert process.returncode is None, "it ended by itself"
    process.kill()
    await process.wait()
    running.remove(process)
    it.load.kills += 1
    damage = Damage(it.db, it.load.caller.tenant)
    # A worker's name has the number of its process in it.
    rows = await it.load.again(lambda: damage.run(_HELD, process=f":{process.pid}:"))
    it.load.kills_at_work += rows[0]["n"] > 0


async def _worker(it: Subject) -> Process:
    words = (it.proxy.uri, it.address.user, it.api.url, it.load.caller.tenant)
    more = {"FAULTS_PASSWORD": it.address.password}
    return await _started(it, "-m", "tests.faults.reader_process", *words, **more)


async def _service(it: Subject, port: int) -> Process:
    more = {
        "DOXA_ANTHROPIC_KEY": "k",
        "DOXA_ANTHROPIC_URL": it.api.url,
        "DOXA_DISK_FREE_MB": "128",
        "DOXA_EMBEDDING_MODEL": "none",
    }
    words = ("serve", "--port", str(port), "--data", str(it.data))
    return await _started(it, "-c", _SERVE, *words, **more)


async def _started(it: Subject, *words: str, **more: str) -> Process:
    """A process of this tree's code; what it says is kept beside the data."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name in ("PATH", "HOME") or name.startswith(("DOXA_NEO4J_", "DOXA_JAVA_"))
    }
    with (it.data.parent / "processes.log").open("ab") as log:
        return await asyncio.create_subprocess_exec(
            sys.executable,
            *words,
            cwd=ROOT,
            env=kept | {"PYTHONPATH": str(ROOT)} | more,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=log,
            stderr=log,
        )


@dataclass
class Callers:
    """Those who tell the service, over HTTP: each request is repeated until it is acknowledged."""

    it: Subject
    http: httpx.AsyncClient
    port: int
    answers: int = 0
    _over: bool = False
    _working: int = 0

    @classmethod
    @asynccontextmanager
    async def asking(cls, it: Subject) -> AsyncGenerator[Callers]:
        """Callers who go on asking until ``done``."""
        with socket.create_server(("127.0.0.1", 0)) as listening:
            port = listening.getsockname()[1]
        who = it.load.caller
        token = issue(
            token_key(it.data, None), tenant=who.tenant, actor=who.actor, role=who.role, at=now()
        )
        async with (
            httpx.AsyncClient(
                base_url=f"http://127.0.0.1:{port}",
                headers={"Authorization": f"Bearer {token}"},
                timeout=10,
            ) as http,
            asyncio.TaskGroup() as group,
        ):
            callers = cls(it, http, port)
            for number in range(CALLERS):
                group.create_task(callers._until_over(lambda n, by=number: callers._assert(by, n)))
            group.create_task(callers._until_over(lambda _: callers._tell()))
            yield callers

    async def answered(self, times: int) -> None:
        """Wait until so many more requests have been acknowledged."""
        before = self.answers
        while self.answers < before + times:
            await asyncio.sleep(0.02)

    async def done(self) -> None:
        """Ask nothing more, and wait until all that was asked is acknowledged."""
        self._over = True
        while self._working:
            await asyncio.sleep(0.02)

    async def _until_over(self, ask: Callable[[int], Any]) -> None:
        self._working += 1
        number = 0
        while not self._over:
            number += 1
            await ask(number)
            self.answers += 1
            self.it.load.done += 1
        self._working -= 1

    async def _assert(self, by: int, number: int) -> None:
        load, key = self.it.load, f"service {by} {number}"
        claim = {
            "entityName": PEOPLE[by % len(PEOPLE)],
            "attribute": "tool",
            # A slot of its own: the service holds what contradicts something.
            "context": key,
            "value": f"tool {number}",
            "evidence": "So it is.",
            "idempotencyKey": key,
        }
        result = await load.again(lambda: self._post(_ASSERT, claim))
        load.made.add(result["memory"]["id"])
        load.keys.add(key)

    async def _tell(self) -> None:
        await self.it.load.conversation.tell(self.it.load.again, self._remember)

    async def _remember(self, message: Message, session: str) -> None:
        assert message.occurred_at is not None
        said = {
            "id": message.id,
            "text": message.text,
            "speaker": message.speaker,
            "sourceKind": message.source_kind.value,
            "occurredAt": message.occurred_at.isoformat(),
        }
        await self._post(_REMEMBER, {"messages": [said], "session": session})

    async def _post(self, query: str, given: dict[str, Any]) -> dict[str, Any]:
        """What the service answers.

        Raises:
            Unavailable: it does not, or not now.
        """
        body = {"query": query, "variables": {"input": given}}
        try:
            answer = (await self.http.post("/graphql", json=body)).json()
        except httpx.TransportError as error:
            raise Unavailable(f"the service is away: {error}") from error
        errors = answer.get("errors", [])
        if any(one["extensions"]["code"] == Unavailable.code for one in errors):
            raise Unavailable(f"the service cannot now: {errors}")
        assert not errors, errors
        done: dict[str, Any] = answer["data"]["done"]
        return done
