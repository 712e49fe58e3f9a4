"""Stores of earlier versions are opened by this one, and say what they said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from api import wiring
from graph.database import migrations
from graph.database.server import dump
from graph.history.backup import manifest as manifests
from graph.history.export.export import export
from graph.history.integrity import check
from graph.model.records import Caller
from graph.settings import Settings
from graph.vocabulary import Role
from graph.write.intake import jobs

pytestmark = pytest.mark.long

# Each is a dump made by that version, with what that version exported of it.
STORES = Path(__file__).resolve().parents[3] / "fixtures" / "stores"
CALLER = Caller("default", "tester", Role.OWNER)


@pytest.mark.parametrize("version", sorted(one.name for one in STORES.iterdir()))
async def test_a_store_of_an_earlier_version_is_brought_to_this_one(version, tmp_path):
    folder = STORES / version
    manifest = manifests.read(folder)
    manifests.require_whole(folder, manifest)
    dump.load(tmp_path / "data", folder, manifest.neo4j, lambda _: None)

    async with wiring.store(Settings(data=tmp_path / "data")) as db:
        applied = await db.read("database/migrations_applied", ledger=migrations.LEDGER)
        assert len(applied) == len(migrations.list_migrations(db.catalogue))
        lines = [line async for line in export(db, CALLER)]
        exported = (folder / "export.jsonl").read_text(encoding="utf-8").splitlines()
        assert lines == [json.loads(line) for line in exported]
        assert [one async for one in check.violations(db)] == []
        leased = await jobs.lease(db, "worker", seconds=60)
        assert leased is not None
        assert leased.session == "s1"
