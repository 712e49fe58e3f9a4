"""The offline extractor: what it finds in a turn, how it marks it, and above all what it leaves."""

import json
import os
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction.model.candidates import (
    Candidate,
    Confirmation,
    Extractor,
    RecentMemory,
    SourceConfidence,
    Turn,
    Window,
)
from extraction.offline.extractor import OfflineExtractor, extract
from extraction.offline.patterns.table import TABLE, load, table
from graph.kernel.registry.wording import past_of
from graph.vocabulary import MemoryType, Precision, SourceKind, SpeechAct, TimeBasis
from tests.support.offline_claims import SAID, value
from tests.support.offline_claims import claims as claims_in_time
from tests.support.profiles import examples

UNMEANT = (SpeechAct.HYPOTHETICAL, SpeechAct.ROLE_PLAY, SpeechAct.SARCASM)


def turn(text, *, speaker="Nora", at=SAID, kind=SourceKind.USER, number=0):
    return Turn(id=f"t{number}", speaker=speaker, source_kind=kind, text=text, occurred_at=at)


def heard(*texts, speaker="Nora", memories=()):
    """What is proposed for the last of some turns of one speaker."""
    turns = [turn(text, speaker=speaker, number=n) for n, text in enumerate(texts)]
    window = Window(turn=turns[-1], previous=tuple(turns[:-1]), memories=tuple(memories))
    return extract(window).candidates


def claims(*texts, **options):
    """Predicate and value of every proposal; a leading "not" marks a negative one."""
    return [
        (("not " if c.negative else "") + c.predicate, value(c)) for c in heard(*texts, **options)
    ]


def only(*texts, **options):
    found = heard(*texts, **options)
    assert len(found) == 1, found
    return found[0]


def about(predicate, *texts, **options):
    return next(c for c in heard(*texts, **options) if c.predicate == predicate)


# ---------------------------------------------------------------- what is found


@pytest.mark.parametrize(
    ("text", "predicate", "said"),
    [
        ("I live in Leipzig.", "lives_in", "Leipzig"),
        ("We moved to Porto.", "lives_in", "Porto"),
        ("I'm based in Graz these days.", "lives_in", "Graz"),
        ("I grew up in Leeds.", "home_town", "Leeds"),
        ("I'm originally from Brazil.", "home_town", "Brazil"),
        ("I was born in Turin.", "born_in", "Turin"),
        ("I was born on 3 May 1990.", "birthday", "1990-05-03"),
        ("My birthday is May 3rd.", "birthday", "May 3"),
        ("I'm 34 years old.", "age", "34"),
        ("I'm Portuguese.", "nationality", "Portuguese"),
        ("My name is Nora Lind.", "name", "Nora Lind"),
        ("I work at Lumen Health.", "works_at", "Lumen Health"),
        ("I joined Lumen Health in 2018.", "works_at", "Lumen Health"),
        ("I got a job at a small hospital.", "works_at", "small hospital"),
        ("I was hired by Lumen Health last month.", "works_at", "Lumen Health"),
        ("I'm a backend engineer.", "job_title", "backend engineer"),
        ("She works as a nurse.", "job_title", "nurse"),
        ("I became a teacher in 2015.", "job_title", "teacher"),
        ("I run a small bakery.", "runs_business", "small bakery"),
        ("I study chemistry.", "studies", "chemistry"),
        ("I studied at Uppsala University from 2010 to 2013.", "studies_at", "Uppsala University"),
        ("I'm learning Swedish.", "learning", "Swedish"),
        ("I'm married to Eva.", "spouse", "Eva"),
        ("I'm single.", "marital_status", "single"),
        ("I report to Helena.", "manager", "Helena"),
        ("I have a cat named Miso.", "has_pet", "Miso"),
        ("I adopted a puppy last week.", "has_pet", "puppy"),
        ("I love hiking.", "likes", "hiking"),
        ("I'm a big fan of jazz.", "likes", "jazz"),
        ("I'm really into pottery.", "likes", "pottery"),
        ("I can't stand coriander.", "dislikes", "coriander"),
        ("I don't like mushrooms.", "dislikes", "mushrooms"),
        ("I prefer tea to coffee.", "prefers", "tea"),
        ("My favourite colour is green.", "favorite_colour", "green"),
        ("I'm allergic to peanuts.", "allergic_to", "peanuts"),
        ("I'm vegan.", "diet", "vegan"),
        ("I don't eat pork.", "avoids_eating", "pork"),
        ("I play the violin.", "plays", "violin"),
        ("I've taken up pottery.", "hobby", "pottery"),
        ("I speak fluent Portuguese.", "speaks", "Portuguese"),
        ("I own a sailing boat.", "owns", "sailing boat"),
        ("I drive a Skoda.", "drives", "Skoda"),
        ("I'm a member of a rowing club.", "member_of", "rowing club"),
        ("I volunteer at a dog shelter.", "volunteers_at", "dog shelter"),
        ("I visited Lisbon in May.", "visited", "Lisbon"),
        ("We went to a concert last Friday.", "attended", "concert"),
        ("I bought a kayak yesterday.", "bought", "kayak"),
        ("I baked a cake yesterday.", "made", "cake"),
        ("I ran a marathon last Sunday.", "took_part_in", "marathon"),
        ("I signed up for a sewing course yesterday.", "signed_up_for", "sewing course"),
        ("I chose PostgreSQL for this project.", "decision", "PostgreSQL"),
        ("I always use dark mode.", "uses", "dark mode"),
    ],
)
def test_a_plain_statement_becomes_one_claim_of_its_speaker(text, predicate, said):
    previous = ("My friend Ana called.",) if text.startswith("She") else ()

    found = about(predicate, *previous, text)

    assert value(found) == said
    assert not found.negative
    assert found.speech_act is SpeechAct.ASSERTION


