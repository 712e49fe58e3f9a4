"""The shortest way to tell the store something, and to damage what it holds."""

from __future__ import annotations

import copy
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from graph.database.session import Session
from graph.database.statements import parse
from graph.model.commands import Assertion, EntityRef
from graph.model.records import AsOf, AssertResult, Belief, Caller, Entity, Memory
from graph.read import reads
from graph.vocabulary import Role
from graph.write.assertion import assert_belief


def someone() -> Caller:
    """The owner of a tenant that nobody else has."""
    return Caller(tenant=f"t{secrets.token_hex(8)}", actor="tester", role=Role.OWNER)


def year(number: int, month: int = 1, day: int = 1) -> datetime:
    """The first instant of a year, or of a day in it."""
    return datetime(number, month, day, tzinfo=UTC)


@dataclass
class Story:
    """A tenant being told things, at the clock's time."""

    db: Session
    caller: Caller

    async def says(
        self,
        entity: str,
        attribute: str,
        value: str | None = None,
        *,
        target: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        **more: Any,
    ) -> AssertResult:
        """One claim: a value, or ``target`` for a relation; ``negative=True`` takes it back."""
        return await assert_belief(
            self.db,
            self.caller,
            Assertion(
                entity=EntityRef(name=entity),
                attribute=attribute,
                value=value,
                target=None if target is None else EntityRef(name=target),
                valid_from=since,
                valid_to=until,
                **more,
            ),
        )

    async def entity(self, name: str) -> Entity:
        """The entity of that name."""
        found = await reads.entity(self.db, self.caller, name=name)
        assert found is not None
        return found

    async def id(self, name: str) -> str:
        """Its id."""
        return (await self.entity(name)).id

    def at(self, valid_at: datetime | None = None, system_at: datetime | None = None) -> AsOf:
        """A point of the plane; now where nothing is said."""
        return reads.as_of(self.db, self.caller, valid_at, system_at)

    async def believed(
        self,
        entity: str,
        attribute: str,
        valid_at: datetime | None = None,
        system_at: datetime | None = None,
        *,
        context: str | None = None,
    ) -> Belief | None:
        """The belief at a point of the plane."""
        return await reads.belief(
            self.db,
            self.caller,
            entity=await self.id(entity),
            attribute=attribute,
            context=context,
            as_of=self.at(valid_at, system_at),
        )

    async def value(self, *question: Any, **more: Any) -> str | None:
        """What ``believed`` says, as said; of a relation the target's name."""
        found = await self.believed(*question, **more)
        if found is None or found.target is None:
            return None if found is None else found.value
        return (await reads.entities_by_id(self.db, self.caller, [found.target]))[found.target].name

    async def memory(self, wanted: str) -> Memory:
        """The memory with that id."""
        return (await reads.memories_by_id(self.db, self.caller, [wanted]))[wanted]


# After an erasure by another ledger than all others use, which none of them has.
FORGET_LEDGER = """
OPTIONAL MATCH (it:Tenant {tenant: $tenant})
REMOVE it.ledger, it.ledger_erasures
WITH DISTINCT $tenant AS tenant
MATCH (gone:Erasure|Tombstone {tenant: tenant})
DETACH DELETE gone
"""


class Damage:
    """Writes that no operation of the product would do."""

    def __init__(self, db: Session, tenant: str) -> None:
        self._db = copy.copy(db)
        self._tenant = tenant

    async def run(self, body: str, **params: Any) -> list[dict[str, Any]]:
        """One statement; ``$tenant`` is known to it."""
        params |= {"tenant": self._tenant}
        used = [name for name in params if f"${name}" in body]
        header = ["access  write", "tenant  all  a test's own", *_declared(used)]
        text = "\n".join([*(f"// {line}" for line in header), "CYPHER 25", body])
        self._db.catalogue = {"write/damage": parse("write/damage", text)}
        return await self._db.write("write/damage", **{name: params[name] for name in used})


def _declared(params: Iterable[str]) -> list[str]:
    return [f"param  {name}  ANY" for name in params]
