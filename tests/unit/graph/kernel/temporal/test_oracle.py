"""The oracle against every row of the model's table, and properties over random claims."""

import random
from dataclasses import replace
from itertools import pairwise, permutations

import pytest

from tests.oracle.oracle import C, beliefs, decider_at, value_at
from tests.oracle.supersession import superseded_by, supersession
from tests.oracle.table import (
    TABLE,
    TABLE_NOT_RESUMING,
    TABLE_UNKNOWN_BOUNDS,
    read,
    show,
)
from tests.support.profiles import count

ONCE = {"resumes": False}


@pytest.mark.parametrize(("row", "expected"), TABLE)
def test_a_row_of_the_table(row: str, expected: str):
    assert show(beliefs(read(row))) == expected


@pytest.mark.parametrize(("row", "expected"), TABLE)
def test_a_row_of_named_years(row: str, expected: str):
    years = [replace(c, start_period=(c.start, c.start + 1)) for c in read(row) if c.stated]
    observed = [c for c in read(row) if not c.stated]

    assert show(beliefs([*years, *observed])) == expected


@pytest.mark.parametrize(("row", "expected"), TABLE_NOT_RESUMING)
def test_a_row_of_an_attribute_that_does_not_resume(row: str, expected: str):
    assert show(beliefs(read(row), **ONCE)) == expected


def test_a_row_of_bounds_that_are_not_known():
    for row, expected in TABLE_UNKNOWN_BOUNDS:
        assert show(beliefs(read(row))) == expected, row


@pytest.mark.parametrize(("row", "expected"), [*TABLE, *TABLE_UNKNOWN_BOUNDS])
def test_a_row_does_not_depend_on_the_order_of_arrival(row: str, expected: str):
    claims = read(row)

    for places in permutations(range(len(claims))):
        arrived = [replace(c, place=place) for c, place in zip(claims, places, strict=True)]
        arrived.sort(key=lambda c: c.place)
        assert show(beliefs(arrived)) == expected


def test_a_belief_lists_the_memories_that_carry_it_by_start():
    (belief,) = beliefs(read("Acme 2010–2018; Acme 2010–2011 obs; Acme 2012–2013"))

    assert belief[3] == ("0:Acme 2010–2018", "1:Acme 2010–2011 obs", "2:Acme 2012–2013")


def test_a_claim_that_expires_holds_until_then():
    claims = [replace(read("Happy 5–")[0], expires=9)]

    assert show(beliefs(claims)) == "Happy 5–9"


# Placement of a named period, months as [0, 30) and years as [0, 360).


def test_this_year_is_placed_at_the_speaking_if_something_finer_came_before():
    moved = C("moved", "Berlin", 0, None, 200, 0, start_period=(0, 360))
    finer = C("finer", "Lisbon", 60, None, 300, 1, start_period=(60, 61))

    assert show(beliefs([moved, finer])) == "Lisbon 60–200, Berlin 200–"
    assert show(beliefs([moved, replace(finer, start_period=(0, 360), start=0)])) == "Lisbon 0–"
    assert show(beliefs([moved, replace(finer, start=210)])) == "Berlin 0–210, Lisbon 210–"


@pytest.mark.parametrize(("said", "end"), [(500, 360), (200, 200)])
@pytest.mark.parametrize("value", ["Acme", None])
def test_what_began_in_a_year_and_ended_in_it_ends_after_it_began(said, end, value):
    began = C("began", "Acme", 90, None, 95, 0, start_period=(90, 120))
    ended = C("ended", value, 0, None, said, 1, negative=True, start_period=(0, 360))

    assert show(beliefs([began, ended])) == f"Acme 90–{end}"


def test_what_began_earlier_ends_where_the_period_begins():
    began = C("began", "Acme", -400, None, -300, 0)
    new = C("new", "Beta", 20, None, 40, 1, start_period=(20, 21))
    ended = C("ended", None, 20, None, 40, 2, negative=True, start_period=(20, 21))

    assert show(beliefs([began, new, ended])) == "Acme -400–20, Beta 20–"


# Supersession.