def test_what_is_joined_by_and_is_claimed_apart():
    assert claims("I play the violin and the cello.") == [("plays", "violin"), ("plays", "cello")]
    assert claims("I moved to Graz last month and started a new job at Lumen Health.") == [
        ("lives_in", "Graz"),
        ("works_at", "Lumen Health"),
    ]


def test_a_report_without_its_subject_is_the_speakers_own():
    found = only("Moved to Graz last week.")

    assert (found.predicate, value(found)) == ("lives_in", "Graz")


# ---------------------------------------------------------------- what to keep, in other words


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("I always work with a light theme.", None),
        ("I always use a light theme.", ("uses", "light theme")),
        ("I'm a data engineer.", ("job_title", "data engineer")),
        ("We decided on Kafka for the queue.", ("decision", "Kafka")),
        ("No, I use ruff, not flake8.", ("uses", "ruff")),
        ("Great, that helps a lot!", None),
        ("I'm so hungry right now.", None),
        ("Oh great, the build is red again.", None),
        ("I'm debugging the login page.", None),
        ("Can you explain the second step?", None),
        ("Sounds good, let's do that.", None),
    ],
)
def test_each_kind_of_utterance_is_stored_or_skipped_as_the_seeds_say(text, kept):
    found = [claim for claim in claims(text) if not claim[0].startswith("not ")]

    assert found == ([] if kept is None else [kept])


def test_an_explicit_correction_denies_the_value_put_aside():
    found = heard("No, I use ruff, not flake8.")

    assert [(c.negative, value(c), c.corrects) for c in found] == [
        (False, "ruff", True),
        (True, "flake8", True),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "What if I were a doctor?",
        "I'm actually a doctor, so explain it more technically.",
        "If I were a pilot, I would fly every day.",
        "Let's say I work at Google.",
        "Imagine I live in Tokyo.",
        "Pretend I'm a lawyer.",
    ],
)
def test_what_is_only_supposed_is_marked_and_barely_trusted(text):
    found = heard(text)

    assert all(c.speech_act in UNMEANT for c in found)
    assert all(c.source_confidence is SourceConfidence.SPECULATED for c in found)
    assert all((c.confidence or 0) <= 0.3 for c in found)


