"""Periods at every door: taken as they are written, and shown as in the zone they were said in."""

from __future__ import annotations

import re
import secrets
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from tests.interfaces.mcp_server.test_mcp_http import agent, call

OFFSETS = ("-11:00", "-03:30", "+00:00", "+05:45", "+14:00")
# The start of a period by the clock of a zone, and how everybody is to read it.
PERIODS = {
    "DECADE": ("1980-01-01T00:00:00", "1980s"),
    "YEAR": ("2019-01-01T00:00:00", "2019"),
    "MONTH": ("2024-03-01T00:00:00", "2024-03"),
    "DAY": ("2024-05-01T00:00:00", "2024-05-01"),
}
CASES = [(offset, precision) for offset in OFFSETS for precision in PERIODS]
READ = """query ($name: String!) { entity(name: $name) { timeline {
  attribute validFromText validToText validFromPrecision validToPrecision validFromBasis
  memory { validFromText validToText validFromPrecision }
} } }"""
ASSERT = """mutation ($input: AssertInput!) { assertBelief(input: $input) {
  memory { id } beliefs { attribute validFrom validTo validFromText validToText
    validFromPrecision validToPrecision }
} }"""
CORRECT = """mutation ($id: ID!, $from: DateTime, $to: DateTime) {
  correctMemory(id: $id, validFrom: $from, validTo: $to, reason: "misheard") {
    beliefs { attribute validFrom validTo validFromText validToText validFromPrecision
      validToPrecision }
  }
}"""
RETRACT = """mutation ($input: RetractInput!) { retractBelief(input: $input) { outcome } }"""
AS_OF = """query ($name: String!, $at: DateTime) {
  entity(name: $name) { beliefs(asOf: {validAt: $at}) { edges { node { value } } } }
}"""


def attribute(offset, precision):
    return f"job_{precision.lower()}_{re.sub(r'[^0-9]', '', offset)}_{offset[0] == '+'}".lower()


def expected():
    return {attribute(*case): PERIODS[case[1]][1] for case in CASES}


def records():
    return [
        {"entity": "Ana", "attribute": attribute(offset, precision), "value": "cook"}
        | {"valid_from": PERIODS[precision][0] + offset, "precision": precision}
        | {"valid_to": f"2025-07-01T00:00:00{offset}", "precision_to": "MONTH"}
        for offset, precision in CASES
    ]


def starts(beliefs, key="validFromText"):
    return {one["attribute"]: one[key] for one in beliefs}


@pytest.mark.long
async def test_a_period_is_shown_at_every_door_as_in_the_zone_in_which_it_was_said(
    doxa, login, service
):
    doxa.json("load", doxa.file("records.jsonl", records()))

    shown = doxa.json("timeline", "Ana")["beliefs"]
    assert starts(shown) == expected()
    assert {one["validToText"] for one in shown} == {"2025-07"}
    table = doxa("timeline", "Ana", "--attribute", attribute("+14:00", "YEAR")).out
    assert " 2019 " in table
    assert " 2025-07 " in table

    ask = login(doxa.tenant)
    told = (await ask(READ, name="Ana"))["entity"]["timeline"]
    assert starts(told) == expected()
    assert {one["attribute"]: one["memory"]["validFromText"] for one in told} == expected()
    async with agent(service, ask.token) as (client, _):
        told = (await call(client, "timeline", entity="Ana"))["beliefs"]
    assert starts(told, "valid_from_text") == expected()
    ended = {(one["valid_to_text"], one["valid_from_basis"]) for one in told}
    assert ended == {("2025-07", "STATED")}

    graph = ET.fromstring(doxa("export", "--format", "graphml", "--valid-at", "2025-01").out)
    edges = [
        {data.get("key").removeprefix("edge_"): data.text for data in edge}
        for edge in graph.iter("{http://graphml.graphdrawing.org/xmlns}edge")
    ]
    assert {one["precision_to"] for one in edges} == {"MONTH"}
    in_2025 = {one["attribute"]: one["valid_from_text"] for one in edges}
    assert in_2025 == expected()
    quads = doxa("export", "--format", "trig", "--valid-at", "2025-01").out
    texts = re.findall(r'doxa:validFromText "([^"]*)"', quads)
    assert sorted(texts) == sorted(expected().values())


