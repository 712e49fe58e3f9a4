"""What two similar memories are to one another, as a function of the two."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.limits import SimilarityLimits
from graph.model.records import Evidence, Memory
from graph.proposals.similarity.comparing import Compared, compare, denials, same_names, wording
from graph.vocabulary import GroundingVerdict, MemoryStatus, MemoryType, SourceKind

LIMITS = SimilarityLimits()
AT = datetime(2026, 1, 1, tzinfo=UTC)
ABSENT = dict.fromkeys(
    (
        "topic", "context", "target", "valid_to", "valid_from_precision", "valid_to_precision",
        "valid_from_basis", "vouched_until", "retired_at", "expires_at",
        "last_confirmed_at", "last_accessed_at", "source_session", "speaker", "extractor",
        "consent_basis", "superseded_by", "superseded_reason",
    )
)  # fmt: skip


def memory(key: str, text: str, attribute: str | None, value: str | None, **more) -> Memory:
    said = more.pop("said_at", AT)
    fields = {
        **ABSENT,
        "type": MemoryType.FACT,
        "tags": (),
        "importance": 0.5,
        "confidence": 0.8,
        "current_confidence": 0.8,
        "inference": False,
        "status": MemoryStatus.ACTIVE,
        "negative": False,
        "entity": "e_ana",
        "valid_from": said,
        "recorded_at": said,
        "admitted_at": said,
        "confirmations": 0,
        "access_count": 0,
        "source_kind": SourceKind.USER,
        "visibility": "tenant",
        "evidence": (Evidence(f"p_{key}", text, 0, len(text), GroundingVerdict.SUPPORTED),),
        "supersedes": (),
    }
    return Memory(
        id=key, text=text, attribute=attribute, value=value, said_at=said, **{**fields, **more}
    )


def compared(
    key, text, attribute="works_on", value="fridays", tenant="t", identity="e_ana", **more
):
    said = memory(key, text, attribute, value, **more)
    return Compared(tenant, identity, said, None if value is None else value.casefold())


ONE = compared("m_1", "Ana deploys on Fridays.", "deploys_on")
OTHER = compared("m_2", "Ana deploys on Fridays", said_at=AT + timedelta(days=1))

TEXTS = st.sampled_from(
    [
        "Ana deploys on Fridays.",
        "The Ana deploys on a Fridays!",
        "Ana no longer deploys on Fridays.",
        "Ana meets Bo at 9.",
        "Ana meets Bo at 10.",
        "Ana meets Cy at 9.",
        "",
        "Ana doesn\u2019t meet Bo.",
    ]
)
SIDES = st.builds(
    compared,
    st.sampled_from(["m_1", "m_2", "m_3"]),
    TEXTS,
    st.sampled_from(["deploys_on", "works_on", None]),
    st.sampled_from(["fridays", "Bo", None]),
    st.sampled_from(["t", "u"]),
    st.sampled_from(["e_ana", "e_bo"]),
    context=st.sampled_from([None, "At work", "at  work", "home"]),
    negative=st.booleans(),
    inference=st.booleans(),
    status=st.sampled_from(MemoryStatus),
    type=st.sampled_from(MemoryType),
    said_at=st.sampled_from([AT, AT + timedelta(days=1)]),
)
COSINES = st.floats(-1.0, 1.0)


@given(SIDES, SIDES, COSINES)
def test_it_is_the_same_whichever_comes_first(one, other, cosine):
    assert (one.memory.id == other.memory.id) or (
        compare(one, other, cosine, LIMITS) == compare(other, one, cosine, LIMITS)
    )


@given(SIDES, SIDES, COSINES)
def test_a_pair_is_of_two_current_memories_of_one_identity_in_one_tenant(one, other, cosine):
    found = compare(one, other, cosine, LIMITS)
    if found is None:
        return

    assert one.tenant == other.tenant
    assert one.identity == other.identity
    assert one.memory.id != other.memory.id
    assert {one.memory.status, other.memory.status} == {MemoryStatus.ACTIVE}
    assert {found.older_id, found.newer_id} == {one.memory.id, other.memory.id}
    assert found.older.memory.said_at <= found.newer.memory.said_at
    assert cosine >= LIMITS.related


@given(SIDES, SIDES, COSINES)
def test_what_is_one_statement_agrees_in_all_that_can_be_told(one, other, cosine):
    found = compare(one, other, cosine, LIMITS)
    if found is None or not found.same:
        return

    assert cosine >= LIMITS.same
    assert found.same_value
    assert one.canonical == other.canonical is not None
    assert one.memory.negative == other.memory.negative
    assert wording(one.memory.text) == wording(other.memory.text)
    assert not (one.memory.inference)
    assert not (other.memory.inference)


@given(SIDES, SIDES)
def test_the_key_of_a_pair_depends_on_the_two_alone(one, other):
    found = compare(one, other, 1.0, LIMITS)
    again = compare(other, one, 0.8, LIMITS)

    assert found is None or again is None or found.key == again.key


def test_the_same_words_under_another_attribute_are_one_statement():
    found = compare(ONE, OTHER, 0.99, LIMITS)

    assert found is not None
    assert (found.same, found.older_id, found.newer_id) == (True, "m_1", "m_2")
    assert found.reasons == ("alike (0.99)", "the same words")


@pytest.mark.parametrize(
    ("other", "because"),
    [
        (compared("m_2", "Ana releases on Fridays."), "the same value in other words"),
        (compared("m_2", "Ana no longer deploys on Fridays."), "one denies, the other does not"),
        (compared("m_2", "Ana deploys on Fridays.", negative=True), "one denies"),
        (compared("m_2", "Ana doesn't deploy on Fridays."), "one denies"),
        (compared("m_2", "Ana deploys on Fridays.", value="mondays"), "another value"),
        (compared("m_2", "Ana deploys on Fridays.", value=None), "another value"),
        (compared("m_2", "Ana deploys on Fridays at 9."), "other numbers"),
        (compared("m_2", "Ana deploys with Bo on Fridays."), "other names"),
        (compared("m_2", "Ana deploys on Fridays.", context="at work"), "another context"),
    ],
)
def test_what_differs_is_a_question_and_says_in_what(other, because):
    found = compare(ONE, other, 0.95, LIMITS)

    assert found is not None
    assert not found.same
    assert because in "; ".join(found.reasons)


@pytest.mark.parametrize(
    ("other", "cosine"),
    [
        (OTHER, 0.69),
        (compared("m_2", "Ana deploys on Mondays.", "deploys_on", "mondays"), 0.89),
        (compared("m_2", "Ana deploys on Fridays.", "deploys_on"), 1.0),
        (compared("m_2", "Ana deploys on Mondays.", "deploys_on", negative=True), 0.95),
        (compared("m_2", "Ana deploys on Fridays.", tenant="u"), 1.0),
        (compared("m_2", "Ana deploys on Fridays.", identity="e_bo"), 1.0),
        (compared("m_2", "Ana deploys on Fridays.", status=MemoryStatus.ENDED), 1.0),
        (compared("m_2", "Ana deploys on Fridays.", type=MemoryType.SUMMARY), 1.0),
        (replace(OTHER, memory=replace(OTHER.memory, evidence=ONE.memory.evidence)), 1.0),
    ],
)
def test_about_these_nothing_has_to_be_done(other, cosine):
    assert compare(ONE, other, cosine, LIMITS) is None


def test_in_two_sides_of_life_the_same_may_be_said():
    work = compared("m_1", "Ana drinks tea.", "drinks", "tea", context="at work")
    home = compared("m_2", "Ana drinks tea.", "has", "tea", context="at home")

    assert compare(work, home, 1.0, LIMITS) is None


def test_values_of_a_list_are_compared_when_they_hardly_differ():
    nine = compared("m_1", "Ana has a meeting at 9.", "plans", "meeting at 9")
    ten = compared("m_2", "Ana has a meeting at 10.", "plans", "meeting at 10")
    found = compare(nine, ten, 0.96, LIMITS)

    assert found is not None
    assert found.reasons == ("alike (0.96)", "another value", "other numbers")


def test_an_inference_is_never_one_statement_with_another():
    guess = compared("m_2", "Ana deploys on Fridays.", inference=True)
    found = compare(ONE, guess, 1.0, LIMITS)

    assert found is not None
    assert not (found.same)
    assert not (found.same_value)


def test_of_two_of_the_same_time_the_recorded_order_decides():
    late = compared("m_0", "Ana deploys on Fridays.", recorded_at=AT + timedelta(hours=1))
    found = compare(late, ONE, 1.0, LIMITS)

    assert found is not None
    assert found.older_id == "m_1"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Deploys on Fridays.", "She deploys on Fridays.", False),
        ("Deploys happen on Fridays.", "On Fridays deploys happen.", True),
        ("Ana's boat is red.", "The red boat is Ana's.", True),
        ("Bo met Cy.", "Cy met Bo.", True),
        ("Rain falls in Porto.", "In Porto rain falls.", True),
        ("Berlin suits Ana.", "Porto suits Ana.", False),
        ("Ana met Bo.", "Ana met Cy.", False),
        ("ana met bo.", "ana met cy.", True),
    ],
)
def test_names_are_told_by_their_capitals(one, other, same):
    assert same_names(one, other) is same
    assert same_names(other, one) is same


@given(TEXTS, TEXTS)
def test_the_names_of_two_texts_are_compared_either_way(one, other):
    assert same_names(one, one)
    assert same_names(one, other) == same_names(other, one)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Ana sits in the garden.", "ana sits in garden", True),
        ("Ana owes Bo $9", "Ana owes Bo €9", False),
        ("Ana sends a 👍", "Ana sends a 👎", False),
        ("Ana needs plan A now", "Ana needs a plan now", False),
        ("Ana teaches IT", "Ana teaches it", False),
        ("Ana is in?", "Ana is in.", False),
        ("It is > 9 degrees", "It is < 9 degrees", False),
        ("Ana writes C++", "Ana writes C#", False),
        ("a square of 9 m²", "a square of 9 m2", False),
    ],
)
def test_signs_and_capitals_are_words_too(one, other, same):
    assert (wording(one) == wording(other)) is same


def test_the_denial_of_a_memory_is_known_by_its_id():
    assert denials([ONE.memory]) != denials([OTHER.memory])
    assert denials([]) == frozenset()