def test_a_profession_named_to_explain_oneself_is_meant():
    assert claims("I'm a doctor, so I know how night shifts feel.") == [("job_title", "doctor")]


def test_a_part_once_taken_lasts_until_it_is_laid_down():
    playing = ("Let's role-play a job interview.", "I work at Nasa.")

    assert all(c.speech_act is SpeechAct.ROLE_PLAY for c in heard(*playing))
    for end in (
        "Let's stop the role-play.",
        "ok, back to real life:",
        "End of the game!",
        "Anyway, seriously:",
        "Ha, that was fun, no more pretending.",
        "New topic:",
        "I'm not playing any more.",
        "Out of character now.",
        "Arr, to the ship! Ok, I'm me again.",
    ):
        assert claims(*playing, f"{end} I live in Graz.") == [("lives_in", "Graz")], end
        assert claims(*playing, end, "I live in Graz.") == [("lives_in", "Graz")], end


@pytest.mark.parametrize(
    "goes_on",
    [
        "Don't stop the game.",
        "Can we end the role-play?",
        "Before we end the game:",
        "The story is over when I say so.",
        "Let's leave the scene of the crime.",
        "Stop the game tomorrow.",
        "Back to the ship!",
        "Seriously,",
        "In real life I have a dog.",
        "Back to real life for a second.",
    ],
)
def test_what_does_not_lay_a_part_down_leaves_the_speaker_in_it(goes_on):
    found = heard("Let's play: I'm a pirate.", f"{goes_on} I live in Graz.")

    acts = {c.speech_act for c in found if c.predicate == "lives_in"}
    assert acts <= {SpeechAct.ROLE_PLAY}


def test_one_sentence_of_real_life_is_meant_and_the_play_goes_on():
    found = heard("Let's pretend I'm a pirate.", "In real life I live in Graz. I work at Nasa.")

    acts = {(c.predicate, c.speech_act) for c in found}
    assert ("lives_in", SpeechAct.ASSERTION) in acts
    assert ("works_at", SpeechAct.ROLE_PLAY) in acts


def test_talk_of_a_fiction_reaches_a_few_turns_further():
    fiction = "My character is a baker called Zorg."

    assert all(c.speech_act is SpeechAct.ROLE_PLAY for c in heard(fiction, "I live in Graz."))
    assert claims(fiction, *["Thanks!"] * 3, "I live in Graz.") == [("lives_in", "Graz")]


def test_a_game_that_is_played_for_sport_is_no_pretence():
    for game in ("Let's play tennis on Sunday.", "You're the best, I'm so glad."):
        assert claims(game, "I live in Graz.") == [("lives_in", "Graz")], game


def test_a_supposition_that_is_laid_down_holds_for_what_follows_in_its_turn():
    supposed = "Suppose I'm a nurse. I work at Nasa."

    assert all(c.speech_act is SpeechAct.HYPOTHETICAL for c in heard(supposed))
    assert claims(supposed, "I live in Graz.") == [("lives_in", "Graz")]
    led_back = heard(f"{supposed} By the way, I live in Graz.")
    assert [c.predicate for c in led_back if c.speech_act is SpeechAct.ASSERTION] == ["lives_in"]


def test_a_joke_is_taken_back():
    assert claims("I moved to Mars last week. Just kidding!") == []


# ---------------------------------------------------------------- what is left alone


