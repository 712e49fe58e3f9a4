"""Relations read from their other end: an inverse, a symmetric one, and facts told from both."""

from datetime import timedelta

import pytest

from graph.history.integrity import check
from graph.model.commands import AttributeDefinition
from graph.read import reads
from graph.read.diff import diff
from graph.vocabulary import Cardinality, ValueType
from graph.write.attributes.definition import define_attribute
from graph.write.merging.merge import merge_entities
from tests.support.story import Damage, year

TICK = timedelta(microseconds=1)


async def listed(story, name=None, attribute=None, **asked):
    """Who has which relation to whom, since when."""
    asked.setdefault("as_of", story.at())
    entity = None if name is None else await story.id(name)
    page = await reads.beliefs(story.db, story.caller, entity=entity, attribute=attribute, **asked)
    return [await shown(story, one) for one in page.items]


async def shown(story, belief):
    wanted = [belief.entity, belief.target or ""]
    names = await reads.entities_by_id(story.db, story.caller, wanted)
    target = names.get(belief.target or "")
    what = belief.value if target is None else target.name
    return (names[belief.entity].name, belief.attribute, what, belief.valid_from.year)


async def violations(story):
    return [one async for one in check.violations(story.db, story.caller.tenant)]


async def test_an_inverse_is_read_from_the_other_end(story):
    await story.says("Alice", "parent", target="Bob", since=year(2000), confidence=0.8)
    stored = await story.believed("Alice", "parent")
    told = await story.believed("Bob", "child")

    assert await shown(story, told) == ("Bob", "child", "Alice", 2000)
    assert (told.target, told.canonical) == (stored.entity, stored.entity)
    assert (told.memories, told.confidence) == (stored.memories, stored.confidence)
    assert (told.value, told.system_from) == (None, stored.system_from)
    assert told.id != stored.id
    assert await reads.belief_by_id(story.db, story.caller, told.id) == told
    assert await story.believed("Bob", "parent") is None
    assert await story.believed("Alice", "child") is None
    rows = await Damage(story.db, story.caller.tenant).run(
        "MATCH (:Entity {tenant: $tenant})-[it:BELIEF]->() RETURN count(it) AS count"
    )
    assert rows == [{"count": 1}]
    assert await violations(story) == []


@pytest.mark.long
async def test_every_read_tells_the_other_end(story, clock):
    await story.says("Alice", "parent", target="Bob", since=year(2000), until=year(2010))
    clock.advance(days=1)
    await story.says("Alice", "parent", target="Bob", since=year(2020))
    await story.says("Bob", "hobby", "chess", since=year(1999))
    bob, alice = await story.id("Bob"), await story.id("Alice")
    child = ("Bob", "child", "Alice", 2020)

    assert await listed(story, "Bob", "child") == [child]
    assert await listed(story, "Bob", "has daughter") == [child]
    assert await listed(story, "Bob") == [child, ("Bob", "hobby", "chess", 1999)]
    assert await listed(story, "Bob", "child", value="alice") == [child]
    assert await listed(story, "Bob", "child", value="bob") == []
    assert await listed(story, None, "child") == [child]
    assert await listed(story, None, "child", value="Alice") == [child]
    assert child in await listed(story, None, None, value="Alice")
    assert await listed(story, None, "parent") == [("Alice", "parent", "Bob", 2020)]
    assert await listed(story) == [
        ("Bob", "hobby", "chess", 1999),
        ("Alice", "parent", "Bob", 2020),
    ]
    asked = {"entity": bob, "attribute": "child", "context": None}
    line = await reads.timeline(story.db, story.caller, system_at=clock.at, **asked)
    assert [one.valid_from.year for one in line] == [2000, 2020]
    assert {one.target for one in line} == {alice}
    versions = await reads.history(story.db, story.caller, **asked)
    theirs = await reads.history(
        story.db, story.caller, entity=alice, attribute="parent", context=None
    )
    assert [one.system_from for one in versions] == [one.system_from for one in theirs]
    page = await reads.related(
        story.db, story.caller, entity=bob, relations=["child"], as_of=story.at()
    )
    assert [await shown(story, step) for step in page.items[0].path] == [child]


