"""Scopes: what the tenant sees, and what one subject keeps to itself."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.errors import Forbidden, Incorrect, InvalidArgument
from graph.model.scopes import (
    COMMON_SCOPE,
    read_visibility,
    require_scope,
    scopes_seen,
    scopes_within,
    subject_scope,
    visibility_of,
)
from graph.model.slot_keys import slot_parent
from graph.vocabulary import Role

SUBJECTS = st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=30)


@given(SUBJECTS)
def test_a_visibility_names_its_scope(subject):
    assert read_visibility(f"user:{subject}", field="visibility") == subject_scope(subject)
    assert visibility_of(subject_scope(subject)) == f"user:{subject}"
    assert read_visibility("tenant", field="visibility") == COMMON_SCOPE
    assert visibility_of(COMMON_SCOPE) == "tenant"


@pytest.mark.parametrize("wrong", ["", "bob", "users:bob", "user:", "user: ", "Tenant", "team:x"])
def test_nothing_else_is_a_visibility(wrong):
    with pytest.raises(Incorrect) as caught:
        read_visibility(wrong, field="visibility")

    assert caught.value.field == "visibility"


@given(SUBJECTS, SUBJECTS, st.sampled_from(Role))
def test_only_owners_and_reviewers_see_what_is_anothers(one, other, role):
    seen = scopes_seen(one, role)
    if role in (Role.OWNER, Role.REVIEWER):
        assert seen is None
        require_scope(subject_scope(other), one, role, field="visibility")
        return
    assert seen == (subject_scope(one), COMMON_SCOPE)
    require_scope(COMMON_SCOPE, one, role, field="visibility")
    require_scope(subject_scope(one), one, role, field="visibility")
    if one != other:
        with pytest.raises(Forbidden):
            require_scope(subject_scope(other), one, role, field="visibility")


@given(SUBJECTS)
def test_what_is_said_in_a_scope_draws_on_it_and_on_the_common_one(subject):
    assert scopes_within(COMMON_SCOPE) == (COMMON_SCOPE,)
    assert scopes_within(subject_scope(subject)) == (subject_scope(subject), COMMON_SCOPE)


@given(SUBJECTS, SUBJECTS)
def test_slots_of_two_scopes_have_two_keys(one, other):
    named = ("t", "e_1", "lives_in", None)
    keys = {slot_parent(*named, scope) for scope in ("", subject_scope(one), subject_scope(other))}

    assert len(keys) == (2 if one == other else 3)
    assert slot_parent(*named, COMMON_SCOPE) == slot_parent(*named)


def test_a_visibility_of_another_kind_is_refused_with_a_hint():
    with pytest.raises(InvalidArgument) as caught:
        read_visibility("team:x", field="input.visibility")

    assert caught.value.hint == "tenant, or user:SUBJECT"
