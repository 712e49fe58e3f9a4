"""Give and withdraw consent, and ask what was consented to, on both axes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from graph.clock import END_OF_TIME
from graph.database.rows import Props
from graph.database.session import Row, Session, Transaction
from graph.errors import InvalidArgument
from graph.governance.consents.consent_history import Change, Consent, Word, change
from graph.governance.consents.withdrawal import take_back_withdrawn
from graph.ids import new_id
from graph.kernel.entities.consents import stand_consents
from graph.kernel.entities.resolution import load_identity, no_entity
from graph.kernel.registry import registry as registries
from graph.kernel.slots import node_properties
from graph.kernel.slots.locking import lock_entities
from graph.kernel.slots.retry import StaleSlot, UnfinishedMerge
from graph.model.authority import require_person
from graph.model.gate.consent import EVERY, Permission
from graph.model.gate.policy import basis_text, category_key
from graph.model.records import AsOf, Caller
from graph.validation import ident
from graph.write.merging.batched_merge import finishing_merges

CATEGORIES_MAX = 100


async def set_consent(
    db: Session,
    caller: Caller,
    subject: str,
    basis: str,
    categories: Sequence[str] | None,
    *,
    granted: bool,
) -> tuple[Consent, ...]:
    """Record that categories of a subject's may be kept, on a basis, or that they may not.

    ``categories`` are in no particular form; None means every one. A withdrawal takes back at once
    what it covers, and what waits; the records that it added say what fell.

    Returns:
        The records that were added; none where all of it was said already.

    Raises:
        Forbidden: the caller is a model.
        NotFound: the tenant has no such entity.
        Incorrect: the basis or a category is bad.
        StoreUnavailable: the store does not answer, or what is to be taken back keeps changing; the
            consent is withdrawn all the same, and the rest is done by the next call or the task.
    """
    require_person(caller)
    ident(subject, field="subject")
    permission = Permission(granted, basis_text(basis, field="basis"))
    wanted = _categories(categories)
    special = (await registries.load(db, caller.tenant)).policy.special

    async def work(tx: Transaction) -> Change:
        known = await _known(tx, caller, subject)
        lasts = [one.system_from for one in known]
        word = Word(wanted, permission, caller.actor, max([db.clock(), *lasts]))
        changes = change(subject, known, word, special, iter(lambda: new_id("k"), ""))
        await _record(tx, caller, subject, word, changes)
        return changes

    done = await finishing_merges(db, caller, lambda: db.transaction(work))
    added = [one for one in done.added if one.valid_to == END_OF_TIME]
    if granted:
        return tuple(added)
    ids = [one.id for one in added]
    fell = await take_back_withdrawn(db, caller, ids, subject, wanted)
    return tuple(replace(one, fell=fell) for one in added)


async def consents(db: Session, caller: Caller, subject: str, as_of: AsOf) -> list[Consent]:
    """List what holds of a subject's consents at a point of both axes, by category.

    The subject is the whole identity; an unknown one has none.
    """
    identity = await load_identity(db.read, caller.tenant, subject)
    if identity is None:
        return []
    rows = await db.read(
        "governance/consents/at_point",
        tenant=caller.tenant,
        subjects=identity["whole"],
        valid_at=as_of.valid_at,
        system_at=as_of.system_at,
    )
    return [_consent(row["consent"]) for row in rows]


def _categories(given: Sequence[str] | None) -> frozenset[str]:
    if given is None:
        return frozenset({EVERY})
    if not 1 <= len(given) <= CATEGORIES_MAX:
        raise InvalidArgument(
            f"{len(given)} categories",
            field="categories",
            hint=f"give 1 to {CATEGORIES_MAX}, or leave it out for every one",
        )
    return frozenset(
        category_key(one, field=f"categories.{number}") for number, one in enumerate(given)
    )


async def _known(tx: Transaction, caller: Caller, subject: str) -> list[Consent]:
    """Return the records of the whole identity, which is locked: no claim about it is made
    meanwhile.
    """
    found = await load_identity(tx.run, caller.tenant, subject)
    if found is None:
        raise no_entity(subject, "subject")
    await lock_entities(tx, caller.tenant, found["whole"])
    again = await load_identity(tx.run, caller.tenant, subject)
    if again is None or again["whole"] != found["whole"]:
        raise StaleSlot
    if again["unfinished"] is not None:
        raise UnfinishedMerge(again["unfinished"][0])
    rows = await tx.run(
        "governance/consents/known",
        tenant=caller.tenant,
        subjects=found["whole"],
        forever=END_OF_TIME,
    )
    return [_consent(row["consent"]) for row in rows]


async def _record(
    tx: Transaction, caller: Caller, subject: str, word: Word, changes: Change
) -> None:
    if not changes.added:
        return
    action = "consent" if word.permission.granted else "withdraw consent"
    named = ", ".join(sorted(one or "every category" for one in word.categories))
    reason = f"{named}: {word.permission.basis}"
    await tx.run(
        "governance/consents/record",
        tenant=caller.tenant,
        retired=[one.id for one in changes.retired],
        added=[_row(one, word) for one in changes.added],
        now=word.at,
        audit=node_properties.audit(action, subject, word.at, word.actor, reason),
    )
    await stand_consents(tx.run, caller.tenant, (subject,))


def _row(consent: Consent, word: Word) -> Props:
    """Return the properties of a record; of a withdrawal also since when it is to be carried
    out.
    """
    withdraws = not word.permission.granted and consent.valid_to == END_OF_TIME
    return {
        "id": consent.id,
        "subject": consent.subject,
        "category": consent.category,
        "granted": consent.permission.granted,
        "basis": consent.permission.basis,
        "actor": consent.actor,
        "valid_from": consent.valid_from,
        "valid_to": consent.valid_to,
        "system_from": consent.system_from,
        "system_to": consent.system_to,
        "withdrawing": word.at if withdraws else None,
    }


def _consent(node: Row) -> Consent:
    return Consent(
        id=node["id"],
        subject=node["subject"],
        category=node["category"],
        permission=Permission(node["granted"], node["basis"]),
        actor=node["actor"],
        valid_from=node["valid_from"],
        valid_to=node["valid_to"],
        system_from=node["system_from"],
        system_to=node["system_to"],
        fell=tuple(node.get("fell") or ()),
    )
