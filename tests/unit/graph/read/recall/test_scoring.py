"""The score of a candidate."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.limits import DEFAULT_SCALE, RecallLimits, VectorScale
from graph.read.recall.scoring import Signals, best_first, recency, relevances, score

NOW = datetime(2026, 5, 1, tzinfo=UTC)
SHARES = st.floats(0, 1)
SIGNALS = st.builds(
    Signals,
    st.none() | st.floats(-1, 1),
    SHARES,
    st.sampled_from([None, 0, 1, 2]),
    st.booleans(),
)


def relevance(*args, scale=DEFAULT_SCALE):
    return relevances({"m": Signals(*args)}, scale)["m"]


def test_a_score_is_the_weighted_sum_of_its_parts():
    found = score(0.5, 0.8, 0.2, RecallLimits())

    assert found.total == pytest.approx(0.60 * 0.5 + 0.25 * 0.8 + 0.15 * 0.2)


def test_what_is_recent_and_important_alone_stays_below_the_relevance_floor():
    assert score(0, 1, 1, RecallLimits()).total > 0.35
    assert relevance(0.2, 0.0, 0) < RecallLimits().relevance_floor


def test_recency_is_half_after_a_half_life():
    assert recency(NOW - timedelta(days=30), NOW, 30) == pytest.approx(0.5)
    assert recency(NOW, NOW, 30) == 1
    assert recency(NOW + timedelta(days=9), NOW, 30) == 1


def test_how_much_a_cosine_says_is_a_matter_of_the_models_scale():
    narrow = VectorScale(zero=0.7, one=0.9)

    assert relevance(0.8, 0.4, 0, scale=narrow) == pytest.approx(relevance(0.5, 0.4, 0))
    assert relevance(0.7, 0.4, 0, scale=narrow) < relevance(0.7, 0.4, 0)
    assert relevance(0.5, 0.4, 0, scale=narrow) == relevance(0.0, 0.4, 0)
    assert relevance(None, 0.4, 0, scale=narrow) == relevance(None, 0.4, 0)


def test_without_a_vector_the_words_decide():
    assert relevance(None, 1.0, None) == 1
    assert relevance(None, 0.1, None) == 0
    assert 0 < relevance(0.8, 0.0, None) < relevance(0.8, 0.5, None) < 1


def test_what_is_about_nobody_who_is_named_counts_less():
    about, beside, elsewhere = (relevance(0.7, 0.6, distance) for distance in (0, 1, 2))

    assert about > beside > elsewhere
    assert relevance(0.7, 0.6, None) == about


def test_what_says_nothing_new_counts_less():
    assert relevance(0.7, 0.6, 0, False) < relevance(0.7, 0.6, 0, True)
    assert relevance(None, 0.6, 0, False) < relevance(None, 0.6, 0, True)


@given(st.dictionaries(st.text(max_size=3), SIGNALS, max_size=6))
def test_relevance_is_a_share(signals):
    found = relevances(signals, DEFAULT_SCALE)

    assert found.keys() == signals.keys()
    assert all(0 <= one <= 1 for one in found.values())


@given(SIGNALS, SIGNALS)
def test_what_is_at_least_as_good_in_every_way_is_at_least_as_relevant(one, other):
    far = {None: 0, 0: 0, 1: 1, 2: 2}
    if one.cosine is None or other.cosine is None or one.cosine < other.cosine:
        return
    if one.coverage < other.coverage or far[one.distance] > far[other.distance]:
        return
    if other.new and not one.new:
        return
    found = relevances({"one": one, "other": other}, DEFAULT_SCALE)

    assert found["one"] >= found["other"]


def test_equal_scores_are_in_order_of_their_ids():
    same = score(0.5, 0.5, 0.5, RecallLimits())
    better = score(0.6, 0.5, 0.5, RecallLimits())

    found = best_first([("b", same), ("c", better), ("a", same)])
    assert [key for key, _ in found] == ["c", "a", "b"]
