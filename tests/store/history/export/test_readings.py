"""What extractors proposed, and what became of it, goes along with an export."""

from __future__ import annotations

import json
import secrets
from datetime import UTC, datetime, timedelta

import pytest
import pytest_asyncio

from api.service.worker import drain
from extraction.llm.claude import ClaudeExtractor
from extraction.llm.server_settings import ModelServer
from graph.history.integrity import check
from graph.model.commands import Message
from graph.model.records import Caller
from graph.vocabulary import Outcome, Role, SourceKind
from graph.write.intake import candidates, jobs
from tests.support.exports import exported, restored
from tests.support.fake_messages_api import answer, candidate
from tests.support.story import Damage

SAID = datetime(2025, 5, 7, 9, tzinfo=UTC)
WAIT = timedelta(minutes=5)


@pytest.fixture
def other() -> Caller:
    return Caller(tenant=f"t{secrets.token_hex(8)}", actor="mover", role=Role.OWNER)


@pytest_asyncio.fixture
async def extractor(api):
    server = ModelServer(model="claude-haiku-5-5", key="k", base_url=api.url, retries_max=0)
    async with ClaudeExtractor.open(server) as opened:
        yield opened


@pytest_asyncio.fixture
async def said(db, caller, api, clock, extractor):
    """The episodes of three messages: believed and not grounded; waiting; a contradiction."""
    told = [
        (
            Message("I live in Lisbon.", speaker="Ana", occurred_at=SAID),
            (candidate(), candidate(span="I live in Atlantis")),
        ),
        (
            Message(
                "Ana is a vet.",
                source_kind=SourceKind.WEB,
                occurred_at=SAID + WAIT,
            ),
            (
                candidate(
                    subject="Ana",
                    predicate="occupation",
                    object={"literal": "vet"},
                    text="Ana is a vet.",
                    span="Ana is a vet",
                ),
            ),
        ),
        (
            Message("I do not live in Lisbon.", speaker="Ana", occurred_at=SAID + 2 * WAIT),
            (candidate(negative=True, span="I do not live in Lisbon"),),
        ),
    ]
    episodes: list[str] = []
    for message, members in told:
        api.will(answer(*members))
        job = await jobs.submit(db, caller, [message], session="s", topic=None)
        await drain(db, extractor, caller.tenant)
        episodes += job.episodes
        clock.advance(hours=1)
    return episodes


async def decided(db, caller, episodes, version):
    reading = candidates.Reading(episodes, version)
    return (await candidates.decisions(db, caller.tenant, {"all": reading}))["all"]


@pytest.mark.long
async def test_what_was_read_and_decided_goes_along_and_is_not_read_again(
    db, caller, other, extractor, said
):
    version = extractor.version
    first = await exported(db, caller)
    assert await restored(db, other, first) == ["RESTORED"] * len(first)
    assert await exported(db, other) == first
    assert [one async for one in check.violations(db, other.tenant)] == []
    # Loading it again changes nothing.
    await restored(db, other, first)
    assert await exported(db, other) == first

    mine = await decided(db, caller, said, version)
    there = await episodes_of(db, other)
    theirs = await decided(db, other, there, version)
    assert [shown(one) for one in theirs] == [shown(one) for one in mine]
    outcomes = [one.outcome for one in mine]
    assert outcomes[:3] == [Outcome.STORED, Outcome.REJECTED, Outcome.QUARANTINED]
    # They lead to what came along.
    assert {one.memory is None for one in theirs} == {False, True}
    assert not {one.memory for one in theirs if one.memory} & {one.memory for one in mine}
    for episode in there:
        stored = await candidates.load_candidates(db, other.tenant, episode, version)
        assert stored is not None
        assert stored.job is None


async def test_there_is_a_line_for_each_reading_and_for_each_decision(db, caller, said):
    assert len(said) == 3
    ops = [json.loads(line)["op"] for line in await exported(db, caller)]
    assert (ops.count("read"), ops.count("decide")) == (3, 4)


async def episodes_of(db, other) -> list[str]:
    """The episodes of a tenant, in the order in which they were said."""
    rows = await Damage(db, other.tenant).run(
        "MATCH (it:Episode {tenant: $tenant}) RETURN it.id AS id ORDER BY it.occurred_at"
    )
    return [row["id"] for row in rows]


def shown(decision) -> tuple[object, ...]:
    return (
        decision.candidate,
        decision.outcome,
        decision.gate,
        decision.reason,
        decision.policy_version,
        decision.memory is None,
        decision.contradiction is None,
    )
