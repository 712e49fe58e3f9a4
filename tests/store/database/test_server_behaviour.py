"""What Neo4j does that is easily remembered wrongly, and what statements here rest on.

Each row of the table in ``docs/internals/neo4j.md`` has its test here, or in the module it names.
"""

from __future__ import annotations

import asyncio
import re
from datetime import UTC, datetime

import neo4j
import pytest

from graph.database.statements import statements
from graph.errors import TooLarge
from graph.governance.erasure.residue import Words, find_mentions
from graph.kernel.slots.locking import lock_entities
from graph.model.commands import Assertion, EntityRef
from graph.read import reads
from graph.write.assertion import assert_belief
from tests.support.story import Damage, year

HIGH, LOW = "😀", "ｱ"

# What is compared with a parameter, and is no time and no number: an id, a digest or a tenant,
# whose characters are ASCII; and what an index compares, which goes by code points.
ASCII_KEYS = {"id", "tenant", "key", "unsealed", "before_id"}
INDEXED_TEXTS = {
    ("kernel/entities/list", "name"),
    ("history/integrity/entities", "name"),
    ("read/beliefs/of_entity", "attribute"),
    ("read/beliefs/of_tenant", "attribute"),
}
TEXTS = {"name", "attribute", "context", "text", "canonical", "speaker", "session", "key", "kind"}


async def test_a_stored_text_is_compared_with_a_parameter_by_utf_16_units(db, caller):
    assert ord(HIGH) > ord(LOW)
    assert HIGH.encode("utf-16-be") < LOW.encode("utf-16-be")
    store = Damage(db, caller.tenant)
    # In its own transaction a text is still the parameter that it was written from.
    await store.run(
        """CREATE (:Entity {tenant: $tenant, id: $tenant + 'high', name: $high}),
                  (:Entity {tenant: $tenant, id: $tenant + 'low', name: $low})""",
        high=HIGH,
        low=LOW,
    )
    (row,) = await store.run(
        """MATCH (high:Entity {id: $tenant + 'high'})
           MATCH (low:Entity {tenant: high.tenant, id: $tenant + 'low'})
           WITH high, low, COLLECT {
             UNWIND [high, low] AS it RETURN it.name ORDER BY it.name
           } AS sorted
           RETURN sorted, low.name < high.name AS stored, low.name < $high AS given,
                  replace(low.name, '', '') < replace(high.name, '', '') AS replaced""",
        high=HIGH,
    )

    assert row["sorted"] == [LOW, HIGH]
    assert row["stored"] is True
    # Should these change, `replace` may go from the statements, and `text_order` with it.
    assert (row["given"], row["replaced"]) == (False, False)


async def test_a_stored_text_is_measured_and_cut_by_code_points(db, caller):
    text = f"{HIGH}{HIGH} Porto"
    store = Damage(db, caller.tenant)
    await store.run("CREATE (:Episode {tenant: $tenant, id: $tenant, text: $text})", text=text)
    (row,) = await store.run(
        """MATCH (it:Episode {tenant: $tenant, id: $tenant})
           RETURN size(it.text) AS size, substring(it.text, 3, 5) AS part"""
    )
    assert (row["size"], row["part"]) == (len(text), "Porto")


def test_no_statement_compares_a_text_with_a_parameter_by_its_order():
    compared = re.compile(r"\b\w+\.(\w+)\s*[<>]=?\s*\$|\$[\w.]+\s*[<>]=?\s*\w+\.(\w+)")
    within = re.compile(r"\[([^\[\]]*)\]\s*[<>]\s*(?:\$|\[\$)")
    for name, statement in statements().items():
        found = {first or second for first, second in compared.findall(statement.text)}
        told = {(name, one) for one in found & TEXTS - ASCII_KEYS}
        assert told <= INDEXED_TEXTS, name
        for keys in within.findall(statement.text):
            bare = re.sub(r"replace\((?:coalesce\()?\w+\.\w+(?:, '')?\)?, '', ''\)", "", keys)
            properties = set(re.findall(r"\.(\w+)", bare))
            # One attribute is asked for where it is compared as it is stored.
            once = {"attribute"} if "attribute = $p.attribute" in statement.text else set()
            assert not properties & TEXTS - ASCII_KEYS - once, (name, keys)


