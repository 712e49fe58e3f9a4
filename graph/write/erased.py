"""What was erased, as the ledger knows it and as it is refused."""

from __future__ import annotations

from dataclasses import replace

from graph.database.tombstones.folded_text import name_runs
from graph.database.tombstones.ledger import Ledger
from graph.model.commands import Assertion
from graph.model.gate.gate import Stopped
from graph.model.rejection_form import claimed_forms
from graph.validation import name_key
from graph.vocabulary import Outcome

ERASED = Stopped(Outcome.REJECTED, "erasure", "it was erased")


def with_masked_evidence(ledger: Ledger, tenant: str, assertion: Assertion) -> Assertion:
    """Return an assertion with everything masked that was erased of the text that it comes with."""
    if assertion.evidence is None:
        return assertion
    return replace(assertion, evidence=ledger.masked(tenant, assertion.speaker, assertion.evidence))


def literal_forms(canonical: str) -> list[str]:
    """Return the forms in which the ledger knows a literal, or the id of an entity, by what it
    looks like.

    One that was erased is known by each of them.
    """
    return [f"value:{one}" for one in claimed_forms(canonical)]


def name_forms(name: str) -> list[str]:
    """Return the same of the name of an entity that a claim leads to, and that of its words."""
    forms = {*claimed_forms(name_key(name)), *claimed_forms(" ".join(name_runs(name)))}
    return [f"name:{one}" for one in sorted(forms)]
