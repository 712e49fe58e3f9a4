"""Beliefs as of both axes: one, pages, timelines, histories."""

import secrets
from datetime import datetime, timedelta, timezone

import pytest

from graph.errors import InvalidArgument, NaiveTime, OutOfRange, TooLarge
from graph.model.commands import AttributeDefinition
from graph.model.records import AsOf, Caller
from graph.read import reads
from graph.vocabulary import Cardinality, MemoryStatus, Role, TimeBasis, ValueType
from graph.write.attributes.definition import define_attribute
from tests.support.story import Damage, Story, year

OFFSETS = (0, 2, -11, 14, 5.75)
TICK = timedelta(microseconds=1)


async def test_a_belief_is_found_as_of_both_axes(story, clock):
    told = clock.at
    await story.says("Mike", "timezone", "Berlin", since=year(2020))
    moved = clock.advance(days=10)
    await story.says("Mike", "timezone", "Lisbon", since=year(2024))

    assert await story.value("Mike", "timezone") == "Lisbon"
    assert await story.value("Mike", "timezone", year(2022)) == "Berlin"
    assert await story.value("Mike", "timezone", year(2019)) is None
    assert await story.value("Mike", "timezone", year(2025), told) == "Berlin"
    assert await story.value("Mike", "timezone", year(2025), moved - TICK) == "Berlin"
    assert await story.value("Mike", "timezone", year(2025), moved) == "Lisbon"
    assert await story.value("Mike", "timezone", year(2025), told - TICK) is None


@pytest.mark.parametrize("hours", OFFSETS)
async def test_the_edges_of_an_interval_are_half_open_in_every_offset(story, hours):
    await story.says("Mike", "job_title", "Acme", since=year(2020), until=year(2022))
    zone = timezone(timedelta(hours=hours))

    def here(moment: datetime) -> datetime:
        return moment.astimezone(zone)

    assert await story.value("Mike", "job_title", here(year(2020))) == "Acme"
    assert await story.value("Mike", "job_title", here(year(2020) - TICK)) is None
    assert await story.value("Mike", "job_title", here(year(2022) - TICK)) == "Acme"
    assert await story.value("Mike", "job_title", here(year(2022))) is None


async def test_a_list_has_what_holds_and_nothing_that_has_just_ended(story, db, caller):
    await story.says("Mike", "job_title", "pilot", since=year(2020), until=year(2022))
    mike = await story.id("Mike")

    async def listed(at: datetime) -> list[str | None]:
        page = await reads.beliefs(db, caller, entity=mike, as_of=story.at(at))
        return [belief.value for belief in page.items]

    assert await listed(year(2022) - TICK) == ["pilot"]
    assert await listed(year(2022)) == []


@pytest.mark.parametrize("hours", OFFSETS)
async def test_the_edges_of_system_time_are_half_open_in_every_offset(story, clock, hours):
    told = clock.at
    zone = timezone(timedelta(hours=hours))
    await story.says("Mike", "timezone", "Berlin", since=year(2020))
    clock.advance(hours=1)

    assert await story.value("Mike", "timezone", None, told.astimezone(zone)) == "Berlin"
    assert await story.value("Mike", "timezone", None, (told - TICK).astimezone(zone)) is None


async def test_one_belief_takes_one_statement(story, db, caller):
    await story.says("Mike", "timezone", "Berlin", since=year(2020))
    mike = await story.id("Mike")
    await story.value("Mike", "timezone")
    before = db.executed
    found = await reads.belief(
        db, caller, entity=mike, attribute="time_zone", context=None, as_of=story.at()
    )

    assert found is not None
    assert found.value == "Berlin"
    assert db.executed == before + 1


async def test_an_alias_that_another_process_defined_is_followed(story, db, caller):
    await story.says("Mike", "timezone", "Berlin", since=year(2020))
    assert await story.value("Mike", "abode") is None

    # As from elsewhere: what this process has in memory is not told.
    await Damage(db, caller.tenant).run(
        "MERGE (it:Attribute {tenant: $tenant, name: 'timezone'})"
        " SET it += {cardinality: 'ONE', value_type: 'TEXT', aliases: ['abode'], symmetric: false,"
        " resumes: true, volatile: false, high_stakes: false, declared: true}"
        " WITH it MATCH (tenant:Tenant {tenant: $tenant})"
        " SET tenant.registry = coalesce(tenant.registry, 0) + 1"
    )

    assert await story.value("Mike", "abode") == "Berlin"


