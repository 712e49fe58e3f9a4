"""The list of memories over HTTP: filters, topics, pages, and what is refused."""

from __future__ import annotations

import pytest

ASSERT = """mutation ($input: AssertInput!) { assertBelief(input: $input) {
  memory { id topic } beliefs { entity { id } }
} }"""
LIST = """query ($entity: ID, $topic: String, $type: MemoryType, $status: MemoryStatus,
  $minConfidence: Float, $minImportance: Float, $attribute: String, $session: String,
  $first: Int, $after: String) {
  memories(entity: $entity, topic: $topic, type: $type, status: $status,
    minConfidence: $minConfidence, minImportance: $minImportance, attribute: $attribute,
    session: $session, first: $first, after: $after) {
    edges { cursor node { id value topic status } }
    pageInfo { hasNextPage hasPreviousPage endCursor } totalCount
  }
}"""
SAID = [
    {"attribute": "address", "value": "Berlin", "importance": 0.9},
    {"attribute": "hobby", "value": "chess", "session": "monday", "type": "PREFERENCE"},
    {"attribute": "motto", "value": "onward", "confidence": 0.6},
    {"attribute": "creed", "value": "upward", "topic": "Hobbies and such"},
]


TIMES = """query ($id: ID!) { memory(id: $id) {
  validFrom validTo validFromPrecision validToPrecision validFromBasis
} }"""
IN_MAY = {"validFrom": "2022-05-01T00:00:00Z", "precision": "MONTH"}
UNTIL = {"validTo": "2024-01-01T00:00:00Z"}


@pytest.mark.parametrize("more", [{}, {"sourceKind": "WEB"}], ids=["counts", "waits"])
@pytest.mark.parametrize(
    ("given", "told"),
    [
        (IN_MAY, ("MONTH", None, "STATED")),
        (IN_MAY | UNTIL, ("MONTH", "MONTH", "STATED")),
        (IN_MAY | {"basis": "OBSERVED"}, ("MONTH", None, "OBSERVED")),
        ({"validFrom": "2022-05-01T09:30:00Z"}, ("INSTANT", None, "STATED")),
    ],
)
async def test_a_memory_says_how_exactly_its_times_were_said(ask, given, told, more):
    said = {"entityName": "Ana", "attribute": "hobby", "value": "chess"} | given | more
    made = (await ask(ASSERT, input=said))["assertBelief"]
    found = (await ask(TIMES, id=made["memory"]["id"]))["memory"]

    names = ("validFromPrecision", "validToPrecision", "validFromBasis")
    assert tuple(found[name] for name in names) == told
    assert found["validFrom"] == given["validFrom"]


async def test_a_start_that_nobody_said_is_observed(ask):
    said = {"entityName": "Ana", "attribute": "hobby", "value": "chess"}
    counted = (await ask(ASSERT, input=said))["assertBelief"]["memory"]["id"]
    waits = (await ask(ASSERT, input=said | {"sourceKind": "WEB", "value": "go"}))["assertBelief"]

    found = (await ask(TIMES, id=counted))["memory"]
    assert (found["validFromPrecision"], found["validFromBasis"]) == ("INSTANT", "OBSERVED")
    assert set((await ask(TIMES, id=waits["memory"]["id"]))["memory"].values()) == {None}


@pytest.fixture
async def ana(ask, clock):
    """Four memories, an hour apart; her id."""
    told = {}
    for one in SAID:
        told = await ask(ASSERT, input={"entityName": "Ana"} | one)
        clock.advance(hours=1)
    return told["assertBelief"]["beliefs"][0]["entity"]["id"]


def values(found):
    return [edge["node"]["value"] for edge in found["memories"]["edges"]]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, ["upward", "onward", "chess", "Berlin"]),
        ({"status": "ACTIVE", "minConfidence": 0.7}, ["upward", "chess", "Berlin"]),
        ({"minImportance": 0.8}, ["Berlin"]),
        ({"type": "PREFERENCE"}, ["chess"]),
        ({"session": "monday"}, ["chess"]),
        ({"attribute": "pastime"}, ["chess"]),
        ({"attribute": "nobody ever said"}, []),
        ({"topic": "contact"}, ["Berlin"]),
        ({"topic": "hobbies AND such"}, ["upward"]),
        ({"topic": "general"}, ["onward"]),
        ({"status": "REVOKED"}, []),
    ],
)
async def test_a_filter_leaves_what_it_says(ask, ana, given, expected):
    assert values(await ask(LIST, **given)) == expected
    assert values(await ask(LIST, entity=ana, **given)) == expected


