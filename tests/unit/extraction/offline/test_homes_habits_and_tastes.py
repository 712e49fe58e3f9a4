"""The offline extractor on what people are, do every week, cannot do, like, and live with."""

import pytest

from tests.support.offline_claims import claims, proposed


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("I'm retired", ("I", "is", "retired")),
        ("I'm a single mum of two", ("I", "is_a", "single mum of two")),
        ("I'm not a morning person", ("I", "not is_a", "morning person")),
        ("I'm in my second year at uni", ("I", "is_in", "second year")),
        ("I'm on a low salt diet", ("I", "is_on", "low salt diet")),
        ("My brother's in the army", ("My brother", "is_in", "army")),
    ],
)
def test_what_somebody_is_for_long_is_claimed_whole(text, claim):
    assert claim in claims(text)


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("I swim three mornings a week before work", ("I", "swims", "three mornings a week")),
        ("I go to yoga every Thursday evening", ("I", "goes_to", "yoga")),
        ("i go running at 6 every morning", ("I", "goes_running_at", "6 every morning")),
        (
            "I work from home on Mondays and Fridays",
            ("I", "works_from_home", "Mondays and Fridays"),
        ),
        ("I finish work at half five", ("I", "finishes_work_at", "half five")),
        ("My shift starts at 6am", ("I", "shift_starts_at", "6am")),
        ("i play five a side every thursday", ("I", "plays", "five a side")),
    ],
)
def test_what_returns_is_a_habit(text, claim):
    assert claims(text) == [claim]


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("I can't swim.", ("I", "not can", "swim")),
        ("My boss doesn't drive.", ("My boss", "not does", "drive")),
        ("I can't take dairy at all", ("I", "not can_take", "dairy")),
        ("We have no garden", ("I", "not has", "garden")),
        ("I never eat breakfast", ("I", "avoids_eating", "breakfast")),
        ("I'm not on Instagram", ("I", "not is_on", "Instagram")),
    ],
)
def test_what_somebody_cannot_do_or_has_not_is_claimed_as_such(text, claim):
    assert claims(text) == [claim]


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("I like my curry really hot", ("I", "likes", "my curry really hot")),
        ("I love anything with garlic", ("I", "likes", "anything with garlic")),
        ("I always want a window seat", ("I", "prefers", "a window seat")),
        ("I always go for an aisle seat", ("I", "prefers", "an aisle seat")),
        ("I love the Beatles", ("I", "likes", "Beatles")),
        ("My cat loves the salmon pate", ("My cat", "likes", "the salmon pate")),
        ("Tabs over spaces, always.", ("I", "prefers", "Tabs")),
    ],
)
def test_what_is_liked_is_claimed_with_all_that_is_said_of_it(text, claim):
    assert claims(text) == [claim]


def test_several_things_that_are_liked_are_several_claims():
    found = claims("Nora hates mushrooms and peas")

    assert found == [("Nora", "dislikes", "mushrooms"), ("Nora", "dislikes", "peas")]


@pytest.mark.parametrize(
    ("text", "attribute", "value", "day"),
    [
        ("My driving test is on 6 November", "driving_test", "6 November", "2025-11-06"),
        ("Our lease ends on 30 June 2026", "lease_ends", "30 June 2026", "2026-06-30"),
        ("Our first baby is due on 2 February 2026", "first_baby", "2 February 2026", "2026-02-02"),
        ("My operation is booked for 14 October 2026", "operation", "14 October 2026", None),
    ],
)
def test_a_thing_of_ones_own_has_its_day(text, attribute, value, day):
    (found,) = (one for one in proposed(text) if one.predicate == attribute)

    assert found.object.literal == value
    assert found.start is not None
    assert day is None or found.start.at.isoformat().startswith(day[4:], 4)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "My sister Adaeze is a midwife in Leeds",
            {
                ("My sister Adaeze", "job_title", "midwife"),
                ("My sister Adaeze", "workplace", "Leeds"),
            },
        ),
        (
            "I live in Pune with my parents and my younger sister",
            {("I", "lives_in", "Pune"), ("I", "lives_with", "my parents and my younger sister")},
        ),
        (
            "He said nothing. I work in the kitchen of a hotel",
            {("I", "works_in", "kitchen of a hotel")},
        ),
        (
            "We moved from Croydon to Whitstable last month",
            {("I", "lives_in", "Whitstable"), ("I", "not lives_in", "Croydon")},
        ),
        (
            "I changed my major from biology to data science",
            {("I", "major", "data science"), ("I", "not major", "biology")},
        ),
        ("Our lab Bruno is 13 now", {("Our lab Bruno", "age", "13")}),
        ("What oil does my car take? It's a 2016 Honda Civic", {("I", "car", "2016 Honda Civic")}),
        ("love the Flames, cant stand the Oilers", {("I", "likes", "Flames")}),
        ("I'm a self-employed plasterer", {("I", "job_title", "self-employed plasterer")}),
    ],
)
def test_what_stands_beside_a_job_a_home_or_a_name_is_claimed_too(text, expected):
    assert expected <= set(claims(text))


