"""One answer inside its transaction: slots locked and read, changed as the resolution says."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from graph.database.memory_defaults import with_defaults
from graph.database.session import Ask, Row, Session, Transaction
from graph.errors import DoxaError, InvalidArgument
from graph.kernel.entities.resolution import Identity, settle
from graph.kernel.registry.registry import Registry, lock
from graph.kernel.slots.changeset import ChangeSet, commit
from graph.kernel.slots.locking import lock_slots, value_slots
from graph.kernel.slots.opening import open_slots
from graph.kernel.slots.retry import StaleRegistry, StaleSlot
from graph.kernel.slots.slot import SlotName
from graph.kernel.temporal.stored_claim import StoredClaim, claim_in
from graph.model.commands import Answer, EntityRef
from graph.model.records import AssertResult, Attribute, Caller
from graph.model.scopes import COMMON_SCOPE
from graph.proposals.resolution.effects import EFFECTS
from graph.proposals.resolution.recording import answer_of, journal_answer, record_answer
from graph.proposals.resolution.settlement import Settlement
from graph.proposals.resolution.validation import require_open, require_pending_challenger
from graph.read.contradiction_lists import contradiction_row
from graph.vocabulary import Cardinality, Resolution, ValueType
from graph.write.claim_building import Value, entity_value, literal
from graph.write.corrected_claims import memories_with_evidence
from graph.write.opposites import withdraw_waiting_denials
from graph.write.preparation import opposite_name

ENTITY = "entity"

Values = dict[str, Value]


@dataclass(frozen=True, slots=True)
class ResolutionRequest:
    """An answer with everything that was found outside its transaction."""

    tx: Transaction
    db: Session
    caller: Caller
    answer: Answer
    registry: Registry
    attribute: Attribute
    identities: dict[str, Identity]
    scope: str = COMMON_SCOPE

    @property
    def many(self) -> bool:
        """Whether each value has a slot of its own."""
        return self.attribute.cardinality is Cardinality.MANY


def given_by(answer: Answer) -> Iterable[tuple[str, str | None, EntityRef | None]]:
    """Yield the values that an answer gives, by their fields."""
    if answer.value is not None or answer.target is not None:
        yield "value", answer.value, answer.target
    for number, one in enumerate(answer.contexts):
        yield f"contexts.{number}.value", one.value, one.target


async def memories(ask: Ask, caller: Caller, ids: Sequence[str]) -> list[Row]:
    """Memories with all they carry, in the order asked."""
    return [with_defaults(claim) for claim in await memories_with_evidence(ask, caller.tenant, ids)]


async def apply_answer(asked: ResolutionRequest) -> AssertResult:
    """Do what the answer says, write it down, and give the result.

    Raises:
        StaleSlot: something has moved meanwhile: look again.
        StaleRegistry: so has the registry.
        Conflict: the contradiction waits no more.
        InvalidArgument: a value of the answer makes no sense here.
    """
    if await lock(asked.tx, asked.caller.tenant) != asked.registry.version:
        raise StaleRegistry
    ids = await settle(
        asked.tx, asked.caller.tenant, asked.identities, asked.db.clock(), asked.scope
    )
    values = {at: _value(asked, at, value, ids) for at, value, _ in given_by(asked.answer)}
    work = await _opened(asked, values)
    EFFECTS[asked.answer.resolution](work)
    if asked.attribute.opposite is not None:
        work.gone += await withdraw_waiting_denials(
            asked.tx, work.changes, work.withdrawn, work.reason
        )
    await work.change(asked.tx)
    memory = await record_answer(asked.tx, work)
    rows = await asked.tx.run(
        "proposals/resolution/record_answer",
        tenant=asked.caller.tenant,
        id=asked.answer.contradiction,
        now=work.changes.now,
        actor=asked.caller.actor,
        reason=asked.answer.reason,
        resolution=asked.answer.resolution.value,
        memory=memory,
        slot=work.name.key,
        answered=work.challenger.claim.start,
    )
    for identity in asked.identities.values():
        work.changes.rests_on(identity)
    journal_answer(work, memory)
    found = answer_of(work, memory, contested=rows[0]["open"] > 0)
    await commit(asked.tx, work.changes)
    return found


async def _opened(asked: ResolutionRequest, values: Values) -> Settlement:
    """Return the slots that the answer may change, locked, then read."""
    contradiction = await _load_contradiction(asked)
    found = await _involved(asked, contradiction)
    challenger = claim_in(found[0])
    parent = SlotName.undivided(
        asked.registry,
        asked.identities[ENTITY].stands,
        asked.attribute,
        contradiction.get("context"),
        asked.scope,
    )
    name = _place(asked, parent, challenger.claim.value)
    names = [name, *await _others(asked, parent, challenger, found[1:], values)]
    stands = [challenger, *(claim_in(row) for row in found[1:])]
    opposites = [one for one in _opposites(asked, names, stands, values) if one is not None]
    await lock_slots(asked.tx, asked.caller.tenant, [parent, *names, *opposites])
    contradiction = await _load_contradiction(asked)
    found = await _involved(asked, contradiction)
    require_pending_challenger(found[0])
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
        contradiction=contradiction,
        rows=listed | {row["id"]: row for row in found},
        name=name,
        values=values,
        contexts=_contexts(asked, parent),
        slots={slot.name.key: slot for slot in slots},
        opposites={slot.name.key: slot for slot in denied},
        changes=ChangeSet.of(asked.db, asked.caller, *slots, *denied),
        reason=asked.answer.reason or f"answered {asked.answer.resolution.value}",
    )


async def _involved(asked: ResolutionRequest, contradiction: Row) -> list[Row]:
    """Return the challenger, then the memories that it challenges."""
    ids = [contradiction["challenger"], *(contradiction.get("held") or ())]
    return await memories(asked.tx.run, asked.caller, ids)


async def _load_contradiction(asked: ResolutionRequest) -> Row:
    contradiction = await contradiction_row(
        asked.tx.run, asked.caller.tenant, asked.answer.contradiction
    )
    if contradiction is None:
        raise StaleSlot
    require_open(contradiction)
    return contradiction


def _once(names: Sequence[SlotName]) -> list[SlotName]:
    return list({name.key: name for name in names}.values())


def _place(asked: ResolutionRequest, parent: SlotName, canonical: str | None) -> SlotName:
    """Return the slot of a value: its own where there are many."""
    return parent.of_value(canonical) if asked.many and canonical is not None else parent


async def _others(
    asked: ResolutionRequest,
    parent: SlotName,
    challenger: StoredClaim,
    rows: Sequence[Row],
    values: Values,
) -> list[SlotName]:
    """Return the slots beside the challenger's own."""
    names: list[SlotName] = []
    if asked.answer.resolution is Resolution.BY_CONTEXT:
        names = _contexts(asked, parent)
    else:
        names = [_place(asked, parent, value.canonical) for value in values.values()]
    if asked.many or parent.other is not None:
        names += [SlotName.stored(asked.registry, row["place"]) for row in rows if row["place"]]
    if asked.many and challenger.claim.value is None:
        names += await value_slots(asked.tx, asked.caller.tenant, parent)
    return names


