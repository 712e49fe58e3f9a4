"""The chain of the audit in Neo4j: sealed in order, and whatever is done to it behind its back."""

from __future__ import annotations

import asyncio
import secrets
from datetime import timedelta
from typing import Any

import pytest

from graph.database.audit import verification
from graph.database.audit.chain import Flaw, Head, Report
from graph.database.audit.redaction import redact
from graph.database.audit.sealing import head, next_unsealed, seal
from graph.database.audit.verification import read_sealed, verify_store
from graph.errors import InvalidArgument
from graph.ids import new_id
from graph.read import reads
from graph.upkeep.tasks import definitions, run_now
from tests.support.story import Damage, year

pytestmark = pytest.mark.all_tenants

NUMBERED = "MATCH (record:Audit {tenant: $tenant, sequence: $number}) "


@pytest.fixture
def damage(db, caller) -> Damage:
    return Damage(db, caller.tenant)


async def told(story, clock, count: int = 5) -> None:
    """Some claims, so many records, sealed."""
    for number in range(count):
        clock.advance(seconds=1)
        await story.says("Ada", "motto", f"m{number}", since=year(2020), reason=f"why {number}")
    assert await seal(story.db, story.caller.tenant) == count


async def verified(story, *anchors: Head) -> Report:
    return await verify_store(story.db, story.caller.tenant, anchors)


async def flaws(story, *anchors: Head) -> list[tuple[Flaw, int | None]]:
    return [(one.flaw, one.sequence) for one in (await verified(story, *anchors)).findings]


async def kept(story) -> Head:
    found = await head(story.db, story.caller.tenant)
    assert found is not None
    return found


@pytest.mark.long
async def test_what_is_done_is_sealed_in_the_order_in_which_it_was_done(story, clock):
    assert await head(story.db, story.caller.tenant) is None
    await told(story, clock)
    last = await kept(story)
    records = [one async for one in read_sealed(story.db, story.caller.tenant)]
    listed = (await reads.audit(story.db, story.caller)).items

    assert [one.sequence for one in records] == [1, 2, 3, 4, 5]
    assert [(one.id, one.sequence, one.hash) for one in listed] == [
        (one.id, one.sequence, one.hash) for one in records
    ]
    assert (last.sequence, last.hash, last.at) == (5, records[-1].hash, clock.at)
    assert await reads.audit_head(story.db, story.caller) == last
    report = await verified(story, last)
    assert (report.sound, report.records, report.redacted) == (True, 5, 0)
    assert await seal(story.db, story.caller.tenant) == 0


@pytest.mark.long
async def test_nothing_is_sealed_until_somebody_does_and_then_all_of_it(story, clock):
    for number in range(7):
        await story.says("Ada", "motto", f"m{number}", since=year(2020 + number))
    waiting = (await reads.audit(story.db, story.caller)).items

    assert {(one.sequence, one.hash) for one in waiting} == {(None, None)}
    assert (await verified(story)).records == 0
    assert await seal(story.db, story.caller.tenant, batch=3) == 7
    assert (await verified(story)).records == 7


@pytest.mark.long
async def test_many_who_seal_at_once_make_one_chain(story, clock):
    async def tell(number: int) -> None:
        await story.says(f"P{number}", "motto", "m", since=year(2020))
        await seal(story.db, story.caller.tenant, batch=2)

    await asyncio.gather(*(tell(number) for number in range(16)))
    await seal(story.db, story.caller.tenant)
    report = await verified(story)

    assert (report.sound, report.records) == (True, 16)


@pytest.mark.long
async def test_verifying_while_others_write_and_seal_finds_nothing(story, clock, monkeypatch):
    monkeypatch.setattr(verification, "PAGE", 2)
    done = asyncio.Event()

    async def write() -> None:
        for number in range(20):
            await story.says("Ada", "motto", f"m{number}", since=year(2000 + number))
            await seal(story.db, story.caller.tenant)
        done.set()

    writing = asyncio.create_task(write())
    while not done.is_set():
        assert (await verified(story)).findings == ()
    await writing
    assert (await verified(story)).records == 20


