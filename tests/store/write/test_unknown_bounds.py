"""Bounds that nobody knows, in the store: shown, ended, corrected, taken back, exported."""

from __future__ import annotations

from datetime import timedelta

import pytest

from graph.errors import Incorrect
from graph.history.integrity import check
from graph.model.commands import Correction
from graph.read import reads
from graph.read.recall.recall import recall
from graph.read.recall.recall_types import Question
from graph.vocabulary import (
    MemoryStatus,
    Outcome,
    Precision,
    SourceKind,
    SupersessionReason,
    TimeBasis,
)
from graph.write.correction import correct_memory
from graph.write.revocation import revoke_memory
from tests.support.exports import exported, restored
from tests.support.story import Story, someone, year

YEAR = Precision.YEAR


async def timeline(story: Story, attribute: str):
    found = await reads.timeline(
        story.db,
        story.caller,
        entity=await story.id("Ana"),
        attribute=attribute,
        context=None,
        system_at=story.db.system_time.now(story.caller.tenant),
    )
    return [
        (one.value, one.valid_from.year, one.valid_to and one.valid_to.year, *_flags(one))
        for one in found
    ]


def _flags(one) -> tuple[bool, bool]:
    return one.start_unknown, one.end_unknown


async def formerly(story: Story, attribute: str | None = None):
    found = await reads.formerly(
        story.db,
        story.caller,
        entity=await story.id("Ana"),
        attribute=attribute,
        context=None,
        system_at=story.db.system_time.now(story.caller.tenant),
    )
    return [one.value for one in found]


async def violations(story: Story) -> list[object]:
    return [found async for found in check.violations(story.db, story.caller.tenant)]


async def test_what_is_over_ends_what_was_believed_and_is_named_by_the_chain(story):
    first = await story.says("Ana", "town", "Turin", since=year(2015), said_at=year(2016))
    over = await story.says("Ana", "town", "Turin", end_unknown=True, said_at=year(2025))
    known = await reads.memories_by_id(story.db, story.caller, [first.memory, over.memory])

    assert over.outcome is Outcome.STORED
    assert await timeline(story, "town") == [("Turin", 2015, 2025, False, True)]
    assert known[first.memory].superseded_by == over.memory
    assert known[first.memory].superseded_reason is SupersessionReason.RETRACTION
    assert (known[over.memory].status, known[over.memory].negative) == (MemoryStatus.ENDED, False)
    # What was believed of it says more than that it is over.
    assert await formerly(story) == []
    assert await violations(story) == []


async def test_what_is_only_over_is_in_no_belief_and_is_listed_as_such(story, clock):
    await story.says("Ana", "town", "Rome", end_unknown=True, text="Ana used to live in Rome.")
    clock.advance(days=1)
    await story.says("Ana", "town", "Rome", end_unknown=True)
    await story.says("Ana", "town", "Graz", since=year(2020))
    await story.says("Ana", "guild", "Masons", end_unknown=True)

    assert await timeline(story, "town") == [("Graz", 2020, None, False, False)]
    assert await formerly(story, "town") == ["Rome"]
    assert await formerly(story) == ["Masons", "Rome"]
    assert await violations(story) == []


async def test_an_end_without_a_start_is_believed_for_the_last_period_before_it(story):
    for town, precision, since, until in (
        ("Oslo", YEAR, (1989, 1, 1), year(1990)),
        ("Bergen", Precision.MONTH, (1999, 4, 1), year(1999, 5)),
        ("Lund", Precision.DAY, (2003, 2, 28), year(2003, 3)),
    ):
        told = await story.says("Ana", f"in {town}", town, until=until, precision_to=precision)
        (belief,) = told.beliefs
        memory = (await reads.memories_by_id(story.db, story.caller, [told.memory]))[told.memory]

        begun = belief.valid_from
        assert ((begun.year, begun.month, begun.day), belief.valid_to) == (since, until)
        assert (*_flags(belief), belief.valid_from_basis) == (True, False, TimeBasis.OBSERVED)
        assert (memory.valid_from, memory.valid_to, *_flags(memory)) == (None, until, True, False)


async def test_an_end_to_come_without_a_start_holds_now(story, clock):
    told = await story.says("Ana", "town", "Oslo", until=clock() + timedelta(days=90))

    assert [(one.valid_from, one.start_unknown) for one in told.beliefs] == [(clock(), False)]


async def test_a_bound_that_is_given_is_not_unknown(story, clock):
    bad = (
        {"since": year(2015), "start_unknown": True, "until": year(2016)},
        {"until": year(2016), "end_unknown": True},
        {"end_unknown": True, "negative": True},
        {"start_unknown": True, "until": year(2016), "negative": True},
        {"end_unknown": True, "expires_at": year(2030)},
        {"end_unknown": True, "vouched_until": year(2016)},
        {"since": year(2024), "end_unknown": True, "said_at": year(2020)},
    )
    for given in bad:
        with pytest.raises(Incorrect) as found:
            await story.says("Ana", "town", "Oslo", **given)
        assert found.value.field
        assert found.value.hint

    assert await reads.entity(story.db, story.caller, name="Ana") is None


