"""What else was true then: beliefs joined over valid time, as known at one system time."""

from __future__ import annotations

import secrets
from typing import Any

import neo4j
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.database.statements import statements
from graph.errors import OutOfRange
from graph.kernel.registry import registry
from graph.model.commands import AttributeDefinition
from graph.model.records import Belief, Caller
from graph.read import reads
from graph.read import temporal_join as coincidence
from graph.read.temporal_join import Span, coincident, known_at
from graph.vocabulary import Cardinality, Role, ValueType
from graph.write.attributes.definition import define_attribute
from graph.write.revocation import revoke_memory
from tests.support.profiles import examples
from tests.support.story import Story, year

SEEKS = {
    "DirectedRelationshipIndexSeek",
    "DirectedRelationshipIndexSeekByRange",
    "NodeIndexSeek",
    "NodeIndexSeekByRange",
    "NodeUniqueIndexSeek",
}


@pytest.fixture
async def acme(story, clock) -> None:
    """Who was where: Ana 2018–2022 and Bo from 2021 at Acme, Cy there before, Di after."""
    await define_attribute(
        story.db,
        story.caller,
        AttributeDefinition("works_at", Cardinality.ONE, ValueType.ENTITY, resumes=False),
    )
    for name, since, until in (
        ("Ana", 2018, 2022),
        ("Bo", 2021, None),
        ("Cy", 2010, 2018),
        ("Di", 2022, None),
    ):
        await story.says(
            name, "works_at", target="Acme", since=year(since), until=until and year(until)
        )
    await story.says("Ed", "founded", target="Acme", since=year(2000))
    await story.says("Flo", "works_at", target="Beta", since=year(2019))
    await story.says("Ana", "address", "Lisbon", since=year(2015), until=year(2019))
    await story.says("Ana", "address", "Porto", since=year(2019))
    await story.says("Ana", "hobby", "chess", since=year(2023))
    clock.advance(days=1)


def span(one: Belief) -> Span:
    return Span(
        one.id,
        one.entity,
        one.attribute,
        one.canonical,
        one.valid_from,
        one.valid_to,
        one.system_to,
    )


async def beside(story: Story, one: Belief, **asked: Any) -> list[Belief]:
    """All of them, in pages of two."""
    found: list[Belief] = []
    after = None
    at = known_at(span(one), story.db.clock())
    known = await registry.load(story.db, story.caller.tenant)
    while True:
        page = await coincident(
            story.db, known, span(one), **asked, system_at=at, first=2, after=after
        )
        found += page.items
        if not page.has_next:
            return found
        last = page.items[-1]
        after = (last.attribute, last.context or "", last.valid_from, last.system_from, last.id)


async def names(story: Story, beliefs: list[Belief]) -> list[str]:
    known = await reads.entities_by_id(story.db, story.caller, [one.entity for one in beliefs])
    return [known[one.entity].name for one in beliefs]


async def at_acme(story: Story, name: str = "Ana", **at: Any) -> Belief:
    found = await story.believed(name, "works_at", year(2021, 6), **at)
    assert found is not None
    return found


async def test_who_else_was_there_then(story, acme):
    ana = await at_acme(story)
    found = await beside(story, ana, attribute="works_at", same_target=True)

    assert await names(story, found) == ["Bo"]


async def test_without_an_attribute_it_is_whoever_leads_to_the_same_target(story, acme):
    found = await beside(story, await at_acme(story), same_target=True)

    assert [one.attribute for one in found] == ["founded", "works_at"]
    assert await names(story, found) == ["Ed", "Bo"]


async def test_neighbours_that_only_share_a_bound_were_not_there_together(story, acme):
    cy = await story.believed("Cy", "works_at", year(2015))
    assert cy is not None
    found = await beside(story, cy, attribute="works_at", same_target=True)

    assert found == []


async def test_what_else_was_true_of_somebody_then(story, acme):
    ana = await at_acme(story)
    found = await beside(story, ana)
    homes = await beside(story, ana, attribute="address")

    assert [(one.attribute, one.value) for one in found] == [
        ("address", "Lisbon"),
        ("address", "Porto"),
    ]
    assert homes == found
    assert await beside(story, ana, attribute="hobby") == []
    assert await beside(story, ana, attribute="unheard_of") == []


async def test_a_literal_is_the_same_under_any_attribute_of_its_type(story, acme):
    await story.says("Gil", "workplace", "  LISBON ", since=year(2016))
    home = await story.believed("Ana", "address", year(2016))
    assert home is not None

    assert await names(story, await beside(story, home, same_target=True)) == ["Gil"]
    assert await beside(story, home, attribute="address", same_target=True) == []


