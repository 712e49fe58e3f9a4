"""The offline extractor on what no pattern knows: clauses, headed lines, ends and instructions."""

import pytest

from extraction.model.candidates import SourceConfidence
from tests.support.offline_claims import claims, proposed


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("my laptop is a Framework 13", ("I", "laptop", "Framework 13")),
        ("my 401k is with Fidelity", ("I", "has_401k", "Fidelity")),
        (
            "My budget for the kitchen is 14,500 euros.",
            ("I", "budget_for_kitchen", "14,500 euros"),
        ),
        ("my password manager is bitwarden", ("I", "password_manager", "bitwarden")),
        ("I coach the under-12s on Saturdays", ("I", "coaches", "under-12s")),
        ("i ride a Brompton to work", ("I", "rides", "Brompton")),
        ("I have been teaching pottery since 2018", ("I", "teaches", "pottery")),
        ("I used to fence for Scotland", ("I", "once fences_for", "Scotland")),
        ("Broke my wrist in January", ("I", "broke", "wrist")),
        ("I packed in smoking last month", ("I", "not does", "smoking")),
    ],
)
def test_a_clause_that_no_pattern_knows_gives_its_verb_or_noun_as_attribute(text, claim):
    assert claims(text) == [claim]
    (found,) = proposed(text)
    assert found.source_confidence is SourceConfidence.INFERRED


@pytest.mark.parametrize(
    "text",
    [
        "My point is that nobody cares.",
        "My day is a mess.",
        "My kids are my rocks.",
        "I just pasted the log above.",
        "I watched a film yesterday.",
        "I appreciate the quick reply.",
        "For now I'm using Postgres for this script.",
        "If I get the offer I'll sell the flat.",
        "Sure, because I obviously live at the office.",
        "Let's say I'm 25 and I earn 40k.",
        "I'm no cook.",
    ],
)
def test_what_is_of_the_moment_or_of_talk_or_supposed_gives_nothing_sure(text):
    sure = [
        one
        for one in proposed(text)
        if one.source_confidence is not SourceConfidence.SPECULATED
        and one.speech_act == "ASSERTION"
        and one.predicate != "has_children"
    ]
    assert sure == []


def test_the_text_of_such_a_claim_reads_by_itself():
    (found,) = proposed("Broke my wrist in January")
    assert found.text == "Nora broke their wrist in January 2024."


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "Allergies: penicillin, latex",
            [("I", "allergic_to", "penicillin"), ("I", "allergic_to", "latex")],
        ),
        ("- Diet: vegan\n- Blood type: O negative", [("I", "diet", "vegan"), "O negative"]),
        ("Error: cannot find module", []),
        ("Ingredients: flour, eggs", []),
        ("Allergies: none", []),
        ("Diet: what should I eat?", []),
        ("```\nDiet: vegan\n```\nwhat is that?", []),
        ("Let's pretend I'm a knight.\nDiet: vegan", []),
    ],
)
def test_headed_lines_say_what_their_headings_stand_for(text, found):
    said = claims(text)
    assert len(said) == len(found)
    for one, wanted in zip(said, found, strict=True):
        assert wanted in (one, one[2])


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("I sold the Corolla.", ("I", "not owns", "Corolla")),
        ("I cancelled Netflix.", ("I", "not subscribed_to", "Netflix")),
        ("We broke up.", ("I", "not partner", None)),
        ("I gave up the oboe.", ("I", "not plays", "oboe")),
    ],
)
def test_what_is_given_up_is_held_no_longer(text, claim):
    assert claims(text) == [claim]


@pytest.mark.parametrize(
    "text",
    [
        "Please always use formal language.",
        "Whenever I ask for code, give me only the diff.",
        "From now on reply in Spanish.",
        "Aisle seat please, always.",
        "Never call me before nine.",
    ],
)
def test_a_command_for_good_is_an_instruction(text):
    assert [claim[1] for claim in claims(text)] == ["instruction"]


