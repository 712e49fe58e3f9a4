"""Recall over HTTP: the beliefs that matter to a question, the rules, and why."""

from __future__ import annotations

from dataclasses import replace

import httpx
import pytest

from graph.settings import Settings

ASSERT = """mutation ($input: AssertInput!) { assertBelief(input: $input) { memory { id } } }"""
RECALL = """query ($words: String!, $asOf: AsOf, $entity: ID, $k: Int, $zone: String) {
  recall(query: $words, asOf: $asOf, entity: $entity, k: $k, timeZone: $zone) {
    id
    items {
      memory { id text } belief { value validFrom validTo contested entity { name } }
      score relevance recency importance via
    }
    rules { text } asOf { validAt systemAt } period { validFrom validTo } degraded context
  }
}"""


@pytest.fixture
async def ana(ask, clock):
    """Berlin since 2018, Lisbon since 2021; then a day."""
    memories = []
    for value, since in (("Berlin", 2018), ("Lisbon", 2021)):
        said = {"entityName": "Ana", "attribute": "workplace", "value": value}
        said |= {"validFrom": f"{since}-01-01T00:00:00Z", "text": f"Ana lives in {value}."}
        told = await ask(ASSERT, input=said)
        memories.append(told["assertBelief"]["memory"]["id"])
        clock.advance(days=1)
    return memories


async def test_what_holds_is_recalled_with_its_qualifications(ask, ana):
    found = (await ask(RECALL, words="Where does Ana live?"))["recall"]
    (item,) = found["items"]

    assert item["belief"] == {
        "value": "Lisbon",
        "validFrom": "2021-01-01T00:00:00Z",
        "validTo": None,
        "contested": False,
        "entity": {"name": "Ana"},
    }
    assert item["memory"] == {"id": ana[1], "text": "Ana lives in Lisbon."}
    assert 0.35 <= item["score"] <= 1
    assert "Lisbon" in found["context"]
    assert found["degraded"] == ["vectors: no embedding model is configured"]


async def test_a_model_that_is_not_there_is_said_and_words_still_find(ask, ana, serve, tmp_path):
    gone = Settings(embedding_model=str(tmp_path / "gone"))
    async with serve(gone) as url, httpx.AsyncClient(base_url=url, timeout=300) as client:
        found = (await replace(ask, client=client)(RECALL, words="Where does Ana live?"))["recall"]

    assert [one["belief"]["value"] for one in found["items"]] == ["Lisbon"]
    assert found["degraded"] == ["vectors: the embedding model cannot be used"]


KINDS = """query ($words: String!, $include: [RecallKind!]) {
  recall(query: $words, include: $include) {
    id items { memory { text } belief { value } } hints { memory { text } belief { value } via }
    episodes { episode { text speaker } score } context
  }
}"""
REMEMBER = """mutation { remember(input: {session: "s", messages: [
  {id: "1", speaker: "Bo", text: "Ana moved to Lisbon by train."}] }) { id } }"""


async def test_what_was_said_and_hints_come_where_they_are_asked_for(ask, ana):
    unsure = {"entityName": "Ana", "attribute": "workplace", "value": "Porto", "confidence": 0.3}
    await ask(ASSERT, input=unsure | {"text": "Ana lives in Porto."})
    await ask(REMEMBER)
    kinds = ["MEMORIES", "HINTS", "EPISODES"]
    found = (await ask(KINDS, words="Where does Ana live?", include=kinds))["recall"]
    again = await ask(
        "query ($id: ID!) { node(id: $id) { ... on Recall { episodes { score } } } }",
        id=found["id"],
    )
    default = (await ask(KINDS, words="Where does Ana live?"))["recall"]

    assert found["items"] == [
        {"memory": {"text": "Ana lives in Lisbon."}, "belief": {"value": "Lisbon"}}
    ]
    assert found["hints"] == [
        {"memory": {"text": "Ana lives in Porto."}, "belief": None, "via": ["words"]}
    ]
    assert found["episodes"] == [
        {"episode": {"text": "Ana moved to Lisbon by train.", "speaker": "Bo"}, "score": 1}
    ]
    assert again["node"]["episodes"] == [{"score": 1}]
    assert "by train" in found["context"]
    assert (default["hints"], default["episodes"]) == ([], [])


async def test_memories_do_not_come_where_only_episodes_are_asked_for(ask, ana):
    found = (await ask(KINDS, words="Where does Ana live?", include=["EPISODES"]))["recall"]

    assert (found["items"], found["episodes"], found["context"]) == ([], [], "")


async def test_what_held_in_the_period_that_a_question_names_is_recalled(ask, ana):
    visit = {"entityName": "Mike", "attribute": "visited", "value": "Kyoto"}
    visit |= {"text": "Mike visited Kyoto.", "validFrom": "2025-03-08", "validTo": "2025-03-09"}
    await ask(ASSERT, input=visit)
    found = (await ask(RECALL, words="What did Mike visit in March 2025?"))["recall"]
    kept = "query ($id: ID!) { node(id: $id) { ... on Recall { period { validFrom validTo } } } }"
    (item,) = found["items"]

    assert item["memory"]["text"] == "Mike visited Kyoto."
    assert item["belief"]["validTo"] == "2025-03-09T00:00:00Z"
    assert found["period"] == {
        "validFrom": "2025-03-01T00:00:00Z",
        "validTo": "2025-04-01T00:00:00Z",
    }
    assert found["asOf"]["validAt"] == "2025-03-31T23:59:59.999999Z"
    assert "[from 2025-03-08 until 2025-03-09; " in found["context"]
    assert (await ask(kept, id=found["id"]))["node"]["period"] == found["period"]


