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
from graph.history.export.keys import memory_key
from graph.history.export.memory_lines import memory_entry
from graph.history.export.reading_lines import candidates_entry, decision_entry
from graph.history.export.record_lines import (
    calibration_entry,
    consent_entry,
    definition_entry,
    entity_entry,
    episode_entry,
    policy_entry,
    proposal_entry,
    rejection_entry,
    revocation_entry,
    tombstone_entries,
    waiting_entry,
)
from graph.history.export.streams import Entries, batches, merge_entries, sorted_rows
from graph.history.file_format.conversion import json_of
from graph.kernel.registry import registry as registries
from graph.model.records import Caller
from graph.write.merging.batched_merge import finish_merges


async def export(
    db: Session, caller: Caller, *, until: datetime | None = None
) -> AsyncIterator[dict[str, Any]]:
    """Yield the lines of everything recorded in the tenant by a time, as JSON objects.

    Without ``until`` it is now.

    Raises:
        StoreUnavailable: the store does not answer.
    """
    await db.catch_up(caller.tenant)
    until = until or db.system_time.now(caller.tenant)
    await finish_merges(db, caller)
    feeds = _Feeds(db, caller.tenant, until)
    entries = merge_entries(
        [
            feeds.definitions(),
            feeds.policies(),
            feeds.calibrations(),
            feeds.entities(),
            feeds.episodes(),
            feeds.memories(),
            feeds.waiting(),
            feeds.consents(),
            feeds.tombstones(),
            feeds.proposals(),
            feeds.candidates(),
            feeds.decisions(),
            feeds.revocations(),
            feeds.rejections(),
        ]
    )
    async for entry in entries:
        yield json_of(entry.line)


@dataclass(frozen=True, slots=True)
class _Feeds:
    """The entries of each kind of record, each in order of system time."""

    db: Session
    tenant: str
    until: datetime

    async def definitions(self) -> Entries:
        rows = await self.db.read("history/export/definitions", tenant=self.tenant)
        entries = [definition_entry(row["attribute"]) for row in rows]
        for entry in sorted(entries):
            if entry.at <= self.until:
                yield entry

    async def policies(self) -> Entries:
        for row in await self.db.read("history/export/policies", tenant=self.tenant):
            found = policy_entry(row["policy"])
            if found.at <= self.until:
                yield found

    async def calibrations(self) -> Entries:
        for row in await self.db.read("history/export/calibrations", tenant=self.tenant):
            found = calibration_entry(row)
            if found.at <= self.until:
                yield found

    async def entities(self) -> Entries:
        pages = self._pages("history/export/definitions_created")
        async for row, found, merged in self._records(
            pages, "history/export/entities", "history/export/merges"
        ):
            yield entity_entry(found, row["key"], merged.get("merges", []), self.until)

    async def episodes(self) -> Entries:
        async for row, found in self._records(
            self._pages("history/export/episode_texts"), "history/export/episodes"
        ):
            yield episode_entry(found, row["key"], self.tenant)

    async def memories(self) -> Entries:
        pages = self._pages("history/export/recorded")
        async for row, found in self._records(
            pages, "history/export/memories", forever=END_OF_TIME
        ):
            yield memory_entry(self._with_memory_keys(found), row["key"], self.until)

    async def waiting(self) -> Entries:
        async for row in self._pages("history/export/waiting"):
            yield waiting_entry(row, row["key"], self.until)

    async def consents(self) -> Entries:
        async for row in self._pages("history/export/consents"):
            yield consent_entry(row, self.until)

    async def tombstones(self) -> Entries:
        fingerprint = self.db.ledger.fingerprint()
        if fingerprint is None:
            return
        # Whatever other hosts have erased is copied into the ledger with it.
        await registries.load(self.db, self.tenant)
        erased = self.db.ledger.tombstones(self.tenant)
        lines = [one for each in erased for one in tombstone_entries(each, fingerprint)]
        for one in sorted(lines):
            if one.at <= self.until:
                yield one

    async def proposals(self) -> Entries:
        async for row in self._pages("history/export/merge_proposals"):
            yield proposal_entry(row, self.until)

    async def candidates(self) -> Entries:
        async for row in self._pages("history/export/readings/candidates"):
            found = candidates_entry(row)
            if found is not None:
                yield found

    async def decisions(self) -> Entries:
        async for row in self._pages("history/export/readings/decisions"):
            memory = row["memory"]
            key = row["waits"] if memory is None else self._with_key(memory)["key"]
            found = decision_entry(row, key)
            if found is not None:
                yield found

    async def revocations(self) -> Entries:
        pages = self._pages("history/export/retired")
        async for row, found in self._records(
            pages, "history/export/revocations", forever=END_OF_TIME
        ):
            named = sorted(map(self._with_key, found["successors"]), key=itemgetter("key"))
            entry = revocation_entry(found | {"successors": named}, row["key"], row["at"])
            if entry is not None:
                yield entry

    async def rejections(self) -> Entries:
        async for row in self._pages("history/export/rejections"):
            yield rejection_entry(row, self.tenant, self.until)

    def _pages(self, statement: str) -> AsyncIterator[Row]:
        """Yield all rows of a statement that reads pages, in order of system time and key."""

        async def page(**bounds: Any) -> list[Row]:
            rows = await self.db.read(statement, tenant=self.tenant, **bounds)
            return [self._with_key(row) if "named" in row else row for row in rows]

        return sorted_rows(page, self.until)

    async def _records(
        self, rows: AsyncIterator[Row], *statements: str, **more: Any
    ) -> AsyncIterator[tuple[Row, ...]]:
        """Yield each row with its records from the statements; without it if the first has none."""
        async for batch in batches(rows):
            ids = [row["id"] for row in batch]
            found = [
                {
                    record["id"]: record
                    for record in await self.db.read(name, tenant=self.tenant, ids=ids, **more)
                }
                for name in statements
            ]
            for row in batch:
                if row["id"] in found[0]:
                    yield (row, *(records.get(row["id"], {}) for records in found))

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