async def test_every_field_of_a_belief_is_given(story, clock):
    told = clock.at
    result = await story.says("Mike", "age", "1,041", since=year(2020), until=year(2030))
    found = await story.believed("Mike", "age")

    assert found == result.beliefs[0]
    assert found is not None
    assert found.canonical == "1041"
    assert found.typed_value == 1041
    assert (found.valid_from, found.valid_to) == (year(2020), year(2030))
    assert (found.system_from, found.system_to) == (told, None)
    assert found.valid_from_basis is TimeBasis.STATED
    assert found.memories == (result.memory,)
    assert not found.contested


async def test_of_many_values_the_one_that_started_last_is_the_belief(story, clock):
    await story.says("Mike", "hobby", "chess", since=year(2020))
    await story.says("Mike", "hobby", "climbing", since=year(2024))
    clock.advance(days=1)
    await story.says("Mike", "hobby", "singing", since=year(2024))
    await story.says("Mike", "hobby", "rowing", since=year(2010))

    assert await story.value("Mike", "hobby") == "singing"


async def test_a_context_without_claims_falls_back_to_none(story, clock):
    await story.says("Mike", "preferred_meeting_time", "morning", since=year(2020))
    told = clock.at
    clock.advance(days=1)
    await story.says(
        "Mike", "preferred_meeting_time", "afternoon", since=year(2024), context="consulting"
    )
    ask = ("Mike", "preferred_meeting_time")

    assert await story.value(*ask, context="consulting") == "afternoon"
    assert await story.value(*ask, context="teaching") == "morning"
    assert await story.value(*ask) == "morning"
    # Claims of its own there are now; what they say nothing about is not filled from elsewhere.
    assert await story.value(*ask, year(2022), context="consulting") is None
    assert await story.value(*ask, year(2022), told, context="consulting") == "morning"


async def test_a_system_time_in_the_future_is_refused(db, caller, clock):
    with pytest.raises(OutOfRange, match="future"):
        reads.as_of(db, caller, None, clock.at + TICK)
    with pytest.raises(NaiveTime):
        reads.as_of(db, caller, datetime(2020, 1, 1), None)
    assert reads.as_of(db, caller, None, None) == AsOf(clock.at, clock.at)


async def test_tenants_never_meet(story, db):
    await story.says("Mike", "friend", target="Ana", since=year(2020), evidence="Ana is my friend")
    await story.says("Mike", "timezone", "Berlin", since=year(2020))
    mike = await story.id("Mike")
    [friend] = (await reads.beliefs(db, story.caller, attribute="friend", as_of=story.at())).items
    other = Caller(f"t{secrets.token_hex(8)}", "spy", Role.OWNER)
    spy = Story(db, other)
    await spy.says("Mike", "timezone", "Rome", since=year(2020))
    now = story.at()

    async def page(**asked):
        return (await reads.beliefs(db, other, as_of=now, **asked)).items

    assert await reads.entity(db, other, id=mike) is None
    assert await reads.belief_by_id(db, other, friend.id) is None
    assert await reads.memories_by_id(db, other, friend.memories) == {}
    assert await reads.chain(db, other, friend.memories[0]) == []
    ask = {"entity": mike, "attribute": "timezone", "context": None}
    assert await reads.belief(db, other, as_of=now, **ask) is None
    assert await reads.history(db, other, **ask) == []
    assert await reads.timeline(db, other, system_at=now.system_at, **ask) == []
    assert await page(entity=mike) == ()
    assert await page(entity=mike, attribute="timezone") == ()
    assert await page(value="Berlin") == ()
    assert await page(value=mike) == ()
    assert await page(attribute="friend") == ()
    assert await page(attribute="timezone", value="Berlin") == ()
    assert [found.value for found in await page()] == ["Rome"]
    assert (await reads.related(db, other, entity=mike, as_of=now)).items == ()


