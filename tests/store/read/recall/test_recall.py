"""Recall over a real store: the right belief as of both times, or nothing."""

from __future__ import annotations

import random
from copy import copy
from dataclasses import dataclass, replace
from datetime import timedelta

import pytest

from graph.errors import DoxaError, NotFound
from graph.read import reads
from graph.read.recall import log
from graph.read.recall.recall import recall
from graph.read.recall.recall_types import AskedPeriod, Question
from graph.vocabulary import MemoryType, SourceKind
from graph.write.revocation import revoke_memory
from tests.support.profiles import count
from tests.support.story import Story, someone, year

NOBODY = f"q_{'0' * 26}"


@pytest.fixture
def ask(db, caller):
    """Ask in words only, as of a point."""

    async def asked(text, *, valid_at=None, system_at=None, who=None, **more):
        who = who or caller
        at = reads.as_of(db, who, valid_at, system_at)
        return await recall(db, who, Question(text, at, present=system_at is None, **more))

    return asked


def said(found):
    return [one.belief.value for one in found.items]


async def a_life(story, clock):
    """Berlin from 2018, Lisbon from 2021; told in this order, a day apart."""
    first = await story.says(
        "Ana", "workplace", "Berlin", since=year(2018), text="Ana lives in Berlin."
    )
    before = clock()
    clock.advance(days=1)
    second = await story.says(
        "Ana", "workplace", "Lisbon", since=year(2021), text="Ana lives in Lisbon."
    )
    await story.says("Ana", "speaks", "Thai", text="Ana speaks Thai at home.")
    clock.advance(days=1)
    return first.memory, second.memory, before


async def test_what_holds_now_is_recalled_and_what_is_over_is_not(story, clock, ask):
    await a_life(story, clock)
    found = await ask("Where does Ana live?")

    assert said(found) == ["Lisbon"]
    assert found.items[0].via == ("words", "graph")
    assert "Ana lives in Lisbon. [since 2021-01-01; said by" in found.context
    assert "Berlin" not in found.context


async def test_nothing_is_recalled_where_nothing_was_said(story, clock, ask):
    await a_life(story, clock)
    found = await ask("What is the blood type of the emperor penguin?")

    assert (found.items, found.context) == ((), "")


@dataclass
class Full:
    """What a server's supervisor says while its disk is full."""

    trouble: str = "no space left on /data (9 MB), free 0 MB"
    failure: str | None = None


async def test_where_nothing_can_be_written_a_recall_is_answered_and_not_kept(
    story, clock, db, caller
):
    await a_life(story, clock)
    full = copy(db)
    full.supervisor = Full()
    question = Question("Where does Ana live?", reads.as_of(db, caller, None, None), present=True)
    found = await recall(full, caller, question)

    assert said(found) == ["Lisbon"]
    assert found.degraded == (f"not kept: {Full.trouble}",)
    assert await log.recall_by_id(db, caller, found.id) is None
    again = await recall(db, caller, question)
    assert (again.items, again.degraded) == (found.items, ())
    assert await log.recall_by_id(db, caller, again.id) is not None


async def test_the_past_of_both_axes_is_recalled_as_it_was(story, clock, ask):
    _, _, before = await a_life(story, clock)

    assert said(await ask("Where does Ana live?", valid_at=year(2019))) == ["Berlin"]
    assert said(await ask("Where does Ana live?", system_at=before)) == ["Berlin"]
    assert said(await ask("Where does Ana live?", valid_at=year(2017))) == []


async def test_what_was_revoked_is_still_recalled_as_it_was_known(story, clock, ask, db, caller):
    _, lisbon, _ = await a_life(story, clock)
    before = clock()
    clock.advance(hours=1)
    await revoke_memory(db, caller, lisbon, "wrong", reject=False)
    clock.advance(hours=1)

    assert said(await ask("Where does Ana live?")) == ["Berlin"]
    assert said(await ask("Where does Ana live?", system_at=before)) == ["Lisbon"]


async def test_several_memories_of_a_belief_are_one_item(story, clock, ask):
    for text in ("Ana lives in Lisbon.", "Ana lives in Lisbon, near the river.", "Lisbon: Ana."):
        await story.says("Ana", "workplace", "Lisbon", since=year(2021), text=text, speaker=text)
        clock.advance(days=1)
    found = await ask("Where does Ana live?")

    assert said(found) == ["Lisbon"]
    assert len(found.items[0].belief.memories) >= 1
    outcomes = {one["outcome"] for one in found.considered}
    assert outcomes <= {"recalled", "says what another item says", "relevance under its floor"}


async def test_the_best_come_first_and_no_more_than_asked_for(story, ask):
    for number in range(8):
        await story.says("Ana", "likes", f"tea {number}", text=f"Ana likes green tea {number}.")
    found = await ask("Which tea does Ana like?", k=3)
    scores = [one.score for one in found.items]

    assert len(scores) == 3
    assert scores == sorted(scores, reverse=True)
    left_out = [one["outcome"] for one in found.considered if one["outcome"] != "recalled"]
    assert "below the first k" in left_out


