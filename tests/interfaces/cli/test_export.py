"""Export, views and the way back, at the command line."""

from __future__ import annotations

import json
import secrets
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest
import rdflib

from tests.support.command_line import CommandLine

NAMESPACE = "{http://graphml.graphdrawing.org/xmlns}"
RECORDS = [
    {"op": "define", "attribute": "motto", "cardinality": "ONE"},
    {"key": "one", "entity": "Ana & <Bo>", "attribute": "motto", "value": 'say "hi" \\ bye'}
    | {"valid_from": "2020", "said_at": "2020-06-01T00:00:00Z", "source": "Ana's aunt"},
    {"key": "two", "entity": "Ana & <Bo>", "attribute": "motto", "value": "carpe\ndiem"}
    | {"valid_from": "2024-05-01", "said_at": "2024-05-02T00:00:00+02:00"},
    {"entity": {"id": "X1", "name": "Cy", "kind": "person"}, "attribute": "friend"}
    | {"target": "Ana & <Bo>", "valid_from": "2021-01-01"},
    {"op": "correct", "of": "two", "to": "carpe noctem", "reject": True, "reason": "misread"},
    {"op": "revoke", "of": "one", "reason": "hearsay"},
    {"entity": "Cy", "attribute": "motto", "value": "maybe", "confidence": 0.2},
]


@pytest.fixture
def told(doxa) -> CommandLine:
    doxa.json("load", doxa.file("records.jsonl", RECORDS))
    return doxa


@pytest.fixture
def elsewhere(doxa) -> CommandLine:
    return replace(doxa, tenant=f"t{secrets.token_hex(8)}")


@pytest.mark.long
def test_an_export_loads_in_another_tenant_and_exports_the_same_bytes(told, elsewhere, tmp_path):
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    summary = told.json("export", "-o", str(first))
    loaded = elsewhere.json("load", str(first), "--replay")
    elsewhere.json("export", "-o", str(second))
    checked = elsewhere("check")
    asked = ("Ana & <Bo>", "--attribute", "motto")
    beliefs = [who.json("beliefs", *asked)["beliefs"] for who in (told, elsewhere)]

    assert second.read_bytes() == first.read_bytes()
    assert summary["lines"] == len(first.read_text().splitlines()) > len(RECORDS)
    assert loaded["outcomes"] == {"RESTORED": summary["lines"]}
    assert checked.code == 0, checked.out
    assert [one["value"] for one in beliefs[0]] == ["carpe noctem"]
    for name in ("value", "validFrom", "systemFrom", "systemTo", "confidence"):
        assert [one[name] for one in beliefs[0]] == [one[name] for one in beliefs[1]]


@pytest.mark.long
def test_lines_are_in_order_of_recording_and_name_their_operations(told):
    ended = told("export")
    lines = [json.loads(line) for line in ended.out.splitlines()]

    assert ended.code == 0, ended.err
    # A slow export reports its progress; nothing else may be said there.
    assert [line for line in ended.err.splitlines() if not line.startswith("exported ")] == []
    assert [one["recorded_at"] for one in lines] == sorted(one["recorded_at"] for one in lines)
    assert {one["op"] for one in lines} >= {
        "define",
        "alias",
        "episode",
        "assert",
        "correct",
        "revoke",
        "reject",
        "hold",
    }
    assert {one["key"] for one in lines if one["op"] == "assert"} >= {"one", "two"}


@pytest.mark.long
def test_loading_an_export_again_changes_nothing(told, elsewhere, tmp_path):
    first = tmp_path / "first.jsonl"
    lines = told.json("export", "-o", str(first))["lines"]
    elsewhere.json("load", str(first), "--replay")
    again = elsewhere.json("load", str(first), "--replay")

    assert again["outcomes"] == {"KNOWN": lines}


@pytest.mark.long
def test_lines_of_an_export_want_a_replay_and_bad_ones_are_set_apart(told, elsewhere, tmp_path):
    first = tmp_path / "first.jsonl"
    told.json("export", "-o", str(first))
    refused = elsewhere.json("load", str(first), code=2)["refused"]
    lines = first.read_text().splitlines()
    bad = json.loads(lines[-1]) | {"surprise": 1}
    first.write_text("\n".join([*lines[:-1], json.dumps(bad)]) + "\n")
    loaded = replace(elsewhere, tenant=f"{elsewhere.tenant}b").json(
        "load", str(first), "--replay", code=3
    )

    assert {one["field"] for one in refused} <= {"recorded_at", "op"}
    assert [(one["line"], one["code"], one["field"]) for one in loaded["refused"]] == [
        (len(lines), "INVALID_ARGUMENT", "surprise")
    ]


def test_an_empty_tenant_exports_nothing(elsewhere, tmp_path):
    assert elsewhere("export").out == ""
    assert elsewhere.json("export", "-o", str(tmp_path / "none.jsonl"))["lines"] == 0
    assert (tmp_path / "none.jsonl").read_bytes() == b""


