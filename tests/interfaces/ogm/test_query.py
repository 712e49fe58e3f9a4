"""The query builder of a view stays in its tenant, binds what it is given, and only reads."""

from __future__ import annotations

import inspect
import re
from datetime import datetime
from pathlib import Path

import pytest

pytest.importorskip("gqlalchemy", reason="the extra [ogm] is not installed; see test_environment")

import gqlalchemy
from gqlalchemy.graph_algorithms.integrated_algorithms import DepthFirstSearch
from gqlalchemy.models import MemgraphIndex
from gqlalchemy.query_builders.declarative_base import DeclarativeBase, Operator

from graph.clock import END_OF_TIME
from graph.errors import BadCharacters, Forbidden, InvalidArgument, NaiveTime
from graph.ogm import (
    Belief,
    Entity,
    Episode,
    EvidencedBy,
    Memory,
    SupersededBy,
    mirror,
)
from graph.ogm.query import Query
from tests.support.story import year

STORED = Path(__file__).parents[2] / "store" / "database" / "known_properties.cypher"
COMPUTED = {
    "merged_into",
    "superseded_by",
    "superseded_reason",
    "contested",
    "entity_name",
    "target_name",
}
NASTY = [
    'a "quoted" word',
    "it's",
    "null",
    "TRUE",
    "false",
    "\\",
    "$tenant",
    "x'}) DETACH DELETE it //",
    "`",
    "{",
    "é\u2028",
]


async def test_objects_have_the_classes_of_their_labels_and_types(story, view, clock):
    await story.says("Ana", "manager", target="Bo", since=year(2019), evidence="Bo is her boss")
    clock.advance(days=1)
    await story.says("Ana", "job_title", "red", since=year(2020))
    await story.says("Ana", "job_title", "blue", since=year(2021))
    (row,) = (
        view.match()
        .node(Entity, "who", name="Ana")
        .to(Belief, "found")
        .node(Entity, "whom")
        .return_()
        .execute()
    )
    (said,) = (
        view.match()
        .node(Memory, "it", attribute="manager")
        .to(EvidencedBy, "proof")
        .node(Episode, "episode")
        .return_()
        .execute()
    )
    (step,) = view.match().node(Memory).to(SupersededBy, "it").node(Memory).return_("it").execute()
    steps = view.match().node(Entity, "it").to(Belief, "found").node().return_("found")

    assert [type(one) for one in row.values()] == [Belief, Entity, Entity]
    assert (row["found"].target, row["found"].valid_to) == (row["whom"].id, None)
    assert [type(one) for one in said.values()] == [Episode, Memory, EvidencedBy]
    assert said["episode"].text[said["proof"].start : said["proof"].end] == said["proof"].span
    assert (step["it"].reason, step["it"].system_to) == ("CHANGE", None)
    assert {type(one["found"]) for one in steps.execute()} == {Belief}
    with pytest.raises(ValueError, match="frozen"):
        row["who"].name = "Eve"


@pytest.mark.parametrize("kind", [*mirror.NODES.values(), *mirror.EDGES.values()])
def test_a_class_has_properties_that_are_stored(kind):
    label = kind.label if issubclass(kind, gqlalchemy.Node) else kind.type
    text = STORED.read_text(encoding="utf-8")
    (stored,) = re.findall(rf":{label} (\{{tenant[^}}]+\}})", text) or [""]
    known = set(re.findall(r"(\w+):", stored))

    assert stored
    assert set(kind.model_fields) - COMPUTED - known == set()