async def test_a_given_valid_time_counts_and_not_the_period_of_the_question(ask, ana):
    given = {"validAt": "2022-01-01T00:00:00Z"}
    then = (await ask(RECALL, words="Where did Ana live in 2019?"))["recall"]
    dated = (await ask(RECALL, words="Where did Ana live in 2019?", asOf=given))["recall"]

    assert [one["belief"]["value"] for one in then["items"]] == ["Berlin"]
    assert [one["belief"]["value"] for one in dated["items"]] == ["Lisbon"]
    assert (dated["asOf"]["validAt"], dated["period"]) == (given["validAt"], None)


async def test_the_first_person_is_the_speaker(ask, ana):
    words = 'query ($who: String) { recall(query: "Where do I live?", speaker: $who) {'
    words += " items { belief { value } } } }"
    found = (await ask(words, who="ana"))["recall"]
    other = (await ask(words, who="Zoe"))["recall"]
    refused = await ask.refused(words, who="")

    assert found["items"] == [{"belief": {"value": "Lisbon"}}]
    assert other["items"] == []
    assert (refused["code"], refused["field"]) == ("EMPTY", "speaker")


async def test_a_recall_is_explained_and_found_again(ask, login, ana):
    found = (await ask(RECALL, words="Where does Ana live?"))["recall"]
    why = "query ($recall: ID!, $memory: ID!) { why(recall: $recall, memory: $memory) }"
    told = (await ask(why, recall=found["id"], memory=ana[1]))["why"]
    listed = await ask("{ recalls { id context items { score } } }")
    node = await ask(
        "query ($id: ID!) { node(id: $id) { ... on Recall { context } } }", id=found["id"]
    )
    other = await login().refused(why, recall=found["id"], memory=ana[1])

    assert told["outcome"] == "recalled"
    assert listed["recalls"][0]["id"] == found["id"]
    assert node["node"]["context"] == listed["recalls"][0]["context"] == found["context"]
    assert (other["code"], other["field"]) == ("NOT_FOUND", "recall")


async def test_what_was_left_out_is_told_with_the_reason(ask, ana):
    said = {"entityName": "Ana", "attribute": "pet", "value": "Miso"}
    said |= {"text": "Ana lives with a cat.", "validFrom": "2020-01-01T00:00:00Z"}
    cat = (await ask(ASSERT, input=said))["assertBelief"]["memory"]["id"]
    words = "{ query at items { memory { id } } leftOut(first: 10) { "
    words += "outcome score relevance recency importance via memory { id } } }"
    found = (await ask(f'{{ recall(query: "Where does Ana live?", k: 1) {words} }}'))["recall"]
    listed = await ask(f"{{ recalls {words} }}")
    refused = await ask.refused("{ recalls { leftOut(first: 0) { score } } }")
    (left,) = found["leftOut"]

    assert found["query"] == "Where does Ana live?"
    assert listed["recalls"] == [found]
    assert [one["memory"]["id"] for one in found["items"]] == [ana[1]]
    assert (left["memory"]["id"], left["outcome"]) == (cat, "below the first k")
    assert 0 < left["score"] < 1
    assert (refused["code"], refused["field"]) == ("OUT_OF_RANGE", "first")


async def test_nothing_is_said_where_nothing_is_known(ask, ana):
    found = (await ask(RECALL, words="How tall is the Eiffel tower?"))["recall"]

    assert (found["items"], found["rules"], found["context"]) == ([], [], "")


@pytest.mark.parametrize(
    ("given", "code", "field"),
    [
        ({"words": "  "}, "EMPTY", "query"),
        ({"words": "Where?", "k": 0}, "OUT_OF_RANGE", "k"),
        ({"words": "Where?", "zone": "Europe/Atlantis"}, "INVALID_ARGUMENT", "timeZone"),
        ({"words": "Where?", "asOf": {"systemAt": "2999-01-01T00:00:00Z"}}, "OUT_OF_RANGE", None),
    ],
)
async def test_a_bad_question_is_refused_by_its_argument(ask, given, code, field):
    refused = await ask.refused(RECALL, **given)

    assert refused["code"] == code
    assert field in (None, refused["field"])


@pytest.mark.parametrize(
    ("zone", "start"),
    [
        ("Asia/Tokyo", "2026-03-02T15:00:00Z"),
        ("-05:00", "2026-03-03T05:00:00Z"),
        (None, "2026-03-03T00:00:00Z"),
    ],
)
async def test_the_day_of_a_question_begins_in_its_time_zone(ask, zone, start):
    found = (await ask(RECALL, words="Where was Ana on 3 March 2026?", zone=zone))["recall"]

    assert found["period"]["validFrom"] == start


async def test_a_time_zone_changes_nothing_where_a_time_is_given(ask):
    first = {"validAt": "0001-01-01T00:00:00Z"}
    asked = {"words": "Where was Ana on 3 March 2026?", "asOf": first}
    found = (await ask(RECALL, **asked, zone="America/New_York"))["recall"]

    assert (found["period"], found["asOf"]["validAt"]) == (None, first["validAt"])
