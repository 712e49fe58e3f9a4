"""What people who talk say of each other and of those they know, heard without a model."""

from datetime import UTC, datetime

import pytest

from extraction.model.candidates import (
    SourceConfidence,
    Turn,
    Window,
)
from extraction.offline.extractor import extract
from extraction.offline.people.speaker_names import name_speakers
from graph.vocabulary import SourceKind
from tests.support.offline_claims import value

SAID = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "who", "attribute", "whom"),
    [
        ("Ana is dating Paul.", "Ana", "partner", "Paul"),
        ("Ana and Paul are engaged.", "Ana", "partner", "Paul"),
        ("You and Paul are a couple now.", "Tom", "partner", "Paul"),
        ("Ana is friends with Paul.", "Ana", "friend", "Paul"),
        ("Ana and Paul are old friends.", "Ana", "friend", "Paul"),
        ("Ana is married to Paul.", "Ana", "spouse", "Paul"),
        ("Ana adores Paul.", "Ana", "fond_of", "Paul"),
        ("Ana lives with Paul.", "Ana", "roommate", "Paul"),
        ("Ana and Paul are twins.", "Ana", "sibling", "Paul"),
    ],
)
def test_what_is_said_of_two_people_is_heard_among_people(text, who, attribute, whom):
    assert (who, attribute, whom, False) in claims(text)


@pytest.mark.parametrize(
    ("text", "attribute"),
    [
        ("Ana dated Paul.", "partner"),
        ("Ana broke up with Paul.", "partner"),
        ("Did Ana cheat on Paul?", "partner"),
        ("When Ana and Paul broke up, I cried.", "partner"),
        ("Ana divorced Paul.", "spouse"),
        ("Ana lived with Paul.", "roommate"),
        ("Ana fired Paul.", "manages"),
    ],
)
def test_what_is_told_of_former_times_is_over(text, attribute):
    assert ("Ana", attribute, "Paul", True) in claims(text)


@pytest.mark.parametrize(
    "text",
    [
        "Is Ana friends with Paul or what?",
        "I wish Ana and Paul were dating.",
        "Ana should go out with Paul.",
        "Ana isn't in love with Paul.",
    ],
)
def test_what_is_asked_wished_or_denied_is_no_relation(text):
    named = {(who, whom) for who, attribute, whom, over in claims(text) if attribute == "partner"}

    assert ("Ana", "Paul") not in named


def test_what_a_question_takes_for_granted_counts_less_than_what_is_stated():
    (asked,) = [c for c in heard("Do you remember our first date?") if c.predicate == "partner"]
    (stated,) = [c for c in heard("We are dating.") if c.predicate == "partner"]

    assert asked.source_confidence is SourceConfidence.INFERRED
    assert stated.source_confidence is SourceConfidence.DIRECT


@pytest.mark.parametrize(
    ("text", "attribute", "over"),
    [
        ("Is this about our relationship?", "partner", False),
        ("Do you ever think of me since we broke up?", "partner", True),
        ("I can't believe you broke up with me.", "partner", True),
        ("What about our marriage?", "spouse", False),
        ("Can we still be friends?", "friend", False),
        ("What kind of friend does that?", "friend", False),
        ("You're not supposed to be my roommate, we were roommates.", "roommate", False),
        ("You never came to our school.", "classmate", False),
        ("I'm so proud of you!", "fond_of", False),
        ("You look gorgeous.", "praises", False),
        ("I never hired you.", "manages", False),
    ],
)
def test_two_who_talk_take_for_granted_what_they_are_to_each_other(text, attribute, over):
    assert ("Nora", attribute, "Tom", over) in claims(text)


@pytest.mark.parametrize(
    ("text", "who", "attribute", "whom", "over"),
    [
        ("Your sister Ana called.", "Tom", "sibling", "Ana", False),
        ("Isn't Ana your sister?", None, None, None, None),
        ("He is here, my friend Paul.", "Nora", "friend", "Paul", False),
        ("Did you see Paul, your ex-husband?", "Tom", "spouse", "Paul", True),
        ("Paul was my roommate.", "Nora", "roommate", "Paul", True),
        ("You're Ana's brother.", "Ana", "sibling", "Tom", False),
    ],
)
def test_a_role_beside_a_name_tells_who_it_is(text, who, attribute, whom, over):
    found = claims(text)

    assert (who, attribute, whom, over) in found if who else found == set()


def test_she_is_whom_the_window_tells():
    before = [("Tom", "Ana came by."), ("Nora", "Oh nice."), ("Tom", "Yes.")]

    assert ("Nora", "sibling", "Ana", False) in claims("She's my sister.", before)


def test_you_two_are_the_last_who_spoke():
    before = [("Ana", "Guess what!"), ("Tom", "We moved.")]

    assert ("Tom", "partner", "Ana", False) in claims("You two are a couple?", before)


@pytest.mark.parametrize(
    ("text", "who", "job"),
    [
        ("You're a terrific actor.", "Tom", "actor"),
        ("So you're a chef?", "Tom", "chef"),
        ("Paul is the supply manager.", "Paul", "supply manager"),
        ("This is my agent, Paul.", "Paul", "agent"),
        ("Paul, the tailor, is ill.", "Paul", "tailor"),
        ("Thank you, doctor.", "Tom", "doctor"),
        ("You're both scientists.", "Tom", "scientist"),
    ],
)
def test_what_people_work_as_is_heard(text, who, job):
    assert (who, "job_title", job, False) in claims(text)


