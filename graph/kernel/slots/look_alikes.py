"""Relations to what only looks like a rejected entity: "Acme." where Acme stands rejected.

A rejected literal is found by its form. The value of a relation is an entity, and one whose name is
a look-alike of another's is another entity; so its names are compared with those of the rejected.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from graph.clock import END_OF_TIME
from graph.database.session import Ask, Row, Transaction
from graph.kernel.slots.slot import OpenSlot, Rejected, SlotName
from graph.model.rejection_form import claimed_forms
from graph.model.slot_keys import rejection_key


@dataclass(frozen=True, slots=True)
class Related:
    """A claim of a relation: its slot, the entity that is its value, names that this is to have."""

    claim: str
    name: SlotName
    value: str
    called: Mapping[str, frozenset[str]]


async def with_look_alike(
    tx: Transaction, tenant: str, slot: OpenSlot, value: str | None
) -> OpenSlot:
    """Return the slot with the rejection that a claim of an entity meets by the looks of a name, if
    any.

    Nothing is read unless entities stand rejected there, and none of them is this one.
    """
    if value is None or not slot.suspected:
        return slot
    found = await look_alikes(tx.run, tenant, [Related("", slot.name, value, {})])
    if not found:
        return slot
    key = rejection_key(slot.name.parent, value)
    return replace(slot, rejected=Rejected(found[""], None), rejection=key)


async def look_alikes(ask: Ask, tenant: str, claims: Iterable[Related]) -> dict[str, str]:
    """Return the standing rejections that claims meet by the looks of a name, by claim."""
    asked = list(_ends(claims))
    if not asked:
        return {}
    rows: list[Row] = await ask(
        "kernel/slots/look_alikes",
        tenant=tenant,
        ends=[
            {"number": number, "found_by": found_by, "value": value}
            for number, (_, found_by, value) in enumerate(asked)
        ],
        forever=END_OF_TIME,
    )
    found: dict[str, str] = {}
    for row in rows:
        number: int = row["number"]
        one, _, value = asked[number]
        called: set[str] = {*row["called"], *one.called.get(value, ())}
        if _forms(called) & _forms(row["names"]):
            found.setdefault(one.claim, row["rejection"])
    return found


def _ends(claims: Iterable[Related]) -> Iterator[tuple[Related, str, str]]:
    """Yield what to ask of each claim: by which key, and what is claimed there, at both its
    ends.
    """
    for one in claims:
        for found_by, value in one.name.rejected_ends(one.value):
            yield one, found_by, value


def _forms(names: Iterable[str]) -> set[str]:
    return {form for name in names for form in claimed_forms(name)}
