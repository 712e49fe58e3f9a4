"""Who else was there then, over HTTP: the join over valid time, in pages of one state."""

from __future__ import annotations

from typing import Any

import pytest

ASSERT = """mutation ($input: AssertInput!) {
  assertBelief(input: $input) { beliefs { entity { id } } }
}"""
WITH_ME = """query ($ana: ID!, $attribute: String, $same: Boolean, $first: Int, $after: String) {
  belief(entity: $ana, attribute: "works_at", asOf: {validAt: "2021-06-01T00:00:00Z"}) {
    coincident(attribute: $attribute, sameTarget: $same, first: $first, after: $after) {
      edges { cursor node { attribute value target { name } entity { name } validFrom validTo } }
      pageInfo { hasNextPage hasPreviousPage }
      totalCount
    }
  }
}"""


async def at_acme(ask, name: str, since: int, until: int | None = None) -> str:
    said = {"entityName": name, "attribute": "works_at", "targetName": "Acme"}
    said["validFrom"] = f"{since}-01-01T00:00:00Z"
    if until is not None:
        said["validTo"] = f"{until}-01-01T00:00:00Z"
    told = await ask(ASSERT, input=said)
    return told["assertBelief"]["beliefs"][0]["entity"]["id"]


@pytest.fixture
async def ana(ask, clock) -> str:
    """At Acme 2018–2022; Bo, Cy and Di were there at some time of it, Ed before and Flo after."""
    await ask("""mutation { defineAttribute(input: {
      name: "works_at", cardinality: ONE, valueType: ENTITY
    }) { name } }""")
    ana = await at_acme(ask, "Ana", 2018, 2022)
    for name, since, until in (
        ("Bo", 2019, None),
        ("Cy", 2010, 2019),
        ("Di", 2021, 2030),
        ("Ed", 2010, 2018),
        ("Flo", 2022, None),
    ):
        await at_acme(ask, name, since, until)
    lives = {"entity": ana, "attribute": "workplace", "value": "Lisbon"}
    await ask(ASSERT, input=lives | {"validFrom": "2015-01-01T00:00:00Z"})
    clock.advance(days=1)
    return ana


async def asked(ask, ana: str, **more: Any) -> dict[str, Any]:
    return (await ask(WITH_ME, ana=ana, **more))["belief"]["coincident"]


def people(page: dict[str, Any]) -> list[str]:
    return [edge["node"]["entity"]["name"] for edge in page["edges"]]


async def test_who_else_was_there_then(ask, ana):
    page = await asked(ask, ana, same=True)

    assert people(page) == ["Cy", "Bo", "Di"]
    assert {edge["node"]["target"]["name"] for edge in page["edges"]} == {"Acme"}
    assert page["totalCount"] == 3


@pytest.mark.long
async def test_what_else_was_true_then(ask, ana):
    page = await asked(ask, ana)

    assert [edge["node"]["value"] for edge in page["edges"]] == ["Lisbon"]
    assert people(page) == ["Ana"]
    assert (await asked(ask, ana, attribute="hobby"))["edges"] == []


@pytest.mark.long
async def test_its_pages_belong_to_one_state(ask, ana, clock):
    seen, pages, after = [], 0, None
    while True:
        page = await asked(ask, ana, same=True, first=1, after=after)
        pages += 1
        seen += people(page)
        assert page["pageInfo"]["hasPreviousPage"] == (pages > 1)
        # What is told while somebody pages does not move his list.
        clock.advance(hours=1)
        await at_acme(ask, f"Late {pages}", 2020)
        after = page["edges"][-1]["cursor"]
        if not page["pageInfo"]["hasNextPage"]:
            break

    assert seen == ["Cy", "Bo", "Di"]
    clock.advance(hours=1)
    assert len(people(await asked(ask, ana, same=True))) == 6


async def test_a_cursor_of_another_list_and_a_bad_size_are_refused(ask, ana):
    cursor = (await asked(ask, ana, same=True))["edges"][0]["cursor"]
    other = await ask.refused(WITH_ME, ana=ana, same=False, after=cursor)
    large = await ask.refused(WITH_ME, ana=ana, first=501)

    assert (other["code"], other["field"]) == ("BAD_CURSOR", "after")
    assert (large["code"], large["field"]) == ("OUT_OF_RANGE", "first")
