"""From likelihoods to facts, with likelihoods made by hand."""

import numpy as np
import pytest

from extraction.learned.decoding import Scores, Text, facts, mention
from extraction.learned.words import stretches, words_of

NAMES = ["job title", "lives in"]


def text_of(text):
    words = words_of(text)
    return Text(text, words, stretches([text[start:end] for start, end in words]))


def read(text, values, least=0.1):
    """The facts where each of some values has its likelihoods.

    Those are of its being one, of the names, of the words that name it, of whose it is, of forms.
    """
    turn = text_of(text)
    size, words = len(turn.stretches), len(turn.words)
    scores = Scores(
        np.zeros(size, np.float32),
        np.zeros((size, len(NAMES)), np.float32),
        np.zeros((size, words), np.float32),
        np.zeros((size, words + 2), np.float32),
        np.zeros((size, 2), np.float32),
    )
    for value, given in values.items():
        spans = [(turn.words[a][0], turn.words[b - 1][1]) for a, b in turn.stretches]
        at = next(i for i, (start, end) in enumerate(spans) if text[start:end] == value)
        scores.values[at] = given.get("value", 0.9)
        scores.names[at] = given.get("names", (0.8, 0.0))
        for word, likely in given.get("naming", {}).items():
            scores.naming[at, word] = likely
        for who, likely in given.get("whose", {0: 1.0}).items():
            scores.whose[at, who] = likely
        scores.forms[at] = given.get("forms", (0.0, 0.0))
    found = facts(scores, turn, NAMES, least)
    return [(one.who, one.relation, one.value) for one in found], found


def test_a_likely_stretch_is_a_fact_of_the_speakers_with_the_likeliest_name():
    told, (fact,) = read("plumber in Derby", {"plumber": {}})
    assert told == [("I", "job title", "plumber")]
    assert 0.5 < fact.likelihood < 1
    assert (fact.start, fact.end) == (0, 7)


@pytest.mark.parametrize(
    "doubtful",
    [{"value": 0.5}, {"names": (0.5, 0.0)}, {"whose": {0: 0.5}}, {"forms": (0.0, 0.4)}],
    ids=["value", "relation", "whose", "polarity"],
)
def test_a_fact_is_as_likely_as_its_parts(doubtful):
    text, (sure,) = "plumber in Derby", read("plumber in Derby", {"plumber": {}})[1]
    (fact,) = read(text, {"plumber": doubtful})[1]
    assert fact.likelihood < sure.likelihood


def test_what_is_not_likely_enough_is_left_out():
    assert read("plumber in Derby", {"plumber": {"value": 0.3}}, least=0.5)[0] == []


def test_of_values_that_share_most_words_the_likeliest_is_kept():
    values = {"red car": {"value": 0.7}, "car": {"value": 0.9}, "big red car": {"value": 0.6}}
    assert read("big red car", values)[0] == [("I", "job title", "car")]


def test_values_that_share_a_word_in_other_relations_stay():
    values = {"Derby": {"names": (0.0, 0.9)}, "plumber in Derby": {"value": 0.8}}
    assert len(read("plumber in Derby", values)[0]) == 2


def test_a_word_of_the_turn_names_the_relation_where_it_is_clearly_likelier():
    naming = {"eldest": {"names": (0.3, 0.0), "naming": {1: 0.7}}}
    assert read("I'm minding the eldest", naming)[0] == [("I", "minding", "eldest")]
    close = {"eldest": {"names": (0.65, 0.0), "naming": {1: 0.7}}}
    assert read("I'm minding the eldest", close)[0] == [("I", "job title", "eldest")]


def test_a_value_does_not_name_its_own_relation():
    naming = {"eldest": {"names": (0.3, 0.0), "naming": {3: 0.9}}}
    assert read("I'm minding the eldest", naming)[0] == [("I", "job title", "eldest")]


def test_somebody_is_named_with_whose_he_is():
    assert read("my nan's ninety", {"ninety": {"whose": {3: 1.0}}})[0] == [
        ("my nan", "job title", "ninety")
    ]


def test_what_is_somebodys_who_is_not_in_the_turn_is_left_out():
    assert read("She's ninety", {"ninety": {"whose": {1: 1.0}}})[0] == []


def test_signs_belong_to_their_number():
    assert read("rent is £850 now", {"850": {}})[0] == [("I", "job title", "£850")]


def test_what_is_denied_or_over_is_said_with_its_likelihood():
    (fact,) = read("no plumber", {"plumber": {"forms": (0.2, 0.9)}})[1]
    assert fact.denied == pytest.approx(0.9)


@pytest.mark.parametrize(
    ("text", "at", "whom"),
    [
        ("we live here", 0, "I"),
        ("I'm here", 0, "I"),
        ("then Ana Lima came", 1, "Ana Lima"),
        ("then Ana Lima came", 2, "Ana Lima"),
        ("my younger brother runs", 2, "my younger brother"),
        ("our Kayleigh runs", 1, "our Kayleigh"),
        ("the landlord", 1, "landlord"),
        ("Yes Ana runs", 1, "Ana"),
    ],
)
def test_a_mention_has_the_rest_of_a_name_and_whose_it_is(text, at, whom):
    assert mention(text_of(text), at) == whom
