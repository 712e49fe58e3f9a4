"""Memories of mem0 as messages of their user, and its relations as facts."""

from __future__ import annotations

import pytest
from hypothesis import given

from graph.errors import InvalidArgument
from graph.vocabulary import SourceKind
from tests.support.mutations import changed_documents
from tests.support.profiles import examples

FORMAT = "mem0"
CREATED, UPDATED = "2024-05-01T09:00:00-07:00", "2025-02-01T09:00:00-07:00"
MEMORY = {
    "id": "m1",
    "memory": "Lives in Oslo",
    "hash": "abc",
    "metadata": {"category": "home"},
    "categories": ["home"],
    "user_id": "mike",
    "created_at": CREATED,
    "updated_at": None,
}
CHANGES = [
    {
        "id": "h1",
        "memory_id": "m1",
        "old_memory": None,
        "new_memory": "Lives in Rome",
        "event": "ADD",
        "created_at": CREATED,
        "updated_at": None,
        "is_deleted": 0,
    },
    {
        "id": "h2",
        "memory_id": "m1",
        "old_memory": "Lives in Rome",
        "new_memory": "Lives in Oslo",
        "event": "UPDATE",
        "created_at": CREATED,
        "updated_at": UPDATED,
        "is_deleted": 0,
    },
]
RELATION = {"source": "mike", "relationship": "works_at", "target": "acme"}


def spoken(imported):
    return [
        (one.message.speaker, one.message.text, one.message.occurred_at.isoformat())
        for one in imported.messages
    ]


@pytest.mark.parametrize(
    "content", [[MEMORY], {"results": [MEMORY]}, MEMORY, {"memories": [MEMORY]}]
)
def test_a_memory_is_a_message_of_its_user_when_it_was_written(exports, content):
    imported = exports.read(content)
    (line,) = imported.messages

    assert spoken(imported) == [("mike", "Lives in Oslo", CREATED)]
    assert (line.session, line.message.source_kind) == ("mem0:mike", SourceKind.USER)


def test_a_memory_that_was_changed_is_another_message_said_when_it_was(exports):
    before = exports.read([MEMORY | {"memory": "Lives in Rome"}]).messages
    after = exports.read([MEMORY | {"updated_at": UPDATED}]).messages

    assert before[0].message.id != after[0].message.id
    assert after[0].message.occurred_at.isoformat() == UPDATED


@pytest.mark.parametrize("inside", [True, False])
def test_the_history_of_a_memory_tells_what_it_was_and_repeats_nothing(exports, inside):
    memory = MEMORY | {"updated_at": UPDATED}
    content = (
        {"results": [memory | {"history": CHANGES}]}
        if inside
        else {"results": [memory], "history": CHANGES}
    )
    imported = exports.read(content)

    assert spoken(imported) == [
        ("mike", "Lives in Rome", CREATED),
        ("mike", "Lives in Oslo", UPDATED),
    ]
    without = exports.read([memory]).messages
    assert without[0].message.id == imported.messages[1].message.id


def test_a_memory_that_was_deleted_is_left_out_with_all_that_it_was(exports):
    deletion = CHANGES[0] | {"event": "DELETE", "new_memory": None, "is_deleted": 1}
    imported = exports.read([*CHANGES, deletion])

    assert (imported.lines, imported.left_out) == ((), {"a memory that was deleted": 3})


def test_what_an_agent_remembers_of_itself_is_not_the_users_word(exports):
    own = MEMORY | {"user_id": None, "agent_id": "helper"}
    answered = MEMORY | {"id": "m2", "metadata": {"role": "assistant"}}
    kinds = [one.message.source_kind for one in exports.read([own, answered]).messages]

    assert kinds == [SourceKind.ASSISTANT] * 2


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"id": None}, "a memory without an id"),
        ({"memory": " "}, "a memory without text"),
        ({"created_at": None}, "a memory without a time"),
        ({"expiration_date": "2030-01-01"}, "a memory that is to be forgotten on a day"),
    ],
)
def test_a_memory_that_tells_too_little_is_left_out_and_its_neighbour_is_not(exports, change, why):
    imported = exports.read([MEMORY | change, MEMORY | {"id": "m2"}])

    assert imported.left_out == {why: 1}
    assert len(imported.messages) == 1


def test_one_name_is_given_to_one_user_only(exports):
    both = [MEMORY, MEMORY | {"id": "m2", "user_id": "ann"}]
    with pytest.raises(InvalidArgument) as refused:
        exports.read(both, speaker="Mike")

    assert refused.value.field == "--speaker"
    assert spoken(exports.read([MEMORY], speaker="Mike"))[0][0] == "Mike"


@pytest.mark.parametrize("end", ["target", "destination"])
def test_relations_of_the_graph_are_facts_beside_the_memories(exports, end):
    relation = {"source": "mike", "relationship": "works_at", end: "acme"}
    imported = exports.read({"results": [MEMORY], "relations": [relation, {"source": "x", end: 3}]})

    assert len(imported.messages) == 1
    (fact,) = imported.fact_lines
    assertion = fact.operation.assertion
    assert (assertion.entity.name, assertion.target.name) == ("mike", "acme")
    assert imported.left_out == {"a relation that does not tell what it relates": 1}


def test_a_memory_without_a_zone_is_refused_and_never_dated(exports):
    imported = exports.read([MEMORY | {"created_at": "2024-05-01T09:00:00"}])

    (refused,) = imported.lines
    assert refused.code == "NAIVE_TIME"


WHOLE = {"results": [MEMORY | {"history": CHANGES}], "relations": [RELATION], "history": CHANGES}


def test_no_value_of_another_form_breaks_the_reader_of_memories(exports):
    exports.read_each_change(WHOLE)


@given(content=changed_documents(WHOLE))
@examples(quick=100, long=1_000)
def test_memories_with_other_values_are_read_or_refused(exports, content):
    exports.read_or_refuse(content)
