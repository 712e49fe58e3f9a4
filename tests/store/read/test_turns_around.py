"""The turns around an episode: of its session, in order, and only those that are seen."""

from __future__ import annotations

import pytest
from neo4j import AsyncGraphDatabase

from graph.errors import OutOfRange
from graph.governance.erasure.erase import erase
from graph.model.commands import Message
from graph.model.records import Caller
from graph.read import reads
from graph.read.reads import TurnsAround
from graph.vocabulary import Role
from graph.write.intake import jobs
from tests.support.servers.profiled import total_hits


@pytest.fixture
def tell(db, caller, clock):
    """Submit messages of one session, a minute apart unless at once; their episodes."""

    async def told(*texts, session="s", scope="", minutes=1.0):
        found = []
        for text in texts:
            message = Message(text, occurred_at=clock())
            job = await jobs.submit(db, caller, [message], session=session, topic=None, scope=scope)
            found += job.episodes
            clock.advance(minutes=minutes)
        return found

    return told


@pytest.fixture
def around(db, caller):
    """The texts around an episode."""

    async def seen(episode, before=2, after=2, *, who=None):
        asked = TurnsAround(episode, before, after)
        reader = who or caller
        found = await reads.turns_around(db.seen_by(reader.scopes), reader, [asked])
        return [turn.text for turn in found.get(asked, [])]

    return seen


async def test_turns_stand_around_an_episode_in_the_order_they_were_said(tell, around):
    _, b, c, d, _, f = await tell("a", "b", "c", "d", "e", "f")
    await tell("elsewhere", session="other")

    assert await around(c) == ["a", "b", "c", "d", "e"]
    assert await around(b) == ["a", "b", "c", "d"]
    assert await around(d, before=0, after=1) == ["d", "e"]
    assert await around(d, before=1, after=0) == ["c", "d"]
    assert await around(f, before=20, after=20) == ["a", "b", "c", "d", "e", "f"]


async def test_turns_of_one_message_keep_its_order(db, caller, around, clock):
    said = [Message(text, occurred_at=clock()) for text in "abc"]
    job = await jobs.submit(db, caller, said, session="s", topic=None)

    assert [await around(one, 1, 1) for one in job.episodes] == [
        ["a", "b"],
        ["a", "b", "c"],
        ["b", "c"],
    ]


async def test_an_episode_without_a_session_stands_alone(tell, around):
    a, b = await tell("a", "b", session=None)

    assert await around(a) == ["a"]
    assert await around(b) == ["b"]


async def test_the_evidence_of_a_record_is_no_turn_and_has_turns_around_it(
    story, tell, around, clock
):
    a, b = await tell("a", "b")
    told = await story.says("Mike", "lives_in", "Rome", evidence="In Rome.", session="s")
    clock.advance(minutes=1)
    (c,) = await tell("c")
    (evidence,) = (await story.memory(told.memory)).evidence

    assert await around(a) == ["a", "b", "c"]
    assert await around(c) == ["a", "b", "c"]
    assert await around(b, 0, 1) == ["b", "c"]
    assert await around(evidence.episode) == ["a", "b", "In Rome.", "c"]


async def test_only_what_the_caller_sees_is_there(tell, around, caller):
    bob, eve = (Caller(caller.tenant, name, Role.WRITER) for name in ("bob", "eve"))
    a, own, c = await tell("a"), await tell("own", scope="user:bob"), await tell("c")

    assert await around(a[0], who=bob) == ["a", "own", "c"]
    assert await around(a[0], who=eve) == ["a", "c"]
    assert await around(c[0]) == ["a", "own", "c"]
    assert await around(own[0], who=eve) == []
    stranger = Caller(f"{caller.tenant}x", "tester", Role.OWNER)
    assert await around(a[0], who=stranger) == []


async def test_what_was_erased_is_not_there(db, caller, tell, around):
    a, b, _ = await tell("a", "b", "c")
    await erase(db, caller, b, "asked for")

    assert await around(a) == ["a", "c"]
    assert await around(b) == []


@pytest.mark.parametrize(("before", "after", "field"), [(21, 0, "before"), (0, -1, "after")])
def test_more_than_twenty_turns_are_refused_by_the_argument(before, after, field):
    with pytest.raises(OutOfRange) as refused:
        TurnsAround("p_1", before, after)

    assert refused.value.field == field


async def test_one_statement_gives_the_turns_of_many(db, caller, tell):
    episodes = await tell(*map(str, range(30)))
    asked = [TurnsAround(one, place % 3, 2) for place, one in enumerate(episodes)]
    before = db.executed
    found = await reads.turns_around(db, caller, asked)

    assert db.executed - before == 1
    for place, one in enumerate(asked):
        texts = [turn.text for turn in found[one]]
        first, last = max(0, place - one.before), min(29, place + one.after)
        assert texts == [str(number) for number in range(first, last + 1)]


@pytest.mark.long
async def test_turns_cost_the_same_however_long_the_session_is(db, caller, server, tell):
    """The database says what it read; an index gives the neighbours, whatever else there is."""
    statement = db.find_statement("read/memories/turns_around")

    async def read(episode):
        async with AsyncGraphDatabase.driver(
            server.uri, auth=(server.user, server.password)
        ) as one:
            done = await one.execute_query(
                f"PROFILE {statement.text}",
                statement.arguments(
                    {
                        "tenant": caller.tenant,
                        "scopes": None,
                        "wanted": [{"id": episode, "before": 2, "after": 2}],
                        "limit": 2,
                    }
                ),
                database_="neo4j",
            )
        assert len(done.records) == 5
        return total_hits(done.summary.profile)

    episodes = await tell(*map(str, range(9)))
    few = await read(episodes[4])
    episodes += await tell(*map(str, range(200)))
    many = await read(episodes[100])

    assert few > 0
    assert many <= few + 20
