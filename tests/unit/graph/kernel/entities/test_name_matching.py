"""Whether two names may be one's."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.kernel.entities.given_names import full_forms, sex_of, short_forms
from graph.kernel.entities.name_matching import Verdict, compare_names, match_entities
from graph.kernel.entities.name_parts import NameKind, parse_name

GIVEN = ["John", "Ana", "Elizabeth", "Liz", "Bob", "Robert", "Priya", "Xiu", "J.", "Maria", "Marie"]
SURNAMES = ["Smith", "L\u00f3pez", "de la Cruz", "O'Brien", "Kim", "Smythe", "van Dyk"]
TITLES = ["", "Dr. ", "Mr. ", "Mrs. ", "Prof. "]
PERSON = st.builds(
    lambda title, first, last: f"{title}{first} {last}".strip(),
    st.sampled_from(TITLES),
    st.sampled_from(GIVEN),
    st.sampled_from(["", *SURNAMES]),
)
ANYTHING = st.one_of(
    PERSON,
    st.text(min_size=1, max_size=20),
    st.from_regex(r"[A-Z]{1,4}-?[0-9]{2,5}", fullmatch=True),
    st.sampled_from(["ana.lopez@x.org", "@analopez", "Ana's manager", "Acme Inc.", "The Acme"]),
)


@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [
        ("Ana Lopez", "ANA  LOPEZ", "person"),
        ("Ana Lopez", "Dr. Ana Lopez", None),
        ("Ana L\u00f3pez", "Ana Lopez", "person"),
        ("Smith, John", "John Smith", "person"),
        ("J Smith", "J. Smith", "person"),
        ("Jos\u00e9", "Jose", "person"),
        ("Saint-\u00c9tienne", "Saint-Etienne", "place"),
    ],
)
def test_spellings_of_one_name_are_the_same(one, other, kind):
    assert compare_names(one, other, kind, kind).verdict is Verdict.SAME


@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [
        ("Liz Smith", "Elizabeth Smith", "person"),
        ("J. Smith", "John Smith", "person"),
        ("John A. Smith", "John Smith", "person"),
        ("Ana Lopez", "Ana Lopez Garcia", "person"),
        ("Ana Lopez", "Ana Lopez-Garcia", "person"),
        ("Ana", "Ana Lopez", "person"),
        ("Mrs. Lopez", "Ana Lopez", "person"),
        ("Bob", "Robert", "person"),
        ("Jonh Smith", "John Smith", "person"),
        ("ana.lopez@x.org", "Ana Lopez", "person"),
        ("@analopez", "Ana Lopez", None),
        ("alopez@x.org", "Ana Lopez", "person"),
        ("Acme", "Acme Inc.", "organization"),
        ("IBM", "International Business Machines", "organization"),
        ("Mr. James", "James", "person"),
        ("Dr. Grace", "Mrs. Grace", "person"),
        ("Mrs. Rose", "Aunt Rose", "person"),
        ("Aunt Rosa", "Rosa", "person"),
    ],
)
def test_what_may_be_one_is_uncertain(one, other, kind):
    found = compare_names(one, other, kind, kind)

    assert found.verdict is Verdict.UNCERTAIN
    assert found.reasons


@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [
        ("ASR1603", "ASR1605", None),
        ("ASR1603", "ASR 1603 B", "product"),
        ("Apollo 11", "Apollo 12", "project"),
        ("John Smith", "John Smyth", "person"),
        ("Maria Lopez", "Marie Lopez", "person"),
        ("Dr. John Smith Jr.", "John Smith Sr.", "person"),
        ("John Smith", "John Smith Jr.", "person"),
        ("John A. Smith", "John B. Smith", "person"),
        ("Mr. Lopez", "Ana Lopez", "person"),
        ("Mr. Lopez", "Mrs. Lopez", "person"),
        ("ana.lopez@x.org", "ana.lopez@y.org", "person"),
        ("ana@x.org", "Ana Lopez", "person"),
        ("@ana", "@anna", None),
        ("Ana's manager", "Ana's sister", "person"),
        ("Ana's manager", "Ana", "person"),
        ("Acme Labs", "Acme Foods", "organization"),
        ("J.", "John", "person"),
    ],
)
def test_what_only_looks_alike_is_different(one, other, kind):
    assert compare_names(one, other, kind, kind).verdict is Verdict.DIFFERENT


def test_known_kinds_that_differ_are_never_one():
    assert compare_names("Jordan", "Jordan", "person", "place").verdict is Verdict.DIFFERENT
    assert compare_names("Jordan", "jordan", "person", "unknown").verdict is Verdict.SAME


def test_two_surnames_outweigh_what_is_uncertain():
    found = match_entities(["Ana", "Ana Lopez"], ["Ana", "Ana Weber"], "person", "person")
    assert found.verdict is Verdict.SAME
    assert match_entities(
        ["Ann", "Ann Lopez"], ["Annie", "Ann Weber"], "person", "person"
    ).verdict is (Verdict.DIFFERENT)


@given(ANYTHING, ANYTHING, st.sampled_from([None, "person", "unknown", "organization"]))
def test_the_order_makes_no_difference(one, other, kind):
    here, there = compare_names(one, other, kind, kind), compare_names(other, one, kind, kind)

    assert (here.verdict, here.score) == (there.verdict, there.score)


@given(ANYTHING, st.sampled_from([None, "person", "unknown", "organization"]))
def test_a_name_is_the_same_as_itself(name, kind):
    assert compare_names(name, name, kind, kind).verdict is Verdict.SAME


@given(ANYTHING, ANYTHING)
def test_scores_are_bounded_and_agree_with_verdicts(one, other):
    found = compare_names(one, other)

    assert 0 <= found.score <= 1
    assert (found.score == 0) == (found.verdict is Verdict.DIFFERENT)
    assert (found.score >= 0.95) == (found.verdict is Verdict.SAME)


@given(st.from_regex(r"[A-Z]{2,4}[0-9]{3,5}", fullmatch=True), ANYTHING)
def test_a_code_is_like_nothing_but_itself(code, other):
    found = compare_names(code, other)

    if parse_name(other).key != parse_name(code).key:
        assert found.verdict is Verdict.DIFFERENT


@given(st.sampled_from(GIVEN), st.sampled_from(SURNAMES), st.sampled_from(SURNAMES))
def test_full_names_with_other_surnames_are_two_people(first, one, other):
    if one != other:
        found = compare_names(f"{first} {one}", f"{first} {other}", "person", "person")
        assert found.verdict is Verdict.DIFFERENT


def test_a_name_is_parsed_into_its_parts():
    cruz = parse_name("Dr. Ana Mar\u00eda de la Cruz")
    assert (cruz.given, cruz.surname) == (("ana", "maria"), ("de", "la", "cruz"))
    assert cruz.sex == "female"
    assert parse_name("my sister").kind is NameKind.ROLE
    assert parse_name("Ana's sister").kind is NameKind.ROLE
    assert parse_name("Shaquille O'Neal", "person").surname == ("o'neal",)
    assert parse_name("Acme").kind is NameKind.THING


def test_given_names_tell_their_forms():
    assert "elizabeth" in full_forms("Liz")
    assert "liz" in short_forms("elizabeth")
    assert sex_of("Elizabeth") == "female"
    assert sex_of("Alex") is None
    assert sex_of("Xq") is None