@pytest.mark.parametrize(
    "change",
    [
        "SET record.actor = 'nobody'",
        "SET record.action = 'confirm'",
        "SET record.subject = 'm_other'",
        "SET record.gate = 'review'",
        "SET record.policy = 99",
        "SET record.policy = ['x']",
        "SET record.policy = point({x: 1, y: 2})",
        "SET record.gate = duration('P1D')",
        "SET record.reason = date('2024-01-01')",
        "SET record.salt = localdatetime('2024-01-01T00:00')",
        "SET record.hash = [time('00:00Z')]",
        "SET record.id = point({x: 1, y: 2})",
        "SET record.at = date('2024-01-01')",
        "SET record.at = localdatetime('2024-01-01T00:00')",
        "SET record.at = record.at + duration('P10000Y')",
        "SET record.at = record.at + duration({nanoseconds: 1})",
        "SET record.at = record.at + duration({seconds: 1})",
        "SET record.reason = 'another'",
        "SET record.reason = 7",
        "SET record.salt = 'another'",
        "SET record.hash = 'another'",
        "SET record.reason_digest = 'another'",
        "SET record.id = record.id + 'x'",
        "REMOVE record.at",
        "REMOVE record.action",
        "REMOVE record.hash",
        "REMOVE record.salt",
        "REMOVE record.reason",
        "REMOVE record.reason_digest",
        "REMOVE record.reason, record.salt, record.reason_digest",
    ],
)
async def test_a_record_that_is_altered_is_found(story, clock, damage, change):
    await told(story, clock)
    await damage.run(NUMBERED + change, number=3)

    assert (Flaw.ALTERED, 3) in await flaws(story)


@pytest.mark.parametrize("number", [1, 3, 5])
async def test_a_record_that_is_deleted_is_found_also_at_the_end(story, clock, damage, number):
    await told(story, clock)
    await damage.run(NUMBERED + "DELETE record", number=number)

    assert await flaws(story) == [(Flaw.MISSING, number)]


async def test_what_was_deleted_is_still_missing_when_more_has_been_sealed(story, clock, damage):
    await told(story, clock)
    await damage.run(NUMBERED + "DELETE record", number=5)
    await told(story, clock, 2)

    assert await flaws(story) == [(Flaw.MISSING, 5)]


async def test_two_records_that_change_places_are_found(story, clock, damage):
    await told(story, clock)
    for number, other in ((2, -2), (4, 2), (-2, 4)):
        await damage.run(NUMBERED + "SET record.sequence = $other", number=number, other=other)
    found = await flaws(story)

    assert {(Flaw.ALTERED, 2), (Flaw.ALTERED, 4)} <= set(found)


async def test_an_end_that_is_cut_off_with_its_head_is_found_by_a_head_that_was_kept(
    story, clock, damage
):
    await told(story, clock)
    before = await kept(story)
    await damage.run("MATCH (it:Audit {tenant: $tenant}) WHERE it.sequence > 3 DELETE it")
    await damage.run(
        "MATCH (it:Audit {tenant: $tenant, sequence: 3})"
        " MATCH (chain:AuditChain {tenant: $tenant}) SET chain.sequence = 3, chain.hash = it.hash"
    )

    assert await flaws(story) == []
    assert await flaws(story, before) == [(Flaw.MISSING, 4)]
    await told(story, clock, 4)
    assert await flaws(story) == []
    assert await flaws(story, before) == [(Flaw.HEAD, 5)]


async def test_a_head_that_is_deleted_is_found_and_leaves_a_gap_for_good(story, clock, damage):
    await told(story, clock)
    await damage.run("MATCH (chain:AuditChain {tenant: $tenant}) DELETE chain")

    assert await flaws(story) == [(Flaw.HEAD, None)]
    await told(story, clock, 2)
    assert await flaws(story) == [(Flaw.MISSING, 6)]
    await told(story, clock, 2)
    assert await flaws(story) == [(Flaw.MISSING, 6)]


@pytest.mark.parametrize(
    "change",
    ["hash = point({x: 1, y: 2})", "at = duration('P1D')", "sequence = date('2024-01-01')"],
)
async def test_a_head_that_is_none_any_more_is_found(story, clock, damage, change):
    await told(story, clock)
    await damage.run(f"MATCH (chain:AuditChain {{tenant: $tenant}}) SET chain.{change}")

    assert await flaws(story) == [(Flaw.HEAD, None)]


@pytest.mark.parametrize(
    "change", ["gate = duration('P1D')", "at = date('2024-01-01')", "reason = point({x: 1, y: 2})"]
)
async def test_nothing_that_waits_can_stop_the_sealing(story, clock, damage, change):
    await story.says("Ada", "motto", "old", since=year(2020), reason="why")
    await damage.run(f"MATCH (it:Audit {{unsealed: $tenant}}) SET it.{change}")
    await story.says("Ada", "motto", "new", since=year(2021))

    assert await seal(story.db, story.caller.tenant) == 2
    assert (await verified(story)).records == 2


