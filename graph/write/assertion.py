"""Assert and retract: contradiction detection and supersession, in one transaction.

The order is always the same: a new attribute is introduced, names are locked and entities made, the
entities are locked and the slot is read with the rivals of the new claim, the system time is taken,
the beliefs are projected without the claim and with it, what it contradicts is judged, and the
difference is written by one statement. What needs an answer waits as a memory that is no claim, and
the beliefs stand.
"""

from __future__ import annotations

from dataclasses import replace

from graph.clock import END_OF_TIME
from graph.database.session import Row, Session, Transaction
from graph.errors import Conflict, InvalidArgument
from graph.kernel.entities.resolution import (
    Identity,
    StaleIdentity,
    load_identity,
    no_entity,
    settle,
)
from graph.kernel.registry import registry as registries
from graph.kernel.registry.gating import judge_assertion
from graph.kernel.registry.registry import Registry
from graph.kernel.slots.change_rows import Release
from graph.kernel.slots.changeset import ChangeSet, commit
from graph.kernel.slots.effect import effect_of
from graph.kernel.slots.in_memory import SlotState
from graph.kernel.slots.locking import lock_slots, value_slots
from graph.kernel.slots.look_alikes import with_look_alike
from graph.kernel.slots.opening import open_slot, open_slots
from graph.kernel.slots.retry import StaleRegistry, StaleSlot
from graph.kernel.slots.slot import CardinalityMismatch, OpenSlot, Question
from graph.kernel.slots.two_ends.reading import read_both_ends
from graph.kernel.slots.two_ends.state import Missing
from graph.kernel.temporal.contradictions import Limits
from graph.kernel.temporal.stored_claim import StoredClaim, denial_of
from graph.model.authority import effective_source_kind
from graph.model.commands import Assertion
from graph.model.gate.gate import Stopped
from graph.model.records import AssertResult, Caller
from graph.model.scopes import require_scope
from graph.read.contradiction_lists import contradictions_within
from graph.vocabulary import Outcome, ValueType
from graph.write.attributes.cardinality_change import mend
from graph.write.erased import with_masked_evidence
from graph.write.intake.quotas import admit_memories, asserting
from graph.write.merging.batched_merge import finishing_merges
from graph.write.opposites import deny
from graph.write.pending_review import keep_waiting, refuse
from graph.write.preparation import (
    ENTITY,
    TARGET,
    GateStops,
    PreparedAssertion,
    introduce,
    prepare,
)
from graph.write.recording import Recorder, record_at_both_ends, waiting_of
from graph.write.results import earlier_result, result
from graph.write.revocation import take_back_denied


async def assert_belief(
    db: Session,
    caller: Caller,
    assertion: Assertion,
    *,
    limits: Limits | None = None,
    replay: bool = False,
    releases: Release | None = None,
) -> AssertResult:
    """Record one claim and what follows from it, if the gate lets it; a negative one retracts.

    In a ``replay`` of a history no claim is held: what was held is an event of its own there.
    ``releases`` is the memory that has waited to say it, and says it from now on.

    Returns:
        QUARANTINED or REVIEW with a memory that is no claim, or REJECTED with none, if the gate
        stops it. CONFIRMED if the beliefs stay as they are and the value holds at the claim's
        start; HELD if the claim waits for an answer; STORED otherwise (also under the confidence
        floor, then the memory is pending and there are no beliefs).

    Raises:
        Incorrect: some field is bad, or names what is not there; nothing has changed.
        StoreUnavailable: the store does not answer, or what the claim rests on keeps changing; it
            is safe to send again with the same key.
    """
    checked = assertion.checked()
    require_scope(checked.scope, caller.actor, caller.role, field="visibility")
    checked = replace(checked, source_kind=effective_source_kind(caller, checked))
    checked.refuse_untimely(db.clock(), db.limits.ahead)
    attempts = _Attempts(db, caller, checked, limits or db.limits, replay=replay, releases=releases)
    found = await finishing_merges(db, caller, attempts.once)
    if found.memory is not None and _never_so(checked, found, replay=replay):
        await take_back_denied(db, caller, found.memory)
    return found


def _never_so(assertion: Assertion, result: AssertResult, *, replay: bool) -> bool:
    """Whether it says of what was said before that it was wrong, and gives no time or value."""
    recorded = result.outcome is Outcome.STORED and not replay
    return recorded and assertion.corrects and assertion.negative and not assertion.stated


