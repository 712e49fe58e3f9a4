"""Erasure of a subject with thousands of memories, and of one among many who are called alike."""

from __future__ import annotations

import io
import json

import pytest

from api.files.load.load import load
from graph.governance.erasure import residue, steps
from graph.governance.erasure.erase import erase
from graph.history.integrity import check
from tests.support.story import Story

WHY = "asked for by the subject"


@pytest.fixture
def story(db, caller):
    return Story(db, caller)


async def tell(story, documents):
    text = "".join(json.dumps(one) + "\n" for one in documents)
    done = await load(story.db, story.caller, io.BytesIO(text.encode()), lambda _: None)
    assert done.refused == []


async def texts(story, entity):
    """What the episodes say that the memories about somebody quote."""
    rows = await story.db.read(
        "governance/erasure/selection/memories_about", tenant=story.caller.tenant, entities=[entity]
    )
    told = await story.db.read(
        "governance/erasure/selection/memories", tenant=story.caller.tenant, ids=rows[0]["ids"]
    )
    return [one["span"] for row in told for one in row["evidence"]]


@pytest.mark.long
async def test_more_memories_than_a_step_has_are_erased(story):
    count = steps.STEP + 200
    await tell(
        story,
        ({"entity": "Grand Hall", "attribute": "seat", "value": f"row {n}"} for n in range(count)),
    )
    await story.says("Anna", "lives_in", "Lisbon")
    receipt = await erase(story.db, story.caller, await story.id("Grand Hall"), WHY)
    assert receipt.complete
    assert receipt.deleted["memories"] == count
    assert await story.value("Anna", "lives_in") == "Lisbon"
    assert [one async for one in check.violations(story.db, story.caller.tenant)] == []


@pytest.mark.long
async def test_a_name_is_found_behind_many_texts_that_only_look_like_it(story, monkeypatch):
    monkeypatch.setattr(residue, "MENTIONS_MAX", 20)
    await tell(
        story,
        (
            {"entity": f"Guest {n}", "attribute": "was_seen_by", "value": f"Joanna Silvano {n}"}
            for n in range(60)
        ),
    )
    quoted = "Zita said that Anna Silva was late."
    await story.says("Zita", "complained_of", "being late", evidence=quoted)
    await story.says("Anna Silva", "lives_in", "Lisbon")
    receipt = await erase(story.db, story.caller, await story.id("Anna Silva"), WHY)
    assert receipt.complete
    assert await texts(story, await story.id("Zita")) == ["Zita said that ████ █████ was late."]
    assert await story.value("Guest 7", "was_seen_by") == "Joanna Silvano 7"


async def test_when_something_was_said_is_hidden_nowhere_else(story):
    said_at = "2019-01-20T00:00:00+00:00"
    await tell(
        story,
        (
            {"entity": name, "attribute": "lives_in", "value": "Lisbon", "said_at": said_at}
            for name in ("Anna Silva", "Bob Costa")
        ),
    )
    before = await texts(story, await story.id("Bob Costa"))
    assert said_at in before[0]
    await erase(story.db, story.caller, await story.id("Anna Silva"), WHY)
    assert await texts(story, await story.id("Bob Costa")) == before
