"""What was erased on one host of a store is refused on all, each with a ledger of its own."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import astuple
from pathlib import Path

import pytest
import pytest_asyncio

from graph.database.session import Session
from graph.database.tombstones.ledger import KEY_BYTES, Ledger
from graph.errors import LedgerUnavailable
from graph.governance.erasure.erase import erase
from graph.history.integrity.erasure_ledger import (
    compare_ledger,
    give_up_entries,
    lost_entries,
    require_ledger,
)
from graph.model.commands import Message
from graph.read import reads
from graph.vocabulary import Outcome
from graph.write.intake import jobs
from tests.support.exports import exported
from tests.support.story import FORGET_LEDGER, Damage, Story

SECRET = "ZX-81-QT77"
SAID = f"The locker code is {SECRET}."
MASKED = "███ ██████ ████ ██ ███████████"
WHY = "asked for by the subject"

Hosts = Callable[..., AbstractAsyncContextManager[Story]]


# A store has one key: where it is another one, no other test may be at work.
@pytest.fixture
def server(own_server):
    return own_server


@pytest.fixture
def key() -> bytes:
    return secrets.token_bytes(KEY_BYTES)


@pytest_asyncio.fixture
async def host(own, clock, server, caller, key, tmp_path) -> AsyncIterator[Hosts]:
    """A host by its name: a session and a folder of its own, the key from a setting."""

    @asynccontextmanager
    async def begun(name: str, given: bytes | None = key) -> AsyncIterator[Story]:
        ledger = Ledger(tmp_path / name / "erasures.jsonl", given)
        async with Session.open(*astuple(server), clock=clock, ledger=ledger) as session:
            yield Story(session, caller)

    yield begun
    await Damage(own, caller.tenant).run(FORGET_LEDGER)


@pytest_asyncio.fixture
async def both(host) -> AsyncIterator[tuple[Story, Story]]:
    """Two hosts that run before anything is erased; the second has seen the tenant already."""
    async with AsyncExitStack() as stack:
        one, other = [await stack.enter_async_context(host(name)) for name in ("a", "b")]
        for each in (one, other):
            await require_ledger(each.db, each.caller.tenant)
        await other.says("Mike", "lives_in", "Berlin")
        yield one, other


async def erase_subject(story: Story) -> str:
    """Have a fact told and erased; the id of the erasure."""
    said = await story.says("Mike", "locker_code", SECRET, evidence=SAID)
    assert said.memory
    receipt = await erase(story.db, story.caller, said.memory, WHY)
    assert receipt.complete
    return receipt.id


async def text_of_message(story: Story, text: str) -> str:
    job = await jobs.submit(story.db, story.caller, [Message(text)], session="s", topic=None)
    (told,) = (await reads.episodes_by_id(story.db, story.caller, job.episodes)).values()
    return told.text


def file_of(tmp_path: Path, name: str) -> Path:
    return tmp_path / name / "erasures.jsonl"


async def test_what_one_host_erases_another_that_runs_refuses_at_once(both):
    one, other = both
    await erase_subject(one)
    again = await other.says("Mike", "locker_code", SECRET, evidence=SAID)
    assert again.outcome is Outcome.REJECTED
    assert (await other.says("Mike", "locker_code", "AB-12")).outcome is Outcome.STORED


async def test_a_message_is_masked_by_what_another_host_has_erased(both):
    one, other = both
    await erase_subject(one)
    assert await text_of_message(other, SAID) == MASKED
    assert await text_of_message(other, "It rained a lot today.") == "It rained a lot today."


async def test_evidence_is_masked_by_what_another_host_has_erased(both):
    one, other = both
    await erase_subject(one)
    told = await other.says("Mike", "motto", "work", evidence=f"{SAID} Work!", speaker="Mike")
    assert told.outcome is Outcome.STORED
    assert SECRET not in "".join(await exported(other.db, other.caller))


async def test_the_ledgers_of_two_hosts_have_the_same_lines(both, tmp_path):
    one, other = both
    await erase_subject(one)
    await other.says("Mike", "likes", "tea")
    second = await other.says("Mike", "badge", "QQ-17-XY88")
    await erase(other.db, other.caller, second.memory, WHY)
    await one.says("Mike", "likes", "rain")
    lines = [sorted(file_of(tmp_path, name).read_bytes().splitlines()) for name in ("a", "b")]
    assert lines[0] == lines[1]
    assert len(lines[0]) >= 2
    for each in (one, other):
        assert (await each.says("Mike", "badge", "QQ-17-XY88")).outcome is Outcome.REJECTED
    assert not [*tmp_path.rglob("*.key")]


async def test_an_export_has_what_another_host_has_erased(both):
    one, other = both
    await erase_subject(one)
    assert await exported(one.db, one.caller) == await exported(other.db, other.caller)


async def test_a_host_that_was_away_or_is_new_copies_what_was_erased_when_it_begins(host, tmp_path):
    async with host("a") as one:
        await erase_subject(one)
    async with host("new") as later:
        assert not file_of(tmp_path, "new").exists()
        await compare_ledger(later.db)
        assert not file_of(tmp_path, "new").exists()
        await require_ledger(later.db, later.caller.tenant)
        assert (await later.says("Mike", "locker_code", SECRET)).outcome is Outcome.REJECTED
    assert file_of(tmp_path, "new").read_bytes() == file_of(tmp_path, "a").read_bytes()


async def test_a_store_that_was_restored_from_before_gets_what_any_ledger_has(host, caller, own):
    async with host("a") as one:
        said = await one.says("Mike", "locker_code", SECRET)
        await erase(one.db, one.caller, said.memory, WHY)
    # As an older copy of the store has it: told, and never erased.
    damage = Damage(own, caller.tenant)
    await damage.run(FORGET_LEDGER)
    await damage.run("MATCH (it:Tenant {tenant: $tenant}) REMOVE it.tombstones")
    async with host("fresh") as unaware:
        await require_ledger(unaware.db, caller.tenant)
        back = await unaware.says("Mike", "locker_code", SECRET)
        assert back.outcome is Outcome.STORED

    async with host("a") as one, host("b") as other:
        await require_ledger(one.db, caller.tenant)
        again = await other.says("Mike", "locker_code", SECRET)
        assert again.outcome is Outcome.REJECTED


async def test_a_missing_ledger_is_still_noticed_where_its_key_is_not_given(
    host, caller, key, tmp_path
):
    async with host("a", None) as one:
        await erase_subject(one)
    kept = file_of(tmp_path, "a").with_name("erasures.jsonl.key").read_text()
    file_of(tmp_path, "a").unlink()
    async with host("a", None) as later:
        with pytest.raises(LedgerUnavailable, match="missing") as refused:
            await require_ledger(later.db, caller.tenant)
        assert "DOXA_LEDGER_KEY" in refused.value.hint
        assert caller.tenant in await lost_entries(later.db)
        with pytest.raises(LedgerUnavailable):
            await later.says("Mike", "lives_in", "Berlin")
    async with host("c", key) as stranger:
        with pytest.raises(LedgerUnavailable, match="another key"):
            await require_ledger(stranger.db, caller.tenant)
    async with host("a", bytes.fromhex(kept)) as joined:
        await require_ledger(joined.db, caller.tenant)
        assert (await joined.says("Mike", "locker_code", SECRET)).outcome is Outcome.REJECTED


async def test_erasures_that_neither_the_store_nor_the_ledger_has_are_missed(host, caller, own):
    async with host("a") as one:
        await erase_subject(one)
    damage = Damage(own, caller.tenant)
    await damage.run("MATCH (it:Tombstone {tenant: $tenant}) DELETE it")
    async with host("b") as other:
        with pytest.raises(LedgerUnavailable, match="missing"):
            await require_ledger(other.db, caller.tenant)
    async with host("a") as one:
        await require_ledger(one.db, caller.tenant)
    async with host("b") as other:
        await require_ledger(other.db, caller.tenant)
        assert (await other.says("Mike", "locker_code", SECRET)).outcome is Outcome.REJECTED


async def test_a_ledger_that_is_taken_away_from_a_host_that_runs_is_noticed(both, tmp_path):
    one, _ = both
    await erase_subject(one)
    file_of(tmp_path, "a").unlink()
    with pytest.raises(LedgerUnavailable, match="missing"):
        await one.says("Mike", "likes", "tea")


async def test_a_key_file_that_is_not_the_key_of_the_setting_is_refused(host, caller):
    async with host("a", None) as one:
        await erase_subject(one)
    async with host("a") as other:
        with pytest.raises(LedgerUnavailable):
            await require_ledger(other.db, caller.tenant)


async def test_what_is_given_up_is_gone_from_the_store_too(host, caller):
    async with host("a") as one:
        await erase_subject(one)
    async with host("b", secrets.token_bytes(KEY_BYTES)) as other:
        assert await give_up_entries(other.db, caller, "the key is lost") == 1
        await require_ledger(other.db, caller.tenant)
        assert (await other.says("Mike", "locker_code", SECRET)).outcome is Outcome.STORED


async def test_a_tombstone_of_the_store_that_is_no_line_of_a_ledger_is_refused(
    host, caller, own, tmp_path
):
    async with host("a") as one:
        await erase_subject(one)
    await Damage(own, caller.tenant).run(
        "MATCH (it:Tombstone {tenant: $tenant}) SET it.line = 'no line', it.id = 'other'"
    )
    async with host("b") as other:
        with pytest.raises(LedgerUnavailable):
            await require_ledger(other.db, caller.tenant)
        assert not file_of(tmp_path, "b").read_bytes()
