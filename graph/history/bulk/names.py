"""Whom the lines of a part of a file mean: the names as read, and those that the part makes itself.

Nothing is written here. The names, and the entities that claims rest on, go with the part's one
statement, which compares that they are still as they were read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from graph.clock import END_OF_TIME
from graph.database.rows import Props
from graph.database.session import Row, Session
from graph.kernel.entities.resolution import Identity, choose_identity, reference_key
from graph.kernel.slots.change_rows import Bearer, EntityRow, KindRow, NameRow
from graph.kernel.slots.changeset import ChangeSet
from graph.model.commands import EntityRef
from graph.validation import name_key


@dataclass(slots=True)
class Names:
    """Who bears which name: as read, and with the entities that the part makes."""

    rows: dict[str, list[Row]] = field(default_factory=dict[str, list[Row]])
    read: dict[str, int] = field(default_factory=dict[str, int])
    texts: dict[str, str] = field(default_factory=dict[str, str])
    locked: set[str] = field(default_factory=set[str])
    made: dict[str, Props] = field(default_factory=dict[str, Props])
    bearers: list[Bearer] = field(default_factory=list[Bearer])
    settled: dict[str, str] = field(default_factory=dict[str, str])
    identities: dict[str, int] = field(default_factory=dict[str, int])

    @classmethod
    def of(cls, name_rows: Iterable[Row], earlier: Names | None) -> Names:
        """Return the names as read, with what a part that is just being written makes of them."""
        names = cls()
        by_id: dict[str, Row] = {}
        for row in name_rows:
            names.rows.setdefault(row["key"], []).append(by_id.setdefault(row["id"], row))
        if earlier is not None:
            for key in earlier.keys_made():
                # Who bore the name already bears it still, beside whom the earlier part makes.
                bearers = {row["id"]: row for row in names.rows.get(key, ())}
                names.rows[key] = list((bearers | {r["id"]: r for r in earlier.rows[key]}).values())
        names.read = {key: len(rows) for key, rows in names.rows.items()}
        return names

    def keys_made(self) -> set[str]:
        """Return the names that mean something else than before, or that nobody bore before."""
        return {row.key for row in self.bearers} | self.locked

    def called(self, references: Mapping[str, EntityRef]) -> dict[str, Identity]:
        """Return the entities of one line, by the field each stands in; new ones are not recorded
        yet.

        Raises:
            NotFound: an id that this tenant does not have.
            Ambiguous: a name that several entities carry.
        """
        found: dict[str, Identity] = {}
        fresh: list[tuple[str, Row]] = []
        for name, reference in references.items():
            key = reference.id or reference_key(reference)
            rows = [*self.rows.get(key, ()), *(row for known, row in fresh if known == key)]
            identity = found[name] = choose_identity(name, reference, rows)
            if identity.missing is not None and not any(row["id"] == identity.id for row in rows):
                fresh += _rows(identity, reference)
        return found

    def name_of(self, key: str) -> str | None:
        """Return the name of an entity that was asked for by its id."""
        rows = self.rows.get(key)
        return rows[0]["name"] if rows else None

    def names_of(self, entity: str) -> frozenset[str]:
        """Return the names, among those asked for, of an identity: as read, and as the part makes
        them.
        """
        return frozenset(
            key
            for key, rows in self.rows.items()
            if any(entity in (row["id"], row["stands"]) for row in rows)
        )

    def accept(self, identities: Iterable[Identity], now: datetime) -> None:
        """Record what a line brings: entities that are new, kinds that are now known."""
        for identity in identities:
            if identity.missing is not None:
                self._accept(identity, identity.missing, now)
            if identity.stands not in self.made:
                self.identities[identity.stands] = identity.version

    def _accept(self, identity: Identity, reference: EntityRef, now: datetime) -> None:
        key = reference_key(reference)
        rows = self.rows.setdefault(key, [])
        self.locked.add(key)
        self.texts.setdefault(key, reference.external or reference.name or "")
        if any(row["id"] == identity.id for row in rows):
            self._settle(rows, reference.kind)
            return
        self.made[identity.id] = {
            "name": reference.name or reference.external or "",
            "kind": reference.kind or "unknown",
            "external": reference.external,
            "created_at": now,
        }
        for other, row in _rows(identity, reference):
            self.rows.setdefault(other, []).append(row)
            self.texts.setdefault(other, reference.name or "")
            self.bearers.append(Bearer(other, identity.id))

    def _settle(self, rows: list[Row], kind: str | None) -> None:
        for row in rows:
            if kind is not None and row["kind"] == "unknown":
                row["kind"] = kind
                if row["id"] in self.made:
                    self.made[row["id"]]["kind"] = kind
                else:
                    self.settled[row["id"]] = kind

    def write(self, changes: ChangeSet) -> None:
        """Have a change set make the names and entities, and compare those that were read."""
        names = {row.key: NameRow(row.key, self.texts[row.key]) for row in self.bearers}
        for key in self.locked:
            names[key] = NameRow(key, self.texts[key], self.read.get(key, 0))
        changes.names += names.values()
        changes.made += [EntityRow(key, row) for key, row in self.made.items()]
        changes.bearers += self.bearers
        changes.kinds += [KindRow(key, kind) for key, kind in sorted(self.settled.items())]
        changes.entities |= self.identities


def _rows(identity: Identity, reference: EntityRef) -> list[tuple[str, Row]]:
    """Return what the store would tell of a new entity, under each of its names; one row for
    all.
    """
    keys = [reference_key(reference)]
    if reference.external and reference.name:
        keys.append(name_key(reference.name))
    told = {
        "id": identity.id,
        "kind": reference.kind or "unknown",
        "name": reference.name or reference.external,
        "stands": identity.id,
        "identity": 0,
        "consents": None,
    }
    return [(key, told) for key in dict.fromkeys(keys)]


async def read_names(
    db: Session, tenant: str, references: Iterable[EntityRef], memories: Iterable[str]
) -> tuple[int, list[Row], set[str]]:
    """Return the registry's version, who bears the names, and which of the memories are there."""
    named = {ref for ref in references if ref.id is None}
    rows = await db.read(
        "history/bulk/names",
        tenant=tenant,
        keys=sorted({reference_key(ref) for ref in named}),
        ids=sorted({ref.id for ref in references if ref.id is not None}),
        memories=list(memories),
        forever=END_OF_TIME,
    )
    return rows[0]["registry"], rows[0]["found"], set(rows[0]["known"])