@pytest.mark.parametrize(
    "text",
    [
        "Thanks, that's really kind of you!",
        "Do you live in Berlin?",
        "Have you ever worked at a bank?",
        "I would love to visit Japan.",
        "I want to move to Rome one day.",
        "I'm tired and a bit sad today.",
        "I love you!",
        "I love that picture.",
        "I love how this looks.",
        "I like it.",
        "You live in Porto, right?",
        "They work at Acme.",
        "Someone moved to Paris.",
        "I might join Acme.",
        "I never said I live in Rome.",
        "In no letter did they admit that she works for Acme.",
        "We have their dog, Rex, for the weekend.",
        "She keeps at me to study law.",
        "Please don't put that I'm a vegan.",
        "I wonder whether I should quit my job.",
        "It works at night.",
        "He's good at chess.",
        "I'm a mess today.",
        "I'm a great cook.",
        "I lived in Rome.",
        "I left the house at nine.",
        "Just great, my train is late.",
        "I work from home.",
        "I have a question.",
        "I made a mistake yesterday.",
        "We need to talk about Kevin.",
        "",
        "   ",
        "👍",
    ],
)
def test_nothing_is_made_of_what_states_nothing_durable(text):
    assert claims(text) == []


def test_a_question_that_only_hangs_on_a_statement_does_not_unsay_it():
    assert claims("I live in Graz, what about you?") == [("lives_in", "Graz")]


def test_all_that_a_turn_says_is_proposed_however_much_it_is():
    tongues = ("Dutch", "Greek", "Thai", "Welsh", "Czech", "Irish", "Latin", "Polish", "Danish")

    assert len(heard(" ".join(f"I speak {x}." for x in tongues))) == len(tongues)


# ---------------------------------------------------------------- when


def bound(found):
    return found and (found.at.date().isoformat(), found.precision)


@pytest.mark.parametrize(
    ("text", "start", "precision"),
    [
        ("I moved to Graz in May 2021.", "2021-05-01", Precision.MONTH),
        ("I moved to Graz two years ago.", "2022-01-01", Precision.YEAR),
        ("I joined Lumen Health last week.", "2024-06-10", Precision.WEEK),
        ("I became a teacher in 2015.", "2015-01-01", Precision.YEAR),
    ],
)
def test_a_beginning_with_a_date_starts_an_open_claim_then(text, start, precision):
    found = only(text)

    assert bound(found.start) == (start, precision)
    assert (found.end, found.basis, found.vouched_until) == (None, TimeBasis.STATED, None)


@pytest.mark.parametrize(
    "text",
    [
        "I have lived in Graz since 2018.",
        "I've been living in Graz since 2018.",
        "I have been living in Graz for six years now.",
    ],
)
def test_what_has_held_since_then_is_vouched_for_up_to_the_message(text):
    found = only(text)

    assert bound(found.start) == ("2018-01-01", Precision.YEAR)
    assert (found.end, found.vouched_until) == (None, SAID)


def test_what_is_said_without_a_date_is_observed():
    found = only("I live in Graz.")

    assert (found.start, found.end, found.basis) == (None, None, TimeBasis.OBSERVED)


def test_a_time_that_cannot_be_placed_gives_no_date():
    found = only("I moved to Graz a few years ago.")

    assert (found.start, found.basis) == (None, TimeBasis.OBSERVED)


def test_an_interval_closes_a_claim():
    found = only("I worked at Acme from 2015 to 2018.")

    assert bound(found.start) == ("2015-01-01", Precision.YEAR)
    assert bound(found.end) == ("2018-01-01", Precision.YEAR)
    assert found.basis is TimeBasis.STATED


def test_a_period_merely_mentioned_is_closed_with_an_observed_start():
    found = only("In 2010 I lived in Rome.")

    assert (bound(found.start)[0], bound(found.end)[0]) == ("2010-01-01", "2011-01-01")
    assert found.basis is TimeBasis.OBSERVED


def test_an_end_to_come_closes_what_holds_now():
    found = only("I'm staying at home. I live in Graz until March.")

    assert found.start is None
    assert bound(found.end) == ("2025-03-01", Precision.MONTH)


def test_a_happening_takes_the_whole_of_its_period():
    found = only("I visited Lisbon in May.")

    assert (bound(found.start)[0], bound(found.end)[0]) == ("2024-05-01", "2024-06-01")
    assert found.type is MemoryType.EVENT


