"""What an assertion is before its slot is read: its entities, attribute, claim, and slots.

One assertion and a line of a file are prepared by the same steps; only who bears which name is
asked for differently. Nothing is written here: an attribute that is new is introduced by the
assertion's own transaction, so that a claim which is refused leaves none behind.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from graph.clock import END_OF_TIME, START_OF_TIME
from graph.database.rows import Props
from graph.database.session import Session, Transaction
from graph.database.tombstones.ledger import Ledger, fact_parts
from graph.errors import InvalidArgument
from graph.ids import id_from, new_id
from graph.kernel.entities.entity_queries import names_by_id
from graph.kernel.entities.name_parts import without_titles
from graph.kernel.entities.resolution import Identity, identify, target_reference
from graph.kernel.registry import registry as registries
from graph.kernel.registry.gating import category_of, judge_consents
from graph.kernel.registry.registry import Registry
from graph.kernel.registry.wording import Said
from graph.kernel.slots.change_rows import Release
from graph.kernel.slots.receipts import receipt_key
from graph.kernel.slots.retry import StaleRegistry
from graph.kernel.slots.slot import OpenSlot, SlotName
from graph.kernel.temporal.contradictions import Limits
from graph.kernel.temporal.stored_claim import StoredClaim, end_said
from graph.model.commands import Assertion, EntityRef
from graph.model.gate.gate import Passed, Stopped
from graph.model.records import Attribute, Caller
from graph.model.scopes import COMMON_SCOPE
from graph.vocabulary import Cardinality, ValueType
from graph.write.claim_building import (
    NOTHING,
    Value,
    claim_of,
    entity_value,
    literal,
    properties,
    text_of,
)
from graph.write.erased import ERASED, literal_forms, name_forms

ENTITY = "input.entity"
TARGET = "input.target"


@dataclass(frozen=True, slots=True)
class Form:
    """How an assertion is read: as what attribute, and whom it names, by field.

    ``fresh``: the attribute is not in the registry yet, and its first claim fixes it so.
    """

    attribute: Attribute
    fresh: bool
    references: Mapping[str, EntityRef]


class GateStops(Exception):
    """The gate stops a claim that it let through before its entities were found."""

    def __init__(self, stopped: Stopped) -> None:
        super().__init__(stopped.reason)
        self.stopped = stopped


@dataclass(frozen=True, slots=True)
class PreparedAssertion:
    """An assertion with everything found that can be found before its slot is read.

    ``name`` is the slot of its claim, ``opposite`` that in which it denies its opposite.
    ``introduces`` is an attribute that its transaction is to define. ``marks`` are properties that
    its memory has beside the usual ones. ``names`` are those of its entities, by id. ``releases``
    is the memory that has waited to say it.
    """

    caller: Caller
    assertion: Assertion
    passed: Passed
    registry: Registry
    attribute: Attribute
    identities: Mapping[str, Identity]
    limits: Limits
    item: StoredClaim
    name: SlotName
    opposite: SlotName | None
    introduces: Attribute | None
    receipt: str | None = None
    releases: Release | None = None
    marks: Props = field(default_factory=dict[str, object])
    names: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def names_no_value_of_many(self) -> bool:
        """Whether it retracts all values of a many-valued attribute."""
        return self.attribute.many and self.item.claim.value is None

    @property
    def spans_slots(self) -> bool:
        """Whether it goes into slots that its line does not name: of all values, of opposites."""
        names = (self.name, self.opposite)
        both = any(name is not None and name.other is not None for name in names)
        return self.names_no_value_of_many or (both and self.opposite is not None)

    @property
    def at_other_end(self) -> SlotName | None:
        """The slot at the other end of what it says, if the relation has one."""
        value = self.item.claim.value
        return None if value is None else self.name.counterpart(value)

    def met(self, slot: OpenSlot) -> PreparedAssertion:
        """Return the same, with what its slot tells of those whom it names.

        Raises:
            GateStops: their consents stop it.
        """
        return replace(self.judged(slot.consents), names=slot.names)

    def judged(self, consents: Iterable[str]) -> PreparedAssertion:
        """Return the same, judged by the consents of its subject, which are now known.

        Raises:
            GateStops: they stop it.
        """
        target = self.identities.get(TARGET)
        found = judge_consents(
            self.registry,
            self.passed.proposal,
            self.limits,
            consents,
            None if target is None else target.consents,
        )
        if isinstance(found, Stopped):
            raise GateStops(found)
        return replace(self, passed=found)

    @property
    def loop_horizon(self) -> datetime:
        """How far back the slot's changes have to be seen, to notice a loop."""
        if self.attribute.volatile:
            return END_OF_TIME
        span, start = timedelta(days=self.limits.loop_days), self.item.claim.start
        return start - span if start - START_OF_TIME > span else START_OF_TIME

    def properties(self, item: StoredClaim, name: SlotName, now: datetime) -> Props:
        """Return the properties of a memory that says this assertion, standing in a slot."""
        own = properties(
            item,
            self.assertion,
            entity=self.identities[ENTITY].id,
            attribute=name.attribute,
            text=self.statement(item, name.attribute),
            basis=self.passed.basis,
            actor=self.caller.actor,
            now=now,
        )
        return own | name.standing(item.claim.value) | self.marks

    def statement(self, item: StoredClaim, attribute: str) -> str:
        """Return what the memory says in words: as given, or else made of what the claim says."""
        subject, end = self._called(ENTITY), item.claim.end
        value = self.assertion.value if item.value is None else item.value
        said = Said(
            subject=subject or "It",
            attribute=attribute,
            value=self._called(TARGET) if value is None else value,
            negative=item.claim.negative and not self.assertion.end_unknown,
            over=self.assertion.end_unknown or (end is not None and end <= item.claim.said_at),
            context=self.assertion.context,
            unit=self.attribute.unit,
        )
        return text_of(self.assertion, said, named=subject is not None)

    def _called(self, field: str) -> str | None:
        """Return what an entity is called: as the claim names it, or else by whoever stands for
        it.
        """
        given = self.assertion.entity if field == ENTITY else self.assertion.target
        if given is not None and given.name is not None:
            return given.name
        identity = self.identities.get(field)
        if identity is None:
            return None
        return self.names.get(identity.stands) or self.names.get(identity.id) or identity.name