@pytest.mark.long
def test_an_export_keeps_each_period_in_its_zone(doxa):
    doxa.json("load", doxa.file("records.jsonl", records()))
    elsewhere = replace(doxa, tenant=f"t{secrets.token_hex(8)}")
    exported = doxa("export").out
    (doxa.folder / "export.jsonl").write_text(exported)
    elsewhere.json("load", "--replay", str(doxa.folder / "export.jsonl"))
    assert starts(elsewhere.json("timeline", "Ana")["beliefs"]) == expected()
    assert doxa("check").code == elsewhere("check").code == 0


@pytest.mark.long
async def test_a_plain_date_is_taken_at_every_door_as_exactly_as_it_is_written(
    doxa, login, service
):
    ask = login(doxa.tenant)
    for written, text, precision in (
        ("2018-03-05", "2018-03-05", "DAY"),
        ("2018-03", "2018-03", "MONTH"),
        ("2018", "2018", "YEAR"),
    ):
        said = {"entityName": "Ana", "value": "cook", "attribute": f"by_query_{precision}".lower()}
        made = (await ask(ASSERT, input=said | {"validFrom": written}))["assertBelief"]
        [belief] = made["beliefs"]
        assert (belief["validFromText"], belief["validFromPrecision"]) == (text, precision)
        right = {"id": made["memory"]["id"], "from": "2017", "to": "2019-09-30"}
        [belief] = (await ask(CORRECT, **right))["correctMemory"]["beliefs"]
        assert (belief["validFromText"], belief["validFromPrecision"]) == ("2017", "YEAR")
        assert (belief["validToText"], belief["validToPrecision"]) == ("2019-09-30", "DAY")
        ends = {"entityName": "Ana", "attribute": said["attribute"], "at": "2018-05-05"}
        await ask(RETRACT, input=ends)

        at_shell = f"at_shell_{precision}".lower()
        done = doxa.json("assert", "Ana", at_shell, "cook", "--from", written)
        [belief] = done["beliefs"]
        assert (belief["validFromText"], belief["validFromPrecision"]) == (text, precision)
        done = doxa.json("correct", done["memory"], "--from", "2017", "--reason", "misheard")
        assert done["beliefs"][0]["validFromPrecision"] == "YEAR"

    for coarse, text in (("1985", "1980s"), ("1989-12-31", "1980s"), ("1990", "1990s")):
        said = {"entityName": "Bo", "attribute": f"in_{coarse}".replace("-", "_"), "value": "cook"}
        made = await ask(ASSERT, input=said | {"validFrom": coarse, "precision": "DECADE"})
        [belief] = made["assertBelief"]["beliefs"]
        assert (belief["validFromText"], belief["validFrom"][:10]) == (text, f"{text[:4]}-01-01")

    found = await ask(AS_OF, name="Bo", at="1995-06-01")
    assert len(found["entity"]["beliefs"]["edges"]) == 3
    memory = made["assertBelief"]["memory"]["id"]
    async with agent(service, ask.token, {"agreed": True}) as (client, asked):
        told = await call(client, "beliefs", entity="Bo", valid_at="1985-06")
        times = {"valid_from": "1992", "valid_to": "2001-02-03"}
        [right] = (await call(client, "correct", memory=memory, reason="misheard", **times))[
            "beliefs"
        ]
    assert len(told["beliefs"]) == 2
    assert "from 1992 until 2001-02-03" in asked[0]
    assert (right["valid_from_text"], right["valid_to_text"]) == ("1992", "2001-02-03")


def test_what_was_said_of_a_period_is_told_as_that_period(doxa):
    messages = [
        {"id": f"{offset}-{number}", "session": f"s{offset}", "speaker": f"Mike {name}"}
        | {"text": text, "occurred_at": f"2026-05-01T{time}{offset}"}
        for name, offset in zip(("Ash", "Birch", "Cedar", "Elm", "Fir"), OFFSETS, strict=True)
        for number, (text, time) in enumerate(
            (
                ("I have lived in Prague since 2019.", "23:30:00"),
                ("I started at Acme today.", "00:30:00"),
                ("My sister Eva has worked at Beta since March 2024.", "23:30:00"),
            )
        )
    ]
    doxa("ingest", doxa.file("messages.jsonl", messages))

    for name in ("Ash", "Birch", "Cedar", "Elm", "Fir"):
        found = starts(doxa.json("timeline", f"Mike {name}")["beliefs"])
        assert found["lives_in"] == "2019", name
        assert found["works_at"] == "2026-05-01", name
        recalled = doxa.json("recall", f"Where does Mike {name} live?")["context"]
        assert re.search(r"\[since 2019; said by Mike \w+ on 2026-05-01", recalled), recalled
