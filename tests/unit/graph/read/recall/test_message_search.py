"""The scores of turns: of their own words, and of what they reply to."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.read.recall.message_search import (
    ASSISTANT_SHARE,
    REPLY_LENGTH,
    REPLY_SHARE,
    best_turns,
    score_turns,
)

IDS = st.sampled_from("abcdef")
KINDS = st.sampled_from(["USER", "ASSISTANT", "TOOL"])
ROWS = st.lists(
    st.fixed_dictionaries(
        {
            "id": IDS,
            "score": st.floats(0.01, 50),
            "kind": KINDS,
            "next": st.none() | IDS,
            "next_kind": KINDS,
            "next_length": st.integers(0, 2_000),
        }
    ),
    unique_by=lambda row: row["id"],
)


def row(key, score, following=None, length=0, kind="USER", next_kind="USER"):
    following = {"next": following, "next_kind": next_kind, "next_length": length}
    return {"id": key, "score": score, "kind": kind, **following}


def test_a_short_reply_is_found_by_what_it_replies_to():
    found = score_turns([row("a", 4.0, "b", 5), row("c", 3.0)])

    assert found["a"] == 1
    assert found["b"] == REPLY_SHARE * (1 - 5 / REPLY_LENGTH)
    assert found["b"] > found["c"]


def test_a_long_turn_speaks_for_itself():
    assert "b" not in score_turns([row("a", 4.0, "b", REPLY_LENGTH)])


def test_what_an_assistant_says_counts_less():
    rows = [row("a", 4.0, "b", next_kind="ASSISTANT"), row("c", 5.0, "d", kind="ASSISTANT")]
    found = score_turns(rows)
    told = 5 * ASSISTANT_SHARE / 4

    assert found == {
        "a": 1,
        "b": REPLY_SHARE * ASSISTANT_SHARE,
        "c": told,
        "d": pytest.approx(REPLY_SHARE * told),
    }


@given(ROWS)
def test_scores_are_shares_of_the_best(rows):
    found = score_turns(rows)

    assert all(0 < score <= 1 for score in found.values())
    assert not rows or max(found.values()) == 1
    assert {one["id"] for one in rows} <= set(found)


@given(ROWS, st.integers(1, 5))
def test_the_best_of_the_eligible_come_first(rows, count):
    scores = score_turns(rows)
    eligible = frozenset(key for key in scores if key < "d")
    found = best_turns(scores, eligible, count)

    assert [one.episode for one in found] == sorted(eligible, key=lambda key: (-scores[key], key))[
        :count
    ]
