"""Commands whose clock is wrong, goes back, or is in a zone whose offset changes: libfaketime."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from api.service.worker import drain
from extraction.offline.extractor import OfflineExtractor
from graph.clock import format_instant, now
from graph.database.session import Session
from tests.support.command_line import CommandLine

PLACES = ("/usr/lib/*/faketime", "/usr/lib/faketime", "/usr/lib64/faketime", "/opt/*/lib/faketime")
WAIT_NOT = "--no-wait"
SAID = "2025-05-01T09:00:00Z"
HOMES = {"Berlin": "2020-01-01", "Lisbon": "2024-05-01", "Rome": "2024-09-01"}

At = Callable[[datetime], CommandLine]

pytestmark = pytest.mark.long


@pytest.fixture
def at(doxa: CommandLine) -> At:
    """Somebody whose clock shows a time when each command begins, and goes on from there."""
    found = [lib for place in PLACES for lib in Path("/").glob(f"{place[1:]}/libfaketimeMT.so.1")]
    if not found:
        pytest.skip("libfaketime is not installed: `apt-get install libfaketime`")

    def shown(time: datetime) -> CommandLine:
        extra = {
            "LD_PRELOAD": str(found[0]),
            "FAKETIME": f"{(time - now()).total_seconds():+.0f}",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        }
        # In a process of its own: a fork would have loaded the library before, or not at all.
        return replace(doxa, before="pass; ", extra={**doxa.extra, **extra})

    return shown


def home(town: str, **more: str) -> dict[str, str]:
    told = {"key": town, "entity": "Ana", "attribute": "address", "value": town}
    return told | {"valid_from": HOMES[town]} | more


def said(text: str) -> dict[str, str]:
    return {"id": text, "session": "s", "speaker": "Ana", "text": text, "occurred_at": SAID}


def load(doxa: CommandLine, *lines: dict[str, str], code: int = 0):
    return doxa.json("load", doxa.file(f"{lines[0]['key']}.jsonl", list(lines)), code=code)


def towns(doxa: CommandLine, *words: str) -> list[str]:
    return [one["value"] for one in doxa.json("beliefs", "Ana", *words)["beliefs"]]


def recorded(doxa: CommandLine) -> list[str]:
    """The system time of each line of an export, in their order."""
    doxa.json("export", "-o", str(doxa.folder / "all.jsonl"))
    lines = (doxa.folder / "all.jsonl").read_text().splitlines()
    return [line.split('"recorded_at":')[1].split('"')[1] for line in lines]


async def test_what_a_clock_that_was_a_week_ahead_recorded_is_there_and_goes_on(doxa, at: At):
    ahead = at(now() + timedelta(days=7))
    load(ahead, home("Berlin", said_at=SAID))
    queued = ahead.json("ingest", ahead.file("ahead.jsonl", [said("I work as a nurse.")]), WAIT_NOT)

    assert queued["jobs"]
    assert towns(doxa) == ["Berlin"]
    load(doxa, home("Lisbon", said_at=SAID))
    assert towns(doxa) == ["Lisbon"]
    over_time = doxa.json("timeline", "Ana", "--attribute", "address")["beliefs"]
    assert [one["value"] for one in over_time] == ["Berlin", "Lisbon"]
    async with Session.open(*astuple(doxa.server)) as db:
        await drain(db, OfflineExtractor(), doxa.tenant)
    assert "nurse" in towns(doxa)
    assert doxa.json("check")["violations"] == []
    assert recorded(doxa) == sorted(recorded(doxa))


@pytest.mark.nightly
def test_a_clock_that_starts_in_1970_records_nothing_of_its_future(doxa, at: At):
    early = at(datetime(1970, 1, 1, 0, 5, tzinfo=UTC))
    done = load(early, home("Lisbon"), home("Berlin", said_at=SAID), code=3)

    assert [(one["line"], one["code"]) for one in done["refused"]] == [(2, "OUT_OF_RANGE")]
    assert recorded(doxa)[-1].startswith("1970-01-01")
    load(doxa, home("Rome", said_at=SAID))
    assert towns(doxa) == ["Rome"]
    assert towns(early) == []
    assert doxa.json("check")["violations"] == []


@pytest.mark.nightly
def test_what_a_clock_that_starts_in_2100_recorded_is_known_now(doxa, at: At):
    late = at(datetime(2100, 1, 1, tzinfo=UTC))
    load(late, home("Berlin", said_at=SAID))

    assert towns(doxa) == ["Berlin"]
    load(doxa, home("Lisbon", said_at=SAID))
    assert towns(doxa) == towns(late) == ["Lisbon"]
    assert recorded(doxa)[-1].startswith("2100-01-01")
    assert doxa.json("check")["violations"] == []


@pytest.mark.nightly
@pytest.mark.parametrize("change", ["2026-03-29T01:00:00Z", "2026-10-25T01:00:00Z"])
def test_a_change_of_the_offset_is_no_step_of_the_clock(doxa, at: At, change: str):
    moment = datetime.fromisoformat(change)
    doxa.extra["TZ"] = "Europe/Berlin"
    before, after = at(moment - timedelta(minutes=10)), at(moment + timedelta(minutes=10))
    load(before, home("Berlin", said_at=SAID))
    load(after, home("Lisbon", said_at=SAID))
    times = recorded(after)

    assert times == sorted(times)
    assert times[0] < change < times[-1]
    assert towns(after, "--system-at", format_instant(moment)) == ["Berlin"]
    assert towns(after) == ["Lisbon"]
    assert after.json("check")["violations"] == []
