"""What a tenant is told between January and October 2026, through GraphQL, with one of everything.

The clock is set for each part, so that what was known differs from month to month.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from api.service.worker import drain
from extraction.model.candidates import Extractor
from graph.database.session import Session
from tests.conftest import FixedClock
from tests.interfaces.conftest import Asker

SAY = """mutation ($input: AssertInput!) { assertBelief(input: $input) {
  outcome memory { id entity { id } target { id } } contradictions { id status }
} }"""
RETRACT = """mutation ($input: RetractInput!) { retractBelief(input: $input) { memory { id } } }"""
CORRECT = """mutation ($id: ID!, $value: String) {
  correctMemory(id: $id, reason: "she misspoke", value: $value) { memory { id } } }"""
CONFIRM = "mutation ($id: ID!) { confirmMemory(id: $id) { confirmations } }"
REVOKE = """mutation ($id: ID!) {
  revokeMemory(id: $id, reason: "a mix-up of two people") { status } }"""
MERGE = "mutation ($keep: ID!, $absorb: ID!) { mergeEntities(keep: $keep, absorb: $absorb) { id } }"
REMEMBER = "mutation ($input: RememberInput!) { remember(input: $input) { id } }"
JOB = """query ($id: ID!) { job(id: $id) { decisions {
  outcome memory { id attribute value target { name } } } } }"""
ALL = "{ entities(first: 200) { edges { node { id name } } } }"

SCRIPT = "<script>alert('name')</script>"
IMAGE = "<img src=x onerror=\"alert('value')\">"
# Right to left, then an override that would turn round what stands behind it.
HEBREW = "שלום \u202eevil\u202c עולם"
LONG = "a word that goes on, " * 476 + "end."

KITCHEN = (
    ("Ana", "USER", "We have a new kitchen at last."),
    ("assistant", "ASSISTANT", "Congratulations! Who is going to cook in it?"),
    (
        "Ana",
        "USER",
        "Mostly me. I've been vegetarian since 2019, and my brother Rui lives in Faro.",
    ),
    ("assistant", "ASSISTANT", "Then Faro will be the place for fish."),
    ("Ana", "USER", "Ha. I'm allergic to walnuts, so keep them out of every recipe."),
)


class Teller:
    """Somebody who tells the story, and keeps the ids of what it made."""

    def __init__(self, ask: Asker, clock: FixedClock) -> None:
        self.ask = ask
        self.clock = clock
        self.ids: dict[str, str] = {}

    def on(self, month: int, day: int = 1) -> None:
        """What follows is said, and recorded, at noon of a day in 2026."""
        self.clock.at = max(self.clock.at, datetime(2026, month, day, 12, tzinfo=UTC))

    async def says(self, key: str, entity: str, attribute: str, value: str, **more: Any) -> str:
        """Say one thing, by Ana unless another speaker is named; the outcome.

        ``key`` is the memory's in ``ids``; of a contradiction that it raised ``key!``.
        """
        given = {"session": "told", "speaker": "Ana", "entityKind": "person"} | more
        given |= {"entityName": entity, "attribute": attribute, "value": value}
        said = (await self.ask(SAY, input=given))["assertBelief"]
        self.ids[key] = said["memory"]["id"]
        for one in said["contradictions"]:
            self.ids[f"{key}!"] = one["id"]
        return said["outcome"]

    async def remembers(self, *messages: tuple[str, str, str], session: str) -> str:
        """Have messages remembered; the job's id."""
        given = [
            {
                "id": f"{session}-{number}",
                "speaker": speaker,
                "sourceKind": kind,
                "text": text,
                "occurredAt": self.clock.at.replace(minute=number).isoformat(),
            }
            for number, (speaker, kind, text) in enumerate(messages)
        ]
        self.clock.advance(hours=1)
        job = await self.ask(REMEMBER, input={"session": session, "messages": given})
        return job["remember"]["id"]


async def tell(ask: Asker, db: Session, clock: FixedClock, extractor: Extractor) -> dict[str, str]:
    """Tell it all; the ids of memories and of jobs by key, of entities by name.

    ``db.clock`` is the clock that stands still, and stays at the end of October.
    """
    teller = Teller(ask, clock)
    await _begin(teller)
    await _change(teller)
    await _strange(teller)
    await _converse(teller, db, extractor)
    teller.on(10, 31)
    for edge in (await ask(ALL))["entities"]["edges"]:
        teller.ids.setdefault(edge["node"]["name"], edge["node"]["id"])
    return teller.ids


