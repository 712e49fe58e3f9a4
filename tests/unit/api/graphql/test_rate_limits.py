"""What one tenant may take: requests at a time, and requests a minute."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.graphql.request.rate_limits import RateExceeded, ShareTaken, TenantShare


def once(share, tenant, now):
    share.enter(tenant, now)
    share.leave(tenant)


def test_a_tenant_has_so_many_at_a_time_and_others_are_not_disturbed():
    share = TenantShare(2)
    share.enter("a", 0)
    share.enter("a", 0)
    with pytest.raises(ShareTaken):
        share.enter("a", 0)
    share.enter("b", 0)
    share.leave("a")
    share.enter("a", 0)


def test_after_a_rest_a_minutes_worth_comes_at_once_and_no_more():
    share = TenantShare(10, 60)
    for _ in range(60):
        once(share, "a", 100.0)
    with pytest.raises(RateExceeded) as refused:
        once(share, "a", 100.0)
    assert refused.value.retry_after == 1
    once(share, "b", 100.0)
    once(share, "a", 101.0)
    with pytest.raises(RateExceeded):
        once(share, "a", 101.0)
    for _ in range(60):
        once(share, "a", 300.0)


@given(st.integers(1, 50), st.lists(st.floats(0, 5, allow_nan=False), max_size=200))
def test_no_minute_has_more_than_twice_the_limit_and_what_is_told_to_wait_suffices(limit, waits):
    share, now, taken = TenantShare(1, limit), 0.0, []
    for wait in waits:
        now += wait
        try:
            once(share, "a", now)
            taken.append(now)
        except RateExceeded as error:
            now += error.retry_after or 0
            once(share, "a", now)
            taken.append(now)
    for start in taken:
        assert sum(start <= one < start + 60 for one in taken) <= 2 * limit


def test_what_is_refused_is_not_counted():
    share = TenantShare(1, 1)
    once(share, "a", 0.0)
    for _ in range(10):
        with pytest.raises(RateExceeded):
            once(share, "a", 1.0)
    once(share, "a", 61.0)


def test_tenants_that_have_rested_are_forgotten():
    share = TenantShare(1, 60, tenants_max=100)
    for number in range(1_000):
        once(share, f"t{number}", float(number * 10))
    assert len(share._whole_at) <= 101
