"""Operations in a browser: what works in the background, what it has done, and by which rules."""

from __future__ import annotations

import pytest_asyncio

from api.service.worker import drain
from tests.interfaces.explorer.conftest import marks
from tests.interfaces.explorer.desk_store import REMEMBER, SESSIONS, desk

pytestmark = marks


@pytest_asyncio.fixture
async def explored(serve, login, db, offline):
    """The page on a tenant whose jobs are done, but for one that nobody reads."""
    async with desk(serve, login, db) as found:
        await drain(db, offline, found.ask.tenant)
        await found.ask(REMEMBER, input={"session": "late", "messages": [{"text": "I like tea."}]})
        yield found


async def test_a_person_sees_what_works_and_steps_in(visit):
    found = await visit("operations.mjs")

    _jobs(found)
    _rest(found)
    assert found["overflow"] == {}
    assert {name: lines for name, lines in found["axe"].items() if lines} == {}


def _jobs(found):
    done, effects = found["done"], found["effects"]
    assert "1 queued, 0 running, 0 failed for good; the oldest that is not done came" in (
        " ".join(found["counts"].split())
    )
    assert effects["cancel"][0].startswith("Nobody reads its messages any more.")
    assert "The job is cancelled." in done["cancel"]
    assert found["cancelled"].count("CANCELLED") == 1
    assert found["chosen"] == 1
    assert found["again"].count("QUEUED") == 1
    assert found["cancelledAgain"] == found["cancelled"]
    assert found["listed"] == found["newest"]
    assert len(found["listed"]) == 3
    assert {" ".join(line.split()) for line in found["reads"]} == {
        f"{messages[0]} session s{number}" for number, messages in enumerate(SESSIONS)
    }
    assert any("Porto" in line for line in found["decisions"])


def _rest(found):
    assert "The task unsettled has run:" in found["done"]["task"]
    assert "no figures" not in found["done"]["task"]
    assert found["ownerRuns"] == 0
    assert "topic=work" in found["topic"]
    assert "No two memories" in found["dry"]
    assert "sample=200" in found["sample"]
    assert "OUT_OF_RANGE" in found["refused"]
    assert any("offline" in row for row in found["days"])
    assert not found["json"]
    assert any(row.startswith("lives in") for row in found["attributes"])
    assert "The built-in policy is in force" in found["policy"]
    assert "doxa policy apply" in found["policy"]
    assert found["all"] > 30
    assert len(found["corrections"]) == 2
    assert found["about"] >= 1
    assert found["offered"] == {
        "jobs": [], "tasks": [], "consolidation": [], "check": ["Check"], "stats": [],
        "audit": ["Show"], "attributes": [], "policy": [],
    }  # fmt: skip
    assert "may not consolidate" in found["may"]