class _Attempts:
    """One assertion, tried until what it rests on stays as it was found."""

    def __init__(
        self,
        db: Session,
        caller: Caller,
        assertion: Assertion,
        limits: Limits,
        *,
        replay: bool,
        releases: Release | None,
    ) -> None:
        self._db = db
        self._caller = caller
        self._replay = replay
        self._given = assertion
        self._assertion = assertion
        self._limits = limits
        self._releases = releases
        self._number = 0

    async def once(self) -> AssertResult:
        """Do it.

        Raises:
            StaleSlot: something has changed meanwhile; it has been caught up with.
        """
        sure, self._number = self._number > 0, self._number + 1
        tenant = self._caller.tenant
        known = await self._registry()
        passed = judge_assertion(known, self._assertion, self._limits)
        if isinstance(passed, Stopped):
            return await self._stop(known, passed)
        try:
            prepared = await prepare(
                self._db,
                self._caller,
                known,
                self._assertion,
                passed,
                self._limits,
                releases=self._releases,
                sure=sure,
            )
            found = await self._db.transaction(
                lambda tx: _assert(tx, self._db, prepared, replay=self._replay)
            )
        except GateStops as found:
            return await self._stop(known, found.stopped)
        except CardinalityMismatch as found:
            await mend(self._db, self._caller, found)
            raise StaleSlot from found
        except StaleRegistry as found:
            await registries.load(self._db, self._caller.tenant)
            raise StaleSlot from found
        except InvalidArgument as found:
            # Read with what the registry says by now, the same text may be a value after all.
            present = await registries.load(self._db, tenant)
            if present.version == known.version:
                raise
            raise StaleSlot from found
        except Conflict as found:
            # Another made what this was about to make.
            raise StaleSlot(found) from found
        if prepared.introduces is not None:
            await registries.load(self._db, self._caller.tenant)
        return found

    async def _registry(self) -> Registry:
        """Return the registry as last seen, by which the attribute is no slip for another.

        What was erased of the evidence, as is known with it, is masked.
        """
        tenant = self._caller.tenant
        known = registries.cached_registry(self._db, tenant) or await registries.load(
            self._db, tenant
        )
        # Other hosts may have erased of it since the last attempt.
        self._assertion = with_masked_evidence(self._db.ledger, tenant, self._given)
        try:
            known.refuse_mistyped(self._assertion.attribute, self._caller.role)
        except InvalidArgument as found:
            present = await registries.load(self._db, tenant)
            if present.version == known.version:
                raise
            raise StaleSlot from found
        return known

    async def _stop(self, registry: Registry, stopped: Stopped) -> AssertResult:
        """Keep what the gate stopped for a person, or say that it is refused."""
        present = await registries.load(self._db, self._caller.tenant)
        if present.version != registry.version:
            raise StaleSlot
        asked = self._db, self._caller, present, self._assertion, stopped
        if self._releases is not None:
            raise Conflict(stopped.reason, field="memory", hint="it cannot be approved")
        if stopped.outcome is Outcome.REJECTED:
            return await refuse(*asked)
        return await keep_waiting(*asked, self._limits)


async def _assert(
    tx: Transaction, db: Session, prepared: PreparedAssertion, *, replay: bool
) -> AssertResult:
    now, tenant = db.clock(), prepared.caller.tenant
    new = [] if prepared.introduces is None else [prepared.introduces]
    version = await introduce(tx, prepared.registry, new, now)
    await settle(tx, tenant, dict(prepared.identities), now, prepared.assertion.scope)
    if prepared.names_no_value_of_many:
        return await _retract_all(tx, db, prepared, version, replay=replay)
    slot = await _open_target(tx, prepared, version)
    if slot.receipt is not None:
        return await earlier_result(tx, tenant, slot.receipt)
    prepared = prepared.met(slot)
    waits = None if replay else await _open_challenge(tx, prepared, slot)
    if waits is not None:
        return await _say_again(tx, db, prepared, slot, waits)
    denied = await _open_opposite(tx, prepared)
    changes = ChangeSet.at(db, prepared.caller, *([slot] if denied is None else [slot, denied]))
    changes.policy = prepared.registry.policy_version
    recorder = _recorder(changes, replay=replay)
    if slot.both_ends is not None:
        outcome = await _record_at_both_ends(tx, recorder, prepared, slot, denied)
        return await _finish(tx, db, changes, prepared, outcome, slot, replay=replay)
    state = SlotState.opened(slot)
    beside = None if denied is None else SlotState.opened(denied)
    outcome = recorder.record(prepared, state, beside, state.as_read())
    for changed in (state, beside):
        changes.keep([] if changed is None else changed.rows())
    return await _finish(tx, db, changes, prepared, outcome, slot, replay=replay)


