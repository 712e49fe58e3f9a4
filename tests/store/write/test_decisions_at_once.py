"""Two answers sent at once: of every decision that there is one is taken, and the other refused."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from graph.errors import Conflict, NotFound
from graph.history.integrity import check
from graph.ids import new_id
from graph.model.commands import Message
from graph.proposals.merges.discovery import find_merges
from graph.proposals.merges.proposals import (
    accept_merge,
    dismiss_merge,
    merge_proposal,
    merge_proposals,
)
from graph.proposals.resolution.conventions import accept_convention, dismiss_convention
from graph.proposals.resolution.rejections import lift_rejection
from graph.read import reads
from graph.read.conventions import convention_proposals
from graph.vocabulary import JobStatus, ProposalStatus, Resolution
from graph.write.intake import jobs
from graph.write.intake.job_control import cancel_job, retry_job
from graph.write.revocation import revoke_memory
from tests.support.held_contradictions import answer, held

pytestmark = pytest.mark.usefixtures("trusting")
# How often each pair of answers meets.
TIMES = 6
# How much later than the pair before it a second answer is sent, where it is the quicker one.
LATER_S = 0.1


async def after(seconds: float, answer: Awaitable[Any]) -> Any:
    """Wait before an answer is sent."""
    await asyncio.sleep(seconds)
    return await answer


async def taken(*answers: Callable[[], Awaitable[Any]]) -> list[bool]:
    """Send all at once; of each whether it was taken. Who is refused learns that it is decided."""
    told = await asyncio.gather(*(send() for send in answers), return_exceptions=True)

    assert all(isinstance(one, (Conflict, NotFound)) for one in told if isinstance(one, Exception))
    return [not isinstance(one, BaseException) for one in told]


async def sound(db, caller):
    assert [one async for one in check.violations(db, caller.tenant)] == []


async def test_a_merge_is_accepted_or_dismissed(story, db, caller):
    for number in range(TIMES):
        family = f"Moss{chr(97 + number)}a"
        for name in (f"Elizabeth {family}", f"Liz {family}"):
            await story.says(name, "lives_in", "Berlin")
    await find_merges(db, caller)
    proposals = (await merge_proposals(db, caller)).items
    assert len(proposals) == TIMES
    for key in (one.id for one in proposals):
        accepted, dismissed = await taken(
            lambda key=key: accept_merge(db, caller, key),
            lambda key=key: dismiss_merge(db, caller, key),
        )
        proposal = await merge_proposal(db, caller, key)
        later = (await reads.entities_by_id(db, caller, [proposal.other]))[proposal.other]
        merged = later.merged_into == proposal.one
        assert [accepted, dismissed].count(True) == 1
        assert accepted is merged
        wanted = ProposalStatus.ACCEPTED if accepted else ProposalStatus.DISMISSED
        assert proposal.status is wanted
        lines = await reads.audit(db, caller, subject=key)
        assert len([one for one in lines.items if one.action.startswith("merge_")]) == 1
    await sound(db, caller)


async def test_a_merge_is_accepted_once(story, db, caller):
    for name in ("Elizabeth Mossaa", "Liz Mossaa"):
        await story.says(name, "lives_in", "Berlin")
    await find_merges(db, caller)
    [proposal] = (await merge_proposals(db, caller)).items

    assert sum(await taken(*[lambda: accept_merge(db, caller, proposal.id)] * 4)) == 1
    await sound(db, caller)


async def test_a_contradiction_has_one_answer(db, caller):
    told = await held(db, caller)
    done = await taken(
        lambda: answer(db, caller, told, Resolution.KEEP),
        lambda: answer(db, caller, told, Resolution.REPLACE),
        lambda: answer(db, caller, told, Resolution.KEEP),
    )

    assert sum(done) == 1
    await sound(db, caller)


@pytest.mark.long
async def test_a_convention_is_accepted_or_dismissed(story, db, caller):
    for number in range(TIMES):
        for session in ("s1", "s2", "s3"):
            text = f"In {session} she said: way {number}."
            await story.says(
                f"Ana{number}", "prefers", f"way {number}", session=session, evidence=text
            )
    proposals = (await convention_proposals(db, caller)).items
    assert len(proposals) == TIMES
    for number, proposal in enumerate(proposals):
        key, entity = proposal.belief.id, proposal.belief.entity
        accepted, dismissed = await taken(
            lambda key=key: accept_convention(db, caller, key),
            # An acceptance takes longer; the last dismissals come too late.
            lambda key=key, late=number: after(LATER_S * late, dismiss_convention(db, caller, key)),
        )
        (held_now,) = (await reads.beliefs(db, caller, entity=entity, as_of=story.at())).items
        memories = await reads.memories_by_id(db, caller, held_now.memories)
        ruling = [one for one in memories.values() if "convention" in one.tags]
        assert [accepted, dismissed].count(True) == 1
        assert len(ruling) == accepted
    await sound(db, caller)


async def test_a_rejection_is_lifted_once(story, db, caller):
    wrong = await story.says("Ana", "lives_in", "Oslo")
    await revoke_memory(db, caller, wrong.memory, "a joke")
    [rejection] = (await reads.rejections(db, caller)).items

    lift = [lambda: lift_rejection(db, caller, rejection.id, "it was none")] * 4
    assert sum(await taken(*lift)) == 1
    lines = await reads.audit(db, caller, subject=rejection.id, action="lift")
    assert len(lines.items) == 1


async def test_a_job_is_cancelled_once_and_run_again_once(db, caller):
    for _ in range(TIMES):
        message = Message("Hello there, Bob.", id=new_id("x"))
        job = await jobs.submit(db, caller, [message], session=new_id("s"), topic=None)
        assert sum(await taken(*[lambda job=job: cancel_job(db, caller, job.id)] * 3)) == 1
        assert sum(await taken(*[lambda job=job: retry_job(db, caller, job.id)] * 3)) == 1
        assert (await jobs.job(db, caller, job.id)).status is JobStatus.QUEUED
