"""Pauses between the attempts of a delivery."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from graph.governance.webhooks.deliveries import pause_of
from graph.limits import WebhookLimits

LIMITS = WebhookLimits(pause_s=5.0, pause_max_s=3_600.0)


@given(attempt=st.integers(1, 1_000), seed=st.integers(0, 2**32))
def test_a_pause_doubles_up_to_the_longest_and_is_between_a_half_and_all_of_it(attempt, seed):
    whole = min(5.0 * 2 ** min(attempt - 1, 40), 3_600.0)
    pause = pause_of(attempt, LIMITS, Random(seed)).total_seconds()

    assert whole / 2 <= pause <= whole


def test_two_processes_that_fail_together_do_not_come_back_together():
    assert len({pause_of(3, LIMITS, Random(seed)) for seed in range(20)}) > 10
