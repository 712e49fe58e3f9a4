"""The lines of a file that are done one by one: what corrects, takes back, defines, merges."""

from __future__ import annotations

from dataclasses import dataclass, replace

from api.files.load.operations import (
    Assert,
    Consent,
    Correct,
    Define,
    Meant,
    Merge,
    Operation,
    Restore,
    Revoke,
    Split,
)
from api.files.load.record_lines import key_of
from graph.database.session import Session
from graph.errors import Ambiguous, IdConflict, NotFound
from graph.governance.consents.consents import set_consent
from graph.history.bulk.planning import memory_of
from graph.kernel.entities.entity_queries import ids_by_name
from graph.kernel.entities.resolution import Identity, identify, target_reference
from graph.kernel.registry import registry
from graph.kernel.slots.receipts import receipt
from graph.model.commands import Assertion, Correction, EntityRef
from graph.model.records import Attribute, Caller, Entity, Memory
from graph.model.values import canonical
from graph.read import reads
from graph.vocabulary import ValueType
from graph.write.assertion import assert_belief
from graph.write.attributes.definition import define_attribute
from graph.write.correction import correct_memory
from graph.write.merging.merge import merge_entities, split_entity
from graph.write.revocation import revoke_memory

KNOWN = "KNOWN"
DEFINED = "DEFINED"
REVOKED = "REVOKED"
MERGED = "MERGED"
SPLIT = "SPLIT"
CONSENTED = "CONSENTED"
WITHDRAWN = "WITHDRAWN"


@dataclass(frozen=True, slots=True)
class Loading:
    """Whose file is loaded, the digest that names it, and whether it is a replay."""

    db: Session
    caller: Caller
    file: str
    replay: bool = False

    def key(self, operation: Operation) -> str:
        """Return what a line is known by: its own key, or its number in this very file."""
        if operation.key is not None:
            return key_of_line(operation.key)
        return f"file {self.file} line {operation.line}"


def key_of_line(key: str) -> str:
    """Return what the operation of a line with this key is known by."""
    return f"line {key}"


async def do_alone(loading: Loading, operation: Operation, words: str | None = None) -> str:
    """Do one operation, unless it has been done; its outcome.

    Raises:
        IdConflict: its key is that of a line whose words have another digest than ``words``.
        Incorrect: it cannot be done.
    """
    db, caller = loading.db, loading.caller
    if isinstance(operation, Define):
        await define_attribute(db, caller, operation.definition)
        return DEFINED
    assert not isinstance(operation, Restore), "these go in parts"
    if isinstance(operation, Merge):
        return await _merge(loading, operation)
    if isinstance(operation, Split):
        absorbed = await _as_claimed(loading, operation.absorbed, "absorbed")
        await split_entity(db, caller, absorbed.id)
        return SPLIT
    if isinstance(operation, Consent):
        return await _consent(loading, operation)
    key = loading.key(operation)
    if await receipt(db, caller.tenant, key, words) is not None:
        return KNOWN
    if isinstance(operation, Assert):
        assertion = replace(operation.assertion, idempotency_key=key, words=words)
        done = await assert_belief(db, caller, assertion, replay=loading.replay)
        return done.outcome.value
    if await reads.memories_by_id(db, caller, [memory_of(caller.tenant, key)]):
        raise reused_key(operation.key)
    meant = await _memory(loading, operation.meant)
    memory = await _standing(loading, meant)
    if memory is None and isinstance(operation, Revoke):
        return KNOWN
    memory = memory or meant
    if isinstance(operation, Correct):
        corrected = await correct_memory(db, caller, _correction(operation, memory, key, words))
        return corrected.outcome.value
    await revoke_memory(
        db,
        caller,
        memory,
        operation.reason,
        reject=operation.reject,
        idempotency_key=key,
        words=words,
    )
    return REVOKED


def reused_key(key: str | None) -> IdConflict:
    """Return the error of a key that another line has."""
    return IdConflict(f"{key!r} is the key of another line", field="key", hint="one key a line")


async def _standing(loading: Loading, memory: str) -> str | None:
    """Return the claim as it stands after corrections; nothing if it has been taken back already.

    A revocation takes along all that the same belief rests on, so that a later line of the file
    may name what an earlier one has taken back.
    """
    while True:
        claim = (await reads.memories_by_id(loading.db, loading.caller, [memory]))[memory]
        if claim.retired_at is None:
            return memory
        if claim.superseded_by is None:
            return None
        memory = claim.superseded_by


async def _consent(loading: Loading, consent: Consent) -> str:
    subject = await _entity(loading, consent.entity, "entity")
    db, caller = loading.db, loading.caller
    added = await set_consent(
        db, caller, subject.id, consent.basis, consent.categories, granted=consent.granted
    )
    if not added:
        return KNOWN
    return CONSENTED if consent.granted else WITHDRAWN


async def _merge(loading: Loading, operation: Merge) -> str:
    keep = await _as_claimed(loading, operation.keep, "keep")
    absorb = await _as_claimed(loading, operation.absorb, "absorb")
    if absorb.id != keep.id and absorb.stands == keep.stands:
        return KNOWN
    await merge_entities(loading.db, loading.caller, keep.id, absorb.id)
    return MERGED


async def _as_claimed(loading: Loading, reference: EntityRef, name: str) -> Identity:
    """Return the entity that is called so, and not the one that stands for it."""
    found = (await identify(loading.db, loading.caller.tenant, [(name, reference)]))[name]
    if found.version == 0 and found.missing is not None and found.stands == found.id:
        known = await reads.entity(loading.db, loading.caller, id=found.id)
        if known is None:
            called = reference.external or reference.name
            raise NotFound(f"there is no {called!r}", field=name, hint="load it first")
    return found


