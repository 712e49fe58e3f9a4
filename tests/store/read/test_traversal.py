"""Entities that relations lead to, over several hops and as of both axes."""

from datetime import timedelta
from itertools import pairwise

import pytest

from graph.errors import OutOfRange, TooLarge
from graph.read import reads
from graph.write.merging.merge import merge_entities
from tests.support.story import year

TICK = timedelta(microseconds=1)


async def around(story, name, **asked):
    """The names reached, each with its distance, in the list's order of distance."""
    asked.setdefault("as_of", story.at())
    page = await reads.related(story.db, story.caller, entity=await story.id(name), **asked)
    ids = [one.entity for one in page.items]
    found = await reads.entities_by_id(story.db, story.caller, ids)
    return sorted((one.distance, found[one.entity].name) for one in page.items)


async def line(story, *names, relation="points_to", since=None):
    for one, other in pairwise(names):
        await story.says(one, relation, target=other, since=since or year(2020))


async def test_each_hop_is_one_more_away(story):
    await line(story, "Ana", "Bob", "Cid", "Dee")

    assert await around(story, "Ana") == [(1, "Bob")]
    assert await around(story, "Ana", depth=2) == [(1, "Bob"), (2, "Cid")]
    assert await around(story, "Ana", depth=6) == [(1, "Bob"), (2, "Cid"), (3, "Dee")]
    assert await around(story, "Cid", depth=6) == [(1, "Dee")]


async def test_a_circle_is_walked_once(story):
    await line(story, "Ana", "Bob", "Cid", "Ana")

    assert await around(story, "Ana", depth=6) == [(1, "Bob"), (2, "Cid")]


async def test_an_entity_is_as_near_as_the_shortest_way_to_it(story):
    await line(story, "Ana", "Bob", "Cid", "Dee")
    await line(story, "Ana", "Eve", "Dee", relation="sponsors")

    assert (2, "Dee") in await around(story, "Ana", depth=6)


async def test_the_path_is_the_beliefs_along_the_way(story):
    await line(story, "Ana", "Bob", "Cid")
    page = await reads.related(
        story.db, story.caller, entity=await story.id("Ana"), depth=2, as_of=story.at()
    )
    bob, cid = await story.id("Bob"), await story.id("Cid")
    ana_bob, bob_cid = page.items

    assert (ana_bob.entity, bob_cid.entity) == (bob, cid)
    assert [one.target for one in ana_bob.path] == [bob]
    assert [one.target for one in bob_cid.path] == [bob, cid]
    assert bob_cid.path[1].entity == bob


async def test_every_hop_is_as_of_both_axes(story, clock):
    await line(story, "Ana", "Bob", since=year(2010))
    told = clock.advance(days=1)
    await line(story, "Bob", "Cid", since=year(2020))
    clock.advance(days=1)

    assert await around(story, "Ana", depth=2) == [(1, "Bob"), (2, "Cid")]
    assert await around(story, "Ana", depth=2, as_of=story.at(year(2015))) == [(1, "Bob")]
    assert await around(story, "Ana", depth=2, as_of=story.at(year(2005))) == []
    assert await around(story, "Ana", depth=2, as_of=story.at(None, told - TICK)) == [(1, "Bob")]
    assert (2, "Cid") in await around(story, "Ana", depth=2, as_of=story.at(None, told))


async def test_only_the_relations_named_are_followed(story):
    await line(story, "Ana", "Bob", "Cid")
    await line(story, "Ana", "Eve", relation="sponsors")

    assert await around(story, "Ana", depth=2, relations=["sponsors"]) == [(1, "Eve")]
    assert await around(story, "Ana", depth=2, relations=["Points-To", "sponsors"]) == [
        (1, "Bob"),
        (1, "Eve"),
        (2, "Cid"),
    ]
    assert await around(story, "Ana", relations=["unheard_of"]) == []


async def test_a_symmetric_relation_is_followed_either_way(story):
    await line(story, "Ana", "Bob", relation="spouse")

    assert await around(story, "Bob") == [(1, "Ana")]
    assert await around(story, "Bob", relations=["wife"]) == [(1, "Ana")]
    assert await around(story, "Bob", relations=["friend"]) == []


async def test_a_relation_asked_for_by_its_inverse_is_followed_back(story):
    await line(story, "Ana", "Bob", relation="parent")

    assert await around(story, "Bob") == [(1, "Ana")]
    assert await around(story, "Bob", relations=["parent"]) == []
    assert await around(story, "Bob", relations=["child"]) == [(1, "Ana")]
    assert await around(story, "Ana", relations=["child"]) == []


