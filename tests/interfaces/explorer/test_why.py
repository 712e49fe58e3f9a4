"""The page of a memory in a browser: why it is believed, and what a person does about it."""

from __future__ import annotations

from tests.interfaces.explorer.conftest import marks
from tests.interfaces.explorer.story import IMAGE, KITCHEN, SCRIPT

pytestmark = marks


async def test_a_person_sees_why_and_acts_on_it(visit):
    found = await visit("why.mjs")

    _shown(found)
    _done(found)
    assert {name: lines for name, lines in found["axe"].items() if lines} == {}


def _shown(found):
    assert found["quoted"] == ["I've been vegetarian since 2019"]
    assert [turn.partition("\n")[2].strip() for turn in found["turns"]] == [
        text for _, _, text in KITCHEN
    ]
    assert found["own"] == KITCHEN[2][2]
    assert found["said"] == {
        "speaker": "Ana",
        "session": "kitchen",
        "source": "user",
        "recorded": "1 Jul 2026 13:00",
    }
    assert [line.split()[-2] for line in found["confidence"]][:2] == ["85", "85"]
    assert any("assert" in line for line in found["happened"])
    assert found["chain"][0].startswith("lives in Porto")
    # As exactly as it was said, and no more.
    assert "since 2019, said" in found["chain"][0]
    assert len(found["chain"]) == 4
    assert "So says Rui" in found["others"]
    assert found["meanwhile"] > 5
    assert found["gaveWay"] == "Replaced by another memory (change): Ana lives in Lisbon."
    assert {" ".join(line.split()[1:6]) for line in found["fall"]} == {
        "Falls: Rui lives in Faro",
        "Falls: Ana diet vegetarian since",
    }
    assert "It waits for a person" in found["waits"]
    assert found["reader"] == {"actions": 0, "fall": 0}
    assert found["markup"] == f"{SCRIPT} likes {IMAGE}."
    assert (found["elements"], found["long"], found["overflow"]) == (0, 10_000, 0)


def _done(found):
    _told_before(found["effects"])
    assert found["corrected"]["by"] == "fado from Coimbra"
    assert "lift the rejection" in found["corrected"]["told"]
    assert found["confirmed"]["count"] == 1
    assert "Confirmed" in found["confirmed"]["told"]
    assert "revoke the retraction" in found["retracted"]
    assert "friend Bruno" not in found["without"]
    assert "friend Bruno" in found["friends"]
    assert found["revoked"]["status"] == "REVOKED"
    assert found["offered"] == 0
    assert found["distrusted"]["status"] == "REVOKED"
    assert "3 memories were taken back" in found["distrusted"]["told"]
    assert "likes fado from Coimbra" in found["believed"]
    gone = {"likes fado", "works_at Hospital São João", "diet vegetarian"}
    assert gone.isdisjoint(found["believed"])


def _told_before(effects):
    assert effects["correct"][0].startswith("What you give takes its place")
    assert effects["corrected"][:2] == [
        "Is not believed any more: fado, by 1 Jan 2026 12:00",
        "Begins: fado from Coimbra, by 1 Jan 2026 12:00",
    ]
    assert effects["confirm"][0] == "What is believed stays, and is confirmed."
    assert effects["retract"][0] == "Ends: Bruno, by 1 Jan 2026 12:00 – Sep 2026"
    assert effects["revoke"][0] == (
        "Is not believed any more: Hospital São João, by 1 May 2026 12:00"
    )
    assert effects["distrust"][0].endswith("as if it had never been said: session kitchen")
