"""On what ground a pair of entities is proposed and merged: names, vectors, a model's opinion."""

import json

import pytest

from extraction.llm.entity_judge import BeliefLine, number_lines, parse_opinion
from graph.kernel.entities.name_matching import Match, Verdict
from graph.limits import DEFAULT_SCALE, VectorScale
from graph.proposals.merges.scoring import (
    COMMON_MIN,
    PROPOSED_FROM,
    SURE_NAMES,
    Opinion,
    describe_opinion,
    is_certain,
    raise_match,
)

WEAK = Match(Verdict.UNCERTAIN, 0.53, ("only one has a surname",))
FAIR = Match(Verdict.UNCERTAIN, 0.7, ("the initial agrees",))
STRONG = Match(Verdict.UNCERTAIN, SURE_NAMES, ("a short form",))
SAME = Match(Verdict.SAME, 0.97, ("the same name",))
NOTHING = Match(Verdict.DIFFERENT, 0.0, ("codes and numbers are never alike",))
AGREED = Opinion(Verdict.SAME, ("works_at", "hobby"), COMMON_MIN)
ACME, BOATS, ROME = (
    BeliefLine("works_at", None, "acme", "works at Acme"),
    BeliefLine("hobby", None, "boats", "hobby boats"),
    BeliefLine("lives_in", None, "rome", "lives in Rome"),
)
LINES = number_lines([ACME, BOATS], [ACME, BOATS, ROME])


def test_beliefs_alike_raise_a_weak_pair_to_the_threshold_and_no_further():
    found = raise_match(WEAK, 1.0, DEFAULT_SCALE)

    assert (found.verdict, found.score) == (Verdict.UNCERTAIN, PROPOSED_FROM)
    assert found.reasons == (*WEAK.reasons, "what is believed of both is alike (1.00)")


def test_from_which_cosine_on_beliefs_are_alike_the_models_scale_says():
    for scale in (DEFAULT_SCALE, VectorScale(people=0.95)):
        assert raise_match(WEAK, scale.people, scale).score == PROPOSED_FROM
        assert raise_match(WEAK, scale.people - 0.01, scale) == WEAK


@pytest.mark.parametrize("match", [FAIR, STRONG, SAME, NOTHING])
@pytest.mark.parametrize("cosine", [-1.0, 0.5, 1.0])
def test_vectors_change_nothing_about_any_other_pair(match, cosine):
    assert raise_match(match, cosine, DEFAULT_SCALE) == match


@pytest.mark.parametrize(
    ("match", "opinion"),
    [
        (STRONG, Opinion(Verdict.SAME, ("works_at",), COMMON_MIN - 1)),
        (STRONG, Opinion(Verdict.UNCERTAIN, ("works_at", "hobby"), 9)),
        (STRONG, Opinion(Verdict.DIFFERENT, ("works_at", "hobby"), 9)),
        (FAIR, AGREED),
        (WEAK, AGREED),
        (raise_match(WEAK, 1.0, DEFAULT_SCALE), AGREED),
        (SAME, AGREED),
        (NOTHING, AGREED),
    ],
)
def test_only_names_model_and_beliefs_together_make_it_sure(match, opinion):
    assert is_certain(STRONG, AGREED)
    assert not is_certain(match, opinion)


def test_a_models_word_names_attributes_and_quotes_nothing():
    assert describe_opinion(AGREED) == "the model takes them for one, by: works at, hobby"
    assert describe_opinion(Opinion(Verdict.DIFFERENT, ("born_on",))) == (
        "the model takes them for two, by: born on"
    )
    assert describe_opinion(Opinion(Verdict.UNCERTAIN)) == "the model cannot tell"


def answer(*cites, verdict="same"):
    return json.dumps({"verdict": verdict, "cites": cites})


def test_an_opinion_says_what_it_rests_on_and_how_much_of_that_both_have():
    assert parse_opinion(answer("a1", "b1", "b3"), LINES) == Opinion(
        Verdict.SAME, ("works_at", "lives_in"), 1
    )
    assert parse_opinion(answer("a1", "a2", "b1", "b2"), LINES).common == 2
    assert parse_opinion(answer("a1", "a1", "b1", "b1"), LINES).common == 1
    other = BeliefLine("works_at", "in summer", "acme", "works at Acme")
    assert parse_opinion(answer("a1", "b1"), number_lines([ACME], [other])).common == 0
    assert parse_opinion(answer("a2", "b3", verdict="different"), LINES) == Opinion(
        Verdict.DIFFERENT, ("hobby", "lives_in"), 0
    )


@pytest.mark.parametrize(
    "cites", [[], ["a1"], ["b1", "b2"], ["a1", "b9"], ["a1", "b1", "c1"], ["a1", "b1", ""]]
)
def test_a_verdict_that_cites_not_both_or_what_was_not_shown_is_none(cites):
    assert parse_opinion(answer(*cites), LINES) == Opinion(Verdict.UNCERTAIN)


@pytest.mark.parametrize("text", ["no", "[]", "{}", answer("a1", "b1", verdict="yes")])
def test_an_answer_of_another_form_is_refused(text):
    with pytest.raises(ValueError, match=r"."):
        parse_opinion(text, LINES)
