"""Check a store for violations of the five invariants of the temporal model.

The invariants are those of docs/concepts/claims-and-beliefs.md#invariants:

1. No two beliefs of a slot overlap in valid time and system time.
2. At every system time at which a slot changed, its beliefs are the projection of its claims; so
   are the intervals that its memories carry now.
3. Every belief's memories exist; every memory has evidence, or an audit record with the reason.
4. Supersession has no cycle, and ends in memories that are in force.
5. No edge, chain or alias crosses a tenant or a scope; what is in a slot or a session leads there.

The store is read in pages of bounded size while others write. Neo4j has no snapshots, so a page
with violations is read again after concurrent transactions have had time to commit, and only
violations that are still there are reported.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from datetime import datetime, timedelta
from random import Random
from string import ascii_letters
from typing import NamedTuple

from graph.clock import END_OF_TIME, START_OF_TIME
from graph.database.merge_streams import merge_streams
from graph.database.session import Session
from graph.errors import OutOfRange
from graph.history.integrity.check_rows import (
    SlotEntry,
    batches,
    entity_violations,
    episode_violations,
    foreign_ties,
    load_slot_rows,
    memory_violations,
    slot_history,
    slot_record,
)
from graph.history.integrity.slot_invariants import find_violations
from graph.kernel.registry import registry
from graph.kernel.registry.registry import Registry
from graph.model.records import Violation

PAGE = 1_000
SAMPLE_MAX = 10_000
CLAIMS_MAX = 20_000
READS_MAX = 3
SETTLE_S = 0.2
ACYCLIC_MAX = 100_000
CHAINS_MAX = 50
SUCCESSORS_MAX = 20_000

Key = tuple[str, str]


class Page(NamedTuple):
    """What is wrong with a page, where the next one begins, and how many records it has."""

    violations: list[Violation]
    onward: Key | None
    size: int


Step = Callable[[Key], Awaitable[Page]]


async def violations(db: Session, tenant: str | None = None) -> AsyncIterator[Violation]:
    """Yield every violation in one tenant, or in the whole database, as it is found.

    Memory is bounded by a page and by the largest slot.
    """
    if tenant is not None:
        async for violation in of_tenant(db, tenant, Counter()):
            yield violation
        return
    seen: Counter[str] = Counter()
    before = await _counts(db)
    async for name in tenants(db):
        async for violation in of_tenant(db, name, seen):
            yield violation
    after = await _counts(db)
    for kind, count in after.items():
        # While others write, a difference means nothing.
        if count == before[kind] and seen[kind] < count:
            missed = count - seen[kind]
            yield Violation(5, kind, f"{missed:,} of {count:,} belong to no tenant, or have no id")


async def tenants(db: Session) -> AsyncIterator[str]:
    """Yield the name of every tenant that holds something, in order."""
    tenant: str | None = ""
    while tenant is not None:
        tenant = (await db.read("history/integrity/tenants", after=tenant))[0]["tenant"]
        if tenant is not None:
            yield tenant


async def _counts(db: Session) -> dict[str, int]:
    return (await db.read("history/integrity/counts"))[0]


async def of_tenant(db: Session, tenant: str, seen: Counter[str]) -> AsyncIterator[Violation]:
    """Yield every violation in one tenant; ``seen`` counts its slots, memories and beliefs.

    The scans run concurrently: the server reads a page of one while another's page is checked.
    """
    check = _TenantCheck(db, tenant, seen)
    steps = (check.slots, check.memories, check.entities, check.episodes, check.jobs)
    async for violation in merge_streams([_check_pages(step) for step in steps]):
        yield violation


async def check_sample(db: Session, tenant: str, sample: int, chance: Random) -> list[Violation]:
    """Find the violations in so many slots of a tenant, and in as many memories, entities, episodes
    and jobs.

    A tenant that has no more is checked whole. Of others, what follows a place drawn by chance is:
    in the order of keys and ids, which is itself by chance, of the names of entities, or of the
    times at which episodes were recorded.

    Raises:
        OutOfRange: the sample is not 1 to ``SAMPLE_MAX``.
        StoreUnavailable: the store does not answer.
    """
    if not 1 <= sample <= SAMPLE_MAX:
        raise OutOfRange(
            f"a sample of {sample:,} is not taken",
            field="sample",
            hint=f"give a number from 1 to {SAMPLE_MAX:,}; `doxa check` checks everything",
        )
    check = _TenantCheck(db, tenant, Counter(), page=min(sample, PAGE))
    place = f"{chance.getrandbits(104):026x}"
    steps = (
        _sample(check.slots, (place, ""), sample),
        _sample(check.memories, (f"m_{place}", ""), sample),
        _sample(check.entities, (chance.choice(ascii_letters), ""), sample),
        _sample(check.episodes, (_time_before(db.clock(), chance), ""), sample),
        _sample(check.jobs, (f"j_{place}", ""), sample),
    )
    found = await asyncio.gather(*steps)
    return sorted(
        {violation for each in found for violation in each},
        key=lambda one: (one.invariant, one.subject, one.message),
    )


def _time_before(now: datetime, chance: Random) -> str:
    """Draw a time of the last decades; the last minute is as likely as any longer while."""
    return (now - timedelta(seconds=2 ** chance.uniform(0, 30))).isoformat(timespec="microseconds")


async def _sample(step: Step, start: Key, sample: int) -> list[Violation]:
    """Check pages from a place on, and past the end from the beginning, until there are enough."""
    found: list[Violation] = []
    after, wrapped, seen = start, False, 0
    while seen < sample:
        page = await _checked(step, after)
        found += page.violations
        seen += page.size
        if page.onward is not None:
            after = page.onward
        elif wrapped:
            break
        else:
            after, wrapped = ("", ""), True
        if wrapped and after >= start:
            break
    return found


async def _check_pages(step: Step) -> AsyncIterator[Violation]:
    after: Key | None = ("", "")
    while after is not None:
        page = await _checked(step, after)
        after = page.onward
        for violation in page.violations:
            yield violation


async def _checked(step: Step, start: Key) -> Page:
    """Check one page; what is wrong with it still is when concurrent transactions are through."""
    page = await step(start)
    found = page.violations
    for attempt in range(1, READS_MAX):
        if not found:
            break
        await asyncio.sleep(SETTLE_S * attempt)
        again = set((await step(start)).violations)
        found = [violation for violation in found if violation in again]
    return page._replace(violations=found)


class _TenantCheck:
    """The check of one tenant, page by page; ``seen`` counts the records read."""

    def __init__(
        self, db: Session, tenant: str, seen: Counter[str], page: int | None = None
    ) -> None:
        self._page = PAGE if page is None else page
        self._db = db
        self._tenant = tenant
        self._seen = seen
        self._furthest: dict[str, Key] = {}
        self._acyclic: OrderedDict[str, None] = OrderedDict()
        self._registry: Registry | None = None

    async def slots(self, after: Key) -> Page:
        """Check a page of slots: their beliefs and chains against their claims."""
        self._registry = None
        page = await self._db.read(
            "history/integrity/slots", tenant=self._tenant, after=after[0], limit=self._page
        )
        slots = [SlotEntry(*fields) for fields in page[0]["slots"]]
        found: list[Violation] = []
        unproven = [slot for slot in slots if not slot.trivially_right(self._tenant)]
        for batch in batches(unproven, CLAIMS_MAX):
            found += await self._check_slots(batch)
        self._count(after, slots=len(slots))
        onward = (slots[-1].key, "") if len(slots) == self._page else None
        return Page(found, onward, len(slots))

    async def memories(self, after: Key) -> Page:
        """Check a page of memories: their evidence, their slots, their successors."""
        page = (
            await self._db.read(
                "history/integrity/memories",
                tenant=self._tenant,
                after=after[0],
                limit=self._page,
                open=END_OF_TIME,
            )
        )[0]
        found = [violation for row in page["wrong"] for violation in memory_violations(row)]
        found += await self._find_cycles(page["onward"])
        self._count(after, memories=page["memories"])
        onward = (page["last"], "") if page["memories"] == self._page else None
        return Page(found, onward, page["memories"])

    async def entities(self, after: Key) -> Page:
        """Check a page of entities: their beliefs, and that all relationships are in one tenant."""
        page = (
            await self._db.read(
                "history/integrity/entities",
                tenant=self._tenant,
                after_name=after[0],
                after_id=after[1],
                limit=self._page,
                open=END_OF_TIME,
            )
        )[0]
        found = [violation for row in page["wrong"] for violation in entity_violations(row)]
        self._count(after, entities=page["entities"], beliefs=page["beliefs"])
        if page["entities"] < self._page:
            return Page(found, None, page["entities"])
        name, last = page["last"]
        return Page(found, (name, last), page["entities"])

    async def episodes(self, after: Key) -> Page:
        """Check a page of episodes: that each is tied to its session, and to nothing elsewhere."""
        page = (
            await self._db.read(
                "history/integrity/episodes",
                tenant=self._tenant,
                after_at=datetime.fromisoformat(after[0]) if after[0] else START_OF_TIME,
                after_id=after[1],
                limit=self._page,
            )
        )[0]
        found = [violation for row in page["wrong"] for violation in episode_violations(row)]
        if page["episodes"] < self._page:
            return Page(found, None, page["episodes"])
        at, last = page["last"]
        return Page(found, (at.isoformat(timespec="microseconds"), last), page["episodes"])

    async def jobs(self, after: Key) -> Page:
        """Check a page of jobs: that their episodes belong to their tenant."""
        rows = await self._db.read(
            "history/integrity/jobs", tenant=self._tenant, after=after[0], limit=self._page
        )
        found = [violation for row in rows for violation in foreign_ties(row)]
        return Page(found, (rows[-1]["id"], "") if len(rows) == self._page else None, len(rows))

    def _count(self, page: Key, **counts: int) -> None:
        """Count a page once, although it may be read again."""
        step = next(iter(counts))
        if step not in self._furthest or page > self._furthest[step]:
            self._furthest[step] = page
            self._seen.update(counts)

    async def _check_slots(self, batch: Sequence[SlotEntry]) -> list[Violation]:
        rows = await load_slot_rows(self._db.read, self._tenant, batch)
        found: list[Violation] = []
        for listed in batch:
            slot = slot_record(self._tenant, listed, *rows)
            if self._registry is None:
                self._registry = await registry.load(self._db, self._tenant)
            history = await slot_history(self._db.read, self._registry, listed, slot)
            resumes = self._registry.resumes(slot.attribute)
            found += find_violations(slot, resumes=resumes, history=history)
        return found

    async def _find_cycles(self, starts: Sequence[str]) -> list[Violation]:
        """Find the supersession chains that are cyclic; each chain is followed about once."""
        found: list[Violation] = []
        pending = [start for start in starts if start not in self._acyclic]
        size = CHAINS_MAX
        while pending:
            batch, pending = pending[:size], pending[size:]
            rows = await self._db.read(
                "history/integrity/chains", tenant=self._tenant, ids=batch, open=END_OF_TIME
            )
            for chain in rows[0]["chains"]:
                if chain["loops"]:
                    found.append(Violation(4, chain["id"], "its supersession chain is a cycle"))
                else:
                    self._mark_acyclic(chain["id"], *chain["successors"])
            pending = [start for start in pending if start not in self._acyclic]
            # Adapt the batch to the length of the chains, so that a result has a bounded size.
            successors = sum(len(chain["successors"]) for chain in rows[0]["chains"])
            size = max(1, min(PAGE, SUCCESSORS_MAX * len(batch) // max(1, successors)))
        return found

    def _mark_acyclic(self, *ids: str) -> None:
        for memory in ids:
            self._acyclic[memory] = None
        while len(self._acyclic) > ACYCLIC_MAX:
            self._acyclic.popitem(last=False)
