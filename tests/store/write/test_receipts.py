"""An operation with a key is done once, and answers the second time as it did the first."""

import asyncio
from dataclasses import replace

import pytest

from graph.errors import Conflict
from graph.kernel.slots.receipts import receipt
from graph.model.commands import Answer, Assertion, Correction, EntityRef
from graph.proposals.resolution.resolve import resolve_contradiction
from graph.vocabulary import Resolution, SourceKind
from graph.write.assertion import assert_belief
from graph.write.correction import correct_memory
from graph.write.revocation import revoke_memory
from tests.support.story import Story, year

ASSERTION = Assertion(
    entity=EntityRef(name="Ana"), attribute="workplace", value="Lisbon", idempotency_key="first"
)


@pytest.fixture
async def lisbon(db, caller):
    return (await assert_belief(db, caller, ASSERTION)).memory


async def test_a_key_leads_to_the_memory_of_its_operation(db, caller, lisbon):
    kept = await receipt(db, caller.tenant, "first")

    assert kept["memory"] == lisbon
    assert await receipt(db, caller.tenant, "other") is None
    assert await receipt(db, "another-tenant", "first") is None


async def test_a_correction_sent_again_answers_as_the_first_time(db, caller, lisbon):
    correction = Correction(lisbon, "a slip", value="Porto", idempotency_key="again")
    first = await correct_memory(db, caller, correction)
    second = await correct_memory(db, caller, correction)

    assert first == second
    assert [belief.value for belief in second.beliefs] == ["Porto"]
    with pytest.raises(Conflict):
        await correct_memory(db, caller, replace(correction, idempotency_key=None))


async def test_a_revocation_sent_again_does_nothing(db, caller, lisbon):
    first = await revoke_memory(db, caller, lisbon, "a mix-up", idempotency_key="gone")
    second = await revoke_memory(db, caller, lisbon, "a mix-up", idempotency_key="gone")

    assert first == second == lisbon
    with pytest.raises(Conflict):
        await revoke_memory(db, caller, lisbon, "a mix-up")


async def test_of_two_that_come_at_once_with_one_key_both_have_the_answer(db, caller, lisbon):
    correction = Correction(lisbon, "a slip", value="Porto", idempotency_key="again")
    corrected = await asyncio.gather(*(correct_memory(db, caller, correction) for _ in range(4)))
    (porto,) = {one.memory for one in corrected}
    revoked = await asyncio.gather(
        *(revoke_memory(db, caller, porto, "a mix-up", idempotency_key="gone") for _ in range(4))
    )

    assert {tuple(belief.value for belief in one.beliefs) for one in corrected} == {("Porto",)}
    assert set(revoked) == {porto}


async def test_an_answer_that_comes_twice_at_once_is_given_once(db, caller, trusting):
    story = Story(db, caller)
    await story.says("Ana", "workplace", "Lisbon", since=year(2020))
    told = await story.says(
        "Ana", "workplace", "Rome", since=year(2021), source_kind=SourceKind.WEB
    )
    answer = Answer(
        told.contradictions[0].id, Resolution.REPLACE, reason="asked her", idempotency_key="answer"
    )
    given = await asyncio.gather(*(resolve_contradiction(db, caller, answer) for _ in range(4)))

    assert len({one.memory for one in given}) == 1
    assert await story.value("Ana", "workplace") == "Rome"
