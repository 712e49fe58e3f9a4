"""Notebooks and the GraphQL API give the same answers, at every point of both times."""

from __future__ import annotations

import itertools
import random
from datetime import datetime, timedelta

import pytest

pytest.importorskip("gqlalchemy", reason="the extra [ogm] is not installed; see test_environment")

from graph.errors import Ambiguous, NaiveTime, NotFound, OutOfRange
from graph.model.commands import Correction
from graph.ogm import rows
from graph.vocabulary import Role
from graph.write.correction import correct_memory
from graph.write.merging.merge import merge_entities
from tests.interfaces.ogm import same_answers
from tests.interfaces.ogm.same_answers import FIELDS, MEMORY, answers, as_of, nodes, written
from tests.support.random_history import Chance
from tests.support.story import year

MINUTE = timedelta(minutes=1)
ATTRIBUTES = ("mind", "shade", "likes", "friend", "spouse", "manager", "manages", "job_title")


def entities(view):
    found = view.match().node("Entity", "it").return_("it").order_by("it.id").execute()
    return [row["it"] for row in found]


def told(found):
    return list(map(same_answers.belief, found))


async def lead_a_life(story, clock, seed):
    """Much that happens by chance, and a chain of some length."""
    chance = Chance(story, seed)
    await chance.live(50)
    for number, title in enumerate(("baker", "cook", "chef", "host")):
        clock.advance(days=1)
        said = await story.says("Eve", "job_title", title, since=year(2010 + number))
    change = Correction(memory=said.memory, reason="later", valid_from=year(2015))
    await correct_memory(story.db, story.caller, change)
    clock.advance(days=1)


@pytest.mark.parametrize("seed", range(1))
async def test_every_question_has_the_answer_of_graphql(story, clock, view, login, seed):
    await lead_a_life(story, clock, seed)
    ask = login(story.caller.tenant)
    valid, system = same_answers.bounds(view)
    points = [(v, s) for v in [valid[0] - MINUTE, *valid] for s in [system[0] - MINUTE, *system]]
    assert len(points) > 100

    await compare_beliefs(view, ask, points)
    await compare_beliefs_about_one_attribute(view, ask, points)
    await compare_timelines_and_histories(view, ask, system)
    await compare_chains(view, ask)
    await compare_related(view, ask, points)


async def compare_beliefs(view, ask, points):
    for place, named in enumerate([None, *(one.id for one in entities(view))]):
        about = "" if named is None else f'entity: "{named}", '
        some = points if named is None else points[place::9]
        asked = [
            f"beliefs({about}{as_of(v, s)}, first: 50) {{ edges {{ node {{ {FIELDS} }} }} }}"
            for v, s in some
        ]
        for (v, s), one in zip(some, await answers(ask, asked), strict=True):
            assert told(view.beliefs(named, valid_at=v, system_at=s)) == nodes(one), (named, v, s)


async def compare_beliefs_about_one_attribute(view, ask, points):
    for name, context in itertools.product(("manages", "boss", "shade"), (None, " WORK ")):
        about = f'attribute: "{name}"' + ("" if context is None else f', context: "{context}"')
        some = points[::19]
        asked = [
            f"beliefs({about}, {as_of(v, s)}, first: 50) {{ edges {{ node {{ {FIELDS} }} }} }}"
            for v, s in some
        ]
        for (v, s), one in zip(some, await answers(ask, asked), strict=True):
            found = view.beliefs(attribute=name, context=context, valid_at=v, system_at=s)
            assert told(found) == nodes(one), (name, v, s)


async def compare_timelines_and_histories(view, ask, system):
    for one in entities(view):
        asked = [f'timeline(systemAt: "{written(s)}") {{ {FIELDS} }}' for s in system]
        found = await answers(ask, [f'entity(id: "{one.id}") {{ {text} }}' for text in asked])
        for at, answer in zip(system, found, strict=True):
            assert told(view.timeline(one, system_at=at)) == answer["timeline"]
        asked = [f'history(attribute: "{name}") {{ {FIELDS} }}' for name in ATTRIBUTES]
        found = await answers(ask, [f'entity(id: "{one.id}") {{ {text} }}' for text in asked])
        for name, answer in zip(ATTRIBUTES, found, strict=True):
            assert told(view.history(one, name)) == answer["history"], name


