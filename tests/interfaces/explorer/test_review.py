"""The review desk in a browser: what waits is decided on, and what was decided is taken back."""

from __future__ import annotations

import pytest_asyncio

from tests.interfaces.explorer.conftest import marks
from tests.interfaces.explorer.desk_store import MARKUP, desk

pytestmark = marks


@pytest_asyncio.fixture
async def explored(serve, login, db):
    """The page on a tenant in which much waits."""
    async with desk(serve, login, db) as found:
        yield found


async def test_a_person_decides_on_what_waits_and_takes_it_back(visit):
    found = await visit("review.mjs")

    _queue(found)
    _contradictions(found)
    _others(found)
    assert found["title"] == "Review · Doxa"
    assert found["overflow"] == {}
    assert {name: lines for name, lines in found["axe"].items() if lines} == {}


async def test_the_desk_is_worked_without_a_mouse(visit):
    found = await visit("review_keys.mjs")

    effects, done = found["effects"], found["done"]
    assert "view=versions" in found["opened"]
    assert "slot=lives_in" in found["opened"]
    assert effects["claim"][0].startswith("Is not believed any more: Bonn")
    assert f"− {effects['claim'][0]}" in done["claim"]
    assert found["homes"] == []
    assert (found["merged"], found["split"]) == ("María Núñez", "Maria Nunez")
    assert "stands for itself again" in done["split"]
    (apart,) = found["apart"]
    assert {apart["one"]["name"], apart["other"]["name"]} == {"Jürgen Groß", "Jurgen Gross"}
    assert apart["reason"] == "father and son"
    assert "Now a convention" in done["convention"]
    assert (found["rules"], found["rulesAfter"]) == (1, 0)
    assert "Taken back." in done["none"]
    assert "Leiden is believed when it is next said" in done["lifted"]
    assert "Leiden" not in found["standing"]


def _queue(found):
    done, effects = found["done"], found["effects"]
    assert "Queue7" in found["counts"]
    assert "Contradictions2" in found["counts"]
    assert "Merges2" in found["counts"]
    assert found["ticked"] == "1 selected"
    assert found["about"] == ["Dee · works at", "Cy · works at"]
    assert effects["approve"][0] == "Begins: Umbra Corp, since 1 Feb 2025 09:00"
    assert "Approved: The employer of Dee is Umbra Corp." in done["approve"]
    assert f"+ {effects['approve'][0]}" in done["approve"]
    assert found["employer"] == ["Umbra Corp"]
    assert "− Is not believed any more: Umbra Corp, since 1 Feb 2025 09:00" in done["takenBack"]
    assert found["employerAfter"] == []
    assert effects["other"][0].startswith("Begins: Didi")
    assert found["nickname"] == ["Didi"]
    assert effects["away"][0].startswith("Leaves the queue: The website of Dee is <script>")
    assert MARKUP in done["away"]
    assert found["website"] == [MARKUP]
    assert [line.split(":")[0] for line in effects["many"][:2]] == ["Leaves the queue"] * 2
    assert "2 memories rejected." in done["many"]
    assert "2 memories approved." in done["manyAfterAll"]
    assert found["left"] == 2
    assert all(word.startswith("all ") for word in found["offered"])


def _contradictions(found):
    done, effects = found["done"], found["effects"]
    assert found["address"].startswith("#/review/contradictions/c_")
    assert effects["keep"][:2] == [
        "Stays: vegetarian, since 1 Jan 2023 09:00",
        "What is believed does not change.",
    ]
    assert effects["keep"][2].startswith("The challenger's value is rejected: whoever says it")
    assert "What is believed does not change." in done["keep"]
    assert "Answered keep by owner@example.com" in found["answered"].replace("\n", " ")
    assert "asked her" in found["answered"]
    assert "it is believed when it is next said" in done["lift"]
    assert found["diet"] == ["vegetarian"]
    assert effects["context"][0] == "Begins in at work: baker, since 19 May 2025 09:00"
    assert f"+ {effects['context'][0]}" in done["context"]
    assert "job title" in found["loops"]
    assert "baker" in found["loops"]
    assert "brewer" in found["loops"]
    assert found["jobs"] == ["baker in at work", "brewer"]
    assert found["none"] == "No contradiction waits for an answer."
    assert found["resolved"] == 2


def _others(found):
    done, effects = found["done"], found["effects"]
    assert effects["merge"][0] == "Maria Nunez does not stand for itself any more."
    assert any("lives in Vigo" in line for line in effects["merge"])
    assert (found["merged"], found["split"]) == ("María Núñez", "Maria Nunez")
    assert "stands for itself again" in done["split"]
    assert found["pairs"] >= 4
    assert effects["revoke"][0].startswith("Is not believed any more: Bonn")
    assert f"− {effects['revoke'][0]}" in done["revoke"]
    assert "Bonn" not in found["homes"]
    assert any("comes with every recall" in line for line in effects["convention"])
    assert "Now a convention" in done["convention"]
    assert "Leiden is believed when it is next said" in done["lifted"]
