"""Whether a candidate is of the time that a question asks about, or began in it. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from graph.kernel.registry.registry import Registry
from graph.read.recall.answer_type import Sought
from graph.read.recall.recall_candidates import Candidate, Carried
from graph.read.recall.recall_types import Question, Tense
from graph.vocabulary import Cardinality

Slot = tuple[str, str, str | None, str | None]


def slot_of(belief: Carried, registry: Registry) -> Slot:
    """Return what holds one value at a time; of a many-valued attribute each value has its own."""
    attribute = registry.get(belief.attribute)
    one = attribute is not None and attribute.cardinality is Cardinality.ONE
    return belief.entity, belief.attribute, belief.context, None if one else belief.canonical


def prevailing(
    question: Question, candidates: Iterable[Candidate], registry: Registry
) -> frozenset[Slot]:
    """Return the slots of which something was found that a question of its tense asks for first.

    Of what has been, that is what still holds; of what is to come, what begins.
    """
    at = question.as_of.valid_at
    beliefs = [one.belief for one in candidates if one.belief.id is not None]
    match question.tense:
        case Tense.PAST:
            first = [one for one in beliefs if one.valid_to > at]
        case Tense.FUTURE:
            first = [one for one in beliefs if one.valid_from > at]
        case Tense.PRESENT | Tense.FORMER:
            first = []
    return frozenset(slot_of(one, registry) for one in first)


def untimely(
    question: Question,
    seeks: Sought,
    belief: Carried,
    prevails: Collection[Slot],
    registry: Registry,
) -> str | None:
    """Return why a belief is not of the time that a question asks about.

    What something else comes before is asked about all the same where yes or no is asked, or when
    it was.
    """
    at, over = question.as_of.valid_at, belief.id is None
    if belief.denied:
        return None
    if question.period is not None:
        return "it did not happen then" if over and seeks.happening else None
    if question.tense is Tense.FORMER:
        return None if over or belief.valid_to <= at else "it still holds"
    if question.tense is Tense.FUTURE and over:
        return "it is over"
    second = {
        Tense.PAST: (over or belief.valid_to <= at) and not (seeks.polar or seeks.time),
        Tense.FUTURE: belief.valid_from <= at,
    }.get(question.tense, False)
    return "another comes first" if second and slot_of(belief, registry) in prevails else None


def began_within(question: Question, belief: Carried) -> bool:
    """Whether what a belief says began within the period that a question names."""
    return belief.id is not None and any(
        one.valid_from is not None and one.moments[0] <= belief.valid_from <= one.moments[1]
        for one in question.parts
    )
