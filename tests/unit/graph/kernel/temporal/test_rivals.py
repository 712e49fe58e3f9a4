"""The rivals of a claim: all that it displaces is among them, and nothing far from it is."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.clock import END_OF_TIME
from graph.kernel.temporal.contradictions import Case, judge
from graph.kernel.temporal.projection import Projection, Segment, project
from graph.kernel.temporal.rivals import rivals
from graph.limits import Limits
from graph.vocabulary import ContradictionKind
from tests.oracle.oracle import C
from tests.oracle.table import read
from tests.support.slot_strategies import as_claim, as_stored, day, slots

INSTANTS = [day(n) for n in range(40)]


@dataclass(frozen=True)
class Held:
    """A belief with its place in the projection for an id."""

    id: str
    canonical: str
    valid_from: datetime
    valid_to: datetime


def beliefs(projection: Projection) -> list[Held]:
    return [
        Held(str(place), one.value, one.start, one.end or END_OF_TIME)
        for place, one in enumerate(projection.segments)
    ]


def case(claims: list[C], resumes: bool, found: tuple[str, ...]) -> Case:
    """The last claim against those before it."""
    known = {c.id: as_stored(c) for c in claims}
    return Case(
        new=known[claims[-1].id],
        before=project([as_claim(c) for c in claims[:-1]], resumes=resumes),
        after=project([as_claim(c) for c in claims], resumes=resumes),
        claims=known,
        rivals=found,
        now=day(30),
        corrects=False,
        rejected=None,
        high_stakes=False,
        volatile=False,
        answered_at=None,
    )


def holds_at(segment: Segment, at: datetime) -> bool:
    return segment.start <= at < (segment.end or END_OF_TIME)


def believed(projection: Projection) -> list[tuple[str, datetime]]:
    """Each value with each instant at which it holds."""
    return [(one.value, at) for one in projection.segments for at in INSTANTS if holds_at(one, at)]


def rivals_of_last(claims: list[C], resumes: bool) -> tuple[str, ...]:
    before = project([as_claim(c) for c in claims[:-1]], resumes=resumes)
    return rivals(as_claim(claims[-1]), beliefs(before))


@given(slots(), st.booleans())
def test_a_belief_that_the_claim_denies_at_some_instant_is_a_rival(claims: list[C], resumes: bool):
    new = as_claim(claims[-1])
    before = project([as_claim(c) for c in claims[:-1]], resumes=resumes)
    found = rivals(new, beliefs(before))

    for place, one in enumerate(before.segments):
        denied = new.value in (None, one.value) if new.negative else new.value != one.value
        common = [
            at
            for at in INSTANTS
            if holds_at(one, at) and new.start <= at < (new.end or END_OF_TIME)
        ]
        if denied or new.negative:
            assert (str(place) in found) == bool(denied and common)


@given(slots(), st.booleans())
def test_whatever_a_claim_takes_from_the_beliefs_it_has_a_rival(claims: list[C], resumes: bool):
    whole = case(claims, resumes, found=("any",))
    found = judge(whole, Limits())

    if not rivals_of_last(claims, resumes) and found is not None:
        assert found.kind is ContradictionKind.CORRECTION
        assert {*believed(whole.before)} <= {*believed(whole.after)}


@given(slots(values="A"), st.booleans(), st.randoms(use_true_random=False))
def test_what_is_contradicted_does_not_depend_on_the_order_of_reading(claims, resumes, random):
    shuffled = [*random.sample(claims[:-1], len(claims) - 1), claims[-1]]

    found = [judge(case(order, resumes, found=("any",)), Limits()) for order in (claims, shuffled)]

    assert found[0] == found[1]


@pytest.mark.parametrize(
    ("row", "number"),
    [
        ("Berlin 2010–2015; Lisbon 2015–", 0),
        ("Berlin 2010–2015; Lisbon 2014–", 1),
        ("Berlin 2010–; Lisbon 2005–2010", 0),
        ("Berlin 2010–; Berlin 2010–", 0),
        ("Berlin 2010–; Berlin 2012–", 1),
        ("Berlin 2010–2015; Berlin 2016–", 0),
        ("Berlin 2010–; ¬Berlin 2012", 1),
        ("Berlin 2010–; ¬Lisbon 2012", 0),
        ("Berlin 2010–2012; ¬Berlin 2012", 0),
        ("Berlin 2010–; Lisbon 2015–; ¬2012", 2),
    ],
)
def test_how_many_rivals_a_claim_has(row: str, number: int):
    assert len(rivals_of_last(read(row), resumes=True)) == number


def test_without_a_rival_nothing_is_judged():
    claims = read("Berlin 2010–; Lisbon 2015–")

    assert judge(case(claims, True, found=()), Limits()) is None
    assert judge(case(claims, True, found=("0",)), Limits()) is not None


@pytest.mark.parametrize("start", [0, 1, 2])
def test_a_denial_of_what_is_over_is_judged_by_the_memory_that_says_so(start):
    over = C("m0", "A", 0, None, 1, 0, end_unknown=True)
    denial = C("m1", "A", start, None, 2, 1, negative=True)
    whole = case([over, denial], resumes=False, found=("any",))
    found = judge(whole, Limits())

    # At the same time it says the same again; from the start it never was so, later it still was.
    assert (None if found is None else found.held) == (None if start == 1 else ("m0",))