@pytest.mark.parametrize("text", NASTY)
async def test_a_value_is_bound_and_never_part_of_the_text(story, view, text):
    await story.says("Ana", "shade", "red", since=year(2019))
    whole = view.match().node(Memory, "it").return_("count(it) AS count")
    before = whole.get_single("count")
    asked = [
        view.match().node(Memory, "it", text=text),
        view.match().node(Memory, "it").where("it.text", Operator.EQUAL, literal=text),
        view.match().node(Memory, "it").where("it.text", "IN", literal=[text]),
        view.match().node(Memory, "it").where_not("it.text", "<>", literal=text),
        view.query()
        .bind(wanted=text)
        .match()
        .node(Memory, "it")
        .where("it.text", "=", expression="$wanted"),
    ]
    for query in asked:
        query.return_("it.id AS id")
        assert text not in query.construct_query() or text in ("$tenant", "{")
        assert list(query.execute()) == []
    found = view.query().bind(text=text).unwind("[$text]", "it").return_("it")

    assert found.get_single("it") == text
    assert whole.get_single("count") == before == 1


async def test_every_pattern_is_of_the_tenant(story, view, viewed, caller):
    await story.says("Ana", "manager", target="Bo", since=year(2019))
    other = viewed(f"{caller.tenant}x")

    def asked(view):
        yield view.match().node().return_("count(*) AS count")
        either = view.match().node(Entity, "it").where("it.name", "=", literal="Bo")
        yield either.or_where("1", "=", literal=1).return_("count(*) AS count")
        yield view.match().node().to().node().return_("count(*) AS count")
        yield view.match().node().from_(Belief).node(Entity).return_("count(*) AS count")
        yield (
            view.match()
            .node(Entity, "one")
            .to(Belief, algorithm=DepthFirstSearch(1, 3))
            .node(Entity, "other")
            .return_("count(*) AS count")
        )
        yield (
            view.match()
            .node(Entity, "it")
            .return_("count(*) AS count")
            .union()
            .match()
            .node(Memory, "it")
            .return_("count(*) AS count")
        )

    assert [query.get_single("count") > 0 for query in asked(view)] == [True] * 6
    assert [query.get_single("count") for query in asked(other)] == [0] * 6


async def test_conditions_of_every_kind_bind_their_literals(story, view):
    for name in ("Ana", "Bo", "Cy"):
        await story.says(name, "shade", "red", since=year(2019))

    def named(query):
        found = query.return_("it.name AS name").order_by("name").execute()
        return [row["name"] for row in found]

    def start():
        return view.match().node(Entity, "it")

    ana = start().where("it.name", "=", literal="Ana")
    assert named(ana.or_where("it.name", "=", literal="Bo")) == ["Ana", "Bo"]
    both = start().where("it.name", ">=", literal="Bo").and_where("it.name", "<", literal="Cy")
    assert named(both) == ["Bo"]
    rest = start().where("it.name", ">=", literal="Bo").and_not_where("it.name", "=", literal="Bo")
    assert named(rest) == ["Cy"]
    either = start().where("it.name", "=", literal="Ana").or_not_where("it.name", "=", literal="Bo")
    assert named(either) == ["Ana", "Cy"]
    one = start().where("it.name", ">", literal="Ana").xor_where("it.name", "=", literal="Cy")
    assert named(one) == ["Bo"]
    one = start().where("it.name", "=", literal="Ana").xor_not_where("it.name", "=", literal="Bo")
    assert named(one) == ["Cy"]


async def test_times_are_bound_in_utc_and_naive_ones_refused(story, view):
    await story.says("Ana", "shade", "red", since=year(2019))
    start = view.match().node().to(Belief, "it").node()
    at = datetime.fromisoformat("2019-01-01T05:30:00+05:30")

    assert (
        start.where("it.valid_from", "=", literal=at).return_("it").get_single("it").value == "red"
    )
    still = view.match().node().to(Belief, "it", system_to=END_OF_TIME).node()
    assert still.return_("it.system_to AS end").get_single("end") is None
    still = view.match().node().to(Belief, "it").node()
    still = still.where("it.system_to", "=", expression="$forever").return_("count(*) AS count")
    assert still.get_single("count") == 1
    for refused in (
        lambda: view.match().node().to(Belief, "it", valid_from=datetime(2019, 1, 1)),
        lambda: view.match().node(Entity, "it").where("it.x", "=", literal=datetime(2019, 1, 1)),
        lambda: view.query().bind(at=[datetime(2019, 1, 1)]),
    ):
        with pytest.raises(NaiveTime):
            refused()