async def _open_challenge(
    tx: Transaction, prepared: PreparedAssertion, slot: OpenSlot
) -> Row | None:
    """Return the same claim that waits already against a rejection, and the contradiction it
    opened.
    """
    claim, rejected = prepared.item.claim, slot.rejected
    met = rejected is not None and rejected.against(claim.value, slot.claims)
    if rejected is None or not met or claim.negative or prepared.releases is not None:
        return None
    rows = await tx.run(
        "write/waiting/challenge",
        tenant=prepared.caller.tenant,
        parent=slot.name.parent,
        slot=slot.name.key,
        rejection=rejected.id,
        canonical=claim.value,
        stated=claim.stated,
        start=claim.start,
        end=claim.end or END_OF_TIME,
        authority=prepared.item.authority,
        forever=END_OF_TIME,
    )
    return rows[0] if rows else None


async def _say_again(
    tx: Transaction, db: Session, prepared: PreparedAssertion, slot: OpenSlot, waits: Row
) -> AssertResult:
    """Have what waits rest on these words too: one challenge is enough."""
    tenant, asked = prepared.caller.tenant, prepared.assertion
    changes = ChangeSet.at(db, prepared.caller, slot)
    changes.policy = prepared.registry.policy_version
    again = replace(prepared.item, claim=replace(prepared.item.claim, id=waits["memory"]))
    changes.source(asked, again)
    opened = await contradictions_within(tx.run, tenant, [waits["contradiction"]])
    found = result(Outcome.HELD, waits["memory"], changes, slot)
    found = replace(found, contradictions=tuple(opened.values()))
    changes.answer(
        found,
        prepared.receipt,
        asked.origin,
        words=asked.words,
        policy=changes.policy,
        recalibration=asked.recalibration,
    )
    await commit(tx, changes)
    return found


async def _record_at_both_ends(
    tx: Transaction,
    recorder: Recorder,
    prepared: PreparedAssertion,
    slot: OpenSlot,
    denied: OpenSlot | None,
) -> Outcome:
    """Record a claim of a relation with another end, whose slot there is read as well."""
    changes, ends, claim = recorder.changes, recorder.changes.both_ends, prepared.item.claim
    assert slot.both_ends is not None
    ends.take(slot.name, slot.both_ends)
    states = {slot.name.key: SlotState.opened(slot)}
    there = None if claim.value is None else slot.name.counterpart(claim.value)
    if there is not None and there.key != slot.name.key:
        question = Question(
            canonical=slot.name.entity,
            negative=claim.negative,
            start=claim.start,
            end=claim.end or END_OF_TIME,
        )
        (row,) = await read_both_ends(tx.run, ends.tenant, [(there, question)])
        ends.take(there, row)
        changes.now = max(changes.now, row["system_last"] or changes.now)
    while True:
        try:
            outcome = record_at_both_ends(recorder, prepared, states)
            break
        except Missing as found:
            await ends.load(tx.run, found.names)
    for state in states.values():
        changes.keep(state.rows())
    if denied is not None and outcome is not Outcome.HELD:
        changes.touch(denied)
        item = prepared.item
        deny(changes, denied, item, prepared.properties(item, slot.name, changes.now))
    return outcome


async def _retract_all(
    tx: Transaction, db: Session, prepared: PreparedAssertion, version: int, *, replay: bool
) -> AssertResult:
    """Retract whatever held of a many-valued attribute: each value's slot is projected again."""
    tenant, name = prepared.caller.tenant, prepared.name
    await lock_slots(tx, tenant, [name])
    parent = await _open_target(tx, prepared, version)
    if parent.receipt is not None:
        return await earlier_result(tx, tenant, parent.receipt)
    prepared = prepared.met(parent)
    names = await value_slots(tx, tenant, name)
    await lock_slots(tx, tenant, names)
    slots = await open_slots(tx, tenant, names)
    changes = ChangeSet.of(db, prepared.caller, parent, *slots)
    changes.policy = prepared.registry.policy_version
    ordinal = max(slot.revision for slot in (parent, *slots))
    claim = replace(prepared.item.claim, placed=changes.now, ordinal=ordinal)
    item = replace(prepared.item, claim=claim)
    changes.source(prepared.assertion, item)
    outcome = _retract(_recorder(changes, replay=replay), prepared, parent, slots, item)
    return await _finish(tx, db, changes, prepared, outcome, parent, replay=replay)