def test_no_statement_uses_what_the_server_does_otherwise_than_it_reads():
    for name, statement in statements().items():
        text = statement.text
        # It rounds towards zero before 1970.
        assert "epochSeconds" not in text, name
        # It reads first and takes its lock then, so that two writers lose one of their writes.
        assert not re.search(r"SET\s+(\w+\.\w+) = \1\s*(?:,|$)", text, re.MULTILINE), name
        # It filters after it has chosen the shortest.
        assert "SHORTEST" not in text, name
        # It sees nothing of what its own transaction has written.
        assert "SEARCH" not in text or statement.access == "read", name


async def test_a_time_that_was_read_finds_what_has_it(story, db, caller):
    since = datetime(1969, 12, 31, 23, 59, 59, 500000, tzinfo=UTC)
    told = await story.says("Ana", "likes", "tea", since=since)
    assert told.memory is not None

    (row,) = await Damage(db, caller.tenant).run(
        "MATCH (it:Memory {tenant: $tenant, id: $id}) RETURN it.start AS start", id=told.memory
    )
    assert row["start"] == since
    found = await Damage(db, caller.tenant).run(
        "MATCH (it:Memory {tenant: $tenant, start: $start}) RETURN it.id AS id", start=row["start"]
    )
    assert told.memory in [one["id"] for one in found]


async def test_seconds_are_exact_before_1970(db, caller):
    (row,) = await Damage(db, caller.tenant).run(
        "RETURN duration.inSeconds($since, $at).microseconds AS passed",
        since=datetime(1969, 12, 31, 23, 59, 58, 250000, tzinfo=UTC),
        at=datetime(1970, 1, 1, 0, 0, 1, tzinfo=UTC),
    )
    assert row["passed"] == 2_750_000


async def test_an_entity_is_locked_by_removing_what_it_never_had(story, db, caller):
    await story.says("Ana", "likes", "tea", since=year(2020))
    ana = await story.id("Ana")
    locked, go_on = asyncio.Event(), asyncio.Event()
    order: list[str] = []

    async def first(tx):
        await lock_entities(tx, caller.tenant, [ana])
        locked.set()
        await go_on.wait()
        order.append("first")

    async def second(tx):
        await lock_entities(tx, caller.tenant, [ana])
        order.append("second")

    one = asyncio.create_task(db.transaction(first))
    await locked.wait()
    other = asyncio.create_task(db.transaction(second))
    await asyncio.sleep(0.3)
    assert order == []
    go_on.set()
    await asyncio.gather(one, other)
    assert order == ["first", "second"]


@pytest.mark.long
async def test_counts_of_several_at_once_are_all_counted(db, caller):
    """What adds to the property that it sets takes its lock before it reads."""
    kinds = ("input", "output", "cached", "written", "thinking")
    nothing = dict.fromkeys(("job", "model", "cost_usd", *(f"{kind}_tokens" for kind in kinds)))
    counted = {"tenant": caller.tenant, "day": year(2026), "extractor": "x", **nothing}
    rows = await asyncio.gather(
        *(
            db.write(
                "write/intake/add_usage", unreadable=1, calls=1, batched=0, seconds=0.0, **counted
            )
            for _ in range(24)
        )
    )
    assert sorted(row[0]["unreadable"] for row in rows) == list(range(1, 25))


def test_every_lock_removes_the_one_property_that_the_store_has_a_name_for():
    """A property without a name in the store takes no lock; migrations are kept with a checksum."""
    asked = {
        removed
        for statement in statements().values()
        for removed in re.findall(r"REMOVE \w+\.(checksum|lock\w*|touched)\b", statement.text)
    }
    assert asked == {"checksum"}
    assert "checksum" in statements()["database/migration_record"].text


