"""Names that an extractor gives attributes, met with those that the registry has.

    known → as it is · another form of a known one (``has_boss``) → that one · else new

A new name is one of those that the next claim of the episode is met with. What was said is kept
with the claim, for whoever looks at the decision.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from extraction.model.candidates import (
    Candidate,
    Denial,
    EntityObject,
    LiteralObject,
    Proposal,
)
from extraction.pipeline.numerals import has_number
from graph.kernel.registry.registry import Registry
from graph.model.attribute import Attribute
from graph.vocabulary import Cardinality, ValueType

_TRUTHS = frozenset({"true", "false", "yes", "no", "none", "unknown"})


@dataclass(slots=True)
class AttributeNames:
    """The names known to a tenant, and those that the claims of one episode bring in."""

    registry: Registry

    def meet(self, claims: Sequence[Proposal]) -> list[Proposal]:
        """Give every claim the one name of its attribute, in their order."""
        return [self._met(claim) for claim in claims]

    def _met(self, claim: Proposal) -> Proposal:
        if isinstance(claim, Denial) and claim.replaced_by is not None:
            subject, predicate = claim.replaced_by
            meant = name_meant(predicate, self.registry)
            return claim.model_copy(update={"replaced_by": (subject, meant or predicate)})
        if not isinstance(claim, Candidate) or self.registry.knows(claim.predicate):
            return claim
        meant = name_meant(claim.predicate, self.registry)
        known = None if meant is None else self.registry.get(meant)
        if known is None or not _suits(claim, known):
            self._take_in(claim)
            return claim
        said = {"predicate": known.name, "predicate_said": claim.predicate}
        return claim.model_copy(update=said)

    def _take_in(self, claim: Candidate) -> None:
        """Have the next claims met with the name that this one brings in."""
        relation = isinstance(claim.object, EntityObject)
        new = Attribute(
            self.registry.name(claim.predicate),
            Cardinality.ONE if claim.many is False else Cardinality.MANY,
            ValueType.ENTITY if relation else ValueType.TEXT,
            declared=False,
        )
        own = {**self.registry.own, new.name: new}
        self.registry = replace(self.registry, own=own)


def name_meant(name: str, registry: Registry) -> str | None:
    """Return the known attribute of which a new name is another form, or a slip for it, if any."""
    near = None if registry.knows(name) else registry.near(name)
    return near.name if near is not None and near.mistyped else None


def _suits(claim: Candidate, attribute: Attribute) -> bool:
    """Whether a claim's value may be one of an attribute."""
    value = claim.object
    literal = value.literal if isinstance(value, LiteralObject) else None
    if literal is None:
        return True
    if literal.casefold() in _TRUTHS:
        return False
    if attribute.relation and has_number(literal):
        # "siblings: 2" names none.
        return False
    return attribute.value_type is not ValueType.NUMBER or has_number(literal)
