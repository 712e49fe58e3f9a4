"""Agent files of Letta's and archival passages: whose words they are, and when."""

from __future__ import annotations

import json

import pytest
from hypothesis import given

from graph.errors import DoxaError
from graph.vocabulary import SourceKind
from tests.support.mutations import changed_documents
from tests.support.profiles import examples

FORMAT = "letta"
AT = "2025-08-28T00:57:44.890070+00:00"
USER, ASSISTANT = SourceKind.USER, SourceKind.ASSISTANT


def message(role, text, **more):
    content = [{"type": "text", "text": text}]
    return {"id": "message-0", "role": role, "content": content, "created_at": AT} | more


def call(name, **arguments):
    function = {"name": name, "arguments": json.dumps(arguments)}
    return {"id": "c", "type": "function", "function": function}


def agent_file(*messages, blocks=()):
    agent = {
        "id": "agent-0",
        "name": "Helper",
        "block_ids": [block["id"] for block in blocks],
        "messages": list(messages),
    }
    return {"agents": [agent], "blocks": list(blocks), "groups": [], "created_at": AT}


def spoken(imported):
    return [
        (one.message.speaker, one.message.source_kind, one.message.text)
        for one in imported.messages
    ]


def test_of_an_agent_file_both_sides_are_said_under_their_own_kinds(exports):
    content = agent_file(message("user", "I live in Oslo."), message("assistant", "Noted."))

    assert spoken(exports.read(content, speaker="Mike")) == [
        ("Mike", USER, "I live in Oslo."),
        ("Helper", ASSISTANT, "Noted."),
    ]


def test_what_a_user_said_is_taken_out_of_the_event_that_wraps_it(exports):
    wrapped = json.dumps({"type": "user_message", "message": "I live in Oslo.", "time": "today"})
    beat = json.dumps({"type": "heartbeat", "reason": "timer", "time": "today"})
    own = json.dumps({"type": "kettle", "boils": True})
    imported = exports.read(
        agent_file(message("user", wrapped), message("user", beat), message("user", own))
    )

    assert [text for _, _, text in spoken(imported)] == ["I live in Oslo.", own]
    assert imported.left_out == {"what the program tells the agent": 1}


def test_what_an_agent_sends_is_said_and_what_it_thinks_is_not(exports):
    sent = message("assistant", "He seems new.", tool_calls=[call("send_message", message="Hello")])
    thought = message("assistant", "Look it up.", tool_calls=[call("search", query="x")])
    imported = exports.read(agent_file(sent, thought))

    assert spoken(imported) == [("Helper", ASSISTANT, "Hello")]
    assert imported.left_out == {"what a model says to its tools, or to itself": 1}


def test_blocks_are_the_agents_words_but_for_those_that_instruct_it(exports):
    blocks = [
        {"id": "block-0", "label": "persona", "value": "You are kind."},
        {"id": "block-1", "label": "human", "value": "Sarah likes cats."},
        {"id": "block-2", "label": "notes", "value": " "},
    ]
    imported = exports.read(agent_file(blocks=blocks))

    assert spoken(imported) == [("Helper", ASSISTANT, "Sarah likes cats.")]
    assert imported.messages[0].topic == "human"
    assert imported.left_out == {
        "a block that tells the agent who it is": 1,
        "a block without text": 1,
    }


def test_an_agent_file_of_the_first_form_is_read_too(exports):
    content = {
        "name": "Old",
        "agent_type": "memgpt_agent",
        "core_memory": [{"label": "human", "value": "Likes cats.", "updated_at": AT}],
        "messages": [message("user", "hi"), message("tool", "{}")],
    }
    imported = exports.read(content, "old.af")

    assert [text for _, _, text in spoken(imported)] == ["Likes cats.", "hi"]
    assert imported.left_out == {"what a tool message adds": 1}


def test_passages_are_the_agents_words_with_the_time_that_python_writes(exports):
    passage = {
        "id": "passage-1",
        "archive_id": "archive-1",
        "text": "Sarah likes cats.",
        "created_at": "2025-11-05 23:04:24.901468+00:00",
        "is_deleted": False,
    }
    imported = exports.read([passage, passage | {"is_deleted": True}])

    assert spoken(imported) == [("Letta", ASSISTANT, "Sarah likes cats.")]
    assert sum(imported.left_out.values()) == 1


def test_messages_of_two_files_have_ids_of_their_own_although_the_files_number_them_alike(exports):
    first = exports.read(agent_file(message("user", "I live in Oslo.")))
    second = exports.read(agent_file(message("user", "I live in Rome.")))
    again = exports.read(agent_file(message("user", "I live in Oslo.")))

    ids = [one.messages[0].message.id for one in (first, second, again)]
    assert ids[0] == ids[2] != ids[1]


def test_a_message_without_a_time_or_with_nothing_in_it_is_left_out(exports):
    imported = exports.read(
        agent_file(message("user", "hi", created_at=None), message("assistant", " "))
    )

    assert imported.left_out == {"a message without a time": 1, "a message without text": 1}


@pytest.mark.parametrize("content", ["", "[]", '{"agents": 3, "blocks": []}', '{"messages": []}'])
def test_what_is_none_of_lettas_is_refused(exports, content):
    with pytest.raises(DoxaError) as refused:
        exports.read(content)
    assert (refused.value.field, bool(refused.value.hint)) == ("PATH", True)


WHOLE = agent_file(
    message("user", "hi"),
    message("assistant", "x", tool_calls=[call("send_message", message="Hello")]),
    blocks=[{"id": "block-1", "label": "human", "value": "Likes cats."}],
)


def test_no_value_of_another_form_breaks_the_reader_of_agent_files(exports):
    exports.read_each_change(WHOLE)


@given(content=changed_documents(WHOLE))
@examples(quick=100, long=1_000)
def test_agent_files_with_other_values_are_read_or_refused(exports, content):
    exports.read_or_refuse(content)
