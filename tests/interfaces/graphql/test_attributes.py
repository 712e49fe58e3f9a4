"""Attributes over GraphQL and the command line: values, definitions, and both ends of relations."""

from __future__ import annotations

import pytest

from graph.history.integrity import check
from tests.support.command_line import CommandLine

ASSERT = """mutation ($input: AssertInput!) { assertBelief(input: $input) {
  outcome memory { id } beliefs { id value canonical typedValue entity { id } }
} }"""
DEFINE = """mutation ($input: AttributeInput!) { defineAttribute(input: $input) {
  name cardinality valueType unit inverse symmetric opposite aliases declared
} }"""
BELIEF = "id attribute value canonical typedValue entity { name } target { name }"


async def told(ask, **given):
    return (await ask(ASSERT, input={"entityName": "Ada", **given}))["assertBelief"]


async def define(ask, name, **given):
    return (await ask(DEFINE, input={"name": name, **given}))["defineAttribute"]


async def violations(db, ask):
    return [one async for one in check.violations(db, ask.tenant)]


async def test_a_quantity_is_shown_as_said_and_compared_by_its_amount(ask):
    await define(ask, "range", valueType="QUANTITY", cardinality="ONE", unit="km")
    first = await told(ask, attribute="range", value="3 km")
    again = await told(ask, attribute="range", value="3,000 metres")
    bare = await told(ask, attribute="range", value="3")
    (belief,) = first["beliefs"]

    assert (belief["value"], belief["canonical"]) == ("3 km", "3000 meter")
    assert belief["typedValue"] == {"quantity": 3, "unit": "km"}
    assert (again["outcome"], bare["outcome"]) == ("CONFIRMED", "CONFIRMED")
    for value in ("3000 m", "3", "3,000 m"):
        found = await ask(
            'query ($value: String) { beliefs(attribute: "range", value: $value)'
            " { edges { node { value } } } }",
            value=value,
        )
        assert len(found["beliefs"]["edges"]) == 1
    error = await ask.refused(
        ASSERT, input={"entityName": "Ada", "attribute": "range", "value": "3 kg"}
    )
    assert (error["code"], error["field"]) == ("INVALID_ARGUMENT", "input.value")
    assert "km" in error["hint"]


@pytest.mark.parametrize(
    ("kind", "one", "other", "typed", "bad"),
    [
        ("NUMBER", "1,000", "1000.0", 1000, "1,5"),
        ("DATE", "3 May 2024", "2024-05-03", "2024-05-03", "03/04/2024"),
        (
            "DATE",
            "2024-05-03T10:00:00+02:00",
            "2024-05-03T08:00:00Z",
            "2024-05-03T08:00:00Z",
            "3 May",
        ),
        ("BOOLEAN", "Yes", "true", True, "perhaps"),
        ("QUANTITY", "$50,000", "50000 USD", {"quantity": 50000, "unit": "$"}, "a lot"),
        ("QUANTITY", "20 °C", "68 °F", {"quantity": 20, "unit": "°C"}, "warm"),
    ],
)
async def test_values_are_read_by_the_attributes_type(ask, kind, one, other, typed, bad):
    await define(ask, "measure", valueType=kind, cardinality="ONE")
    first = await told(ask, attribute="measure", value=one)
    again = await told(ask, attribute="measure", value=other)

    assert (first["beliefs"][0]["value"], first["beliefs"][0]["typedValue"]) == (one, typed)
    assert again["outcome"] == "CONFIRMED"
    error = await ask.refused(
        ASSERT, input={"entityName": "Ada", "attribute": "measure", "value": bad}
    )
    assert (error["code"], error["field"]) == ("INVALID_ARGUMENT", "input.value")
    assert error["hint"]


