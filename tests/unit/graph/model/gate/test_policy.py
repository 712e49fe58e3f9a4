"""Policies: read from JSON, printed, compared."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.errors import Incorrect, InvalidArgument, TooLarge
from graph.model.gate.policy import BUILT_IN, POLICY_MAX, Policy, difference, read_policy
from graph.vocabulary import SourceKind, Transient

categories = st.sets(st.sampled_from(["contact", "health", "a b", "work"])).map(tuple)
policies = st.builds(
    Policy,
    confidence=st.dictionaries(st.sampled_from(["contact", "work"]), st.floats(0, 1)),
    out_of_purpose=categories,
    review=categories,
    ask_on_change=categories,
    transient=st.sampled_from(Transient),
)


@given(policies)
def test_what_is_printed_is_read_again(policy):
    assert read_policy(json.loads(policy.as_text())) == policy


def test_what_is_left_out_is_as_in_the_built_in_one():
    assert read_policy({}) == BUILT_IN
    read = read_policy({"quarantine": {"claims": ["WEB"]}})
    assert read.quarantine.claims == (SourceKind.WEB,)
    assert read.quarantine.extracted == BUILT_IN.quarantine.extracted


def test_order_case_and_repetition_make_no_other_policy():
    assert read_policy({"review": ["Work", "health", " work"]}) == read_policy(
        {"review": ["health", "work"]}
    )


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ([], "policy"),
        ("{}", "policy"),
        (None, "policy"),
        ({"reviews": []}, "policy.reviews"),
        ({"review": "health"}, "policy.review"),
        ({"review": [""]}, "policy.review.0"),
        ({"review": ["x" * 61]}, "policy.review.0"),
        ({"review": [3]}, "policy.review.0"),
        ({"confidence": {"work": 1.5}}, "policy.confidence.work"),
        ({"confidence": {"work": float("nan")}}, "policy.confidence.work"),
        ({"quarantine": {"claims": ["EVERYBODY"]}}, "policy.quarantine.claims.0"),
        ({"quarantine": {"all": []}}, "policy.quarantine.all"),
        ({"transient": "keep"}, "policy.transient"),
    ],
)
def test_what_is_bad_is_named(given, field):
    with pytest.raises(InvalidArgument) as refused:
        read_policy(given)

    assert refused.value.field == field
    assert refused.value.hint


def test_a_policy_has_a_size():
    with pytest.raises(TooLarge):
        read_policy({"review": ["x" * 50] * (POLICY_MAX // 50)})


json_values = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=12), inner, max_size=3)
    ),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from([*Policy.model_fields, "other"]), json_values, max_size=4))
def test_anything_else_is_read_or_refused_with_a_field(given):
    try:
        policy = read_policy(given)
    except Incorrect as error:
        field = error.field or ""
    else:
        field = "policy"
        assert read_policy(policy.as_json()) == policy

    assert field.startswith("policy")


def test_a_difference_names_what_changes():
    lines = difference(BUILT_IN, Policy(review=("finance",)))

    assert '+    "finance"' in lines
    assert difference(BUILT_IN, BUILT_IN) == ""


def test_a_category_is_asked_about_in_any_spelling():
    assert BUILT_IN.asks("Contact")
    assert not BUILT_IN.asks("work")
    assert not BUILT_IN.asks(None)
