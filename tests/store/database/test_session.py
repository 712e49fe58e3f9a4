"""The session: times, retries, round trips and errors, against the real server."""

import asyncio
import re
from contextlib import aclosing
from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import neo4j.exceptions
import pytest
import pytest_asyncio

from graph.database import driver
from graph.database.retries import RETRIES_MAX
from graph.database.session import Session
from graph.database.statements import parse
from graph.errors import (
    Conflict,
    DoxaError,
    Fault,
    InvalidArgument,
    StatementError,
    StoreUnavailable,
)

MOMENT = datetime(2024, 5, 1, 9, 30, 15, 123456, tzinfo=UTC)


TYPES = {"name": "STRING  whose", "times": "LIST<ZONED DATETIME>  of one of them"}


def statement(name: str, body: str, *params: str):
    access = name.partition("/")[0]
    header = [
        f"access  {access}",
        "tenant  all  a test's own",
        *(f"param  {p}  {TYPES.get(p, 'ANY')}" for p in params),
    ]
    text = "\n".join([*(f"// {line}" for line in header), "CYPHER 25", body])
    return parse(name, text)


CATALOGUE = {
    made.name: made
    for made in (
        statement("read/echo", "RETURN $value AS value", "value"),
        statement("read/typed", "RETURN $name IN $times AS value", "name", "times"),
        statement("read/zoned", "RETURN datetime($text) AS value", "text"),
        statement("read/local", "RETURN localdatetime('2024-05-01T09:00:00') AS value"),
        statement("read/node", "MATCH (it:Migration {ledger: 'doxa', version: 1}) RETURN it"),
        statement("read/many", "UNWIND range(1, 2500) AS number RETURN number"),
        statement(
            "read/torn", "RETURN CASE WHEN rand() < 0.2 THEN {} ELSE {id: 'b'} END AS belief"
        ),
        statement(
            "read/torn_in_a_list",
            "RETURN [{belief: CASE WHEN rand() < 0.2 THEN {} ELSE {id: 'b'} END}] AS found",
        ),
        statement(
            "read/torn_projection",
            "RETURN [{belief: CASE WHEN rand() < 0.2 THEN null ELSE {id: 'b'} END}] AS found",
        ),
        statement("read/no_belief", "RETURN null AS belief"),
        statement("read/always_torn", "RETURN {} AS belief"),
        statement("read/wrong", "RETURN 1 / 0 AS value"),
        statement("read/pairs", "MATCH (a:Migration), (b:Migration) RETURN count(*) AS value"),
        statement("read/held", "MATCH (it:Receipt {key: $key}) RETURN it.outcome AS value", "key"),
        statement("write/keep", "CREATE (it:Receipt {tenant: 'session-test', key: $key})", "key"),
        statement(
            "write/touch",
            "MERGE (it:Receipt {key: $key}) SET it.tenant = 'session-test', it.outcome = $value",
            "key",
            "value",
        ),
        statement("write/drop", "MATCH (it:Receipt {key: $key}) DELETE it", "key"),
    )
}


@pytest_asyncio.fixture(scope="module")
async def session(server, store):
    async with Session.open(
        server.uri, server.user, server.password, strict=True, catalogue=CATALOGUE
    ) as opened:
        yield opened


async def test_a_belief_that_is_deleted_while_it_is_read_is_read_again(session):
    executed = session.executed
    for _ in range(60):
        assert await session.read("read/torn") == [{"belief": {"id": "b"}}]
        for listed in ("read/torn_in_a_list", "read/torn_projection"):
            assert await session.read(listed) == [{"found": [{"belief": {"id": "b"}}]}]

    assert session.executed > executed + 180
    assert await session.read("read/no_belief") == [{"belief": None}]
    with pytest.raises(StoreUnavailable, match="kept changing"):
        await session.read("read/always_torn")


async def test_a_routed_address_is_served_and_reads_what_it_wrote(server, store, keys):
    uri = server.uri.replace("bolt://", "neo4j://")
    async with Session.open(uri, server.user, server.password, catalogue=CATALOGUE) as routed:
        await routed.write("write/touch", key=keys[0], value="kept")

        assert await routed.read("read/held", key=keys[0]) == [{"value": "kept"}]


async def test_what_is_streamed_waits_for_what_the_session_wrote(server, store, keys, caplog):
    uri = server.uri.replace("bolt://", "neo4j://")
    async with Session.open(uri, server.user, server.password, catalogue=CATALOGUE) as routed:
        await routed.write("write/touch", key=keys[0], value="kept")
        caplog.set_level("DEBUG", "neo4j.io")
        async with aclosing(routed.stream("read/many", size=1_000)) as rows:
            assert sum([len(part) async for part in rows]) == 2_500

    (sent,) = (one.getMessage() for one in caplog.records if "range(1, 2500)" in one.getMessage())
    assert re.search(r"'bookmarks': \['\S+'\]", sent), sent


