"""What an operation leaves beside claims and beliefs: records, as the properties of their nodes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime

from graph.clock import END_OF_TIME
from graph.database.rows import Props
from graph.ids import new_id
from graph.kernel.slots.slot import SlotName
from graph.kernel.temporal.contradictions import Finding
from graph.kernel.temporal.stored_claim import StoredClaim
from graph.model.commands import Assertion, Origin
from graph.model.gate.gate import Stopped
from graph.model.records import AssertResult
from graph.model.scopes import COMMON_SCOPE
from graph.model.slot_keys import rejection_key, rejections_key, slot_parent
from graph.vocabulary import ContradictionStatus, Outcome


def contradiction(
    finding: Finding, name: SlotName, challenger: str, now: datetime, *, answered: bool
) -> Props:
    """Return a contradiction that settled itself, or one that waits."""
    status = ContradictionStatus.AUTO_RESOLVED if answered else ContradictionStatus.OPEN
    return {
        "id": new_id("c"),
        "kind": finding.kind.value,
        "status": status.value,
        "entity": name.entity,
        "attribute": name.attribute,
        "context": name.context,
        "parent": name.parent,
        "slot": name.key,
        "scope": name.scope or None,
        "held": list(finding.held),
        "challenger": challenger,
        "rejection": finding.rejection,
        "from": finding.start,
        "to": finding.end or END_OF_TIME,
        "detected_at": now,
        "resolved_at": now if answered else None,
        "actor": None,
        "reason": None,
        "open_parent": None if answered else name.parent,
    }


def episode(key: str, assertion: Assertion, text: str, said_at: datetime, now: datetime) -> Props:
    """Return the text that came with an assertion, as a source of its own."""
    return {
        "id": key,
        "session": assertion.session,
        "source_kind": assertion.source_kind.value,
        "speaker": assertion.speaker,
        "text": text,
        "occurred_at": said_at,
        "recorded_at": now,
        "topic": assertion.topic,
        "scope": assertion.scope or None,
    }


def mirror_rejection(
    rejected: Props, name: SlotName, item: StoredClaim, tenant: str, other_end: str
) -> Props:
    """Return the same rejection of a relation, said from its other end; each names the other's
    key.
    """
    assert item.claim.value is not None
    parent = slot_parent(tenant, item.claim.value, other_end, name.context, name.scope)
    other = rejected | {
        "id": new_id("r"),
        "key": rejection_key(parent, name.entity),
        "found_by": rejections_key(parent, name.entity),
        "entity": rejected["canonical"],
        "attribute": other_end,
        "canonical": rejected["entity"],
        "value": rejected["entity"],
        "other": rejected["key"],
    }
    rejected["other"] = other["key"]
    return other


def rejection(
    name: SlotName, item: StoredClaim, entity: str, now: datetime, actor: str, reason: str
) -> Props:
    """Return a value that a person rejected in a slot.

    It is found by the entities that stand for those of the claim now, and keeps these as they were
    claimed, so that it goes with them when they are split.
    """
    assert item.claim.value is not None
    canonical = item.target or item.claim.value
    return {
        "id": new_id("r"),
        "key": rejection_key(name.parent, item.claim.value),
        "found_by": rejections_key(name.parent, item.claim.value),
        "entity": entity,
        "attribute": name.attribute,
        "context": name.context,
        "scope": name.scope or None,
        "canonical": canonical,
        "value": item.value or canonical,
        "rejected_at": now,
        "by": actor,
        "reason": reason,
    }


def audit(
    action: str,
    subject: str,
    now: datetime,
    actor: str | None,
    reason: str | None,
    scope: str = COMMON_SCOPE,
) -> Props:
    """Return a line in the log that only grows."""
    return {
        "id": new_id("a"),
        "at": now,
        "actor": actor,
        "action": action,
        "subject": subject,
        "gate": None,
        "reason": reason,
        "scope": scope or None,
    }


def operation(op: str, detail: Mapping[str, object], now: datetime, actor: str) -> Props:
    """Return what was asked for by an operation that is no plain assertion, so that it can be
    told.
    """
    return {
        "id": new_id("o"),
        "at": now,
        "actor": actor,
        "op": op,
        "detail": json.dumps(detail, ensure_ascii=False, default=str),
    }


def receipt(key: str, result: AssertResult, now: datetime, words: str | None) -> Props:
    """Return what to answer if the same operation comes again; ``words`` is a digest of its
    words.
    """
    return {
        "key": key,
        "words": words,
        "outcome": result.outcome.value,
        "memory": result.memory,
        "beliefs": [belief.id for belief in result.beliefs],
        "contradictions": _ids(result),
        "at": now,
    }


# What is believed already is found in its slot, under the lock, and not before it.
_DUPLICATE = {Outcome.CONFIRMED: "duplicate"}


def decision(
    key: str,
    origin: Origin,
    result: AssertResult,
    policy: int | None,
    now: datetime,
    recalibration: str | None = None,
) -> Props:
    """Return what became of a candidate that passed the gate, by which version of the policy.

    ``recalibration`` says how a calibration changed its confidence, and is part of the reason.
    """
    contradictions = _ids(result)
    return _of_candidate(key, origin, policy, now) | {
        "outcome": result.outcome.value,
        "gate": "conflict" if contradictions else _DUPLICATE.get(result.outcome),
        "reason": "; ".join(filter(None, (_why(result), recalibration))),
        "memory": result.memory,
        "contradiction": contradictions[0] if contradictions else None,
    }


def stopped_decision(
    key: str,
    origin: Origin,
    stopped: Stopped,
    policy: int,
    now: datetime,
    recalibration: str | None = None,
) -> Props:
    """Return what became of a candidate that waits for a person; ``recalibration`` as in
    ``decision``.
    """
    return _of_candidate(key, origin, policy, now) | {
        "gate": stopped.gate,
        "reason": "; ".join(filter(None, (stopped.reason, recalibration))),
    }


def _of_candidate(key: str, origin: Origin, policy: int | None, now: datetime) -> Props:
    return {
        "key": key,
        "job": origin.job,
        "episode": origin.episode,
        "extractor": origin.extractor,
        "number": origin.number,
        "candidate": json.dumps(origin.candidate, ensure_ascii=False),
        "policy": policy,
        "at": now,
    }


def _ids(result: AssertResult) -> Sequence[str]:
    return [item.id for item in result.contradictions]


def _why(result: AssertResult) -> str:
    kinds = ", ".join(item.kind.value.lower() for item in result.contradictions)
    return f"{result.outcome.value.lower()}: {kinds}" if kinds else result.outcome.value.lower()