async def compare_chains(view, ask):
    memories = [row["it"].id for row in view.match().node("Memory", "it").return_("it").execute()]
    asked = [f'supersessionChain(memory: "{one}") {{ {MEMORY} }}' for one in memories]
    found = await answers(ask, asked)
    for one, answer in zip(memories, found, strict=True):
        assert list(map(same_answers.memory, view.chain(one))) == answer
    assert max(map(len, found)) > 3


async def compare_related(view, ask, points):
    reached = 0
    for one, relations in itertools.product(
        entities(view), (None, ["manager"], ["spouse", "manages"])
    ):
        named = "" if relations is None else f"relation: {relations}, ".replace("'", '"')
        some = points[len(named) :: 23]
        asked = [
            f'entity(id: "{one.id}") {{ related({named}depth: 3, {as_of(v, s)}, first: 50)'
            f" {{ edges {{ node {{ id name }} distance path {{ {FIELDS} }} }} }} }}"
            for v, s in some
        ]
        for (v, s), answer in zip(some, await answers(ask, asked), strict=True):
            found = view.related(one, hops=3, relations=relations, valid_at=v, system_at=s)
            assert list(map(same_answers.related, found)) == answer["related"]["edges"]
            reached += len(found)
    assert reached


async def test_a_subject_sees_what_graphql_shows_it_and_an_operator_all(
    story, clock, viewed, login
):
    pick = random.Random(7)
    for _ in range(40):
        relation = pick.random() < 0.4
        who, whom = pick.sample(["Ana", "Bo", "Cy"], 2)
        await story.says(
            who,
            pick.choice(["friend", "manager"]) if relation else pick.choice(["shade", "likes"]),
            None if relation else pick.choice(["red", "blue"]),
            target=whom if relation else None,
            since=year(pick.randint(2010, 2020)),
            scope=pick.choice(["", "user:bob", "user:eve"]),
        )
        clock.advance(hours=pick.randint(1, 9))
    tenant = story.caller.tenant
    views = [(viewed(tenant), login(tenant))]
    views += [
        (viewed(tenant, subject=name), login(tenant, role=Role.READER, actor=name))
        for name in ("bob", "eve", "zoe")
    ]
    shown = []
    for view, ask in views:
        valid, system = same_answers.bounds(views[0][0])
        points = [(v, s) for v in valid[::2] for s in system[::12]]
        asked = [
            f"beliefs({as_of(v, s)}, first: 50) {{ edges {{ node {{ {FIELDS} }} }} }}"
            for v, s in points
        ]
        for (v, s), one in zip(points, await answers(ask, asked), strict=True):
            found = view.beliefs(valid_at=v, system_at=s)
            assert [same_answers.belief(each) for each in found] == nodes(one)
        private = [
            row["it"].scope for row in view.match().node("Memory", "it").return_("it").execute()
        ]
        shown.append(set(private))
        whom = {row["it"].name for row in view.match().node("Entity", "it").return_("it").execute()}
        told = await ask("{ entities { edges { node { name } } } }")
        assert whom == {one["name"] for one in nodes(told["entities"])}
    everybody = {"", "user:bob", "user:eve"}
    assert shown == [everybody, {"", "user:bob"}, {"", "user:eve"}, {""}]


async def test_an_entity_is_found_by_its_id_and_by_any_of_its_names(story, view, clock):
    await story.says("Ann Fox", "job_title", "baker", since=year(2018))
    await story.says("Annie Fox", "job_title", "teacher", since=year(2021))
    ids = [await story.id("Ann Fox"), await story.id("Annie Fox")]
    clock.advance(days=1)
    await merge_entities(story.db, story.caller, *ids)

    assert view.entity("  ANN fox").id == view.entity("Annie Fox").id == ids[0]
    assert view.entity("Ann Fox").merged_into is None
    assert (view.entity(ids[1]).name, view.entity(ids[1]).merged_into) == ("Annie Fox", ids[0])
    assert [one.value for one in view.timeline(ids[1])] == ["baker", "teacher"]
    clock.advance(days=1)
    before = clock.at - timedelta(days=1, hours=12)
    assert [one.value for one in view.timeline(ids[1], system_at=before)] == ["teacher"]