def test_a_plan_with_a_date_holds_from_then_on():
    for text in ("I'm moving to Graz next month.", "I'm going to move to Graz in July."):
        found = only(text)

        assert found.speech_act is SpeechAct.PLAN
        assert bound(found.start) == ("2024-07-01", Precision.MONTH)


def test_a_plan_without_a_date_is_only_a_plan():
    found = only("I'm going to move to Graz.")

    assert (found.predicate, value(found)) == ("plans", "move to Graz")


def test_a_cancelled_plan_is_denied():
    found = only("I'm not moving to Graz after all.")

    assert (found.predicate, value(found), found.negative) == ("lives_in", "Graz", True)


# ---------------------------------------------------------------- ends


@pytest.mark.parametrize(
    ("text", "predicate", "said"),
    [
        ("I no longer work at Acme.", "works_at", "Acme"),
        ("I don't work at Acme any more.", "works_at", "Acme"),
        ("I don't live in Rome anymore.", "lives_in", "Rome"),
        ("I stopped working at Acme in May.", "works_at", "Acme"),
        ("I was laid off from Acme last week.", "works_at", "Acme"),
        ("I quit my job.", "works_at", None),
        ("I resigned yesterday.", "works_at", None),
        ("I left my job last month.", "works_at", None),
        ("Lost my job yesterday.", "works_at", None),
        ("I'm not vegetarian any more.", "diet", "vegetarian"),
        ("I stopped being a vegetarian in 2024.", "diet", "vegetarian"),
        ("I gave up smoking.", "hobby", "smoking"),
        ("I moved away from Rome.", "lives_in", "Rome"),
        ("I broke up with Tom.", "partner", "Tom"),
        ("I no longer like coffee.", "likes", "coffee"),
    ],
)
def test_an_end_is_a_negative_claim(text, predicate, said):
    found = only(text)

    assert (found.predicate, value(found), found.negative) == (predicate, said, True)


def test_an_end_with_a_date_starts_to_hold_then():
    assert bound(only("I stopped working at Acme in May.").start)[0] == "2024-05-01"
    assert only("I no longer work at Acme.").start is None


def test_what_is_told_as_over_says_so_and_not_that_it_never_was():
    over = {
        "I used to live in Rome.": "Nora used to live in Rome.",
        "I used to be married to Tom.": "Nora used to be married to Tom.",
        "I once lived in Lisbon.": "Nora used to live in Lisbon.",
        "My parents used to study physics.": "Nora's parents used to study physics.",
        "I was a teacher for ten years.": "Nora used to work as a teacher.",
        "We used to live near Leipzig.": "Nora used to live near Leipzig.",
    }
    for text, told in over.items():
        found, *_ = heard(text)

        assert (found.negative, found.end_unknown, found.start_unknown) == (False, True, False)
        assert (found.start, found.end, found.text) == (None, None, told)


def test_what_is_told_until_a_time_has_no_known_start():
    until = {
        "I lived in Rome until 2020.": ("2020-01-01", "Nora lived in Rome until 2020."),
        "I used to work for Nokia until 2011.": ("2011-01-01", "Nora worked at Nokia until 2011."),
        "I worked at Acme till May 2019.": ("2019-05-01", "Nora worked at Acme until May 2019."),
    }
    for text, (end, told) in until.items():
        found = only(text)

        assert (found.negative, found.end_unknown, found.start_unknown) == (False, False, True)
        assert (found.start, bound(found.end)[0], found.text) == (None, end, told)


def test_a_past_with_its_times_is_over_and_all_is_known():
    found = only("I used to live in Rome from 2010 to 2015.")

    assert (found.negative, found.end_unknown, found.start_unknown) == (False, False, False)
    assert (bound(found.start)[0], bound(found.end)[0]) == ("2010-01-01", "2015-01-01")


