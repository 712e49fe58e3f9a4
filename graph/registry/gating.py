"""An assertion before the gate: what of it and of its attribute the gate looks at."""

from __future__ import annotations

from graph.gate.gate import Case, Passed, Proposal, Stopped, decide
from graph.limits import Limits
from graph.model.commands import Assertion
from graph.registry.registry import Registry


def judge_assertion(registry: Registry, assertion: Assertion, limits: Limits) -> Passed | Stopped:
    """Decide whether an assertion may become a claim, by the policy that comes with the registry.

    ``assertion`` has the kind of source that counts.
    """
    known = registry.get(assertion.attribute)
    proposal = Proposal(
        category=None if known is None else known.category_key,
        high_stakes=known is not None and known.high_stakes,
        source_kind=assertion.source_kind,
        confidence=assertion.confidence,
        importance=assertion.importance,
        negative=assertion.negative,
        reading=assertion.reading,
        earlier=assertion.verdict,
    )
    return decide(Case(proposal, registry.policy, limits))
