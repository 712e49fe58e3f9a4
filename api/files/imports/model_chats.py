"""Conversations with a model: the exports of ChatGPT and of Claude.

In a ChatGPT export a conversation is a tree: what was edited or asked anew is a branch of its own.
What was said is the one branch that ends at ``current_node``; the others are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from api.files.imports.items import ImportedMessage, ImportOptions, Item, Omission, topic_of
from api.files.imports.json_values import Record, as_list, as_record, as_text, records_of
from api.files.imports.members import read_json, read_members
from graph.errors import InvalidArgument

# Seconds since 1970, from 2001 to 2128: milliseconds and no numbers are none.
_EARLIEST, _LATEST = 1e9, 5e9
_FILE = re.compile(r"(?:.*/)?conversations(?:-\d+)?\.json")
_ASIDE = ("analysis", "commentary")
_STATEMENTS = frozenset({"text", "multimodal_text"})


def read_chatgpt(path: Path, given: ImportOptions) -> Iterator[Item]:
    """Yield the messages of a ChatGPT export, of each conversation as it was left.

    Raises:
        InvalidArgument: it is none.
    """
    for name, conversation in _conversations(path, "mapping", "a ChatGPT export"):
        yield from _chatgpt(name, conversation, given)


def read_claude(path: Path, given: ImportOptions) -> Iterator[Item]:
    """Yield the messages of an export of Claude's.

    Raises:
        InvalidArgument: it is none.
    """
    for name, conversation in _conversations(path, "chat_messages", "a Claude export"):
        session = str(conversation.get("uuid") or name)
        topic = topic_of(as_text(conversation.get("name")) or "")
        if not as_list(conversation["chat_messages"]):
            yield Omission(session, "a conversation without messages")
        for number, message in enumerate(records_of(conversation["chat_messages"])):
            place = f"{session}, message {number + 1}"
            yield _claude(place, message, given, session, topic)


def _conversations(path: Path, key: str, what: str) -> Iterator[tuple[str, Record]]:
    found = False
    for name, content in read_members(path, ".json"):
        if name != path.name and _FILE.fullmatch(name) is None:
            continue
        document = read_json(name, content)
        listed = [as_record(document)] if as_record(document) else records_of(document)
        for number, conversation in enumerate(listed):
            if key in conversation:
                found = True
                yield f"{name}, conversation {number + 1}", conversation
    if not found:
        raise InvalidArgument(
            f"{path.name} is not {what}",
            field="PATH",
            hint="name its conversations.json, or the archive",
        )


def _chatgpt(name: str, conversation: Record, given: ImportOptions) -> Iterator[Item]:
    session = str(conversation.get("conversation_id") or conversation.get("id") or name)
    nodes = conversation["mapping"]
    at = conversation.get("current_node")
    tree = as_record(nodes)
    if not isinstance(at, str) or at not in tree:
        yield Omission(session, "a conversation that does not tell how it was left")
        return
    branch = list(_up(tree, at))
    for key, node in tree.items():
        if key not in branch and as_record(node).get("message"):
            yield Omission(f"{session}, {key}", "another branch took its place")
    topic = topic_of(as_text(conversation.get("title")) or "")
    for key in reversed(branch):
        message = as_record(as_record(tree[key]).get("message"))
        if message:
            yield _chatgpt_message(f"{session}, {key}", key, message, given, session, topic)


def _up(nodes: Record, at: str) -> Iterator[str]:
    """Yield a node and those above it, each once."""
    seen: set[str] = set()
    node: object = at
    while isinstance(node, str) and node not in seen and node in nodes:
        seen.add(node)
        yield node
        node = as_record(nodes[node]).get("parent")


def _chatgpt_message(
    place: str, key: str, message: Record, given: ImportOptions, session: str, topic: str | None
) -> Item:
    author, content = as_record(message.get("author")), as_record(message.get("content"))
    role = author.get("role")
    if role not in ("user", "assistant"):
        return Omission(place, f"what a {as_text(role) or 'nameless'} author adds")
    if message.get("recipient") not in (None, "all") or message.get("channel") in _ASIDE:
        return Omission(place, "what a model says to its tools, or to itself")
    if as_record(message.get("metadata")).get("is_visually_hidden_from_conversation"):
        return Omission(place, "what the program hid")
    kind = as_text(content.get("content_type"))
    if kind not in _STATEMENTS:
        return Omission(place, f"content of the type {kind}")
    text = "\n".join(filter(None, map(_part, as_list(content.get("parts"))))).strip()
    said_at = message.get("create_time")
    if not text:
        return Omission(place, "a message without text")
    if not isinstance(said_at, (int, float)) or not _EARLIEST < said_at < _LATEST:
        return Omission(place, "a message without a time")
    return ImportedMessage(
        place,
        {
            "id": f"chatgpt:{message.get('id') or key}",
            "session": session,
            "topic": topic,
            "text": text,
            "occurred_at": datetime.fromtimestamp(said_at, UTC).isoformat(),
        }
        | _by(role == "user", given, "ChatGPT"),
    )


def _claude(
    place: str, message: Record, given: ImportOptions, session: str, topic: str | None
) -> Item:
    sender = message.get("sender")
    if sender not in ("human", "assistant"):
        return Omission(place, f"what a {as_text(sender) or 'nameless'} sender adds")
    text = as_text(message.get("text"))
    if text is None:
        blocks = (one for one in records_of(message.get("content")) if one.get("type") == "text")
        text = "\n".join(str(one.get("text") or "") for one in blocks)
    if not text.strip():
        return Omission(place, "a message without text")
    if not isinstance(message.get("created_at"), str):
        return Omission(place, "a message without a time")
    return ImportedMessage(
        place,
        {
            "id": f"claude:{message.get('uuid') or place}",
            "session": session,
            "topic": topic,
            "text": text.strip(),
            "occurred_at": message["created_at"],
        }
        | _by(sender == "human", given, "Claude"),
    )


def _part(part: object) -> str | None:
    """Return the words of a part: typed, or spoken and written down."""
    spoken = as_record(part)
    if spoken.get("content_type") == "audio_transcription":
        return as_text(spoken.get("text"))
    return as_text(part)


def _by(own: bool, given: ImportOptions, model: str) -> dict[str, Any]:  # noqa: FBT001 - one of two roles
    if own:
        return {"speaker": given.speaker, "source_kind": "USER"}
    return {"speaker": model, "source_kind": "ASSISTANT"}
