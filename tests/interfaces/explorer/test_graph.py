"""The explorer's relations around an entity, as a person sees them in a browser."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from typing import Any

import pytest_asyncio

from api.files.load import load
from graph.model.records import Caller
from graph.vocabulary import Role
from tests.interfaces.explorer.conftest import marks
from tests.interfaces.explorer.story import ALL, MERGE, SAY

pytestmark = marks

# One in the middle, those beside it, and those beside them.
TEAMS = 24
ENTITIES = 500
FIND = "query ($name: String!) { entity(name: $name) { id } }"


def relations(entities: int) -> Iterator[tuple[str, str, str]]:
    """Who is related to whom: a tree of two steps around a hub, with cross relations."""
    for number in range(1, entities):
        if number <= TEAMS:
            yield "Hub", "manages", f"team {number}"
        else:
            yield f"team {number % TEAMS + 1}", "friend", f"person {number}"
            if number % 2 and number + 1 < entities:
                yield f"person {number}", "knows", f"person {number + 1}"


def named(name: str) -> dict[str, str]:
    """An entity as a line names it."""
    return {"name": name, "kind": name.split(maxsplit=1)[0].lower()}


def many(entities: int) -> bytes:
    """A file of so many entities, all within two steps of the first."""
    lines: list[dict[str, Any]] = [
        {"entity": named(entity), "attribute": attribute, "target": named(target)}
        for entity, attribute, target in relations(entities)
    ]
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


@pytest_asyncio.fixture
async def hub(db, login):
    """A tenant with as many related entities as one drawing has; a token for it, and ids."""
    asker = login()
    caller = Caller(asker.tenant, "tester", Role.OWNER)
    loaded = await load.load(db, caller, io.BytesIO(many(ENTITIES)), lambda _: None)
    assert not loaded.refused
    found = {"many token": asker.token}
    for name in ("Hub", "team 7"):
        found[name] = (await asker(FIND, name=name))["entity"]["id"]
    return found


@pytest_asyncio.fixture
async def merged(explored):
    """Of the story: a second name of Bruno, who has a friend by it, merged into him; its id."""
    ask = explored.ask
    said = {"entityName": "Bruno Costa", "entityKind": "person", "attribute": "friend"}
    await ask(SAY, input=said | {"value": "Dora"})
    found = {
        edge["node"]["name"]: edge["node"]["id"] for edge in (await ask(ALL))["entities"]["edges"]
    }
    await ask(MERGE, keep=found["Bruno"], absorb=found["Bruno Costa"])
    return {"Bruno Costa": found["Bruno Costa"]}


async def test_relations_are_drawn_told_and_walked(hub, merged, visit, capsys):
    found = await visit("graph.mjs", **hub, **merged)

    with capsys.disabled():
        print(json.dumps(found["many"].pop("ms"), indent=1))
    check_story(found["story"])
    check_many(found["many"])


def check_story(found):
    assert [found[name] for name in ("axe", "axeTable", "axeDark")] == [[], [], []]
    assert found["overflow"] == 0
    people = ["Ana (person)", "Bruno (person)", "Dora (person)", "Rui (person)"]
    work, homes = ["Hospital São João (organization)"], ["Braga (place)", "Faro (place)"]
    assert found["names"] == sorted([*people, *work, *homes, "Lisbon (place)"])
    assert found["counted"] == "8 entities, 7 relations."
    assert found["chosen"] == "Bruno"
    assert [line.partition(" by ")[0] for line in found["told"]] == [
        "Ana\u2019s friend", "friend Dora", "lives in Braga",
    ]  # fmt: skip
    assert found["told"][2] == "lives in Braga by 1 Jan 2026 12:00"
    assert found["walked"] == found["opened"] != "Ana"
    assert found["withoutHomes"] == sorted([*people, *work])
    assert found["people"] == people
    near = {"Ana (person)", "Bruno (person)", "Rui (person)"}
    assert set(found["near"]) == near | {*work, "Lisbon (place)"}
    assert set(found["then"]) == near | {"Clínica Azul (organization)", "Porto (place)"}
    # By the id of the name that was merged: the same Bruno, with the friends of both.
    assert found["merged"] == sorted([*people, *work, "Braga (place)", "Lisbon (place)"])
    rows = {tuple(row) for row in found["rows"]}
    assert {("Ana", "friend", "Bruno"), ("Bruno", "friend", "Dora")} <= rows
    assert ("Ana", "lives in contested", "Lisbon") in rows
    assert len(rows) == 6


def check_many(found):
    count = len(list(relations(ENTITIES)))
    assert (found["drawn"], found["counted"]) == (
        ENTITIES, f"{ENTITIES} entities, {count} relations."
    )  # fmt: skip
    beside = sum("team 7" in (one, other) for one, _, other in relations(ENTITIES))
    assert found["chosen"] == "team 7"
    assert found["told"] == found["near"] == beside
    assert found["walked"].startswith("e_")
