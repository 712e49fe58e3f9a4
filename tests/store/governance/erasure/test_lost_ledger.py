"""A ledger of erasures that is missing, older, or another one is not taken for an empty one."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from copy import copy
from dataclasses import astuple
from pathlib import Path

import pytest
import pytest_asyncio

from graph.database.session import Session
from graph.database.tombstones.ledger import Ledger
from graph.errors import LedgerUnavailable
from graph.governance.erasure.erase import erase, erase_session
from graph.history.integrity.erasure_ledger import (
    give_up_entries,
    lost_entries,
    record_ledger,
    require_ledger,
)
from graph.model.records import Caller
from graph.vocabulary import Outcome
from tests.support.exports import exported, restored
from tests.support.story import FORGET_LEDGER, Damage, Story, someone

WHY = "asked for by the subject"


# A store has one ledger: where it is lost, no other test may be at work.
@pytest.fixture
def server(own_server):
    return own_server


@pytest.fixture
def db(own, clock):
    own.clock = clock
    return own


@pytest.fixture
def story(db, caller):
    return Story(db, caller)


@pytest.fixture
def other_caller():
    """Somebody of another tenant."""
    return someone()


@pytest_asyncio.fixture(autouse=True)
async def own_ledger(db, caller, other_caller, tmp_path) -> AsyncIterator[Ledger]:
    """A ledger of this test's own, which it may lose; the store then needs it no more."""
    before, db.ledger = db.ledger, Ledger(tmp_path / "erasures.jsonl")
    yield db.ledger
    db.ledger = before
    for one in (caller, other_caller):
        await Damage(db, one.tenant).run(FORGET_LEDGER)


@pytest.fixture
def beginning(server, db):
    """A story told through a session of its own, as the next process has it."""

    @asynccontextmanager
    async def begun(caller: Caller, file: Path | None = None) -> AsyncIterator[Story]:
        ledger = Ledger(file or db.ledger.file)
        async with Session.open(*astuple(server), clock=db.clock, ledger=ledger) as session:
            yield Story(session, caller)

    return begun


async def erased(story, value="ZX-81-QT77"):
    said = await story.says("Mike", "locker_code", value)
    return await erase(story.db, story.caller, said.memory, WHY)


async def forget_tombstones(db, caller):
    """Have the store know no more what its ledgers have, as one of before has it."""
    await Damage(db, caller.tenant).run("MATCH (it:Tombstone {tenant: $tenant}) DELETE it")


@pytest.fixture
def refused(beginning):
    """Neither a start nor a statement of the tenant does without the ledger."""

    async def refuse(caller: Caller, words: str, *, statement: bool = True) -> None:
        async with beginning(caller) as later:
            with pytest.raises(LedgerUnavailable, match=words) as found:
                await require_ledger(later.db, caller.tenant)
            assert "restore" in found.value.hint
            if statement:
                with pytest.raises(LedgerUnavailable):
                    await later.says("Mike", "lives_in", "Berlin")

    return refuse


async def test_a_store_of_which_nothing_was_erased_needs_no_ledger(story):
    await story.says("Mike", "lives_in", "Berlin")
    await require_ledger(story.db, story.caller.tenant)
    assert not story.db.ledger.file.exists()


async def test_a_ledger_that_has_every_erasure_is_the_stores(story, beginning):
    await erased(story)
    async with beginning(story.caller) as later:
        await require_ledger(later.db, later.caller.tenant)
        await erased(later, "AB-12-QT77")
    await require_ledger(story.db, story.caller.tenant)


async def test_an_erasure_that_was_cut_off_before_it_began_needs_no_entry(story, beginning):
    await record_ledger(story.db, story.caller.tenant)
    async with beginning(story.caller) as later:
        await require_ledger(later.db, later.caller.tenant)


@pytest.mark.parametrize("lost", ["erasures.jsonl", "erasures.jsonl.key"])
async def test_a_store_is_not_used_without_its_ledger_or_its_key(story, refused, own_ledger, lost):
    await erased(story)
    own_ledger.file.with_name(lost).unlink()
    await refused(story.caller, "missing")


async def test_a_ledger_of_another_key_is_not_the_stores(story, refused, own_ledger, tmp_path):
    await erased(story)
    for name in ("erasures.jsonl", "erasures.jsonl.key"):
        (tmp_path / name).unlink()
    Ledger(own_ledger.file).begin()
    await refused(story.caller, "another key")


async def test_an_older_ledger_lacks_what_was_erased_since(story, refused, own_ledger, tmp_path):
    await erased(story)
    shutil.copy(own_ledger.file, tmp_path / "older")
    receipt = await erased(story, "AB-12-QT77")
    (tmp_path / "older").replace(own_ledger.file)
    await forget_tombstones(story.db, story.caller)
    words = f"lacks 1 of tenant {story.caller.tenant}, such as {receipt.id}"
    await refused(story.caller, words, statement=False)