async def test_it_is_asked_as_known_with_the_belief_itself(story, acme, clock):
    bo = await at_acme(story, "Bo")
    ana = await at_acme(story)
    clock.advance(days=1)
    await revoke_memory(story.db, story.caller, bo.memories[0], "somebody else")
    clock.advance(days=1)
    await story.says("Hal", "works_at", target="Acme", since=year(2020))
    clock.advance(days=1)
    gone = await at_acme(story, "Bo", system_at=bo.system_from)

    # Ana's belief is still known, so what is known now counts; Bo's was last known before Hal's.
    now = await beside(story, ana, attribute="works_at", same_target=True)
    then = await beside(story, gone, attribute="works_at", same_target=True)
    assert await names(story, now) == ["Hal"]
    assert await names(story, then) == ["Ana", "Di"]
    assert gone.system_to is not None


async def test_a_relation_is_seen_from_its_other_end_too(story, clock):
    await define_attribute(
        story.db,
        story.caller,
        AttributeDefinition("married_to", Cardinality.MANY, ValueType.ENTITY, symmetric=True),
    )
    for one, other, since, until in (
        ("Ana", "Bo", 2010, 2020),
        ("Bo", "Cy", 2015, 2030),
        ("Di", "Bo", 2012, 2013),
        ("Bo", "Ed", 2020, 2030),
    ):
        await story.says(one, "married_to", target=other, since=year(since), until=year(until))
    clock.advance(days=1)
    ana = await story.believed("Ana", "married_to", year(2016))
    assert ana is not None
    others = await beside(story, ana, attribute="married_to", same_target=True)

    assert await names(story, others) == ["Di", "Cy"]
    turned = await story.believed("Cy", "married_to", year(2016))
    assert turned is not None
    assert turned.id.startswith("i")
    back = await beside(story, turned, same_target=True)
    assert await names(story, back) == ["Ana", "Ed"]


async def test_another_tenants_beliefs_are_not_there(story, acme):
    other = Story(story.db, Caller(f"{story.caller.tenant}x", "tester", story.caller.role))
    await other.says("Lee", "address", "Lisbon", since=year(2016))
    home = await story.believed("Ana", "address", year(2016))
    assert home is not None

    assert await beside(story, home, same_target=True) == []


async def test_a_page_has_bounds(story, acme):
    ana = await at_acme(story)
    known = await registry.load(story.db, story.caller.tenant)
    for first in (0, 501):
        with pytest.raises(OutOfRange):
            await coincident(story.db, known, span(ana), system_at=story.db.clock(), first=first)


@pytest.mark.parametrize(
    "statement", ["read/relations/coincident_of_value", "read/beliefs/of_entity"]
)
async def test_the_join_reads_indexes_only(server, story, acme, statement):
    ana = await at_acme(story)
    params = {
        "tenant": story.caller.tenant,
        "self": ana.id,
        "entity": ana.entity,
        "entities": [ana.entity],
        "attribute_first": "",
        "attribute_last": "~",
        "attributes": ["works_at"],
        "values": None,
        "context": None,
        "mirrors": [{"stored": "friend", "shown": "friend"}],
        "canonical": ana.canonical,
        "scopes": None,
        "valid_first": ana.valid_from,
        "valid_last": ana.valid_to,
        **dict.fromkeys(("system_at", "system_first", "system_last"), story.db.clock()),
        "after": [],
        "limit": 10,
    }
    async with neo4j.AsyncGraphDatabase.driver(
        server.uri, auth=(server.user, server.password)
    ) as driver:
        found = await driver.execute_query(
            f"PROFILE {statements()[statement].text}",
            statements()[statement].arguments(params),
            database_="neo4j",
        )
    leaves = {kind for kind in operators(found.summary.profile) if "Scan" in kind or "Seek" in kind}

    assert len(found.records) > 0
    assert leaves
    assert leaves <= SEEKS


def operators(plan: Any) -> list[str]:
    own = plan["operatorType"].partition("@")[0]
    return [own, *(kind for child in plan.get("children", []) for kind in operators(child))]


interval = st.tuples(st.integers(0, 9), st.integers(1, 10)).map(lambda it: (it[0], it[0] + it[1]))


@pytest.mark.long
@given(spans=st.lists(interval, min_size=1, max_size=8))
@examples(quick=4, long=12)
async def test_it_agrees_with_comparing_every_pair(db, spans):
    story = Story(db, Caller(f"t{secrets.token_hex(8)}", "tester", Role.OWNER))
    for number, (start, end) in enumerate(spans):
        await story.says(
            f"P{number}", "address", "Oslo", since=year(2000 + start), until=year(2000 + end)
        )
    for number, (start, end) in enumerate(spans):
        one = await story.believed(f"P{number}", "address", year(2000 + start))
        assert one is not None
        found = await beside(story, one, attribute="address", same_target=True)
        expected = {
            f"P{other}"
            for other, (first, last) in enumerate(spans)
            if other != number and first < end and start < last
        }
        assert set(await names(story, found)) == expected
        assert coincidence.known_at(span(one), db.clock()) == db.clock()