def _correction(operation: Correct, memory: str, key: str, words: str | None) -> Correction:
    return Correction(
        memory=memory,
        reason=operation.reason,
        value=operation.value,
        target=operation.target,
        valid_from=operation.valid_from,
        valid_to=operation.valid_to,
        precision=operation.precision,
        precision_to=operation.precision_to,
        start_unknown=operation.start_unknown,
        end_unknown=operation.end_unknown,
        reject=operation.reject,
        idempotency_key=key,
        words=words,
    )


async def _memory(loading: Loading, meant: Meant) -> str:
    """Return the claim that a line is about."""
    if meant.key is None:
        assert meant.assertion is not None
        return await _memory_saying(loading, meant.assertion)
    tenant, key = loading.caller.tenant, key_of_line(meant.key)
    made = memory_of(tenant, key)
    if await reads.memories_by_id(loading.db, loading.caller, [made]):
        return made
    known = await receipt(loading.db, tenant, key)
    if known is None or known["memory"] is None:
        raise NotFound(
            f"no line with the key {meant.key!r} has been loaded",
            field="of",
            hint="load that line first",
        )
    return known["memory"]


async def _memory_saying(loading: Loading, assertion: Assertion) -> str:
    """Return the claim of the same subject, attribute, value and interval that stands."""
    db, caller = loading.db, loading.caller
    entity = (await _entity(loading, assertion.entity, "entity")).id
    attribute = await registry.attribute(db, caller, assertion.attribute)
    versions = await reads.history(
        db, caller, entity=entity, attribute=assertion.attribute, context=assertion.context
    )
    ids = dict.fromkeys(key for version in versions for key in version.memories)
    claims = await reads.memories_by_id(db, caller, ids)
    claims |= {claim.id: claim for claim in await _formerly(loading, entity, assertion)}
    wanted = None if attribute is None else await _value(loading, assertion, attribute)
    found = [
        claim
        for claim in claims.values()
        if attribute is not None
        and _value_of(claim, attribute) == wanted
        and claim.context == assertion.context
        and claim.retired_at is None
        and claim.valid_to == assertion.valid_to
        and claim.end_unknown == assertion.end_unknown
        and assertion.valid_from in (None, claim.valid_from)
    ]
    if not found:
        raise NotFound(
            "no claim says that", field="value", hint="give subject, value and interval as loaded"
        )
    if len({claim.valid_from for claim in found}) > 1:
        raise Ambiguous(
            f"{len(found)} claims say that", field="valid_from", hint="give `valid_from`, or `of`"
        )
    return found[0].id


async def _formerly(loading: Loading, entity: str, assertion: Assertion) -> list[Memory]:
    """Return the claims that something is over, which no belief rests on, if the line says that."""
    if not assertion.end_unknown:
        return []
    db, caller = loading.db, loading.caller
    now = reads.as_of(db, caller, None, None).system_at
    return await reads.formerly(
        db,
        caller,
        entity=entity,
        attribute=assertion.attribute,
        context=assertion.context,
        system_at=now,
    )


async def _entity(loading: Loading, reference: EntityRef, name: str) -> Entity:
    called = reference.external or reference.name
    if reference.kind is not None and called is not None:
        found = await _of_kind(loading, called, reference.kind)
    else:
        found = await reads.entity(loading.db, loading.caller, id=reference.id, name=called)
    if found is None:
        raise NotFound(f"there is no {called!r}", field=name, hint="load it first")
    return found


async def _of_kind(loading: Loading, name: str, kind: str) -> Entity | None:
    """Return the one entity of that name and kind, where others of the name are of other kinds."""
    db, caller = loading.db, loading.caller
    known = await reads.entities_by_id(db, caller, await ids_by_name(db, caller, name))
    fitting = [one.id for one in known.values() if one.kind in (kind, "unknown")]
    if len(fitting) == 1:
        return known[fitting[0]]
    return await reads.entity(db, caller, name=name) if fitting else None


async def _value(loading: Loading, assertion: Assertion, attribute: Attribute) -> str | None:
    if attribute.value_type is ValueType.ENTITY:
        kind = attribute.target_kind
        reference = target_reference(assertion.target, assertion.value, kind, field="value")
        assert reference is not None
        return (await _entity(loading, reference, "target" if assertion.target else "value")).id
    value = assertion.value or (assertion.target.name if assertion.target else None)
    return value and _form(value, attribute)


def _value_of(claim: Memory, attribute: Attribute) -> str | None:
    if attribute.value_type is ValueType.ENTITY or claim.value is None:
        return claim.target
    return _form(claim.value, attribute)


def _form(value: str, attribute: Attribute) -> str:
    kind, unit = attribute.value_type, attribute.unit
    return canonical.canonical(value, kind, field="value", measured_in=unit)[0]


def key_at_fault(operation: Operation, field: str | None) -> str | None:
    """Return the key of a line that an error of its operation is about."""
    if isinstance(operation, Assert):
        return key_of(field, negative=operation.assertion.negative)
    key = key_of(field)
    if isinstance(operation, Define) and key == "target":
        return "target_kind"
    if isinstance(operation, Correct | Revoke) and operation.meant.key is not None:
        return {"value": "to", "target": "to", "id": "of"}.get(key or "", key)
    return key
