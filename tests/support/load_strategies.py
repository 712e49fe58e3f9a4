"""Files of operations made by hypothesis, and what a tenant holds in terms that two can share."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st
from neo4j import AsyncDriver

from graph.history.bulk.planning import memory_of
from graph.ids import id_from

VALUES = ("Lisbon", "Berlin", "Rome")
ENTITIES: tuple[Any, ...] = (
    "Ana",
    {"id": "x1", "name": "Bo", "kind": "person"},
    {"id": "x2", "name": "Bo"},
    {"id": "x3", "name": "Ana"},
    {"id": "x1"},
    {"name": "Bo"},
    {"name": "Cy", "kind": "robot"},
)
ATTRIBUTES = ("lives_in", "works_at", "likes", "dislikes", "legal_name", "married_to", "colour")

HELD = """
CYPHER 25
CALL () {
  MATCH (e:Entity {tenant: $tenant})-[b:BELIEF]->(v)
  RETURN 'belief' AS what, [e.name, b.attribute, b.context, b.canonical = v.key, b.value, v.name,
    b.typed, b.valid_from, b.valid_to, b.start_unknown, b.end_unknown,
    b.precision_from, b.precision_to, b.stated, b.system_from,
    b.system_to, b.confidence, b.open_by, b.open_slot IS NULL] AS told, b.memories AS ids
  UNION ALL
  MATCH (m:Memory {tenant: $tenant})
  OPTIONAL MATCH (e:Entity {tenant: $tenant, id: m.entity})
  OPTIONAL MATCH (t:Entity {tenant: $tenant, id: m.target})
  RETURN 'memory' AS what, [e.name, m.attribute, m.context, m.value, t.name, m.negative, m.start,
    m.end, m.start_unknown, m.end_unknown, m.reach, m.stated, m.precision, m.precision_to,
    m.vouched_until, m.said_at, m.placed_at,
    m.ordinal, m.recorded_at, m.admitted_at, m.retired_at, m.retired_reason, m.expires_at,
    m.confidence, m.importance, m.type, m.text, m.source_kind, m.authority, m.speaker, m.session,
    m.holds_from, m.holds_to, m.slot IS NULL, m.slot_held IS NULL, m.actor, m.reason] AS told,
    [m.id] AS ids
  UNION ALL
  MATCH (m:Memory {tenant: $tenant})-[s:SUPERSEDED_BY]->(h)
  RETURN 'link' AS what, [s.reason, s.system_from, s.system_to] AS told, [m.id, h.id] AS ids
  UNION ALL
  MATCH (c:Contradiction {tenant: $tenant})
  MATCH (e:Entity {tenant: $tenant, id: c.entity})
  RETURN 'contradiction' AS what, [c.kind, c.status, e.name, c.attribute, c.context, c.from, c.to,
    c.detected_at, c.resolved_at, c.open_parent IS NULL] AS told, c.held + c.challenger AS ids
  UNION ALL
  MATCH (c:Counter {tenant: $tenant})
  RETURN 'counter' AS what, [c.confirmations, round(c.doubt, 9), c.last_confirmed_at] AS told,
    [c.memory] AS ids
  UNION ALL
  MATCH (n:Name {tenant: $tenant})-[:NAMES]->(e:Entity)
  RETURN 'entity' AS what, [n.key, n.text, e.name, e.kind, e.external] AS told, [] AS ids
  UNION ALL
  MATCH (s:Slot {tenant: $tenant})
  MATCH (e:Entity {tenant: $tenant, id: s.entity})
  RETURN 'slot' AS what, [e.name, s.attribute, s.context, s.key = s.parent, s.revision,
    s.system_last] AS told, [] AS ids
  UNION ALL
  MATCH (a:Attribute {tenant: $tenant})
  RETURN 'attribute' AS what, [a.name, a.cardinality, a.value_type] AS told, [] AS ids
}
RETURN what, told, ids
"""


async def held(driver: AsyncDriver, tenant: str, keys: Sequence[str]) -> list[str]:
    """Everything that a tenant holds, its memories called by the keys of their lines."""
    called: dict[str, str] = {}
    for key in keys:
        memory = memory_of(tenant, f"line {key}")
        called |= {memory: key, id_from("m", memory, "opposite"): f"{key} denied"}
    found = await driver.execute_query(HELD, tenant=tenant, database_="neo4j")
    told: list[str] = []
    for row in found.records:
        ids = [called.get(key, "new") for key in row["ids"]]
        told.append(f"{row['what']} {ids} {list(map(str, row['told']))}")
    return sorted(told)


@st.composite
def files(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Lines over few entities, attributes and times, so that they meet often."""
    few = draw(st.lists(st.sampled_from(ATTRIBUTES), min_size=1, max_size=3, unique=True))
    lines: list[dict[str, Any]] = []
    for number in range(draw(st.integers(1, 14))):
        line = draw(_line(few))
        asserts = [one for one in lines if one["op"] == "assert"]
        if asserts and draw(st.integers(0, 9)) == 0:
            line = draw(_about(draw(st.sampled_from(asserts))))
        lines.append(line | {"key": f"k{number}"})
    if any(line["op"] == "correct" for line in lines):
        _say_apart(lines)
    return lines


