"""The registries that a process keeps in memory."""

from __future__ import annotations

from graph.registry import registry
from tests.support.story import someone


async def test_as_many_are_kept_as_there_is_space_for_and_those_last_used(db, monkeypatch):
    monkeypatch.setattr(registry, "TENANTS_MAX", 3)
    first, second, third, fourth = (someone().tenant for _ in range(4))
    for tenant in (first, second, third, first, fourth):
        await registry.load(db, tenant)

    assert registry.cached(db, second) is None
    assert all(registry.cached(db, tenant) for tenant in (first, third, fourth))
    assert (await registry.load(db, second)).tenant == second