async def test_pages_join_to_the_whole_list(story):
    for name in ("Bob", "Cid", "Dee", "Eve", "Fay"):
        await line(story, "Ana", name, f"{name} junior", relation="knows_of")
    ana = await story.id("Ana")

    async def page(**asked):
        return await reads.related(
            story.db, story.caller, entity=ana, depth=2, as_of=story.at(), **asked
        )

    whole = (await page()).items
    listed, after = [], None
    for _ in range(10):
        part = await page(first=3, after=after)
        listed += part.items
        if not part.has_next:
            break
        after = (listed[-1].distance, listed[-1].entity)

    assert len(whole) == 10
    assert listed == list(whole)
    assert listed == sorted(listed, key=lambda one: (one.distance, one.entity))


async def test_the_bounds_are_kept(story, monkeypatch):
    await line(story, "Ana", "Bob", "Cid")
    ana = await story.id("Ana")

    async def ask(**asked):
        return await reads.related(story.db, story.caller, entity=ana, as_of=story.at(), **asked)

    for depth in (0, 7):
        with pytest.raises(OutOfRange):
            await ask(depth=depth)
    with pytest.raises(OutOfRange):
        await ask(first=501)
    monkeypatch.setattr("graph.read.traversal.ENTITIES_MAX", 1)
    assert len((await ask(depth=1)).items) == 1
    with pytest.raises(TooLarge):
        await ask(depth=2)


async def way(story, start, end, **asked):
    """The entities told along a shortest way, first to last."""
    asked.setdefault("as_of", story.at())
    ids = {"start": await story.id(start), "end": await story.id(end)}
    steps = await reads.path(story.db, story.caller, **ids, **asked)
    found = await reads.entities_by_id(
        story.db, story.caller, [side for one in steps for side in (one.entity, one.target)]
    )
    return [(found[one.entity].name, found[one.target].name) for one in steps]


async def test_the_shortest_way_is_found_over_relations_from_either_end(story):
    await line(story, "Ana", "Bob", "Cid", "Dee")
    await line(story, "Dee", "Acme", relation="works_at")
    await line(story, "Eve", "Acme", relation="works_at")

    assert await way(story, "Ana", "Cid") == [("Ana", "Bob"), ("Bob", "Cid")]
    assert len(await way(story, "Ana", "Eve", depth=5)) == 5
    assert await way(story, "Ana", "Eve") == []
    assert await way(story, "Ana", "Ana") == []
    with pytest.raises(OutOfRange):
        await way(story, "Ana", "Cid", depth=7)


async def test_ways_and_neighbours_answer_for_the_whole_identity(story, clock):
    await line(story, "Robert", "Acme", relation="works_at")
    await line(story, "Bob", "Zoe", relation="sponsors")
    before = clock.advance(hours=1)
    clock.advance(hours=1)
    robert, bob = await story.id("Robert"), await story.id("Bob")
    await merge_entities(story.db, story.caller, robert, bob)

    for name in ("Robert", "Bob"):
        assert await around(story, name) == [(1, "Acme"), (1, "Zoe")]
    assert [len(await way(story, one, "Zoe")) for one in ("Robert", "Bob", "Acme")] == [1, 1, 2]

    then = story.at(None, before)
    steps = await reads.path(story.db, story.caller, start=robert, end=bob, as_of=then)
    zoe = await story.id("Zoe")
    acme = await story.id("Acme")
    assert steps == []
    assert await reads.path(story.db, story.caller, start=acme, end=zoe, as_of=then) == []


async def followed(story, name, *hops):
    """The names that the last hop reaches, with the targets told along each way."""
    taken = [reads.Hop(relations, as_of) for relations, as_of in hops]
    page = await reads.follow(story.db, story.caller, entity=await story.id(name), hops=taken)
    ids = {one.entity for one in page.items} | {
        side for one in page.items for step in one.path for side in (step.entity, step.target)
    }
    found = await reads.entities_by_id(story.db, story.caller, ids)
    assert page.total == len(page.items)
    assert {one.distance for one in page.items} <= {len(hops)}
    return {
        found[one.entity].name: [found[step.target].name for step in one.path] for one in page.items
    }