@pytest.mark.long
async def test_a_relation_is_read_from_both_ends(ask, db):
    first = await told(ask, attribute="parent", targetName="Bob")
    bob = (await ask('{ entity(name: "Bob") { id } }'))["entity"]["id"]
    found = await ask(
        f"""query ($bob: ID!) {{
          belief(entity: $bob, attribute: "has_daughter") {{ {BELIEF} memory {{ id }} }}
          beliefs(entity: $bob, attribute: "child") {{ edges {{ node {{ id }} }} }}
          entity(id: $bob) {{
            beliefs {{ edges {{ node {{ id attribute }} }} }}
            timeline(attribute: "child") {{ id }}
            history(attribute: "child") {{ id }}
            related(relation: ["child"]) {{ edges {{ node {{ name }} path {{ {BELIEF} }} }} }}
          }}
        }}""",
        bob=bob,
    )
    belief = found["belief"]
    memory = belief.pop("memory")
    edge = found["entity"]["related"]["edges"][0]

    assert memory == first["memory"]
    assert (belief["attribute"], belief["entity"], belief["target"], belief["value"]) == (
        "child",
        {"name": "Bob"},
        {"name": "Ada"},
        None,
    )
    assert found["beliefs"]["edges"] == [{"node": {"id": belief["id"]}}]
    assert found["entity"]["beliefs"]["edges"] == [
        {"node": {"id": belief["id"], "attribute": "child"}}
    ]
    assert found["entity"]["timeline"] == found["entity"]["history"] == [{"id": belief["id"]}]
    assert edge == {"node": {"name": "Ada"}, "path": [belief]}
    node = await ask(
        f"query ($id: ID!) {{ node(id: $id) {{ ... on Belief {{ {BELIEF} }} }} }}", id=belief["id"]
    )
    assert node["node"] == belief
    assert await violations(db, ask) == []


async def test_aliases_lead_to_their_attribute_in_every_read(ask):
    await define(ask, "motto", cardinality="ONE", aliases=["watch word"])
    written = await told(ask, attribute="Watch-Word", value="onward")
    ada = written["beliefs"][0]["entity"]["id"]
    found = await ask(
        """query ($ada: ID!) {
          belief(entity: $ada, attribute: "watch word") { attribute }
          beliefs(entity: $ada, attribute: "watch word") { edges { node { attribute } } }
          all: beliefs(attribute: "watch word", value: "ONWARD") { edges { node { attribute } } }
          entity(id: $ada) {
            beliefs(attribute: "watch word") { edges { node { attribute } } }
            timeline(attribute: "watch word") { attribute }
            history(attribute: "watch word") { attribute }
          }
          attribute(name: "watch word") { name }
        }""",
        ada=ada,
    )
    motto, edges = {"attribute": "motto"}, {"edges": [{"node": {"attribute": "motto"}}]}

    assert found == {
        "belief": motto,
        "beliefs": edges,
        "all": edges,
        "entity": {"beliefs": edges, "timeline": [motto], "history": [motto]},
        "attribute": {"name": "motto"},
    }
    await ask(
        'mutation { retractBelief(input: {entityName: "Ada", attribute: "watch word",'
        ' value: "onward"}) { outcome } }'
    )
    assert (
        await ask('query ($ada: ID!) { belief(entity: $ada, attribute: "motto") { id } }', ada=ada)
    )["belief"] is None


async def test_another_cardinality_is_worked_out_anew(ask, clock, db):
    await define(ask, "plays_for", cardinality="ONE")
    for team, since in (("Ajax", "2018"), ("Benfica", "2020")):
        clock.advance(days=1)
        await told(ask, attribute="plays_for", value=team, validFrom=f"{since}-01-01T00:00:00Z")
    query = """query ($at: DateTime) { beliefs(attribute: "plays_for", asOf: {systemAt: $at}) {
      edges { node { value } } } }"""

    async def teams(at=None):
        found = await ask(query, at=at)
        return [edge["node"]["value"] for edge in found["beliefs"]["edges"]]

    before = clock.at.isoformat()
    assert await teams() == ["Benfica"]
    clock.advance(days=1)
    assert (await define(ask, "plays_for", cardinality="MANY"))["cardinality"] == "MANY"
    assert await teams() == ["Ajax", "Benfica"]
    assert await teams(before) == ["Benfica"]
    clock.advance(days=1)
    await define(ask, "plays_for", cardinality="ONE")
    assert await teams() == ["Benfica"]
    assert await violations(db, ask) == []


