"""What bulk load and a crowded slot cost, for ``tools/bench/bench.py``.

A load of structured lines alternates with the bare creation of as many edges, with the same
properties and indexes and as many rows a transaction, between nodes that are there already.
"""

from __future__ import annotations

import io
import json
import secrets
import statistics
import time
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

from api.files.load.load import PART_LINES, load
from graph.clock import END_OF_TIME
from graph.database.session import Session
from graph.database.statements import Statement, parse
from graph.ids import new_id
from graph.model.commands import Assertion, AttributeDefinition, EntityRef
from graph.model.records import Caller
from graph.model.slot_keys import slot_parent
from graph.vocabulary import Cardinality, Role, ValueType
from graph.write.assertion import assert_belief
from graph.write.attributes.definition import define_attribute
from tools.bench.rows import SAID, belief
from tools.bench.scale import Scale
from tools.results import figure

ROOT = Path(__file__).resolve().parent
BARE = "bench/bare"
ENDS = "bench/ends"
BULK = "bulk load, rate"
SCALE = "bulk load, at 1,000,000"
# More is better.
RATES = frozenset({BULK, SCALE})
ATTRIBUTES = 20
VALUES = 5_000
SMALL, LARGE = 100_000, 1_000_000
# Far enough apart to be no loop, and none of them in the future.
_CROWD_STEP = timedelta(days=11)
_CROWD_BEGAN = SAID - 5_100 * _CROWD_STEP


def catalogue() -> dict[str, Statement]:
    """The statements that only the bench sends."""
    return {
        name: parse(name, (ROOT / f"{name.partition('/')[2]}.cypher").read_text(encoding="utf-8"))
        for name in (BARE, ENDS)
    }


async def figures(db: Session, scale: Scale, *, million: bool) -> AsyncIterator[dict[str, Any]]:
    """Measure, print, and give the figures."""
    caller = Caller(f"bench{secrets.token_hex(4)}", "bench", Role.OWNER)
    await declare(db, caller)
    yield await _against_bare(db, caller, scale)
    if million:
        yield await _at_scale(db, caller, scale)
    yield await _crowded(db, caller, scale)


async def declare(db: Session, caller: Caller) -> None:
    """Define the attributes that all lines are of."""
    for number in range(ATTRIBUTES):
        definition = AttributeDefinition(
            f"trait_{number}", cardinality=Cardinality.ONE, value_type=ValueType.TEXT
        )
        await define_attribute(db, caller, definition)


async def _against_bare(db: Session, caller: Caller, scale: Scale) -> dict[str, Any]:
    """A load and as many bare edges, in turn; the first rounds only warm up."""
    loads: list[float] = []
    bares: list[float] = []
    lines, warm = scale.lines, scale.loads // 4
    for number in range(scale.loads):
        loads.append(await loaded(db, caller, number * lines, lines))
        bares.append(await _bare(db, lines))
    ratio = statistics.median(
        bare / loading for bare, loading in zip(bares[warm:], loads[warm:], strict=True)
    )
    rate, bare = (lines * len(times[warm:]) / sum(times[warm:]) for times in (loads, bares))
    print(f"bulk load {rate:,.0f} lines a second, bare edges {bare:,.0f}", flush=True)
    return figure(BULK, ratio, "of bare edges", 0.45, "bare UNWIND ... CREATE")


async def loaded(db: Session, caller: Caller, first: int, count: int) -> float:
    """Load so many lines about people nobody heard of before; the seconds it takes."""
    lines = (json.dumps(_line(number)) for number in range(first, first + count))
    stream = io.BytesIO("\n".join(lines).encode())
    began = time.perf_counter()
    done = await load(db, caller, stream, lambda _: None)
    seconds = time.perf_counter() - began
    if done.outcomes["STORED"] != count:
        raise RuntimeError(f"{done.outcomes}, {done.refused[:3]}")
    return seconds


async def acquainted(db: Session, caller: Caller, people: int, known: int) -> None:
    """Have each of the first people know so many others, near and far."""
    lines = (
        json.dumps(
            {
                "entity": {"id": f"x{person}"},
                "attribute": "knows",
                "target": {"id": f"x{(person + 1 + step * step * 97) % people}"},
                "valid_from": "2024-01-01",
                "said_at": "2024-01-01T00:00:00Z",
            }
        )
        for person in range(people)
        for step in range(known)
    )
    done = await load(db, caller, io.BytesIO("\n".join(lines).encode()), lambda _: None)
    if done.refused:
        raise RuntimeError(f"{done.outcomes}, {done.refused[:3]}")