def short(claims: list[C], **how: bool) -> dict[str, str]:
    """Who supersedes whom and why, by places: "0" to "1 CHANGE"."""
    found = supersession(claims, **how)
    return {a[0]: f"{by[0]} {why}" for a, (by, why) in found.items() if by}


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("Berlin 2020–; Lisbon 2024–; Rome 2019–", {"2": "0 CHANGE", "0": "1 CHANGE"}),
        ("Acme 2020–; Beta 2021–; ¬Beta 2023", {"0": "1 CHANGE", "1": "2 RETRACTION"}),
        ("Acme 1–12; Beta 6–; ¬Beta 8", {"1": "0 RETRACTION"}),
        ("Acme 2018–; Beta 2020–; ¬2020", {"0": "1 CHANGE"}),
        ("Anna 2010–; Anna 2010–2018", {"0": "1 CORRECTION"}),
        ("Acme 2010–; Acme 2011–2018", {"0": "1 CHANGE"}),
        ("Acme 2000–; ¬Acme 2025; ¬Acme 2026", {"0": "2 RETRACTION", "1": "2 CORRECTION"}),
        ("Acme 0–; Acme 300– obs; ¬Acme 200", {"0": "2 RETRACTION", "1": "2 CORRECTION"}),
        ("Lisbon 2010–; Berlin 2020–; Berlin 2021–", {"0": "2 CHANGE", "1": "2 CORRECTION"}),
        ("Acme 2020– said 2020; Beta since 2018 said 2025", {"0": "1 CHANGE"}),
        ("Acme 1–12; Beta 3–9", {"1": "0 CHANGE"}),
        ("Acme 1–12", {}),
        ("Acme 2010–2018; Acme 2010–2011 obs", {}),
    ],
)
def test_who_supersedes_whom(row: str, expected: dict[str, str]):
    assert short(read(row)) == expected


# Random claims.


def some_claims(dice: random.Random, values: str = "AB", span: int = 8) -> list[C]:
    """A few claims of one slot, with distinct times of saying, at random."""
    said = dice.sample(range(2 * span), dice.randint(1, 6))
    return [one_claim(dice, f"{place}", s, place, values, span) for place, s in enumerate(said)]


def one_claim(dice: random.Random, key: str, said: int, place: int, values: str, span: int) -> C:
    """One claim at random, now and then with a named period, an expiry or no value."""
    start = dice.randrange(span)
    negative = dice.random() < 0.3
    period = (start, start + dice.choice([1, 2, 4])) if dice.random() < 0.2 else None
    end = start + dice.randint(1, span) if dice.random() < 0.4 else None
    return C(
        id=key,
        value=None if negative and dice.random() < 0.4 else dice.choice(values),
        start=start,
        end=end,
        said=said,
        place=place,
        negative=negative,
        stated=period is not None or dice.random() < 0.6,
        vouched=said if end is None and said > start and dice.random() < 0.4 else None,
        expires=start + dice.randint(0, span) if dice.random() < 0.1 else None,
        start_period=period,
    )


def sets_of_claims(number: int, values: str = "AB"):
    """Sets of claims with whether the attribute resumes, the same on every run."""
    dice = random.Random(20)
    for _ in range(number):
        yield some_claims(dice, values), dice.random() < 0.6


def test_beliefs_follow_each_other_and_say_what_the_rules_say_at_every_instant():
    for claims, resumes in sets_of_claims(count(quick=150, long=2_000), "ABC"):
        found = beliefs(claims, resumes)

        for one, following in pairwise(found):
            assert one[2] is not None
            assert one[2] < following[1] or (one[2] == following[1] and one[0] != following[0])
        for t in range(-1, 40):
            held = [b[0] for b in found if b[1] <= t and (b[2] is None or t < b[2])]
            assert held == [v for v in [value_at(claims, t, resumes)] if v is not None]


def test_the_memories_of_a_belief_say_its_value_and_include_its_deciders():
    for claims, resumes in sets_of_claims(count(quick=150, long=2_000)):
        by_id = {c.id: c for c in claims}
        for value, start, _, ids in beliefs(claims, resumes):
            decider = decider_at(claims, start, resumes)
            assert decider is not None
            assert decider.id in ids
            assert {by_id[key].value for key in ids} == {value}


def test_every_order_of_arrival_gives_the_same_beliefs_and_chains():
    dice = random.Random(21)
    for claims, resumes in sets_of_claims(count(quick=300, long=2_000)):
        places = dice.sample(range(len(claims)), len(claims))
        arrived = [replace(c, place=place) for c, place in zip(claims, places, strict=True)]
        dice.shuffle(arrived)

        assert beliefs(arrived, resumes) == beliefs(claims, resumes)
        assert supersession(arrived, resumes) == supersession(claims, resumes)


@pytest.mark.parametrize("values", ["A", "AB", "ABC"])
def test_chains_have_no_cycle_and_end_in_a_memory_not_superseded(values: str):
    dice = random.Random(22)
    for claims, resumes in sets_of_claims(count(quick=300, long=2_000), values):
        said = [replace(c, said=dice.randrange(12)) for c in claims]
        by = superseded_by(said, resumes)
        for key in by:
            seen = set[str]()
            at: str | None = key
            while at is not None:
                assert at not in seen
                seen.add(at)
                at = by[at]


def test_a_negative_claim_is_superseded_only_if_it_is_postponed():
    for claims, resumes in sets_of_claims(count(quick=150, long=2_000)):
        for key, (by, why) in supersession(claims, resumes).items():
            one = next(c for c in claims if c.id == key)
            if one.negative and by is not None:
                assert why == "CORRECTION"
                assert next(c for c in claims if c.id == by).negative
