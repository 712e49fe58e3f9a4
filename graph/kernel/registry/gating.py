"""An assertion before the gate: what of it and of its attribute the gate looks at."""

from __future__ import annotations

from collections.abc import Iterable

from graph.kernel.registry.registry import Registry
from graph.kernel.registry.special_words import special_category
from graph.limits import Limits
from graph.model.commands import Assertion
from graph.model.gate.consent import read_standing
from graph.model.gate.gate import Case, Passed, Proposal, Reading, Stopped, decide


def judge_assertion(registry: Registry, assertion: Assertion, limits: Limits) -> Passed | Stopped:
    """Decide whether an assertion may become a claim, by the policy that comes with the registry.

    ``assertion`` has the kind of source that counts. Consents are looked at by ``judge_consents``,
    once its entities are found.
    """
    return decide(Case(proposal_of(registry, assertion), registry.policy, limits))


def proposal_of(registry: Registry, assertion: Assertion) -> Proposal:
    """Return what the gate looks at of an assertion and its attribute."""
    known = registry.get(assertion.attribute)
    return Proposal(
        category=category_of(registry, assertion.attribute, assertion.reading),
        high_stakes=known is not None and known.high_stakes,
        source_kind=assertion.source_kind,
        confidence=assertion.confidence,
        importance=assertion.importance,
        negative=assertion.negative,
        reading=assertion.reading,
        earlier=assertion.verdict,
        for_review=assertion.for_review,
    )


def category_of(registry: Registry, attribute: str, reading: Reading | None) -> str | None:
    """Return the category of a claim, by which policy and consents judge it.

    It is its attribute's, unless the claim tells of a special one and that is none.
    """
    known = registry.get(attribute)
    defined = None if known is None else known.category_key
    if defined in registry.policy.special:
        return defined
    told = None if reading is None else reading.category
    if told in registry.policy.special:
        return told
    undefined = known is None or (not known.declared and defined is None)
    named = special_category(registry.name(attribute)) if undefined else None
    return named if named in registry.policy.special else defined


def judge_consents(
    registry: Registry,
    proposal: Proposal,
    limits: Limits,
    subject: Iterable[str] | None,
    target: Iterable[str] | None = None,
) -> Passed | Stopped:
    """Decide on a claim by all there is to know: also by the consents of those it is about.

    ``subject`` and ``target`` are the consents as they stand on their entities.
    """
    standing = read_standing(subject), read_standing(target)
    return decide(Case(proposal, registry.policy, limits, *standing))