@pytest.mark.parametrize("space", ["\u00a0", "\u2009", "\u3000", "  \n"])
async def test_a_name_is_found_with_any_white_space_in_it(story, db, caller, space):
    await story.says("Bob", "likes", "tea", since=year(2020), text=f"Ana{space}Silva likes tea.")
    words = Words(("Ana Silva",))

    found = await find_mentions(db, caller.tenant, [], words)
    assert {one.kind for one in found} >= {"Memory"}


async def test_what_stands_in_the_place_of_a_deleted_record_stays(story, db, caller):
    told = await story.says("Ana", "likes", "tea", since=year(2020))
    assert told.memory is not None
    (row,) = await Damage(db, caller.tenant).run(
        "MATCH (it:Memory {tenant: $tenant, id: $id}) RETURN elementId(it) AS element",
        id=told.memory,
    )
    place = {"element": row["element"], "property": "id", "texts": ["m_of_another_record"]}

    deleted = await db.write(
        "governance/erasure/deletion/records", tenant=caller.tenant, records=[place]
    )
    removed = await db.write(
        "governance/erasure/deletion/remarks", tenant=caller.tenant, remarks=[place]
    )
    assert (deleted[0]["deleted"], removed[0]["removed"]) == (0, 0)
    assert await story.memory(told.memory)


async def test_what_is_indexed_fits_or_is_refused_before_the_store_is_asked(db, caller):
    """An index key ends at 8,164 bytes, with an error of the database and not of the statement."""
    # Each becomes 18 characters, 33 bytes, in canonical form; astral letters have four bytes.
    wide, long = "ﷺ", "𐐨"
    longest = Assertion(
        entity=EntityRef(name=wide * 210, external=long * 300, kind=long * 60),
        attribute=long * 100,
        value=wide * 210,
        session=long * 300,
        speaker=long * 300,
        idempotency_key=long * 300,
        context=long * 200,
        topic=long * 200,
        valid_from=year(2020),
    )
    told = await assert_belief(db, caller, longest)
    assert told.beliefs
    found = await reads.entity(db, caller, name=wide * 210)
    assert found is not None

    for one in ("value", "name"):
        with pytest.raises(TooLarge):
            await assert_belief(
                db,
                caller,
                Assertion(
                    entity=EntityRef(name=wide * 300 if one == "name" else "Ana"),
                    attribute="likes",
                    value=wide * 2000 if one == "value" else "tea",
                    valid_from=year(2020),
                ),
            )


async def test_a_plan_rests_on_the_size_of_a_list_and_not_of_one_in_a_map(server):
    async def rows_expected(text, **params):
        asked = await driver.execute_query(f"EXPLAIN {text}", params, database_="neo4j")
        return asked.summary.plan["args"]["EstimatedRows"]

    auth = (server.user, server.password)
    async with neo4j.AsyncGraphDatabase.driver(server.uri, auth=auth) as driver:
        few, many = ["a"], ["a"] * 1_000
        listed = [
            await rows_expected("UNWIND $all AS it RETURN it", all=each) for each in (few, many)
        ]
        inside = [
            await rows_expected("UNWIND $p.all AS it RETURN it", p={"all": each})
            for each in (few, many)
        ]

    assert inside[0] == inside[1]
    # 2026.01 expects as much of every list.
    assert listed[0] < listed[1] or listed == inside


async def test_who_waits_for_an_index_that_follows_finds_all_that_was_committed_before(db, caller):
    names = [f"Waiter {number}" for number in range(20)]
    for name in names:
        await assert_belief(
            db, caller, Assertion(entity=EntityRef(name=name), attribute="trait", value="patient")
        )
        page = await reads.entities(db, caller, search=name, first=5)
        assert [one.name for one in page.items] == [name]


def test_no_statement_searches_words_that_may_not_be_indexed_yet():
    searching = {name for name, one in statements().items() if "fulltext.queryNodes" in one.text}

    assert searching
    for name in searching:
        before, _, _ = statements()[name].text.partition("db.index.fulltext.queryNodes")
        assert "awaitEventuallyConsistentIndexRefresh()" in before, name