def test_the_name_that_was_left_is_an_employer_if_it_was_known_as_one():
    found = only("I work at Acme.", "I left Acme in May.")

    assert (found.predicate, value(found), found.negative) == ("works_at", "Acme", True)


# ---------------------------------------------------------------- corrections


def test_a_value_is_corrected_from_the_same_start():
    found = only("I moved to Lisbon in May.", "No, I meant Porto, not Lisbon.")

    assert (found.predicate, value(found), found.corrects) == ("lives_in", "Porto", True)
    assert bound(found.start) == ("2024-05-01", Precision.MONTH)


def test_a_date_is_corrected():
    found = only("I moved to Lisbon in April.", "Sorry, it was May.")

    assert (value(found), found.corrects, bound(found.start)[0]) == ("Lisbon", True, "2024-05-01")


def test_a_slip_put_right_in_the_same_turn_is_never_claimed():
    assert claims("I moved to Lisbon in May. Sorry, I meant Porto.") == [("lives_in", "Porto")]


def test_a_whole_sentence_that_begins_with_actually_corrects_what_it_contradicts():
    found = only("I live in Lisbon.", "Actually, I live in Porto.")

    assert (value(found), found.corrects, found.start.at) == ("Porto", True, SAID)


def test_actually_alone_corrects_nothing():
    assert not only("Actually, I joined a choir last week.").corrects


def test_the_corrected_value_of_a_many_valued_attribute_is_denied():
    found = heard("My brother is called Tom.", "No wait, it's Tim.")

    assert [(value(c), c.negative) for c in found] == [("Tim", False), ("Tom", True)]
    assert all(c.corrects for c in found)


def test_a_relation_that_never_was_is_denied_from_its_start():
    found = only("My sister is a doctor.", "I misspoke, I have no sister.")

    assert (found.predicate, found.negative, found.corrects) == ("sibling", True, True)
    assert found.start.at == SAID


@pytest.mark.parametrize(
    "text",
    [
        "I misspoke, I have no sister.",
        "My mistake, I don't have a sister.",
        "I was wrong. I don't have a sister.",
    ],
)
def test_who_admits_an_error_corrects_what_was_said_long_ago(text):
    found = only(text)

    assert (found.predicate, found.negative, found.corrects) == ("sibling", True, True)
    assert (found.start, found.text) == (None, "It is not so that Nora has a sister.")


@pytest.mark.parametrize(
    "text",
    [
        "No, I don't work at Acme.",
        "Sorry, I don't work at Acme any more.",
        "I was wrong, I no longer work at Acme.",
    ],
)
def test_what_is_not_so_now_is_not_said_to_have_never_been(text):
    found = only(text)

    assert (found.predicate, found.negative, found.corrects) == ("works_at", True, False)


def test_what_has_ended_is_no_correction_of_what_was_told_a_moment_ago():
    found = only("I work at Acme.", "No, I don't work at Acme any more.")

    assert (found.negative, found.corrects, found.start) == (True, False, None)


def test_an_aside_after_no_corrects_nothing():
    assert claims("I work as a nurse.", "No, it's fine, thanks.") == []


# ---------------------------------------------------------------- the five shapes


def test_a_change_of_mind_names_what_it_meant_before():
    found = only("I love coriander.", "I can't stand it now.")

    assert (found.predicate, value(found), found.negative) == ("dislikes", "coriander", False)


def test_a_habit_that_stopped_is_the_one_told_before():
    found = only("I've been vegetarian for ten years.", "I stopped in March.")

    assert (found.predicate, value(found), found.negative) == ("diet", "vegetarian", True)
    assert bound(found.start) == ("2024-03-01", Precision.MONTH)


def test_a_promotion_leaves_the_employer_alone():
    assert claims("I'm an engineer at Acme.") == [
        ("works_at", "Acme"),
        ("job_title", "engineer"),
    ]
    told = claims("I'm an engineer at Acme.", "I was promoted to manager last week.")
    assert ("job_title", "manager") in told
    assert not any(predicate.endswith("works_at") for predicate, _ in told)


