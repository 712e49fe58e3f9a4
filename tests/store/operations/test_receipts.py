"""An operation with a key is done once, and answers the second time as it did the first."""

from dataclasses import replace

import pytest

from graph.errors import Conflict
from graph.model.commands import Assertion, Correction, EntityRef
from graph.operations.assertion import assert_belief
from graph.operations.correction import correct_memory
from graph.operations.revocation import revoke_memory
from graph.slots.receipts import receipt

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
