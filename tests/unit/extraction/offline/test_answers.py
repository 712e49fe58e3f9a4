"""The offline extractor on short replies: confirmations, answers, and words that are put right."""

from datetime import UTC, datetime

import pytest

from extraction.model.candidates import Turn, Window
from extraction.offline.extractor import extract
from graph.vocabulary import SourceKind
from tests.support.offline_claims import value

SAID = datetime(2025, 3, 14, 10, tzinfo=UTC)


def claims(*texts):
    """What the last of some turns claims; the user speaks last, and an assistant before."""
    turns = [
        Turn(
            id=str(number),
            speaker="Nora" if (len(texts) - number) % 2 else "assistant",
            source_kind=SourceKind.USER if (len(texts) - number) % 2 else SourceKind.ASSISTANT,
            text=text,
            occurred_at=SAID,
        )
        for number, text in enumerate(texts)
    ]
    found = extract(Window(turn=turns[-1], previous=tuple(turns[:-1]))).candidates
    return [(one.predicate, value(one), one.negative or one.end_unknown) for one in found]


@pytest.mark.parametrize(
    ("asked", "reply", "found"),
    [
        (
            "So you work at Barclays as an analyst?",
            "yes, exactly",
            [("works_at", "Barclays", False), ("job_title", "analyst", False)],
        ),
        (
            "Got it: you're vegetarian. Is that right?",
            "Yep that's right",
            [("diet", "vegetarian", False)],
        ),
        ("So you were a nurse?", "thanks, yes", []),
        ("Do you live in Porto?", "I do!", [("lives_in", "Porto", False)]),
    ],
)
def test_who_confirms_what_is_said_of_him_says_it_himself(asked, reply, found):
    assert claims(asked, reply) == found


@pytest.mark.parametrize(
    ("asked", "reply"),
    [
        ("Would you like me to book a table in Porto?", "yes please"),
        ("Do you want to live in Porto?", "yes"),
        ("So you work at Barclays?", "yes but only until May, then I look for something"),
        ("So you work at Barclays?", "no"),
        ("So you work at Barclays.", "thanks mate"),
        ("So you work at Barclays.", "haha"),
        ("Shall I say that you live in Porto?", "exactly"),
    ],
)
def test_an_offer_or_more_than_a_yes_confirms_nothing(asked, reply):
    assert claims(asked, reply) == []


@pytest.mark.parametrize(
    ("asked", "reply", "found"),
    [
        ("Which editor do you use?", "helix mostly", [("uses", "helix", False)]),
        ("Who is your dentist?", "Dr Okafor", [("dentist", "Dr Okafor", False)]),
        ("Where do you live?", "Porto, since May", [("lives_in", "Porto", False)]),
    ],
)
def test_an_answer_of_few_words_is_read_with_its_question(asked, reply, found):
    assert claims(asked, reply) == found


@pytest.mark.parametrize(
    ("said", "reply", "found"),
    [
        ("I live in Leeds.", "sorry, scratch that, Bradford", ("lives_in", "Bradford", False)),
        ("My dentist is Dr Asrid.", "*Astrid, typo", ("dentist", "Astrid", False)),
        ("I live in Leeds.", "no, Bradford", ("lives_in", "Bradford", False)),
    ],
)
def test_a_bare_word_after_a_slip_takes_its_place(said, reply, found):
    assert claims(said, "Noted!", reply) == [found]


def test_a_polite_no_puts_nothing_right():
    assert claims("I live in Leeds.", "Shall I go on?", "no, thanks") == []


@pytest.mark.parametrize(
    ("asked", "reply", "found"),
    [
        ("Where are you based?", "Nottingham, though I moved a lot", ("lives_in", "Nottingham")),
        (
            "What are you studying?",
            "Civil engineering, 300 level",
            ("studies", "Civil engineering"),
        ),
        ("When is your flight?", "The 19th of June, out of Shannon", ("flight", "19th of June")),
        ("Who do you live with?", "just my mum", ("lives_with", "my mum")),
        ("Do you work full time?", "Part time, mornings only", ("work_schedule", "Part time")),
        ("How tall are you?", "178 cm", ("height", "178 cm")),
        ("What do you do for work?", "plumber", ("job_title", "plumber")),
    ],
)
def test_the_first_words_of_a_reply_may_be_the_answer(asked, reply, found):
    assert (*found, False) in claims(asked, reply)


@pytest.mark.parametrize(
    ("asked", "reply", "found"),
    [
        ("Do you have a garden?", "no", [("has", "garden", True)]),
        ("Do you smoke?", "not anymore", [("does", "smoke", True)]),
        ("Do you drive?", "no, never", [("does", "drive", True)]),
        ("Do you live in Leeds?", "no", []),
        ("Do you want a garden?", "no", []),
    ],
)
def test_who_says_no_denies_only_what_was_asked(asked, reply, found):
    assert claims(asked, reply) == found