# ---------------------------------------------------------------- people


def test_a_name_beside_a_role_says_who_is_what():
    assert claims("My sister Ana lives in Vienna.") == [("sibling", "Ana"), ("lives_in", "Vienna")]
    assert claims("Ask my colleague Rob.") == [("colleague", "Rob")]
    assert claims("Helena is my manager.") == [("manager", "Helena")]


def test_a_pronoun_means_who_was_named_before_it():
    found = about("job_title", "My sister Ana lives in Vienna. She is a nurse.")

    assert (found.subject, found.text) == ("She", "Ana works as a nurse.")


def test_a_role_means_who_bears_it():
    found = about("speaks", "My sister Ana called.", "My sister speaks Czech.")

    assert found.text == "Ana speaks Czech."


def test_a_role_without_a_name_is_a_person_of_its_own():
    found = heard("My sister is a nurse.")

    assert {c.text for c in found} == {"Nora has a sister.", "Nora's sister works as a nurse."}


def test_a_pronoun_that_means_nobody_makes_no_claim():
    assert claims("She lives in Vienna.") == []


def test_anothers_words_are_reported_and_not_the_speakers_own():
    found = only("Ana told me that she moved to Porto in March.")

    assert (found.text, found.source_confidence) == (
        "Ana lives in Porto since March 2024.",
        SourceConfidence.INFERRED,
    )


def test_a_guess_is_marked_as_one():
    assert only("I think Ana lives in Vienna.").source_confidence is SourceConfidence.SPECULATED


def test_both_of_two_subjects_are_claimed_for():
    found = {c.text for c in heard("My husband and I moved to Rome in 2015.")}

    assert {"Nora lives in Rome since 2015.", "Nora's husband lives in Rome since 2015."} <= found


def test_the_ex_of_somebody_is_not_his_present_one():
    assert claims_in_time("My ex-husband Paul called.") == [("I", "once spouse", "Paul")]


def test_without_a_speaker_the_claim_is_the_users():
    assert only("I live in Graz.", speaker=None).text == "The user lives in Graz."


# ---------------------------------------------------------------- rules for an assistant


def test_a_standing_wish_is_a_convention_and_a_prohibition_a_constraint():
    assert only("Please always answer in English.").tags == ("convention",)
    assert only("Never share my phone number.").tags == ("constraint",)
    assert only("Don't use emojis.").tags == ("constraint",)


def test_advice_between_people_is_no_rule():
    window = Window(
        turn=turn("Never share your password.", number=1),
        previous=(turn("Any tips?", speaker="Tom"),),
    )

    assert extract(window).candidates == ()


# ---------------------------------------------------------------- the shape of what comes out


def test_the_span_is_copied_from_the_turn_and_holds_the_value():
    text = "Well, guess what: last May I moved to Lisbon, and it’s lovely."
    found = only(text)

    assert found.span in text
    assert "Lisbon" in found.span
    assert "last May" in found.span


def test_what_a_held_memory_says_is_confirmed_and_not_claimed_again():
    held = RecentMemory(id="m_1", text="Nora lives in Graz.")

    found = heard("I live in Graz.", memories=[held])

    assert [type(each) for each in found] == [Confirmation]
    assert found[0].confirms == "m_1"


def test_names_spoken_to_are_no_subjects():
    window = Window(
        turn=turn("Tom, I moved to Graz last week.", number=1),
        previous=(turn("Hi!", speaker="Tom"),),
    )

    (found,) = extract(window).candidates

    assert isinstance(found, Candidate)
    assert found.text.startswith("Nora lives in Graz")


def test_importance_keeps_the_bands_of_the_seeds():
    assert only("I'm allergic to peanuts.").importance >= 0.9
    assert only("Never share my phone number.").importance >= 0.8
    assert 0.5 <= only("I work at Lumen Health.").importance <= 0.8
    assert 0.2 <= only("I bought a kayak yesterday.").importance <= 0.5