@pytest.fixture
def keys(caller):
    """Two keys that nobody else uses."""
    return f"{caller.tenant}-a", f"{caller.tenant}-b"


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        -(2**63),
        1.5,
        "text",
        [1, [2], {"three": None}],
        MOMENT,
        datetime(1, 1, 1, tzinfo=UTC),
        datetime(1969, 12, 31, 23, 59, 59, 999999, tzinfo=UTC),
        datetime(9999, 1, 1, tzinfo=UTC),
        {"at": [MOMENT]},
    ],
)
async def test_a_value_comes_back_as_it_went(session, value):
    assert await session.read("read/echo", value=value) == [{"value": value}]


@pytest.mark.parametrize(
    "text",
    [
        "2024-05-01T09:30:15.123456Z",
        "2024-05-01T07:30:15.123456-02:00",
        "2024-05-01T15:00:15.123456+05:30",
        "2024-05-01T11:30:15.123456+02:00[Europe/Berlin]",
        "2024-05-01T09:30:15.123456999+00:00",
    ],
)
async def test_a_time_comes_back_in_utc_whatever_its_offset(session, text):
    [row] = await session.read("read/zoned", text=text)

    assert row["value"] == MOMENT
    assert row["value"].tzinfo is UTC


@pytest.mark.parametrize(
    "value",
    [
        MOMENT.replace(tzinfo=None),
        MOMENT.astimezone(timezone(timedelta(hours=2))),
        MOMENT.replace(tzinfo=ZoneInfo("UTC")),
        MOMENT.date(),
        2**63,
        {1, 2},
        object(),
        [{"deep": MOMENT.replace(tzinfo=None)}],
    ],
)
async def test_a_value_that_would_not_come_back_is_refused_before_it_leaves(session, value):
    before = session.executed

    with pytest.raises(Fault, match=r"\$value"):
        await session.read("read/echo", value=value)
    assert session.executed == before


@pytest.mark.parametrize(
    ("name", "times"),
    [
        (1, []),
        (True, []),
        (MOMENT, []),
        (["Ana"], []),
        ("Ana", MOMENT),
        ("Ana", "2024-05-01"),
        ("Ana", ["2024-05-01"]),
    ],
)
async def test_a_strict_session_refuses_a_value_of_another_type_than_is_declared(
    session, name, times
):
    """Neo4j compares anything with anything, and then finds nothing."""
    with pytest.raises(Fault, match=r"\$(name|times)"):
        await session.read("read/typed", name=name, times=times)

    assert await session.read("read/typed", name="Ana", times=[MOMENT]) == [{"value": False}]
    assert await session.read("read/typed", name=None, times=None) == [{"value": None}]


@pytest.mark.parametrize("name", ["read/local", "read/node"])
async def test_a_column_that_is_no_plain_value_is_a_fault(session, name):
    with pytest.raises(Fault):
        await session.read(name)


async def test_times_are_converted_quickly_in_both_directions(session):
    """If this fails after an upgrade of the driver, see graph/database/driver.py."""
    async with session._session("READ") as inner:
        record = await (await inner.run("RETURN datetime('2024-05-01T09:00Z')")).single()
        scope = inner._pool

    assert type(record[0]) is datetime
    assert scope.opener.__name__ == "open_patched"


async def test_begin_travels_with_the_first_statement(session, monkeypatch):
    """If this fails after an upgrade of the driver, a transaction costs one round trip more."""
    sends, own = [], []
    kind = type(await _connection(session))
    original = kind.send_all

    async def counted(connection):
        sends.append(connection)
        await original(connection)

    monkeypatch.setattr(kind, "send_all", counted)

    async def work(transaction):
        own.append(transaction._inner._connection)
        await transaction.run("read/echo", value=1)
        await transaction.run("read/echo", value=2)

    await session.transaction(work)

    # Others of this process may send something meanwhile.
    assert sum(connection in own for connection in sends) == 3


async def _connection(session):
    async with session._session("READ") as inner, await inner.begin_transaction() as transaction:
        return transaction._connection


async def test_a_long_result_comes_whole(session):
    rows = await session.read("read/many")

    assert [row["number"] for row in rows] == list(range(1, 2501))


async def test_every_statement_is_counted_and_told(session, caplog):
    before = session.executed

    with caplog.at_level("DEBUG", logger="doxa.store"):
        await session.read("read/echo", value=1)
        await session.transaction(lambda transaction: transaction.run("read/echo", value=2))

    assert session.executed - before == 2
    assert [record.message for record in caplog.records] == ["read/echo", "read/echo"]


async def test_a_read_may_not_write(session, keys):
    with pytest.raises(StatementError, match="not a read"):
        await session.read("write/keep", key=keys[0])


