"""Everything a tenant has been told, in order of recording, as lines that can be loaded again.

A line tells one thing that happened at one system time: a claim was recorded, released, moved or
taken back; an entity got its names; a source arrived; a value was rejected. What follows from the
claims (beliefs, supersessions) is not told: it is recomputed where the lines are loaded.

The lines are those of one moment. What is written while they are read is told by the next export.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from graph.clock import END_OF_TIME
from graph.export_keys import memory_key
from graph.export_lines import memory_entry
from graph.export_records import (
    definition_entry,
    entity_entry,
    episode_entry,
    rejection_entry,
    revocation_entry,
)
from graph.export_streams import Entries, Line, batches, merged, pages
from graph.model import Caller
from graph.session import Row, Session


async def export(db: Session, caller: Caller) -> AsyncIterator[Line]:
    """The lines of everything known to the tenant now.

    Raises:
        StoreUnavailable: the store does not answer.
    """
    telling = _Telling(db, caller.tenant, db.clock())
    feeds = [
        telling.definitions(),
        telling.entities(),
        telling.episodes(),
        telling.memories(),
        telling.revocations(),
        telling.rejections(),
    ]
    async for entry in merged(feeds):
        yield entry.line


@dataclass(frozen=True, slots=True)
class _Telling:
    db: Session
    tenant: str
    until: datetime

    async def definitions(self) -> Entries:
        rows = await self.db.read("read/export_definitions", tenant=self.tenant)
        entries = [definition_entry(row["attribute"]) for row in rows]
        for entry in sorted(entries):
            if entry.at <= self.until:
                yield entry

    async def entities(self) -> Entries:
        async for batch in batches(pages(self._created, self.until)):
            ids = [row["id"] for row in batch]
            found = _by_id(await self._read("read/export_entities", ids))
            merges = _by_id(await self._read("read/export_merges", ids))
            for row in batch:
                known = merges.get(row["id"], {}).get("merges", [])
                if row["id"] in found:
                    yield entity_entry(found[row["id"]], row["key"], known, self.until)

    async def episodes(self) -> Entries:
        async for batch in batches(pages(self._heard, self.until)):
            ids = [row["id"] for row in batch]
            found = _by_id(await self._read("read/export_episodes", ids))
            for row in batch:
                if row["id"] in found:
                    yield episode_entry(found[row["id"]], row["key"], self.tenant)

    async def memories(self) -> Entries:
        async for batch in batches(pages(self._recorded, self.until)):
            ids = [row["id"] for row in batch]
            read = await self.db.read(
                "read/export_memories", tenant=self.tenant, ids=ids, forever=END_OF_TIME
            )
            found = _by_id(read)
            for row in batch:
                if row["id"] in found:
                    yield memory_entry(self._keyed(found[row["id"]]), row["key"], self.until)

    async def revocations(self) -> Entries:
        async for batch in batches(pages(self._retired, self.until)):
            ids = [row["id"] for row in batch]
            read = await self.db.read(
                "read/export_revocations", tenant=self.tenant, ids=ids, forever=END_OF_TIME
            )
            found = _by_id(read)
            for row in batch:
                told = found.get(row["id"])
                if told is None:
                    continue
                heirs = sorted(map(self._with_key, told["heirs"]), key=lambda one: one["key"])
                entry = revocation_entry(told | {"heirs": heirs}, row["key"], row["at"])
                if entry is not None:
                    yield entry

    async def rejections(self) -> Entries:
        async for row in pages(self._rejected, self.until):
            yield rejection_entry(row, self.tenant, self.until)

    def _keyed(self, row: Row) -> Row:
        """A memory's row with the memories that it names by their keys."""
        replaces = row["replaces"]
        doubts = [
            doubt
            | {
                "held": [self._with_key(one) for one in doubt["held"]],
                "answer": doubt["answer"] and self._with_key(doubt["answer"])["key"],
            }
            for doubt in row["contradictions"]
        ]
        return row | {
            "replaces": replaces and self._with_key(replaces)["key"],
            "contradictions": doubts,
        }

    def _with_key(self, row: Mapping[str, Any]) -> Row:
        return {**row, "key": memory_key(self.tenant, row["id"], row["named"])}

    async def _read(self, statement: str, ids: list[str]) -> list[Row]:
        return await self.db.read(statement, tenant=self.tenant, ids=ids)

    async def _created(self, **page: Any) -> list[Row]:
        return await self.db.read("read/export_created", tenant=self.tenant, **page)

    async def _heard(self, **page: Any) -> list[Row]:
        return await self.db.read("read/export_heard", tenant=self.tenant, **page)

    async def _recorded(self, **page: Any) -> list[Row]:
        rows = await self.db.read("read/export_recorded", tenant=self.tenant, **page)
        return [self._with_key(row) for row in rows]

    async def _retired(self, **page: Any) -> list[Row]:
        rows = await self.db.read("read/export_retired", tenant=self.tenant, **page)
        return [self._with_key(row) for row in rows]

    async def _rejected(self, **page: Any) -> list[Row]:
        return await self.db.read("read/export_rejections", tenant=self.tenant, **page)


def _by_id(rows: list[Row]) -> dict[str, Row]:
    return {row["id"]: row for row in rows}
