"""Random histories of everything that can be asked, moved to another tenant whole."""

from __future__ import annotations

import secrets

import pytest

from graph.history.integrity import check
from graph.model.records import Caller
from graph.vocabulary import Role
from tests.support.exports import exported, restored, unlike
from tests.support.profiles import count
from tests.support.random_history import Chance, SeededTokens
from tests.support.story import Story


@pytest.mark.long
@pytest.mark.parametrize("seed", range(count(quick=1, long=3)))
async def test_any_history_is_the_same_elsewhere(db, caller, clock, seed, monkeypatch):
    monkeypatch.setattr("graph.history.integrity.check.SETTLE_S", 0.02)
    monkeypatch.setattr("graph.history.export.streams.PAGE", 7)
    monkeypatch.setattr("graph.history.export.streams.ROWS", 5)
    monkeypatch.setattr("graph.ids.secrets", SeededTokens(f"moved {seed}"))
    chance = Chance(Story(db, caller), seed)
    await chance.live(60)
    clock.advance(days=1)
    assert [one async for one in check.violations(db, caller.tenant)] == []
    first = await exported(db, caller)
    for number, size in enumerate((1, 40)):
        other = Caller(f"t{secrets.token_hex(8)}", "mover", Role.OWNER)
        assert set(await restored(db, other, first, size)) == {"RESTORED"}
        assert await exported(db, other) == first, number
        assert await unlike(db, caller, other) == []
        assert [one async for one in check.violations(db, other.tenant)] == []
    assert chance.done > 30
