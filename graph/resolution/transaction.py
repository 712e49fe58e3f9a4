"""One answer inside its transaction: slots locked and read, changed as the resolution says."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from graph.answer_check import challenging, waiting
from graph.answer_effects import EFFECTS
from graph.answer_record import answer_of, journalled, remember
from graph.claimed import Value, entity_value, literal
from graph.commands import Answer, EntityRef
from graph.errors import DoxaError, InvalidArgument
from graph.identity import Identity, settle
from graph.locks import lock_slots
from graph.model import AssertResult, Attribute, Caller
from graph.opening import open_slots
from graph.opposites import opposite_name
from graph.preparation import StaleRegistry
from graph.registry import Registry
from graph.session import Row, Session, Transaction
from graph.settling import Settlement, claim_in
from graph.slot import SlotName, StoredClaim
from graph.standing import writing_for
from graph.usual import whole
from graph.vocabulary import Cardinality, Resolution, ValueType
from graph.writing import StaleSlot, commit

ENTITY = "entity"

Reading = Callable[..., Awaitable[list[Row]]]
Values = dict[str, Value]


@dataclass(frozen=True, slots=True)
class Asked:
    """An answer with everything that was found outside its transaction."""

    tx: Transaction
    db: Session
    caller: Caller
    answer: Answer
    registry: Registry
    attribute: Attribute
    identities: dict[str, Identity]

    @property
    def many(self) -> bool:
        """Whether each value has a slot of its own."""
        return self.attribute.cardinality is Cardinality.MANY


def given_by(answer: Answer) -> Iterable[tuple[str, str | None, EntityRef | None]]:
    """The values that an answer gives, by their fields."""
    if answer.value is not None or answer.target is not None:
        yield "value", answer.value, answer.target
    for number, one in enumerate(answer.contexts):
        yield f"contexts.{number}.value", one.value, one.target


async def memories(reading: Reading, caller: Caller, ids: Sequence[str]) -> list[Row]:
    """Memories with all they carry, in the order asked."""
    found = await reading("read/claims_whole", tenant=caller.tenant, ids=list(ids))
    return [whole(row["claim"]) for row in found]


async def answered(asked: Asked) -> AssertResult:
    """Do what the answer says, write it down, and give the result.

    Raises:
        StaleSlot: something has moved meanwhile: look again.
        StaleRegistry: so has the registry.
        Conflict: the contradiction waits no more.
        InvalidArgument: a value of the answer makes no sense here.
    """
    held = await asked.tx.run("write/hold_registry", tenant=asked.caller.tenant)
    if (held[0]["version"] if held else 0) != asked.registry.version:
        raise StaleRegistry
    ids = await settle(asked.tx, asked.caller.tenant, asked.identities, asked.db.clock())
    values = {at: _value(asked, at, value, ids) for at, value, _ in given_by(asked.answer)}
    work = await _opened(asked, values)
    EFFECTS[asked.answer.resolution](work)
    await work.change(asked.tx)
    memory = await remember(asked.tx, work)
    rows = await asked.tx.run(
        "write/answer_contradiction",
        tenant=asked.caller.tenant,
        id=asked.answer.contradiction,
        now=work.writing.now,
        actor=asked.caller.actor,
        reason=asked.answer.reason,
        resolution=asked.answer.resolution.value,
        memory=memory,
        slot=work.name.key,
        answered=work.challenger.claim.start,
    )
    for identity in asked.identities.values():
        work.writing.rests_on(identity)
    journalled(work, memory)
    found = answer_of(work, memory, contested=rows[0]["open"] > 0)
    await commit(asked.tx, work.writing)
    return found


async def _opened(asked: Asked, values: Values) -> Settlement:
    """The slots that the answer may change, locked, then read."""
    doubt = await _doubt(asked)
    found = await memories(
        asked.tx.run, asked.caller, [doubt["challenger"], *(doubt.get("held") or ())]
    )
    challenger = claim_in(found[0])
    parent = SlotName.undivided(
        asked.caller.tenant, asked.identities[ENTITY].stands, asked.attribute, doubt.get("context")
    )
    name = _place(asked, parent, challenger.claim.value)
    names = [name, *await _others(asked, parent, challenger, found[1:], values)]
    stands = [challenger, *(claim_in(row) for row in found[1:])]
    opposites = [one for one in _opposites(asked, names, stands, values) if one is not None]
    await lock_slots(asked.tx, asked.caller.tenant, [parent, *names, *opposites])
    doubt = await _doubt(asked)
    found = await memories(
        asked.tx.run, asked.caller, [doubt["challenger"], *(doubt.get("held") or ())]
    )
    challenging(found[0])
    if found[0]["parent_held"] != parent.parent:
        raise StaleSlot
    slots = await open_slots(asked.tx, asked.caller.tenant, _once(names))
    denied = await open_slots(asked.tx, asked.caller.tenant, _once(opposites))
    live = [item.claim.id for slot in slots for item in slot.claims]
    listed = {row["id"]: row for row in await memories(asked.tx.run, asked.caller, live)}
    return Settlement(
        caller=asked.caller,
        answer=asked.answer,
        registry=asked.registry,
        attribute=asked.attribute,
        doubt=doubt,
        rows=listed | {row["id"]: row for row in found},
        name=name,
        values=values,
        contexts=_contexts(asked, parent),
        slots={slot.name.key: slot for slot in slots},
        opposites={slot.name.key: slot for slot in denied},
        writing=writing_for(asked.db, asked.caller, *slots, *denied),
        reason=asked.answer.reason or f"answered {asked.answer.resolution.value}",
    )


async def _doubt(asked: Asked) -> Row:
    rows = await asked.tx.run(
        "read/contradictions_by_id", tenant=asked.caller.tenant, ids=[asked.answer.contradiction]
    )
    waiting(rows[0]["contradiction"])
    return rows[0]["contradiction"]


def _once(names: Sequence[SlotName]) -> list[SlotName]:
    return list({name.key: name for name in names}.values())


def _place(asked: Asked, parent: SlotName, canonical: str | None) -> SlotName:
    """The slot of a value: its own where there are many."""
    return parent.of_value(canonical) if asked.many and canonical is not None else parent


async def _others(
    asked: Asked,
    parent: SlotName,
    challenger: StoredClaim,
    held: Sequence[Row],
    values: Values,
) -> list[SlotName]:
    """The slots beside the challenger's own."""
    names: list[SlotName] = []
    if asked.answer.resolution is Resolution.BY_CONTEXT:
        names = _contexts(asked, parent)
    else:
        names = [_place(asked, parent, value.canonical) for value in values.values()]
    if asked.many:
        names += [replace(parent, key=row["slot"]) for row in held if row.get("slot")]
        if challenger.claim.value is None:
            rows = await asked.tx.run(
                "read/value_slots", tenant=asked.caller.tenant, parent=parent.parent
            )
            names += [replace(parent, key=row["key"]) for row in rows]
    return names