async def _begin(teller: Teller) -> None:
    teller.on(1)
    year = {"precision": "YEAR"}
    await teller.says("porto", "Ana", "lives_in", "Porto", validFrom="2019-01-01T00:00:00Z", **year)
    await teller.says(
        "nurse", "Ana", "job_title", "nurse", validFrom="2020-03-01T00:00:00Z", precision="MONTH"
    )
    await teller.says("clinic", "Ana", "works_at", "Clínica Azul")
    await teller.says(
        "studied", "Ana", "studied_at", "Universidade do Minho",
        validFrom="2010-10-01T00:00:00Z", validTo="2014-07-01T00:00:00Z", precision="MONTH",
    )  # fmt: skip
    await teller.says("tea", "Ana", "likes", "green tea")
    await teller.says("fado", "Ana", "likes", "fado", confidence=0.7)
    await teller.says("sibling", "Ana", "sibling", "Rui")
    await teller.says("friend", "Ana", "friend", "Bruno")
    await teller.says("bruno", "Bruno", "lives_in", "Braga", speaker="Bruno")
    await teller.says("nickname", "Ana", "nickname", "Anita", visibility="user:ana")


async def _change(teller: Teller) -> None:
    ask, ids = teller.ask, teller.ids
    teller.on(2)
    await teller.says(
        "lisbon", "Ana", "lives_in", "Lisbon", validFrom="2024-03-01T00:00:00Z", precision="MONTH"
    )
    await ask(CONFIRM, id=ids["lisbon"])
    await teller.says("lisbon again", "Ana", "lives_in", "Lisbon", speaker="Rui", session="rui")
    teller.on(3)
    corrected = await ask(CORRECT, id=ids["nurse"], value="midwife")
    ids["midwife"] = corrected["correctMemory"]["memory"]["id"]
    await ask(RETRACT, input={"entityName": "Ana", "attribute": "likes", "value": "green tea",
                              "reason": "she has gone off it", "speaker": "Ana"})  # fmt: skip
    teller.on(4)
    assert await teller.says(
        "oslo", "Ana", "lives_in", "Oslo", confidence=0.5, speaker="a leaflet",
        sourceKind="DOCUMENT", session="leaflets",
    ) == "HELD"  # fmt: skip
    assert await teller.says(
        "pilot", "Ana", "job_title", "pilot", sourceKind="WEB", speaker="a web page"
    ) == "QUARANTINED"  # fmt: skip
    await teller.says("bad tenor", "Bruno", "job_title", "tenor", session="bad")
    await ask(REVOKE, id=ids["bad tenor"])
    teller.on(5)
    await teller.says("hospital", "Ana", "works_at", "Hospital São João")
    await teller.says("cat", "Ana", "pet", "a cat", session="bad")
    teller.on(5, 2)
    await ask(REVOKE, id=ids["cat"])
    await teller.says("moving", "Ana", "lives_in", "Madrid", validFrom="2040-01-01T00:00:00Z")
    await teller.says("ana maria", "Ana Maria Sousa", "speaks", "Portuguese")
    found = await ask('{ a: entity(name: "Ana") { id } b: entity(name: "Ana Maria Sousa") { id } }')
    await ask(MERGE, keep=found["a"]["id"], absorb=found["b"]["id"])


async def _strange(teller: Teller) -> None:
    teller.on(6)
    await teller.says("script", SCRIPT, "likes", IMAGE, speaker=SCRIPT, session=IMAGE)
    await teller.says("hebrew", SCRIPT, "nickname", HEBREW, speaker=HEBREW)
    await teller.says("long", SCRIPT, "motto", LONG[:2_000], text=LONG)
    await teller.says("markup friend", SCRIPT, "friend", f"{IMAGE} {HEBREW}")


async def _converse(teller: Teller, db: Session, extractor: Extractor) -> None:
    teller.on(7)
    job = teller.ids["kitchen"] = await teller.remembers(*KITCHEN, session="kitchen")
    await drain(db, extractor, teller.ask.tenant)
    for one in (await teller.ask(JOB, id=job))["job"]["decisions"]:
        if one["memory"] is not None:
            teller.ids.setdefault(f"kitchen {one['memory']['attribute']}", one["memory"]["id"])