async def seven(story: Story) -> list[tuple[str, str | None, str]]:
    """Seven beliefs of two people, in the order of every list."""
    await story.says("Mike", "likes", "tea", since=year(2021))
    await story.says("Mike", "likes", "rye", since=year(2020))
    await story.says("Mike", "likes", "ink", since=year(2020), context="work")
    await story.says("Mike", "timezone", "Berlin", since=year(2020))
    await story.says("Ana", "timezone", "Berlin", since=year(2019))
    await story.says("Ana", "friend", target="Mike", since=year(2020))
    await story.says("Ana", "age", "41", since=year(2020))
    mike = await story.id("Mike")
    return [
        ("age", None, "41"),
        ("friend", None, mike),
        ("likes", None, "rye"),
        ("likes", None, "tea"),
        ("likes", "work", "ink"),
        ("timezone", None, "berlin"),
        ("timezone", None, "berlin"),
    ]


def key(found):
    return (
        found.attribute,
        found.context or "",
        found.valid_from,
        found.system_from,
        found.id,
    )


@pytest.mark.parametrize("first", [1, 2, 3, 7])
async def test_pages_join_to_the_whole_list_in_order(story, db, caller, first):
    expected = await seven(story)
    listed, after = [], None
    for _ in range(10):
        page = await reads.beliefs(db, caller, as_of=story.at(), first=first, after=after)
        listed += page.items
        if not page.has_next:
            break
        after = key(page.items[-1])

    assert [(one.attribute, one.context, one.canonical) for one in listed] == expected
    assert listed == sorted(listed, key=key)


async def test_pages_are_of_one_state_whatever_is_told_between_them(story, db, caller, clock):
    await seven(story)
    moment = story.at()
    whole = await reads.beliefs(db, caller, as_of=moment)
    page = await reads.beliefs(db, caller, as_of=moment, first=3)
    clock.advance(days=1)
    await story.says("Mike", "likes", "aioli", since=year(2020))
    await story.says("Mike", "timezone", "Rome", since=year(2024))
    await story.says("Ana", "age", negative=True, since=year(2023))
    rest = await reads.beliefs(db, caller, as_of=moment, after=key(page.items[-1]))

    assert [one.id for one in (*page.items, *rest.items)] == [one.id for one in whole.items]


@pytest.mark.parametrize(
    ("asked", "places"),
    [
        ({"attribute": "timezone"}, [5, 6]),
        ({"attribute": "time_zone", "value": " BERLIN "}, [5, 6]),
        ({"value": "berlin"}, [5, 6]),
        ({"value": "MIKE"}, [1]),
        ({"value": "41.0"}, [0]),
        ({"attribute": "age", "value": "41.0"}, [0]),
        ({"attribute": "friend", "value": "mike"}, [1]),
        ({"attribute": "likes", "context": "work"}, [4]),
        ({"context": "work"}, [4]),
        ({"context": " WORK "}, [4]),
        ({"context": "work", "value": "ink"}, [4]),
        ({"who": "Mike"}, [7, 2, 3, 4, 5]),
        ({"who": "Mike", "attribute": "friend"}, [7]),
        ({"who": "Mike", "value": "ana"}, [7]),
        ({"who": "Mike", "attribute": "likes"}, [2, 3, 4]),
        ({"who": "Mike", "attribute": "likes", "context": "work"}, [4]),
        ({"who": "Mike", "context": "work"}, [4]),
        ({"who": "Mike", "attribute": "likes", "context": "Work"}, [4]),
        ({"who": "Mike", "attribute": "likes", "value": "Tea"}, [3]),
        ({"who": "Mike", "value": "berlin"}, [5]),
        ({"attribute": "shoe_size"}, []),
        ({"value": "nothing of the kind"}, []),
    ],
)
async def test_a_list_holds_what_is_asked_for(story, db, caller, asked, places):
    expected = await seven(story)
    # Ana's friendship, told from its other end.
    expected.append(("friend", None, await story.id("Ana")))
    asked = dict(asked)
    if who := asked.pop("who", None):
        asked["entity"] = await story.id(who)
    page = await reads.beliefs(db, caller, as_of=story.at(), **asked)
    found = [(one.attribute, one.context, one.canonical) for one in page.items]

    assert found == [expected[place] for place in places]
    assert not page.has_next


async def test_a_number_asked_for_must_be_one(story, db, caller):
    await story.says("Ana", "age", "41", since=year(2020))

    with pytest.raises(InvalidArgument):
        await reads.beliefs(db, caller, attribute="age", value="old", as_of=story.at())


@pytest.mark.parametrize("first", [0, -1, 501])
async def test_a_page_has_one_to_five_hundred_items(story, db, caller, first):
    with pytest.raises(OutOfRange):
        await reads.beliefs(db, caller, as_of=story.at(), first=first)


