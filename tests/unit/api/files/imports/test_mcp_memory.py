"""The knowledge graph of the MCP memory server as lines of a load."""

from __future__ import annotations

import json

import pytest
from hypothesis import given

from api.files.imports.formats import FactLine
from graph.errors import InvalidArgument
from tests.support.mutations import changed_documents
from tests.support.profiles import examples

FORMAT = "mcp-memory"
ENTITY = {
    "type": "entity",
    "name": "Ann",
    "entityType": "person",
    "observations": ["Speaks Spanish", "Likes tea"],
}
RELATION = {"type": "relation", "from": "Ann", "to": "Acme", "relationType": "works_at"}
GRAPH = [ENTITY, {"type": "entity", "name": "Acme", "entityType": "company"}, RELATION]


def lines(*records):
    return "".join(f"{json.dumps(record)}\n" for record in records)


def test_observations_are_values_and_relations_lead_to_entities_of_their_kinds(exports):
    ann = {"name": "Ann", "kind": "person"}

    assert exports.facts(lines(*GRAPH)) == [
        {"entity": ann, "attribute": "observation", "value": "Speaks Spanish"},
        {"entity": ann, "attribute": "observation", "value": "Likes tea"},
        {
            "entity": ann,
            "attribute": "works_at",
            "target": {"name": "Acme", "kind": "organization"},
        },
    ]


def test_the_graph_as_the_server_answers_with_it_is_read_as_its_file(exports):
    answer = {"entities": GRAPH[:2], "relations": [RELATION]}

    assert exports.facts(answer) == exports.facts(lines(*GRAPH))


def test_a_fact_has_the_same_key_wherever_it_stands_in_the_file(exports):
    forward = exports.facts(lines(*GRAPH), "key")

    assert sorted(exports.facts(lines(*reversed(GRAPH)), "key")) == sorted(forward)
    assert len(set(forward)) == len(forward)


@pytest.mark.parametrize(
    ("record", "why"),
    [
        ({"type": "entity", "name": " "}, "an entity without a name"),
        ({"type": "entity", "name": "Bo"}, "an entity of which nothing is observed"),
        (ENTITY | {"observations": [3]}, "an observation that is no text"),
        (RELATION | {"to": None}, "a relation that does not tell what it relates"),
        ({"type": "note"}, "a line that is neither an entity nor a relation"),
        ([1], "a line that is neither an entity nor a relation"),
    ],
)
def test_what_of_a_graph_is_no_fact_is_left_out_with_its_reason(exports, record, why):
    imported = exports.read(lines(RELATION, record))

    assert imported.left_out == {why: 1}
    assert "line 2" in imported.places[why]
    assert len(imported.fact_lines) == 1


@pytest.mark.parametrize(
    "bad", ["{", "[" * 100_000, '{"a": ' + "9" * 5_000 + "}", '"\\ud800"', "\0"]
)
def test_a_broken_line_of_a_graph_costs_no_neighbour(exports, bad):
    imported = exports.read(f"{lines(RELATION)}{bad}\n{lines(ENTITY)}")

    assert len(imported.fact_lines) == 3
    assert sum(imported.left_out.values()) == 1


@pytest.mark.parametrize(
    ("bad", "code"), [("a\0b", "BAD_CHARACTERS"), ("\ud800", "BAD_CHARACTERS")]
)
def test_a_value_that_no_load_takes_is_refused_with_its_place(exports, bad, code):
    imported = exports.read(lines(ENTITY | {"observations": [bad, "Likes tea"]}, RELATION))
    (refused,) = (fact for fact in imported.facts if not isinstance(fact, FactLine))

    assert (refused.code, "line 1" in refused.message) == (code, True)
    assert len(imported.fact_lines) == 2


WHOLE = {"entities": GRAPH[:2], "relations": [RELATION]}


def test_no_value_of_another_form_breaks_the_reader_of_a_graph_of_the_memory_server(exports):
    exports.read_each_change(WHOLE)


@given(content=changed_documents(WHOLE))
@examples(quick=100, long=1_000)
def test_a_graph_with_other_values_is_read_or_refused(exports, content):
    exports.read_or_refuse(content)


def test_an_empty_graph_is_no_file_of_the_server(exports):
    with pytest.raises(InvalidArgument):
        exports.read({"entities": [], "relations": []})
