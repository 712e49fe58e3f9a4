"""Whether a claim says what was erased: by the ledger, whatever road it comes by."""

from __future__ import annotations

from dataclasses import replace

from graph.entities.resolution import Identity
from graph.gate.gate import Stopped
from graph.model.commands import Assertion, EntityRef
from graph.model.rejection_form import claimed_forms
from graph.tombstones.ledger import Ledger, fact_parts
from graph.validation import name_key
from graph.vocabulary import Outcome

ERASED = Stopped(Outcome.REJECTED, "erasure", "it was erased")


def with_masked_evidence(ledger: Ledger, tenant: str, assertion: Assertion) -> Assertion:
    """Return an assertion with everything masked that was erased of the text that it comes with."""
    if assertion.evidence is None:
        return assertion
    return replace(assertion, evidence=ledger.masked(tenant, assertion.speaker, assertion.evidence))


def literal_forms(canonical: str) -> list[str]:
    """The forms in which the ledger knows a literal, or the id of an entity, by what it looks like.

    One that was erased is known by each of them.
    """
    return [f"value:{one}" for one in claimed_forms(canonical)]


def name_forms(name: str) -> list[str]:
    """The same of the name of an entity that a claim leads to."""
    return [f"name:{one}" for one in claimed_forms(name_key(name))]


def says_erased(
    ledger: Ledger,
    tenant: str,
    attribute: str,
    subject: tuple[EntityRef, Identity],
    target: tuple[EntityRef, Identity] | None,
    canonical: str | None,
) -> bool:
    """Whether a claim, by the entities that it names and the value that it has, was erased."""
    values = [] if canonical is None else literal_forms(canonical)
    if target is not None:
        ref, identity = target
        values += [f"value:{identity.id}", f"value:{identity.stands}"]
        values += [] if ref.name is None else name_forms(ref.name)
    if not values:
        return False
    ref, identity = subject
    names = () if ref.name is None else (ref.name,)
    return ledger.forbids(
        tenant, fact_parts({identity.id, identity.stands}, names, attribute, values)
    )