@pytest.mark.long
async def test_a_correction_keeps_the_bounds_that_nobody_knows_or_makes_them_known(story):
    over = await story.says("Ana", "town", "Rome", end_unknown=True)
    began = await story.says("Ana", "post", "mayor", until=year(1990), precision_to=YEAR)

    async def corrected(memory: str | None, **new: object) -> str:
        change = Correction(memory=memory or "", reason="misheard", reject=False, **new)
        done = await correct_memory(story.db, story.caller, change)
        assert done.memory is not None
        return done.memory

    turin = await corrected(over.memory, value="Turin")
    assert await formerly(story) == ["Turin"]
    turin = await corrected(turin, valid_from=year(2010))
    assert (await reads.memories_by_id(story.db, story.caller, [turin]))[turin].end_unknown
    turin = await corrected(turin, valid_to=year(2014))
    assert await timeline(story, "town") == [("Turin", 2010, 2014, False, False)]
    turin = await corrected(turin, end_unknown=True)
    turin = await corrected(turin, start_unknown=True)
    assert (await timeline(story, "town"), await formerly(story)) == ([], ["Turin"])

    judge = await corrected(began.memory, value="judge")
    assert await timeline(story, "post") == [("judge", 1989, 1990, True, False)]
    await corrected(judge, valid_from=year(1980))
    assert await timeline(story, "post") == [("judge", 1980, 1990, False, False)]
    assert await violations(story) == []


async def test_what_is_taken_back_was_never_over(story):
    await story.says("Ana", "town", "Turin", since=year(2015), said_at=year(2016))
    over = await story.says("Ana", "town", "Turin", end_unknown=True, said_at=year(2025))
    await revoke_memory(story.db, story.caller, over.memory, "a joke", reject=False)

    assert await timeline(story, "town") == [("Turin", 2015, None, False, False)]
    assert await violations(story) == []


async def test_who_has_less_authority_does_not_end_what_a_person_said(story):
    await story.says("Ana", "town", "Turin", since=year(2015), said_at=year(2016))
    over = await story.says(
        "Ana",
        "town",
        "Turin",
        end_unknown=True,
        source_kind=SourceKind.DOCUMENT,
        said_at=year(2025),
    )

    assert over.outcome is Outcome.HELD
    assert await timeline(story, "town") == [("Turin", 2015, None, False, False)]


async def test_what_was_liked_until_nobody_knows_when_denies_its_opposite_for_that_time_only(story):
    await story.says("Ana", "dislikes", "jazz", since=year(1970), said_at=year(1971))
    await story.says("Ana", "likes", "jazz", since=year(1985), precision=YEAR, end_unknown=True)
    await story.says("Ana", "likes", "tango", end_unknown=True)

    assert await timeline(story, "likes") == [("jazz", 1985, 1986, False, True)]
    assert await timeline(story, "dislikes") == [
        ("jazz", 1970, 1985, False, False),
        ("jazz", 1986, None, False, False),
    ]
    assert await violations(story) == []


@pytest.mark.long
async def test_an_export_tells_them_and_a_replay_restores_them(story, db):
    await story.says("Ana", "town", "Rome", end_unknown=True)
    await story.says("Ana", "club", "Ajax", since=year(1985), precision=YEAR, end_unknown=True)
    await story.says("Ana", "post", "mayor", until=year(1990), precision_to=YEAR)
    lines = await exported(db, story.caller)
    other = Story(db, someone())
    await restored(db, other.caller, lines)

    for attribute in ("town", "club", "post"):
        assert await timeline(other, attribute) == await timeline(story, attribute)
    assert await formerly(other) == ["Rome"]
    assert await exported(db, other.caller) == lines
    assert await violations(other) == []


async def test_recall_brings_what_is_over_as_such(story, db, clock):
    await story.says("Ana", "town", "Rome", end_unknown=True, text="Ana used to live in Rome.")
    await story.says("Ana", "town", "Graz", since=year(2020), text="Ana lives in Graz.")
    clock.advance(days=1)
    at = reads.as_of(db, story.caller, None, None)
    found = await recall(db, story.caller, Question("Where did Ana live before?", at, present=True))
    texts = {one.memory: (await story.memory(one.memory)).text for one in found.items}

    assert sorted(texts.values()) == ["Ana lives in Graz.", "Ana used to live in Rome."]
    assert [one.belief is None for one in found.items if "Rome" in texts[one.memory]] == [True]
    over = found.context.index("Over (no longer so")
    assert found.context.index("Graz") < over < found.context.index("used to live in Rome. [over; ")
