"""What an assertion needs before its transaction: entities, attribute, and the operation's key."""

from __future__ import annotations

from dataclasses import dataclass, replace

from graph import registry as registries
from graph.commands import Assertion, EntityRef
from graph.contradictions import Limits
from graph.identity import Identity, identify
from graph.ids import id_from, new_id
from graph.model import Attribute, Caller
from graph.receipts import receipt_key
from graph.registry import Registry
from graph.session import Session
from graph.vocabulary import Cardinality, ValueType


class StaleRegistry(Exception):
    """The registry changed between being read and the slot being locked."""


@dataclass(frozen=True, slots=True)
class Ready:
    """An assertion with everything found that can be found outside the transaction."""

    db: Session
    caller: Caller
    assertion: Assertion
    registry: Registry
    attribute: Attribute
    identities: dict[str, Identity]
    limits: Limits
    memory: str
    receipt: str | None


async def prepared(
    db: Session, caller: Caller, assertion: Assertion, limits: Limits, *, sure: bool = False
) -> Ready:
    """The assertion with its entities and its attribute found, the attribute introduced if new.

    An entity's id alone is believed, for the slot's own statement finds out whether the tenant has
    it and what it is absorbed in; to be ``sure`` asks beforehand.

    Raises:
        NotFound: an entity id that the tenant does not have.
        Ambiguous: a name that several entities carry.
    """
    tenant = caller.tenant
    registry = registries.cached(db, tenant) or await registries.load(db, tenant)
    fresh = first_form(registry, assertion)
    attribute = fresh or registry.get(assertion.attribute)
    assert attribute is not None
    references = {"input.entity": assertion.entity}
    target = target_of(assertion, attribute)
    if target is not None:
        references["input.target"] = target
    named = assertion.entity.id
    if fresh is None and target is None and named is not None and not sure:
        identities = {"input.entity": Identity(named, None, named, -1)}
    else:
        identities = await identify(db, tenant, references.items())
    if fresh is not None:
        registry = await introduced(db, tenant, registry, assertion, fresh)
        found = registry.get(assertion.attribute)
        if found is None or found.value_type is not fresh.value_type:
            # Another first claim was first, and of the other form.
            return await prepared(db, caller, assertion, limits, sure=sure)
        attribute = found
    origin = assertion.origin
    key = None
    if origin is not None:
        key = id_from("d", origin.episode, origin.extractor, origin.number)
    elif assertion.idempotency_key is not None:
        key = receipt_key(tenant, assertion.idempotency_key)
    return Ready(
        db=db,
        caller=caller,
        assertion=assertion,
        registry=registry,
        attribute=attribute,
        identities=identities,
        limits=limits,
        memory=new_id("m") if key is None else id_from("m", tenant, key),
        receipt=key,
    )


def first_form(registry: Registry, assertion: Assertion) -> Attribute | None:
    """The form that a first claim gives an attribute; nothing if it has been fixed already."""
    if registry.fixed(assertion.attribute):
        return None
    known = registry.get(assertion.attribute)
    if known is None:
        many = assertion.many_hint is not False
        known = Attribute(
            registry.name(assertion.attribute),
            Cardinality.MANY if many else Cardinality.ONE,
            ValueType.TEXT,
            declared=False,
        )
    opposite = known.opposite
    if opposite is not None and (other := registry.get(opposite)) and registry.fixed(opposite):
        return replace(known, value_type=other.value_type)
    relation = assertion.target is not None
    return replace(known, value_type=ValueType.ENTITY) if relation else known


async def introduced(
    db: Session, tenant: str, registry: Registry, assertion: Assertion, form: Attribute
) -> Registry:
    """The registry with the attribute in it; a claim that says no value fixes nothing."""
    if assertion.value is None and assertion.target is None:
        return _with(registry, form)
    missing: Attribute | None = form
    while missing is not None:
        # Where the registry has changed, the name may be an alias by now: it is looked at again.
        await db.write(
            "write/introduce_attribute",
            tenant=tenant,
            name=missing.name,
            properties=registries.to_row(missing),
            version=registry.version,
            now=db.clock(),
        )
        registry = await registries.load(db, tenant)
        missing = first_form(registry, assertion)
    return registry


def _with(registry: Registry, attribute: Attribute) -> Registry:
    return replace(registry, own={**registry.own, attribute.name: attribute})


def target_of(assertion: Assertion, attribute: Attribute) -> EntityRef | None:
    """The entity that a relation leads to; a literal given for a relation names it."""
    if attribute.value_type is not ValueType.ENTITY:
        return None if assertion.target is None or assertion.target.id is None else assertion.target
    if assertion.target is not None:
        return assertion.target
    return None if assertion.value is None else EntityRef(name=assertion.value).checked("input")
