"""With a relation that was never true falls what was claimed of whom it alone made known."""

from __future__ import annotations

import pytest

from graph.history.integrity.check import violations
from graph.model.commands import Assertion, AttributeDefinition, EntityRef
from graph.read import contradiction_lists, reads
from graph.vocabulary import Cardinality, MemoryStatus, Outcome, ValueType
from graph.write import assertion as revision
from graph.write import revocation
from graph.write.attributes.definition import define_attribute
from tests.support.slot_strategies import day


@pytest.fixture(autouse=True)
async def sound(db, caller, clock):
    for name in ("godsister", "chess_partner"):
        definition = AttributeDefinition(
            name=name, cardinality=Cardinality.MANY, value_type=ValueType.ENTITY
        )
        await define_attribute(db, caller, definition)
    yield
    clock.advance(days=1)
    assert [found async for found in violations(db, caller.tenant)] == []


async def tell(db, caller, who: str, attribute: str, clock=None, **said):
    if clock is not None:
        clock.advance(days=1)
    fields = {"valid_from": day(0), "evidence": f"{who} {attribute}"} | said
    assertion = Assertion(entity=EntityRef(name=who), attribute=attribute, **fields)
    return await revision.assert_belief(db, caller, assertion)


async def facts(db, caller, who: str) -> list[str]:
    entity = await reads.entity(db, caller, name=who)
    assert entity is not None
    at = reads.as_of(db, caller, None, None)
    page = await reads.beliefs(db, caller, entity=entity.id, as_of=at, first=50)
    return [one.attribute for one in page.items]


async def test_a_sister_who_never_was_is_no_doctor_either(db, caller, clock):
    sister = await tell(db, caller, "Ana", "godsister", target=EntityRef(name="Eve"))
    doctor = await tell(db, caller, "Eve", "job_title", clock, value="doctor")
    married = await tell(db, caller, "Eve", "chess_partner", clock, target=EntityRef(name="Max"))
    baker = await tell(db, caller, "Max", "job_title", clock, value="baker")
    own = await tell(db, caller, "Ana", "job_title", clock, value="judge")
    before = clock()
    clock.advance(days=1)

    await revocation.revoke_memory(db, caller, sister.memory, "I have no sister")

    told = [sister.memory, doctor.memory, married.memory, baker.memory, own.memory]
    found = await reads.memories_by_id(db, caller, told)
    assert [found[one].status for one in told] == [MemoryStatus.REVOKED] * 4 + [MemoryStatus.ACTIVE]
    assert await facts(db, caller, "Eve") == await facts(db, caller, "Max") == []
    assert await facts(db, caller, "Ana") == ["job_title"]
    entity = doctor.beliefs[0].entity
    at = reads.as_of(db, caller, None, before)
    then = await reads.beliefs(db, caller, entity=entity, as_of=at, first=50)
    assert sorted(one.attribute for one in then.items) == ["chess_partner", "job_title"]
    listed = await contradiction_lists.audit(db, caller, subject=doctor.memory, action="revoke")
    assert [sister.memory in (one.reason or "") for one in listed.items] == [True]
    clock.advance(days=1)
    again = await tell(db, caller, "Eve", "job_title", value="doctor")
    assert again.outcome is Outcome.HELD


async def test_who_is_known_otherwise_stays(db, caller, clock):
    await tell(db, caller, "Eve", "job_title", value="doctor")
    sister = await tell(db, caller, "Ana", "godsister", clock, target=EntityRef(name="Eve"))
    other = await tell(db, caller, "Ana", "godsister", clock, target=EntityRef(name="Liv"))
    await tell(db, caller, "Liv", "job_title", clock, value="baker")
    await tell(db, caller, "Bob", "chess_partner", clock, target=EntityRef(name="Liv"))
    firm = EntityRef(name="Acme", kind="organization")
    works = await tell(db, caller, "Ana", "works_at", clock, target=firm)
    await tell(db, caller, "Acme", "founded", clock, value="1999")

    for wrong in (sister, other, works):
        await revocation.revoke_memory(db, caller, wrong.memory, "never")

    assert await facts(db, caller, "Eve") == ["job_title"]
    assert await facts(db, caller, "Liv") == ["job_title"]
    assert await facts(db, caller, "Acme") == ["founded"]


async def test_without_a_verdict_only_the_memory_itself_goes(db, caller, clock):
    sister = await tell(db, caller, "Ana", "godsister", target=EntityRef(name="Eve"))
    await tell(db, caller, "Eve", "job_title", clock, value="doctor")

    await revocation.revoke_memory(db, caller, sister.memory, "withdrawn", reject=False)

    assert await facts(db, caller, "Ana") == []
    assert await facts(db, caller, "Eve") == ["job_title"]


async def told_wrongly(db, caller, clock):
    """Ana told of a sister who is a doctor; both memories."""
    sister = await tell(db, caller, "Ana", "godsister", target=EntityRef(name="Eve"), speaker="Ana")
    doctor = await tell(db, caller, "Eve", "job_title", clock, value="doctor", speaker="Ana")
    return sister.memory, doctor.memory


async def deny(db, caller, clock, **said):
    fields = {
        "target": EntityRef(name="Eve"),
        "negative": True,
        "corrects": True,
        "valid_from": None,
        "speaker": "Ana",
        "evidence": "I misspoke, I have no godsister.",
    }
    return await tell(db, caller, "Ana", "godsister", clock, **fields | said)


async def statuses(db, caller, ids):
    found = await reads.memories_by_id(db, caller, ids)
    return [found[one].status for one in ids]


async def test_who_misspoke_takes_back_what_was_said_and_all_that_was_known_through_it(
    db, caller, clock
):
    told = await told_wrongly(db, caller, clock)
    before = clock()

    denial = await deny(db, caller, clock, idempotency_key="misspoke")
    again = await deny(db, caller, clock, idempotency_key="misspoke")

    assert (denial.outcome, again.memory) == (Outcome.STORED, denial.memory)
    assert await statuses(db, caller, told) == [MemoryStatus.REVOKED] * 2
    assert await facts(db, caller, "Ana") == await facts(db, caller, "Eve") == []
    entity = await reads.entity(db, caller, name="Ana")
    early = reads.as_of(db, caller, day(1), None)
    known = reads.as_of(db, caller, None, before)
    assert (await reads.beliefs(db, caller, entity=entity.id, as_of=early, first=9)).items == ()
    assert len((await reads.beliefs(db, caller, entity=entity.id, as_of=known, first=9)).items) == 1
    sister = await tell(db, caller, "Ana", "godsister", clock, target=EntityRef(name="Eve"))
    assert sister.outcome is Outcome.HELD


async def test_what_somebody_else_said_only_ends_where_it_is_denied(db, caller, clock):
    told = await told_wrongly(db, caller, clock)

    await deny(db, caller, clock, speaker="Bob")

    assert await statuses(db, caller, told) == [MemoryStatus.SUPERSEDED, MemoryStatus.ACTIVE]
    assert await facts(db, caller, "Eve") == ["job_title"]


@pytest.mark.parametrize("changed", [{"corrects": False}, {"valid_from": day(1)}])
async def test_a_denial_that_admits_no_error_or_says_since_when_takes_nothing_back(
    db, caller, clock, changed
):
    told = await told_wrongly(db, caller, clock)

    await deny(db, caller, clock, **changed)

    assert await statuses(db, caller, told) == [MemoryStatus.SUPERSEDED, MemoryStatus.ACTIVE]