@pytest.mark.parametrize(
    "text",
    [
        "Are you a chef?",
        "He's at the doctor.",
        "Paul's boxer shorts are blue.",
        "If you were an actor, I'd know.",
    ],
)
def test_an_occupation_that_nobody_is_said_to_have_is_none(text):
    assert [each for each in claims(text) if each[1] == "job_title"] == []


def test_who_is_somebodys_agent_has_a_client():
    assert ("Paul", "client", "Nora", False) in claims("I asked my lawyer, Paul.")


@pytest.mark.parametrize(
    "text",
    ["Ana is dating Paul, isn't she great?", "You're my best friend.", "You're a terrific actor."],
)
def test_to_an_assistant_such_words_mean_nothing(text):
    window = Window(turn=turn("Nora", text, 0))

    assert {c.predicate for c in extract(window).candidates} & {"friend", "job_title"} == set()


# ---------------------------------------------------------------- who is called what


def test_a_name_in_a_question_is_his_who_answers():
    talk = [("A", "Hello."), ("B", "Susan, are you in?"), ("C", "Yes.")]

    assert name_speakers(turns(talk)) == {"C": ("Susan",)}


def test_an_endearment_in_an_answer_is_his_who_asked():
    talk = [("A", "Shall we go?"), ("B", "Yes, honey."), ("C", "Bye.")]

    assert name_speakers(turns(talk)) == {"A": ("honey",)}


def test_all_forms_of_a_name_are_one_persons():
    talk = [("A", "Hey Sue!"), ("B", "Hi."), ("A", "Susan Vale, at last."), ("B", "I'm tired.")]

    assert set(name_speakers(turns(talk))["B"]) == {"Sue", "Susan Vale"}


def test_two_given_names_are_two_persons():
    talk = [("A", "Hey Susan!"), ("B", "Hi."), ("A", "No, Paul, come in."), ("C", "Thanks.")]

    assert name_speakers(turns(talk)) == {"B": ("Susan",), "C": ("Paul",)}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Hi, I'm, uh, Susan Vale.", ("Susan Vale",)),
        ("My name is Susan.", ("Susan",)),
    ],
)
def test_who_introduces_himself_is_so_called(text, names):
    assert name_speakers(turns([("A", text), ("B", "Welcome.")])) == {"A": names}


def test_who_is_introduced_is_the_one_who_speaks_then():
    talk = [("A", "Everybody, this is my cousin Paul."), ("B", "Hello there.")]

    assert "Paul" in name_speakers(turns(talk))["B"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("See you later Paul.", "Paul"),
        ("Hey there, little fella!", "little fella"),
        ("You poor baby!", "poor baby"),
        ("Paul look, it's over there.", "Paul"),
        ("Good to see you, Paul\u2026", "Paul"),
    ],
)
def test_words_that_turn_to_the_listener_name_him(text, name):
    assert name in name_speakers(turns([("A", text), ("B", "Oh.")])).get("B", ())


@pytest.mark.parametrize(
    "text", ["Nope, not today.", "Y'know, it's late.", "It's late. Ha-ha, so."]
)
def test_a_capital_alone_makes_no_name(text):
    assert name_speakers(turns([("A", text), ("B", "Oh.")])) == {}


def claims(text, before=(("Tom", "Hi!"),)):
    """Subject, attribute, value and whether it is over, of all that is proposed for Nora's turn."""
    told = set()
    for each in heard(text, before):
        who = {"I": "Nora", "you": "Tom"}.get(each.subject, each.subject)
        told.add((who, each.predicate, value(each), each.negative))
    return told


def heard(text, before=(("Tom", "Hi!"),)):
    previous = tuple(turns(before))
    return extract(Window(turn=turn("Nora", text, len(previous)), previous=previous)).candidates


def turns(talk):
    return [turn(who, text, number) for number, (who, text) in enumerate(talk)]


def turn(who, text, number):
    return Turn(
        id=f"t{number}", speaker=who, source_kind=SourceKind.USER, text=text, occurred_at=SAID
    )


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("Ana, I'm your sister!", "Ana has the sibling Nora."),
        ("Ana, you work at TCS.", "Ana works at TCS."),
        ("You are a nurse, Ana.", "Ana works as a nurse."),
        ("Hey Ana, you're 30 now.", "Ana is 30 years old."),
        ("You are a nurse.", "Tom works as a nurse."),
        ("Paul, you are a nurse.", "Tom works as a nurse."),
    ],
)
def test_of_several_who_listen_the_one_called_by_name_is_meant(text, claim):
    speakers = ("Ana", "Hi all."), ("Tom", "Hello."), ("Nora", text)
    turns = [
        Turn(id=f"t{n}", speaker=who, source_kind=SourceKind.USER, text=said, occurred_at=SAID)
        for n, (who, said) in enumerate(speakers)
    ]
    found = extract(Window(turn=turns[-1], previous=tuple(turns[:-1]))).candidates

    assert claim in [each.text for each in found]


def test_a_word_of_doubt_is_nobodys_name():
    assert "Perhaps" not in {whom for _, _, whom, _ in claims("Perhaps you're my best friend.")}
