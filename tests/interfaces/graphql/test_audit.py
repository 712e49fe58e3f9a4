"""The audit over GraphQL: what stands in the chain, and how far that is."""

from __future__ import annotations

from graph.database.audit.sealing import seal
from graph.vocabulary import Role

AUDIT = """{ audit { edges { node { id sequence hash policyVersion gate } } }
  auditHead { tenant sequence hash at } }"""
ASSERT = """mutation ($value: String!) { assertBelief(input: {
  entityName: "Ana", attribute: "temper", value: $value, validFrom: "2020-01-01T00:00:00Z"
}) { outcome } }"""


async def test_a_record_has_its_place_as_soon_as_it_is_sealed(ask, db, clock):
    await ask(ASSERT, value="happy")
    clock.advance(days=1)
    await ask(ASSERT, value="sad")
    before = await ask(AUDIT)
    await seal(db, ask.tenant)
    after = await ask(AUDIT)
    waiting, placed = (
        [edge["node"] for edge in found["audit"]["edges"]] for found in (before, after)
    )

    assert before["auditHead"] is None
    assert [(one["sequence"], one["hash"]) for one in waiting] == [(None, None)] * 2
    assert [one["sequence"] for one in placed] == [1, 2]
    assert {one["policyVersion"] for one in placed} == {0}
    assert after["auditHead"] == {
        "tenant": ask.tenant,
        "sequence": 2,
        "hash": placed[1]["hash"],
        "at": "2026-01-02T12:00:00Z",
    }


async def test_a_reader_sees_the_head_and_another_tenant_does_not(ask, login, db):
    await ask(ASSERT, value="happy")
    await seal(db, ask.tenant)
    reader = login(ask.tenant, role=Role.READER)

    assert (await reader("{ auditHead { sequence } }"))["auditHead"] == {"sequence": 1}
    assert (await login()("{ auditHead { sequence } }"))["auditHead"] is None