async def test_an_unknown_statement_is_named(session):
    with pytest.raises(StatementError, match="read/nothing"):
        await session.read("read/nothing")


async def test_what_the_server_refuses_is_a_fault_that_names_the_statement(session):
    with pytest.raises(Fault, match="read/wrong"):
        await session.read("read/wrong")

    async def work(transaction):
        await transaction.run("read/wrong")

    with pytest.raises(Fault, match="read/wrong"):
        await session.transaction(work)


async def test_a_strict_session_refuses_a_slow_plan(session):
    with pytest.raises(Fault, match="cartesian"):
        await session.read("read/pairs")


async def test_a_uniqueness_constraint_is_a_conflict(session, keys):
    await session.write("write/keep", key=keys[0])

    with pytest.raises(Conflict):
        await session.write("write/keep", key=keys[0])
    await session.write("write/drop", key=keys[0])


async def test_an_error_in_the_work_undoes_it(session, keys):
    async def work(transaction):
        await transaction.run("write/touch", key=keys[0], value=1)
        raise InvalidArgument("changed my mind")

    with pytest.raises(InvalidArgument):
        await session.transaction(work)
    assert await session.read("read/held", key=keys[0]) == []


async def test_a_deadlock_is_tried_again(session, keys):
    """Two transactions lock two nodes in opposite orders; both must come through."""
    calls = await crossing(session, keys)

    assert 2 < len(calls) <= 2 * (RETRIES_MAX + 1)
    for key in keys:
        await session.write("write/drop", key=key)


async def test_whoever_meets_no_end_of_deadlocks_leaves_nothing_and_may_try_again(
    session, keys, monkeypatch
):
    refused = await deadlock(session, keys, monkeypatch)
    held = [(await session.read("read/held", key=key))[0]["value"] for key in keys]

    assert (refused.code, refused.hint) == ("UNAVAILABLE", "try again")
    assert held in ([keys[0]] * 2, [keys[1]] * 2), "what one of the two wrote"
    for key in keys:
        await session.write("write/drop", key=key)


async def test_a_deadlock_is_tried_again_five_times_and_no_more(session, keys, monkeypatch):
    refused = await deadlock(session, keys, monkeypatch)
    calls = []

    async def work(transaction):
        calls.append(transaction)
        raise refused.__cause__

    with pytest.raises(StoreUnavailable, match="repeated deadlocks with other"):
        await session.transaction(work)

    assert len(calls) == 1 + 5
    for key in keys:
        await session.write("write/drop", key=key)


async def deadlock(session, keys, monkeypatch):
    """What one of two transactions that wait for each other raises, if none is tried again."""
    with monkeypatch.context() as patched:
        patched.setattr("graph.database.retries.RETRIES_MAX", 0)
        with pytest.raises(StoreUnavailable, match="repeated deadlocks with other") as refused:
            await crossing(session, keys)
    return refused.value


async def crossing(session, keys):
    """Two transactions that lock two nodes in opposite orders; the first key of each call."""
    for key in keys:
        await session.write("write/touch", key=key, value="none")
    both_hold_one = asyncio.Barrier(2)
    calls = []

    async def locking(first, second):
        async def work(transaction):
            calls.append(first)
            await transaction.run("write/touch", key=first, value=first)
            if calls.count(first) == 1:
                await both_hold_one.wait()
            await transaction.run("write/touch", key=second, value=first)

        await session.transaction(work)

    done = await asyncio.gather(locking(*keys), locking(*reversed(keys)), return_exceptions=True)
    for error in filter(None, done):
        raise error
    return calls


async def test_nobody_home_is_unavailable():
    with pytest.raises(StoreUnavailable, match="does not answer"):
        async with Session.open("bolt://127.0.0.1:1", "neo4j", "secret"):
            pass


async def test_a_wrong_password_is_told(server):
    with pytest.raises(StoreUnavailable, match="refuses the user"):
        async with Session.open(server.uri, server.user, "not the password"):
            pass


@pytest.mark.parametrize("uri", ["", "nonsense", "http//x", "ftp://x"])
async def test_an_address_of_something_else_is_refused(uri):
    with pytest.raises(InvalidArgument) as refused:
        async with Session.open(uri, "neo4j", "secret"):
            pass
    assert refused.value.field == "DOXA_NEO4J_URI"


def test_every_error_of_the_driver_has_a_meaning_here():
    kinds = [
        kind
        for kind in vars(neo4j.exceptions).values()
        if isinstance(kind, type)
        and issubclass(kind, (neo4j.exceptions.Neo4jError, neo4j.exceptions.DriverError))
    ]

    assert kinds
    for kind in kinds:
        error = kind.__new__(kind)
        assert isinstance(driver.translate_error(error, "somewhere"), DoxaError)
