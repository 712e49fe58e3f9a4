"""Consolidation over HTTP: shown first, then done; only by those who decide."""

from __future__ import annotations

import pytest
import pytest_asyncio

from extraction.embedding.backfill import embed_waiting
from extraction.embedding.onnx_model import OnnxEmbedder
from graph.vocabulary import Role

pytestmark = pytest.mark.all_tenants

SAID = """mutation ($input: AssertInput!) { assertBelief(input: $input) { memory { id } } }"""
CONSOLIDATE = """mutation ($topic: String!, $dryRun: Boolean, $threshold: Float) {
  consolidate(topic: $topic, dryRun: $dryRun, threshold: $threshold) {
    applied unembedded why
    groups { canonical lost why originals { id status supersededReason } memory { id text } }
  } }"""
TEXTS = ("Ana deploys on Fridays.", "Ana deploys on Fridays at 5 pm.")


@pytest_asyncio.fixture
async def told(ask, db):
    """Two ways to say when Ana deploys, with vectors."""
    for text in TEXTS:
        habit = text.removeprefix("Ana ").rstrip(".")
        claim = {"entityName": "Ana", "attribute": "habit", "value": habit, "text": text}
        await ask(SAID, input=claim | {"topic": "Work"})
    await embed_waiting(db, OnnxEmbedder.default())
    return ask


@pytest.mark.long
async def test_a_dry_run_shows_what_is_then_done(told):
    shown = (await told(CONSOLIDATE, topic="work"))["consolidate"]
    done = (await told(CONSOLIDATE, topic="work", dryRun=False))["consolidate"]

    (would,), (did,) = shown["groups"], done["groups"]
    assert (shown["applied"], done["applied"]) == (False, True)
    assert would["canonical"] == did["canonical"] == TEXTS[1]
    assert (would["memory"], did["memory"]["text"]) == (None, TEXTS[1])
    assert {one["status"] for one in would["originals"]} == {"ACTIVE"}
    assert {one["supersededReason"] for one in did["originals"]} == {"CONSOLIDATION"}
    again = (await told(CONSOLIDATE, topic="work", dryRun=False))["consolidate"]
    assert (again["groups"], again["unembedded"]) == ([], 0)


async def test_no_threshold_is_the_one_that_is_set(told):
    found = (await told(CONSOLIDATE, topic="work", threshold=None))["consolidate"]

    assert [one["canonical"] for one in found["groups"]] == [TEXTS[1]]


async def test_a_bad_threshold_is_refused(told):
    refused = await told.refused(CONSOLIDATE, topic="work", threshold=2.0)

    assert (refused["code"], refused["field"]) == ("OUT_OF_RANGE", "threshold")


@pytest.mark.parametrize("role", [Role.READER, Role.MODEL])
async def test_who_may_not_decide_may_not_consolidate(told, login, role):
    other = login(told.tenant, role=role)

    assert (await other.refused(CONSOLIDATE, topic="work"))["code"] == "FORBIDDEN"


async def test_another_tenant_has_nothing_to_consolidate(told, login):
    assert (await login()(CONSOLIDATE, topic="work"))["consolidate"]["groups"] == []


@pytest.mark.parametrize("attribute", ["lives_in", "an_attribute_of_her_own"])
async def test_a_tenant_that_schedules_it_first_can_still_be_told_everything(ask, attribute):
    await ask("mutation { scheduleConsolidation(enabled: true) }")

    said = {"entityName": "Ana", "attribute": attribute, "value": "Porto"}
    assert (await ask(SAID, input=said))["assertBelief"]["memory"]