async def test_an_older_ledger_gets_from_the_store_what_was_erased_since(
    story, beginning, own_ledger, tmp_path
):
    await erased(story)
    shutil.copy(own_ledger.file, tmp_path / "older")
    await erased(story, "AB-12-QT77")
    whole = own_ledger.file.read_bytes()
    (tmp_path / "older").replace(own_ledger.file)
    async with beginning(story.caller) as later:
        await require_ledger(later.db, later.caller.tenant)
        told = await later.says("Mike", "locker_code", "AB-12-QT77")
    assert told.outcome is Outcome.REJECTED
    assert own_ledger.file.read_bytes() == whole


@pytest.mark.long
async def test_a_ledger_that_was_brought_with_an_export_is_missed_too(
    story, other_caller, refused, own_ledger
):
    await erased(story)
    there = Story(story.db, other_caller)
    await restored(story.db, there.caller, await exported(story.db, story.caller))
    await require_ledger(story.db, there.caller.tenant)

    own_ledger.file.write_text("")
    await forget_tombstones(there.db, there.caller)
    await refused(there.caller, "lacks 1", statement=False)


async def test_a_store_from_before_takes_the_ledger_that_has_its_erasures(
    story, beginning, refused, own_ledger
):
    await erased(story)
    damage = Damage(story.db, story.caller.tenant)
    await damage.run("MATCH (it:Tenant {tenant: $tenant}) REMOVE it.ledger, it.ledger_erasures")
    await forget_tombstones(story.db, story.caller)
    async with beginning(story.caller) as later:
        await require_ledger(later.db, later.caller.tenant)

    own_ledger.file.unlink()
    await refused(story.caller, "missing")


async def test_what_is_lost_for_good_can_be_done_without(story, beginning, own_ledger):
    await erased(story)
    for name in ("erasures.jsonl", "erasures.jsonl.key"):
        own_ledger.file.with_name(name).unlink()

    async with beginning(story.caller) as later:
        assert story.caller.tenant in await lost_entries(later.db)
        assert await give_up_entries(later.db, later.caller, "the disk is lost") == 1
        assert story.caller.tenant not in await lost_entries(later.db)
        await require_ledger(later.db, later.caller.tenant)
        told = await later.says("Mike", "locker_code", "ZX-81-QT77")
        assert told.outcome is Outcome.STORED
        await erase(later.db, later.caller, told.memory, WHY)
        assert (await later.says("Mike", "locker_code", "ZX-81-QT77")).outcome is Outcome.REJECTED
    rows = await Damage(story.db, story.caller.tenant).run(
        "MATCH (it:Audit {tenant: $tenant, action: 'renew_ledger'}) RETURN it.reason AS reason"
    )
    assert [row["reason"] for row in rows] == ["the disk is lost"]


async def test_a_ledger_that_lacks_its_key_is_not_replaced_by_giving_it_up(
    story, beginning, own_ledger
):
    await erased(story)
    own_ledger.file.with_name("erasures.jsonl.key").unlink()
    before = own_ledger.file.read_bytes()

    async with beginning(story.caller) as later:
        with pytest.raises(LedgerUnavailable):
            await give_up_entries(later.db, later.caller, "the key is lost")
    assert own_ledger.file.read_bytes() == before


@pytest.mark.long
async def test_an_erasure_that_found_nothing_need_not_be_in_the_ledger(story, beginning):
    await erase_session(story.db, story.caller, "s1", WHY)
    await erase_session(story.db, story.caller, "s2", WHY)
    async with beginning(story.caller) as later:
        await require_ledger(later.db, later.caller.tenant)


async def test_a_process_that_runs_with_another_ledger_writes_nothing_from_the_first_erasure_on(
    story, beginning, tmp_path
):
    async with beginning(story.caller, tmp_path / "other.jsonl") as other:
        said = await other.says("Mike", "lives_in", "Berlin")
        await erased(story)
        with pytest.raises(LedgerUnavailable, match="missing"):
            await other.says("Mike", "locker_code", "ZX-81-QT77")
        with pytest.raises(LedgerUnavailable, match="another key"):
            await erase(other.db, other.caller, said.memory, WHY)


async def test_of_several_that_erase_first_with_ledgers_of_their_own_one_does(story, tmp_path):
    async def record(number: int) -> bool:
        own = copy(story.db)
        own.ledger = Ledger(tmp_path / f"{number}.jsonl")
        with suppress(LedgerUnavailable):
            await record_ledger(own, story.caller.tenant)
            return True
        return False

    assert sum(await asyncio.gather(*map(record, range(8)))) == 1