async def test_a_head_that_is_set_back_is_found_and_leaves_a_gap_for_good(story, clock, damage):
    await told(story, clock)
    await damage.run(
        "MATCH (it:Audit {tenant: $tenant, sequence: 2})"
        " MATCH (chain:AuditChain {tenant: $tenant}) SET chain.sequence = 2, chain.hash = it.hash"
    )

    assert await flaws(story) == [(Flaw.UNCHAINED, number) for number in (3, 4, 5)]
    await told(story, clock, 2)
    assert await flaws(story) == [(Flaw.MISSING, 6)]


async def test_a_record_outside_the_chain_is_found(story, clock, damage):
    await told(story, clock)
    await damage.run(
        "CREATE (:Audit {tenant: $tenant, id: $id, at: $at, actor: 'x', action: 'assert'})",
        id=new_id("a"),
        at=clock.at,
    )
    await story.says("Ada", "motto", "new", since=year(2020))
    await damage.run("MATCH (it:Audit {unsealed: $tenant}) REMOVE it.unsealed")
    await story.says("Ada", "motto", "newer", since=year(2021))
    await damage.run("MATCH (it:Audit {unsealed: $tenant}) SET it.unsealed = 'another'")
    await story.says("Ada", "motto", "newest", since=year(2022))
    await damage.run(
        "MATCH (it:Audit {unsealed: $tenant}) SET it.id = date('2024-01-01'), it.at = it.id"
        " REMOVE it.unsealed"
    )

    assert await flaws(story) == [(Flaw.UNCHAINED, None)] * 4


async def test_the_chain_of_one_tenant_says_nothing_of_another(story, clock, damage):
    await told(story, clock)
    other = f"t{secrets.token_hex(8)}"
    await damage.run(NUMBERED + "SET record.tenant = $other", number=5, other=other)

    assert await flaws(story) == [(Flaw.MISSING, 5)]
    with pytest.raises(InvalidArgument):
        await verify_store(story.db, story.caller.tenant, [Head(other, 1, "0" * 64, clock.at)])


async def test_a_reason_that_is_redacted_is_gone_with_its_salt_and_the_chain_holds(story, clock):
    await told(story, clock)
    first, second, *_ = (await reads.audit(story.db, story.caller)).items
    tenant, foreign = story.caller.tenant, f"t{secrets.token_hex(8)}"

    assert await redact(story.db.write, foreign, ids=[first.id]) == 0
    count = await story.db.transaction(
        lambda tx: redact(tx.run, tenant, ids=[first.id, "a_none"], subjects=[second.subject])
    )
    report = await verified(story)
    records = [one async for one in read_sealed(story.db, tenant)]

    assert count == 2
    assert (report.sound, report.redacted) == (True, 2)
    assert [(one.reason, one.salt) for one in records[:2]] == [(None, None)] * 2
    assert all(one.reason_digest for one in records)
    assert [one.reason for one in records[2:]] == ["why 2", "why 3", "why 4"]
    assert await redact(story.db.write, tenant, ids=[first.id]) == 0


@pytest.mark.long
async def test_a_reason_that_is_redacted_before_it_is_sealed_is_counted_as_such(story, clock):
    said = await story.says("Ada", "motto", "m", since=year(2020), reason="personal")
    tenant = story.caller.tenant
    assert await redact(story.db.write, tenant, subjects=[said.memory]) == 1
    await seal(story.db, tenant)
    (record,) = [one async for one in read_sealed(story.db, tenant)]
    report = await verified(story)

    assert (record.reason, record.salt, record.redacted) == (None, None, True)
    assert (report.sound, report.redacted) == (True, 1)


async def test_records_of_an_earlier_version_are_sealed_in_their_order(story, clock, damage):
    for number in range(4):
        clock.advance(days=1)
        await story.says("Ada", "motto", f"m{number}", since=year(2020))
    await damage.run("MATCH (it:Audit {tenant: $tenant}) REMOVE it.unsealed")
    assert await seal(story.db, story.caller.tenant) == 0
    await story.db.write("migrations/V0024__audit_chain/04")

    assert await seal(story.db, story.caller.tenant) == 4
    records = [one async for one in read_sealed(story.db, story.caller.tenant)]
    assert [one.at for one in records] == [clock.at - timedelta(days=3 - n) for n in range(4)]
    assert (await verified(story)).sound


async def test_the_task_seals_what_waits_of_every_tenant(story, clock, db):
    await story.says("Ada", "motto", "m", since=year(2020))
    known: dict[str, Any] = definitions(db.limits)
    task = known["audit_seal"]
    done = await run_now(db, task)

    assert task.every == timedelta(seconds=5)
    assert done.error is None
    assert (await verified(story)).records == 1
    assert await next_unsealed(db, story.caller.tenant[:-1]) != story.caller.tenant