async def test_a_name_that_means_none_or_several_is_refused(story, view):
    for kind in ("place", "person"):
        await story.says("Ana", "lives_in" if kind == "place" else "friend", target="Paris")
    with pytest.raises(NotFound) as none:
        view.beliefs("Nobody")
    with pytest.raises(NotFound):
        view.beliefs("e_" + "0" * 26)
    with pytest.raises(NotFound):
        view.chain("m_" + "0" * 26)
    with pytest.raises(Ambiguous) as several:
        view.entity("Paris")

    assert (none.value.code, none.value.field) == ("NOT_FOUND", "entity")
    assert several.value.hint.count("e_") == 2


@pytest.mark.parametrize("field", ["valid_at", "system_at"])
async def test_a_time_without_an_offset_is_refused_as_everywhere(story, view, field):
    await story.says("Ana", "shade", "red")
    for ask in (view.beliefs, view.related):
        with pytest.raises(NaiveTime) as refused:
            ask("Ana", **{field: datetime(2024, 1, 1)})
        assert (refused.value.code, refused.value.field) == ("NAIVE_TIME", field)


async def test_what_will_be_known_and_what_is_far_away_is_refused(story, view, clock):
    await story.says("Ana", "shade", "red")

    with pytest.raises(OutOfRange):
        view.timeline("Ana", system_at=clock.at + MINUTE)
    for hops in (0, 7):
        with pytest.raises(OutOfRange):
            view.related("Ana", hops=hops)


async def test_times_of_any_offset_mean_the_same_instant(story, view, clock):
    await story.says("Ana", "job_title", "red", since=year(2020))
    await story.says("Ana", "job_title", "blue", since=year(2022))
    for text in ("2021-12-31T19:00:00-05:00", "2022-01-01T00:00:00Z", "2022-01-01T05:30:00+05:30"):
        at = datetime.fromisoformat(text)
        assert [one.value for one in view.beliefs("Ana", "job_title", valid_at=at)] == ["blue"]
        (found,) = view.beliefs("Ana", "job_title", valid_at=at - timedelta(microseconds=1))
        assert (found.value, found.valid_to) == ("red", year(2022))
        assert found.valid_to.tzinfo is not None


async def test_tenants_never_meet_in_a_view(story, view, viewed, caller):
    told = await story.says("Ana", "shade", "red", since=year(2020))
    (belief,) = view.beliefs("Ana")
    other = viewed(f"{caller.tenant}x")

    assert other.beliefs() == []
    for ask, wanted in (
        (other.entity, belief.entity),
        (other.entity, "Ana"),
        (other.memory, told.memory),
        (other.chain, told.memory),
        (other.evidence, told.memory),
        (other.timeline, belief.entity),
        (other.related, belief.entity),
    ):
        with pytest.raises(NotFound):
            ask(wanted)
    assert other.chain(view.memory(told.memory)) == []
    assert other.evidence(view.memory(told.memory)) == []
    assert other.beliefs(view.entity("Ana")) == []
    assert other.related(view.entity("Ana")) == []


async def test_the_words_of_the_evidence_come_with_their_episode(story, view):
    text = "I have lived in Lisbon since 2019"
    told = await story.says("Ana", "motto", "Rest", evidence=text, speaker="Ana")
    ((span, episode),) = view.evidence(told.memory)

    assert (span, episode.text, episode.speaker) == (text, text, "Ana")


async def test_a_table_has_a_row_of_plain_values_for_each_object(story, view):
    told = await story.says("Ana", "manager", target="Bo", since=year(2020))
    (row,) = rows(view.beliefs("Bo"))
    (way,) = rows(view.related("Bo"))
    (memory,) = rows(view.chain(told.memory))

    assert (row["entity"], row["attribute"], row["value"]) == ("Bo", "manages", "Ana")
    assert (row["valid_from"], row["valid_to"]) == (year(2020), None)
    assert (row["visibility"], row["memories"]) == ("tenant", [told.memory])
    assert (way["entity"], way["distance"], way["path"]) == ("Ana", 1, "Bo manages Ana")
    assert (memory["id"], memory["attribute"]) == (told.memory, "manager")
