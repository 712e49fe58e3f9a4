"""Contradictions, rejections and the audit, in pages and by id."""

from datetime import timedelta

from graph.ids import new_id
from graph.read import reads
from graph.vocabulary import ContradictionKind, ContradictionStatus
from tests.support.story import Damage, year


async def changes(story, clock) -> None:
    """Three changes, of two people."""
    for who, cities in (("Mike", ("Berlin", "Lisbon", "Rome")), ("Ana", ("Oslo", "Bonn"))):
        for number, city in enumerate(cities):
            clock.advance(days=1)
            await story.says(who, "workplace", city, since=year(2020 + number))


async def whole(read, key, **asked):
    """All the items, one page after the other."""
    items, after = [], None
    for _ in range(20):
        page = await read(first=2, after=after, **asked)
        items += page.items
        if not page.has_next:
            return items
        after = key(page.items[-1])
    raise AssertionError


async def test_contradictions_come_in_order_of_detection(story, db, caller, clock):
    await changes(story, clock)

    async def listed(**asked):
        return await whole(
            lambda **page: reads.contradictions(db, caller, **page),
            lambda one: (one.detected_at, one.id),
            **asked,
        )

    found = await listed()
    ana = await story.id("Ana")
    assert [one.kind for one in found] == [ContradictionKind.CHANGE] * 3
    assert found == sorted(found, key=lambda one: one.detected_at)
    assert await listed(status=ContradictionStatus.AUTO_RESOLVED) == found
    assert await listed(status=ContradictionStatus.OPEN) == []
    assert await listed(entity=ana) == found[2:]
    assert await listed(entity=ana, status=ContradictionStatus.OPEN) == []
    ids = [one.id for one in found]
    assert await reads.contradictions_by_id(db, caller, ids) == {one.id: one for one in found}
    assert (await story.memory(found[2].challenger)).value == "Bonn"
    assert [(await story.memory(one)).value for one in found[2].held] == ["Oslo"]


async def test_the_audit_comes_in_order_and_of_one_subject_or_action(story, db, caller, clock):
    await changes(story, clock)
    second = clock.at - timedelta(days=3)
    clock.advance(days=1)
    left = await story.says("Mike", "workplace", "Rome", since=year(2024), negative=True)

    async def listed(**asked):
        return await whole(
            lambda **page: reads.audit(db, caller, **page),
            lambda one: (one.at, one.id),
            **asked,
        )

    found = await listed()
    assert found == sorted(found, key=lambda one: (one.at, one.id))
    assert {one.actor for one in found} == {"tester"}
    retracted = [one for one in found if one.action == "retract"]
    assert [one.subject for one in retracted] == [left.memory]
    assert await listed(action="retract") == retracted
    assert await listed(subject=left.memory) == [one for one in found if one.subject == left.memory]
    assert await listed(since=second) == [one for one in found if one.at >= second]
    assert await reads.audit_record(db, caller, found[0].id) == found[0]
    assert await reads.audit_record(db, caller, new_id("a")) is None


async def test_rejections_come_in_order_lifted_ones_too(story, db, caller, clock):
    await changes(story, clock)
    mike, ana = await story.id("Mike"), await story.id("Ana")
    ids = [new_id("r") for _ in range(3)]
    for number, (one, who) in enumerate(zip(ids, (mike, ana, mike), strict=True)):
        await Damage(db, caller.tenant).run(
            "CREATE (:Rejection {tenant: $tenant, id: $id, key: $id, entity: $entity,"
            " attribute: 'address', canonical: 'rome', value: 'Rome', rejected_at: $at,"
            " by: 'tester', reason: 'never there', lifted_at: $lifted})",
            id=one,
            entity=who,
            at=year(2020 + number),
            lifted=year(2025) if number == 1 else year(9999),
        )

    async def listed(**asked):
        return await whole(
            lambda **page: reads.rejections(db, caller, **page),
            lambda one: (one.rejected_at, one.id),
            **asked,
        )

    found = await listed()
    assert [one.id for one in found] == ids
    assert [one.lifted_at for one in found] == [None, year(2025), None]
    assert await listed(entity=mike) == [found[0], found[2]]
    assert await reads.rejections_by_id(db, caller, [ids[1], new_id("r")]) == {ids[1]: found[1]}
