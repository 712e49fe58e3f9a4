"""Saying something in a browser: the decisions of its job arrive as they are made."""

from __future__ import annotations

import pytest

from tests.interfaces.explorer.conftest import marks

pytestmark = marks


async def test_a_person_says_something_and_watches_what_becomes_of_it(visit, explored):
    found = await visit("say.mjs")

    outcomes = {line.split()[0]: line for line in found["first"]}
    assert "Zoe" in outcomes["stored"]
    assert "peanuts" in outcomes["review"]
    assert "nobody has recorded a consent to keep health" in outcomes["review"]
    assert any("Zoe lives in Lagos" in line for line in found["live"])
    assert found["quoted"].startswith("<script>alert('said')</script> I live in Evora.")
    assert found["again"] == found["first"]
    assert "OUT_OF_RANGE" in found["refused"]
    assert found["occurred"] == [
        "2026-11-10T21:30:00.000-05:00", "2026-07-10T00:00:00.000-04:00",
        "2026-11-10T21:30+05:30", "2026-11-10T21:30Z",
    ]  # fmt: skip
    assert "may not" in found["reader"]
    assert "Add message" not in found["menu"]
    assert (found["elements"], found["overflow"]) == (0, 0)
    assert {name: lines for name, lines in found["axe"].items() if lines} == {}
    told = await explored.ask('{ memories(session: "porch") { edges { node { speaker } } } }')
    assert {edge["node"]["speaker"] for edge in told["memories"]["edges"]} == {"Ana"}


class TestWhileNobodyReads:
    @pytest.fixture
    def readers(self) -> int:
        return 0

    async def test_a_job_is_cancelled_and_tried_again(self, visit):
        assert (await visit("say_waiting.mjs"))["status"] == "QUEUED"
