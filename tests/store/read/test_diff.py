"""The difference between two points of the plane, along either axis and both."""

import pytest

from graph.errors import TooLarge
from graph.history.integrity import check
from graph.model.records import Caller
from graph.read import diff, reads
from graph.vocabulary import Role
from tests.support.story import year


@pytest.fixture
async def moves(story, clock):
    """Berlin since 2020, told on day 1; Lisbon since 2024, on day 2; a hobby, on day 3."""
    days = [clock.at]
    for attribute, value, since in (
        ("lives_in", "Berlin", 2020),
        ("lives_in", "Lisbon", 2024),
        ("hobby", "chess", 2021),
    ):
        await story.says("Ana", attribute, target=value, since=year(since))
        days.append(clock.advance(days=1))
    return days


async def changed(story, before, after):
    ana = await story.id("Ana")
    return await reads.diff(story.db, story.caller, entity=ana, before=before, after=after)


async def told(story, beliefs):
    names = {}
    for one in beliefs:
        found = await reads.entity(story.db, story.caller, id=one.target)
        names[one.id] = found.name
    return [(one.attribute, names[one.id], one.valid_from.year) for one in beliefs]


async def test_along_valid_time_what_held_gives_way(story, moves):
    change = await changed(story, story.at(year(2022)), story.at(year(2025)))

    assert await told(story, change.inserted) == [("lives_in", "Lisbon", 2024)]
    assert await told(story, change.retired) == [("lives_in", "Berlin", 2020)]
    assert change.at == story.db.clock()


async def test_along_system_time_what_was_learnt_comes(story, moves):
    change = await changed(story, story.at(year(2025), moves[0]), story.at(year(2025)))

    assert await told(story, change.inserted) == [
        ("hobby", "chess", 2021),
        ("lives_in", "Lisbon", 2024),
    ]
    assert await told(story, change.retired) == [("lives_in", "Berlin", 2020)]


async def test_an_end_that_became_known_is_a_change_where_the_value_stays(story, moves):
    change = await changed(story, story.at(year(2022), moves[0]), story.at(year(2022), moves[1]))

    assert [one.valid_to for one in change.retired] == [None]
    assert [one.valid_to for one in change.inserted] == [year(2024)]
    assert await told(story, change.inserted) == await told(story, change.retired)


async def test_backwards_the_two_lists_change_places(story, moves):
    first, last = story.at(year(2022), moves[0]), story.at(year(2025))
    forth, back = await changed(story, first, last), await changed(story, last, first)

    assert (forth.inserted, forth.retired) == (back.retired, back.inserted)
    assert forth.at == back.at == last.system_at


async def test_another_version_of_the_same_words_is_no_change(story, moves, clock):
    at = story.at(year(2025))
    clock.advance(days=1)
    held = await story.believed("Ana", "lives_in", year(2025))
    await story.says("Ana", "lives_in", target="Lisbon", since=year(2024), confidence=0.99)
    later = story.at(year(2025))
    now = await story.believed("Ana", "lives_in", year(2025))
    change = await changed(story, at, later)

    assert held.id != now.id
    assert (change.inserted, change.retired) == ((), ())


async def test_of_an_unknown_entity_and_anothers_nothing_changed(story, moves):
    ana = await story.id("Ana")
    stranger = Caller("somebody-else", "x", Role.OWNER)
    points = {"before": story.at(year(2000)), "after": story.at(year(2025))}
    unknown = await reads.diff(story.db, story.caller, entity="e_none", **points)
    others = await reads.diff(story.db, stranger, entity=ana, **points)

    assert (unknown.inserted, unknown.retired) == (others.inserted, others.retired) == ((), ())


async def test_many_beliefs_are_compared_page_by_page_and_too_many_refused(
    story, moves, monkeypatch
):
    for number in range(5):
        await story.says("Ana", "friend", target=f"Friend {number}", since=year(2021))
    points = story.at(year(2000)), story.at(year(2025))
    monkeypatch.setattr(diff, "_PAGE", 2)
    change = await changed(story, *points)
    monkeypatch.setattr(diff, "BELIEFS_MAX", 4)
    with pytest.raises(TooLarge) as refused:
        await changed(story, *points)

    assert len(change.inserted) == 7
    assert refused.value.field == "to"
    assert [one async for one in check.violations(story.db, story.caller.tenant)] == []
