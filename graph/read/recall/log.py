"""What was recalled, kept so that it can be explained: by id, by time, memory by memory."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any

from graph.clock import START_OF_TIME
from graph.database.session import Row, Session
from graph.errors import NotFound
from graph.model.records import AsOf, Belief, Caller, check_page_size
from graph.model.scopes import subject_scope
from graph.read import reads
from graph.read.recall.recall_types import AskedPeriod, EpisodeHit, OpenQuestion, Recall, RecallItem
from graph.validation import ident

# Old recalls that go with each new one: more than come, so that they go.
_GONE_AT_ONCE = 20
_AFTER_ALL_IDS = "\U0010ffff"


async def keep(db: Session, caller: Caller, recall: Recall) -> None:
    """Keep a recall; some of those that are older than they are kept go."""
    told = {
        "items": list(map(_item, recall.items)),
        "rules": list(recall.rules),
        "hints": list(map(_item, recall.hints)),
        "episodes": [{"episode": one.episode, "score": one.score} for one in recall.episodes],
        "questions": list(map(asdict, recall.questions)),
        "degraded": list(recall.degraded),
        "context": recall.context,
        "considered": list(recall.considered),
        "period": _period(recall.period),
    }
    await db.write(
        "read/recall/keep",
        tenant=caller.tenant,
        recall={
            "id": recall.id,
            "at": recall.at,
            "actor": caller.actor,
            # What one asks, and is told of one's own, is not for others.
            "scope": subject_scope(caller.actor),
            "query": recall.query,
            "valid_at": recall.as_of.valid_at,
            "system_at": recall.as_of.system_at,
            # The task access_counts has these to count.
            "memories": list(dict.fromkeys(one.memory for one in recall.items)),
            "uncounted": True if recall.items else None,
            "json": json.dumps(told, ensure_ascii=False, separators=(",", ":")),
        },
        before=recall.at - timedelta(days=db.limits.recall.kept_days),
        limit=_GONE_AT_ONCE,
    )


def _period(period: AskedPeriod | None) -> dict[str, str | None] | None:
    if period is None:
        return None
    return {name: at and at.isoformat() for name, at in asdict(period).items()}


def _item(item: RecallItem) -> dict[str, Any]:
    return {
        "memory": item.memory,
        "belief": None if item.belief is None else item.belief.id,
        "score": item.score,
        "relevance": item.relevance,
        "recency": item.recency,
        "importance": item.importance,
        "via": list(item.via),
    }


async def recall_by_id(db: Session, caller: Caller, wanted: str) -> Recall | None:
    """Load one recall."""
    found = await _kept(db, caller, wanted)
    return None if found is None else (await _recalls(db, caller, [found]))[0]


async def recalls(
    db: Session,
    caller: Caller,
    *,
    since: datetime | None = None,
    first: int = 50,
    after: str | None = None,
) -> list[Recall]:
    """List a tenant's recalls, the latest first; ``after`` is the id of the last one seen.

    Raises:
        NotFound: there is no such recall.
        OutOfRange: ``first`` is no page's size.
    """
    before, before_id = db.clock(), _AFTER_ALL_IDS
    if after is not None:
        seen = await _kept(db, caller, ident(after, field="after"))
        if seen is None:
            raise _unknown("recall", after, "after")
        before, before_id = seen["at"], seen["id"]
    found = await db.read(
        "read/recall/latest",
        tenant=caller.tenant,
        since=since or START_OF_TIME,
        before=before,
        before_id=before_id,
        limit=check_page_size(first),
    )
    return await _recalls(db, caller, [row["recall"] for row in found])


async def why(db: Session, caller: Caller, recall: str, memory: str) -> dict[str, Any]:
    """Explain what became of a memory in a recall: its signals, its score, and the outcome.

    A memory that no way found has only an outcome.

    Raises:
        NotFound: there is no such recall, or no such memory.
    """
    ident(memory, field="memory")
    kept = await _kept(db, caller, ident(recall, field="recall"))
    if kept is None:
        raise _unknown("recall", recall, "recall")
    told = json.loads(kept["json"])
    if memory in told["rules"]:
        return {"memory": memory, "outcome": "rule"}
    if any(hint["memory"] == memory for hint in told.get("hints", ())):
        return {"memory": memory, "outcome": "hint"}
    for entry in told["considered"]:
        if entry["memory"] == memory:
            return entry
    if not await reads.memories_by_id(db, caller, [memory]):
        raise _unknown("memory", memory, "memory")
    return {"memory": memory, "outcome": "not found by vector, words or graph, or not held then"}


def _unknown(what: str, wanted: str, field: str) -> NotFound:
    return NotFound(
        f"there is no {what} {wanted[:80]!r}",
        field=field,
        hint=f"give the id of a {what} of this tenant; a recall is kept for a while only",
    )


async def _kept(db: Session, caller: Caller, wanted: str) -> Row | None:
    rows = await db.read("read/recall/by_id", tenant=caller.tenant, id=wanted)
    return rows[0]["recall"] if rows else None


async def _recalls(db: Session, caller: Caller, kept: list[Row]) -> list[Recall]:
    told = [json.loads(one["json"]) for one in kept]
    ids = [item["belief"] for one in told for item in one["items"] if item["belief"] is not None]
    beliefs = await reads.beliefs_by_id(db, caller, ids) if ids else {}
    return [
        Recall(
            id=one["id"],
            at=one["at"],
            query=one["query"],
            as_of=AsOf(one["valid_at"], one["system_at"]),
            items=tuple(
                _recalled(item, beliefs)
                for item in said["items"]
                # What never had a belief is there; one whose belief was erased is not.
                if item["belief"] is None or item["belief"] in beliefs
            ),
            rules=tuple(said["rules"]),
            hints=tuple(_recalled(item, {}) for item in said.get("hints", ())),
            episodes=tuple(EpisodeHit(**one) for one in said.get("episodes", ())),
            questions=tuple(OpenQuestion(**one) for one in said.get("questions", ())),
            degraded=tuple(said["degraded"]),
            context=said["context"],
            considered=tuple(said["considered"]),
            period=_read_period(said.get("period")),
        )
        for one, said in zip(kept, told, strict=True)
    ]


def _read_period(period: Mapping[str, str | None] | None) -> AskedPeriod | None:
    if period is None:
        return None
    bounds = {name: datetime.fromisoformat(at) for name, at in period.items() if at is not None}
    return AskedPeriod(bounds.get("valid_from"), bounds.get("valid_to"))


def _recalled(item: Mapping[str, Any], beliefs: Mapping[str, Belief]) -> RecallItem:
    return RecallItem(
        memory=item["memory"],
        belief=beliefs.get(item["belief"]),
        score=item["score"],
        relevance=item["relevance"],
        recency=item["recency"],
        importance=item["importance"],
        via=tuple(item["via"]),
    )
