"""The list of memories, the newest first, by what they are about and how they stand.

A page looks at so many memories at most, whatever the filters. What an index leads to is read in
its order, in parts; the statement drops what its stored properties rule out. Status, raised
confidence and topic are decided here, by the same functions that show them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from graph.clock import END_OF_TIME
from graph.database.rows import memory_status, raise_confidence
from graph.database.session import Row, Session
from graph.kernel.entities.resolution import load_identity
from graph.kernel.registry import registry
from graph.kernel.registry.registry import Registry, TopicNames
from graph.model.commands import NAME_MAX, optional_name, optional_text
from graph.model.records import Caller, Memory, Page, check_page_size
from graph.model.topics import TOPIC_MAX, same_topic
from graph.read.memories import memories_by_id
from graph.validation import ident, score
from graph.vocabulary import MemoryStatus, MemoryType

Key = Sequence[object]

# How many memories one page looks at. With rare ones it ends early, and says where to go on.
LOOKED_AT_MAX = 10_000
_PART_MIN, _PART_MAX = 100, 2_000
_PART_GROWS = 4
_BEGINNING: Key = (END_OF_TIME, "")


@dataclass(frozen=True, slots=True)
class MemoryFilter:
    """What a memory of a list has: all that is given here.

    ``entity`` is what it is about, by the id of any member of an identity. ``topic`` is compared in
    canonical form, ``min_confidence`` with the confidence as raised by confirmations.
    """

    entity: str | None = None
    attribute: str | None = None
    session: str | None = None
    topic: str | None = None
    type: MemoryType | None = None
    status: MemoryStatus = MemoryStatus.ACTIVE
    min_confidence: float = 0.0
    min_importance: float = 0.0

    def check(self) -> None:
        """Refuse what can be in no memory.

        Raises:
            Incorrect: a text, an id or a number is bad.
        """
        if self.entity is not None:
            ident(self.entity, field="entity")
        optional_text(self.session, NAME_MAX, field="session")
        optional_name(self.topic, TOPIC_MAX, field="topic")
        score(self.min_confidence, field="minConfidence")
        score(self.min_importance, field="minImportance")


@dataclass(frozen=True, slots=True)
class _Reading:
    """The statement that serves a filter, with its parameters, and the registry where it counts."""

    statement: str
    params: dict[str, Any]
    registry: Registry | None


def memory_key(memory: Memory) -> tuple[datetime, str]:
    """Return where a memory stands in every list of memories, as ``after`` takes it."""
    return (memory.recorded_at, memory.id)


async def memories(
    db: Session,
    caller: Caller,
    wanted: MemoryFilter,
    *,
    first: int = 50,
    after: Key | None = None,
    at: datetime | None = None,
) -> Page[Memory]:
    """List a page of memories by time of recording, the newest first.

    ``after`` is the last one's key, (recorded at, id). Their status is as of ``at``; now, if it is
    None. A page may have fewer than ``first``, or none, though more follow: it looks at
    ``LOOKED_AT_MAX`` memories at most, and its ``end`` says where to go on.

    Raises:
        Incorrect: a filter is bad, or ``first`` is not 1 to 500.
    """
    check_page_size(first)
    wanted.check()
    now = at or db.clock()
    reading = await _reading(db, caller, wanted)
    place: tuple[Any, ...] = tuple(after or _BEGINNING)
    looked_at, part = 0, max(_PART_MIN, 2 * first)
    found: list[Row] = []
    over = False
    while len(found) <= first and looked_at < LOOKED_AT_MAX and not over:
        part = min(part, LOOKED_AT_MAX - looked_at)
        (row,) = await db.read(
            reading.statement, before_at=place[0], before_id=place[1], scan=part, **reading.params
        )
        found += [one for one in row["found"] if _passes(one, wanted, reading.registry, now)]
        looked_at += row["seen"]
        over = row["seen"] < part
        if not over:
            place = (row["last_at"], row["last_id"])
        part = min(part * _PART_GROWS, _PART_MAX)
    items = await _loaded(db, caller, wanted, [one["id"] for one in found[:first]], now)
    if len(found) > first:
        last = found[first - 1]
        return Page(items, has_next=True, end=(last["recorded_at"], last["id"]))
    return Page(items, has_next=not over, end=None if over else place)


async def _loaded(
    db: Session, caller: Caller, wanted: MemoryFilter, ids: Sequence[str], now: datetime
) -> tuple[Memory, ...]:
    """Load these memories; what was revoked a moment ago is not shown as what it was."""
    loaded = await memories_by_id(db, caller, ids, at=now)
    found = (loaded[one] for one in ids if one in loaded)
    return tuple(one for one in found if one.status is wanted.status)


async def _reading(db: Session, caller: Caller, wanted: MemoryFilter) -> _Reading:
    known = None
    if wanted.topic is not None or wanted.attribute is not None:
        known = await registry.load(db, caller.tenant)
    topical = TopicNames()
    if wanted.topic is not None and known is not None:
        topical = known.named_on(wanted.topic)
    attribute = wanted.attribute
    params: dict[str, Any] = {
        "tenant": caller.tenant,
        "type": wanted.type and wanted.type.value,
        "attribute": known.name(attribute) if known and attribute is not None else None,
        "importance": float(wanted.min_importance),
        "confidence": float(wanted.min_confidence),
        "names": list(topical.names),
        "among": topical.among,
        "open": END_OF_TIME,
    }
    if wanted.entity is not None:
        identity = await load_identity(db.read, caller.tenant, wanted.entity)
        members = [wanted.entity] if identity is None else identity["whole"]
        about = {"entities": members, "session": wanted.session}
        return _Reading("read/memories/latest_of_entity", params | about, known)
    if wanted.session is not None:
        said_in = {"session": wanted.session}
        return _Reading("read/memories/latest_of_session", params | said_in, known)
    return _Reading("read/memories/latest_of_tenant", params, known)


def _passes(row: Row, wanted: MemoryFilter, registry: Registry | None, now: datetime) -> bool:
    if wanted.topic is not None and registry is not None:
        topic = registry.topic(row.get("topic"), row.get("attribute"))
        if not same_topic(topic, wanted.topic):
            return False
    status = memory_status(row, superseded=row["superseded"], now=now)
    sure = raise_confidence(row["confidence"], row["doubt"])
    return status is wanted.status and sure >= wanted.min_confidence