async def prepare(
    db: Session,
    caller: Caller,
    registry: Registry,
    assertion: Assertion,
    passed: Passed,
    limits: Limits,
    *,
    releases: Release | None = None,
    sure: bool = False,
) -> PreparedAssertion:
    """One assertion, its entities and its attribute found.

    An entity's id alone is believed, for the slot's own statement finds out whether the tenant has
    it and what it is absorbed in; to be ``sure`` asks beforehand.

    Raises:
        NotFound: an entity id that the tenant does not have.
        Ambiguous: a name that several entities carry.
        InvalidArgument: the text is no value of the type, or an entity would lead to itself.
        GateStops: it was erased.
    """
    tenant = caller.tenant
    form = form_of(registry, assertion)
    named = assertion.entity.id
    if not form.fresh and len(form.references) == 1 and named is not None and not sure:
        identities = {ENTITY: Identity(named, None, named, -1)}
    else:
        identities = await identify(db, tenant, form.references.items(), assertion.scope)
    called = None
    if TARGET in identities and form.attribute.value_type is not ValueType.ENTITY:
        target = identities[TARGET].id
        called = (await names_by_id(db.read, tenant, [target]))[target]
    origin = assertion.origin
    key = None
    if origin is not None:
        key = id_from("d", origin.episode, origin.extractor, origin.number)
    elif assertion.idempotency_key is not None:
        key = receipt_key(tenant, assertion.idempotency_key, assertion.scope)
    memory = (
        releases.id if releases else (new_id("m") if key is None else id_from("m", tenant, key))
    )
    now = db.clock()
    prepared = place(
        caller, registry, limits, assertion, passed, form, identities, called, memory, now
    )
    refuse_erased(db.ledger, prepared, form)
    return replace(prepared, receipt=key, releases=releases)


def refuse_erased(ledger: Ledger, prepared: PreparedAssertion, form: Form) -> None:
    """Refuse what was erased.

    Raises:
        GateStops: it says so.
    """
    claimed = prepared.item.claim.value
    if says_erased(
        ledger, prepared.caller.tenant, form, prepared.identities, claimed, prepared.assertion.scope
    ):
        raise GateStops(ERASED)


def spellings(name: str | None) -> tuple[str, ...]:
    """Return a name, and the same without the titles before it."""
    bare = None if name is None else without_titles(name)
    return tuple(one for one in (name, bare) if one is not None)


def says_erased(
    ledger: Ledger,
    tenant: str,
    form: Form,
    identities: Mapping[str, Identity],
    canonical: str | None,
    scope: str,
) -> bool:
    """Whether a claim was erased, by the entities that it names and the value that it has.

    What was erased of what all know is so in every scope, and what was private in its own.
    """
    values = [] if canonical is None else literal_forms(canonical)
    target = identities.get(TARGET)
    if target is not None:
        called = form.references[TARGET].name
        values += [f"value:{target.id}", f"value:{target.stands}"]
        values += [form for one in spellings(called) for form in name_forms(one)]
    if not values:
        return False
    subject, name = identities[ENTITY], form.references[ENTITY].name
    names = spellings(name)
    ids, attribute = {subject.id, subject.stands}, form.attribute.name
    return any(
        ledger.forbids(tenant, fact_parts(ids, names, attribute, values, one))
        for one in dict.fromkeys((COMMON_SCOPE, scope))
    )


def form_of(registry: Registry, assertion: Assertion) -> Form:
    """How an assertion is read with this registry."""
    first = first_form(registry, assertion)
    attribute = first or registry.get(assertion.attribute)
    assert attribute is not None
    references = {ENTITY: assertion.entity}
    target = target_of(assertion, attribute)
    if target is not None:
        references[TARGET] = target
    return Form(attribute, first is not None, references)


