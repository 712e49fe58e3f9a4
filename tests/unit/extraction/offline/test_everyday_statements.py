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


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("My mother was born in 1955.", [("My mother", "birth_year", "1955")]),
        ("I was born in May 1990.", [("I", "birth_year", "1990")]),
        ("I was born on 3 May 1990.", [("I", "birthday", "1990-05-03")]),
        ("I was born in the 1950s.", []),
        ("The company was born in 1990.", []),
    ],
)
def test_a_year_of_birth_is_no_birthday(text, found):
    assert [c for c in claims(text) if c[1].startswith("birth")] == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "I have two kids and a dog called Rex.",
            {("has_children", "two kids"), ("has_pet", "Rex")},
        ),
        ("I have a sister, Jane, and a brother, Bob.", {("sibling", "Jane"), ("sibling", "Bob")}),
        (
            "I have a sister called Jane and a brother called Bob.",
            {("sibling", "Jane"), ("sibling", "Bob")},
        ),
        (
            "I have two kids, Rafa and Lea, and a dog, Rex.",
            {("child", "Rafa"), ("child", "Lea"), ("has_pet", "Rex")},
        ),
        ("I have a cat and a dog called Rex.", {("has_pet", "cat"), ("has_pet", "Rex")}),
        ("I have a sister and two brothers.", {("sibling", "my sister")}),
        ("I don't have a sister but a brother.", {("not sibling", "my sister")}),
    ],
)
def test_all_of_a_list_are_those_one_has(text, found):
    assert {(attribute, said) for _, attribute, said in claims(text)} == found


@pytest.mark.parametrize(
    ("text", "who", "relation"),
    [
        ("My mum lives in Leeds.", "My mum", "parent"),
        ("My daddy lives in Leeds.", "My daddy", "parent"),
        ("My nan lives in Leeds.", "My nan", "grandparent"),
        ("My step-mum lives in Leeds.", "My step-mum", "parent"),
        ("My step dad lives in Leeds.", "My step dad", "parent"),
        ("My hubby lives in Leeds.", "My hubby", "spouse"),
    ],
)
def test_kin_have_their_relation_under_every_word(text, who, relation):
    found = claims(text)
    assert (who, "lives_in", "Leeds") in found
    assert relation in {attribute for subject, attribute, _ in found if subject == "I"}


@pytest.mark.parametrize(
    "text",
    ['Everyone calls Ana "Mum".', '"Mum" works at Tesco.', "A woman called Mum works at Tesco."],
)
def test_who_is_only_called_mum_is_nobodys_mother(text):
    assert "parent" not in {attribute for _, attribute, _ in claims(text)}


def test_an_owner_who_stands_before_the_part_that_is_read_again_keeps_his_place():
    assert ("my nan", "lives_in", "Whitby") in claims("my nan's ninety and lives in Whitby")