def _say_apart(lines: Sequence[dict[str, Any]]) -> None:
    """Have no two claims said at one moment.

    A correction brings claims of two slots together, and of those said at one moment their ids
    decide, which two tenants do not share.
    """
    for number, line in enumerate(lines):
        if line["op"] in ("assert", "retract"):
            said = line.get("said_at", "2019-10-01T00:00:00Z")
            line["said_at"] = said.replace("00:00Z", f"00:{number:02}Z")


@st.composite
def _line(draw: st.DrawFn, attributes: Sequence[str]) -> dict[str, Any]:
    negative = draw(st.integers(0, 4)) == 0
    attribute = draw(st.sampled_from(attributes))
    start, end = ("at", "until") if negative else ("valid_from", "valid_to")
    line: dict[str, Any] = {
        "op": "retract" if negative else "assert",
        "entity": draw(st.sampled_from(ENTITIES)),
        "attribute": attribute,
    }
    if not negative or draw(st.integers(0, 2)):
        form = "target" if attribute == "married_to" else "value"
        line[form] = draw(st.sampled_from(VALUES))
    year = draw(st.integers(0, 14))
    if draw(st.integers(0, 3)):
        line[start] = draw(st.sampled_from([f"{2000 + year}", f"{2000 + year}-01-01"]))
        if draw(st.integers(0, 2)) == 0:
            line[end] = f"{2000 + year + draw(st.integers(0, 6))}-01-01"
        elif not negative and draw(st.integers(0, 3)) == 0:
            line["vouched_until"] = f"{2000 + year + draw(st.integers(0, 6))}-06-01"
    if not negative and draw(st.integers(0, 5)) == 0:
        line = _of_unknown_bounds(line, over=draw(st.booleans()))
    if draw(st.integers(0, 3)):
        line["said_at"] = f"20{draw(st.integers(0, 19)):02}-0{draw(st.integers(1, 9))}-01T00:00:00Z"
    more = {
        "context": st.sampled_from(["work", None]),
        "confidence": st.sampled_from([0.95, 0.6, 0.3]),
        "source_kind": st.sampled_from(["WEB", "USER"]),
        "basis": st.just("observed"),
        "evidence": st.just("He said so."),
        "source": st.sampled_from(["Ana", "Bo"]),
    }
    for name, choices in more.items():
        if draw(st.integers(0, 5)) == 0:
            line[name] = draw(choices)
    return line


def _of_unknown_bounds(line: dict[str, Any], *, over: bool) -> dict[str, Any]:
    """The line with the end that it has, since nobody knows when; or over, at an unknown time."""
    if "valid_to" in line:
        kept = {key: line[key] for key in line if key != "valid_from"}
        return kept | {"start_unknown": True}
    if over or "valid_from" not in line:
        return {key: line[key] for key in line if key not in ("valid_from", "vouched_until")} | {
            "end_unknown": True
        }
    return line | {"end_unknown": True}


@st.composite
def _about(draw: st.DrawFn, line: dict[str, Any]) -> dict[str, Any]:
    if draw(st.booleans()):
        return {"op": "revoke", "of": line["key"]}
    return {"op": "correct", "of": line["key"], "to": draw(st.sampled_from(VALUES))}


def as_file(lines: Sequence[dict[str, Any]]) -> bytes:
    """Lines as a file of JSON Lines."""
    return "".join(f"{json.dumps(line)}\n" for line in lines).encode()