def _contexts(asked: Asked, parent: SlotName) -> list[SlotName]:
    """The slots of the answer's contexts; no context is the slot that is divided."""
    tenant, entity = asked.caller.tenant, parent.entity
    return [
        parent
        if one.context is None
        else SlotName.undivided(tenant, entity, asked.attribute, one.context)
        for one in asked.answer.contexts
    ]


def _opposites(
    asked: Asked, names: Sequence[SlotName], stands: Sequence[StoredClaim], values: Values
) -> Iterable[SlotName | None]:
    """Where the opposite of what may be admitted, or taken back, would stand."""
    admitted = list(stands)
    challenger = admitted[0]
    for value in values.values():
        claim = replace(challenger.claim, value=value.canonical, negative=False)
        admitted.append(replace(challenger, claim=claim))
    for name in names:
        for item in admitted:
            yield opposite_name(asked, name, item)


def _value(asked: Asked, at: str, value: str | None, ids: dict[str, str]) -> Value:
    if asked.attribute.value_type is ValueType.ENTITY:
        return entity_value(ids[at], asked.identities[at].stands)
    if value is None:
        raise InvalidArgument("a literal has no target", field=at, hint="give a value")
    try:
        return literal(value, asked.attribute.value_type, asked.attribute.unit)
    except DoxaError as error:
        error.field = at
        raise
