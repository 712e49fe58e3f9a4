"""Whom the lines of a part of a file mean: the names as read, and those that the part makes itself.

Nothing is written here. The names, and the entities that claims rest on, go with the part's one
statement, which compares that they are still as they were read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from graph.canonical import name_key
from graph.clock import END_OF_TIME
from graph.commands import EntityRef
from graph.identity import Identity, identity_of, reference_key
from graph.session import Row, Session

Props = dict[str, Any]


@dataclass(slots=True)
class Names:
    """Who bears which name: as read, and with the entities that the part makes."""

    rows: dict[str, list[Row]] = field(default_factory=dict[str, list[Row]])
    read: dict[str, int] = field(default_factory=dict[str, int])
    texts: dict[str, str] = field(default_factory=dict[str, str])
    locked: set[str] = field(default_factory=set[str])
    made: list[Props] = field(default_factory=list[Props])
    bearers: list[Props] = field(default_factory=list[Props])
    settled: dict[str, str] = field(default_factory=dict[str, str])
    identities: dict[str, int] = field(default_factory=dict[str, int])
    _own: set[str] = field(default_factory=set[str])

    @classmethod
    def of(cls, found: Iterable[Row], earlier: Names | None) -> Names:
        """The names as read, with what a part that is just being written makes of them."""
        names = cls()
        by_id: dict[str, Row] = {}
        for row in found:
            names.rows.setdefault(row["key"], []).append(by_id.setdefault(row["id"], row))
        if earlier is not None:
            for key in earlier.keys_made():
                names.rows[key] = list(earlier.rows[key])
        names.read = {key: len(rows) for key, rows in names.rows.items()}
        return names

    def keys_made(self) -> set[str]:
        """The names that mean something else than before, or that nobody bore before."""
        return {row["key"] for row in self.bearers} | self.locked

    def called(self, references: Mapping[str, EntityRef]) -> dict[str, Identity]:
        """The entities of one line, by the field each stands in; new ones are not recorded yet.

        Raises:
            NotFound: an id that this tenant does not have.
            Ambiguous: a name that several entities carry.
        """
        found: dict[str, Identity] = {}
        fresh: list[tuple[str, Row]] = []
        for name, reference in references.items():
            key = reference.id or reference_key(reference)
            rows = [*self.rows.get(key, ()), *(row for known, row in fresh if known == key)]
            identity = found[name] = identity_of(name, reference, rows)
            if identity.missing is not None and not any(row["id"] == identity.id for row in rows):
                fresh += _rows(identity, reference)
        return found

    def name_of(self, key: str) -> str | None:
        """The name of an entity that was asked for by its id."""
        rows = self.rows.get(key)
        return rows[0]["name"] if rows else None

    def accept(self, identities: Iterable[Identity], now: datetime) -> None:
        """Record what a line brings: entities that are new, kinds that are now known."""
        for identity in identities:
            if identity.missing is not None:
                self._accept(identity, identity.missing, now)
            if identity.stands not in self._own:
                self.identities[identity.stands] = identity.version

    def _accept(self, identity: Identity, reference: EntityRef, now: datetime) -> None:
        key = reference_key(reference)
        rows = self.rows.setdefault(key, [])
        self.locked.add(key)
        self.texts.setdefault(key, reference.external or reference.name or "")
        if any(row["id"] == identity.id for row in rows):
            self._settle(rows, reference.kind)
            return
        self._own.add(identity.id)
        self.made.append(
            {
                "id": identity.id,
                "name": reference.name or reference.external or "",
                "kind": reference.kind or "unknown",
                "external": reference.external,
                "created_at": now,
            }
        )
        for other, row in _rows(identity, reference):
            self.rows.setdefault(other, []).append(row)
            self.texts.setdefault(other, reference.name or "")
            self.bearers.append({"key": other, "id": identity.id})

    def _settle(self, rows: list[Row], kind: str | None) -> None:
        for row in rows:
            if kind is not None and row["kind"] == "unknown":
                row["kind"] = kind
                if row["id"] in self._own:
                    next(one for one in self.made if one["id"] == row["id"])["kind"] = kind
                else:
                    self.settled[row["id"]] = kind

    def params(self) -> dict[str, list[Props]]:
        """The parameters of ``write/load_part`` that concern names and entities."""
        names = {
            row["key"]: {"key": row["key"], "text": self.texts[row["key"]], "bearers": None}
            for row in self.bearers
        }
        for key in self.locked:
            text, bearers = self.texts[key], self.read.get(key, 0)
            names[key] = {"key": key, "text": text, "bearers": bearers}
        return {
            "names": [names[key] for key in sorted(names)],
            "made": self.made,
            "bearers": self.bearers,
            "settled": [{"id": key, "kind": kind} for key, kind in sorted(self.settled.items())],
            "entities": [
                {"id": key, "identity": version} for key, version in sorted(self.identities.items())
            ],
        }


def _rows(identity: Identity, reference: EntityRef) -> list[tuple[str, Row]]:
    """What the store would tell of a new entity, under each of its names; one row for all."""
    keys = [reference_key(reference)]
    if reference.external and reference.name:
        keys.append(name_key(reference.name))
    told = {
        "id": identity.id,
        "kind": reference.kind or "unknown",
        "name": reference.name or reference.external,
        "stands": identity.id,
        "identity": 0,
    }
    return [(key, told) for key in dict.fromkeys(keys)]


async def read_names(
    db: Session, tenant: str, references: Iterable[EntityRef], memories: Iterable[str]
) -> tuple[int, list[Row], set[str]]:
    """The registry's version, who bears the names, and which of the memories are there."""
    named = {ref for ref in references if ref.id is None}
    rows = await db.read(
        "read/load_names",
        tenant=tenant,
        keys=sorted({reference_key(ref) for ref in named}),
        ids=sorted({ref.id for ref in references if ref.id is not None}),
        memories=list(memories),
        forever=END_OF_TIME,
    )
    return rows[0]["registry"], rows[0]["found"], set(rows[0]["known"])