def _line(number: int) -> dict[str, Any]:
    person = number // ATTRIBUTES
    return {
        "entity": {"id": f"x{person}", "name": f"Person {person}", "kind": "person"},
        "attribute": f"trait_{number % ATTRIBUTES}",
        "value": f"value {number % VALUES}",
        "valid_from": "2024-01-01",
        "said_at": "2024-01-01T00:00:00Z",
    }


async def _bare(db: Session, count: int) -> float:
    tenant = f"bare{secrets.token_hex(4)}"
    entities = [f"e_{tenant}{number:010d}" for number in range(count // ATTRIBUTES)]
    values = [f"value {number}" for number in range(VALUES)]
    await db.write(ENDS, tenant=tenant, entities=entities, values=values)
    rows = [_edge(tenant, entities[number // ATTRIBUTES], number) for number in range(count)]
    began = time.perf_counter()
    for first in range(0, count, PART_LINES):
        await db.write(BARE, tenant=tenant, rows=rows[first : first + PART_LINES])
    return time.perf_counter() - began


def _edge(tenant: str, entity: str, number: int) -> dict[str, Any]:
    attribute, value = f"trait_{number % ATTRIBUTES}", f"value {number % VALUES}"
    parent = slot_parent(tenant, entity, attribute, None)
    standing = {"slot": parent, "parent": parent, "entity": entity, "attribute": attribute}
    ends = {"tenant": tenant, "valid_to": END_OF_TIME, "system_to": END_OF_TIME}
    own = belief(new_id("m"), value) | standing | ends | {"open_slot": parent}
    return {"entity": entity, "key": value, "properties": own}


async def _at_scale(db: Session, caller: Caller, scale: Scale) -> dict[str, Any]:
    """The rate up to 100,000 beliefs, and that of the last 100,000 up to a million."""
    rates: dict[int, float] = {}
    lines = scale.lines
    for first in range(lines * scale.loads, LARGE, lines):
        rates[first] = lines / await loaded(db, caller, first, lines)
        if (first + lines) % SMALL == 0:
            print(f"  {first + lines:,} beliefs: {rates[first]:,.0f} a second", flush=True)
    early = statistics.median(rate for at, rate in rates.items() if at < 2 * SMALL)
    late = statistics.median(rate for at, rate in rates.items() if at >= LARGE - SMALL)
    return figure(SCALE, late / early, "of that at 100,000", 0.9, "the same run")


async def _crowded(db: Session, caller: Caller, scale: Scale) -> dict[str, Any]:
    """A claim more in a slot with thousands, and in one with five."""
    for name, count in (("crowd", scale.crowd), ("few", 5)):
        lines = [json.dumps(_step(name, number)) for number in range(count)]
        await load(db, caller, io.BytesIO("\n".join(lines).encode()), lambda _: None)
    crowd: list[float] = []
    few: list[float] = []
    for number in range(scale.crowd_rounds):
        crowd.append(await _told(db, caller, "crowd", scale.crowd + number))
        # Each time another slot that has five.
        lines = [json.dumps(_step(f"few {number}", one)) for one in range(5)]
        await load(db, caller, io.BytesIO("\n".join(lines).encode()), lambda _: None)
        few.append(await _told(db, caller, f"few {number}", 5))
    warm = scale.crowd_rounds // 6
    ratio = statistics.median(crowd[warm:]) / statistics.median(few[warm:])
    print(f"a slot of {scale.crowd:,} takes a claim in {statistics.median(crowd) * 1000:.1f} ms")
    name = f"claim into a slot of {scale.crowd:,}"
    return figure(name, ratio, "x a slot of 5", 5.0, "same run", least=False)


def _step(name: str, number: int) -> dict[str, Any]:
    when = (_CROWD_BEGAN + number * _CROWD_STEP).isoformat()
    return {
        "entity": name,
        "attribute": "trait_1",
        "value": f"value {number}",
        "valid_from": when,
        "said_at": when,
    }


async def _told(db: Session, caller: Caller, name: str, number: int) -> float:
    when = _CROWD_BEGAN + number * _CROWD_STEP
    assertion = Assertion(
        entity=EntityRef(name=name),
        attribute="trait_1",
        value=f"value {number}",
        valid_from=when,
        said_at=when,
        evidence=f"It is {number} now.",
    )
    began = time.perf_counter()
    await assert_belief(db, caller, assertion)
    return time.perf_counter() - began
