"""Conversion of result rows to the records of the model.

A memory's status and its raised confidence are computed here, at read time, so that nothing has
to be rewritten in the store because time passes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeAlias

from graph.clock import outward
from graph.database.memory_defaults import with_defaults
from graph.model.records import (
    AuditRecord,
    Belief,
    Contradiction,
    Entity,
    Episode,
    Evidence,
    Json,
    Memory,
    Rejection,
    Waits,
)
from graph.model.scopes import COMMON_SCOPE
from graph.vocabulary import (
    ContradictionKind,
    ContradictionStatus,
    GroundingVerdict,
    MemoryStatus,
    MemoryType,
    Outcome,
    Precision,
    Resolution,
    SourceKind,
    SupersessionReason,
    TimeBasis,
)

CONFIDENCE_MAX = 0.99

# The properties of a node or relationship as read, and as they are about to be written.
Row: TypeAlias = Mapping[str, Any]
Props: TypeAlias = dict[str, Any]


def belief(row: Row) -> Belief:
    """Build a belief from its edge's properties and whether it is contested."""
    edge: Row = row["belief"]
    return Belief(
        id=edge["id"],
        entity=edge["entity"],
        attribute=edge["attribute"],
        context=edge.get("context"),
        value=edge.get("value"),
        canonical=edge["canonical"],
        typed_value=_json(edge.get("typed")),
        target=edge.get("target"),
        valid_from=edge["valid_from"],
        valid_to=outward(edge["valid_to"]),
        valid_from_precision=Precision(edge["precision_from"]),
        valid_to_precision=_precision(edge.get("precision_to")),
        valid_from_offset=edge.get("offset_from"),
        valid_to_offset=edge.get("offset_to"),
        valid_from_basis=TimeBasis.STATED if edge["stated"] else TimeBasis.OBSERVED,
        system_from=edge["system_from"],
        system_to=outward(edge["system_to"]),
        confidence=edge["confidence"],
        contested=row["contested"],
        memories=tuple(edge["memories"]),
        scope=edge.get("scope") or COMMON_SCOPE,
        start_unknown=bool(edge.get("start_unknown")),
        end_unknown=bool(edge.get("end_unknown")),
    )


def _precision(stored: str | None) -> Precision | None:
    return None if stored is None else Precision(stored)


def _valid_time_fields(claim: Row) -> Props:
    basis = None
    if claim.get("stated") is not None:
        basis = TimeBasis.STATED if claim["stated"] else TimeBasis.OBSERVED
    over = bool(claim.get("negative") and claim.get("end_unknown"))
    # What such a claim vouches for begins somewhere, which is not since when it was so.
    unknown = over or bool(claim.get("start_unknown"))
    return {
        "valid_from": None if unknown else claim.get("start"),
        "valid_to": outward(claim.get("end")),
        "valid_from_precision": None if unknown else _precision(claim.get("precision")),
        "valid_to_precision": _precision(claim.get("precision_to")),
        "valid_from_offset": None if unknown else claim.get("offset"),
        "valid_to_offset": claim.get("offset_to"),
        "valid_from_basis": None if unknown else basis,
        "start_unknown": unknown,
        "end_unknown": bool(claim.get("end_unknown")),
    }


def memory(row: Row, now: datetime) -> Memory:
    """Build a memory from its node, its counters, its evidence and its place in the chain."""
    node: Row = with_defaults(row["memory"])
    successor: Row = row["successor"] or {}
    reason = successor.get("reason")
    return Memory(
        id=node["id"],
        text=node["text"],
        type=MemoryType(node["type"]),
        tags=tuple(node["tags"]),
        topic=node.get("topic"),
        importance=node["importance"],
        confidence=node["confidence"],
        inference=node["inference"],
        status=memory_status(node, superseded=bool(successor), now=now),
        negative=node["negative"] and not node["end_unknown"],
        entity=node.get("entity"),
        attribute=node.get("attribute"),
        context=node.get("context"),
        value=node.get("value"),
        target=node.get("target"),
        vouched_until=outward(node.get("vouched_until")),
        said_at=node["said_at"],
        recorded_at=node["recorded_at"],
        admitted_at=outward(node.get("admitted_at")),
        retired_at=outward(node.get("retired_at")),
        expires_at=outward(node.get("expires_at")),
        source_session=node.get("session"),
        source_kind=SourceKind(node["source_kind"]),
        speaker=node.get("speaker"),
        extractor=node.get("extractor"),
        visibility=node["visibility"],
        consent_basis=node.get("consent_basis"),
        evidence=tuple(map(_evidence, row["evidence"])),
        stated_confidence=node.get("stated_confidence"),
        calibration=node.get("calibration"),
        superseded_by=successor.get("id"),
        superseded_reason=None if reason is None else SupersessionReason(reason),
        supersedes=tuple(row["supersedes"]),
        **_valid_time_fields(node),
        **_counter_fields(row["counter"] or {}, node["confidence"]),
    )


def waiting(row: Row, now: datetime) -> Memory:
    """Build a memory that waits for a person, or was turned away, from its node and evidence."""
    node: Row = row["memory"]
    asked: Row = json.loads(node["asked"])
    known = {"counter": None, "successor": None, "supersedes": ()}
    found = memory({**row, **known, "memory": {**node, **_said_times(node, asked)}}, now)
    if node.get("queue") is None:
        return found
    waits = Waits(
        Outcome(node["outcome"]),
        node["gate"],
        node["reason"],
        node["since"],
        node["policy"],
        asked["entity"].get("name"),
    )
    return replace(found, waits=waits)


