"""A preference that recurs in three sessions is proposed as a convention, until it is decided."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as some

from graph.errors import Conflict, Forbidden, NotFound
from graph.limits import ReviewLimits
from graph.model.commands import Quote
from graph.proposals.resolution.conventions import accept_convention, dismiss_convention
from graph.read import reads
from graph.read.conventions import convention_proposals
from graph.read.recall.recall import recall
from graph.read.recall.recall_types import Question
from graph.vocabulary import MemoryType, Outcome, Role, SourceKind
from graph.write.revocation import revoke_memory
from tests.support.exports import exported, restored
from tests.support.profiles import examples
from tests.support.story import Story, someone, year

SESSIONS = ("s1", "s2", "s3")
PREFERENCE = MemoryType.PREFERENCE


async def recurs(story, value="short answers", attribute="prefers", sessions=SESSIONS, **more):
    for session in sessions:
        more |= {"session": session, "evidence": f"In {session} she said: {value}."}
        await story.says("Ana", attribute, value, **more)


async def proposed(db, caller):
    return [one.belief.value for one in (await convention_proposals(db, caller)).items]


async def test_three_sessions_propose_it_and_two_do_not(db, caller, story):
    await recurs(story, sessions=("s1", "s2", "s2"))
    few = await proposed(db, caller)
    await recurs(story, sessions=("s3",))

    (one,) = (await convention_proposals(db, caller)).items
    assert few == []
    assert (one.belief.value, one.sessions) == ("short answers", SESSIONS)


@pytest.mark.parametrize(
    ("attribute", "more"),
    [
        ("motto", {}),
        ("prefers", {"inference": True}),
        ("prefers", {"source_kind": SourceKind.ASSISTANT}),
        ("prefers", {"tags": ("constraint",)}),
        ("prefers", {"until": year(2025), "since": year(2020)}),
        ("prefers", {"confidence": 0.3}),
    ],
)
async def test_what_is_no_preference_of_the_user_that_holds_is_not_proposed(
    db, caller, story, attribute, more
):
    await recurs(story, attribute=attribute, **more)

    assert await proposed(db, caller) == []


async def test_the_type_of_the_claims_or_the_category_makes_it_a_preference(db, caller, story):
    await recurs(story, "tabs", "motto", type=PREFERENCE)
    await recurs(story, "morning", "preferred_meeting_time")

    assert sorted(await proposed(db, caller)) == ["morning", "tabs"]


async def test_accepting_says_it_once_more_and_recall_keeps_it(db, caller, clock, story, sound):
    await recurs(story, text="Ana prefers short answers.")
    (one,) = (await convention_proposals(db, caller)).items
    clock.advance(days=1)
    done = await accept_convention(db, caller, one.belief.id, "she always says so")

    assert done.outcome is Outcome.CONFIRMED
    memory = await story.memory(done.memory)
    assert (memory.tags, memory.text) == (("convention",), "Ana prefers short answers.")
    assert {proof.span for proof in memory.evidence} == {
        f"In {session} she said: short answers." for session in SESSIONS
    }
    assert await proposed(db, caller) == []
    found = await recall(db, caller, Question("How is the weather?", story.at(), present=True))
    assert found.rules == (done.memory,)
    earlier = await reads.memories_by_id(db, caller, one.belief.memories)
    assert all(each.tags == () for each in earlier.values())
    for decide in (accept_convention, dismiss_convention):
        with pytest.raises(Conflict):
            await decide(db, caller, one.belief.id)


async def test_a_revoked_convention_takes_the_preference_with_it(db, caller, clock, story, sound):
    await recurs(story)
    (one,) = (await convention_proposals(db, caller)).items
    done = await accept_convention(db, caller, one.belief.id)
    clock.advance(days=1)
    await revoke_memory(db, caller, done.memory, "no longer", reject=False)

    assert await proposed(db, caller) == []


async def test_two_who_accept_it_at_once_say_it_once(db, caller, story):
    await recurs(story)
    (one,) = (await convention_proposals(db, caller)).items
    done = await asyncio.gather(
        *(accept_convention(db, caller, one.belief.id) for _ in range(2)), return_exceptions=True
    )

    # Whoever comes after the other has ended finds that it was decided.
    kept = {each.memory for each in done if not isinstance(each, Conflict)}
    assert len(kept) == 1
    assert len((await story.believed("Ana", "prefers")).memories) == 4


async def test_a_dismissal_is_remembered_for_its_value_and_told_in_the_audit(
    db, caller, clock, story
):
    await recurs(story, "morning", "preferred_meeting_time")
    (one,) = (await convention_proposals(db, caller)).items
    stays = await dismiss_convention(db, caller, one.belief.id, "only this month")
    clock.advance(days=1)
    await recurs(story, "morning", "preferred_meeting_time", sessions=("s4",))
    again = await proposed(db, caller)
    clock.advance(days=1)
    await recurs(story, "noon", "preferred_meeting_time", since=clock())

    assert stays == one.belief
    assert again == []
    assert await proposed(db, caller) == ["noon"]
    (line,) = (await reads.audit(db, caller, action="convention_dismissed")).items
    assert (line.subject, line.reason) == (one.belief.id, "only this month")
    with pytest.raises(Conflict):
        await dismiss_convention(db, caller, one.belief.id)


async def test_only_a_person_decides_and_only_of_what_there_is(db, caller, story):
    await recurs(story)
    (one,) = (await convention_proposals(db, caller)).items
    model = replace(caller, role=Role.MODEL)
    for decide in (accept_convention, dismiss_convention):
        with pytest.raises(Forbidden):
            await decide(db, model, one.belief.id)
        for who, belief in ((caller, f"b_{'0' * 26}"), (someone(), one.belief.id)):
            with pytest.raises(NotFound):
                await decide(db, who, belief)

    assert await proposed(db, caller) == ["short answers"]


async def test_relations_are_proposed_by_their_target(db, caller, story):
    for session in SESSIONS:
        await story.says("Ana", "works_at", target="Acme", session=session, type=PREFERENCE)
    (one,) = (await convention_proposals(db, caller)).items

    assert one.belief.target == await story.id("Acme")
    assert (await accept_convention(db, caller, one.belief.id)).outcome is Outcome.CONFIRMED
    assert (await convention_proposals(db, caller)).items == ()


async def test_pages_together_are_the_list(db, caller, story, monkeypatch):
    monkeypatch.setattr("graph.read.conventions._PART", 2)
    for number in range(5):
        await recurs(story, f"way {number}")
    whole = [one.slot for one in (await convention_proposals(db, caller)).items]
    paged, after, more = [], None, True
    while more:
        page = await convention_proposals(db, caller, first=2, after=after)
        paged += [one.slot for one in page.items]
        after, more = page.end, page.has_next

    assert paged == whole == sorted(whole)
    assert len(whole) == 5


async def test_a_page_looks_at_so_many_slots_and_says_where_to_go_on(
    db, caller, story, monkeypatch
):
    monkeypatch.setattr("graph.read.conventions._PART", 1)
    monkeypatch.setattr("graph.read.conventions.SLOTS_MAX", 1)
    await recurs(story)
    found, after, more = [], None, True
    while more:
        page = await convention_proposals(db, caller, after=after)
        found += page.items
        assert len(page.items) <= 1
        after, more = page.end, page.has_next

    assert [one.belief.value for one in found] == ["short answers"]


@pytest.mark.long
@examples(quick=8, long=20)
@given(said=some.lists(some.tuples(some.sampled_from("ab"), some.integers(1, 4)), max_size=9))
async def test_whatever_is_said_in_whatever_order_the_distinct_sessions_count(db, said):
    story = Story(db, someone())
    for value, session in said:
        await story.says("Ana", "prefers", value, session=f"s{session}")
    expected = sorted(
        value for value in "ab" if len({session for one, session in said if one == value}) >= 3
    )

    assert sorted(await proposed(db, story.caller)) == expected


async def test_how_many_sessions_is_a_setting(db, caller, story, monkeypatch):
    await recurs(story, sessions=("s1", "s2"))
    limits = replace(db.limits, review=ReviewLimits(convention_sessions=2))
    monkeypatch.setattr(db, "limits", limits)

    assert await proposed(db, caller) == ["short answers"]


async def test_sessions_are_also_told_by_the_evidence(db, caller, story):
    """As of a memory that stands for several that were consolidated."""
    quotes = []
    for session in SESSIONS:
        told = await story.says("Ana", "motto", session, session=session, evidence="Tea, please.")
        (shown,) = (await story.memory(told.memory)).evidence
        quotes.append(Quote(shown.episode, shown.span, shown.start, shown.end, shown.verdict))
    await story.says("Ana", "prefers", "tea", quotes=tuple(quotes))

    (one,) = (await convention_proposals(db, caller)).items
    assert (one.belief.value, one.sessions) == ("tea", SESSIONS)


async def test_an_export_keeps_what_was_accepted_and_forgets_what_was_dismissed(
    db, caller, clock, story
):
    for value in ("tea", "tabs"):
        await recurs(story, value)
    found = {one.belief.value: one for one in (await convention_proposals(db, caller)).items}
    clock.advance(days=1)
    await accept_convention(db, caller, found["tea"].belief.id)
    await dismiss_convention(db, caller, found["tabs"].belief.id)
    other = someone()
    await restored(db, other, await exported(db, caller))

    assert await proposed(db, caller) == []
    assert await proposed(db, other) == ["tabs"]
    asked = Question("What now?", reads.as_of(db, other, None, None), present=True)
    assert len((await recall(db, other, asked)).rules) == 1
