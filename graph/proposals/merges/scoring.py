"""Whether two entities are proposed, and merged, as one: names first, then vectors, then a model.

    names: uncertain ─┬─ under the threshold ── beliefs alike by vectors? ── raised to the threshold
                      └─ proposed ── a model, where there is one ── its word is kept, asked once

Vectors only raise a weak pair into the queue; they never merge and never drop one. A model merges
nothing by its word alone: the names must be nearly certain too, and what it rests on must be the
same beliefs of both, which is looked up and not taken from the model.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

from graph.database.embeddings.vectors import Vector
from graph.kernel.entities.name_matching import Match, Verdict
from graph.limits import VectorScale
from graph.model.records import Caller, Entity

# Under this, names alone are too weak a ground to ask a person.
PROPOSED_FROM = 0.6
# The same surname, and a short form of the given name or a middle name that only one has: of all
# pairs of public nicknames and of other given names that score this, 0.98 can be one person's.
SURE_NAMES = 0.88
# Beliefs that two have in common, word for word: two people have two in 0.004 of the pairs measured
# there, one person's halves in 0.13; one belief alone is shared by 0.02 to 0.07 of two people.
COMMON_MIN = 2


@dataclass(frozen=True, slots=True)
class Opinion:
    """What a model says of two entities, and what it rests that on.

    ``attributes`` are those of the beliefs that it cites, ``common`` how many of them both have.
    """

    verdict: Verdict
    attributes: tuple[str, ...] = ()
    common: int = 0


class Judge(Protocol):
    """A model that says whether two entities are one."""

    async def judge_pair(self, entity: Entity, other: Entity, ground: Match) -> Opinion | None:
        """Its opinion; none if too little is believed of them. ``ground`` is what the names say.

        Raises:
            BudgetSpent: the day's budget is spent.
            ModelUnavailable: the model does not answer, or not now.
        """
        ...


class Beliefs(Protocol):
    """What makes a vector of what is believed of an entity."""

    @property
    def model(self) -> str:
        """The model that makes it."""
        ...

    async def vector(self, caller: Caller, entity: Entity) -> Vector | None:
        """Return a unit vector of what is believed of an entity now; none if that is too little."""
        ...


def is_weak(match: Match) -> bool:
    """Whether the names leave it uncertain, and are too weak a ground by themselves."""
    return match.verdict is Verdict.UNCERTAIN and match.score < PROPOSED_FROM


def raise_match(match: Match, cosine: float, scale: VectorScale) -> Match:
    """Return the same, up to the threshold if the names are weak and the beliefs of both are
    alike.

    The cosine is that of what is believed of two, names left out. Of the default model it finds at
    0.70 (tools/eval/sameness.py) 0.13 of the pairs of one and 0.015 of the pairs of two people, who
    may share a circle; at 0.60 these are 0.34 and 0.08, at 0.80 0.02 and 0.001. So it finds few,
    and is no ground to merge.
    """
    if not is_weak(match) or cosine < scale.people:
        return match
    said = f"what is believed of both is alike ({cosine:.2f})"
    return replace(match, score=PROPOSED_FROM, reasons=(*match.reasons, said))


def describe_opinion(opinion: Opinion) -> str:
    """Return a model's word as a reason; it quotes no belief and nothing that the model wrote."""
    by = ", ".join(name.replace("_", " ") for name in opinion.attributes)
    return _SAYS[opinion.verdict] + (f", by: {by}" if by else "")


def is_certain(match: Match, opinion: Opinion) -> bool:
    """Whether names and model agree so well that nobody has to be asked."""
    return (
        match.verdict is Verdict.UNCERTAIN
        and match.score >= SURE_NAMES
        and opinion.verdict is Verdict.SAME
        and opinion.common >= COMMON_MIN
    )


_SAYS = {
    Verdict.SAME: "the model takes them for one",
    Verdict.DIFFERENT: "the model takes them for two",
    Verdict.UNCERTAIN: "the model cannot tell",
}