def _contexts(asked: ResolutionRequest, parent: SlotName) -> list[SlotName]:
    """Return the slots of the answer's contexts; no context is the slot that is divided."""
    return [
        parent
        if one.context is None
        else SlotName.undivided(
            asked.registry, parent.entity, asked.attribute, one.context, parent.scope
        )
        for one in asked.answer.contexts
    ]


def _opposites(
    asked: ResolutionRequest,
    names: Sequence[SlotName],
    stands: Sequence[StoredClaim],
    values: Values,
) -> Iterable[SlotName | None]:
    """Where the opposite of what may be admitted, or taken back, would stand."""
    admitted = list(stands)
    challenger = admitted[0]
    for value in values.values():
        claim = replace(challenger.claim, value=value.canonical, negative=False)
        admitted.append(replace(challenger, claim=claim))
    for name in names:
        for item in admitted:
            yield opposite_name(asked.registry, asked.attribute, name, item)


def _value(asked: ResolutionRequest, at: str, value: str | None, ids: dict[str, str]) -> Value:
    if asked.attribute.value_type is ValueType.ENTITY:
        return entity_value(ids[at], asked.identities[at].stands)
    if value is None:
        raise InvalidArgument("a literal has no target", field=at, hint="give a value")
    try:
        return literal(value, asked.attribute.value_type, asked.attribute.unit)
    except DoxaError as error:
        error.field = at
        raise
