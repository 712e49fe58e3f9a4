"""Whether a claim says what was erased: by the ledger, whatever road it comes by."""

from __future__ import annotations

from dataclasses import replace

from graph.entities.resolution import Identity
from graph.gate.gate import Stopped
from graph.model.commands import Assertion, EntityRef
from graph.tombstones.ledger import Ledger, fact_parts
from graph.validation import name_key
from graph.vocabulary import Outcome

ERASED = Stopped(Outcome.REJECTED, "erasure", "it was erased")


def with_masked_evidence(ledger: Ledger, tenant: str, assertion: Assertion) -> Assertion:
    """Return an assertion with everything masked that was erased of the text that it comes with."""
    if assertion.evidence is None:
        return assertion
    return replace(assertion, evidence=ledger.masked(tenant, assertion.speaker, assertion.evidence))


def says_erased(
    ledger: Ledger,
    tenant: str,
    attribute: str,
    subject: tuple[EntityRef, Identity],
    target: tuple[EntityRef, Identity] | None,
    canonical: str | None,
) -> bool:
    """Whether a claim, by the entities that it names and the value that it has, was erased."""
    values = [] if canonical is None else [f"value:{canonical}"]
    if target is not None:
        ref, identity = target
        values += [f"value:{identity.id}", f"value:{identity.stands}"]
        values += [] if ref.name is None else [f"name:{name_key(ref.name)}"]
    if not values:
        return False
    ref, identity = subject
    names = () if ref.name is None else (ref.name,)
    return ledger.forbids(
        tenant, fact_parts({identity.id, identity.stands}, names, attribute, values)
    )
