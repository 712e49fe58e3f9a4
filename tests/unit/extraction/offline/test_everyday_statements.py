"""The offline extractor on what people commonly say, by mechanisms that know no words of theirs."""

from datetime import date

import pytest

from extraction.model.candidates import SourceConfidence
from tests.support.offline_claims import claims, proposed


@pytest.mark.parametrize(
    ("text", "gone", "new"),
    [
        (
            "I traded my guitar for a banjo last week.",
            ("I", "not owns", "guitar"),
            ("I", "owns", "banjo"),
        ),
        (
            "I switched from Spotify to Tidal.",
            ("I", "not uses", "Spotify"),
            ("I", "uses", "Tidal"),
        ),
        (
            "The clinic has switched me from ramipril to losartan.",
            ("I", "not takes_medication", "ramipril"),
            ("I", "takes_medication", "losartan"),
        ),
        (
            "We replaced the oven with a hob in 2021.",
            ("I", "not uses", "oven"),
            ("I", "uses", "hob"),
        ),
    ],
)
def test_what_is_put_in_anothers_place_ends_it(text, gone, new):
    assert {gone, new} <= set(claims(text))


@pytest.mark.parametrize("text", ["I swapped shifts with Tom.", "I changed my mind about Rome."])
def test_what_is_swapped_with_somebody_is_not_put_in_a_place(text):
    assert claims(text) == []


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("Tamil is my mother tongue.", ("I", "native_language", "Tamil")),
        ("I've cancelled my gym membership.", ("I", "not subscribed_to", "gym membership")),
        ("We're in a two-bedroom flat in Leeds now.", ("I", "lives_in", "Leeds")),
        ("I'm a team leader at Aviva.", ("I", "job_title", "team leader")),
        ("I've had arthritis since 2019.", ("I", "has_condition", "arthritis")),
        ("I don't drink alcohol, so no wine.", ("I", "avoids_eating", "alcohol")),
        ("I have two brothers.", ("I", "has", "two brothers")),
        ("We have a mortgage with Nationwide.", ("I", "has", "mortgage with Nationwide")),
        ("My dad was a bus driver for thirty years.", ("My dad", "once job_title", "bus driver")),
        ("Gift ideas for my dad? He supports Everton.", ("He", "fan_of", "Everton")),
    ],
)
def test_common_statements_are_found(text, claim):
    assert claim in claims(text)


def test_an_appointment_is_what_somebody_has_on_a_day_to_come():
    (found,) = proposed("I have my driving test on 6 November.")
    assert (found.predicate, found.object.literal) == ("has", "driving test")
    assert (found.start.at.date(), found.end.at.date()) == (date(2024, 11, 6), date(2024, 11, 7))
    assert found.source_confidence is SourceConfidence.INFERRED


@pytest.mark.parametrize(
    "text",
    [
        "I have a question about Rome.",
        "I have a meeting on Monday.",
        "I play five a side.",
        "Oh brilliant, another train cancelled. I just love standing in the rain.",
    ],
)
def test_what_is_of_the_moment_cut_off_or_mocking_is_not_claimed(text):
    assert claims(text) == []


@pytest.mark.parametrize(
    ("text", "year", "month"),
    [
        ("My dad retires on the thirty-first of July.", 2024, 7),
        ("I move to Leeds on the first of March.", 2025, 3),
        ("I moved to Leeds in November.", 2023, 11),
        ("I quit my job at Acme in November.", 2023, 11),
    ],
)
def test_a_date_without_a_year_lies_on_the_side_of_now_that_the_verb_tells(text, year, month):
    found = [one for one in proposed(text) if one.start]
    assert {(one.start.at.year, one.start.at.month) for one in found} == {(year, month)}
