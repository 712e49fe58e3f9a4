"""Edges of Zep's graph as facts, with when they held and when they ended."""

from __future__ import annotations

import pytest
from hypothesis import given

from api.files.imports.formats import read_export
from api.files.imports.items import ImportOptions
from tests.support.mutations import changed_documents
from tests.support.profiles import examples

FORMAT = "zep"
SAID, LATER = "2024-05-01T09:00:00Z", "2025-06-01T09:00:00Z"
EDGE = {
    "uuid": "e1",
    "name": "WORKS_AT",
    "fact": "Ann works at Acme",
    "source_node_uuid": "n1",
    "target_node_uuid": "n2",
    "group_id": "g",
    "episodes": ["p1"],
    "attributes": {},
    "created_at": SAID,
    "valid_at": "2018-03-01T00:00:00Z",
    "invalid_at": None,
    "expired_at": None,
}
NODES = [
    {"uuid": "n1", "name": "Ann", "labels": ["Entity", "Person"], "summary": "Ann works."},
    {"uuid": "n2", "name": "Acme", "labels": ["Entity"], "summary": ""},
]
TIMES = ("op", "valid_from", "valid_to", "start_unknown", "end_unknown", "at", "said_at")


def graph(**changes):
    return {"edges": [EDGE | changes], "nodes": NODES}


def times(exports, **changes):
    """The times of each line, without those that it does not have."""
    lines = exports.facts(graph(**changes), *TIMES)
    return [{key: value for key, value in zip(TIMES, line, strict=True) if value} for line in lines]


def test_an_edge_is_a_fact_between_named_nodes_known_by_their_ids(exports):
    assert exports.facts(graph()) == [
        {
            "entity": {"id": "zep:n1", "name": "Ann", "kind": "person"},
            "attribute": "WORKS_AT",
            "target": {"id": "zep:n2", "name": "Acme"},
            "text": "Ann works at Acme",
            "valid_from": "2018-03-01T00:00:00Z",
            "said_at": SAID,
        }
    ]


def test_an_edge_that_was_invalidated_is_a_fact_and_its_end(exports):
    end = "2020-01-01T00:00:00Z"

    assert times(exports, invalid_at=end, expired_at=LATER) == [
        {"valid_from": EDGE["valid_at"], "said_at": SAID},
        {"op": "retract", "at": end, "said_at": LATER},
    ]


def test_what_was_exported_before_it_ended_keeps_its_line_when_it_has_ended(exports):
    before = exports.read(graph()).fact_lines
    after = exports.read(graph(invalid_at="2020-01-01T00:00:00Z", expired_at=LATER)).fact_lines

    assert [line.raw for line in before] == [line.raw for line in after[:1]]


def test_an_edge_that_expired_at_no_known_time_is_over_when_that_was_noticed(exports):
    assert times(exports, expired_at=LATER)[1:] == [{"end_unknown": True, "said_at": LATER}]


def test_what_was_over_when_it_was_said_began_nobody_knows_when(exports):
    assert times(exports, valid_at=None, invalid_at="2020-01-01T00:00:00Z") == [
        {"valid_to": "2020-01-01T00:00:00Z", "start_unknown": True, "said_at": SAID}
    ]


def test_the_time_of_the_episode_is_when_a_fact_was_said(exports):
    spoken = "2024-04-30T09:00:00Z"

    assert times(exports, reference_time=spoken, valid_at=None) == [{"said_at": spoken}]


def test_nodes_and_edges_may_be_in_files_of_their_own(exports):
    exports.write(NODES, "nodes.json")
    exports.write([EDGE], "edges.json")

    assert len(read_export(FORMAT, exports.folder, ImportOptions()).fact_lines) == 1


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ({"edges": [EDGE]}, "an edge between nodes that the export does not name"),
        (graph(fact=None), "an edge without id, name or fact"),
        (graph(uuid=7), "an edge without id, name or fact"),
    ],
)
def test_what_of_a_graph_of_zep_tells_too_little_is_left_out(exports, content, why):
    imported = exports.read(content)

    assert imported.left_out[why] == 1
    assert not imported.facts


def test_summaries_and_episodes_are_left_out_and_counted(exports):
    episode = {"uuid": "p1", "name": "x", "content": "Ann: I work at Acme", "valid_at": SAID}
    imported = exports.read(graph() | {"episodes": [episode]})

    assert imported.left_out == {
        "a summary that a model made of the facts": 1,
        "an episode, or another record that is neither edge nor node": 1,
    }


@pytest.mark.parametrize("bad", ["2018-03-01T00:00:00", "soon", 7, "-0044-01-01T00:00:00Z"])
def test_an_edge_with_a_time_that_is_none_is_refused_and_its_neighbour_is_not(exports, bad):
    imported = exports.read({"edges": [EDGE | {"valid_at": bad}, EDGE], "nodes": NODES})

    assert (len(imported.facts), len(imported.fact_lines)) == (2, 1)


WHOLE = graph(invalid_at=LATER)


def test_no_value_of_another_form_breaks_the_reader_of_a_graph_of_zep(exports):
    exports.read_each_change(WHOLE)


@given(content=changed_documents(WHOLE))
@examples(quick=100, long=1_000)
def test_a_graph_of_zep_with_other_values_is_read_or_refused(exports, content):
    exports.read_or_refuse(content)
