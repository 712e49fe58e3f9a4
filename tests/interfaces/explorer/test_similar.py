"""What says nearly the same, in a browser: settled as right, or made one memory, and taken back."""

from __future__ import annotations

import pytest
import pytest_asyncio

from graph.model.records import DEFAULT_TENANT
from tests.interfaces.explorer.conftest import marks
from tests.interfaces.explorer.desk_store import SAY, compare, desk

# Vectors are made of all that every tenant has.
pytestmark = [*marks, pytest.mark.all_tenants]

SHORT, LONG = "deploys on Fridays", "deploys on Fridays at 5 pm"
# Without a start that was stated: what holds from different times is no one memory.
ALIKE = (
    ("Ada", "stays_in", "Lisbon", "Ada lives in Lisbon."),
    ("Ada", "toils_in", "Lisbon", "Ada works in Lisbon."),
    ("Ben", "habit", SHORT, "Ben deploys on Fridays."),
    ("Ben", "habit", LONG, "Ben deploys on Fridays at 5 pm."),
)


@pytest_asyncio.fixture
async def explored(serve, login, db):
    """The page on a tenant whose memories have vectors and were compared."""
    async with desk(serve, login, db) as found:
        for name, attribute, value, text in ALIKE:
            about = {"entityName": name, "entityKind": "person", "attribute": attribute}
            await found.ask(SAY, input=about | {"value": value, "text": text, "topic": "work"})
        await compare(login(DEFAULT_TENANT), db)
        yield found


async def test_a_person_settles_what_is_alike_and_has_one_memory_stand_for_two(visit):
    found = await visit("similar.mjs")

    _settled(found)
    _shown_and_done(found)
    _undone(found)
    assert {name: lines for name, lines in found["axe"].items() if lines} == {}


def _settled(found):
    assert found["reasons"].startswith("alike (0.")
    assert "another value" in found["reasons"]
    # Of two attributes, no memory can stand for both.
    assert found["offered"] == {
        "Ada lives": ["Take back…", "Take back…", "Both are right…"],
        "Ben deploys": [
            "Take back…",
            "Take back…",
            "Both are right…",
            "Make one of them, by topic work",
        ],
    }
    assert found["effects"]["dismiss"] == [
        "Stays as believed: Ada lives in Lisbon.",
        "Stays as believed: Ada works in Lisbon.",
        "The pair leaves the list, and never comes up again.",
    ]
    assert "The pair is settled: both are right." in found["done"]["dismiss"]
    assert found["waiting"] == 2
    assert "Dismissed by owner@example.com" in found["dismissed"]
    assert "two sides of one life" in found["dismissed"]
    assert found["stays"] == ["Lisbon"]


def _shown_and_done(found):
    effects, done = found["effects"], found["done"]["consolidate"]
    assert sorted(effects["dry"][:2]) == [
        "Ben deploys on Fridays at 5 pm.",
        "Ben deploys on Fridays.",
    ]
    assert effects["dry"][2:] == ["Ben deploys on Fridays at 5 pm."]
    assert effects["signs"] == ["−", "−", "+"]
    assert "hold from or until different times" in found["other"]
    assert effects["consolidate"][0] == "Ben deploys on Fridays at 5 pm. stands for 2 memories."
    assert effects["consolidate"][1].startswith("What is believed stays the same at every time")
    assert effects["consolidate"][2].startswith("There is no single step back: revoke the one")
    assert found["before"] == [SHORT, LONG]
    assert "1 group was consolidated. Ben deploys on Fridays at 5 pm." in done
    assert found["after"] == [LONG]
    assert found["groups"] == 1
    assert found["originals"] == [["SUPERSEDED", "CONSOLIDATION", LONG]] * 2
    assert found["waitingAfter"] == 1


def _undone(found):
    # As its hint says: the one is revoked, and the others are said anew.
    assert "revoke the one, without rejecting its value" in found["done"]["consolidate"]
    assert "Revoked" in found["revoked"]
    assert found["taken"] == []
    assert found["anew"] == [SHORT, LONG]