@pytest.mark.parametrize(
    "text",
    [
        "I love this song",
        "I love the new design",
        "I'd love a coffee",
        "I can't find my keys",
        "I'm on page three of the form",
        "I don't have the file",
        "I don't have cheese today",
        "I'm a big believer in rest",
        "She's a real fighter",
        "The meeting starts at 3",
        "He is 84 and lives alone, they say",
        "the kids are a nightmare, hate fish, love chips",
        "she's lovely, vegan, living in Leeds, allergic to cats",
        "Back in 2010, skint, living in Leeds, single",
        "goals, married, living in Spain, retired at 40",
        "I can't drink and drive",
        "My mum can't read or write",
        "I'm almost retired",
        "I have no cats but two dogs",
        "I rarely go to the gym twice a week",
        "My friend says I eat pizza every night",
        "I never eat eggs unless they're free range",
        "When you get a chance, send me the file",
        "Write the code for a snake game",
        "Give me your answers by Friday",
        "dont know what to do about my boss",
        "Amma Asante is a director",
        "I'm a biter",
        "I'm a fast typer",
        "a vet on holiday in Rome",
        "I live with chronic pain",
        "I work at 3 jobs",
        "I work at 5 Guys",
        "I start at 12 dollars an hour",
        "I finish work at 5 today",
        "My class starts at 4 today",
        "We leave at 6 tomorrow",
        "I get to work at 9",
        "I'm on Zoom with my boss",
        "I'm on Chrome",
        "I'm on a night out",
        "I'm in a relationship with food",
        "I'm sober now",
        "I'm pregnant with anticipation",
        "I'm such a child",
        "We're a couple of idiots",
        "I can't smoke here",
        "I don't eat well",
        "I can walk home",
        "I can't take a joke",
        "I can't do a handstand",
        "I can't have kids over on weekdays",
        "I don't have a pen on me",
        "I don't have a ticket yet",
        "I always get the blame",
        "I hate having to ask this",
        "I like your idea about the garden",
        "love you loads",
        "My phone has no battery",
        "My laptop has a virus",
        "Should I sell my bike? It's a Tuesday",
        "I left my phone in the cab. It's an Uber.",
        "Is my landlord's car ok? It's a Ford.",
        "The car is a Toyota, the one that hit me",
        "The password is Password123 lol",
        "We separated at the station",
        "I'm doing a course of antibiotics",
    ],
)
def test_what_is_of_the_moment_or_of_nobody_known_is_left(text):
    assert claims(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "If I move to Rome, I live alone, I guess",
        "I would say, my brother lives in Leeds, maybe",
    ],
)
def test_a_part_of_a_sentence_is_not_read_without_what_takes_the_edge_off_it(text):
    assert [one for one in proposed(text) if one.speech_act == "ASSERTION"] == []


def test_a_sentence_without_a_subject_after_one_of_somebody_else_is_not_the_speakers():
    found = claims("Declan? He's a fitter with the ESB. Living in Tullamore.")

    assert not [claim for claim in found if claim[0] == "I"]


@pytest.mark.parametrize(
    ("text", "instruction"),
    [
        ("Please keep your answers short.", "Please keep your answers short"),
        ("When I paste code, just fix it.", "When I paste code, just fix it"),
        ("dont call me sir", "dont call me sir"),
        ("Stop using emojis with me.", "Stop using emojis with me"),
    ],
)
def test_a_way_of_answering_is_an_instruction(text, instruction):
    assert claims(text) == [("I", "instruction", instruction)]


def test_what_is_left_out_only_after_lunch_is_not_left_out():
    assert claims("I don't drink coffee after lunch") == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("I will retire at the end of March 2026", "Nora retires in late March 2026 (planned)."),
        (
            "I closed my bakery at the end of May",
            "Nora no longer runs bakery since late May 2024.",
        ),
    ],
)
def test_a_third_of_a_month_is_told_as_one(text, told):
    assert [one.text for one in proposed(text)] == [told]


@pytest.mark.parametrize(
    "text",
    [
        "cant stand coriander, tastes like soap to me",
        "Congrats my brother!!",
    ],
)
def test_what_another_thing_does_and_whom_one_only_calls_so_say_nothing_of_the_speaker(text):
    assert [claim for claim in claims(text) if claim[2] != "coriander"] == []


def test_a_day_that_is_put_right_is_claimed_as_the_right_one():
    found = claims("My driving test is on 6 November. Sorry, 16 November.")

    assert found == [("I", "driving_test", "16 November")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I can't swim or drive", {("I", "not can", "swim"), ("I", "not can", "drive")}),
        ("We're not getting married", {("I", "not marital_status", "married")}),
        ("I'm 40 and not retired", {("I", "age", "40"), ("I", "birth_year", "1983 or 1984")}),
        ("I hate cooking but love baking", {("I", "dislikes", "cooking")}),
        ("I'm driving a Tesla this week", set()),
        ("Just for today I'm the goalkeeper", set()),
        ("I'm 40 today", {("I", "age", "40"), ("I", "birth_year", "1983 or 1984")}),
        ("I have my sister's dog for the weekend", {("I", "sibling", "my sister")}),
        ("the app says I weigh 200 kilos", set()),
        ("My doctor says I'm diabetic", {("I", "has_condition", "diabetic")}),
        ("I don't only eat meat", set()),
        ("We don't have any brothers, only sisters", {("I", "not has", "brothers")}),
        ("We plan to move to Perth next winter if my visa comes through", set()),
        ("I'm snow blind after that ski day", set()),
        ("Act as my wife who is a vegan", set()),
        ("I'm a nurse with a house in Spain", {("I", "job_title", "nurse")}),
        ("I know R and SQL", {("I", "skill", "R"), ("I", "skill", "SQL")}),
        ("My name is Em", {("I", "name", "Em")}),
        ("My type 2 diabetes clinic is in Leeds", {("I", "diabetes_clinic_is_in", "Leeds")}),
        ("I live in Leeds with a view of the sea", {("I", "lives_in", "Leeds")}),
    ],
)
def test_nothing_more_is_claimed_than_is_said(text, expected):
    assert set(claims(text)) == expected
