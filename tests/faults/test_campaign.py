"""Whatever fails, nothing acknowledged is lost, nothing is done twice, and nobody helps."""

from __future__ import annotations

import pytest

from tests.faults import campaign
from tests.support.servers.small_server import small_and_quick

__all__ = ["small_and_quick"]

pytestmark = pytest.mark.nightly


async def test_a_store_under_load_survives_every_fault():
    outcomes = await campaign.run(len(campaign.FAULTS), seed=11)

    assert {name: one.wrong for name, one in outcomes.items() if one.wrong} == {}
    made = [one for one in outcomes.values() if not one.skipped]
    assert all(one.rounds and one.writes for one in made)
    # Faults that were not felt prove nothing.
    lost = ("database killed", "connections refused", "answers to commits lost")
    for name in (*lost, "model answers broken", "model slow", "service killed"):
        assert outcomes[name].failed > 0
    for name in ("worker killed", "service killed"):
        assert outcomes[name].kills > outcomes[name].rounds
        assert outcomes[name].kills_at_work > 0
