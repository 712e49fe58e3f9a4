"""Entities by id, by any of their names, and in pages."""

import pytest

from graph.errors import Ambiguous, Empty, InvalidArgument
from graph.ids import new_id
from graph.model.commands import Assertion, EntityRef
from graph.read import reads
from graph.write.assertion import assert_belief
from graph.write.merging.merge import merge_entities
from tests.support.story import Damage, year


async def named(db, caller, name):
    return await reads.entity(db, caller, name=name)


async def test_every_spelling_of_every_name_leads_to_the_entity(story, db, caller):
    await assert_belief(
        db,
        caller,
        Assertion(
            entity=EntityRef(name="José  Straße", external="EMP-0042", kind="person"),
            attribute="lives_in",
            value="Berlin",
            valid_from=year(2020),
        ),
    )
    found = await named(db, caller, "josé straße")

    assert found is not None
    assert (found.name, found.kind) == ("José Straße", "person")
    assert set(found.aliases) >= {"EMP-0042"}
    assert found.merged_into is None
    assert await named(db, caller, " JOSÉ STRASSE ") == found
    assert await named(db, caller, "emp-0042") == found
    assert await reads.entity(db, caller, id=found.id) == found
    assert await named(db, caller, "nobody") is None
    assert await reads.entity(db, caller, id=new_id("e")) is None


async def test_a_name_that_several_share_is_ambiguous_and_lists_them(story, db, caller):
    await story.says("Ana", "lives_in", "Berlin", since=year(2020))
    ana, other = await story.id("Ana"), new_id("e")
    await Damage(db, caller.tenant).run(
        "MATCH (name:Name {tenant: $tenant, key: 'ana'})"
        " CREATE (name)-[:NAMES {tenant: $tenant}]->"
        "(:Entity {tenant: $tenant, id: $id, name: 'Ana', kind: 'person'})",
        id=other,
    )

    with pytest.raises(Ambiguous) as refused:
        await named(db, caller, "ANA")
    assert refused.value.hint is not None
    assert ana in refused.value.hint
    assert other in refused.value.hint


@pytest.mark.parametrize("given", [{}, {"id": "e_00000000", "name": "Ana"}])
async def test_one_of_id_and_name_is_asked_for(db, caller, given):
    with pytest.raises(InvalidArgument):
        await reads.entity(db, caller, **given)


async def people(story):
    for name, kind in (
        ("Ana Ruiz", "person"),
        ("Bob Ruiz", "person"),
        ("Ruiz & Sons", "company"),
        ("Zoe Anand", "person"),
        ("Acme", "company"),
    ):
        await assert_belief(
            story.db,
            story.caller,
            Assertion(
                entity=EntityRef(name=name, kind=kind),
                attribute="likes",
                value="tea",
                valid_from=year(2020),
            ),
        )


@pytest.mark.parametrize(
    ("asked", "names"),
    [
        ({}, ["Acme", "Ana Ruiz", "Bob Ruiz", "Ruiz & Sons", "Zoe Anand"]),
        ({"kind": "company"}, ["Acme", "Ruiz & Sons"]),
        ({"search": "RUIZ"}, ["Ana Ruiz", "Bob Ruiz", "Ruiz & Sons"]),
        ({"search": "ruiz", "kind": "person"}, ["Ana Ruiz", "Bob Ruiz"]),
        ({"search": "ana"}, ["Ana Ruiz", "Zoe Anand"]),
        ({"search": "na"}, []),
        ({"search": "bob ru"}, ["Bob Ruiz"]),
        ({"kind": "place"}, []),
    ],
)
@pytest.mark.parametrize("first", [1, 2, 500])
async def test_entities_are_listed_by_name_in_pages(story, db, caller, asked, names, first):
    await people(story)
    listed, after = [], None
    for _ in range(10):
        page = await reads.entities(db, caller, first=first, after=after, **asked)
        listed += page.items
        if not page.has_next:
            break
        after = (listed[-1].name, listed[-1].id)

    assert [one.name for one in listed] == names


async def test_a_search_for_an_absorbed_name_finds_who_stands_for_it(story, db, caller):
    for name in ("Robert", "Bob Ruiz", "Bert"):
        await story.says(name, "lives_in", "Porto")
    for keep, absorb in (("Bob Ruiz", "Bert"), ("Robert", "Bob Ruiz")):
        await merge_entities(db, caller, await story.id(keep), await story.id(absorb))

    for search in ("bert", "ruiz", "rob"):
        page = await reads.entities(db, caller, search=search)
        assert [found.name for found in page.items] == ["Robert"]


async def test_a_search_for_nothing_is_refused(db, caller):
    with pytest.raises(Empty):
        await reads.entities(db, caller, search=" \u200b ")


@pytest.mark.parametrize("kind", [None, "person"])
async def test_somebody_new_is_not_related_to_himself(story, kind):
    entity, target = EntityRef(name="Bo", kind=kind), EntityRef(name=" BO ")
    told = Assertion(entity=entity, attribute="manager", target=target)

    with pytest.raises(InvalidArgument, match="related to itself"):
        await assert_belief(story.db, story.caller, told)

    assert await named(story.db, story.caller, "Bo") is None