def test_what_is_exported_into_a_file_is_for_its_owner(elsewhere, tmp_path):
    left = tmp_path / ".said.jsonl.part"
    left.write_text("from a run that was cut off")
    left.chmod(0o666)
    elsewhere.json("export", "-o", str(tmp_path / "said.jsonl"))

    assert (tmp_path / "said.jsonl").stat().st_mode & 0o777 == 0o600
    assert not left.exists()


@pytest.mark.long
def test_graphml_is_well_formed_and_tells_what_is_believed(told):
    ended = told("export", "--format", "graphml")
    root = ET.fromstring(ended.out)
    nodes = {one.get("id"): data(one) for one in root.iter(f"{NAMESPACE}node")}
    edges = [(one.get("source"), one.get("target"), data(one)) for one in found(root, "edge")]
    declared = {one.get("id") for one in found(root, "key")}
    keys = {one.get("key") for one in found(root, "data")}

    assert ended.code == 0
    assert {"Ana & <Bo>", "Cy", "carpe noctem"} == {one["label"] for one in nodes.values()}
    assert keys <= declared
    assert all(source in nodes and target in nodes for source, target, _ in edges)
    assert {(nodes[s]["label"], e["attribute"], nodes[t]["label"]) for s, t, e in edges} == {
        ("Cy", "friend", "Ana & <Bo>"),
        ("Ana & <Bo>", "motto", "carpe noctem"),
    }


def found(root, name):
    return list(root.iter(f"{NAMESPACE}{name}"))


def data(element) -> dict[str, str]:
    return {
        one.get("key", "").partition("_")[2]: one.text or ""
        for one in element.iter(f"{NAMESPACE}data")
    }


@pytest.mark.long
def test_a_view_is_of_one_point_and_an_export_of_all(told):
    past = ("--valid-at", "2019-01-01T00:00:00Z")
    view = ET.fromstring(told("export", "--format", "graphml", *past).out)
    refused = told("export", *past, "--json")
    future = told("export", "--format", "trig", "--system-at", "2999-01-01T00:00:00Z", "--json")

    assert found(view, "edge") == []
    assert (refused.code, refused.error["field"]) == (2, "--valid-at")
    assert (future.code, future.error["field"]) == (2, "--system-at")


# Its own parser calls what it has deprecated itself.
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_prov_o_parses_and_leads_from_beliefs_to_sources(told):
    store = rdflib.Dataset()
    store.parse(data=told("export", "--format", "trig").out, format="trig")
    prov = rdflib.Namespace("http://www.w3.org/ns/prov#")
    doxa = rdflib.Namespace("urn:doxa:vocabulary:")
    values = {str(o) for _, _, o, _ in store.quads((None, doxa.value, None, None))}
    ways = store.query(
        """SELECT ?text ?label WHERE {
             GRAPH ?g { ?belief a doxa:Belief ; prov:wasDerivedFrom ?memory }
             ?memory prov:wasDerivedFrom ?episode .
             ?episode a doxa:Episode ; prov:value ?text .
           }""",
        initNs={"prov": prov, "doxa": doxa},
    )
    revised = list(store.quads((None, prov.wasRevisionOf, None, None)))
    agents = {str(o) for _, _, o, _ in store.quads((None, rdflib.RDFS.label, None, None))}
    ended = list(store.quads((None, prov.invalidatedAtTime, None, None)))

    assert values == {"carpe noctem"}
    assert any("carpe" in str(way.text) for way in ways)
    assert revised
    for later, _, earlier, _ in revised:
        # Readers of PROV know a derivation as a relation, and a revision as an attribute.
        assert list(store.quads((later, prov.wasDerivedFrom, earlier, None)))
    assert "Ana's aunt" in agents
    assert len(ended) == 2


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_times_of_prov_o_can_be_compared_and_say_how_exact_they_are(told):
    store = rdflib.Dataset(default_union=True)
    store.parse(data=told("export", "--format", "trig").out, format="trig")
    found = store.query(
        """SELECT ?from ?precision ?text WHERE {
             ?belief a doxa:Belief ; doxa:validFrom ?from ; doxa:validFromPrecision ?precision ;
                     doxa:validFromText ?text .
             FILTER (?from > "1900-01-01T00:00:00Z"^^xsd:dateTime
                     && ?from < "2999-01-01T00:00:00Z"^^xsd:dateTime)
           }""",
        initNs={"doxa": rdflib.Namespace("urn:doxa:vocabulary:"), "xsd": rdflib.XSD},
    )
    beliefs = list(store.subjects(rdflib.RDF.type, rdflib.URIRef("urn:doxa:vocabulary:Belief")))
    assert len(list(found)) == len(set(beliefs)) > 0
    times = [
        one for one in store.objects() if getattr(one, "datatype", None) == rdflib.XSD.dateTime
    ]
    assert times
    assert all(one.value.tzinfo is not None for one in times)


def test_a_file_that_cannot_be_written_is_bad_input(told, tmp_path):
    ended = told("export", "-o", str(tmp_path / "nowhere" / "x.jsonl"), "--json")

    assert (ended.code, ended.error["field"]) == (2, "-o")
