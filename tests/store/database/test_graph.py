"""The graph as a person sees it: what hangs together, and the page that draws it."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from graph.model.gate.policy import Policy, Quarantine
from graph.vocabulary import SourceKind
from graph.write.merging.merge import merge_entities
from graph.write.revocation import revoke_memory
from tests.support.story import Damage, Story, someone, year

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "concepts" / "graph.md"
STYLE = ROOT / "deploy" / "browser.grass"
TEXT = PAGE.read_text(encoding="utf-8")
RECIPES = re.findall(r"([^\n]+):\n\n```cypher\n(.*?)```", TEXT, re.DOTALL)
DRAWN = (
    "Entity", "Name", "Value", "Slot", "Memory", "Episode", "Session", "Contradiction", "Rejection",
)  # fmt: skip


@pytest_asyncio.fixture(scope="module")
async def story(store: Any) -> Story:
    """A tenant with changes, relations, a merge, and what waits, is unsure or is ruled out."""
    story = Story(store, someone())
    at = datetime.now(UTC).replace(microsecond=0) - timedelta(days=2)
    store.clock = lambda: at
    store.policy = Policy(quarantine=Quarantine(claims=()))
    said: dict[str, Any] = {"source_kind": SourceKind.USER, "speaker": "Ana", "session": "s1"}
    await story.says(
        "Ana",
        "works_at",
        "Acme",
        since=year(2020),
        text="Ana is at Acme.",
        evidence="I'm at Acme",
        **said,
    )
    await story.says(
        "Ana",
        "works_at",
        "Beta",
        since=year(2024),
        text="Ana is at Beta.",
        evidence="Beta now",
        **said,
    )
    await story.says("Bo", "works_at", "Beta", since=year(2023), **said)
    await story.says("Ana", "manager", target="Bo", since=year(2021), **said)
    await story.says("Bo", "friend", target="Cy", since=year(2022), **said)
    for number, value in enumerate(("Rome", "Oslo", "Rome")):
        await story.says("Cy", "city", value, since=year(2020 + number), **said)
    await story.says("Cy", "motto", "Onward", since=year(2020), confidence=0.1, **said)
    await story.says(
        "Ana", "works_at", "Gamma", since=year(2024, 6), text="Ana is at Gamma.",
        source_kind=SourceKind.WEB,
    )  # fmt: skip
    gone = await story.says("Bo", "city", "Oslo", since=year(2020), evidence="Oslo", **said)
    assert gone.memory
    await revoke_memory(store, story.caller, gone.memory, "a joke", reject=True)
    await story.says("Cyrus", "motto", "Ever", since=year(2020), **said)
    await merge_entities(store, story.caller, await story.id("Cy"), await story.id("Cyrus"))
    return story


async def run(story: Story, body: str, **params: Any) -> list[dict[str, Any]]:
    return await Damage(story.db, story.caller.tenant).run(body, **params)


async def test_from_an_entity_every_memory_about_it_is_within_three_steps(story):
    rows = await run(
        story,
        """MATCH (memory:Memory {tenant: $tenant})
        MATCH (entity:Entity {tenant: $tenant, id: memory.entity})
        RETURN memory.text AS text, EXISTS { MATCH (entity)-[*1..3]-(memory) } AS reached""",
    )

    assert len(rows) > 10
    assert [row["text"] for row in rows if not row["reached"]] == []


async def test_from_a_memory_with_evidence_its_session_is_within_two_steps(story):
    rows = await run(
        story,
        """MATCH (memory:Memory {tenant: $tenant})
        WHERE memory.session IS NOT NULL AND EXISTS { MATCH (memory)-[:EVIDENCED_BY]->() }
        RETURN memory.text AS text, COLLECT {
          MATCH (memory)-[*1..2]->(session:Session) RETURN session.name
        } AS reached""",
    )

    assert len(rows) > 2
    assert [row["text"] for row in rows if row["reached"] != ["s1"]] == []


async def test_no_node_of_what_is_believed_stands_alone(story):
    rows = await run(
        story,
        """MATCH (it {tenant: $tenant})
        RETURN head(labels(it)) AS label, COUNT { (it)--() } AS edges""",
    )

    assert set(DRAWN) <= {row["label"] for row in rows}
    assert [row for row in rows if row["label"] in DRAWN and not row["edges"]] == []


async def test_what_the_page_names_is_what_the_store_has(story):
    rows = await run(
        story,
        """MATCH (from {tenant: $tenant})-[edge]->(to)
        RETURN DISTINCT head(labels(from)) AS from, type(edge) AS type, head(labels(to)) AS to""",
    )
    labels = {label for row in rows for label in (row["from"], row["to"]) if label in DRAWN}
    types = {row["type"] for row in rows if row["from"] in DRAWN and row["to"] in DRAWN}
    named = set(
        re.findall(r"^\| (`[A-Z_`, ]+`) \|", TEXT.split("## Relationships")[1], re.MULTILINE)
    )

    assert labels == set(re.findall(r"^\| `([A-Z][a-z]+)` \|", TEXT, re.MULTILINE))
    assert types <= {one for cell in named for one in re.findall(r"\w+", cell)}
    assert {f"node.{label}" for label in labels} <= set(
        re.findall(r"node\.\w+", STYLE.read_text(encoding="utf-8"))
    )


@pytest.mark.parametrize(("title", "body"), RECIPES, ids=[title for title, _ in RECIPES])
async def test_a_recipe_answers(story, title, body):
    given = {
        "name": "Ana", "other": "Cy", "attribute": "works_at", "speaker": "Ana",
        "session": "s1", "valid_at": year(2023, 6), "system_at": datetime.now(UTC),
    }  # fmt: skip
    rows = await run(story, body, **given)

    assert rows, title
    assert all(value is not None for value in rows[0].values())
