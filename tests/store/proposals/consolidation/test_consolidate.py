"""A topic is consolidated: alike by vectors, merged only where nothing is lost."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from extraction.embedding.backfill import embed_missing
from extraction.llm.memory_merger import build_merger
from graph.database.embeddings import store
from graph.errors import Incorrect, OutOfRange
from graph.limits import ConsolidationLimits
from graph.proposals.consolidation.consolidate import consolidate
from graph.read import reads
from graph.vocabulary import MemoryStatus
from tests.support.exports import exported
from tests.support.fake_messages_api import Reply
from tests.support.story import Story, someone


@pytest.fixture
def story(own, clock):
    own.clock = clock
    return Story(own, someone())


@pytest.fixture
def tell(story, clock, model):
    """Tell things of one attribute, each on a day of its own, and make their vectors."""

    async def told(*things, attribute="habit", entity="Ana", topic="work", embed=True, **more):
        ids = []
        for value, text in things:
            clock.advance(days=1)
            result = await story.says(entity, attribute, value, text=text, topic=topic, **more)
            ids.append(result.memory)
        clock.advance(days=1)
        if embed:
            target = await store.present(story.db, model.name, model.dimension)
            await embed_missing(story.db, model, target)
        return ids

    return told


@pytest.fixture
def merge(story):
    async def merged(topic="work", *, threshold=0.85, dry_run=False, merger=None):
        return await consolidate(
            story.db, story.caller, topic, threshold=threshold, dry_run=dry_run, merger=merger
        )

    return merged


DEPLOYS = (
    ("deploys on Fridays", "Ana deploys on Fridays."),
    ("deploys on Fridays at 5 pm", "Ana deploys on Fridays at 5 pm."),
    ("always deploys on Fridays", "Ana deploys on Fridays, always."),
)


@pytest.mark.long
async def test_what_is_said_nearly_alike_becomes_the_one_that_says_most(story, tell, merge):
    short, long = await tell(*DEPLOYS[:2])
    found = await merge()

    (group,) = found.groups
    assert found.applied
    assert group.canonical == "Ana deploys on Fridays at 5 pm."
    assert set(group.originals) == {short, long}
    assert (group.lost, group.why) == ((), None)
    memory = await story.memory(group.memory)
    assert memory.value == "deploys on Fridays at 5 pm"
    assert memory.topic == "work"
    for key in (short, long):
        assert (await story.memory(key)).status is MemoryStatus.SUPERSEDED


@pytest.mark.long
async def test_groups_come_by_name_and_attribute_whenever_they_were_told(story, tell, merge):
    for entity, attribute in (("Cy", "habit"), ("Bo", "plans"), ("Bo", "habit"), ("Ann", "plans")):
        told = [(value, f"{entity}: {text}") for value, text in DEPLOYS[:2]]
        await tell(*told, entity=entity, attribute=attribute)

    told = [await story.memory(group.originals[0]) for group in (await merge(dry_run=True)).groups]
    said = [(memory.text.split(":")[0], memory.attribute) for memory in told]
    assert said == [("Ann", "plans"), ("Bo", "habit"), ("Bo", "plans"), ("Cy", "habit")]


@pytest.mark.long
async def test_a_dry_run_tells_the_same_and_changes_nothing(story, tell, merge):
    await tell(*DEPLOYS[:2])
    was = await exported(story.db, story.caller)
    dry = await merge(dry_run=True)
    assert await exported(story.db, story.caller) == was
    done = await merge()

    assert not dry.applied
    assert [one.memory for one in dry.groups] == [None]
    assert [(one.canonical, one.originals) for one in dry.groups] == [
        (one.canonical, one.originals) for one in done.groups
    ]


@pytest.mark.long
async def test_a_second_run_finds_nothing_more(tell, merge):
    await tell(*DEPLOYS[:2])
    await merge()

    assert (await merge()).groups == ()


@pytest.mark.parametrize(
    ("one", "other", "lost"),
    [
        (("meets Bo at 9", "Ana meets Bo at 9."), ("meets Bo at 10", "Ana meets Bo at 10."), "9"),
        (
            ("deploys on Fridays", "Ana deploys on Fridays."),
            ("no longer deploys on Fridays", "Ana no longer deploys on Fridays."),
            "not",
        ),
        (
            ("reports to Eva", "Ana reports to Eva on Mondays."),
            ("reports to Bo", "Ana reports to Bo on Mondays."),
            "eva",
        ),
    ],
)
async def test_what_would_lose_something_is_left_and_told(story, tell, merge, one, other, lost):
    ids = await tell(one, other)
    was = await exported(story.db, story.caller)
    found = await merge(threshold=0.7)

    (group,) = found.groups
    assert group.memory is None
    assert lost in group.lost
    assert group.why
    assert set(group.originals) == set(ids)
    assert await exported(story.db, story.caller) == was


async def test_other_people_attributes_topics_and_tenants_are_apart(story, tell, merge):
    await tell(DEPLOYS[0])
    await tell(DEPLOYS[1], entity="Bo")
    await tell(DEPLOYS[1], attribute="routine")
    await tell(DEPLOYS[1], topic="leisure")
    other = Story(story.db, someone())
    await other.says("Ana", "habit", DEPLOYS[1][0], text=DEPLOYS[1][1], topic="work")

    assert (await merge()).groups == ()
    assert (await merge("leisure")).groups == ()


@pytest.mark.long
async def test_a_topic_that_follows_from_the_attribute_counts(story, tell, merge):
    await tell(
        ("green tea", "Ana likes green tea."),
        ("green tea with mint", "Ana likes green tea with mint."),
        attribute="likes",
        topic=None,
    )

    assert (await merge("work")).groups == ()
    assert [one.canonical for one in (await merge("interests", threshold=0.8)).groups] == [
        "Ana likes green tea with mint."
    ]


@pytest.mark.long
async def test_what_has_no_vector_yet_is_left_out_and_counted(tell, merge):
    await tell(DEPLOYS[0])
    await tell(DEPLOYS[1], embed=False)
    found = await merge()

    assert (found.groups, found.unembedded) == ((), 1)


async def test_without_a_threshold_that_of_the_limits_counts(story, tell, merge):
    await tell(*DEPLOYS)
    found = []
    for threshold in (0.999, 0.85):
        limits = ConsolidationLimits(threshold=threshold)
        story.db.limits = replace(story.db.limits, consolidation=limits)
        found.append(await merge(threshold=None, dry_run=True))

    assert [len(one.groups) for one in found] == [0, 1]


@pytest.mark.parametrize("threshold", [0.4, 1.1, float("nan")])
async def test_a_threshold_that_makes_no_sense_is_refused(merge, threshold):
    with pytest.raises(OutOfRange):
        await merge(threshold=threshold)


@pytest.mark.parametrize("topic", ["", "\x00", "x" * 300])
async def test_a_topic_that_makes_no_sense_is_refused(merge, topic):
    with pytest.raises(Incorrect):
        await merge(topic)


FORMAL = (
    ("dark mode in the editor", "Ana prefers dark mode in the editor."),
    ("dark mode in the terminal", "Ana prefers dark mode in the terminal."),
)


def written(text, value):
    return json.dumps({"text": text, "value": value})


@pytest.mark.long
async def test_a_model_is_asked_where_no_text_has_it_all(story, tell, merge, api, claude):
    ids = await tell(*FORMAL)
    api.will(
        Reply(
            text=written(
                "Ana prefers dark mode in the editor and the terminal.",
                "dark mode in the editor and the terminal",
            )
        )
    )
    found = await merge(threshold=0.75, merger=build_merger(story.db, story.caller, claude))

    (group,) = found.groups
    assert group.why is None
    assert set(group.originals) == set(ids)
    values = await reads.beliefs(
        story.db, story.caller, entity=await story.id("Ana"), as_of=story.at()
    )
    assert [one.value for one in values.items] == ["dark mode in the editor and the terminal"]


@pytest.mark.long
@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (written("", ""), "empty or invalid"),
        ("I cannot do that.", "empty or invalid"),
        (written("Ana prefers dark mode.", "dark mode"), "loses"),
        (
            written(
                "Ana prefers dark mode in the editor, the terminal and the browser.",
                "dark mode in the editor, the terminal and the browser",
            ),
            "adds: browser",
        ),
        (
            written(
                "Ana does not prefer dark mode in the editor and the terminal.",
                "dark mode in the editor and the terminal",
            ),
            "loses",
        ),
    ],
)
async def test_an_answer_that_is_of_no_use_changes_nothing(
    story, tell, merge, api, claude, answer, why
):
    await tell(*FORMAL)
    was = await exported(story.db, story.caller)
    api.will(Reply(text=answer), Reply(text=answer))
    found = await merge(threshold=0.75, merger=build_merger(story.db, story.caller, claude))

    (group,) = found.groups
    assert why in group.why
    assert group.memory is None
    assert await exported(story.db, story.caller) == was
