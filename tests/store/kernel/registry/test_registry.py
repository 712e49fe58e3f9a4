"""The registries that a process keeps in memory."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from graph.kernel.registry import registry
from graph.kernel.registry.builtin import PACK
from graph.write.preparation import introduce
from tests.support.story import someone

KIND, PARTS = PACK["mood"], 20


async def test_as_many_are_kept_as_there_is_space_for_and_those_last_used(db, monkeypatch):
    monkeypatch.setattr(registry, "TENANTS_MAX", 3)
    first, second, third, fourth = (someone().tenant for _ in range(4))
    for tenant in (first, second, third, first, fourth):
        await registry.load(db, tenant)

    assert registry.cached_registry(db, second) is None
    assert all(registry.cached_registry(db, tenant) for tenant in (first, third, fourth))
    assert (await registry.load(db, second)).tenant == second


@pytest.mark.long
async def test_a_registry_that_is_read_while_it_changes_has_what_its_version_has(db):
    caller = someone()
    rounds = 60

    async def change() -> None:
        known = registry.Registry(caller.tenant, 0, {}, {})
        for number in range(rounds):
            brought = [replace(KIND, name=f"a{number}_{part}") for part in range(PARTS)]
            version = await db.transaction(
                lambda tx, known=known, brought=brought: introduce(tx, known, brought, db.clock())
            )
            known = replace(known, version=version)

    changing = asyncio.create_task(change())
    torn: list[tuple[int, int]] = []
    while not changing.done():
        seen = await registry.load(db, caller.tenant)
        if len(seen.own) < seen.version * PARTS:
            torn.append((seen.version, len(seen.own)))
    await changing

    assert torn == []
    assert (await registry.load(db, caller.tenant)).version == rounds
