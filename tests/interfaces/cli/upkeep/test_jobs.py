"""The commands for jobs, and processes that only work."""

from __future__ import annotations

import json
import signal
import time

import pytest

TOWNS = ("Oslo", "Rome", "Lima", "Cairo", "Quito", "Delhi")


def said(doxa):
    lines = [
        {
            "id": f"m{number}",
            "session": f"s{number}",
            "speaker": f"Ada{number}",
            "text": f"I live in {town}.",
            "occurred_at": "2024-05-01T10:00:00+02:00",
        }
        for number, town in enumerate(TOWNS)
    ]
    return doxa.file("said.jsonl", lines)


def statuses(doxa):
    return [one["status"] for one in doxa.json("jobs", "list")["jobs"]]


@pytest.mark.long
def test_jobs_are_listed_cancelled_and_run_again(alone):
    assert "no such jobs" in alone("jobs", "list").out
    alone("ingest", said(alone), "--no-wait")
    first, *others = alone.json("jobs", "list")["jobs"]

    assert {one["status"] for one in (first, *others)} == {"QUEUED"}
    assert alone.json("jobs", "cancel", first["id"])["job"]["status"] == "CANCELLED"
    assert alone("jobs", "cancel", first["id"]).code == 2
    listed = alone("jobs", "list", "--status", "cancelled").out
    assert first["id"] in listed
    assert others[0]["id"] not in listed
    assert alone("jobs", "show", "j_00000000000000000000000000").code == 2
    assert "QUEUED" in alone("jobs", "retry", first["id"]).out
    assert alone("jobs", "show", first["id"]).code == 0


@pytest.mark.long
def test_a_worker_works_until_it_is_stopped_and_another_goes_on(alone):
    alone("ingest", said(alone), "--no-wait")
    with alone.started("worker", "--json", tenant=False) as first:
        assert first.stdout is not None
        printed = b"".join(iter(first.stdout.readline, b"}\n")) + b"}"
        assert json.loads(printed) == {"working": True}
        first.send_signal(signal.SIGTERM)
        assert first.wait(60) == 0
    assert "RUNNING" not in statuses(alone), "it has handed back what it had"

    with alone.started("worker", tenant=False) as second:
        until = time.monotonic() + 120
        while set(statuses(alone)) != {"SUCCEEDED"}:
            assert time.monotonic() < until, statuses(alone)
            time.sleep(1)
        second.send_signal(signal.SIGINT)
        assert second.wait(60) == 0
    for number, town in enumerate(TOWNS):
        [held] = alone.json("beliefs", f"Ada{number}")["beliefs"]
        assert held["target"]["name"] == town
        assert len(held["memories"]) == 1
