"""Proof that a store keeps the five invariants of the temporal model, or where it does not.

1. No two beliefs of one slot overlap in the plane valid time by system time.
2. At every system time at which a slot changed, the beliefs known are what the claims add up to.
3. Every belief's memories exist; every memory has evidence, or an audit record saying why not.
4. Supersession has no cycle, and ends in memories that stand.
5. No edge, chain or alias crosses a tenant or a scope.

The store is read in pages of bounded size while others write. Neo4j gives no snapshot, so a page in
which something seems wrong is read again: what a transaction was just writing has settled by then,
and only what is still wrong is told.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

from graph import registry
from graph.check_rows import (
    Listed,
    batches,
    rows_of,
    slot_record,
    strangers,
    wrong_with_entity,
    wrong_with_memory,
)
from graph.check_slot import SlotRecord, wrong_with
from graph.clock import END_OF_TIME
from graph.model import Violation
from graph.registry import Registry
from graph.session import Session
from graph.walks import side_by_side

PAGE = 1_000
CLAIMS_MAX = 20_000
LOOKS_MAX = 3
SETTLE_S = 0.2
CLEARED_MAX = 100_000
STARTS_MAX = 50
HEIRS_MAX = 20_000

Key = tuple[str, str]
Page = tuple[list[Violation], Key | None]
Step = Callable[[Key], Awaitable[Page]]


async def violations(db: Session, tenant: str | None = None) -> AsyncIterator[Violation]:
    """Every violation in one tenant, or in the whole database.

    Memory is bounded by a page and by the largest slot; violations come as they are found.
    """
    if tenant is not None:
        async for found in of_tenant(db, tenant, Counter()):
            yield found
        return
    seen: Counter[str] = Counter()
    before = await _counts(db)
    async for one in _tenants(db):
        async for found in of_tenant(db, one, seen):
            yield found
    after = await _counts(db)
    for kind, count in after.items():
        # While others write, a difference tells nothing.
        if count == before[kind] and seen[kind] < count:
            missed = count - seen[kind]
            yield Violation(5, kind, f"{missed:,} of {count:,} belong to no tenant, or have no id")


async def _tenants(db: Session) -> AsyncIterator[str]:
    tenant: str | None = ""
    while tenant is not None:
        tenant = (await db.read("read/check_tenants", after=tenant))[0]["tenant"]
        if tenant is not None:
            yield tenant


async def _counts(db: Session) -> dict[str, int]:
    return (await db.read("read/check_counts"))[0]


async def of_tenant(db: Session, tenant: str, seen: Counter[str]) -> AsyncIterator[Violation]:
    """Every violation in one tenant; ``seen`` counts what there is of slots, memories, beliefs.

    The walks go side by side: the server works on one's page while another's is looked at.
    """
    one = _TenantCheck(db, tenant, seen)
    walks = [_paged(step) for step in (one.slots, one.memories, one.entities, one.jobs)]
    async for found in side_by_side(walks):
        yield found


async def _paged(step: Step) -> AsyncIterator[Violation]:
    after: Key | None = ("", "")
    while after is not None:
        start = after
        found, after = await step(start)
        for look in range(1, LOOKS_MAX):
            if not found:
                break
            await asyncio.sleep(SETTLE_S * look)
            still = set((await step(start))[0])
            found = [one for one in found if one in still]
        for one in found:
            yield one


class _TenantCheck:
    """The pages of the check of one tenant; ``seen`` counts what it walks through."""

    def __init__(self, db: Session, tenant: str, seen: Counter[str]) -> None:
        self._db = db
        self._tenant = tenant
        self._seen = seen
        self._furthest: dict[str, Key] = {}
        self._cleared: OrderedDict[str, None] = OrderedDict()
        self._registry: Registry | None = None

    async def slots(self, after: Key) -> Page:
        """Slots: their beliefs and chains against their claims."""
        self._registry = None
        page = await self._db.read(
            "read/check_slots", tenant=self._tenant, after=after[0], limit=PAGE
        )
        slots = [Listed(*told) for told in page[0]["slots"]]
        found: list[Violation] = []
        for batch in batches([one for one in slots if not one.settled(self._tenant)], CLAIMS_MAX):
            found += await self._slots(batch)
        self._count(after, slots=len(slots))
        return found, (slots[-1].key, "") if len(slots) == PAGE else None

    async def memories(self, after: Key) -> Page:
        """Memories: their evidence, their slots, what they give way to."""
        page = (
            await self._db.read(
                "read/check_memories",
                tenant=self._tenant,
                after=after[0],
                limit=PAGE,
                open=END_OF_TIME,
            )
        )[0]
        found = [one for row in page["wrong"] for one in wrong_with_memory(row)]
        found += await self._loops(page["onward"])
        self._count(after, memories=page["memories"])
        return found, (page["last"], "") if page["memories"] == PAGE else None

    async def entities(self, after: Key) -> Page:
        """Entities: the beliefs that lead out of them, and that all of it is of one tenant."""
        page = (
            await self._db.read(
                "read/check_entities",
                tenant=self._tenant,
                after_name=after[0],
                after_id=after[1],
                limit=PAGE,
                open=END_OF_TIME,
            )
        )[0]
        found = [one for row in page["wrong"] for one in wrong_with_entity(row)]
        self._count(after, entities=page["entities"], beliefs=page["beliefs"])
        if page["entities"] < PAGE:
            return found, None
        name, last = page["last"]
        return found, (name, last)

    async def jobs(self, after: Key) -> Page:
        """Jobs: that their episodes are of their tenant."""
        rows = await self._db.read(
            "read/check_jobs", tenant=self._tenant, after=after[0], limit=PAGE
        )
        found = [one for row in rows for one in strangers(row)]
        return found, _next([(row["id"], "") for row in rows])

    def _count(self, page: Key, **counts: int) -> None:
        """Count a page once, however often it is read."""
        step = next(iter(counts))
        if step not in self._furthest or page > self._furthest[step]:
            self._furthest[step] = page
            self._seen.update(counts)

    async def _slots(self, batch: Sequence[Listed]) -> list[Violation]:
        rows = await rows_of(self._db.read, self._tenant, batch)
        found: list[Violation] = []
        for listed in batch:
            slot = slot_record(self._tenant, listed, *rows)
            found += wrong_with(slot, resumes=await self._resumes(slot))
        return found

    async def _resumes(self, slot: SlotRecord) -> bool:
        """What the registry says, which makes no difference to a claim that stands alone."""
        if len(slot.claims) < 2:
            return True
        if self._registry is None:
            self._registry = await registry.load(self._db, self._tenant)
        return self._registry.resumes(slot.attribute)

    async def _loops(self, starts: Sequence[str]) -> list[Violation]:
        """Chains that come back to where they began; each is walked about once."""
        found: list[Violation] = []
        waiting = [start for start in starts if start not in self._cleared]
        together = STARTS_MAX
        while waiting:
            now, waiting = waiting[:together], waiting[together:]
            rows = await self._db.read(
                "read/check_chains", tenant=self._tenant, ids=now, open=END_OF_TIME
            )
            for chain in rows[0]["chains"]:
                if chain["loops"]:
                    found.append(Violation(4, chain["id"], "it gives way to others in a circle"))
                else:
                    self._clear(chain["id"], *chain["heirs"])
            waiting = [start for start in waiting if start not in self._cleared]
            # Short chains are walked many at once, and of long ones no more than are in one answer.
            heirs = sum(len(chain["heirs"]) for chain in rows[0]["chains"])
            together = max(1, min(PAGE, HEIRS_MAX * len(now) // max(1, heirs)))
        return found

    def _clear(self, *ids: str) -> None:
        for one in ids:
            self._cleared[one] = None
        while len(self._cleared) > CLEARED_MAX:
            self._cleared.popitem(last=False)


def _next(keys: Sequence[Key]) -> Key | None:
    return keys[-1] if len(keys) == PAGE else None
