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
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from typing import Any

from graph import registry
from graph.check_slot import Link, Recorded, SlotRecord, Version, wrong_with
from graph.clock import END_OF_TIME
from graph.model import Violation
from graph.session import Row, Session
from graph.slot import stored

PAGE = 500
CLAIMS_MAX = 20_000
LOOKS_MAX = 3
SETTLE_S = 0.2
CLEARED_MAX = 100_000
STARTS_MAX = 50

Page = tuple[list[Violation], str | None]
Step = Callable[[str], Awaitable[Page]]


async def violations(db: Session, tenant: str | None = None) -> AsyncIterator[Violation]:
    """Every violation in one tenant, or in the whole database.

    Memory is bounded by a page and by the largest slot; violations come as they are found.
    """
    checked = _Check(db, tenant)
    for step in (
        checked.slots,
        checked.attributes,
        checked.relations,
        checked.memories,
        checked.entities,
        checked.jobs,
    ):
        async for found in _paged(step):
            yield found


async def _paged(step: Step) -> AsyncIterator[Violation]:
    after: str | None = ""
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


class _Check:
    """The pages of one check."""

    def __init__(self, db: Session, tenant: str | None) -> None:
        self._db = db
        self._tenant = tenant
        self._cleared: OrderedDict[str, None] = OrderedDict()

    async def slots(self, after: str) -> Page:
        """Slots: their beliefs and chains against their claims."""
        rows = await self._db.read("read/check_slots", **self._page(after))
        found: list[Violation] = []
        for batch in _batches(rows):
            found += await self._slots(batch)
        return found, _next(rows, [row["slot"]["key"] for row in rows])

    async def attributes(self, after: str) -> Page:
        """Beliefs about literals: what each is tied to."""
        rows = await self._db.read("read/check_attributes", open=END_OF_TIME, **self._page(after))
        return _untied(rows), _next(rows, [row["id"] for row in rows])

    async def relations(self, after: str) -> Page:
        """Beliefs about entities: what each is tied to."""
        rows = await self._db.read("read/check_relations", open=END_OF_TIME, **self._page(after))
        return _untied(rows), _next(rows, [row["id"] for row in rows])

    async def memories(self, after: str) -> Page:
        """Memories: their evidence, their slots, what they give way to."""
        rows = await self._db.read("read/check_memories", open=END_OF_TIME, **self._page(after))
        found = [one for row in rows for one in _amiss(row)]
        found += await self._loops([row["id"] for row in rows if row["onward"]])
        return found, _next(rows, [row["id"] for row in rows])

    async def entities(self, after: str) -> Page:
        """Entities: that nothing of another tenant is tied to them."""
        rows = await self._db.read("read/check_entities", **self._page(after))
        found = [one for row in rows for one in _strangers(row)]
        return found, _next(rows, [row["id"] for row in rows])

    async def jobs(self, after: str) -> Page:
        """Jobs: likewise."""
        rows = await self._db.read("read/check_jobs", **self._page(after))
        found = [one for row in rows for one in _strangers(row)]
        return found, _next(rows, [row["id"] for row in rows])

    def _page(self, after: str) -> dict[str, Any]:
        return {"tenant": self._tenant, "after": after, "limit": PAGE}

    async def _slots(self, batch: Sequence[Row]) -> list[Violation]:
        keys = sorted({row["slot"]["key"] for row in batch})
        parents = {row["slot"]["parent"] for row in batch}
        claims: dict[str, list[Row]] = {}
        wanted = sorted({*keys, *parents})
        for row in await self._db.read("read/check_claims", slots=wanted):
            claims.setdefault(row["claim"]["slot"], []).append(row)
        versions: dict[str, list[Row]] = {}
        for row in await self._db.read("read/check_beliefs", slots=keys):
            versions.setdefault(row["belief"]["slot"], []).append(row["belief"])
        found: list[Violation] = []
        for row in batch:
            slot = _record(row["slot"], claims, versions)
            found += wrong_with(slot, resumes=await self._resumes(slot))
        return found

    async def _resumes(self, slot: SlotRecord) -> bool:
        """What the registry says, which makes no difference to a claim that stands alone."""
        if len(slot.claims) < 2:
            return True
        known = await registry.load(self._db, slot.tenant)
        attribute = known.get(slot.attribute)
        return attribute is None or attribute.resumes

    async def _loops(self, starts: Sequence[str]) -> list[Violation]:
        """Chains that come back to where they began; each is walked about once."""
        found: list[Violation] = []
        waiting = [start for start in starts if start not in self._cleared]
        while waiting:
            now, waiting = waiting[:STARTS_MAX], waiting[STARTS_MAX:]
            for row in await self._db.read("read/check_chains", ids=now, open=END_OF_TIME):
                if row["loops"]:
                    found.append(Violation(4, row["id"], "it gives way to others in a circle"))
                else:
                    self._clear(row["id"], *row["heirs"])
            waiting = [start for start in waiting if start not in self._cleared]
        return found

    def _clear(self, *ids: str) -> None:
        for one in ids:
            self._cleared[one] = None
        while len(self._cleared) > CLEARED_MAX:
            self._cleared.popitem(last=False)