async def test_a_definition_that_does_not_fit_changes_nothing(ask):
    before = await ask("{ attributes { name inverse opposite aliases } }")
    for given, code, field in (
        ({"name": "ancestor", "inverse": "child"}, "CONFLICT", "input.inverse"),
        ({"name": "kin", "inverse": "x", "symmetric": True}, "INVALID_ARGUMENT", "input.symmetric"),
        ({"name": "kin", "inverse": "kin"}, "INVALID_ARGUMENT", "input.inverse"),
        ({"name": "x", "valueType": "TEXT", "unit": "km"}, "INVALID_ARGUMENT", "input.unit"),
        ({"name": "x", "ttlDays": 0}, "OUT_OF_RANGE", "input.ttlDays"),
        ({"name": "x", "aliases": ["employer"]}, "CONFLICT", "input.aliases"),
    ):
        error = await ask.refused(DEFINE, input=given)
        assert (error["code"], error["field"]) == (code, field)
        assert error["hint"]
    assert await ask("{ attributes { name inverse opposite aliases } }") == before


STAYS = """query ($id: ID!, $at: AsOf) { belief(entity: $id, attribute: "stays_in", asOf: $at) {
  value systemFrom target { name kind }
} }"""


async def test_a_literal_becomes_an_entity_of_a_kind_and_a_literal_again(ask, db, clock):
    await define(ask, "stays_in", cardinality="ONE", valueType="TEXT")
    told_of = await told(
        ask, attribute="stays_in", value="Lisbon", validFrom="2020-01-01T00:00:00Z"
    )
    ada = told_of["beliefs"][0]["entity"]["id"]
    literal = (await ask(STAYS, id=ada))["belief"]
    assert (literal["value"], literal["target"]) == ("Lisbon", None)

    clock.advance(days=1)
    await define(ask, "stays_in", valueType="ENTITY", targetKind="place")
    entity = (await ask(STAYS, id=ada))["belief"]
    assert entity["value"] is None
    assert entity["target"] == {"name": "Lisbon", "kind": "place"}
    assert entity["systemFrom"] > literal["systemFrom"]
    before = {"systemAt": literal["systemFrom"]}
    assert (await ask(STAYS, id=ada, at=before))["belief"] == literal

    clock.advance(days=1)
    await define(ask, "stays_in", valueType="TEXT")
    again = (await ask(STAYS, id=ada))["belief"]
    assert (again["value"], again["target"]) == ("Lisbon", None)
    then = {"systemAt": entity["systemFrom"]}
    assert (await ask(STAYS, id=ada, at=then))["belief"] == entity
    known = await ask('{ attribute(name: "stays_in") { valueType targetKind } }')
    assert known["attribute"] == {"valueType": "TEXT", "targetKind": None}
    assert await violations(db, ask) == []


@pytest.mark.long
def test_the_command_line_reports_what_nobody_declared(tmp_path, server):
    doxa = CommandLine(tmp_path, server)
    lines = [
        {"op": "define", "attribute": "motto", "cardinality": "ONE"},
        {"entity": "Ada", "attribute": "motto", "value": "onward"},
        {"entity": "Ada", "attribute": "quirk", "value": "hums"},
    ]
    doxa.json("load", doxa.file("records.jsonl", lines))
    undeclared = doxa.json("attributes", "--undeclared")["attributes"]
    known = {one["name"]: one for one in doxa.json("attributes")["attributes"]}

    assert [(one["name"], one["cardinality"]) for one in undeclared] == [("quirk", "MANY")]
    assert not known["quirk"]["declared"]
    assert known["motto"]["declared"]
    assert known["child"]["inverse"] == "parent"
    assert "quirk" in doxa("attributes", "--undeclared").out
