"""``doxa loops`` and ``doxa rebuild``, and a file loaded again, as processes of their own."""

import pytest

pytestmark = pytest.mark.all_tenants

DERIVED = "CYPHER 25 MATCH ({tenant: $tenant})-[it:BELIEF]->() DELETE it"
TOWNS = ["Oslo", "Rome", "Oslo", "Rome"]
DAYS = ["2025-03-01", "2025-03-05", "2025-03-09", "2025-03-13"]
RECORDS = [
    {"key": day, "entity": "Ada", "attribute": "workplace", "value": town}
    | {"valid_from": day, "said_at": f"{day}T00:00:00Z"}
    for day, town in zip(DAYS, TOWNS, strict=True)
]


@pytest.fixture
def loaded(doxa):
    doxa.json("load", doxa.file("records.jsonl", RECORDS))
    return doxa


@pytest.mark.long
def test_loops_are_reported_with_what_they_change_between(loaded):
    (found,) = loaded.json("loops")["loops"]

    assert (found["entity"]["name"], found["attribute"], found["context"]) == (
        "Ada",
        "workplace",
        None,
    )
    assert (found["changes"], found["values"]) == (3, ["Oslo", "Rome"])
    assert found["firstSeen"] == "2025-03-05T00:00:00Z"
    assert loaded.json("loops", "--min", "4") == {"loops": []}
    assert loaded.json("loops", "--days", "5") == {"loops": []}
    shown = loaded("loops")
    assert (shown.code, "Oslo, Rome" in shown.out) == (0, True)


def test_the_settings_say_what_a_loop_is(loaded):
    loaded.extra["DOXA_LOOP_BOUNDARIES"] = "4"

    assert loaded.json("loops") == {"loops": []}


@pytest.mark.parametrize(
    ("words", "field"), [(("--days", "0"), "--days"), (("--min", "0"), "--min")]
)
def test_bounds_that_make_no_sense_are_refused(doxa, words, field):
    ended = doxa("loops", *words, "--json")

    assert (ended.code, ended.error["code"], ended.error["field"]) == (2, "OUT_OF_RANGE", field)
    assert ended.out == ""


@pytest.mark.long
async def test_rebuild_brings_back_what_is_derived_and_else_changes_nothing(loaded, driver):
    before = loaded.json("timeline", "Ada")
    assert loaded.json("rebuild")["mended"] == 0

    await driver.execute_query(DERIVED, tenant=loaded.tenant, database_="neo4j")
    assert loaded.json("timeline", "Ada")["beliefs"] == []
    assert loaded("check", "--json").code == 1
    done = loaded.json("rebuild")

    assert (done["tenant"], done["slots"], done["mended"]) == (loaded.tenant, 1, 1)
    after = loaded.json("timeline", "Ada")
    assert _held(after) == _held(before)
    assert loaded("check", "--json").code == 0
    shown = loaded("rebuild")
    assert (shown.code, "0 repaired" in shown.out) == (0, True)


def _held(told):
    return [(one["value"], one["validFrom"], one["systemFrom"]) for one in told["beliefs"]]


@pytest.mark.long
def test_a_task_is_listed_and_run_by_hand_without_a_service(alone):
    line = {"entity": "Ana", "attribute": "motto", "value": "On"}
    alone.json("load", alone.file("people.jsonl", [line]))
    task = alone.json("tasks", "run", "decay")["task"]
    listed = alone.json("tasks", "list")
    shown = alone("tasks", "list")

    assert (task["name"], task["error"], task["enabled"]) == ("decay", None, True)
    assert task["lastEffect"]["memories"] >= 1
    assert {"access_counts", "consolidation", "decay"} < {one["name"] for one in listed["tasks"]}
    assert task in listed["tasks"]
    assert "memories" in shown.out
    assert "{" not in shown.out


@pytest.mark.long
def test_a_task_that_nobody_schedules_is_run_by_hand(alone):
    alone.extra["DOXA_DECAY_MINUTES"] = "0"
    done = alone.json("tasks", "run", "decay")["task"]

    assert (done["enabled"], done["nextRun"]) == (False, None)
    assert "by hand" in alone("tasks", "list").out


def test_an_unknown_task_is_refused_with_those_there_are(doxa):
    ended = doxa("tasks", "run", "tidy")

    assert ended.code == 2
    assert "NOT_FOUND" in ended.err
    assert "decay" in ended.err


ALIKE = [
    {"entity": "Ana", "attribute": attribute, "value": "Lisbon", "text": f"Ana {verb} in Lisbon."}
    for attribute, verb in (("stays_in", "lives"), ("toils_in", "works"))
]


@pytest.mark.long
def test_similar_memories_are_listed_counted_and_dismissed(alone):
    # Empty names the default model.
    alone.extra["DOXA_EMBEDDING_MODEL"] = ""
    alone.json("load", alone.file("alike.jsonl", ALIKE))
    before = alone("similar", "list").out
    ran = alone.json("tasks", "run", "similar_memories")["task"]
    [one] = alone.json("similar", "list")["similarMemories"]
    shown, counted = alone("similar", "list").out, alone.json("stats")["similar"]
    told = alone("stats").out
    done = alone.json("similar", "dismiss", one["id"], "--reason", "both")["similarMemories"]

    assert "no similar memories are open" in before
    assert ran["lastEffect"]["pairs"] >= 1
    assert {one[side]["text"] for side in ("older", "newer")} == {line["text"] for line in ALIKE}
    assert (one["status"], one["verdict"]) == ("OPEN", None)
    assert "the same value" in shown
    assert counted == {"open": 1, "contradicting": 0}
    assert "1 pairs of similar memories wait for a person" in told
    assert (done["status"], done["reason"]) == ("DISMISSED", "both")
    assert alone.json("similar", "list") == {"similarMemories": [], "hasNextPage": False}
    assert alone.json("stats")["similar"] == {"open": 0, "contradicting": 0}
    again = alone("similar", "dismiss", one["id"], "--json")
    assert (again.code, again.error["code"]) == (2, "CONFLICT")


def test_only_the_embedded_database_can_be_compacted(doxa):
    refused = doxa("compact", "--json", tenant=False)

    assert refused.code == 2
    assert refused.error["field"] == "DOXA_NEO4J_URI"