async def test_a_contested_belief_says_so(story, clock, ask):
    await a_life(story, clock)
    await story.says(
        "Ana", "workplace", "Rome", since=year(2022), confidence=0.5, text="Ana lives in Rome."
    )
    found = await ask("Where does Ana live?")

    assert [one.belief.contested for one in found.items] == [True]
    assert "; contested]" in found.context


async def test_rules_come_whatever_the_question_apart_from_the_items(story, ask):
    await story.says("Ana", "motto", "greet", tags=("convention",), text="Always greet Ana first.")
    await story.says("Ana", "ban", "mail", tags=("constraint",), text="Never mail Ana directly.")
    await story.says(
        "Ana", "habit", "x", tags=("convention",), context="travel", text="Always by train."
    )
    await story.says(
        "Ana", "manner", "x", tags=("convention",), topic="food", text="Always without salt."
    )
    found = await ask("What is the capital of Peru?", topic="work")
    block = found.context

    assert found.items == ()
    assert len(found.rules) == 2
    assert block.index("Never mail") < block.index("Always greet")
    assert "train" not in block
    assert "salt" not in block
    assert "train" in (await ask("How do we travel?")).context


async def test_rules_that_are_over_do_not_come(story, clock, ask, db, caller):
    told = await story.says("Ana", "ban", "mail", tags=("constraint",), text="Never mail Ana.")
    clock.advance(days=1)
    assert (await ask("Hello there")).rules == (told.memory,)

    await revoke_memory(db, caller, told.memory, "over", reject=False)
    clock.advance(days=1)
    assert (await ask("Hello there")).rules == ()


async def test_of_many_rules_those_that_hold_come_the_newest_first_and_it_says_what_is_left_out(
    story, clock, ask, db, caller, monkeypatch
):
    monkeypatch.setattr("graph.read.recall.recall_candidates.RULES_MAX", 3)
    for number in range(8):
        text = f"Never mail list {number}."
        told = await story.says(f"Ana{number}", "ban", "mail", tags=("constraint",), text=text)
        if number < 4:
            await revoke_memory(db, caller, told.memory, "over", reject=False)
        clock.advance(days=1)
    await story.says("Ana", "motto", "greet", tags=("convention",), text="Always greet Ana first.")
    found = await ask("Hello there")

    # The first four are over; of the others and the convention no kind takes the other's place.
    assert [f"list {number}" in found.context for number in range(8)] == [False] * 5 + [True] * 3
    assert "greet Ana" in found.context
    (told,) = [one for one in found.degraded if one.startswith("rules:")]
    assert "4 of the kind constraint" in told


async def test_entity_and_topic_narrow_it(story, ask):
    await story.says("Ana", "likes", "tea", text="Ana likes tea.", topic="Food")
    await story.says("Bo", "likes", "tea", text="Bo likes tea.", topic="drinks")
    ana = await story.id("Ana")
    both = await ask("Who likes tea?")
    one = await ask("Who likes tea?", entity=ana)
    of_topic = await ask("Who likes tea?", topic="food")

    assert len(both.items) == 2
    assert [item.belief.entity for item in one.items] == [ana]
    assert [item.belief.entity for item in of_topic.items] == [ana]


async def test_what_is_unsure_is_recalled_only_where_that_is_enough(story, ask):
    await story.says("Ana", "likes", "tea", text="Ana likes tea.", confidence=0.5)

    assert len((await ask("What does Ana like?")).items) == 1
    assert (await ask("What does Ana like?", min_confidence=0.6)).items == ()


async def test_a_relation_is_found_from_its_other_end(story, ask):
    await story.says("Ana", "manager", target="Bo", text="Bo is the manager of Ana.")
    bo = await story.id("Bo")

    assert len((await ask("Whom does Bo manage?", entity=bo)).items) == 1


async def test_an_expired_claim_is_not_recalled(story, clock, ask):
    until = clock() + timedelta(days=2)
    await story.says("Ana", "mood", "glad", text="Ana is glad.", expires_at=until)

    assert len((await ask("Is Ana glad?")).items) == 1
    clock.advance(days=3)
    assert (await ask("Is Ana glad?")).items == ()


async def test_every_recall_is_kept_and_explains_each_memory(story, clock, ask, db, caller):
    berlin, lisbon, _ = await a_life(story, clock)
    found = await ask("Where does Ana live?")
    kept = await log.recall_by_id(db, caller, found.id)
    right = await log.why(db, caller, found.id, lisbon)
    over = await log.why(db, caller, found.id, berlin)

    assert kept == found
    assert right["outcome"] == "recalled"
    assert right["score"] == pytest.approx(found.items[0].score, abs=1e-4)
    assert "not held then" in over["outcome"]
    with pytest.raises(NotFound):
        await log.why(db, caller, found.id, NOBODY.replace("q", "m"))
    with pytest.raises(NotFound):
        await log.why(db, caller, NOBODY, lisbon)


