"""What was said is found by its words, where it is asked for; and hints, which are no facts."""

from __future__ import annotations

from datetime import timedelta

import pytest

from graph.model.commands import Message
from graph.read import reads
from graph.read.recall import log
from graph.read.recall.recall import recall
from graph.read.recall.recall_types import Question
from graph.vocabulary import RecallKind, SourceKind
from graph.write.intake import jobs
from tests.support.story import Story, someone

ALL = frozenset(RecallKind)
TOLD = (
    ("Ana", "What is the name of your new dog?"),
    ("Bo", "Luna!"),
    ("Ana", "We walked along the harbour in Lisbon yesterday."),
    ("Bo", "My bicycle has a flat tyre."),
)


@pytest.fixture
def tell(db, caller, clock):
    """Submit turns, a minute apart."""

    async def told(turns=TOLD, *, who=None, session="s", topic=None):
        messages = [
            Message(text, speaker=speaker, occurred_at=clock() - timedelta(hours=1, minutes=-n))
            for n, (speaker, text) in enumerate(turns)
        ]
        return await jobs.submit(db, who or caller, messages, session=session, topic=topic)

    return told


@pytest.fixture
def ask(db, caller):
    """Ask in words only, for everything."""

    async def asked(text, *, who=None, system_at=None, include=ALL, **more):
        at = reads.as_of(db, who or caller, None, system_at)
        question = Question(text, at, present=system_at is None, include=include, **more)
        return await recall(db, who or caller, question)

    return asked


@pytest.fixture
def texts(db, caller):
    """The texts of the episodes that were recalled."""

    async def said(found, who=None):
        ids = [one.episode for one in found.episodes]
        episodes = await reads.episodes_by_id(db, who or caller, ids)
        return [episodes[key].text for key in ids]

    return said


async def test_turns_are_found_by_words_and_by_speaker(tell, ask, texts):
    await tell()

    assert (await texts(await ask("Who walks in Lisbon?")))[0] == TOLD[2][1]
    assert (await texts(await ask("What bicycles has Bo?")))[0] == TOLD[3][1]
    assert await texts(await ask("What about penguins?")) == []


async def test_a_reply_is_found_by_what_it_replies_to(tell, ask, texts):
    await tell()

    assert await texts(await ask("What is the name of the dog?", k=2)) == [TOLD[0][1], TOLD[1][1]]


async def test_what_was_said_is_no_belief_and_comes_only_where_it_is_asked_for(tell, ask):
    await tell()
    found = await ask("Who walks in Lisbon?")
    default = await ask("Who walks in Lisbon?", include=frozenset({RecallKind.MEMORIES}))

    assert (found.items, found.hints, found.considered) == ((), (), ())
    assert "Said (verbatim, not checked):\n- Ana on " in found.context
    assert (default.episodes, default.context) == ((), "")


async def test_turns_are_as_of_the_system_time(tell, ask, clock, texts):
    before = clock()
    clock.advance(hours=3)
    await tell()

    assert await texts(await ask("Who walks in Lisbon?", system_at=before)) == []
    assert len(await texts(await ask("Who walks in Lisbon?"))) >= 1


async def test_turns_of_another_topic_do_not_come(tell, ask, texts):
    await tell(topic="Pets")
    await tell((("Ana", "The dog of the neighbour barks."),), session="t", topic="noise")

    assert await texts(await ask("Whose dog?", topic="noise")) == [
        "The dog of the neighbour barks."
    ]
    assert set(await texts(await ask("Whose dog?", topic="pets"))) == {TOLD[0][1], TOLD[1][1]}


@pytest.mark.long
async def test_turns_of_tenants_never_meet(tell, ask, texts):
    other = someone()
    await tell(who=other)
    for number in range(120):
        await tell(((f"Ana {number}", f"Lisbon, harbour and walks: {number}"),), who=other)
    await tell((("Bo", "A walk."),))

    assert await texts(await ask("Who walks in Lisbon?")) == ["A walk."]


async def test_evidence_of_records_is_no_turn(db, caller, ask):
    story = Story(db, caller)
    await story.says("Ana", "workplace", "Lisbon", evidence="Ana said she lived in Lisbon.")

    assert (await ask("Who lives in Lisbon?")).episodes == ()


async def test_hints_are_unsure_memories_and_no_facts(db, caller, ask):
    story = Story(db, caller)
    told = {
        0.1: "Ana lives in Oslo.",
        0.3: "Ana lives in Porto.",
        0.9: "Ana lives in Lisbon.",
    }
    for confidence, text in told.items():
        city = text.split()[-1].rstrip(".")
        await story.says("Ana", "workplace", city, text=text, confidence=confidence)
    found = await ask("Where does Ana live?")
    without = await ask("Where does Ana live?", include=frozenset({RecallKind.MEMORIES}))
    memories = await reads.memories_by_id(db, caller, [one.memory for one in found.hints])

    assert [one.text for one in memories.values()] == ["Ana lives in Porto."]
    assert [one.belief.value for one in found.items if one.belief] == ["Lisbon"]
    assert (
        found.context.index("Lisbon")
        < found.context.index("Perhaps")
        < found.context.index("Porto")
    )
    assert without.hints == ()
    assert "Porto" not in without.context
    told_why = await log.why(db, caller, found.id, found.hints[0].memory)
    assert told_why["outcome"] == "hint"


async def test_a_recall_that_is_loaded_again_has_its_hints_and_episodes(db, caller, tell, ask):
    await tell()
    await Story(db, caller).says(
        "Ana", "dog", "Rex", text="The dog of Ana may be Rex.", confidence=0.3
    )
    found = await ask("Which dog has Ana?")

    assert found.hints
    assert found.episodes
    assert await log.recall_by_id(db, caller, found.id) == found


async def test_one_statement_finds_turns_however_many_there_are(db, caller, tell, ask):
    await tell()
    await ask("Whose dog?")
    begun = db.executed
    await ask("Whose dog?", include=frozenset({RecallKind.MEMORIES}))
    without = db.executed
    await ask("Whose dog?", include=frozenset({RecallKind.EPISODES}))

    # The search, and the texts for the context block.
    assert (db.executed - without) - (without - begun) == 2


async def test_documents_are_told_as_such(db, caller, ask, clock):
    page = Message("The harbour of Lisbon is old.", source_kind=SourceKind.DOCUMENT)
    await jobs.submit(db, caller, [page], session=None, topic=None)

    assert f"- document on {clock():%Y-%m-%d}: The harbour" in (await ask("Which harbour?")).context
