"""The knowledge graph of the MCP memory server: entities with observations, and relations.

It keeps no times, so its facts are what it holds when it is imported. Its entities are told apart
by their names alone. The graph as the server answers with it, ``{"entities": …, "relations": …}``,
is read as its file is.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from api.files.imports.items import ImportedFact, ImportOptions, Item, Omission, content_key
from api.files.imports.json_values import Record, as_list, as_record, as_text, known_kind
from api.files.imports.members import read_json_values, read_members
from graph.errors import InvalidArgument

SOURCE = "MCP memory"
_TYPES = {"entities": "entity", "relations": "relation"}


def read_mcp_memory(path: Path, given: ImportOptions) -> Iterator[Item]:
    """Yield the facts of a file of the MCP memory server.

    Raises:
        InvalidArgument: it is none.
    """
    del given
    read = [
        item
        for name, content in read_members(path, ".jsonl")
        for place, value in read_json_values(name, content)
        for item in _records(place, value)
    ]
    graph = [record for _, record in read if record is not None]
    if not any(record.get("type") in _TYPES.values() for record in graph):
        raise InvalidArgument(
            f"{path.name} is not a file of the MCP memory server",
            field="PATH",
            hint="name its memory.jsonl",
        )
    kinds = {
        name: known_kind(record.get("entityType"))
        for record in graph
        if (name := as_text(record.get("name"))) is not None
    }
    for place, record in read:
        if record is not None and record.get("type") == "entity":
            yield from _observations(place, record, kinds)
        elif record is not None and record.get("type") == "relation":
            yield _relation(place, record, kinds)
        else:
            yield Omission(place, "a line that is neither an entity nor a relation")


def _records(place: str, value: object) -> Iterator[tuple[str, Record | None]]:
    """Yield the entities and relations in a value: it is one, or the graph that has them all."""
    record = as_record(value)
    if "type" in record or not set(_TYPES) & set(record):
        yield place, record or None
        return
    for key, kind in _TYPES.items():
        for number, member in enumerate(as_list(record.get(key)), start=1):
            inner = as_record(member)
            yield f"{place}, {kind} {number}", {**inner, "type": kind} if inner else None


def _observations(place: str, record: Record, kinds: dict[str, str | None]) -> Iterator[Item]:
    name, observations = as_text(record.get("name")), as_list(record.get("observations"))
    if name is None:
        yield Omission(place, "an entity without a name")
        return
    if not observations:
        yield Omission(place, "an entity of which nothing is observed")
    for observation in observations:
        text = as_text(observation)
        if text is None:
            yield Omission(place, "an observation that is no text")
            continue
        yield ImportedFact(
            place,
            {
                "key": f"mcp-memory:{content_key('observation', name, text)}",
                "entity": _reference(name, kinds),
                "attribute": "observation",
                "value": text,
                "evidence": f"{name}: {text}",
                "source": SOURCE,
            },
        )


def _relation(place: str, record: Record, kinds: dict[str, str | None]) -> Item:
    start, end = as_text(record.get("from")), as_text(record.get("to"))
    relation = as_text(record.get("relationType"))
    if start is None or end is None or relation is None:
        return Omission(place, "a relation that does not tell what it relates")
    return ImportedFact(
        place,
        {
            "key": f"mcp-memory:{content_key('relation', start, relation, end)}",
            "entity": _reference(start, kinds),
            "attribute": relation,
            "target": _reference(end, kinds),
            "evidence": f"{start} {relation} {end}",
            "source": SOURCE,
        },
    )


def _reference(name: str, kinds: dict[str, str | None]) -> dict[str, str]:
    kind = kinds.get(name)
    return {"name": name} if kind is None else {"name": name, "kind": kind}
