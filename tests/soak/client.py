"""A mixed load over HTTP, for as long as it is told; each capability adds to ``REQUESTS``.

``python -m tests.soak.client URL SECONDS``, with the token key in ``DOXA_TOKEN_KEY``. It prints the
median latencies of each part of the time as JSON.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, ClassVar

import httpx

from api.service.access_tokens import issue
from graph.clock import format_instant, now
from graph.vocabulary import Role

CLIENTS = 4
# Slots stay short, as in life, and new tenants come.
REQUESTS_A_TENANT = 150
PARTS = 20

ASSERT = """mutation ($input: AssertInput!) { assertBelief(input: $input) {
  outcome memory { id } contradictions { id } } }"""
BELIEFS = """query ($name: String!) { entity(name: $name) { name beliefs { edges { node {
  attribute value validFrom memories { text evidence { span } } } } } } }"""
TIMELINE = """query ($name: String!) { entity(name: $name) { timeline {
  attribute value validFrom validTo } } }"""
REVOKE = 'mutation ($id: ID!) { revokeMemory(id: $id, reason: "soak") { id } }'
PENDING = "{ contradictions(status: OPEN) { edges { node { id kind } } } }"
REMEMBER = """mutation ($messages: [MessageInput!]!) {
  remember(input: {session: "s", messages: $messages}) { id status } }"""
RECALL = """query ($name: String!) { recall(query: $name) {
  items { memory { text } score } context } }"""
ENTITIES = "{ entities(first: 20) { edges { node { id name } } } }"
MEMORIES = '{ memories(topic: "general", first: 20) { edges { node { id text topic } } } }'
UNSETTLED = "{ unsettled(first: 10) { edges { node { attribute ageDays history { value } } } } }"
CONSOLIDATE = 'mutation { consolidate(topic: "general") { groups { canonical why } } }'
MERGE = """mutation ($keep: ID!, $absorb: ID!) {
  mergeEntities(keep: $keep, absorb: $absorb) { id } }"""
SPLIT = "mutation ($absorbed: ID!) { splitEntity(absorbed: $absorbed) { id } }"
ANSWER = """mutation ($id: ID!) {
  resolveContradiction(id: $id, resolution: KEEP, reason: "soak") { outcome } }"""
JOBS = "{ jobs(first: 20) { edges { node { id status } } } }"
WAITING = "{ reviewQueue(first: 20) { edges { node { id waits { gate reason } } } } }"
CONSENT = """mutation ($subject: ID!, $granted: Boolean!) { setConsent(subject: $subject,
  basis: "soak", categories: ["health", "state"], granted: $granted) }"""
CONSENTS = """query ($subject: ID!) { consents(subject: $subject) {
  category granted fell { id } } }"""
ERASE = """mutation ($subject: ID!) {
  erase(subject: $subject, reason: "soak") { id complete residue } }"""
CHECK = "{ check { invariant subject message } }"
STATS = "{ stats }"
HEAD = "{ auditHead { sequence hash } }"
WRONG = "{ entity(nothing: 1) { thatIsThere } }"
# How often each is asked, in about a hundred.
REQUESTS = {
    "assert": 32,
    "beliefs": 20,
    "recall": 5,
    "timeline": 7,
    "entities": 4,
    "jobs": 1,
    "waiting": 1,
    "consent": 2,
    "head": 1,
    "stats": 0.5,
    "check": 0.2,
    # Each reads the whole store.
    "erase": 0.05,
    "memories": 2,
    "unsettled": 1,
    "consolidate": 1,
    "merge": 2,
    "contradictions": 6,
    "remember": 4,
    "revoke": 4,
    "wrong": 4,
    "gone": 4,
}
LISTS = {
    "entities": ENTITIES,
    "jobs": JOBS,
    "waiting": WAITING,
    "head": HEAD,
    "stats": STATS,
    "memories": MEMORIES,
    "unsettled": UNSETTLED,
    "consolidate": CONSOLIDATE,
}
NAMES = ("Ana", "Bo", "Cleo", "Dan")
SAID = ("I live in Lisbon.", "I work at Acme.", "I like green tea.", "My sister is Eva.")


@dataclass
class Client:
    """One client, always in some tenant."""

    http: httpx.AsyncClient
    key: bytes
    number: int
    until: float
    took: dict[str, list[tuple[float, float]]] = field(default_factory=lambda: defaultdict(list))
    failed: int = 0
    token: str = ""
    memories: list[str] = field(default_factory=list)

    async def run(self) -> None:
        """Send requests until the time is over."""
        chance = random.Random(self.number)
        asked = 0
        while time.monotonic() < self.until:
            if asked % REQUESTS_A_TENANT == 0:
                self._move(asked)
            asked += 1
            (kind,) = chance.choices(list(REQUESTS), list(REQUESTS.values()))
            began = time.monotonic()
            await self._one(kind, chance, asked)
            self.took[kind].append((began, time.monotonic() - began))

    def _move(self, asked: int) -> None:
        tenant = f"soak-{self.number}-{asked}"
        self.memories = []
        self.token = issue(
            self.key,
            tenant=tenant,
            actor="soak",
            role=Role.OWNER,
            at=now(),
            ttl=timedelta(days=1),
        )

    async def _one(self, kind: str, chance: random.Random, asked: int) -> None:
        name = chance.choice(NAMES)
        if kind == "assert":
            done = await self._ask(ASSERT, input=_claim(name, chance))
            if done:
                self.memories.append(done["assertBelief"]["memory"]["id"])
        elif kind == "remember":
            said = {
                "id": str(asked),
                "speaker": name,
                "text": chance.choice(SAID),
                "occurredAt": format_instant(now()),
            }
            await self._ask(REMEMBER, messages=[said])
        elif kind == "revoke" and self.memories:
            await self._ask(REVOKE, id=self.memories.pop(), may_fail=True)
        elif kind == "wrong":
            await self._ask(WRONG, may_fail=True)
        elif kind == "recall":
            await self._ask(RECALL, name=f"Which city does {name} live in?")
        elif kind in ("beliefs", "timeline"):
            await self._ask(BELIEFS if kind == "beliefs" else TIMELINE, name=name)
        elif kind in self.several:
            await self.several[kind](self)
        else:
            await self._ask(LISTS.get(kind, ENTITIES))
        if kind == "erase":
            # What was erased may not be said again in this tenant.
            self._move(asked)

    async def _merge_and_split(self) -> None:
        found = await self._ask(ENTITIES)
        people = [one["node"]["id"] for one in found["entities"]["edges"]][:2] if found else []
        if len(people) == 2:
            keep, absorb = people
            if await self._ask(MERGE, keep=keep, absorb=absorb, may_fail=True):
                await self._ask(SPLIT, absorbed=absorb)

    async def _give_and_withdraw(self) -> None:
        found = await self._ask(ENTITIES)
        for edge in found["entities"]["edges"][:1] if found else ():
            subject = edge["node"]["id"]
            for granted in (False, True):
                await self._ask(CONSENT, subject=subject, granted=granted, may_fail=True)
                await self._ask(CONSENTS, subject=subject)

    async def _check(self) -> None:
        done = await self._ask(CHECK)
        if done and done["check"]:
            self._count_failure(done["check"][0])

    async def _erase_one(self) -> None:
        found = await self._ask(ENTITIES)
        for edge in found["entities"]["edges"][:1] if found else ():
            done = await self._ask(ERASE, subject=edge["node"]["id"])
            if done and not done["erase"]["complete"]:
                self._count_failure(done["erase"])

    async def _answer_one(self) -> None:
        found = await self._ask(PENDING)
        for edge in found["contradictions"]["edges"][:1] if found else []:
            await self._ask(ANSWER, id=edge["node"]["id"], may_fail=True)

    async def _ask(self, query: str, *, may_fail: bool = False, **variables: Any) -> Any:
        answer = await self.http.post(
            "/graphql",
            json={"query": query, "variables": variables},
            headers={"Authorization": f"Bearer {self.token}"},
        )
        body = answer.json()
        for error in body.get("errors", ())[:1]:
            # Whatever may be refused, a fault of the service may not come.
            if not may_fail or error["extensions"]["code"] == "INTERNAL":
                self._count_failure(error)
        return None if body.get("errors") else body["data"]

    def _count_failure(self, what: object) -> None:
        self.failed += 1
        sys.stderr.write(f"{what}\n")

    async def _leave(self) -> None:
        """Go in the middle of a request."""
        url = self.http.base_url
        _, writer = await asyncio.open_connection(url.host, url.port)
        writer.write(b"POST /graphql HTTP/1.1\r\nHost: doxa\r\nContent-Length: 1000\r\n\r\n{")
        await writer.drain()
        writer.transport.abort()

    # What takes more than one request.
    several: ClassVar[dict[str, Callable[[Client], Awaitable[None]]]] = {
        "merge": _merge_and_split,
        "consent": _give_and_withdraw,
        "check": _check,
        "erase": _erase_one,
        "contradictions": _answer_one,
        "gone": _leave,
    }


def _claim(name: str, chance: random.Random) -> dict[str, Any]:
    attribute = chance.choice(("city", "job_title", "tool", "mood"))
    return {
        "entityName": name,
        "attribute": attribute,
        "value": f"{attribute} {chance.randrange(6)}",
        "evidence": "So it was said.",
    }


async def main(url: str, seconds: float) -> None:
    """Run the clients and print what they found."""
    began = time.monotonic()
    async with httpx.AsyncClient(base_url=url, timeout=60) as http:
        clients = [
            Client(http, os.environ["DOXA_TOKEN_KEY"].encode(), number, began + seconds)
            for number in range(CLIENTS)
        ]
        await asyncio.gather(*(client.run() for client in clients))
    medians: dict[str, list[float]] = {}
    for kind in REQUESTS:
        parts: list[list[float]] = [[] for _ in range(PARTS)]
        for client in clients:
            for at, took in client.took[kind]:
                parts[min(PARTS - 1, int((at - began) / seconds * PARTS))].append(took * 1000)
        medians[kind] = [statistics.median(part) for part in parts if part]
    count = sum(len(one) for client in clients for one in client.took.values())
    failed = sum(client.failed for client in clients)
    sys.stdout.write(json.dumps({"medians": medians, "requests": count, "failed": failed}))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], float(sys.argv[2])))