async def test_both_axes_hold_from_the_other_end(story, clock):
    await story.says("Alice", "parent", target="Bob", since=year(2000))
    told = clock.at
    clock.advance(days=1)
    await story.says("Alice", "parent", target="Bob", since=year(2020), negative=True)
    later = clock.at

    assert await story.believed("Bob", "child", year(2010)) is not None
    assert await story.believed("Bob", "child", year(2021)) is None
    assert await story.believed("Bob", "child", year(2021), told) is not None
    assert await story.believed("Bob", "child", year(2021), told - TICK) is None
    assert await story.believed("Bob", "child", year(1999)) is None
    change = await diff(
        story.db,
        story.caller,
        entity=await story.id("Bob"),
        before=story.at(year(2021), told),
        after=story.at(year(2021), later),
    )
    assert [await shown(story, one) for one in change.retired] == [("Bob", "child", "Alice", 2000)]


async def test_a_symmetric_relation_is_read_from_both_ends(story):
    await story.says("Alice", "spouse", target="Bob", since=year(2015))

    assert await listed(story, "Bob", "spouse") == [("Bob", "spouse", "Alice", 2015)]
    assert await listed(story, "Alice", "wife") == [("Alice", "spouse", "Bob", 2015)]
    assert (await story.believed("Bob", "husband")).target == await story.id("Alice")
    # Of anybody, each fact is told once, by the end that claimed it.
    assert await listed(story, None, "spouse") == [("Alice", "spouse", "Bob", 2015)]
    assert await listed(story, None, "spouse", value="Alice") == [("Bob", "spouse", "Alice", 2015)]


async def test_what_both_ends_claim_is_told_once(story, clock):
    await story.says("Alice", "spouse", target="Bob", since=year(2015))
    clock.advance(days=1)
    only_one = clock.at - TICK
    await story.says("Bob", "spouse", target="Alice", since=year(2015))
    await story.says("Alice", "friend", target="Eve", since=year(2010))
    await story.says("Eve", "friend", target="Alice", since=year(2012))

    assert await listed(story, "Bob", "spouse") == [("Bob", "spouse", "Alice", 2015)]
    assert await listed(story, "Alice", "spouse") == [("Alice", "spouse", "Bob", 2015)]
    seen = await story.believed("Bob", "spouse")
    assert seen.id.startswith("ib_")
    assert len(seen.memories) == 2
    assert len((await story.believed("Bob", "spouse", None, only_one)).memories) == 1
    bob, eve = await story.id("Bob"), await story.id("Eve")

    async def line(entity, attribute):
        found = await reads.timeline(
            story.db,
            story.caller,
            entity=entity,
            attribute=attribute,
            context=None,
            system_at=clock.at,
        )
        return [one.valid_from.year for one in found]

    assert await line(bob, "spouse") == [2015]
    assert await line(eve, "friend") == [2012]
    assert await listed(story, "Eve", "friend", as_of=story.at(year(2011))) == []
    assert len(await listed(story, "Eve", "friend", as_of=story.at(year(2013)))) == 1


async def test_another_spouse_of_the_one_ends_the_others_marriage(story, clock):
    await story.says("Alice", "spouse", target="Bob", since=year(2015))
    clock.advance(days=1)
    result = await story.says("Bob", "spouse", target="Carol", since=year(2020))

    assert [one.kind.value for one in result.contradictions] == ["CHANGE"]
    assert await shown(story, await story.believed("Bob", "spouse")) == (
        "Bob",
        "spouse",
        "Carol",
        2020,
    )
    assert await story.believed("Alice", "spouse") is None
    assert (await story.believed("Bob", "spouse", year(2017))).target == await story.id("Alice")
    assert len(await listed(story, "Bob", "spouse")) == 1


