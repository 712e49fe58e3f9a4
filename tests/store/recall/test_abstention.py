"""Nothing is recalled where nothing was said; over this project's own claims and questions."""

from __future__ import annotations

import pytest
import pytest_asyncio

from extraction.embedding.backfill import embed_missing
from extraction.embedding.onnx_model import OnnxEmbedder
from graph.database import migrations
from graph.database.session import Session
from graph.embeddings import store
from graph.model.records import Caller
from graph.vocabulary import Role
from tools.eval.abstention import OWN, ask, tell_own

# What docs/measured/recall.md has for this store, with space for another machine's rounding.
CLOSE_MAX, ANSWERED_MIN = 9, 34

pytestmark = pytest.mark.long


@pytest_asyncio.fixture(scope="module")
async def answered(own_server):
    """Every question about the claims with the texts that come."""
    model = OnnxEmbedder.default()
    caller = Caller(tenant=OWN, actor="tester", role=Role.OWNER)
    address = own_server
    async with Session.open(address.uri, address.user, address.password, strict=True) as db:
        await migrations.ensure(db)
        await tell_own(db, caller)
        await embed_missing(db, model, await store.present(db, model.name, model.dimension))
        return await ask(db, [caller], model)


async def test_nothing_comes_for_what_is_of_another_matter(answered):
    assert [one.asked.text for one in answered if one.asked.kind == "far" and one.texts] == []


async def test_little_comes_for_what_was_never_said_and_is_close_in_topic(answered):
    close = [one for one in answered if one.asked.kind == "near"]

    assert len(close) == 25
    assert sum(bool(one.texts) for one in close) <= CLOSE_MAX


async def test_what_was_said_is_found(answered):
    said = [one for one in answered if one.asked.answer is not None]

    assert len(said) == 37
    assert sum(one.found for one in said) >= ANSWERED_MIN
