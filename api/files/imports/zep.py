"""Facts of Zep and Graphiti: edges between named nodes, with when they held and were said.

An edge that was invalidated is a fact and its end, each a line of its own, so that an export made
before it was invalidated and one made after it come to the same facts. An edge that holds no more,
and is not said since when, is over by the time at which that was noticed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from api.files.imports.items import ImportedFact, ImportOptions, Item, Omission
from api.files.imports.json_values import (
    Record,
    as_list,
    as_record,
    as_text,
    known_kind,
)
from api.files.imports.members import read_json_values, read_members
from graph.errors import Incorrect, InvalidArgument
from graph.validation import zoned_text

SOURCE = "Zep"
_LISTS = ("edges", "nodes", "episodes", "communities")


@dataclass(slots=True)
class _Graph:
    """What the files of an export hold: edges, nodes by their ids, and what is neither."""

    edges: list[tuple[str, Record]] = field(default_factory=list[tuple[str, Record]])
    nodes: dict[str, Record] = field(default_factory=dict[str, Record])
    rest: list[str] = field(default_factory=list[str])

    def take(self, place: str, value: object) -> None:
        """Take what a JSON value holds: an edge, a node, or lists of them."""
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
        key = as_text(record.get("uuid"))
        if "fact" in record or "source_node_uuid" in record:
            self.edges.append((place, record))
        elif key is not None and as_text(record.get("name")) and "content" not in record:
            self.nodes[key] = record
        else:
            self.rest.append(place)


def read_zep(path: Path, given: ImportOptions) -> Iterator[Item]:
    """Yield the facts of an export of Zep's graph.

    Raises:
        InvalidArgument: there is no edge in it.
    """
    del given
    graph = _Graph()
    for name, content in read_members(path, ".json"):
        for place, value in read_json_values(name, content):
            graph.take(place, value)
    if not any("fact" in edge for _, edge in graph.edges):
        raise InvalidArgument(
            f"{path.name} has no edges of a Zep graph",
            field="PATH",
            hint='name a file with its edges and nodes: {"edges": [...], "nodes": [...]}',
        )
    for place in graph.rest:
        yield Omission(place, "an episode, or another record that is neither edge nor node")
    for key, node in graph.nodes.items():
        if as_text(node.get("summary")):
            yield Omission(f"node {key}", "a summary that a model made of the facts")
    for place, edge in graph.edges:
        yield from _facts(place, edge, graph.nodes)


def _facts(place: str, edge: Record, nodes: dict[str, Record]) -> Iterator[Item]:
    key, name, fact = (as_text(edge.get(field)) for field in ("uuid", "name", "fact"))
    source, target = (
        _reference(edge.get(f"{end}_node_uuid"), nodes) for end in ("source", "target")
    )
    if key is None or name is None or fact is None:
        yield Omission(place, "an edge without id, name or fact")
        return
    if source is None or target is None:
        yield Omission(place, "an edge between nodes that the export does not name")
        return
    subject = {"entity": source, "attribute": name, "target": target, "source": SOURCE}
    said_at = edge.get("reference_time") or edge.get("created_at")
    times = {"valid_from": edge.get("valid_at"), "said_at": said_at}
    ended = edge.get("invalid_at") or edge.get("expired_at")
    line = {"key": f"zep:{key}", **subject, "evidence": fact, "text": fact}
    if edge.get("valid_at") is None and _is_over(edge.get("invalid_at"), said_at):
        times |= {"valid_to": edge["invalid_at"], "start_unknown": True}
        ended = None
    yield ImportedFact(place, line | times)
    if ended is not None:
        yield ImportedFact(place, _end(key, subject, fact, edge))


def _end(key: str, subject: dict[str, Any], fact: str, edge: Record) -> dict[str, Any]:
    """Return the line that says that a fact holds no more."""
    noticed = edge.get("expired_at") or edge.get("created_at")
    line = {"key": f"zep:{key}:ended", **subject, "evidence": fact, "said_at": noticed}
    if edge.get("invalid_at") is None:
        return line | {"end_unknown": True}
    return line | {"op": "retract", "at": edge["invalid_at"]}


def _is_over(ended: object, said_at: object) -> bool:
    """Whether something was over when it was said; not where one of the times is none."""
    end, moment = _instant(ended), _instant(said_at)
    return end is not None and moment is not None and end <= moment


def _instant(value: object) -> datetime | None:
    if not isinstance(value, str):
        return None
    try:
        return zoned_text(value, field="at")
    except Incorrect:
        return None


def _reference(key: object, nodes: dict[str, Record]) -> dict[str, str] | None:
    node = nodes.get(key) if isinstance(key, str) else None
    if node is None:
        return None
    labels = (label for label in as_list(node.get("labels")) if isinstance(label, str))
    kind = next((kind for label in labels if (kind := known_kind(label))), None)
    reference = {"id": f"zep:{key}", "name": node["name"]}
    return reference if kind is None else reference | {"kind": kind}
