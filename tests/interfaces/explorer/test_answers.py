"""Each answer to a contradiction in a browser: what it says that it will do is what it does."""

from __future__ import annotations

import pytest_asyncio

from tests.interfaces.explorer.conftest import marks
from tests.interfaces.explorer.desk_store import SAY, desk

pytestmark = marks

ANSWERED = {
    "Replace": "replace",
    "Neither": "neither",
    "Another value": "other",
    "By context": "by context",
    "Many values": "many valued",
}
PEOPLE = ("Fay", "Gus", "Kim", "Lou", "Ivy")
DIET = {"entityKind": "person", "attribute": "diet"}
SINCE = {"validFrom": "2023-01-01T09:00:00Z", "saidAt": "2023-01-01T09:00:00Z"}
LATER = {"validFrom": "2024-03-01T09:00:00Z", "saidAt": "2024-03-01T09:00:00Z"}


@pytest_asyncio.fixture
async def explored(serve, login, db):
    """The page on a tenant in which a document speaks against each of five people."""
    async with desk(serve, login, db) as found:
        for name in PEOPLE:
            said = {"entityName": name, **DIET}
            own = {"value": "vegetarian", "speaker": name, **SINCE}
            form = {"value": "vegan", "speaker": "form", "sourceKind": "DOCUMENT", **LATER}
            await found.ask(SAY, input=said | own)
            answer = await found.ask(SAY, input=said | form)
            assert answer["assertBelief"]["outcome"] == "HELD"
        yield found


async def test_an_answer_does_what_it_said_before_it_was_given(visit):
    found = await visit("answers.mjs")

    replaced, neither = found["Replace"], found["Neither"]
    other, many = found["Another value"], found["Many values"]
    assert any(line.startswith("Begins: vegan") for line in replaced["effects"])
    assert any(line.startswith("Ends: vegetarian") for line in replaced["effects"])
    assert replaced["believed"] == ["vegan"]
    gone = "Is not believed any more: vegetarian"
    assert any(line.startswith(gone) for line in neither["effects"])
    assert neither["believed"] == []
    assert any(line.startswith("Begins: pescatarian") for line in other["effects"])
    assert other["believed"] == ["pescatarian"]
    assert any(line.startswith("Begins: vegan") for line in many["effects"])
    assert many["believed"] == ["vegan", "vegetarian"]
    assert found["By context"]["believed"] == ["vegan", "vegetarian"]
    for word, resolution in ANSWERED.items():
        assert f"Answered {resolution} by owner@example.com" in found[word]["shown"]
        _did_what_it_said(found[word])
        _undone(word, found[word])


def _did_what_it_said(found):
    """Whether each line that told a change beforehand is one of those that tell it afterwards."""
    changes = ("Begins", "Ends", "Goes on", "Holds again", "Is not believed any more")
    foretold = [line for line in found["effects"] if line.startswith(changes)]
    assert foretold
    assert all(line in found["done"] for line in foretold)


# What is believed and what is rejected once all is taken back that the page offers to take back.
UNDONE = {
    "Replace": (["vegetarian"], []),
    "Neither": ([], []),
    "Another value": (["vegetarian"], []),
    "By context": (["vegetarian"], []),
    "Many values": (["vegetarian"], []),
}


def _undone(word, found):
    undone = found["undone"]
    assert undone["words"]
    assert (undone["believed"], undone["rejected"]) == UNDONE[word], word
    if word == "Neither":
        assert found["rejected"] == ["vegan", "vegetarian"]
