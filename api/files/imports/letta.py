"""Letta: the messages of an agent file, and what the agent wrote into its memory.

Ids in an agent file are numbers of that file, so a message is known by its agent, its time and its
words. What the user said is wrapped in JSON by some agents, and what such an agent said is an
argument of its tool ``send_message``. Blocks and archival passages are the agent's own words, not
the user's.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from api.files.imports.items import ImportedMessage, ImportOptions, Item, Omission, content_key
from api.files.imports.json_values import Record, as_list, as_record, as_text, records_of
from api.files.imports.members import read_json_values, read_members
from graph.errors import InvalidArgument

AGENT = "Letta"
# Of agents that keep their messages as events, what is somebody's words, and what is not.
_SAID = "user_message"
_EVENTS = frozenset({"function_response", "heartbeat", "login", "system_alert"})
_SPEAKS = "send_message"
_INSTRUCTS = frozenset({"persona", "system"})


def read_letta(path: Path, given: ImportOptions) -> Iterator[Item]:
    """Yield the messages, blocks and passages of an agent file, or of an export of passages.

    Raises:
        InvalidArgument: it is neither.
    """
    recognised = False
    for name, content in read_members(path, ".af" if path.is_dir() else ".json"):
        for place, value in read_json_values(name, content):
            items = _items(place, value, given)
            recognised = recognised or items is not None
            yield from items or ()
    if not recognised:
        raise InvalidArgument(
            f"{path.name} is not an export of Letta's",
            field="PATH",
            hint="name an agent file (.af), or a file of its archival passages",
        )


def _items(place: str, value: object, given: ImportOptions) -> Iterator[Item] | None:
    """Return what is in a JSON value; None if it is nothing of Letta's."""
    record = as_record(value)
    if isinstance(record.get("agents"), list) and isinstance(record.get("blocks"), list):
        return _file(place, record, given)
    if isinstance(record.get("messages"), list) and "core_memory" in record:
        return _agent(place, record, records_of(record["core_memory"]), None, given)
    passages = as_list(value) or as_list(record.get("passages"))
    if any(_is_passage(as_record(one)) for one in passages):
        return _passages(place, passages)
    return _passages(place, [record]) if _is_passage(record) else None


def _is_passage(record: Record) -> bool:
    own_id = str(record.get("id")).startswith("passage-")
    return "text" in record and (own_id or "archive_id" in record)


def _file(place: str, record: Record, given: ImportOptions) -> Iterator[Item]:
    blocks = {key: one for one in records_of(record["blocks"]) if (key := as_text(one.get("id")))}
    for number, agent in enumerate(records_of(record["agents"]), start=1):
        keys = [key for key in as_list(agent.get("block_ids")) if isinstance(key, str)]
        own = (blocks[key] for key in keys if key in blocks)
        yield from _agent(f"{place}, agent {number}", agent, own, record.get("created_at"), given)


def _agent(
    place: str, agent: Record, blocks: Iterator[Record], written_at: object, given: ImportOptions
) -> Iterator[Item]:
    name = as_text(agent.get("name")) or AGENT
    for number, block in enumerate(blocks, start=1):
        yield _block(f"{place}, block {number}", name, block, written_at)
    for number, message in enumerate(as_list(agent.get("messages")), start=1):
        yield _message(f"{place}, message {number}", name, as_record(message), given)


def _block(place: str, agent: str, block: Record, written_at: object) -> Item:
    text = as_text(block.get("value"))
    if text is None:
        return Omission(place, "a block without text")
    if as_text(block.get("label")) in _INSTRUCTS:
        return Omission(place, "a block that tells the agent who it is")
    at = block.get("updated_at") or block.get("created_at") or written_at
    return _own(place, agent, "block", text, at, as_text(block.get("label")))


def _passages(place: str, passages: list[Any]) -> Iterator[Item]:
    for number, passage in enumerate(map(as_record, passages), start=1):
        where = f"{place}, passage {number}"
        text = as_text(passage.get("text"))
        if text is None or passage.get("is_deleted"):
            yield Omission(where, "a passage without text, or one that was deleted")
            continue
        archive = as_text(passage.get("archive_id")) or as_text(passage.get("agent_id"))
        yield _own(where, AGENT, archive or "archive", text, passage.get("created_at"), None)


def _message(place: str, agent: str, message: Record, given: ImportOptions) -> Item:
    role, text = message.get("role"), _text(message.get("content", message.get("text")))
    if role == "user":
        text = _unwrap(text)
        if text is None:
            return Omission(place, "what the program tells the agent")
        return _message_of(place, agent, "user", text, message.get("created_at"), given.speaker)
    if role != "assistant":
        return Omission(place, f"what a {as_text(role) or 'nameless'} message adds")
    if as_list(message.get("tool_calls")):
        text = _sent(message)
        if text is None:
            return Omission(place, "what a model says to its tools, or to itself")
    return _own(place, agent, "assistant", text, message.get("created_at"), None)


def _text(content: object) -> str:
    blocks = [one for one in records_of(content) if one.get("type") == "text"]
    if blocks:
        parts = (block.get("text") for block in blocks)
        return "\n".join(part for part in parts if isinstance(part, str)).strip()
    return (as_text(content) or "").strip()


def _unwrap(text: str) -> str | None:
    """Return what the user said; None if it is an event of the program's."""
    record = _object(text)
    kind = as_text(record.get("type"))
    if kind == _SAID:
        return as_text(record.get("message"))
    return None if kind in _EVENTS else text


def _sent(message: Record) -> str | None:
    """Return what an agent sent to the user by its tool."""
    sent: list[str] = []
    for call in records_of(message.get("tool_calls")):
        function = as_record(call.get("function"))
        if function.get("name") == _SPEAKS:
            words = as_text(_object(as_text(function.get("arguments")) or "").get("message"))
            sent += [words] if words else []
    return "\n".join(sent) or None


def _object(text: str) -> Record:
    if text.startswith("{"):
        with suppress(ValueError, RecursionError):
            return as_record(json.loads(text))
    return {}


def _own(place: str, agent: str, part: str, text: str, at: object, topic: str | None) -> Item:
    """Return what the agent wrote or said."""
    item = _message_of(place, agent, part, text, at, agent)
    if isinstance(item, ImportedMessage):
        item.values.update({"source_kind": "ASSISTANT", "topic": topic})
    return item


def _message_of(
    place: str, agent: str, part: str, text: str, at: object, speaker: str | None
) -> Item:
    if not text:
        return Omission(place, "a message without text")
    if not isinstance(at, str):
        return Omission(place, "a message without a time")
    return ImportedMessage(
        place,
        {
            "id": f"letta:{content_key(agent, part, at, text)}",
            "session": f"letta:{agent}",
            "speaker": speaker,
            "source_kind": "USER",
            "text": text.strip(),
            "occurred_at": at,
        },
    )
