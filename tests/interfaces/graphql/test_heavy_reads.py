"""The turns around an episode over GraphQL."""

from __future__ import annotations

from datetime import timedelta

import pytest

from graph.model.commands import Message
from graph.model.records import Caller
from graph.vocabulary import Role
from graph.write.intake import jobs

TURNS = """query ($id: ID!, $before: Int, $after: Int) { node(id: $id) {
  ... on Episode { turns(before: $before, after: $after) { id text session } }
} }"""


@pytest.fixture
async def episodes(ask, db, clock):
    """A session of seven messages, a minute apart."""
    caller = Caller(ask.tenant, "tester", Role.OWNER)
    said = [
        Message(text, occurred_at=clock() - timedelta(minutes=9 - place))
        for place, text in enumerate("abcdefg")
    ]
    return (await jobs.submit(db, caller, said, session="s", topic=None)).episodes


async def texts(ask, episode, **given):
    found = (await ask(TURNS, id=episode, **given))["node"]["turns"]
    return [turn["text"] for turn in found]


async def test_an_episode_has_two_turns_on_each_side_unless_told_otherwise(ask, episodes):
    assert await texts(ask, episodes[3]) == ["b", "c", "d", "e", "f"]
    assert await texts(ask, episodes[3], before=None, after=1) == ["b", "c", "d", "e"]
    assert await texts(ask, episodes[3], before=0, after=0) == ["d"]
    assert await texts(ask, episodes[3], before=20, after=20) == list("abcdefg")


async def test_more_than_twenty_on_a_side_is_refused_by_name(ask, episodes):
    for given in ({"before": 21}, {"after": -1}):
        refused = await ask.refused(TURNS, id=episodes[0], **given)

        assert (refused["code"], refused["field"]) == ("OUT_OF_RANGE", *given)


async def test_all_turns_of_an_operation_take_one_statement(ask, episodes, store):
    each = " ".join(
        f'e{place}: node(id: "{one}") {{ ... on Episode {{ turns {{ text }} }} }}'
        for place, one in enumerate(episodes)
    )
    before = store.executed
    await ask(each.join("{}"))

    # One for the episodes, and one for the turns around them.
    assert store.executed - before == 2