@pytest.mark.parametrize("text", ["a\u0000b", "\ud800"])
def test_texts_that_nobody_can_have_said_are_refused(view, text):
    for asked in (
        lambda: view.entity(text),
        lambda: view.memory(text),
        lambda: view.beliefs(attribute=text),
        lambda: view.query().bind(text=[text]),
        lambda: view.match().node(Entity, "it").where("it.name", "=", literal=text),
    ):
        with pytest.raises(BadCharacters):
            asked()


def test_what_could_leave_the_tenant_or_the_text_is_refused(view):
    for made in (
        lambda: view.match().node("Entity) MATCH (other", "it"),
        lambda: view.match().node(Entity, "it) //"),
        lambda: view.match().node(Entity, "it", **{"a: 1}) //": 1}),
        lambda: view.match().node().to("X|Y", "it"),
        lambda: view.match().node().to(Belief, "a b"),
        lambda: view.query().bind(tenant="other"),
        lambda: view.query().bind(**{"a b": 1}),
        lambda: view.query().bind(a=object()),
        lambda: view.query().bind(a=2**63),
        lambda: view.match().node(node=gqlalchemy.Node()),
        lambda: view.match().node().to(relationship=gqlalchemy.Relationship()),
    ):
        with pytest.raises(InvalidArgument):
            made()


def test_clauses_that_write_or_take_any_text_are_refused(view):
    clauses = {"match", "node", "to", "from_", "unwind", "with_", "union", "return_", "yield_"}
    clauses |= {"order_by", "limit", "skip", "execute", "get_single", "construct_query"}
    others = {
        name
        for name, _ in inspect.getmembers(DeclarativeBase, inspect.isfunction)
        if not name.startswith("_") and "where" not in name
    }

    assert others - clauses == {
        "call",
        "create",
        "merge",
        "delete",
        "remove",
        "set_",
        "foreach",
        "add_custom_cypher",
    }
    for name in others - clauses:
        with pytest.raises(Forbidden):
            getattr(view.query(), name)("it")
    assert issubclass(Query, DeclarativeBase)


async def test_an_algorithm_walks_only_where_all_is_seen(story, viewed, caller):
    await story.says("Ana", "manager", target="Bo", since=year(2019))
    bob = viewed(caller.tenant, subject="bob")

    with pytest.raises(InvalidArgument) as refused:
        bob.match().node(Entity).to(Belief, algorithm=DepthFirstSearch(1, 2))
    assert refused.value.field == "algorithm"


async def test_the_server_refuses_whatever_would_write(story, view, driver, caller):
    await story.says("Ana", "shade", "red", since=year(2019))
    counted = "MATCH (it) WHERE it.tenant = $tenant RETURN collect(properties(it)) AS all"
    before = (await driver.execute_query(counted, tenant=caller.tenant)).records
    found = view.entity("Ana")
    plain = gqlalchemy.Node(_labels={"Entity"}, tenant=caller.tenant)
    writes = [
        lambda: view.client.execute("CREATE (:Entity {tenant: 'x'})"),
        lambda: list(
            view.client.execute_and_fetch("MATCH (it:Entity) SET it.name = 'Eve' RETURN it")
        ),
        view.client.drop_database,
        lambda: view.client.create_index(MemgraphIndex("Entity", "name")),
        lambda: view.client.execute("CREATE INDEX made_by_a_test FOR (it:Entity) ON (it.kind)"),
        lambda: view.client.execute("CALL db.createLabel('Made')"),
        lambda: view.client.execute("CREATE USER eve SET PASSWORD 'not-so-secret'"),
        lambda: plain.save(view.client),
        lambda: found.save(view.client),
        lambda: found.load(view.client),
        lambda: found.get_or_create(view.client),
    ]
    for write in writes:
        with pytest.raises((Forbidden, InvalidArgument)) as refused:
            write()
        assert refused.value.exit_code == 2

    assert (await driver.execute_query(counted, tenant=caller.tenant)).records == before
    assert len((await driver.execute_query("SHOW USERS")).records) == 1
