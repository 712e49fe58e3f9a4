"""How long a list is in all: counted where it is asked for, and a page does not show it."""

from __future__ import annotations

import pytest

ASSERT = """mutation ($input: AssertInput!) { assertBelief(input: $input) { outcome } }"""
LISTS = {
    "entities": "entities(first: %s, after: $after) { %s }",
    "beliefs": "beliefs(first: %s, after: $after) { %s }",
    "memories": "memories(first: %s, after: $after) { %s }",
    "audit": "audit(first: %s, after: $after) { %s }",
}
NUMBER = 7


def query(name: str, first: int, inside: str) -> str:
    return f"query ($after: String) {{ {LISTS[name] % (first, inside)} }}"


@pytest.fixture
async def people(ask):
    for number in range(NUMBER):
        said = {"entityName": f"Person {number}", "attribute": "job_title", "value": "nurse"}
        await ask(ASSERT, input=said)


@pytest.mark.long
@pytest.mark.parametrize("name", LISTS)
async def test_a_count_is_that_of_the_whole_list_from_every_page(ask, people, name):
    whole = (await ask(query(name, 500, "edges { cursor }")))[name]["edges"]
    inside = "totalCount edges { cursor } pageInfo { hasNextPage endCursor }"
    after, counts = None, []
    while True:
        page = (await ask(query(name, 3, inside), after=after))[name]
        counts.append(page["totalCount"])
        after = page["pageInfo"]["endCursor"]
        if not page["pageInfo"]["hasNextPage"]:
            break

    assert len(whole) >= NUMBER
    assert set(counts) == {len(whole)}
    assert len(counts) > 2


async def test_only_a_count_that_is_asked_for_is_made(ask, people, store):
    async def statements(inside: str) -> int:
        # The service asks something of its own now and then.
        taken: list[int] = []
        for _ in range(5):
            before = store.executed
            await ask(query("entities", 3, inside))
            taken.append(store.executed - before)
        return min(taken)

    # A second page, of all that are left.
    assert await statements("totalCount") == 2 * await statements("edges { cursor }")


async def test_a_page_that_shows_the_whole_is_not_read_twice(ask, people, store):
    async def statements(inside: str) -> int:
        taken: list[int] = []
        for _ in range(5):
            before = store.executed
            found = await ask(query("entities", 50, inside))
            taken.append(store.executed - before)
            assert found["entities"].get("totalCount", NUMBER) == NUMBER
        return min(taken)

    assert await statements("totalCount") == await statements("edges { cursor }")


async def test_what_is_more_than_can_be_counted_has_no_count(ask, people, monkeypatch):
    monkeypatch.setattr("api.graphql.request.connections.COUNT_MAX", NUMBER - 1)
    found = await ask(query("entities", 3, "totalCount edges { cursor }"))

    assert found["entities"]["totalCount"] is None
    assert len(found["entities"]["edges"]) == 3


async def test_the_beliefs_of_an_entity_are_counted(ask):
    for value in ("tea", "milk", "rum"):
        said = {"entityName": "Ada", "attribute": "likes", "value": value}
        await ask(ASSERT, input=said)
    found = await ask('{ entity(name: "Ada") { beliefs(first: 1) { totalCount } } }')

    assert found["entity"]["beliefs"]["totalCount"] == 3
