"""Asking in a browser: items with the parts of their score, and what was left out."""

from __future__ import annotations

from tests.interfaces.explorer.conftest import marks
from tests.interfaces.explorer.story import SCRIPT

pytestmark = marks


async def test_a_person_asks_and_sees_what_came_and_what_did_not(visit):
    found = await visit("recall.mjs")

    assert any("Ana lives in Lisbon" in line for line in found["items"])
    assert [line.split("\n")[0] for line in found["parts"]] == [
        "Score", "Relevance", "Recency", "Importance",
    ]  # fmt: skip
    assert found["degraded"] == ["vectors: no embedding model is configured"]
    assert "Lisbon or Oslo" in found["questions"]
    assert any("relevance under its floor" in row for row in found["left"])
    assert "Lisbon" in found["context"]
    assert "outcome" in found["explained"]
    assert any("brother Rui lives in Faro" in turn for turn in found["episodes"])
    assert found["about"] == ["Bruno lives in Braga by 1 Jan 2026 12:00"]
    assert any("about somebody else" in row for row in found["elsewhere"])
    assert found["before"] == found["items"]
    assert any("Porto" in line for line in found["then"])
    assert "OUT_OF_RANGE" in found["refused"]
    assert all(SCRIPT in line for line in found["markup"])
    assert (found["elements"], found["overflow"]) == (0, 0)
    assert {name: lines for name, lines in found["axe"].items() if lines} == {}
