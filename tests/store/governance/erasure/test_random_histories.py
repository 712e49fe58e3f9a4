"""Whatever is erased of a history, in any order: nothing of it is left, and the rest is sound."""

from __future__ import annotations

import random

import pytest

from graph.errors import NotFound
from graph.governance.erasure.erase import erase
from graph.history.integrity import check
from tests.support.random_history import Chance, SeededTokens
from tests.support.story import Damage, Story


async def ids_of(db, caller, label):
    rows = await Damage(db, caller.tenant).run(
        f"MATCH (it:{label}) WHERE it.tenant = $tenant RETURN it.id AS id ORDER BY id"
    )
    return [row["id"] for row in rows]


@pytest.mark.long
@pytest.mark.parametrize("seed", range(8))
async def test_whatever_is_erased_of_a_history_the_rest_is_sound(
    db, caller, clock, seed, monkeypatch
):
    monkeypatch.setattr("graph.history.integrity.check.SETTLE_S", 0.02)
    monkeypatch.setattr("graph.ids.secrets", SeededTokens(f"erased {seed}"))
    chance = Chance(Story(db, caller), seed)
    await chance.live(60)
    clock.advance(days=1)
    draw = random.Random(seed)
    erased: list[str] = []
    for label, number in (("Memory", 4), ("Episode", 2), ("Entity", 1)):
        known = await ids_of(db, caller, label)
        for subject in draw.sample(known, min(number, len(known))):
            try:
                receipt = await erase(db, caller, subject, "asked for")
            except NotFound:
                # It went with another.
                continue
            assert receipt.complete, receipt
            erased.append(subject)
            assert [one async for one in check.violations(db, caller.tenant)] == [], subject
    assert len(erased) >= 4
    left = {
        one for label in ("Memory", "Episode", "Entity") for one in await ids_of(db, caller, label)
    }
    assert left & set(erased) == set()
    # The store goes on.
    await chance.live(10)
    assert [one async for one in check.violations(db, caller.tenant)] == []