def place(
    caller: Caller,
    registry: Registry,
    limits: Limits,
    assertion: Assertion,
    passed: Passed,
    form: Form,
    identities: Mapping[str, Identity],
    called: str | None,
    memory: str,
    now: datetime,
) -> PreparedAssertion:
    """Return the assertion with its claim, and the slots that it goes to.

    ``called`` is the name of a target that stands for a literal.

    Raises:
        InvalidArgument: the text is no value of the type, or an entity would lead to itself.
    """
    attribute = form.attribute
    value = _value(assertion, attribute, identities, called)
    item = claim_of(assertion, value, attribute, memory, now)
    stands = identities[ENTITY].stands
    name = SlotName.undivided(registry, stands, attribute, assertion.context, assertion.scope)
    if attribute.cardinality is Cardinality.MANY and value.canonical is not None:
        name = name.of_value(value.canonical)
    says = assertion.value is not None or assertion.target is not None
    return PreparedAssertion(
        caller=caller,
        assertion=assertion,
        passed=passed,
        registry=registry,
        attribute=attribute,
        identities=identities,
        limits=limits,
        item=item,
        name=name,
        opposite=opposite_name(registry, attribute, name, item),
        # A claim that says no value fixes nothing.
        introduces=attribute if form.fresh and says else None,
    )


def _value(
    assertion: Assertion,
    attribute: Attribute,
    identities: Mapping[str, Identity],
    called: str | None,
) -> Value:
    """Return the value that an assertion claims, as a value of its attribute's type."""
    target = identities.get(TARGET)
    if attribute.value_type is ValueType.ENTITY:
        if target is None:
            return NOTHING
        if target.id == identities[ENTITY].id:
            raise InvalidArgument(
                "an entity cannot be related to itself", field=TARGET, hint="name another entity"
            )
        return entity_value(target.id, target.stands)
    if assertion.value is not None:
        return literal(assertion.value, attribute.value_type, attribute.unit)
    if assertion.target is None:
        return NOTHING
    text = assertion.target.name or called
    if not text:
        raise InvalidArgument(
            f"{attribute.name} holds text, and the target has an id alone",
            field=TARGET,
            hint="give its name, or a value",
        )
    return literal(text, attribute.value_type, attribute.unit)


def opposite_name(
    registry: Registry, attribute: Attribute, name: SlotName, item: StoredClaim
) -> SlotName | None:
    """Return the slot in which the same value would contradict the claim, if there can be one."""
    value = item.claim.value
    if attribute.opposite is None or value is None or item.claim.negative:
        return None
    if end_said(item.claim) == item.claim.start:
        # Nothing is said of the time at which it held.
        return None
    opposite = registry.get(attribute.opposite)
    if opposite is None or opposite.value_type is not attribute.value_type:
        return None
    slot = SlotName.undivided(registry, name.entity, opposite, name.context, name.scope)
    return slot.of_value(value) if opposite.cardinality is Cardinality.MANY else slot


def first_form(registry: Registry, assertion: Assertion) -> Attribute | None:
    """Return the form that a first claim gives an attribute; nothing if it has been fixed
    already.
    """
    if registry.fixed(assertion.attribute):
        return None
    known = registry.get(assertion.attribute)
    if known is None:
        many = assertion.many_hint is not False
        known = Attribute(
            registry.name(assertion.attribute),
            Cardinality.MANY if many else Cardinality.ONE,
            ValueType.TEXT,
            category=category_of(registry, assertion.attribute, assertion.reading),
            declared=False,
        )
    opposite = known.opposite
    if opposite is not None and (other := registry.get(opposite)) and registry.fixed(opposite):
        return replace(known, value_type=other.value_type)
    relation = assertion.target is not None
    return replace(known, value_type=ValueType.ENTITY) if relation else known


def target_of(assertion: Assertion, attribute: Attribute) -> EntityRef | None:
    """Return the entity that a relation leads to; a literal given for a relation names it."""
    if not attribute.relation:
        return None if assertion.target is None or assertion.target.id is None else assertion.target
    target, value, kind = assertion.target, assertion.value, attribute.target_kind
    return target_reference(target, value, kind, field="input.value")


async def introduce(
    tx: Transaction, registry: Registry, attributes: Sequence[Attribute], now: datetime
) -> int:
    """Define attributes that first claims bring in; the registry's version from then on.

    It comes first in a transaction: whoever changes the registry locks it before anything else.

    Raises:
        StaleRegistry: the registry is not the one that has not got them.
    """
    if not attributes:
        return registry.version
    rows = await tx.run(
        "write/introduce_attribute",
        tenant=registry.tenant,
        attributes=[{"name": one.name, "properties": registries.to_row(one)} for one in attributes],
        version=registry.version,
        now=now,
    )
    if not rows:
        raise StaleRegistry
    return rows[0]["version"]
