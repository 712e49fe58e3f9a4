"""Marks of people: kept once, counted by extractor, and what they change in new claims."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from api.service.worker import drain
from graph.errors import Conflict, Forbidden, InvalidArgument, NotFound
from graph.governance.erasure.erase import erase
from graph.limits import Limits, ReviewLimits
from graph.model.commands import Message
from graph.model.records import Caller
from graph.proposals.reliability.calibration import apply_calibration, calibration
from graph.proposals.reliability.marks import Mark, mark_memories
from graph.proposals.reliability.sheets import draw_sheet, sheets
from graph.read import reads
from graph.upkeep.samples import NAME
from graph.upkeep.tasks import definitions, run_now
from graph.vocabulary import Role
from graph.write.intake import jobs
from tests.support.fake_messages_api import answer, candidate
from tests.support.story import Story, someone

STATED = 0.95


class Told:
    """A tenant to which things are said, and a Claude that reads a claim in each."""

    def __init__(self, db, caller, api, extractor):
        self.db, self.caller, self.api, self.extractor = db, caller, api, extractor

    async def says(self, *cities):
        """Say of people, one for each city, where they live; the memories."""
        for city in cities:
            place = {"entity": city, "kind": "place"}
            said = candidate(span=f"I live in {city}", object=place, text=f"They live in {city}.")
            self.api.will(answer(said))
        messages = [
            Message(f"I live in {city} now.", speaker=f"P{city}", occurred_at=self.db.clock())
            for city in cities
        ]
        job = await jobs.submit(self.db, self.caller, messages, session=cities[0], topic=None)
        await drain(self.db, self.extractor, self.caller.tenant)
        decided = await jobs.decisions(self.db, self.caller, job.id)
        found = await reads.memories_by_id(self.db, self.caller, [one.memory for one in decided])
        return [found[one.memory] for one in decided], decided

    async def mark(self, *marks, caller=None):
        return await mark_memories(
            self.db, caller or self.caller, [Mark(memory, correct) for memory, correct in marks]
        )


@pytest.fixture
def told(db, caller, api, claude):
    return Told(db, caller, api, claude)


async def test_marks_change_the_confidence_of_new_claims_until_they_are_taken_back(told):
    before, _ = await told.says("Porto", "Oslo", "Rome")
    found = await told.mark(*((one.id, False) for one in before))
    (after,), (decision,) = await told.says("Bern")
    extractor = before[0].extractor
    known = found.extractors[extractor]

    assert (found.version, known.marked, known.right, known.stated) == (1, 3, 0, STATED)
    assert {one.confidence for one in before} == {STATED}
    assert before[0].stated_confidence is None
    assert (after.confidence, after.stated_confidence, after.calibration) == (
        known.recalibrate(STATED),
        STATED,
        1,
    )
    assert f"{STATED:.2f} was stated" in decision.reason
    taken = await apply_calibration(told.db, told.caller, extractor, "too few", applied=False)
    (plain,), _ = await told.says("Graz")
    assert (taken.version, plain.confidence, plain.calibration) == (2, STATED, None)
    # More marks make it anew, and do not apply it: that is the owner's to do again.
    assert not (await told.mark((after.id, True))).extractors[extractor].applied
    again = await apply_calibration(told.db, told.caller, extractor, "enough", applied=True)
    assert again.extractors[extractor].marked == 4
    assert (await calibration(told.db, told.caller, 1)).extractors[extractor].marked == 3
    # What was recalibrated counts by what was stated.
    assert again.extractors[extractor].stated == pytest.approx(STATED)


async def test_marks_that_cannot_be_kept_are_refused_and_change_nothing(told, db):
    (one, other), _ = await told.says("Porto", "Oslo")
    ann = replace(told.caller, actor="ann", role=Role.REVIEWER)
    await told.mark((one.id, True), caller=ann)
    said = await Story(db, told.caller).says("Ada", "likes", "tea")
    refused = [
        (NotFound, [(other.id, True), ("m_0000000000000000", True)], "marks.1.memory"),
        (InvalidArgument, [(other.id, True), (other.id, True)], "marks.1.memory"),
        (InvalidArgument, [(said.memory, True)], "marks.0.memory"),
        (Conflict, [(other.id, True), (one.id, True)], "marks.1.memory"),
        (Conflict, [(one.id, False)], "marks.0.memory"),
        (Conflict, [(other.id, None)], "marks.0.memory"),
    ]
    for error, marks, at in refused:
        with pytest.raises(error) as caught:
            await told.mark(*marks)
        assert caught.value.field == at
    with pytest.raises(Conflict, match=r"ann has marked .* as right, and this says wrong"):
        await told.mark((one.id, False))
    with pytest.raises(NotFound):
        await told.mark((other.id, True), caller=someone())
    with pytest.raises(Forbidden):
        await told.mark((other.id, True), caller=Caller(told.caller.tenant, "m", Role.MODEL))
    with pytest.raises(Forbidden):
        await apply_calibration(db, ann, one.extractor, "why", applied=False)
    with pytest.raises(NotFound):
        await apply_calibration(db, told.caller, "nobody", "why", applied=False)

    found = await calibration(db, told.caller)
    assert (found.version, found.extractors[one.extractor].marked) == (1, 1)
    back = await told.mark((one.id, None), (other.id, False))
    assert (back.extractors[one.extractor].marked, back.extractors[one.extractor].right) == (1, 0)


@pytest.mark.long
async def test_a_sheet_stays_with_its_marks_and_no_other_is_drawn_before_one_is_made(
    told, db, clock
):
    db.limits = replace(db.limits, review=replace(db.limits.review, sample_size=2))
    memories, _ = await told.says("Porto", "Oslo", "Rome")
    drawn = [await draw_sheet(db, told.caller.tenant, db.clock()) for _ in range(2)]
    (sheet,) = (await sheets(db, told.caller)).items
    clock.advance(days=7)
    await told.says("Bern")
    drawn.append(await draw_sheet(db, told.caller.tenant, db.clock()))
    await told.mark(*((one, True) for one in sheet.unmarked))
    clock.advance(days=7)
    drawn.append(await draw_sheet(db, told.caller.tenant, db.clock()))
    (second,) = (await sheets(db, told.caller)).items
    both = (await sheets(db, told.caller, is_open=False)).items

    # The second time at once, and while nobody has looked at the first sheet, there is none.
    assert drawn == [2, 0, 0, 1]
    assert set(sheet.unmarked) <= {one.id for one in memories}
    assert [one.drawn_at for one in both] == [sheet.drawn_at, second.drawn_at]
    assert {(one.correct, one.actor) for one in both[0].samples} == {(True, "tester")}


@pytest.mark.long
async def test_the_task_tells_how_much_it_drew_in_all_tenants(own, clock):
    # A service that other tests killed on this server may hold the task for a minute of its time.
    own.clock = clock
    found = await run_now(own, definitions(Limits())[NAME])

    assert (found.error, set(found.last_effect)) == (None, {"sheets", "memories"})


def test_the_task_runs_each_week_and_never_where_it_draws_nothing():
    assert definitions(Limits())[NAME].every == timedelta(days=7)
    for off in (ReviewLimits(sample_size=0), ReviewLimits(sample_days=0)):
        assert definitions(Limits(review=off))[NAME].every is None


async def test_an_erasure_takes_the_samples_of_what_it_erases(told, db):
    (one, other), _ = await told.says("Porto", "Oslo")
    await told.mark((one.id, True), (other.id, True))
    receipt = await erase(db, told.caller, one.id, "asked for")
    found = await told.mark((other.id, None))

    assert (receipt.complete, receipt.residue) == (True, 0)
    assert found.extractors[one.extractor].marked == 0
