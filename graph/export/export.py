"""Export everything recorded in a tenant, in order of recording, as lines that can be loaded again.

A line is one event at one system time: a claim was recorded, released, moved or revoked; an entity
got its names; a source arrived; a value was rejected. Data derived from claims (beliefs,
supersessions) is not exported: loading recomputes it.

An export covers everything up to the moment at which it begins; later writes are left out. Merges
that are unfinished are finished first.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from operator import itemgetter
from typing import Any

from graph.clock import END_OF_TIME
from graph.database.session import Row, Session
from graph.export.keys import memory_key
from graph.export.memory_lines import memory_entry
from graph.export.record_lines import (
    definition_entry,
    entity_entry,
    episode_entry,
    rejection_entry,
    revocation_entry,
)
from graph.export.streams import Entries, Line, batches, merge_entries, sorted_rows
from graph.merging.parts import finish_merges
from graph.model.records import Caller


async def export(db: Session, caller: Caller) -> AsyncIterator[Line]:
    """Yield the lines of everything recorded in the tenant until now.

    Raises:
        StoreUnavailable: the store does not answer.
    """
    until = db.clock()
    await finish_merges(db, caller)
    feeds = _Feeds(db, caller.tenant, until)
    entries = merge_entries(
        [
            feeds.definitions(),
            feeds.entities(),
            feeds.episodes(),
            feeds.memories(),
            feeds.revocations(),
            feeds.rejections(),
        ]
    )
    async for entry in entries:
        yield entry.line


@dataclass(frozen=True, slots=True)
class _Feeds:
    """The entries of each kind of record, each in order of system time."""

    db: Session
    tenant: str
    until: datetime

    async def definitions(self) -> Entries:
        rows = await self.db.read("export/definitions", tenant=self.tenant)
        entries = [definition_entry(row["attribute"]) for row in rows]
        for entry in sorted(entries):
            if entry.at <= self.until:
                yield entry

    async def entities(self) -> Entries:
        async for batch in batches(sorted_rows(self._created, self.until)):
            ids = [row["id"] for row in batch]
            found = _by_id(await self._read("export/entities", ids))
            merges = _by_id(await self._read("export/merges", ids))
            for row in batch:
                own = merges.get(row["id"], {}).get("merges", [])
                if row["id"] in found:
                    yield entity_entry(found[row["id"]], row["key"], own, self.until)

    async def episodes(self) -> Entries:
        async for batch in batches(sorted_rows(self._received, self.until)):
            ids = [row["id"] for row in batch]
            found = _by_id(await self._read("export/episodes", ids))
            for row in batch:
                if row["id"] in found:
                    yield episode_entry(found[row["id"]], row["key"], self.tenant)

    async def memories(self) -> Entries:
        async for batch in batches(sorted_rows(self._recorded, self.until)):
            ids = [row["id"] for row in batch]
            read = await self.db.read(
                "export/memories", tenant=self.tenant, ids=ids, forever=END_OF_TIME
            )
            found = _by_id(read)
            for row in batch:
                if row["id"] in found:
                    yield memory_entry(
                        self._with_memory_keys(found[row["id"]]), row["key"], self.until
                    )

    async def revocations(self) -> Entries:
        async for batch in batches(sorted_rows(self._retired, self.until)):
            ids = [row["id"] for row in batch]
            read = await self.db.read(
                "export/revocations", tenant=self.tenant, ids=ids, forever=END_OF_TIME
            )
            found = _by_id(read)
            for row in batch:
                revoked = found.get(row["id"])
                if revoked is None:
                    continue
                successors = sorted(
                    map(self._with_key, revoked["successors"]), key=itemgetter("key")
                )
                entry = revocation_entry(
                    revoked | {"successors": successors}, row["key"], row["at"]
                )
                if entry is not None:
                    yield entry

    async def rejections(self) -> Entries:
        async for row in sorted_rows(self._rejected, self.until):
            yield rejection_entry(row, self.tenant, self.until)

    def _with_memory_keys(self, row: Row) -> Row:
        """Replace the references to other memories in a memory's row by their keys."""
        replaces = row["replaces"]
        contradictions = [
            met
            | {
                "held": list(map(self._with_key, met["held"])),
                "answer": met["answer"] and self._with_key(met["answer"])["key"],
            }
            for met in row["contradictions"]
        ]
        return row | {
            "replaces": replaces and self._with_key(replaces)["key"],
            "contradictions": contradictions,
        }

    def _with_key(self, row: Mapping[str, Any]) -> Row:
        return {**row, "key": memory_key(self.tenant, row["id"], row["named"])}

    async def _read(self, statement: str, ids: list[str]) -> list[Row]:
        return await self.db.read(statement, tenant=self.tenant, ids=ids)

    async def _created(self, **page: Any) -> list[Row]:
        return await self.db.read("export/definitions_created", tenant=self.tenant, **page)

    async def _received(self, **page: Any) -> list[Row]:
        return await self.db.read("export/episode_texts", tenant=self.tenant, **page)

    async def _recorded(self, **page: Any) -> list[Row]:
        rows = await self.db.read("export/recorded", tenant=self.tenant, **page)
        return [self._with_key(row) for row in rows]

    async def _retired(self, **page: Any) -> list[Row]:
        rows = await self.db.read("export/retired", tenant=self.tenant, **page)
        return [self._with_key(row) for row in rows]

    async def _rejected(self, **page: Any) -> list[Row]:
        return await self.db.read("export/rejections", tenant=self.tenant, **page)


def _by_id(rows: list[Row]) -> dict[str, Row]:
    return {row["id"]: row for row in rows}
