"""Dates and intervals by EDTF at every door: taken, refused by name, and written."""

from __future__ import annotations

import json
from xml.etree import ElementTree as ET

import pytest

from tests.interfaces.mcp_server.test_mcp_http import agent, call

SAID = "2026-01-05T00:00:00Z"
ASSERT = """mutation ($input: AssertInput!) { assertBelief(input: $input) {
  memory { id confidence startUnknown endUnknown }
  beliefs { validFrom validTo validFromText validToText validFromPrecision validToPrecision }
} }"""
CORRECT = """mutation ($id: ID!, $valid: String, $from: DateTime) {
  correctMemory(id: $id, valid: $valid, validFrom: $from, reason: "misread", reject: false) {
    memory { startUnknown endUnknown confidence }
    beliefs { validFrom validTo }
  }
}"""
RETRACT = """mutation ($input: RetractInput!) {
  retractBelief(input: $input) { memory { validFromText confidence } }
}"""


def times(belief):
    return belief["validFrom"][:10], belief["validTo"] and belief["validTo"][:10]


def test_a_file_takes_dates_and_whole_intervals(doxa):
    said = {"entity": "Ana", "value": "cook", "said_at": SAID}
    expected = {
        "1984": ("1984-01-01", "1985-01-01"),
        "1984-06-02": ("1984-06-02", "1984-06-03"),
        "1985/1990-05": ("1985-01-01", "1990-06-01"),
        "1985/..": ("1985-01-01", None),
        "1985/": ("1985-01-01", "1986-01-01"),
        "../1985": ("1985-01-01", "1986-01-01"),
        "156X": ("1560-01-01", "1570-01-01"),
        "2001-24": ("2001-12-01", "2002-03-01"),
    }
    lines = [
        said | {"attribute": f"job_{number}", "valid": text, "key": f"k{number}"}
        for number, text in enumerate(expected)
    ]
    lines += [
        said | {"attribute": "since", "valid_from": "156X", "valid_to": "2001-34"},
        # By its content, and by its key.
        {"op": "correct", "entity": "Ana", "attribute": "job_0", "value": "cook"}
        | {"valid": "1984", "to": "baker"},
        {"op": "correct", "of": "k1", "valid": "1983/1984"},
        said | {"op": "retract", "attribute": "since", "at": "2001-21?"},
    ]
    doxa.json("load", doxa.file("records.jsonl", lines))
    told = {one["attribute"]: one for one in doxa.json("timeline", "Ana")["beliefs"]}

    found = {text: times(told[f"job_{number}"]) for number, text in enumerate(expected)}
    assert found == expected | {"1984-06-02": ("1983-01-01", "1985-01-01")}
    assert told["job_0"]["value"] == "baker"
    assert (told["job_4"]["endUnknown"], told["job_5"]["startUnknown"]) == (True, True)
    assert (told["since"]["validFromText"], told["since"]["validToText"]) == (
        "1560s",
        "spring 2001",
    )


def test_lines_with_what_no_belief_can_say_are_refused_by_name(doxa):
    said = {"entity": "Ana", "attribute": "job_title", "value": "cook", "said_at": SAID}
    lines = (
        ({"valid_from": "15XX"}, "valid_from", "INVALID_ARGUMENT"),
        ({"valid_to": "2004-XX-23"}, "valid_to", "INVALID_ARGUMENT"),
        ({"valid_from": "1984/1990"}, "valid_from", "INVALID_ARGUMENT"),
        ({"valid": "[1667,1668]"}, "valid", "INVALID_ARGUMENT"),
        ({"valid": "1990/1984"}, "valid", "INVERTED_INTERVAL"),
        ({"valid": "Y17000/.."}, "valid", "OUT_OF_RANGE"),
        ({"valid": "1984", "valid_to": "1990"}, "valid_to", "INVALID_ARGUMENT"),
        ({"valid": "1984", "precision": "DECADE"}, "precision", "INVALID_ARGUMENT"),
        ({"valid": "1984", "op": "retract"}, "valid", "INVALID_ARGUMENT"),
        ({"said_at": "1984/1990"}, "said_at", "INVALID_ARGUMENT"),
        ({"valid_from": "1984", "vouched_until": "1985?"}, "vouched_until", "INVALID_ARGUMENT"),
    )
    path = doxa.file("records.jsonl", [said | keys for keys, *_ in lines])
    assert doxa("load", path, "--errors", str(doxa.folder / "refused")).code == 2
    refused = [json.loads(line) for line in (doxa.folder / "refused").read_text().splitlines()]

    assert [[one["field"], one["code"]] for one in refused] == [end for _, *end in lines]
    assert all(one["hint"] for one in refused)