async def test_a_timeline_is_what_is_known_at_one_time_along_valid_time(story, db, caller, clock):
    await story.says("Mike", "timezone", "Lisbon", since=year(2000))
    early = clock.at
    clock.advance(days=1)
    await story.says("Mike", "timezone", "Paris", since=year(2010), until=year(2011))
    mike = await story.id("Mike")

    async def told(system_at):
        line = await reads.timeline(
            db, caller, entity=mike, attribute="timezone", context=None, system_at=system_at
        )
        return [
            (one.value, one.valid_from.year, one.valid_to and one.valid_to.year) for one in line
        ]

    assert await told(early) == [("Lisbon", 2000, None)]
    assert await told(clock.at) == [
        ("Lisbon", 2000, 2010),
        ("Paris", 2010, 2011),
        ("Lisbon", 2011, None),
    ]


async def test_a_timeline_of_everything_has_every_attribute(story, db, caller):
    await seven(story)
    mike = await story.id("Mike")
    line = await reads.timeline(
        db, caller, entity=mike, attribute=None, context=None, system_at=story.at().system_at
    )

    assert [one.attribute for one in line] == [
        "friend",
        "likes",
        "likes",
        "likes",
        "timezone",
    ]


async def test_a_history_is_a_partition_of_the_plane(story, db, caller, clock):
    for number, city in enumerate(["Berlin", "Lisbon", "Rome", "Oslo"]):
        clock.advance(days=1)
        await story.says("Mike", "timezone", city, since=year(2024 - 2 * number))
    mike = await story.id("Mike")
    versions = await reads.history(db, caller, entity=mike, attribute="timezone", context=None)
    points = [
        (valid_at, system_at)
        for valid_at in (year(2017, 6), year(2018), year(2021), year(2023), year(2025))
        for system_at in {one.system_from for one in versions}
    ]

    for valid_at, system_at in points:
        holding = [
            one.value
            for one in versions
            if one.valid_from <= valid_at < (one.valid_to or year(9000))
            and one.system_from <= system_at < (one.system_to or year(9000))
        ]
        value = await story.value("Mike", "timezone", valid_at, system_at)
        assert holding == ([] if value is None else [value])


async def test_a_list_that_is_too_long_says_to_narrow(story, db, caller, monkeypatch):
    monkeypatch.setattr("graph.read.beliefs.VERSIONS_MAX", 2)
    await story.says("Mike", "timezone", "Berlin", since=year(2020))
    await story.says("Mike", "timezone", "Lisbon", since=year(2024))
    mike = await story.id("Mike")
    ask = {"entity": mike, "attribute": "timezone", "context": None}

    assert len(await reads.timeline(db, caller, system_at=story.at().system_at, **ask)) == 2
    await story.says("Mike", "timezone", "Rome", since=year(2001))
    with pytest.raises(TooLarge) as refused:
        await reads.timeline(db, caller, system_at=story.at().system_at, **ask)
    with pytest.raises(TooLarge):
        await reads.history(db, caller, **ask)
    assert refused.value.hint is not None
    assert "narrow" in refused.value.hint


async def test_a_belief_is_contested_while_a_challenge_to_it_waits(story, db, caller, clock):
    before = await story.says("Mike", "timezone", "Berlin", since=year(2020), confidence=0.9)
    early = clock.at
    clock.advance(days=1)
    await define_attribute(
        db,
        caller,
        AttributeDefinition("clearance", Cardinality.ONE, ValueType.TEXT, high_stakes=True),
    )
    await story.says("Mike", "clearance", "A", since=year(2000))
    told = clock.advance(days=1)
    await story.says("Mike", "clearance", "B", since=year(2000))

    held = await story.believed("Mike", "clearance")
    then = await story.believed("Mike", "clearance", None, told - TICK)
    assert held is not None
    assert then is not None
    assert (held.value, held.contested) == ("A", True)
    assert not then.contested
    assert (await story.believed("Mike", "timezone", None, early)) == before.beliefs[0]
    mike = await story.id("Mike")
    page = await reads.beliefs(db, caller, entity=mike, as_of=story.at())
    assert [one.attribute for one in page.items if one.contested] == ["clearance"]
    [doubt] = (await reads.contradictions(db, caller)).items
    assert (await story.memory(doubt.challenger)).status is MemoryStatus.PENDING
