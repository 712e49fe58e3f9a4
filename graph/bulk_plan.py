"""What the lines of a part of a file say, before their slots are read: whom and what they mean.

The same steps as ``graph.preparation`` and ``graph.addressing`` take for one assertion, with all
names asked for at once. A line that cannot be taken becomes its error and leaves nothing behind.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from graph import registry as registries
from graph.bulk_names import Names, read_names
from graph.claimed import (
    NOTHING,
    Value,
    claim_of,
    entity_value,
    literal,
    refuse_empty,
)
from graph.commands import NAME_MAX, Assertion, EntityRef
from graph.errors import Incorrect, InvalidArgument
from graph.identity import Identity
from graph.ids import id_from
from graph.model import Attribute, Caller
from graph.opposites import opposite_name
from graph.preparation import Ready, first_form, introduced, target_of
from graph.receipts import receipt_key
from graph.registry import Registry
from graph.session import Session
from graph.slot import SlotName, StoredClaim
from graph.slots import slot_parent
from graph.vocabulary import Cardinality, ValueType


@dataclass(frozen=True, slots=True)
class Entry:
    """One line that asserts or retracts.

    ``memory`` is the id that its claim has or will have; ``key`` the line's own name; ``at`` its
    system time in a replay; ``span`` its text where the part's own text is its evidence.
    """

    line: int
    memory: str
    key: str | None
    assertion: Assertion
    span: str | None
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Planned:
    """A line with everything found that can be found before its slot is read."""

    entry: Entry
    ready: Ready
    item: StoredClaim
    name: SlotName
    opposite: SlotName | None


def memory_of(tenant: str, idempotency_key: str) -> str:
    """The id of the claim that an operation with this key makes."""
    return id_from("m", tenant, receipt_key(tenant, idempotency_key))


class Planner:
    """Plans the lines of one part, in order; ``names`` holds what they make."""

    def __init__(
        self, db: Session, caller: Caller, registry: Registry, names: Names, known: set[str]
    ) -> None:
        self.registry = registry
        self.names = names
        self._db = db
        self._caller = caller
        self._known = known
        self._parents: dict[tuple[str, str, str | None], str] = {}

    async def plan(self, entry: Entry, now: datetime) -> Planned | Incorrect | None:
        """The line as planned; its error; or nothing, if it has been loaded already."""
        if entry.memory in self._known:
            return None
        said = now if entry.at is None else entry.at
        try:
            found = await self._planned(entry, said)
        except Incorrect as error:
            return error
        self._known.add(entry.memory)
        self.names.accept(found.ready.identities.values(), said)
        return found

    async def _planned(self, entry: Entry, now: datetime) -> Planned:
        assertion = entry.assertion
        refuse_empty(assertion, now)
        fresh = first_form(self.registry, assertion)
        attribute = fresh or self.registry.get(assertion.attribute)
        assert attribute is not None
        references = {"input.entity": assertion.entity}
        target = target_of(assertion, attribute)
        if target is not None:
            references["input.target"] = target
        identities = self.names.called(references)
        if fresh is not None:
            attribute = await self._introduced(assertion, fresh)
            if attribute.value_type is not fresh.value_type:
                # Another first claim was first, and of the other form.
                return await self._planned(entry, now)
        value = self._value(assertion, attribute, identities)
        ready = self._ready(entry, attribute, identities)
        item = claim_of(assertion, value, attribute, entry.memory, now)
        name = self._slot(identities["input.entity"].stands, attribute, assertion.context)
        if attribute.cardinality is Cardinality.MANY and value.canonical is not None:
            name = name.of_value(value.canonical)
        opposite = None if attribute.opposite is None else opposite_name(ready, name, item)
        return Planned(entry, ready, item, name, opposite)

    def _ready(self, entry: Entry, attribute: Attribute, identities: dict[str, Identity]) -> Ready:
        return Ready(
            db=self._db,
            caller=self._caller,
            assertion=entry.assertion,
            registry=self.registry,
            attribute=attribute,
            identities=identities,
            limits=self._db.limits,
            memory=entry.memory,
            receipt=None,
        )

    async def _introduced(self, assertion: Assertion, fresh: Attribute) -> Attribute:
        tenant = self._caller.tenant
        registry = await introduced(self._db, tenant, self.registry, assertion, fresh)
        if assertion.value is not None or assertion.target is not None:
            self.registry = registry
        found = registry.get(assertion.attribute)
        assert found is not None
        return found

    def _slot(self, entity: str, attribute: Attribute, context: str | None) -> SlotName:
        asked = (entity, attribute.name, context)
        parent = self._parents.get(asked)
        if parent is None:
            parent = self._parents[asked] = slot_parent(self._caller.tenant, *asked)
        return SlotName(
            entity, attribute.name, context, parent, parent, attribute.resumes, attribute.many
        )

    def _value(
        self, assertion: Assertion, attribute: Attribute, identities: Mapping[str, Identity]
    ) -> Value:
        target = identities.get("input.target")
        if attribute.value_type is ValueType.ENTITY:
            if target is None:
                return NOTHING
            if target.id == identities["input.entity"].id:
                raise InvalidArgument(
                    "an entity cannot be related to itself",
                    field="input.target",
                    hint="name another entity",
                )
            return entity_value(target.id, target.stands)
        if assertion.value is not None:
            return literal(assertion.value, attribute.value_type, attribute.unit)
        if assertion.target is None:
            return NOTHING
        name = assertion.target.name or self.names.name_of(assertion.target.id or "")
        return literal(name or "", attribute.value_type, attribute.unit)


async def planner(
    db: Session, caller: Caller, registry: Registry, entries: Sequence[Entry], earlier: Names | None
) -> Planner:
    """A planner that knows whom these lines name."""
    references = [ref for entry in entries for ref in _references(entry.assertion, registry)]
    memories = [entry.memory for entry in entries if entry.key is not None]
    version, found, known = await read_names(db, caller.tenant, references, memories)
    if version != registry.version:
        registry = await registries.load(db, caller.tenant)
    return Planner(db, caller, registry, Names.of(found, earlier), known)


def _references(assertion: Assertion, registry: Registry) -> Iterable[EntityRef]:
    yield assertion.entity
    if assertion.target is not None:
        yield assertion.target
    elif assertion.value is not None and len(assertion.value) <= NAME_MAX:
        attribute = registry.get(assertion.attribute)
        fixed = attribute is not None and registry.fixed(assertion.attribute)
        if not fixed or (attribute and attribute.value_type is ValueType.ENTITY):
            # A literal given for a relation names its target.
            yield EntityRef(name=assertion.value)