async def test_recalls_are_listed_latest_first_in_pages(story, clock, ask, db, caller):
    made = []
    for _ in range(4):
        made.append((await ask("Where does Ana live?")).id)
        clock.advance(minutes=1)
    first = await log.recalls(db, caller, first=3)
    rest = await log.recalls(db, caller, first=3, after=first[-1].id)

    assert [one.id for one in (*first, *rest)] == made[::-1]
    assert await log.recalls(db, caller, since=clock()) == []


async def test_recalls_go_after_a_while(ask, clock, db, caller):
    await ask("Where does Ana live?")
    clock.advance(days=91)
    await ask("Where does Ana live?")

    assert len(await log.recalls(db, caller)) == 1


async def test_tenants_never_meet(story, clock, ask, db):
    _, lisbon, _ = await a_life(story, clock)
    other = someone()
    found = await ask("Where does Ana live?", who=other)
    own = await ask("Where does Ana live?")

    assert found.items == ()
    assert await log.recall_by_id(db, other, own.id) is None
    with pytest.raises(NotFound):
        await log.why(db, other, found.id, lisbon)


@pytest.mark.long
async def test_a_tenant_is_found_among_others_of_a_like_name(db, caller, ask):
    crowd = replace(caller, tenant=f"{caller.tenant} too")
    for number in range(120):
        told = Story(db, crowd)
        await told.says(f"P{number}", "likes", "tea", text="tea tea tea")
    own = Story(db, caller)
    await own.says("Ana", "likes", "tea", text="Somebody called Ana likes green tea of Ceylon.")

    assert len((await ask("tea")).items) == 1


@pytest.mark.parametrize(
    "bad",
    [
        {"text": " "},
        {"text": "x" * 20_001},
        {"k": 0},
        {"k": 51},
        {"min_score": 1.1},
        {"min_confidence": -0.1},
        {"tokens_max": 0},
    ],
)
async def test_a_bad_question_is_refused_and_not_kept(db, caller, ask, bad):
    with pytest.raises(DoxaError) as refused:
        await ask(**{"text": "Where?", **bad})

    assert refused.value.field
    assert await log.recalls(db, caller) == []


@pytest.mark.long
async def test_what_is_recalled_is_what_a_look_at_every_belief_finds(story, clock, ask, db, caller):
    """Random histories, asked at random points of both axes, and about random periods."""
    chance = random.Random(5)
    told = []
    for _ in range(count(quick=25, long=60)):
        value = f"value{chance.randrange(4)}"
        text = f"Entry{len(told)} of {value}."
        since = year(chance.randrange(2010, 2024))
        result = await story.says(
            chance.choice(("Ana", "Bo")),
            chance.choice(("motto", "likes")),
            value,
            since=since,
            until=since + timedelta(days=400) if chance.random() < 0.3 else None,
            negative=chance.random() < 0.15,
            text=text,
            source_kind=SourceKind.USER,
            type=MemoryType.FACT,
        )
        if result.memory is not None:
            told.append((result.memory, text))
        clock.advance(hours=chance.randrange(1, 9))
        if chance.random() < 0.1 and told:
            memory, _ = told[chance.randrange(len(told))]
            if (await story.memory(memory)).retired_at is None:
                await revoke_memory(db, caller, memory, "wrong", reject=False)
        clock.advance(hours=1)
    for memory, text in told:
        valid_at = year(chance.randrange(2009, 2027), chance.randrange(1, 13))
        system_at = clock() - timedelta(hours=chance.randrange(0, 200))
        at = reads.as_of(db, caller, valid_at, system_at)
        page = await reads.beliefs(db, caller, as_of=at, first=500)
        expected = {one.id for one in page.items if memory in one.memories}
        found = await ask(
            text, valid_at=valid_at, system_at=system_at, k=50, min_score=0, min_confidence=0
        )
        entries = {one["belief"] for one in found.considered if one["memory"] == memory}

        # What denies comes to mind without a belief, and is no answer to what asks for none.
        assert entries - {None} == expected
        assert None not in entries or (await story.memory(memory)).negative
        assert {one.belief.id for one in found.items} <= {one.id for one in page.items}
        assert bool(expected) == any(memory in one.belief.memories for one in found.items)

        period = AskedPeriod(valid_at, valid_at + timedelta(days=chance.randrange(1, 2_000)))
        first, last = period.moments
        held = {
            one.id
            for name in ("Ana", "Bo")
            for one in await reads.timeline(
                db,
                caller,
                entity=await story.id(name),
                attribute=None,
                context=None,
                system_at=system_at,
            )
            if one.valid_from <= last
            and (one.valid_to is None or one.valid_to > first)
            and memory in one.memories
        }
        found = await ask(
            text, period=period, system_at=system_at, k=50, min_score=0, min_confidence=0
        )

        assert held == {one.belief.id for one in found.items if memory in one.belief.memories}
