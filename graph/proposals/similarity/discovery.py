"""Look for the memories that are like those which got their vectors: a page at a time.

Each is compared with the current memories of its identity, of which the last recorded ones are all
looked at. Of an identity with more the index of vectors finds the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from graph.clock import END_OF_TIME
from graph.database.embeddings.nearest import similar
from graph.database.embeddings.store import State
from graph.database.session import Row, Session
from graph.ids import new_id
from graph.kernel.entities.resolution import load_identity
from graph.limits import SimilarityLimits
from graph.model.records import AsOf, Caller, Memory
from graph.proposals.similarity.comparing import Compared, Pair, compare, denials, is_comparable
from graph.read.memories import memories_by_id
from graph.vocabulary import MemoryStatus, Role, SimilarityStatus

# How many memories of an identity are compared one by one: some milliseconds for each new one.
SCANNED = 200
# How many the index of vectors is asked for, beyond these.
NEAR = 100
# How many of those that are like a memory are looked at.
ALIKE_MAX = 10


@dataclass(frozen=True, slots=True)
class Waiting:
    """A memory that was not compared yet; without a vector while that is another model's."""

    id: str
    tenant: str
    canonical: str | None
    scope: str
    vector: Sequence[float] | None


@dataclass(slots=True)
class Search:
    """A search of pairs over many memories, of whichever tenants, in the name of ``actor``."""

    db: Session
    state: State
    actor: str
    limits: SimilarityLimits
    _replayed: dict[str, datetime | None] = field(
        init=False, default_factory=dict[str, "datetime | None"]
    )

    async def waiting(self, after: str, limit: int) -> list[Waiting]:
        """Memories that were not compared yet, in the order of their ids."""
        rows = await self.db.read(
            "proposals/similarity/waiting",
            property=f"vector_{self.state.side}",
            after=after,
            limit=limit,
        )
        return [
            Waiting(row["id"], row["tenant"], row["canonical"], row["scope"], row["vector"])
            for row in rows
        ]

    async def find(self, page: Sequence[Waiting]) -> tuple[list[Row], list[Row]]:
        """Find the pairs of some memories; those that need not be compared again, and the pairs."""
        known = await self._memories([(one.tenant, one.id) for one in page])
        done: list[Row] = []
        near: list[tuple[Compared, list[Row]]] = []
        identities: dict[tuple[str, str], Row | None] = {}
        for one in page:
            memory = known.get(one.id)
            if memory is not None and (one.vector is None or _is_yet_to_be(memory)):
                continue
            done.append({"tenant": one.tenant, "id": one.id})
            if memory is None or memory.entity is None or not is_comparable(memory):
                continue
            about = (one.tenant, memory.entity)
            if about not in identities:
                identities[about] = await load_identity(self.db.read, *about)
            identity = identities[about]
            if identity is None:
                # The store is damaged there: `check` says so, and others are compared.
                continue
            itself = Compared(one.tenant, identity["stands"], memory, one.canonical, one.scope)
            near.append((itself, await self._alike(one, identity["whole"])))
        pairs = await self._pairs(near)
        return done, [await self._row(pair) for pair in pairs.values()]

    async def _memories(self, wanted: Iterable[tuple[str, str]]) -> dict[str, Memory]:
        """Memories by tenant and id."""
        ids: dict[str, list[str]] = {}
        for tenant, memory in wanted:
            ids.setdefault(tenant, []).append(memory)
        found: dict[str, Memory] = {}
        for tenant, listed in ids.items():
            found |= await memories_by_id(self.db, self._caller(tenant), listed)
        return found

    async def _pairs(self, near: Sequence[tuple[Compared, list[Row]]]) -> dict[str, Pair]:
        """Return the pairs of memories with those that are like them, by key."""
        wanted = dict.fromkeys((one.tenant, row["id"]) for one, rows in near for row in rows)
        known = await self._memories(wanted)
        denied = denials([*known.values(), *(one.memory for one, _ in near)])
        pairs = [
            compare(
                one,
                replace(one, memory=known[row["id"]], canonical=row["canonical"]),
                row["cosine"],
                self.limits,
            )
            for one, rows in near
            for row in rows
            if row["id"] in known and not denied & {one.memory.id, row["id"]}
        ]
        return {pair.key: pair for pair in pairs if pair is not None}

    async def _alike(self, waiting: Waiting, entities: Sequence[str]) -> list[Row]:
        """Memories of the identity that are like this one, the most alike first."""
        assert waiting.vector is not None
        now = self.db.clock()
        asked = {
            "tenant": waiting.tenant,
            "scope": waiting.scope,
            "entities": entities,
            "memory": waiting.id,
            "vector": waiting.vector,
            "property": f"vector_{self.state.side}",
            "least": min(self.limits.same, self.limits.related),
            "now": now,
            "limit": ALIKE_MAX,
        }
        [last] = await self.db.read("proposals/similarity/alike", also=[], scanned=SCANNED, **asked)
        if last["seen"] < SCANNED:
            return last["found"]
        near = await similar(
            self.db,
            self._caller(waiting.tenant),
            waiting.vector,
            model=self.state.model,
            at=AsOf(now, now),
            first=NEAR,
            # What says that something is not so carries no belief.
            filter_held=False,
        )
        also = [each.memory for each in near]
        [beyond] = await self.db.read("proposals/similarity/alike", also=also, scanned=0, **asked)
        found = {row["id"]: row for row in (*last["found"], *beyond["found"])}
        return sorted(found.values(), key=lambda row: -row["cosine"])[:ALIKE_MAX]

    async def _row(self, pair: Pair) -> Row:
        """Return the pair as it is stored; one that is one statement confirms the older."""
        row = {
            "tenant": pair.older.tenant,
            "key": pair.key,
            "id": new_id("sp"),
            "older": pair.older_id,
            "newer": pair.newer_id,
            "cosine": pair.cosine,
            "same_value": pair.same_value,
            "reasons": list(pair.reasons),
            "scope": pair.newer.scope or None,
            "status": SimilarityStatus.CONFIRMED if pair.same else SimilarityStatus.OPEN,
            "unjudged": pair.asks_model or None,
            "doubt": None,
        }
        if pair.same and await self._is_new(pair):
            row |= confirmation(pair.newer.memory)
            row["reason"] = pair.reasons[-1]
        return row

    async def _is_new(self, pair: Pair) -> bool:
        """Whether the confirmation is not one that came with a replayed file."""
        tenant = pair.older.tenant
        if tenant not in self._replayed:
            [row] = await self.db.read("proposals/similarity/replayed_until", tenant=tenant)
            self._replayed[tenant] = row["at"]
        at = self._replayed[tenant]
        sides = (pair.older.memory.recorded_at, pair.newer.memory.recorded_at)
        return at is None or max(sides) > at

    def _caller(self, tenant: str) -> Caller:
        return Caller(tenant, self.actor, Role.OWNER)


def confirmation(newer: Memory) -> Row:
    """Return what confirms an older memory: the doubt that a newer one leaves, and when that was
    said.
    """
    return {"audit": new_id("a"), "doubt": 1.0 - newer.confidence, "said_at": newer.said_at}


def _is_yet_to_be(memory: Memory) -> bool:
    """Whether a memory may become current without anything new being said."""
    return memory.status in (MemoryStatus.PENDING, MemoryStatus.FUTURE)


async def keep(
    db: Session,
    *,
    task: str,
    owner: str,
    compared: Sequence[Row],
    pairs: Sequence[Row],
    after: str,
) -> tuple[int, int] | None:
    """Keep the pairs of a page; memories and new pairs of the run, or None without the lease."""
    rows = await db.write(
        "proposals/similarity/keep",
        task=task,
        owner=owner,
        compared=list(compared),
        # Every run locks in the same order.
        pairs=sorted(pairs, key=lambda row: str(row["key"])),
        after=after,
        actor=task,
        now=db.clock(),
        forever=END_OF_TIME,
    )
    return (rows[0]["examined"], rows[0]["changed"]) if rows else None