async def test_the_extractor_is_one_of_the_extractors():
    reader = OfflineExtractor()

    assert isinstance(reader, Extractor)
    assert (reader.name, reader.trust) == ("offline", 0.85)
    answer = await reader.extract(Window(turn=turn("I live in Graz.")))
    assert answer.extractor == reader.version
    assert len(answer.candidates) == 1


def test_every_attribute_of_the_table_has_its_wording():
    assert {row.attribute for row in table().pattern} <= set(table().attributes)


def added(folder, row):
    """A file that is the table with one more row."""
    more = folder / "table.toml"
    words = TABLE.read_text("utf-8")
    more.write_text(words.replace("pattern = [\n", f"pattern = [\n{row},\n", 1), "utf-8")
    return more


def test_a_row_with_an_unknown_attribute_is_refused(tmp_path):
    with pytest.raises(ValueError, match="knows"):
        load(added(tmp_path, '{ attribute = "knows", state = ["know"] }'))


def test_a_person_can_add_a_row(tmp_path):
    known = load(added(tmp_path, '{ attribute = "hobby", state = ["juggle"], end = ["drop"] }'))

    assert [row.kind for verb in ("juggle", "drop") for row in known.by_verb[verb][:1]] == [
        "state",
        "end",
    ]


def test_what_was_given_up_is_told_in_words_that_fit_a_firm_too():
    assert about("does", "I quit St Mary's in August.").text == (
        "Nora is done with St Mary's since August 2023."
    )


@pytest.mark.parametrize(
    ("text", "past"),
    [
        ("lives in {value}", "lived in {value}"),
        ("studies {value}", "studied {value}"),
        ("is fond of {value}", "was fond of {value}"),
        ("studied at {value}", "studied at {value}"),
    ],
)
def test_what_held_reads_in_the_past(text, past):
    assert past_of(text) == past


WORDS = st.sampled_from(
    [
        *("I", "my", "sister", "Ana", "moved", "to", "Porto", "last", "May", "not"),
        *("any", "more", "stopped", "working", "at", "Acme", "since", "2018", "if", "she"),
        *("said", "that", "no,", "meant", "Rome", "actually", ",", ".", "?", "!"),
        *("-", "😀", "’", "“", "the", "a", "named", "Rex", "have", "'s"),
        *("who", "lives", "in", "will", "going", "be", "been", "love", "hiking", "and"),
        *("or", "until", "Tom's"),
    ]
)


@examples(quick=20, long=200)
@given(st.lists(WORDS, max_size=25).map(" ".join) | st.text(max_size=60), st.text(max_size=20))
def test_any_words_give_only_sound_proposals(text, before):
    for found in heard(before, text):
        times = [found.start and found.start.at, found.end and found.end.at]
        known = [at for at in times if at is not None]

        assert found.span in text
        assert found.text.strip()
        assert known == sorted(set(known))


# ---------------------------------------------------------------- real conversations


def test_real_conversations_give_few_and_sound_proposals():
    folder = Path(os.environ.get("DOXA_EVAL_DATA", "../shared/data")) / "dialogue"
    files = sorted(folder.glob("locomo-*.messages.jsonl"))
    if not files:
        pytest.skip(f"the evaluation data is not at {folder}: set DOXA_EVAL_DATA")
    lines = [json.loads(line) for line in files[0].read_text("utf-8").splitlines()[:150]]
    previous, found = [], []
    for line in lines:
        here = turn(
            line["text"],
            speaker=line["speaker"],
            at=datetime.fromisoformat(line["occurred_at"]),
            number=len(previous),
        )
        window = Window(turn=here, previous=tuple(previous[-20:]))
        found += [(here, each) for each in extract(window).candidates]
        previous.append(here)

    assert 10 <= len(found) <= len(lines)
    assert all(each.span in here.text for here, each in found)