async def test_each_chosen_step_follows_its_own_relations(story):
    await line(story, "Ana", "Bob", "Cid")
    await line(story, "Bob", "Acme", relation="works_at")
    await line(story, "Ana", "Beta", relation="works_at")
    now = story.at()

    boss, job = (("points_to",), now), (("works_at",), now)
    assert await followed(story, "Ana", boss, job) == {"Acme": ["Bob", "Acme"]}
    assert await followed(story, "Ana", job) == {"Beta": ["Beta"]}
    assert await followed(story, "Ana", job, boss) == {}
    assert await followed(story, "Ana", (None, now), (None, now)) == {
        "Acme": ["Bob", "Acme"],
        "Cid": ["Bob", "Cid"],
    }
    assert await followed(story, "Ana", ((), now)) == {}


async def test_each_chosen_step_is_as_of_its_own_moment(story, clock):
    await story.says("Ana", "points_to", target="Bob", since=year(2010), until=year(2018))
    await story.says("Bob", "works_at", target="Acme", since=year(2005))
    told = clock.advance(days=1)
    await story.says("Bob", "works_at", target="Beta", since=year(2022))
    clock.advance(days=1)

    boss, job = ("points_to",), ("works_at",)
    then, now = story.at(year(2015)), story.at()
    assert await followed(story, "Ana", (boss, now), (job, now)) == {}
    assert await followed(story, "Ana", (boss, then), (job, then)) == {"Acme": ["Bob", "Acme"]}
    assert await followed(story, "Ana", (boss, then), (job, now)) == {"Beta": ["Bob", "Beta"]}
    before = story.at(None, told - TICK)
    assert await followed(story, "Ana", (boss, then), (job, before)) == {"Acme": ["Bob", "Acme"]}


async def test_what_was_passed_may_be_reached_again(story):
    await line(story, "Ana", "Bob", relation="spouse")
    await line(story, "Bob", "Cid", relation="friend")
    now = story.at()

    assert await followed(story, "Ana", (("spouse",), now), (("spouse",), now)) == {
        "Ana": ["Bob", "Ana"]
    }
    assert await followed(story, "Ana", (("spouse",), now), (("friend",), now)) == {
        "Cid": ["Bob", "Cid"]
    }


async def test_a_chosen_step_goes_on_from_whoever_stands_for_what_was_reached(story, clock):
    await line(story, "Ana", "Bob")
    await line(story, "Robert", "Acme", relation="works_at")
    before = clock.advance(hours=1)
    clock.advance(hours=1)
    robert, bob = await story.id("Robert"), await story.id("Bob")
    await merge_entities(story.db, story.caller, robert, bob)
    boss, job = ("points_to",), ("works_at",)
    then, now = story.at(None, before), story.at()

    assert await followed(story, "Ana", (boss, now), (job, now)) == {"Acme": ["Robert", "Acme"]}
    assert await followed(story, "Ana", (boss, then), (job, now)) == {"Acme": ["Bob", "Acme"]}
    assert await followed(story, "Ana", (boss, then), (job, then)) == {}


async def test_pages_of_what_steps_reach_join_to_the_whole(story):
    for number in range(5):
        await line(story, "Ana", f"Bob {number}", f"Cid {number}", relation="knows_of")
    hops = [reads.Hop(None, story.at())] * 2
    ana = await story.id("Ana")
    whole = (await reads.follow(story.db, story.caller, entity=ana, hops=hops)).items
    listed, after = [], None
    while True:
        part = await reads.follow(
            story.db, story.caller, entity=ana, hops=hops, first=2, after=after
        )
        listed += part.items
        if not part.has_next:
            break
        after = (listed[-1].distance, listed[-1].entity)

    assert len(whole) == 5
    assert listed == list(whole)


async def test_steps_have_bounds(story, monkeypatch):
    await line(story, "Ana", "Bob", "Cid")
    await line(story, "Ana", "Eve")
    ana, hop = await story.id("Ana"), reads.Hop(None, story.at())

    for number in (0, 7):
        with pytest.raises(OutOfRange):
            await reads.follow(story.db, story.caller, entity=ana, hops=[hop] * number)
    monkeypatch.setattr("graph.read.traversal.ENTITIES_MAX", 1)
    with pytest.raises(TooLarge):
        await reads.follow(story.db, story.caller, entity=ana, hops=[hop])


async def test_the_count_of_neighbours_is_that_of_their_list(story):
    await line(story, "Ana", "Bob", "Cid")
    await line(story, "Ana", "Eve", relation="sponsors")
    ana = await story.id("Ana")
    asked = {"entity": ana, "as_of": story.at()}

    for more in ({}, {"depth": 2}, {"depth": 2, "relations": ["points_to"]}):
        page = await reads.related(story.db, story.caller, **asked, **more)
        counted = await reads.count_related(story.db, story.caller, **asked, **more)
        assert counted == len(page.items)
