"""Of the twenty tests those of rejection and correction."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from graph.clock import format_instant
from tools.acceptance import operations
from tools.acceptance.client import Caller, Doxa
from tools.acceptance.contradiction import (
    Told,
    background,
    told,
)
from tools.acceptance.contradiction_shapes import SHAPES
from tools.acceptance.operations import claimed, context, nodes, values
from tools.acceptance.report import control, must

LOOK_ALIKES = (
    "BERLIN",
    " berlin ",
    "Ber\u200blin",
    "\uff22erlin",
    "Berl\u00adin",
    "B\u0435rlin",
    "\u0392erlin",
    "BerIin",
    "Berlin.",
    "Ber-lin",
)
KINDS = ("USER", "DOCUMENT", "SYSTEM", "WEB", "TOOL", "ASSISTANT")
SAYING = "I live in Berlin and I work at Acme."
WAITING = """{ memories(status: PENDING, first: 100) { edges { node {
  id value target { name }
} } } }"""


# Rejection.


def stays_rejected(caller: Caller) -> None:
    """Rejected, superseded, restated and corroborated by everybody, it is still not believed."""
    _reject(caller)
    for number, kind in enumerate(KINDS):
        said = claimed(
            caller, "Berlin", sourceKind=kind, session=f"s{number}", speaker=f"p{number}",
            confidence=1.0,
        )  # fmt: skip
        wanted = "QUARANTINED" if kind in ("WEB", "TOOL", "ASSISTANT") else "HELD"
        must(said["outcome"] == wanted, f"said by {kind} it is {said['outcome']}")
    control(claimed(caller, "Lisbon")["outcome"] == "STORED", "another value")
    back = claimed(caller, "Berlin", text="Ada really lives in Berlin.")
    must(back["outcome"] == "HELD", f"after another value it is {back['outcome']}")
    must(values(caller) == ["Lisbon"], f"believed is {values(caller)}")
    found = context(caller, "Where does Ada live?")
    stated = [line for line in found.splitlines() if line.startswith("- ") and "said by" in line]
    must(not any("Berlin" in line for line in stated), "it is recalled as a statement")
    control(any("Lisbon" in line for line in stated), "Lisbon is recalled")


def outlives_expiry(caller: Caller) -> None:
    """The claim has expired and every job has run; the rejection of its value stands."""
    now = datetime.now(UTC)
    passing = {
        "saidAt": format_instant(now - timedelta(days=10)),
        "expiresAt": format_instant(now - timedelta(days=5)),
    }
    wrong = claimed(caller, "Berlin", **passing)["memory"]["id"]
    caller.ask(operations.REVOKE, id=wrong)
    background(caller.doxa, [caller])
    must(len(nodes(caller, operations.REJECTIONS)) == 1, "the rejection is gone")
    said = claimed(caller, "Berlin")["outcome"]
    must(said == "HELD", f"once all jobs have run it is {said}")
    must(values(caller) == [], f"believed is {values(caller)}")
    control(claimed(caller, "Lisbon")["outcome"] == "STORED", "another value")


def look_alikes(caller: Caller) -> None:
    """Case, spaces, invisible characters and letters that look alike do not slip by."""
    _reject(caller)
    for spelled in LOOK_ALIKES:
        said = claimed(caller, spelled)["outcome"]
        must(said == "HELD", f"{spelled!r} is {said}")
    must(values(caller) == [], f"believed is {values(caller)}")
    must(len(nodes(caller, operations.REJECTIONS)) == 1, "there is more than one rejection")
    control(claimed(caller, "Bern")["outcome"] == "STORED", "another town")


def not_read_again(caller: Caller) -> None:
    """The text is read again: what was rejected stays away, and its neighbour comes."""
    _read_again(caller)
    must(values(caller) == [], f"believed is {values(caller)}")
    control(values(caller, "works_at") == ["Acme"], "what was said beside it")
    control("Acme" in context(caller, "Where does Ada work?"), "Acme is recalled")


def no_second_record(caller: Caller) -> None:
    """However often it is read again, there is one rejection, and one challenge that waits."""
    _read_again(caller)
    rejected = nodes(caller, operations.REJECTIONS)
    control(len(rejected) >= 1, "the rejection")
    must(len(rejected) == 1, f"there are {len(rejected)} rejections")
    waiting = nodes(caller, WAITING)
    must(len(waiting) <= 1, f"{len(waiting)} memories of it wait")
    asked = nodes(caller, operations.OPEN)
    must(len(asked) <= 1, f"{len(asked)} contradictions of it are open")


def _read_again(caller: Caller) -> None:
    """Have a text read, its first claim rejected, and the same text come in three times more."""
    said = format_instant(datetime.now(UTC) - timedelta(days=3))
    caller.remember(SAYING, occurredAt=said)
    control(values(caller) == ["Berlin"], "it is believed before")
    belief = caller.ask(operations.LIVES, name="Ada", attribute="lives_in")["entity"]["beliefs"]
    caller.ask(operations.REVOKE, id=belief["edges"][0]["node"]["memory"]["id"])
    for number in (2, 3):
        caller.remember(SAYING, session=f"session {number}", occurredAt=said)
    caller.remember(SAYING, session="undated")


def _reject(caller: Caller) -> None:
    wrong = claimed(caller, "Berlin")["memory"]["id"]
    control(values(caller) == ["Berlin"], "it is believed before")
    caller.ask(operations.REVOKE, id=wrong)


# Correction.


def survive_reindexing(doxa: Doxa, shapes: Sequence[str]) -> dict[str, Told]:
    """Tell shapes, compute and embed all anew, and start service and database again."""
    tellings = {
        shape.name: told(doxa, shape, "months")
        for shape in SHAPES
        if shape.way == "claimed" and shape.name in shapes
    }
    background(doxa, [it.caller for it in tellings.values()])
    doxa.stop()
    doxa.start()
    return tellings


def retraction_alone(caller: Caller) -> None:
    """Nothing takes the place of what is retracted, also once its source comes in again."""
    now = datetime.now(UTC)
    said = format_instant(now - timedelta(days=30))
    caller.remember("I live in Berlin.", "I can speak French.", occurredAt=said)
    control(values(caller) == ["Berlin"], "it is believed before")
    ended = format_instant(now - timedelta(days=10))
    caller.ask(
        operations.RETRACT, input={"entityName": "Ada", "attribute": "lives_in", "at": ended}
    )
    must(values(caller) == [], f"believed is {values(caller)}")
    for more in ({"occurredAt": said}, {}, {"sourceKind": "DOCUMENT"}):
        caller.remember("I live in Berlin.", session=f"again {sorted(more)}", **more)
        must(values(caller) == [], f"fed again with {more} it is believed")
    message = {"text": "I live in Berlin.", "speaker": "Ada", "occurred_at": said}
    caller.run("ingest", caller.doxa.file([message]), "--no-embed")
    must(values(caller) == [], "from a file it is believed")
    then = values(caller, validAt=format_instant(now - timedelta(days=20)))
    control(then == ["Berlin"], "where she lived before")
    control(values(caller, "speaks") == ["French"], "what was said beside it")