def _next(rows: Sequence[Row], keys: Sequence[str]) -> str | None:
    return keys[-1] if len(rows) == PAGE else None


def _batches(rows: Sequence[Row]) -> Iterator[list[Row]]:
    """The slots in groups that have a bounded number of claims together."""
    batch: list[Row] = []
    load = 0
    for row in rows:
        if batch and load + row["load"] > CLAIMS_MAX:
            yield batch
            batch, load = [], 0
        batch.append(row)
        load += row["load"]
    if batch:
        yield batch


def _untied(rows: Sequence[Row]) -> list[Violation]:
    found: list[Violation] = []
    for row in rows:
        if not row["formed"]:
            found.append(Violation(1, row["id"], "its intervals or its mark of being open are bad"))
        if not row["slotted"]:
            found.append(Violation(2, row["id"], "its slot is not there in its tenant"))
        if not row["claimed"]:
            found.append(Violation(3, row["id"], "it rests on no memory"))
        found += [
            Violation(3, row["id"], f"the memory {missing} that it rests on is not there")
            for missing in row["missing"]
        ]
        if not row["tied"]:
            found.append(Violation(5, row["id"], "it does not lie between what it names"))
    return found


def _amiss(row: Row) -> Iterator[Violation]:
    if not row["evident"]:
        yield Violation(3, row["id"], "it has no evidence, and no audit record says why")
    if not row["slotted"]:
        yield Violation(2, row["id"], "its slot is not there in its tenant and scope")
    if len(row["heirs"]) > 1:
        yield Violation(4, row["id"], f"it gives way to several: {', '.join(row['heirs'])}")
    yield from _strangers(row)


def _strangers(row: Row) -> Iterator[Violation]:
    for stranger in row["strangers"]:
        yield Violation(5, row["id"], f"it is tied to another tenant: {stranger}")


def _record(slot: Row, claims: dict[str, list[Row]], versions: dict[str, list[Row]]) -> SlotRecord:
    own = claims.get(slot["key"], [])
    if slot["key"] != slot["parent"]:
        nameless = claims.get(slot["parent"], [])
        own = [*own, *(row for row in nameless if row["claim"].get("canonical") is None)]
    return SlotRecord(
        tenant=slot["tenant"],
        key=slot["key"],
        parent=slot["parent"],
        scope=slot.get("scope") or "",
        entity=slot["entity"],
        attribute=slot["attribute"],
        context=slot.get("context"),
        claims=tuple(_recorded(row, slot["key"]) for row in own),
        versions=tuple(map(_version, versions.get(slot["key"], []))),
    )


_ABSENT = dict.fromkeys(
    (
        "canonical",
        "value",
        "typed",
        "target",
        "precision_to",
        "vouched_until",
        "expires_at",
        "speaker",
        "holds_from",
        "holds_to",
    )
)


def _recorded(row: Row, slot: str) -> Recorded:
    node: Row = _ABSENT | row["claim"]
    return Recorded(
        claim=stored(node).claim,
        tenant=node["tenant"],
        scope=node.get("scope") or "",
        parent=node.get("parent"),
        admitted_at=node["admitted_at"],
        retired_at=node["retired_at"],
        shared=node["slot"] != slot,
        links=tuple(
            Link(link["heir"], link["reason"], link["system_from"], link["system_to"])
            for link in row["links"]
        ),
    )


def _version(edge: Row) -> Version:
    return Version(
        id=edge["id"],
        tenant=edge["tenant"],
        parent=edge["parent"],
        canonical=edge["canonical"],
        valid_from=edge["valid_from"],
        valid_to=edge["valid_to"],
        system_from=edge["system_from"],
        system_to=edge["system_to"],
        memories=tuple(edge["memories"]),
    )
