"""A quote is evidence only where it really stands."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction.model.candidates import (
    ActiveEntity,
    Candidate,
    EntityObject,
    ListObject,
    LiteralObject,
    Turn,
    Window,
)
from extraction.model.grounding import locate, verdict
from graph.vocabulary import GroundingVerdict, MemoryType, SourceKind


def turn(text, speaker="Ana"):
    return Turn(
        id="p_1",
        speaker=speaker,
        source_kind=SourceKind.USER,
        text=text,
        occurred_at=datetime(2025, 5, 1, tzinfo=UTC),
    )


def candidate(span="x", **given_):
    return Candidate(
        **{
            "type": MemoryType.FACT,
            "subject": "I",
            "predicate": "works_at",
            "object": LiteralObject(literal="Google"),
            "text": "t",
            "importance": 0.5,
            "source_confidence": "direct",
            "span": span,
            "turn": "p_1",
            **given_,
        }
    )


@pytest.mark.parametrize(
    ("quote", "text", "found"),
    [
        ("I live in Lisbon", "Well, I live in Lisbon now.", "I live in Lisbon"),
        ("caf\u00e9", "the cafe\u0301 there", "cafe\u0301"),
        ("cafe\u0301", "the caf\u00e9 there", "caf\u00e9"),
        ("don't", "I don\u2019t", "don\u2019t"),
        ('he said "no"', "he said \u201cno\u201d then", "he said \u201cno\u201d"),
        ("a - b", "a \u2013 b", "a \u2013 b"),
        ("in  two\nlines", "written in two   lines", "in two   lines"),
        ("in two lines", "written in two\n\tlines", "in two\n\tlines"),
        ("ab\u200bc", "abc", "abc"),
        ("abc", "so a\u200bb\u00adc", "a\u200bb\u00adc"),
        ("file", "the \ufb01le", "\ufb01le"),
        ("  padded  ", "it is padded", "padded"),
        ("東京", "私は東京に住む", "東京"),
        ("ends here.", "It ends here.", "ends here."),
        (
            "\ud55c\uae00",
            "\u1112\u1161\u11ab\u1100\u1173\u11af",
            "\u1112\u1161\u11ab\u1100\u1173\u11af",
        ),
    ],
)
def test_a_quote_is_found_whatever_copying_did_to_it(quote, text, found):
    place = locate(quote, text)

    assert place is not None
    assert place.span == text[place.start : place.end] == found


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("I live in Rome", "I live in Lisbon"),
        ("cat", "concatenate"),
        ("art", "artful"),
        ("e", "\u00e9 alone"),
        ("I LIVE", "I live"),
        ("", "text"),
        ("...", "text..."),
        ("\u200b", "text"),
        ("caf", "caf\u00e9"),
    ],
)
def test_what_does_not_stand_there_is_not_found(quote, text):
    assert locate(quote, text) is None


def test_the_first_whole_occurrence_is_the_place():
    place = locate("art", "artful art, art")

    assert (place.start, place.end) == (7, 10)


@given(st.text(max_size=60), st.data())
def test_every_stretch_between_blanks_is_found_where_it_says(text, data):
    words = text.split()
    if not words:
        return
    first = data.draw(st.integers(0, len(words) - 1))
    last = data.draw(st.integers(first, len(words) - 1))
    quote = " ".join(words[first : last + 1])
    place = locate(quote, text)

    assert place is None or text[place.start : place.end] == place.span
    if all(word.isascii() and word.isalnum() for word in words):
        assert place is not None
        assert place.span.split() == words[first : last + 1]


def test_a_made_up_name_is_not_supported():
    window = Window(turn=turn("I like my job"))

    assert (
        verdict(candidate(object=EntityObject(entity="Google")), "I like my job", window)
        is GroundingVerdict.NOT_SUPPORTED
    )
    assert (
        verdict(candidate(subject="Georgian"), "I like my job", window)
        is GroundingVerdict.NOT_SUPPORTED
    )


def test_a_name_seen_anywhere_in_the_window_is_supported():
    known = ActiveEntity(id="e_1", name="Google", kind="organization")
    window = Window(turn=turn("I like my job there"), entities=(known,))
    of_google = candidate(object=EntityObject(entity="Google"))
    by_id = candidate(object=EntityObject(entity="e_1"))
    earlier = Window(turn=turn("I like it"), previous=(turn("Google?", "Bob"),))

    assert verdict(of_google, "I like my job there", window) is GroundingVerdict.SUPPORTED
    assert verdict(by_id, "I like my job there", window) is GroundingVerdict.SUPPORTED
    assert verdict(of_google, "I like it", earlier) is GroundingVerdict.SUPPORTED


def test_the_speaker_and_pronouns_need_no_mention():
    window = Window(turn=turn("happy with PostgreSQL", "Ana"))
    chosen = {"object": LiteralObject(literal="PostgreSQL")}

    for subject in ("I", "Ana", "user", "my"):
        found = verdict(candidate(subject=subject, **chosen), "happy with PostgreSQL", window)
        assert found is GroundingVerdict.SUPPORTED


def test_a_value_of_which_the_span_has_no_word_is_partly_supported():
    window = Window(turn=turn("I don't eat meat"))
    vegetarian = candidate(object=LiteralObject(literal="vegetarian"))
    said = candidate(object=ListObject(list=(LiteralObject(literal="meat"),)))

    assert verdict(vegetarian, "I don't eat meat", window) is GroundingVerdict.PARTIAL
    assert verdict(said, "I don't eat meat", window) is GroundingVerdict.SUPPORTED


def test_the_worse_of_two_verdicts_counts():
    window = Window(turn=turn("Google hired me"))
    doubted = candidate(grounding=GroundingVerdict.UNKNOWN)
    denied = candidate(grounding=GroundingVerdict.NOT_SUPPORTED)

    assert verdict(doubted, "Google hired me", window) is GroundingVerdict.UNKNOWN
    assert verdict(denied, "Google hired me", window) is GroundingVerdict.NOT_SUPPORTED


def test_a_made_up_value_that_is_a_name_is_not_supported():
    window = Window(turn=turn("I like my job"))

    assert verdict(candidate(), "I like my job", window) is GroundingVerdict.NOT_SUPPORTED


def test_a_subject_whom_the_turn_does_not_mean_is_partly_supported():
    earlier = (turn("Bob called.", "Ana"),)
    named = candidate(subject="Bob", object=LiteralObject(literal="meat"))
    silent = Window(turn=turn("I eat meat"), previous=earlier)
    meant = Window(turn=turn("He eats meat"), previous=earlier)

    assert verdict(named, "I eat meat", silent) is GroundingVerdict.PARTIAL
    assert verdict(named, "He eats meat", meant) is GroundingVerdict.SUPPORTED
