"""Pages of lists in the order of a text: in whatever script, everything comes, and once.

The server compares a stored text by code points and a parameter by UTF-16 units. The two orders
differ between what lies beyond the basic plane and what stands at its end.
"""

from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import pytest

from graph.history.integrity import check
from graph.kernel.entities import entity_queries as entity_queries
from graph.kernel.registry import registry
from graph.model.records import Page
from graph.read import reads, tenant_scan
from graph.read.temporal_join import Span, coincident
from tests.support.story import Story, year

NAMES = (
    "𠮷野家",
    "ＮＴＴドコモ",
    "Anna",
    "😀 Bar",
    "ｱﾝﾅ",
    "Ана",
    "آنا",
    "𝒜lan",
    "﨑",
    "𐌰𐌽𐌽𐌰",
)
Load = Callable[..., Awaitable[Page[Any]]]


async def comes_once_in_every_size(load: Load, key: Callable[[Any], Sequence[object]]) -> list[Any]:
    """All items as one page has them: pages of one, two and three are its parts, to the last."""
    whole = await load(first=500)
    items = list(whole.items)
    assert not whole.has_next
    for size in (1, 2, 3):
        after = None
        for begin in range(0, len(items), size):
            page = await load(first=size, after=after)
            assert list(page.items) == items[begin : begin + size], (size, begin)
            assert page.has_next == (begin + size < len(items)), (size, begin)
            after = key(page.items[-1])
    return items


def by_name(entity: Any) -> tuple[str, str]:
    return entity.name, entity.id


async def test_entities_of_every_script_come_once_by_name(story: Story, db, caller):
    for name in NAMES:
        await story.says(name, "likes", "tea", since=year(2020))

    async def load(**page: Any) -> Page[Any]:
        return await entity_queries.entities(db, caller, **page)

    found = await comes_once_in_every_size(load, by_name)
    assert [one.name for one in found] == sorted(NAMES)


async def test_a_search_finds_entities_of_every_script_once(story: Story, db, caller):
    named = [f"{name} Anna" for name in NAMES]
    for name in named:
        await story.says(name, "likes", "tea", since=year(2020))

    async def load(**page: Any) -> Page[Any]:
        return await entity_queries.entities(db, caller, search="ann", **page)

    found = await comes_once_in_every_size(load, by_name)
    assert sorted(one.name for one in found) == sorted(named)


@pytest.fixture
async def contexts(story: Story, db, caller) -> Story:
    """Beliefs in contexts and under attributes of every script, from both ends of a relation."""
    for number, name in enumerate(NAMES):
        await story.says("Ana", "likes", "tea", context=name, since=year(2020))
        await story.says("Ana", f"{name} mood", "tea", since=year(2020))
        await story.says("Bob", "parent", target="Ana", context=name, since=year(2000 + number))
    return story


@pytest.mark.long
async def test_beliefs_in_contexts_and_attributes_of_every_script_come_once(
    contexts: Story, db, caller
):
    moment = contexts.at()
    ana, bob = await contexts.id("Ana"), await contexts.id("Bob")
    asked: list[tuple[dict[str, Any], int]] = [
        ({"entity": ana}, 3 * len(NAMES)),
        ({"entity": bob}, len(NAMES)),
        ({}, 3 * len(NAMES)),
        ({"attribute": "likes"}, len(NAMES)),
        ({"value": "tea"}, 2 * len(NAMES)),
        ({"attribute": "likes", "value": "tea"}, len(NAMES)),
        ({"value": ana}, len(NAMES)),
        ({"value": bob}, len(NAMES)),
        ({"attribute": "child"}, len(NAMES)),
    ]
    for question, count in asked:

        async def load(question: dict[str, Any] = question, **page: Any) -> Page[Any]:
            return await reads.beliefs(db, caller, as_of=moment, **question, **page)

        found = await comes_once_in_every_size(load, reads.belief_key)
        assert len(found) == count, question
        assert len({one.id for one in found}) == count, question


@pytest.mark.long
async def test_what_holds_at_the_same_time_comes_once_in_contexts_of_every_script(
    contexts: Story, db, caller
):
    known = await registry.load(db, caller.tenant)
    first = await contexts.believed("Ana", "likes", context=NAMES[0])
    assert first is not None
    span = Span(
        first.id,
        first.entity,
        first.attribute,
        first.canonical,
        first.valid_from,
        first.valid_to,
        first.system_to,
    )
    now = contexts.at().system_at
    for same_target, count in ((True, 2 * len(NAMES) - 1), (False, 3 * len(NAMES) - 1)):

        async def load(same_target: bool = same_target, **page: Any) -> Page[Any]:
            return await coincident(db, known, span, same_target=same_target, system_at=now, **page)

        found = await comes_once_in_every_size(load, reads.belief_key)
        assert len({one.id for one in found}) == len(found) == count, same_target


@pytest.mark.long
async def test_scans_in_pages_see_everything_of_every_script(story: Story, db, caller, monkeypatch):
    """Views in other formats, the check, and the search for entities that are one."""
    for name in NAMES:
        await story.says(name, "likes", f"{name} tea", since=year(2020))
        await story.says("Ana", "motto", name, since=year(2020), context=name)
    monkeypatch.setattr(tenant_scan, "PAGE", 2)
    monkeypatch.setattr(check, "PAGE", 2)

    entities = [one.name async for one in tenant_scan.all_entities(db, caller)]
    assert sorted(entities) == sorted([*NAMES, "Ana"])
    values = [one async for one in tenant_scan.all_values(db, caller, story.at())]
    assert len(values) == len(set(values)) == 2 * len(NAMES)
    beliefs = [one.id async for one in tenant_scan.all_beliefs(db, caller, story.at())]
    assert len(beliefs) == len(set(beliefs)) == 2 * len(NAMES)

    seen: Counter[str] = Counter()
    assert [one async for one in check.of_tenant(db, caller.tenant, seen)] == []
    assert seen["entities"] == len(NAMES) + 1
