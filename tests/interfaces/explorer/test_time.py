"""The explorer's drawings of time, as a person sees them in a browser."""

from __future__ import annotations

import io
import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest_asyncio

from api.files.load import load
from graph.model.records import Caller
from graph.vocabulary import Role
from tests.interfaces.explorer.conftest import marks

pytestmark = marks

BEGIN = datetime(2024, 1, 1, tzinfo=UTC)
# Each that comes later than all before cuts the one before it: two versions each, but the last.
CLAIMS = 2_501
SLOTS = 50
FIND = "query ($name: String!) { entity(name: $name) { id } }"


def many(claims: int) -> bytes:
    """A history of one entity with all in one slot, and of one with as much in many slots."""
    lines: list[dict[str, Any]] = [
        {"op": "define", "attribute": name, "cardinality": "ONE", "recorded_at": BEGIN.isoformat()}
        for name in ("town", *(f"trait {slot}" for slot in range(SLOTS)))
    ]
    for number in range(claims):
        turn, slot = divmod(number, SLOTS)
        at = BEGIN + timedelta(hours=number)
        said = {"said_at": at.isoformat(), "recorded_at": at.isoformat()}
        since = datetime(1990, 1, 1, tzinfo=UTC)
        lines += [
            {"key": f"one {number}", "entity": "Many In One", "attribute": "town",
             "value": f"town {number % 37}",
             "valid_from": (since + timedelta(days=5 * number)).isoformat(), **said},
            {"key": f"across {number}", "entity": "Many Across", "attribute": f"trait {slot}",
             "value": f"value {turn % 9}",
             "valid_from": (since + timedelta(days=200 * turn + slot)).isoformat(), **said},
        ]  # fmt: skip
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


@pytest_asyncio.fixture
async def many_versions(db, login):
    """A tenant with thousands of versions; a token for it, and ids."""
    asker = login()
    caller = Caller(asker.tenant, "tester", Role.OWNER)
    loaded = await load.load(db, caller, io.BytesIO(many(CLAIMS)), lambda _: None, replay=True)
    assert not loaded.refused
    found = {"many token": asker.token}
    for key, name in (("many in one", "Many In One"), ("many across", "Many Across")):
        found[key] = (await asker(FIND, name=name))["entity"]["id"]
    return found


async def test_time_is_drawn_told_and_moved(many_versions, visit, capsys):
    found = await visit("time.mjs", **many_versions)

    with capsys.disabled():
        print(json.dumps(found["many"]["ms"], indent=1))
    check_timeline(found["timeline"])
    check_versions(found["versions"])
    check_changes(found["changes"])
    check_many(found["many"])


def check_timeline(found):
    assert found["axe"] == []
    assert found["columns"][:4] == ["Attribute", "Value", "True", "Known"]
    told = {tuple(row[:3]) for row in found["rows"]}
    assert ("lives in", "Porto contested", "2019 – Mar 2024") in told
    assert ("lives in", "Lisbon contested", "Mar 2024 – 1 Jan 2040 00:00") in told
    assert any(row[1] == "Oslo held" for row in found["rows"])
    # The handle, the bar of the two times and the names beside the lanes tell the same.
    assert found["told"][-5:] == found["field"][-8:-3]
    assert set(found["first"]) == {""}
    assert found["bar"] != found["below"]
    assert "since" in found["bar"] or "–" in found["bar"]
    assert "Porto" in found["then"]
    assert found["follows"] is not None


def check_versions(found):
    assert found["axe"] == []
    told = [tuple(row[1:3]) for row in found["rows"]]
    assert ("Porto", "since 2019") in told
    assert ("Porto contested", "2019 – Mar 2024") in told
    assert "Known at" in found["known"]
    assert found["bar"].startswith("job title: ")
    # She has taken back that she has a pet: nothing is believed of it now.
    assert "has pet" in found["slots"]


def check_changes(found):
    assert found["axe"] == []
    learned = [tuple(row[:4]) for row in found["learned"]]
    assert ("lives in", "other interval", "Porto since 2019", "→ Porto 2019 – Mar 2024") in learned
    assert ("lives in", "new", "—", "Lisbon since Mar 2024") in learned
    replaced = [row[:2] for row in found["replaced"]]
    assert replaced == [["lives in", "replaced"]]
    assert "Porto" in found["replaced"][0][2]
    assert "Lisbon" in found["replaced"][0][3]
    assert found["all"] >= 10
    assert [row[:4] for row in found["typed"]] == [row[:4] for row in found["learned"]]


def check_many(found):
    total = 2 * CLAIMS - 1
    assert found["one slot"].startswith(f"{total:,} versions of town, {CLAIMS:,} of them")
    assert found["one slot, timeline"] == f"{CLAIMS:,} beliefs, in 1 attribute."
    assert found["many slots, timeline"] == f"{CLAIMS:,} beliefs, in {SLOTS} attributes."
    assert found["range"] == f"{total - total % 200 + 1:,}–{total:,} of {total:,}"
    assert found["lastRows"] == total % 200
