"""A store is replaced by a new one wholly, or stays as it was, whoever is killed when."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from graph.clock import now
from graph.database import migrations
from graph.database.server import disk
from graph.database.server.embedded import Address, running
from graph.database.server.replacement import run_replacement
from graph.database.session import Session
from graph.errors import Conflict, StoreUnavailable
from graph.history.compaction.copying import copy_store
from tests.support.story import Damage, someone

pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parents[4]
# Takes the place of the store very slowly, and says when both servers are there.
SLOW = """
import sys
sys.path.insert(0, sys.argv[1])
from pathlib import Path
from graph.database.server.replacement import replaced
with replaced(Path(sys.argv[2]), lambda text: None) as (old, new):
    print(old.uri, new.uri, flush=True)
    sys.stdin.read()
"""
USING = """
import sys
sys.path.insert(0, sys.argv[1])
from pathlib import Path
from graph.database.server.embedded import running
with running(Path(sys.argv[2])) as address:
    print(address.uri, flush=True)
"""
# Each kind of value that a property can have.
MADE = """CREATE (a:Kept:Twice {tenant: $tenant, text: 'a\u00e7\u00e3o', whole: 9007199254740993,
    part: 0.1, yes: true, at: datetime('2025-05-07T09:00:00.123456Z'), many: ['a', 'b'],
    vector: [0.25, -1.5], empty: []})
CREATE (a)-[:LED_TO {tenant: $tenant, since: '2020-02-29'}]->(a)
CREATE (a)-[:LED_TO {tenant: $tenant}]->(:Kept {tenant: $tenant})
CREATE (:Erasure {tenant: $tenant, id: 'done', complete: true}),
       (:Erasure {tenant: $tenant, id: 'cut off', complete: false})
RETURN 1 AS made"""
FOUND = """MATCH (kept:Kept {tenant: $tenant})
OPTIONAL MATCH (kept)-[edge]->(other)
RETURN labels(kept) AS labels, properties(kept) AS properties,
       type(edge) AS type, edge.since AS since,
       labels(other) AS led
ORDER BY kept.text, since"""
ERASURES = """MATCH (erasure:Erasure {tenant: $tenant})
RETURN erasure.id AS id, erasure.compacted_at AS at ORDER BY id"""
SCHEMA = """SHOW INDEXES YIELD name, state, createStatement
RETURN name, state, createStatement ORDER BY name"""


def opened(address: Address):
    return Session.open(address.uri, address.user, address.password)


async def found(data: Path, tenant: str) -> tuple[object, object]:
    """What is in the store, and by what it is found."""
    with running(data) as address:
        async with opened(address) as db:
            damage = Damage(db, tenant)
            return await damage.run(FOUND), await damage.run(SCHEMA)


@pytest.fixture
async def kept(tmp_path: Path) -> tuple[Path, str]:
    """The data folder of a store that has something, and whose it is."""
    tenant = someone().tenant
    with running(tmp_path / "data") as address:
        async with opened(address) as db:
            await migrations.ensure(db)
            await Damage(db, tenant).run(MADE)
    return tmp_path / "data", tenant


def started(program: str, data: Path) -> subprocess.Popen[bytes]:
    """A process of its own that does something with the store."""
    return subprocess.Popen(
        [sys.executable, "-P", "-c", program, str(ROOT), str(data)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ,
    )


def quiet(text: str) -> None:
    """Say nothing."""


async def test_a_copy_has_every_kind_of_value_and_every_index(kept):
    data, tenant = kept
    before = await found(data, tenant)

    at = now()
    with run_replacement(data, quiet) as (old, new):
        copied = await copy_store(old, new, at, quiet)

    assert copied.nodes >= 2
    assert copied.edges == 2
    assert await found(data, tenant) == before
    assert not (data / "replacement").exists()
    with running(data) as address:
        async with opened(address) as db:
            erasures = await Damage(db, tenant).run(ERASURES)
    assert erasures == [{"id": "cut off", "at": None}, {"id": "done", "at": at}]


@pytest.mark.nightly
async def test_after_an_error_the_store_is_as_it_was(kept):
    data, tenant = kept
    before = await found(data, tenant)

    with pytest.raises(ZeroDivisionError), run_replacement(data, quiet):
        _ = 1 / 0

    assert await found(data, tenant) == before
    assert not (data / "replacement").exists()


@pytest.mark.nightly
async def test_killed_in_the_middle_it_has_changed_nothing(kept):
    data, tenant = kept
    before = await found(data, tenant)
    with started(SLOW, data) as process:
        assert process.stdout is not None
        assert process.stdout.readline().count(b"bolt://") == 2
        os.kill(process.pid, signal.SIGKILL)

    # Its servers are ended by whoever comes next.
    assert await found(data, tenant) == before
    assert not (data / "replacement").exists()


@pytest.mark.nightly
@pytest.mark.parametrize("is_in_place", [False, True])
async def test_killed_between_the_two_it_is_the_one_or_the_other(kept, is_in_place):
    data, tenant = kept
    before = await found(data, tenant)
    folder = data / "replacement"
    folder.mkdir()
    if is_in_place:
        (folder / "before").mkdir()
    else:
        (data / "neo4j").rename(folder / "before")

    assert await found(data, tenant) == before
    assert not folder.exists()


@pytest.mark.nightly
async def test_a_store_in_use_is_not_replaced_and_who_comes_meanwhile_waits(kept):
    data, tenant = kept
    with running(data), pytest.raises(Conflict), run_replacement(data, quiet):
        pass
    before = await found(data, tenant)
    with run_replacement(data, quiet) as (old, new):
        other = started(USING, data)
        await copy_store(old, new, now(), quiet)
        # Long enough to have started a server, had it been let.
        await asyncio.sleep(5)
        assert other.poll() is None
    with other:
        assert other.stdout is not None
        assert other.stdout.readline().startswith(b"bolt://")
    assert await found(data, tenant) == before


@pytest.mark.nightly
async def test_a_store_is_not_replaced_where_there_is_no_room_for_another(kept, monkeypatch):
    data, tenant = kept
    monkeypatch.setattr(disk, "START_BYTES_MIN", 10**18)
    with pytest.raises(StoreUnavailable, match="no space left"), run_replacement(data, quiet):
        pass
    monkeypatch.undo()
    assert await found(data, tenant)
