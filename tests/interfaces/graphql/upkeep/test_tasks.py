"""Tasks over HTTP: how they stand, and one run by hand."""

from __future__ import annotations

import pytest

from api.graphql.types.tasks import FAILED
from graph.model.records import DEFAULT_TENANT
from graph.upkeep import leases
from graph.vocabulary import Role

# A task is the store's: of two workers that run one, one is refused.
pytestmark = pytest.mark.all_tenants

SAID = """mutation ($input: AssertInput!) { assertBelief(input: $input) { memory { id } } }"""
FIELDS = "name lastStarted lastFinished lastEffect error nextRun enabled"
TASKS = f"{{ tasks {{ {FIELDS} }} }}"
RUN = f"mutation ($name: String!) {{ runTask(name: $name) {{ {FIELDS} }} }}"


@pytest.mark.long
async def test_a_task_is_run_by_hand_and_says_what_it_did(login, clock):
    ask = login(DEFAULT_TENANT)
    await ask(SAID, input={"entityName": "Ana", "attribute": "motto", "value": "Onward"})
    clock.advance(days=1)
    done = (await ask(RUN, name="decay"))["runTask"]
    listed = (await ask(TASKS))["tasks"]

    assert done in listed
    assert done["lastStarted"] == done["lastFinished"] == "2026-01-02T12:00:00Z"
    assert done["nextRun"] == "2026-01-02T13:00:00Z"
    assert (done["enabled"], done["error"]) == (True, None)
    assert done["lastEffect"]["memories"] >= done["lastEffect"]["changed"] >= 1


async def test_an_unknown_task_is_refused_with_those_there_are(login):
    refused = await login(DEFAULT_TENANT).refused(RUN, name="tidy")

    assert (refused["code"], refused["field"]) == ("NOT_FOUND", "name")
    assert "decay" in refused["hint"]


@pytest.mark.parametrize(
    ("tenant", "role"),
    [(DEFAULT_TENANT, role) for role in Role if role is not Role.OWNER]
    + [(None, role) for role in Role],
)
async def test_only_who_runs_the_store_starts_work_on_all_of_it(login, tenant, role):
    other = login(tenant, role=role)
    before = await other(TASKS)

    assert (await other.refused(RUN, name="decay"))["code"] == "FORBIDDEN"
    assert "runTask" not in (await other("{ viewer { fields } }"))["viewer"]["fields"]
    assert await other(TASKS) == before
    assert [one["name"] for one in before["tasks"]] == [
        "access_counts",
        "audit_seal",
        "consolidation",
        "decay",
        "erasures",
        "samples",
        "similar_memories",
        "unsettled",
        "withdrawals",
    ]


@pytest.mark.long
@pytest.mark.parametrize(
    ("tenant", "role", "told"),
    [
        (DEFAULT_TENANT, Role.OWNER, True),
        *[(DEFAULT_TENANT, role, False) for role in Role if role is not Role.OWNER],
        *[(None, role, False) for role in Role],
    ],
)
async def test_no_tenant_is_told_what_is_of_all_tenants(login, db, tenant, role, told):
    # It only reads: other tests are in the store at this moment.
    await login(DEFAULT_TENANT)(RUN, name="unsettled")
    failing = await leases.lease(db, "decay", every=None, seconds=60)
    await leases.fail(db, failing, "the memory m_1 of acme is not there")
    tasks = {one["name"]: one for one in (await login(tenant, role=role)(TASKS))["tasks"]}

    assert (tasks["unsettled"]["lastEffect"] is not None) is told
    assert tasks["unsettled"]["lastFinished"] is not None
    assert tasks["decay"]["error"] == ("the memory m_1 of acme is not there" if told else FAILED)
