"""Load the beliefs that overlap a rectangle of valid time by system time.

The statement is chosen so that an index fits the filter.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from graph.clock import END_OF_TIME, START_OF_TIME
from graph.database.session import Row, Session
from graph.errors import InvalidArgument
from graph.kernel.entities.entity_queries import ids_by_name
from graph.kernel.entities.resolution import representative
from graph.kernel.registry import registry
from graph.kernel.registry.registry import Registry
from graph.model.records import AsOf, Caller
from graph.model.slot_keys import context_key
from graph.model.values.canonical import canonical
from graph.read.inverse_relations import (
    InverseFilter,
    drop_duplicates,
    load_inverse_beliefs,
    merge_rows,
    mirrors,
)
from graph.validation import is_entity_id, text_form
from graph.vocabulary import ValueType

Key = Sequence[object]
# After the name of every attribute: names consist of characters that Unicode has assigned.
_LAST_NAME = chr(sys.maxunicode)


@dataclass(frozen=True, slots=True)
class Region:
    """A rectangle of valid time by system time; all four bounds are included."""

    valid_first: datetime
    valid_last: datetime
    system_first: datetime
    system_last: datetime

    @classmethod
    def at(cls, as_of: AsOf) -> Region:
        """Return the region of one valid time and one system time."""
        return cls(as_of.valid_at, as_of.valid_at, as_of.system_at, as_of.system_at)

    @classmethod
    def known_at(cls, system_at: datetime) -> Region:
        """Return the region of all valid times at one system time."""
        return cls(START_OF_TIME, END_OF_TIME, system_at, system_at)

    @classmethod
    def until(cls, system_at: datetime) -> Region:
        """Return the region of all valid times and of the system times up to one."""
        return cls(START_OF_TIME, END_OF_TIME, START_OF_TIME, system_at)


@dataclass(frozen=True, slots=True)
class BeliefFilter:
    """Conditions on beliefs; None means any."""

    entity: str | None = None
    attribute: str | None = None
    values: tuple[str, ...] | None = None
    context: str | None = None


async def load_rows(
    db: Session, tenant: str, wanted: BeliefFilter, region: Region, *, after: Key, limit: int
) -> list[Row]:
    """Load the stored rows, and the inverse views of relations stored at other entities.

    Of an entity both are read by one statement.
    """
    bounds: dict[str, Any] = {
        "tenant": tenant,
        "context": context_key(wanted.context),
        "valid_first": region.valid_first,
        "valid_last": region.valid_last,
        "system_first": region.system_first,
        "system_last": region.system_last,
        "after": list(after),
        "limit": limit,
    }
    known = registry.cached_registry(db, tenant) or await registry.load(db, tenant)
    if wanted.entity is not None:
        while (found := await _load_of_entity(db, known, wanted, bounds)) is None:
            # What was read from other ends was chosen by relations that are others by now.
            known = await registry.load(db, tenant)
        return found
    sight = InverseFilter(None, wanted.attribute, wanted.values)
    stored, inverse = await asyncio.gather(
        _load_stored(db, wanted, bounds), load_inverse_beliefs(db, known, sight, bounds)
    )
    return merge_rows(stored, inverse, limit) if inverse else stored


async def _load_of_entity(
    db: Session, registry: Registry, wanted: BeliefFilter, bounds: dict[str, Any]
) -> list[Row] | None:
    """Load what is stored at an entity and at others; None if the registry has changed."""
    sight = InverseFilter(wanted.entity, wanted.attribute, wanted.values)

    async def load(after: Key) -> Row:
        (found,) = await db.read_of(
            "read/beliefs/of_entity",
            ("entities", "entity"),
            wanted.entity or "",
            attribute_first=wanted.attribute or "",
            attribute_last=wanted.attribute or _LAST_NAME,
            values=_as_list(wanted.values),
            mirrors=mirrors(registry, sight),
            **bounds | {"after": list(after)},
        )
        return found

    async def more(after: Key) -> list[Row]:
        return (await load(after))["inverse"]

    found = await load(bounds["after"])
    if (found["registry"] or 0) != registry.version:
        return None
    stored: list[Row] = found["stored"]
    if not found["inverse"]:
        return stored
    inverse = await drop_duplicates(db, registry.tenant, bounds, found["inverse"], more)
    return merge_rows(stored, inverse, bounds["limit"])


async def _load_stored(db: Session, wanted: BeliefFilter, bounds: dict[str, Any]) -> list[Row]:
    if wanted.values is not None:
        bounds = bounds | {"values": _as_list(wanted.values)}
        if wanted.attribute is None:
            return await db.read("read/beliefs/of_value", **bounds)
        return await db.read(
            "read/beliefs/of_attribute_value", attribute=wanted.attribute, **bounds
        )
    if wanted.attribute is not None:
        return await db.read("read/beliefs/of_attribute", attribute=wanted.attribute, **bounds)
    attribute_first, *rest = bounds["after"] or [""]
    return await db.read(
        "read/beliefs/of_tenant", attribute_first=attribute_first, **bounds | {"after": rest}
    )


def _as_list(values: tuple[str, ...] | None) -> list[str] | None:
    return None if values is None else list(values)


async def canonical_forms(
    db: Session,
    caller: Caller,
    registry: Registry,
    attribute: str | None,
    value: str,
    system_at: datetime,
) -> tuple[str, ...]:
    """Return the canonical forms that a searched value may have, as a literal or an entity's id.

    An entity, by its id or a name, is who stood for it as known at the system time.
    """
    entry = None if attribute is None else registry.get(attribute)
    if entry is not None and entry.value_type not in (ValueType.TEXT, ValueType.ENTITY):
        form = canonical(value, entry.value_type, field="value", measured_in=entry.unit)[0]
        return (form,)
    forms = [value, text_form(value)]
    if attribute is None:
        forms += _typed_forms(value)
    if is_entity_id(value):
        stood = await representative(db, caller.tenant, value, system_at)
        forms = forms if stood is None else [stood]
    forms += await ids_by_name(db, caller, value, system_at)
    return tuple(dict.fromkeys(forms))


def _typed_forms(value: str) -> list[str]:
    """Return the value's canonical forms as number, quantity, date and boolean, if it has them."""
    forms: list[str] = []
    for kind in (ValueType.NUMBER, ValueType.QUANTITY, ValueType.DATE, ValueType.BOOLEAN):
        try:
            forms.append(canonical(value, kind, field="value")[0])
        except InvalidArgument:
            continue
    return forms