def _recorder(changes: ChangeSet, *, replay: bool) -> Recorder:
    return Recorder(changes, lambda known, item: changes.source(known.assertion, item), replay)


def _retract(
    recorder: Recorder,
    prepared: PreparedAssertion,
    parent: OpenSlot,
    slots: list[OpenSlot],
    item: StoredClaim,
) -> Outcome:
    changes = recorder.changes
    own = prepared.properties(item, parent.name, changes.now)
    if item.confidence < prepared.limits.floor:
        changes.pending(item, own)
        return Outcome.STORED
    effects = [effect_of(slot, item) for slot in slots]
    findings = [recorder.finding(prepared, prepared.attribute, effect, item) for effect in effects]
    waiting = waiting_of(findings)
    if waiting is not None:
        changes.pending(item, own)
        changes.contradiction(waiting, parent.name, item.claim.id, answered=False)
        return Outcome.HELD
    changes.claim(item, own)
    for effect, finding in zip(effects, findings, strict=True):
        if finding is not None:
            changes.contradiction(finding, effect.slot.name, item.claim.id, answered=True)
        changes.change(effect.slot, effect.claims, effect.after)
    return Outcome.STORED


async def _finish(
    tx: Transaction,
    db: Session,
    changes: ChangeSet,
    prepared: PreparedAssertion,
    outcome: Outcome,
    slot: OpenSlot,
    *,
    replay: bool,
) -> AssertResult:
    # The entities whose merging would move the claim elsewhere.
    subject = prepared.identities[ENTITY]
    version = slot.identity if subject.version < 0 else subject.version
    changes.rests_on(replace(subject, version=version))
    if prepared.item.target is not None:
        changes.rests_on(prepared.identities[TARGET])
    found = result(outcome, prepared.item.claim.id, changes, slot)
    asked = prepared.assertion
    changes.answer(
        found,
        prepared.receipt,
        asked.origin,
        words=asked.words,
        policy=prepared.registry.policy_version,
        recalibration=asked.recalibration,
    )
    if prepared.releases is not None:
        changes.released.append(prepared.releases)
    elif not replay:
        await admit_memories(db, changes.tenant, asserting(changes.claims.values()))
    await commit(tx, changes)
    return found


async def _open_target(tx: Transaction, prepared: PreparedAssertion, version: int) -> OpenSlot:
    """Return the slot that the claim goes to, with what the claim meets there.

    Raises:
        StaleRegistry: the registry is not at the version that the assertion was prepared with.
        StaleIdentity: another entity stands for one of them than was found.
        NotFound: there is no such entity.
    """
    claim, name, tenant = prepared.item.claim, prepared.name, prepared.caller.tenant
    question = Question(
        canonical=claim.value,
        negative=claim.negative,
        start=claim.start,
        end=claim.end or END_OF_TIME,
        receipt=prepared.receipt,
        admitting=claim.value,
        needed=prepared.loop_horizon,
        targets=tuple(identity.stands for identity in prepared.identities.values()),
        relation=prepared.attribute.value_type is ValueType.ENTITY,
    )
    slot = await open_slot(tx, tenant, name, question, [claim])
    if slot.registry != version:
        raise StaleRegistry
    if not slot.entity_exists and prepared.identities[ENTITY].missing is None:
        raise no_entity(name.entity, ENTITY)
    if slot.absorbed:
        raise StaleIdentity
    for identity in prepared.identities.values():
        await _check_stands(tx, tenant, identity)
    return slot if claim.negative else await with_look_alike(tx, tenant, slot, claim.value)


async def _open_opposite(tx: Transaction, prepared: PreparedAssertion) -> OpenSlot | None:
    """Return the slot in which it denies its opposite, whole: what is denied there may lie
    anywhere.
    """
    if prepared.opposite is None:
        return None
    claim = denial_of(prepared.item).claim
    question = Question(
        canonical=claim.value,
        negative=True,
        start=claim.start,
        end=claim.end or END_OF_TIME,
        whole=True,
    )
    return await open_slot(tx, prepared.caller.tenant, prepared.opposite, question)


async def _check_stands(tx: Transaction, tenant: str, identity: Identity) -> None:
    """See whether an absorbed entity is still absorbed in the one, now locked, that stood for it.

    Raises:
        StaleIdentity: it has been split off.
    """
    if identity.id != identity.stands:
        found = await load_identity(tx.run, tenant, identity.id)
        if found is None or found["stands"] != identity.stands:
            raise StaleIdentity
