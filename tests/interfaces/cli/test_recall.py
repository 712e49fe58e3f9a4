"""Recall at the command line, with vectors behind a load, and why; the list of memories."""

from __future__ import annotations

import pytest

RECORDS = [
    {"entity": "Ana", "attribute": "workplace", "value": "Berlin", "valid_from": "2018"},
    {"entity": "Ana", "attribute": "workplace", "value": "Lisbon", "valid_from": "2021"},
    {"entity": "Ana", "attribute": "employer", "value": "Acme", "valid_from": "2020"},
]
LISTED = [
    {"entity": "Ana", "attribute": "workplace", "value": "Berlin", "valid_from": "2018"},
    {"entity": "Ana", "attribute": "workplace", "value": "Lisbon", "valid_from": "2021"},
    {"entity": "Ana", "attribute": "hobby", "value": "chess", "session": "monday"},
    {"entity": "Bo", "attribute": "motto", "value": "onward", "topic": "Words"},
]


@pytest.mark.long
def test_what_matters_is_recalled_and_explained(doxa):
    doxa.json("load", doxa.file("people.jsonl", RECORDS))
    found = doxa.json("recall", "What is the workplace of Ana?")
    then = doxa.json("recall", "What was the workplace of Ana in 2019?")
    (item,) = found["items"]
    told = doxa.json("why", found["id"], item["memory"])
    shown = doxa("recall", "What is the workplace of Ana?")
    block = doxa("recall", "What is the workplace of Ana?", "--context")

    assert item["belief"]["value"] == "Lisbon"
    assert [one["belief"]["value"] for one in then["items"]] == ["Berlin"]
    assert told["outcome"] == "recalled"
    assert "Lisbon" in shown.out
    assert block.out.startswith("<memory>")
    assert block.out.rstrip().endswith("</memory>")


VISITS = [
    "I live in Lisbon.",
    "I visited Oslo on 2 December 2024.",
    "I visited Kyoto on 8 March 2025.",
    "I visited Nara on 30 April 2025.",
]


@pytest.mark.long
def test_a_question_about_a_period_is_answered_with_what_happened_in_it(doxa):
    said = {"session": "s", "speaker": "Mike", "occurred_at": "2026-03-01T09:00:00+00:00"}
    told = [said | {"id": f"m{number}", "text": text} for number, text in enumerate(VISITS)]
    doxa.json("ingest", doxa.file("talk.jsonl", told))
    march = doxa.json("recall", "What did Mike visit in March 2025?")
    year = doxa.json("recall", "Which cities did I visit in 2025?", "--speaker", "Mike")
    shown = doxa("recall", "What did Mike visit in March 2025?").out

    assert [place(item) for item in march["items"]] == ["Kyoto"]
    assert march["period"] == {
        "validFrom": "2025-03-01T00:00:00Z",
        "validTo": "2025-04-01T00:00:00Z",
    }
    assert {place(item) for item in year["items"]} == {"Kyoto", "Nara"}
    assert "what held at any time from 2025-03-01T00:00:00Z until 2025-04-01T00:00:00Z" in shown


def place(item):
    belief = item["belief"]
    return belief.get("value") or belief["target"]["name"]


@pytest.mark.long
def test_the_first_person_is_who_asks(doxa):
    user = {"entity": "user", "attribute": "workplace", "value": "Oslo"}
    doxa.json("load", doxa.file("people.jsonl", [*RECORDS, user]))
    asked = "What is my workplace?"

    for given, known in ((["--speaker", "Ana"], "Lisbon"), ([], "Oslo")):
        found = doxa.json("recall", asked, *given)
        assert found["items"][0]["belief"]["value"] == known
        assert found["query"] == asked
    assert doxa("recall", asked, "--speaker", " ").code == 2


@pytest.mark.long
def test_what_was_said_and_hints_come_where_they_are_asked_for(doxa):
    unsure = [RECORDS[1], RECORDS[1] | {"value": "Porto", "confidence": 0.3}]
    doxa.json("load", doxa.file("people.jsonl", unsure))
    found = doxa.json("recall", "What is the workplace of Ana?", "--hints", "--episodes")
    shown = doxa("recall", "What is the workplace of Ana?", "--hints")

    assert [one["belief"] for one in found["hints"]] == [None]
    assert found["episodes"] == []
    assert "hints, not facts" in shown.out
    assert "Porto" in shown.out


@pytest.mark.long
def test_nothing_is_recalled_of_what_was_never_said(doxa):
    doxa.json("load", doxa.file("people.jsonl", RECORDS))

    assert doxa.json("recall", "How tall is the Eiffel tower?")["items"] == []
    assert "nothing is recalled" in doxa("recall", "How tall is the Eiffel tower?").out


def test_an_unknown_recall_is_refused(doxa):
    nobody = f"q_{'0' * 26}"
    ended = doxa("why", nobody, nobody.replace("q", "m"))

    assert ended.code == 2
    assert "there is no recall" in ended.err


def test_an_unknown_time_zone_is_refused(doxa):
    ended = doxa("recall", "Where was I on 3 March?", "--time-zone", "Europe/Atlantis")

    assert ended.code == 2
    assert "--time-zone" in ended.err


@pytest.mark.long
def test_the_day_of_a_question_begins_in_its_time_zone(doxa):
    found = doxa.json("recall", "Where was I on 3 March 2026?", "--time-zone", "+02:00")

    assert found["period"]["validFrom"] == "2026-03-02T22:00:00Z"


def values(found):
    return {one["value"] for one in found["memories"]}


@pytest.mark.long
def test_memories_are_listed_by_what_they_are_about(doxa):
    doxa.json("load", doxa.file("people.jsonl", LISTED))

    assert values(doxa.json("memories")) == {"Lisbon", "chess", "onward"}
    assert values(doxa.json("memories", "--entity", "Ana")) == {"Lisbon", "chess"}
    assert values(doxa.json("memories", "--status", "SUPERSEDED")) == {"Berlin"}
    assert values(doxa.json("memories", "--topic", "work")) == {"Lisbon"}
    assert values(doxa.json("memories", "--session", "monday")) == {"chess"}
    assert len(values(doxa.json("memories", "--limit", "2"))) == 2
    (one,) = doxa.json("memories", "--topic", "words")["memories"]
    assert (one["topic"], one["status"], one["entity"]["name"]) == ("Words", "ACTIVE", "Bo")
    shown = doxa("memories", "--attribute", "hobby")
    assert ("chess" in shown.out, "interests" in shown.out) == (True, True)
    assert "no revoked memories" in doxa("memories", "--status", "REVOKED").out


def test_a_bad_filter_of_memories_is_refused(doxa):
    ended = doxa("memories", "--min-confidence", "2")

    assert ended.code == 2
    assert "OUT_OF_RANGE" in ended.err
