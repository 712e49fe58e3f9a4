"""The task ``consolidation``: only for the tenants that want it, and as often as it is run."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest
import pytest_asyncio

from extraction.embedding.backfill import embed_waiting
from extraction.embedding.onnx_model import OnnxEmbedder
from graph.errors import Forbidden, ModelUnavailable
from graph.proposals.consolidation.schedule import next_scheduled, schedule_consolidation
from graph.upkeep.consolidation import NAME, consolidate_scheduled
from graph.upkeep.tasks import Definition, run_now
from graph.vocabulary import MemoryStatus, Role
from tests.support.story import Story, someone

pytestmark = pytest.mark.all_tenants

TASK = Definition(NAME, None, consolidate_scheduled)
TEXTS = ("Ana deploys on Fridays.", "Ana deploys on Fridays at 5 pm.")


@pytest.fixture
def told(own, clock, model):
    """A tenant that knows two ways to say one thing, and what became of them later."""
    own.clock = clock

    async def stories(*, wanted):
        story = Story(own, someone())
        ids = []
        for text in TEXTS:
            clock.advance(days=1)
            value = text.removeprefix("Ana ").rstrip(".")
            ids.append((await story.says("Ana", "habit", value, text=text)).memory)
        await embed_waiting(own, model)
        await schedule_consolidation(own, story.caller, enabled=wanted)
        clock.advance(days=1)
        return story, ids

    return stories


async def statuses(story, ids):
    return {(await story.memory(key)).status for key in ids}


@pytest_asyncio.fixture(autouse=True)
async def nobody_is_left(own):
    """What a test switched on is of no other's concern."""
    yield
    while (tenant := await next_scheduled(own, "")) is not None:
        await schedule_consolidation(own, replace(someone(), tenant=tenant), enabled=False)


@pytest.mark.long
async def test_who_wants_it_is_consolidated_and_nobody_else(told):
    story, ids = await told(wanted=True)
    other, others = await told(wanted=False)
    done = await run_now(story.db, TASK)

    assert done.error is None
    assert done.last_effect == {
        "tenants": 1,
        "originals": 2,
        "memories": 1,
        "left": 0,
        "unfinished": 0,
    }
    assert await statuses(story, ids) == {MemoryStatus.SUPERSEDED}
    assert await statuses(other, others) == {MemoryStatus.ACTIVE}
    again = await run_now(story.db, TASK)
    assert again.last_effect == done.last_effect | {"originals": 0, "memories": 0}


@pytest.mark.long
async def test_a_tenant_whose_model_is_away_holds_up_no_other(told, own):
    story, _ = await told(wanted=True)
    await story.says("Ana", "habit", "meets Bo at 9", text="Ana meets Bo at 9.")
    await story.says("Ana", "habit", "meets Bo at 10", text="Ana meets Bo at 10.")
    await embed_waiting(own, OnnxEmbedder.default())
    other, others = await told(wanted=True)
    asked = []

    class Away:
        async def merge(self, attribute, originals):
            asked.append(attribute)
            raise ModelUnavailable("nobody answers")

    class Merging:
        def __init__(self, caller):
            self.caller = caller

        async def __aenter__(self):
            return Away()

        async def __aexit__(self, *_):
            return None

    work = partial(consolidate_scheduled, merging=Merging)
    done = await run_now(story.db, Definition(NAME, None, work))

    assert asked == ["habit"]
    assert (done.last_effect["tenants"], done.last_effect["unfinished"]) == (2, 1)
    assert await statuses(other, others) == {MemoryStatus.SUPERSEDED}


@pytest.mark.long
async def test_a_model_may_not_switch_it_on(told):
    story, _ = await told(wanted=False)

    with pytest.raises(Forbidden):
        await schedule_consolidation(story.db, replace(story.caller, role=Role.MODEL), enabled=True)
