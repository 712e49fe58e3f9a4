"""The offline extractor on what is told beside a claim, and on parts that the parser loses."""

import pytest

from tests.support.offline_claims import claims, proposed


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("I'm 67, live in Ballarat and sing bass in the choir", ("I", "lives_in", "Ballarat")),
        ("My nan is 82 and lives alone", ("My nan", "lives_with", "alone")),
        ("I can't swim and my girl starts lessons soon", ("I", "not can", "swim")),
        ("We don't have a telly, haven't for years", ("I", "not has", "telly")),
    ],
)
def test_a_part_that_the_parser_has_lost_is_read_by_itself(text, claim):
    assert claim in claims(text)


@pytest.mark.parametrize(
    "text",
    [
        "If I get the job, live in Leeds and sing in a choir, I'll be happy",
        "My boss says I'm slow, work nights and hate people",
        "I can't stand coriander, tastes like soap",
        "I'd move to Leeds, live in a flat and teach French",
    ],
)
def test_a_part_under_a_condition_or_in_anothers_words_is_not(text):
    assert [c for c in claims(text) if c[1] in ("lives_in", "hates", "sings", "teaches")] == []


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("My son Leo, 7, loves trains", ("Leo", "age", "7")),
        ("I have two daughters, Zosia who is 11 and Hania who is 8", ("Hania", "age", "8")),
        ("My 8 year old son loves dinosaurs", ("my son", "age", "8")),
        ("Rufus, our nine-year-old border collie, is deaf", ("Rufus", "breed", "border collie")),
        ("We have two huskies, Miko and Juno", ("Juno", "breed", "husky")),
        ("I'm allergic to penicillin and so is my dad", ("my dad", "allergic_to", "penicillin")),
        ("I'm not vegetarian, my wife is", ("my wife", "diet", "vegetarian")),
    ],
)
def test_who_is_named_has_the_age_the_breed_and_what_is_said_alike(text, claim):
    assert claim in claims(text)


def test_a_son_of_eight_is_the_same_next_year():
    assert ("My son", "likes", "dinosaurs") in claims("My 8 year old son likes dinosaurs")


@pytest.mark.parametrize(
    ("text", "attribute", "start", "end"),
    [
        ("I have coeliac disease, diagnosed in 2018", "has_condition", "2018-01-01", None),
        (
            "We fly to Cebu on the 22nd of June 2026 and come back on 3 July",
            *("visited", "2026-06-22", "2026-07-04"),
        ),
        ("I live in Lisbon since three years", "lives_in", "2021-01-01", None),
        ("I have been vegan 6 years", "diet", "2018-01-01", None),
    ],
)
def test_a_time_told_behind_is_the_claims(text, attribute, start, end):
    (found,) = (one for one in proposed(text) if one.predicate == attribute)
    days = [b and b.at and b.at.date().isoformat() for b in (found.start, found.end)]
    assert days == [start, end]


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("I do the school run", ("I", "does", "school run")),
        ("We keep bees", ("I", "keeps", "bees")),
        ("I look after four under-fives", ("I", "looks_after", "four under-fives")),
        ("I've worn glasses since I was six", ("I", "wears", "glasses")),
        ("I never learned to swim", ("I", "not can", "swim")),
        ("I used to smoke", ("I", "once does", "smoke")),
        ("I'm not on Instagram or TikTok", ("I", "not is_on", "TikTok")),
        ("We don't have a dishwasher or a dryer", ("I", "not has", "dryer")),
        ("I no longer work nights", ("I", "not work_schedule", "nights")),
        ("I hate summer", ("I", "dislikes", "summer")),
        ("My worst subject is physics", ("I", "worst_subject", "physics")),
        ("My desk is in the hallway", ("I", "desk_is_in", "hallway")),
        ("My shop is closed on Mondays", ("I", "shop_is_closed_on", "Mondays")),
        ("We live on the fourth floor", ("I", "lives_on", "fourth floor")),
        ("I'm in my second year of law at Coimbra", ("I", "studies", "law")),
        ("I'm in my second year of law at Coimbra", ("I", "studies_at", "Coimbra")),
        ("I'm doing maths at Leeds", ("I", "studies_at", "Leeds")),
        ("I run a nail salon in Austin with three employees", ("I", "has", "three employees")),
        ("I have a bad left knee", ("I", "has_condition", "bad left knee")),
        ("I trained as a nurse in Manila", ("I", "trained_as", "nurse")),
        ("I speak Tagalog, English and a bit of Arabic", ("I", "speaks", "Arabic")),
    ],
)
def test_duties_fixtures_years_of_study_and_the_like_are_claimed(text, claim):
    assert claim in claims(text)


@pytest.mark.parametrize(
    "text",
    [
        "I do the thing he asked",
        "We keep secrets",
        "I'm the best man",
        "my flat has no oven, only two hot plates",
        "I look after myself",
    ],
)
def test_what_only_looks_like_them_is_not(text):
    assert [c for c in claims(text) if c[1] in ("does", "keeps", "gender", "flat_has")] == []


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("my worst subject is physics lol", ("I", "worst_subject", "physics")),
        ("im left handed", ("I", "is", "left-handed")),
        ("my sisters wedding is on 14 june", ("my sister", "wedding", "14 june")),
        ("me back is bad, got sciatica", ("I", "has_condition", "sciatica")),
        ("my nans 91", ("my nan", "age", "91")),
        ("im a sparky in geelong", ("I", "workplace", "geelong")),
    ],
)
def test_chat_is_read_as_it_is_typed(text, claim):
    assert claim in claims(text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("My parents live in Jaipur", "Nora's parents live in Jaipur."),
        ("My grandparents speak only Punjabi", "Nora's grandparents speak Punjabi."),
    ],
)
def test_several_who_are_one_are_told_of_in_the_plural(text, told):
    assert [c.text for c in proposed(text) if c.subject != "I"] == [told]


def test_parents_who_part_have_no_third_to_part_from():
    assert claims("My parents split up last year") == []


def test_a_question_may_ask_for_something_for_good():
    (found,) = proposed("Could you always give me prices in euro?")
    assert found.predicate == "instruction"
    assert list(proposed("Can you always see the moon from there?")) == []


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("I am eighty-five and a widow", ("I", "age", "85")),
        ("I'm seventy two", ("I", "age", "72")),
        ("I'm in Spokane", ("I", "is_in", "Spokane")),
        ("Our tap water here in Iloilo is hard", ("I", "lives_in", "Iloilo")),
    ],
)
def test_ages_in_words_and_where_one_speaks_from(text, claim):
    assert claim in claims(text)


@pytest.mark.parametrize("text", ["I'm in Rome this week", "I'm in Leeds for a wedding"])
def test_where_one_is_for_a_while_is_not_kept(text):
    assert claims(text) == []


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("My interview is April 9", ("I", "interview", "April 9")),
        ("my exam is 16 july", ("I", "exam", "16 july")),
    ],
)
def test_a_thing_of_ones_own_may_be_its_date(text, claim):
    assert claims(text) == [claim]


def test_a_bare_weekday_is_no_date_of_a_thing():
    assert claims("My interview is Tuesday") == []


def test_what_a_lost_part_says_is_quoted_from_its_first_word():
    quoted = {c.predicate: c.span for c in proposed("I'm 67, live in Ballarat and sing bass")}
    assert quoted["lives_in"] == "live in Ballarat"
    assert quoted["sings"] == "sing bass"
