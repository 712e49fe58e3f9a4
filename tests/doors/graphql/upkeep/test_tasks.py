"""Tasks over HTTP: how they stand, and one run by hand."""

from __future__ import annotations

import pytest

from graph.vocabulary import Role

SAID = """mutation ($input: AssertInput!) { assertBelief(input: $input) { memory { id } } }"""
FIELDS = "name lastStarted lastFinished lastEffect error nextRun enabled"
TASKS = f"{{ tasks {{ {FIELDS} }} }}"
RUN = f"mutation ($name: String!) {{ runTask(name: $name) {{ {FIELDS} }} }}"


async def test_a_task_is_run_by_hand_and_says_what_it_did(ask, clock):
    await ask(SAID, input={"entityName": "Ana", "attribute": "motto", "value": "Onward"})
    clock.advance(days=1)
    done = (await ask(RUN, name="decay"))["runTask"]
    listed = (await ask(TASKS))["tasks"]

    assert done in listed
    assert done["lastStarted"] == done["lastFinished"] == "2026-01-02T12:00:00Z"
    assert done["nextRun"] == "2026-01-02T13:00:00Z"
    assert (done["enabled"], done["error"]) == (True, None)
    assert done["lastEffect"]["memories"] >= done["lastEffect"]["changed"] >= 1


async def test_an_unknown_task_is_refused_with_those_there_are(ask):
    refused = await ask.refused(RUN, name="tidy")

    assert (refused["code"], refused["field"]) == ("NOT_FOUND", "name")
    assert "decay" in refused["hint"]


@pytest.mark.parametrize("role", [Role.WRITER, Role.REVIEWER, Role.READER, Role.MODEL])
async def test_only_an_owner_starts_work_on_the_whole_store(login, role):
    other = login(role=role)

    assert (await other.refused(RUN, name="decay"))["code"] == "FORBIDDEN"
    assert [one["name"] for one in (await other(TASKS))["tasks"]] == [
        "access_counts",
        "audit_seal",
        "consolidation",
        "decay",
        "erasures",
        "similar_memories",
        "unsettled",
        "withdrawals",
    ]
