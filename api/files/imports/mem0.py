"""Memories of mem0: sentences about a user, each with the time at which it was written last.

A memory that was changed is another message under an id of its own, said when it was changed; its
history, where the export has it, tells what it was before. Relations of its graph are facts without
times.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from api.files.imports.items import (
    ImportedFact,
    ImportedMessage,
    ImportOptions,
    Item,
    Omission,
    content_key,
)
from api.files.imports.json_values import Record, as_list, as_record, as_text
from api.files.imports.members import read_json_values, read_members
from graph.errors import InvalidArgument

SOURCE = "mem0"
_LISTS = ("results", "memories", "history", "relations")


@dataclass(slots=True)
class _Export:
    """What the files of an export hold, each with its place."""

    memories: list[tuple[str, Record]] = field(default_factory=list[tuple[str, Record]])
    events: list[tuple[str, Record]] = field(default_factory=list[tuple[str, Record]])
    relations: list[tuple[str, Record]] = field(default_factory=list[tuple[str, Record]])
    rest: list[str] = field(default_factory=list[str])

    def take(self, place: str, value: object) -> None:
        """Take what a JSON value holds: a memory, a change of one, or lists of them."""
        record, members = as_record(value), as_list(value)
        if any(isinstance(record.get(key), list) for key in _LISTS):
            for key in _LISTS:
                self._take_members(f"{place}, {key}", as_list(record.get(key)))
        elif members:
            self._take_members(place, members)
        else:
            self._take_one(place, record)

    def _take_members(self, place: str, members: list[Any]) -> None:
        for number, member in enumerate(members, start=1):
            self._take_one(f"{place} {number}", as_record(member))

    def _take_one(self, place: str, record: Record) -> None:
        if "memory_id" in record and "event" in record:
            self.events.append((place, record))
        elif "memory" in record:
            self.memories.append((place, record))
            self._take_members(f"{place}, history", as_list(record.get("history")))
        elif "source" in record and ("target" in record or "destination" in record):
            self.relations.append((place, record))
        else:
            self.rest.append(place)


def read_mem0(path: Path, given: ImportOptions) -> Iterator[Item]:
    """Yield the memories of a mem0 export, with what they were before, and its relations.

    Raises:
        InvalidArgument: it is none, or is of several users and one name is given for them.
    """
    export = _Export()
    for name, content in read_members(path, ".json"):
        for place, value in read_json_values(name, content):
            export.take(place, value)
    if not (export.memories or export.events):
        raise InvalidArgument(
            f"{path.name} is not a mem0 export",
            field="PATH",
            hint='name a file with its memories: {"results": [{"id": …, "memory": …}]}',
        )
    users = {str(memory["user_id"]) for _, memory in export.memories if memory.get("user_id")}
    if given.speaker is not None and len(users) > 1:
        raise InvalidArgument(
            f"the memories are of {len(users)} users",
            field="--speaker",
            hint="leave it out: each is called by the id of the user",
        )
    for place in export.rest:
        yield Omission(place, "a record that is no memory")
    yield from _messages(export, given)
    for place, relation in export.relations:
        yield _relation(place, relation)


def _messages(export: _Export, given: ImportOptions) -> Iterator[Item]:
    """Yield each text that a memory had, once: as its history tells, and as it is now."""
    owners = {
        key: memory
        for _, memory in export.memories
        if (key := as_text(memory.get("id"))) is not None
    }
    deleted = {as_text(event.get("memory_id")) for _, event in export.events if _is_deletion(event)}
    once: set[str] = set()
    for place, memory, text, at in [*_former(export, owners), *_current(export)]:
        key = as_text(memory.get("id"))
        reason = _reason_against(memory, key, text, deleted)
        if reason is not None:
            yield Omission(place, reason)
            continue
        assert key is not None
        assert text is not None
        name = f"mem0:{key}:{content_key(text)}"
        if name not in once:
            once.add(name)
            yield _message(place, name, memory, text, at, given)


def _former(export: _Export, owners: dict[str, Record]) -> Iterator[tuple[str, Record, Any, Any]]:
    for place, event in export.events:
        if _is_deletion(event):
            yield place, {"id": event.get("memory_id")}, "", None
            continue
        key = as_text(event.get("memory_id"))
        memory = owners.get(key or "", {"id": key, "role": event.get("role")})
        changed = event.get("event") == "UPDATE"
        at = (changed and event.get("updated_at")) or event.get("created_at")
        yield place, memory, as_text(event.get("new_memory")), at


def _current(export: _Export) -> Iterator[tuple[str, Record, Any, Any]]:
    for place, memory in export.memories:
        at = memory.get("updated_at") or memory.get("created_at")
        yield place, memory, as_text(memory.get("memory")), at


def _is_deletion(event: Record) -> bool:
    return event.get("event") == "DELETE" or event.get("is_deleted") in (True, 1)


def _reason_against(
    memory: Record, key: str | None, text: str | None, deleted: set[str | None]
) -> str | None:
    """Return why a text of a memory is none that is imported; None if it is."""
    if key is None:
        return "a memory without an id"
    if key in deleted:
        return "a memory that was deleted"
    if text is None:
        return "a memory without text"
    if memory.get("expiration_date"):
        return "a memory that is to be forgotten on a day"
    return None


def _message(
    place: str, name: str, memory: Record, text: str, at: object, given: ImportOptions
) -> Item:
    user, agent = as_text(memory.get("user_id")), as_text(memory.get("agent_id"))
    role = memory.get("role") or as_record(memory.get("metadata")).get("role")
    if not isinstance(at, str):
        return Omission(place, "a memory without a time")
    own = role != "assistant" and (user is not None or agent is None)
    session = as_text(memory.get("run_id")) or user or agent
    return ImportedMessage(
        place,
        {
            "id": name,
            "session": None if session is None else f"mem0:{session}",
            "speaker": given.speaker or user if own else agent or SOURCE,
            "source_kind": "USER" if own else "ASSISTANT",
            "text": text.strip(),
            "occurred_at": at,
        },
    )


def _relation(place: str, record: Record) -> Item:
    start, end = as_text(record.get("source")), as_text(record.get("target"))
    end = end or as_text(record.get("destination"))
    relation = as_text(record.get("relationship")) or as_text(record.get("relation"))
    if start is None or end is None or relation is None:
        return Omission(place, "a relation that does not tell what it relates")
    return ImportedFact(
        place,
        {
            "key": f"mem0:{content_key(start, relation, end)}",
            "entity": {"name": start},
            "attribute": relation,
            "target": {"name": end},
            "evidence": f"{start} {relation} {end}",
            "source": SOURCE,
        },
    )
