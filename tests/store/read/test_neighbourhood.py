"""The entities around one, over relations in either direction, with all relations between them."""

import pytest

from graph.errors import OutOfRange
from graph.read import reads
from graph.write.merging.merge import merge_entities
from tests.support.story import someone, year


async def around(story, name, **asked):
    """Names by distance, relations as triples, and whether that is all."""
    asked.setdefault("as_of", story.at())
    found = await reads.neighbourhood(story.db, story.caller, entity=await story.id(name), **asked)
    known = await reads.entities_by_id(story.db, story.caller, list(found.distances))
    names = {one: known[one].name for one in found.distances}
    triples = {(names[one.entity], one.attribute, names[one.target]) for one in found.relations}
    return [(at, names[one]) for one, at in found.distances.items()], triples, found.whole


@pytest.fixture
async def colleagues(story):
    await story.says("Ana", "works_at", target="Acme", since=year(2020))
    await story.says("Bob", "works_at", target="Acme", since=year(2021))
    await story.says("Bob", "points_to", target="Ana", since=year(2022))
    await story.says("Acme", "located_in", target="Porto", since=year(2020))
    return story


async def test_relations_are_followed_either_way(colleagues):
    entities, relations, whole = await around(colleagues, "Ana", depth=1)

    assert entities[0] == (0, "Ana")
    assert sorted(entities[1:]) == [(1, "Acme"), (1, "Bob")]
    assert whole
    assert relations == {
        ("Ana", "works_at", "Acme"),
        ("Bob", "works_at", "Acme"),
        ("Bob", "points_to", "Ana"),
    }


async def test_further_ones_are_further_away(colleagues):
    entities, relations, _ = await around(colleagues, "Ana", depth=2)

    assert entities[-1] == (2, "Porto")
    assert ("Acme", "located_in", "Porto") in relations


async def test_only_chosen_relations_are_followed_and_told(colleagues):
    entities, relations, _ = await around(colleagues, "Ana", relations=["works_at"], depth=3)

    assert [name for _, name in entities] == ["Ana", "Acme", "Bob"]
    assert relations == {("Ana", "works_at", "Acme"), ("Bob", "works_at", "Acme")}


async def test_it_is_as_of_both_times(colleagues):
    before = await around(colleagues, "Ana", as_of=colleagues.at(year(2020, 6)))

    assert before == ([(0, "Ana"), (1, "Acme"), (2, "Porto")], {
        ("Ana", "works_at", "Acme"),
        ("Acme", "located_in", "Porto"),
    }, True)  # fmt: skip


async def test_merged_ones_are_one(colleagues):
    await colleagues.says("Robert", "mentors", target="Ana", since=year(2020))
    await merge_entities(
        colleagues.db,
        colleagues.caller,
        keep=await colleagues.id("Bob"),
        absorb=await colleagues.id("Robert"),
    )
    entities, relations, _ = await around(colleagues, "Ana", depth=1)

    assert sorted(name for _, name in entities) == ["Acme", "Ana", "Bob"]
    assert ("Bob", "mentors", "Ana") in relations


async def test_the_nearest_are_told_where_there_are_more(colleagues):
    entities, relations, whole = await around(colleagues, "Ana", depth=2, first=2)

    assert not whole
    assert [at for at, _ in entities] == [0, 1]
    assert len(relations) == 1


async def test_an_entity_without_relations_stands_alone(story):
    await story.says("Ana", "likes", "tea", since=year(2020))

    assert await around(story, "Ana") == ([(0, "Ana")], set(), True)


@pytest.mark.parametrize("asked", [{"depth": 0}, {"depth": 7}, {"first": 0}, {"first": 501}])
async def test_its_size_has_bounds(colleagues, asked):
    with pytest.raises(OutOfRange):
        await around(colleagues, "Ana", **asked)


async def test_nobody_sees_those_of_another_tenant(colleagues):
    found = await reads.neighbourhood(
        colleagues.db, someone(), entity=await colleagues.id("Ana"), as_of=colleagues.at()
    )

    assert (len(found.distances), found.relations) == (1, ())