@pytest.mark.parametrize(
    "text",
    [
        "Please send me the file.",
        "I always forget my keys.",
        "Whenever it rains I stay in.",
        "Don't include the tests in this pull request.",
        "Don't forget to remind me about the dentist tomorrow.",
        "Please keep it short this time.",
        "Make sure to add a test for this function.",
        "Never use my real name in this draft.",
    ],
)
def test_a_command_for_once_or_a_habit_is_none(text):
    assert "instruction" not in [claim[1] for claim in claims(text)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "I live in Leeds and work at Barclays, can you suggest a gym?",
            [("I", "lives_in", "Leeds"), ("I", "works_at", "Barclays")],
        ),
        ("Do you know if I live in Leeds, by any chance?", []),
        (
            "Correction: I live in Bradford, I don't know why I said Leeds.",
            [("I", "lives_in", "Bradford")],
        ),
    ],
)
def test_what_is_stated_before_a_question_or_an_aside_counts(text, found):
    assert claims(text) == found


@pytest.mark.parametrize(
    ("text", "starts"),
    [
        ("I moved to Leeds in July, so I'll need a dentist.", ["2023-07-01"]),
        ("I move to Porto in February.", ["2025-02-01"]),
        ("I quit my job at Acme last Friday and start at Beta on 1 May.", [None, "2025-05-01"]),
    ],
)
def test_a_date_without_a_year_is_on_the_side_of_now_that_the_verb_tells_of(text, starts):
    found = [one.start.at.date().isoformat() for one in proposed(text) if one.start]
    assert found[-1] == starts[-1]


def test_a_list_of_people_is_no_apposition_and_fur_kids_are_no_children():
    assert ("I", "spouse", "Tom") not in claims("My wife, Tom and I went to the lake.")
    assert claims("My fur kids keep me busy.") == []
    assert claims("I'm allergic to animals with fur.") == [("I", "allergic_to", "animals with fur")]


def test_a_place_that_tells_which_is_meant_stays_with_the_value():
    assert ("I", "works_at", "general hospital in Ikeja") in claims(
        "I am a theatre nurse at the general hospital in Ikeja."
    )
    assert claims("I work at Acme in Leeds.")[0] == ("I", "works_at", "Acme")


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("day rate is 380", ("I", "day_rate", "380")),
        ("mortgage is with the Skipton", ("I", "mortgage", "Skipton")),
        ("gp is Dr Adebayo", ("I", "gp", "Dr Adebayo")),
    ],
)
def test_a_bare_noun_with_a_name_or_a_number_is_ones_own(text, claim):
    assert claims(text) == [claim]


@pytest.mark.parametrize(
    "text",
    [
        "coffee is great",
        "how do i sidechain without a compressor",
        "put 'my wife left me for a dentist' into german",
        "lets practise: you're a landlord, i'm a tenant called Bartek who's 3 months behind",
        "My physio is convinced that it is the hip.",
    ],
)
def test_what_asks_or_plays_or_is_quoted_is_not_meant(text):
    assert [claim for claim in claims(text) if claim[1] != "name"] == []


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("I'm based out of Austin.", ("I", "lives_in", "Austin")),
        ("I code mostly in Rust.", ("I", "uses", "Rust")),
        ("I'm fluent in Dutch.", ("I", "speaks", "Dutch")),
        ("I'm not fluent in Dutch.", ("I", "not speaks", "Dutch")),
        ("The Atlas service runs on Hetzner.", ("Atlas service", "hosted_on", "Hetzner")),
        ("The Atlas report is due by Friday.", ("Atlas report", "deadline", "Friday")),
    ],
)
def test_words_that_name_a_declared_attribute_give_it(text, claim):
    assert claims(text) == [claim]


@pytest.mark.parametrize(
    "text",
    [
        "I work on the biz.",
        "my neighbour has told the whole street I'm moving to spain",
        "If I were based in Porto I'd surf.",
        "Baby is due in November.",
    ],
)
def test_they_give_it_only_of_what_has_it_and_is_so(text):
    known = {"lives_in", "work_schedule", "deadline"}
    assert known.isdisjoint(
        one.predicate
        for one in proposed(text)
        if one.source_confidence is not SourceConfidence.SPECULATED
    )