async def test_a_context_falls_back_where_the_other_end_says_nothing_of_it(story):
    await story.says("Alice", "parent", target="Bob", since=year(2000))
    await story.says("Cleo", "parent", target="Bob", since=year(2005), context="by law")

    told = await story.believed("Bob", "child", context="by law")
    assert await shown(story, told) == ("Bob", "child", "Cleo", 2005)
    told = await story.believed("Bob", "child", context="at heart")
    assert await shown(story, told) == ("Bob", "child", "Alice", 2000)
    assert await listed(story, "Bob", "child", context="by law") == [("Bob", "child", "Cleo", 2005)]
    await story.says("Bob", "child", target="Dan", since=year(2001), context="by law")
    told = await story.believed("Bob", "child", context="by law")
    assert await shown(story, told) == ("Bob", "child", "Cleo", 2005)


async def test_pages_join_to_the_whole_list(story):
    for number in range(5):
        await story.says(f"Kid{number}", "parent", target="Bob", since=year(2000 + number))
        await story.says("Bob", "child", target=f"Own{number}", since=year(2000 + number, 6))
        await story.says("Bob", "child", target=f"Kid{number}", since=year(2000 + number))
    bob = await story.id("Bob")
    keys, after = [], None
    for _ in range(20):
        page = await reads.beliefs(
            story.db, story.caller, entity=bob, as_of=story.at(), first=3, after=after
        )
        keys += [one.target for one in page.items]
        if not page.has_next:
            break
        last = page.items[-1]
        after = (last.attribute, last.context or "", last.valid_from, last.system_from, last.id)

    assert len(keys) == len(set(keys)) == 10
    whole = await reads.beliefs(story.db, story.caller, entity=bob, as_of=story.at(), first=500)
    assert [one.target for one in whole.items] == keys


@pytest.mark.long
async def test_without_an_inverse_there_is_no_other_end(story):
    name = AttributeDefinition("sponsors", Cardinality.MANY, ValueType.ENTITY)
    await define_attribute(story.db, story.caller, name)
    await story.says("Alice", "sponsors", target="Bob", since=year(2000))
    assert await listed(story, "Bob") == []

    inverse = AttributeDefinition("sponsors", inverse="sponsored_by")
    await define_attribute(story.db, story.caller, inverse)
    [told] = await listed(story, "Bob")
    assert told == ("Bob", "sponsored_by", "Alice", 2000)
    identifier = (await story.believed("Bob", "sponsored_by")).id
    await define_attribute(story.db, story.caller, AttributeDefinition("sponsors", inverse=""))
    assert await listed(story, "Bob") == []
    assert await reads.belief_by_id(story.db, story.caller, identifier) is None


async def test_the_other_end_follows_a_merge(story, clock):
    await story.says("Alice", "parent", target="Bob", since=year(2000))
    await story.says("Robert", "hobby", "chess", since=year(2000))
    clock.advance(days=1)
    before = clock.at - TICK
    robert, bob = await story.id("Robert"), await story.id("Bob")
    await merge_entities(story.db, story.caller, robert, bob)

    assert (await story.believed("Robert", "child")).target == await story.id("Alice")
    assert (await story.believed("Robert", "child", None, before)) is None
    found = await reads.belief(
        story.db, story.caller, entity=bob, attribute="child", context=None, as_of=story.at()
    )
    assert found is not None
    assert found.entity == robert


async def test_an_ordinary_belief_costs_one_statement(story):
    await story.says("Alice", "lives_in", "Berlin", since=year(2000))
    await story.says("Alice", "parent", target="Bob", since=year(2000))
    alice, bob = await story.id("Alice"), await story.id("Bob")

    async def cost(entity, attribute):
        before = story.db.executed
        await reads.belief(
            story.db,
            story.caller,
            entity=entity,
            attribute=attribute,
            context=None,
            as_of=story.at(),
        )
        return story.db.executed - before

    assert await cost(alice, "lives_in") == 1
    assert await cost(bob, "child") == 2
