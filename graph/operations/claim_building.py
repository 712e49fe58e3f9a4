"""From an assertion to a claim: its times, its value in canonical form, its standing."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any

from graph.canonical import canonical
from graph.claims import Claim
from graph.clock import END_OF_TIME
from graph.commands import Assertion
from graph.errors import InvertedInterval
from graph.model import Attribute, Caller
from graph.periods import period_end
from graph.slot import StoredClaim
from graph.slots import COMMON_SCOPE
from graph.vocabulary import Precision, Role, SourceKind, TimeBasis, ValueType

# A person's decision outranks what any source says; equal is not less.
DECISION = 6
AUTHORITY: Mapping[SourceKind, int] = MappingProxyType(
    {
        SourceKind.USER: 5,
        SourceKind.SYSTEM: 5,
        SourceKind.DOCUMENT: 4,
        SourceKind.TOOL: 3,
        SourceKind.WEB: 2,
        SourceKind.ASSISTANT: 1,
    }
)


@dataclass(frozen=True, slots=True)
class Value:
    """What is claimed to hold: canonical form, form as said, typed form, and a relation's target.

    A negative claim that names nothing has only ``None``.
    """

    canonical: str | None
    said: str | None
    typed: str | None
    target: str | None


NOTHING = Value(None, None, None, None)


def literal(said: str, kind: ValueType, measured_in: str | None = None) -> Value:
    """A literal value of an attribute of this type and unit.

    Raises:
        InvalidArgument: the text is no value of the type, or no amount of the unit.
    """
    form, typed = canonical(said, kind, field="input.value", measured_in=measured_in)
    return Value(form, said, json.dumps(typed, ensure_ascii=False), None)


def entity_value(target: str, stands: str) -> Value:
    """A relation's value: the entity as claimed; its canonical form is what stands for it."""
    return Value(stands, None, None, target)


def refuse_empty(assertion: Assertion, now: datetime) -> None:
    """Refuse an end that is not after the start, once a missing start is the time of speaking.

    Raises:
        InvertedInterval: nothing would be left of the interval.
    """
    start = assertion.valid_from or assertion.said_at or now
    if assertion.valid_to is not None and start >= assertion.valid_to:
        raise InvertedInterval(
            f"it ends at {assertion.valid_to.isoformat()} and starts at {start.isoformat()}",
            field="input.validTo",
            hint="give validFrom: without it the start is saidAt",
        )


def claim_of(
    assertion: Assertion, value: Value, attribute: Attribute, memory: str, now: datetime
) -> StoredClaim:
    """The claim that an assertion makes."""
    said = assertion.said_at or now
    stated = assertion.valid_from is not None and assertion.basis is not TimeBasis.OBSERVED
    start = assertion.valid_from or said
    end = assertion.valid_to
    precision = assertion.precision or Precision.INSTANT
    return StoredClaim(
        claim=Claim(
            id=memory,
            value=value.canonical,
            start=start,
            end=end,
            said=said,
            placed=now,
            ordinal=0,
            negative=assertion.negative,
            stated=stated,
            vouched=None if end is not None else assertion.vouched_until,
            expires=_expiry(assertion, attribute, said),
            period_end=period_end(start, precision) if stated else None,
        ),
        value=value.said,
        typed=value.typed,
        target=value.target,
        precision=precision,
        precision_to=None if end is None else assertion.precision_to or precision,
        confidence=assertion.confidence,
        authority=authority(assertion),
        speaker=assertion.speaker,
        heir=None,
        holds=None,
    )


def authority(assertion: Assertion) -> int:
    """The rank of where the statement comes from."""
    return AUTHORITY[assertion.source_kind]


def as_said_by(caller: Caller, assertion: Assertion) -> SourceKind:
    """The kind of source that counts: what a model writes is an assistant's, whatever it says."""
    return SourceKind.ASSISTANT if caller.role is Role.MODEL else assertion.source_kind


def _expiry(assertion: Assertion, attribute: Attribute, said: datetime) -> datetime | None:
    if assertion.negative:
        return None
    if assertion.expires_at is not None or attribute.ttl_days is None:
        return assertion.expires_at
    return min(said + timedelta(days=attribute.ttl_days), END_OF_TIME)


def properties(
    item: StoredClaim,
    assertion: Assertion,
    *,
    entity: str,
    attribute: str,
    actor: str,
    now: datetime,
) -> dict[str, Any]:
    """The memory's properties, without where it stands (slot) and when it was admitted."""
    return claim_properties(item) | {
        "scope": COMMON_SCOPE,
        "entity": entity,
        "attribute": attribute,
        "context": assertion.context,
        "recorded_at": now,
        "retired_at": END_OF_TIME,
        "importance": assertion.importance,
        "type": assertion.type.value,
        "text": assertion.text or assertion.evidence or readable(item, assertion),
        "topic": assertion.topic,
        "tags": list(assertion.tags),
        "inference": assertion.inference,
        "session": assertion.session,
        "source_kind": assertion.source_kind.value,
        "extractor": assertion.extractor,
        "visibility": "tenant",
        "consent_basis": None,
        "corrects": assertion.corrects,
        "actor": actor,
        "reason": assertion.reason,
    }


def claim_properties(item: StoredClaim) -> dict[str, Any]:
    """What the projection and the beliefs read of a memory."""
    claim = item.claim
    return {
        "id": claim.id,
        "canonical": claim.value,
        "value": item.value,
        "typed": item.typed,
        "target": item.target,
        "negative": claim.negative,
        "start": claim.start,
        "end": claim.end or END_OF_TIME,
        "reach": claim.beyond,
        "stated": claim.stated,
        "precision": item.precision.value,
        "precision_to": None if item.precision_to is None else item.precision_to.value,
        "vouched_until": claim.vouched,
        "said_at": claim.said,
        "placed_at": claim.placed,
        "ordinal": claim.ordinal,
        "expires_at": claim.expires,
        "confidence": item.confidence,
        "authority": item.authority,
        "speaker": item.speaker,
    }


def readable(item: StoredClaim, assertion: Assertion) -> str:
    """A sentence for a memory that came without one."""
    subject = assertion.entity.name or "It"
    what = item.value or (assertion.target.name if assertion.target else None)
    verb = assertion.attribute.replace("_", " ")
    words = [subject, "no longer:" if item.claim.negative else "", f"{verb}", what or ""]
    return " ".join(word for word in words if word)