def _said_times(node: Row, asked: Row) -> Row:
    """How exactly the start and the end were asked for, as a claim that counts has it."""
    if node.get("start") is None:
        return {}
    precision = asked.get("precision", Precision.INSTANT.value)
    offset = asked.get("offset")
    ends = outward(node["end"]) is not None
    return {
        "precision": precision,
        "precision_to": asked.get("precision_to", precision) if ends else None,
        "offset": offset,
        "offset_to": asked.get("offset_to", offset) if ends else None,
        "stated": asked.get("basis") != TimeBasis.OBSERVED.value,
    }


def memory_status(node: Row, *, superseded: bool, now: datetime) -> MemoryStatus:
    """Compute a memory's status at an instant, from its node and whether it has a successor."""
    if outward(node.get("retired_at")) is not None:
        # A corrected claim is retired too; the successor states the corrected value.
        return MemoryStatus.SUPERSEDED if superseded else MemoryStatus.REVOKED
    if outward(node.get("admitted_at")) is None:
        return MemoryStatus.PENDING
    if node.get("expires_at") is not None and node["expires_at"] <= now:
        return MemoryStatus.EXPIRED
    supports_beliefs = not node.get("negative") and node.get("attribute") is not None
    start, end = _effective_interval(node, supports_beliefs=supports_beliefs)
    replaced = superseded and not supports_beliefs
    if start is None or (end is not None and end <= now) or replaced:
        return MemoryStatus.SUPERSEDED if superseded else MemoryStatus.ENDED
    return MemoryStatus.FUTURE if start > now else MemoryStatus.ACTIVE


def _effective_interval(
    node: Row, *, supports_beliefs: bool
) -> tuple[datetime | None, datetime | None]:
    """Return the hull of the held intervals of a claim, or else the memory's own interval."""
    if supports_beliefs:
        return node.get("holds_from"), outward(node.get("holds_to"))
    if node.get("end_unknown"):
        # Only that it is over is known: it holds nowhere.
        return None, None
    return node.get("start") or node["said_at"], outward(node.get("end"))


def entity(row: Row) -> Entity:
    """Build an entity from its node and its names."""
    node: Row = row["entity"]
    return Entity(
        id=node["id"],
        name=node["name"],
        kind=node["kind"],
        aliases=tuple(row["names"]),
        merged_into=None if row["stands"] == node["id"] else row["stands"],
        absorbed=tuple(row["absorbed"]),
        scope=node.get("scope") or COMMON_SCOPE,
    )


def episode(row: Row) -> Episode:
    """Build an episode from its node."""
    node: Row = row["episode"]
    return Episode(
        id=node["id"],
        session=node.get("session"),
        source_kind=SourceKind(node["source_kind"]),
        speaker=node.get("speaker"),
        text=node["text"],
        occurred_at=node["occurred_at"],
        offset=node.get("offset_minutes") or 0,
        recorded_at=node["recorded_at"],
    )


def contradiction(row: Row) -> Contradiction:
    """Build a contradiction from its node."""
    node: Row = row["contradiction"]
    return Contradiction(
        id=node["id"],
        kind=ContradictionKind(node["kind"]),
        status=ContradictionStatus(node["status"]),
        entity=node["entity"],
        attribute=node["attribute"],
        context=node.get("context"),
        held=tuple(node.get("held") or ()),
        challenger=node["challenger"],
        rejection=node.get("rejection"),
        detected_at=node["detected_at"],
        resolved_at=outward(node.get("resolved_at")),
        resolution=None if node.get("resolution") is None else Resolution(node["resolution"]),
        resolved_by=node.get("resolved_by"),
        actor=node.get("actor"),
        reason=node.get("reason"),
    )


def rejection(row: Row) -> Rejection:
    """Build a rejection from its node."""
    node: Row = row["rejection"]
    return Rejection(
        id=node["id"],
        entity=node["entity"],
        attribute=node["attribute"],
        context=node.get("context"),
        value=node["value"],
        rejected_at=node["rejected_at"],
        by=node["by"],
        reason=node["reason"],
        lifted_at=outward(node.get("lifted_at")),
        scope=node.get("scope") or COMMON_SCOPE,
    )


def audit_record(row: Row) -> AuditRecord:
    """Build an audit record from its node."""
    node: Row = row["record"]
    return AuditRecord(
        id=node["id"],
        at=node["at"],
        actor=node["actor"],
        action=node["action"],
        subject=node.get("subject"),
        gate=node.get("gate"),
        policy=node.get("policy"),
        reason=node.get("reason"),
        sequence=node.get("sequence"),
        hash=node.get("hash"),
    )


def _evidence(row: Row) -> Evidence:
    return Evidence(
        episode=row["episode"],
        span=row["span"],
        start=row["start"],
        end=row["end"],
        verdict=GroundingVerdict(row["verdict"]),
    )


def _json(text: str | None) -> Json:
    return None if text is None else json.loads(text)


def _counter_fields(counter: Row, admitted: float) -> dict[str, Any]:
    """Return the fields of a memory that come from its counter node."""
    return {
        "current_confidence": raise_confidence(admitted, counter.get("doubt")),
        "last_confirmed_at": counter.get("last_confirmed_at"),
        "confirmations": counter.get("confirmations") or 0,
        "access_count": counter.get("accesses") or 0,
        "last_accessed_at": counter.get("last_accessed_at"),
    }


def raise_confidence(admitted: float, remaining: float | None) -> float:
    """Return the confidence after independent confirmations, at most ``CONFIDENCE_MAX``.

    ``remaining`` is the product of the parts of the uncertainty left by each confirmation, 0–1.
    """
    if remaining is None:
        return admitted
    return max(admitted, min(CONFIDENCE_MAX, 1.0 - (1.0 - admitted) * remaining))