async def test_every_memory_has_a_topic(ask, ana):
    found = (await ask(LIST))["memories"]["edges"]

    assert [edge["node"]["topic"] for edge in found] == [
        *("Hobbies and such", "general", "interests", "contact"),
    ]


async def test_what_is_listed_by_topic_is_recalled_by_it(ask, ana):
    recall = """query ($topic: String) { recall(query: "Ana chess", topic: $topic, minScore: 0) {
      items { memory { value topic } }
    } }"""
    for topic in ("interests", "contact"):
        recalled = (await ask(recall, topic=topic))["recall"]["items"]
        found = [one["memory"]["value"] for one in recalled]
        assert set(found) <= set(values(await ask(LIST, topic=topic)))
        assert found == (["chess"] if topic == "interests" else [])


async def test_pages_follow_one_another_to_the_end(ask, ana):
    seen, after = [], None
    while True:
        page = (await ask(LIST, first=1, after=after))["memories"]
        seen += [edge["node"]["value"] for edge in page["edges"]]
        after = page["pageInfo"]["endCursor"]
        if not page["pageInfo"]["hasNextPage"]:
            break

    assert seen == ["upward", "onward", "chess", "Berlin"]
    refused = await ask.refused(LIST, first=1, after=after, topic="general")
    assert (refused["code"], refused["field"]) == ("BAD_CURSOR", "after")


async def test_a_page_that_looked_at_enough_says_where_to_go_on(ask, ana, monkeypatch):
    monkeypatch.setattr("graph.read.memory_list.LOOKED_AT_MAX", 2)
    first = (await ask(LIST, minImportance=0.8))["memories"]
    cursor = first["pageInfo"]["endCursor"]
    second = await ask(LIST, minImportance=0.8, after=cursor)

    assert (first["edges"], first["pageInfo"]["hasNextPage"], first["totalCount"]) == (
        *([], True),
        1,
    )
    assert values(second) == ["Berlin"]


@pytest.mark.parametrize(
    ("given", "code", "field"),
    [
        ({"entity": "Ana"}, "BAD_ID", "entity"),
        ({"topic": " "}, "EMPTY", "topic"),
        ({"minConfidence": 2.0}, "OUT_OF_RANGE", "minConfidence"),
        ({"minImportance": -1.0}, "OUT_OF_RANGE", "minImportance"),
        ({"first": 0}, "OUT_OF_RANGE", "first"),
        ({"after": "x"}, "BAD_CURSOR", "after"),
        ({"session": ""}, "EMPTY", "session"),
    ],
)
async def test_a_bad_argument_is_refused_by_its_name(ask, given, code, field):
    refused = await ask.refused(LIST, **given)

    assert (refused["code"], refused["field"]) == (code, field)


async def test_evidence_has_its_places_in_code_points_and_in_utf_16_units(ask):
    said = "😀 I live in 𝔓orto 🏡"
    await ask(
        """mutation ($said: String!) { assertBelief(input: {entityName: "Ana",
          attribute: "lives_in", value: "Porto", evidence: $said}) { outcome } }""",
        said=said,
    )
    found = await ask(
        """{ memories(first: 1) { edges { node { evidence {
          span start end startUtf16 endUtf16 episode { text }
        } } } } }"""
    )
    (proof,) = found["memories"]["edges"][0]["node"]["evidence"]

    assert proof["episode"]["text"][proof["start"] : proof["end"]] == proof["span"] == said
    assert (proof["start"], proof["end"]) == (0, len(said))
    assert (proof["startUtf16"], proof["endUtf16"]) == (0, len(said.encode("utf-16-le")) // 2)
