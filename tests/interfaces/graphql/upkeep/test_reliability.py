"""Sheets, marks and calibrations over HTTP and at the command line."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graph.proposals.reliability.sheets import draw_sheet
from graph.vocabulary import Role
from tests.support.command_line import CommandLine

SHEETS = """query ($open: Boolean) { sheets(open: $open) { edges { node {
  drawnAt open
  samples { memory { id text confidence statedConfidence calibrationVersion } extractor
            statedConfidence correct markedAt actor }
} } } }"""
MARK = """mutation ($marks: [MarkInput!]!) { markMemories(marks: $marks) {
  version actor extractors { extractor marked right share stated applied
                             bands { from to marked right stated confidence } }
} }"""
APPLY = """mutation ($name: String!, $applied: Boolean!) {
  applyCalibration(extractor: $name, applied: $applied, reason: "why not") {
    version reason extractors { applied }
  }
}"""
VERSION = "query ($version: Int) { calibration(version: $version) { version actor } }"


@pytest.mark.long
async def test_a_drawn_sheet_is_found_marked_and_taken_back(ask, login, db, tmp_path, server):
    doxa = CommandLine(tmp_path, server, ask.tenant)
    said = [
        {
            "id": f"m{number}",
            "session": "s",
            "speaker": "Ana",
            "text": f"I live in {city} now.",
            "occurred_at": "2026-01-01T09:00:00Z",
        }
        for number, city in enumerate(("Lisbon", "Vienna"))
    ]
    doxa.json("ingest", doxa.file("talk.jsonl", said))
    # Commands have the world's clock.
    assert await draw_sheet(db, ask.tenant, datetime.now(UTC)) > 0
    [waiting] = doxa.json("sample", "sheets")["sheets"]
    _, *kept = doxa("sample", "--kept").out.splitlines()
    [sheet] = [edge["node"] for edge in (await ask(SHEETS))["sheets"]["edges"]]
    drawn = [sample["memory"]["id"] for sample in sheet["samples"]]
    reviewer = login(ask.tenant, role=Role.REVIEWER)
    marks = [{"memory": memory, "correct": False} for memory in drawn]
    found = (await reviewer(MARK, marks=marks))["markMemories"]
    [known] = found["extractors"]

    assert (waiting["open"], len(kept), sheet["open"]) == (len(drawn),) * 3
    assert (known["marked"], known["right"], known["share"]) == (len(drawn), 0, 0.0)
    assert known["bands"][8]["confidence"] < known["bands"][8]["stated"]
    assert (await ask(SHEETS))["sheets"]["edges"] == []
    assert len((await ask(SHEETS, open=False))["sheets"]["edges"]) == 1
    asked = {"name": known["extractor"], "applied": False}
    assert (await reviewer.refused(APPLY, **asked))["code"] == "FORBIDDEN"
    assert (await reviewer.refused(MARK, marks=marks))["code"] == "CONFLICT"
    assert (await login()(VERSION))["calibration"]["version"] == 0
    foreign = await login().refused(MARK, marks=marks)
    assert (foreign["code"], foreign["field"]) == ("NOT_FOUND", "marks.0.memory")
    taken = (await ask(APPLY, **asked))["applyCalibration"]
    assert (taken["version"], taken["extractors"]) == (2, [{"applied": False}])
    assert (await ask(VERSION, version=1))["calibration"]["version"] == 1