def test_a_command_takes_dates_and_whole_intervals(doxa):
    done = doxa.json("assert", "Ana", "job_title", "cook", "--valid", "1984-06/1990?")
    [belief] = done["beliefs"]
    assert times(belief) == ("1984-06-01", "1991-01-01")
    assert belief["confidence"] == 0.75
    done = doxa.json("correct", done["memory"], "--valid", "1985/", "--reason", "misread")
    assert times(done["beliefs"][0]) == ("1985-01-01", "1986-01-01")
    [belief] = doxa.json("assert", "Bo", "job_title", "cook", "--from", "2001-33")["beliefs"]
    assert belief["validFromText"] == "2001-Q1"
    assert doxa.json("beliefs", "Bo", "--valid-at", "2001-21")["beliefs"]

    for options, field in (
        (("--valid", "1984", "--until", "1990"), "--until"),
        (("--valid", "15XX"), "--valid"),
        (("--from", "1984/1990"), "--from"),
    ):
        refused = doxa("assert", "Ana", "job_title", "cook", *options)
        assert refused.code == 2
        assert f"field  {field}\n" in refused.err


async def test_graphql_takes_dates_and_whole_intervals(ask):
    said = {"entityName": "Ana", "attribute": "job_title", "value": "cook"}
    made = (await ask(ASSERT, input=said | {"valid": "198X~/1990-05"}))["assertBelief"]
    [belief] = made["beliefs"]
    assert times(belief) == ("1980-01-01", "1990-06-01")
    assert (belief["validFromPrecision"], belief["validToPrecision"]) == ("DECADE", "MONTH")
    assert made["memory"]["confidence"] == 0.8
    right = (await ask(CORRECT, id=made["memory"]["id"], valid="/1990"))["correctMemory"]
    assert times(right["beliefs"][0]) == ("1990-01-01", "1991-01-01")
    assert right["memory"] == {"startUnknown": True, "endUnknown": False, "confidence": 0.8}
    other = said | {"attribute": "town", "validFrom": "2001-24", "confidence": 0.6}
    made = (await ask(ASSERT, input=other))["assertBelief"]
    assert made["beliefs"][0]["validFromText"] == "winter 2001"
    assert made["memory"]["confidence"] == 0.6
    over = {"entityName": "Ana", "attribute": "town", "value": "cook", "at": "2010%"}
    assert (await ask(RETRACT, input=over))["retractBelief"]["memory"] == {
        "validFromText": "2010",
        "confidence": 0.7,
    }


async def test_graphql_refuses_by_name_what_no_belief_can_say(ask):
    said = {"entityName": "Ana", "attribute": "job_title", "value": "cook"}
    for given, code, field in (
        ({"valid": "1984", "validTo": "1990"}, "INVALID_ARGUMENT", "input.validTo"),
        ({"valid": "1984", "endUnknown": True}, "INVALID_ARGUMENT", "input.endUnknown"),
        ({"valid": "{1984,1985}"}, "INVALID_ARGUMENT", "input.valid"),
        ({"valid": "2500/"}, "INVERTED_INTERVAL", "input.valid"),
        ({"validFrom": "1984/1990"}, "INVALID_ARGUMENT", "input.validFrom"),
        ({"validFrom": "2001-40"}, "INVALID_ARGUMENT", "input.validFrom"),
        ({"expiresAt": "2040?"}, "INVALID_ARGUMENT", "input.expiresAt"),
    ):
        refused = await ask.refused(ASSERT, input=said | given)
        assert (refused["code"], refused["field"]) == (code, field), given

    memory = (await ask(ASSERT, input=said))["assertBelief"]["memory"]["id"]
    for given, field in (
        ({"valid": "1984/.."}, "valid"),
        ({"valid": "1984?"}, "valid"),
        ({"from": "1984?"}, "validFrom"),
        ({"valid": "1984", "from": "1984"}, "validFrom"),
    ):
        refused = await ask.refused(CORRECT, id=memory, **given)
        assert (refused["code"], refused["field"]) == ("INVALID_ARGUMENT", field), given


async def test_an_agent_corrects_a_whole_interval(login, service):
    ask = login()
    said = {"entityName": "Ana", "attribute": "job_title", "value": "cook", "valid": "1984"}
    memory = (await ask(ASSERT, input=said))["assertBelief"]["memory"]["id"]
    async with agent(service, ask.token, {"agreed": True}) as (client, asked):
        told = await call(client, "correct", memory=memory, reason="misread", valid="1985/1990")

    assert "1985/1990" in asked[0]
    [belief] = told["beliefs"]
    assert (belief["valid_from_text"], belief["valid_to_text"]) == ("1985", "1991")


@pytest.mark.long
def test_a_graph_for_other_programs_has_each_interval_as_edtf(doxa):
    texts = ("1984-06/2090", "198X/..", "2001-24/..", "1985-04-12/2090-04-12", "/2090-05")
    said = {"entity": "Ana", "value": "cook", "said_at": SAID}
    lines = [
        said | {"attribute": f"job_{number}", "valid": text} for number, text in enumerate(texts)
    ]
    doxa.json("load", doxa.file("records.jsonl", lines))
    shown = doxa("export", "--format", "graphml", "--valid-at", "2090-04-12").out
    graph = ET.fromstring(shown)
    edges = [
        {data.get("key").removeprefix("edge_"): data.text for data in edge}
        for edge in graph.iter("{http://graphml.graphdrawing.org/xmlns}edge")
    ]

    found = {edge["attribute"]: edge["valid"] for edge in edges}
    assert found == {f"job_{number}": text for number, text in enumerate(texts) if number != 4}
