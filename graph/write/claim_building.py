"""From an assertion to a claim: its times, its value in canonical form, its standing."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from graph.clock import END_OF_TIME
from graph.kernel.registry.wording import Said, sentence
from graph.kernel.temporal.claim import Claim
from graph.kernel.temporal.stored_claim import StoredClaim, UnknownBounds
from graph.model.authority import authority
from graph.model.commands import Assertion
from graph.model.records import Attribute
from graph.model.scopes import visibility_of
from graph.model.tags import rule_of
from graph.model.values.canonical import canonical
from graph.periods import Dating, period_before, period_end
from graph.vocabulary import ValueType


@dataclass(frozen=True, slots=True)
class Value:
    """What is claimed to hold: canonical form, form as said, typed form, and a relation's target.

    A negative claim that names nothing has only ``None``.
    """

    canonical: str | None
    text: str | None
    typed: str | None
    target: str | None


NOTHING = Value(None, None, None, None)


def literal(text: str, kind: ValueType, measured_in: str | None = None) -> Value:
    """Return a literal value of an attribute of this type and unit.

    Raises:
        InvalidArgument: the text is no value of the type, or no amount of the unit.
    """
    form, typed = canonical(text, kind, field="input.value", measured_in=measured_in)
    return Value(form, text, json.dumps(typed, ensure_ascii=False), None)


def entity_value(target: str, stands: str) -> Value:
    """Return a relation's value: the entity as claimed; its canonical form is what stands for
    it.
    """
    return Value(stands, None, None, target)


def claim_of(
    assertion: Assertion, value: Value, attribute: Attribute, memory: str, now: datetime
) -> StoredClaim:
    """Return the claim that an assertion makes."""
    said = assertion.said_at or now
    stated = assertion.stated
    start = assertion.valid_from or said
    end = assertion.valid_to
    dating = Dating.of(assertion.precision, assertion.offset)
    dating_to = None if end is None else _dating_to(assertion, dating)
    bounds = UnknownBounds(assertion.began_unknown(now), assertion.end_unknown)
    if bounds.start and end is not None and dating_to is not None:
        start, dating = period_before(end, dating_to.precision), dating_to
    return StoredClaim(
        claim=Claim(
            id=memory,
            value=value.canonical,
            start=start,
            end=end,
            said_at=said,
            placed=now,
            ordinal=0,
            negative=assertion.negative or assertion.formerly,
            stated=stated,
            vouched=None if end is not None else assertion.vouched_until,
            expires=_expiry(assertion, attribute, max(start, said)),
            period_end=period_end(start, dating.precision) if stated else None,
            end_unknown=bounds.end and not assertion.formerly,
        ),
        value=value.text,
        typed=value.typed,
        target=value.target,
        dating=dating,
        dating_to=dating_to,
        confidence=assertion.confidence,
        authority=authority(assertion),
        speaker=assertion.speaker,
        successor=None,
        holds=None,
        bounds=bounds,
        context=assertion.context,
    )


def _dating_to(assertion: Assertion, dating: Dating) -> Dating:
    offset = dating.offset if assertion.offset_to is None else assertion.offset_to
    return Dating.of(assertion.precision_to or assertion.precision, offset)


def _expiry(assertion: Assertion, attribute: Attribute, since: datetime) -> datetime | None:
    """When it ceases by itself: as given, or so long after it was said, or begins after that.

    An end that the source states is no matter of the attribute's time to live.
    """
    if assertion.negative or assertion.end_unknown:
        return None
    given = assertion.expires_at
    if given is not None or assertion.valid_to is not None or attribute.ttl_days is None:
        return given
    return min(since + timedelta(days=attribute.ttl_days), END_OF_TIME)


def calibration_properties(assertion: Assertion) -> dict[str, Any]:
    """Return what is stored of how a calibration changed a claim's confidence."""
    return {
        "stated_confidence": assertion.stated_confidence,
        "calibration": assertion.calibration,
    }


def properties(
    item: StoredClaim,
    assertion: Assertion,
    *,
    entity: str,
    attribute: str,
    text: str,
    basis: str | None,
    actor: str,
    now: datetime,
) -> dict[str, Any]:
    """Return the memory's properties, without where it stands (slot) and when it was admitted."""
    return claim_properties(item) | {
        "scope": assertion.scope,
        "entity": entity,
        "attribute": attribute,
        "context": assertion.context,
        "recorded_at": now,
        "retired_at": END_OF_TIME,
        "importance": assertion.importance,
        "type": assertion.type.value,
        "text": text,
        "topic": assertion.topic,
        "tags": list(assertion.tags),
        "rule": rule_of(assertion.tags),
        "inference": assertion.inference,
        "session": assertion.session,
        "source_kind": assertion.source_kind.value,
        "extractor": assertion.extractor,
        **calibration_properties(assertion),
        "visibility": visibility_of(assertion.scope),
        "consent_basis": basis,
        "corrects": assertion.corrects,
        "actor": actor,
        "reason": assertion.reason,
    }


def claim_properties(item: StoredClaim) -> dict[str, Any]:
    """Return what the projection and the beliefs read of a memory."""
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
        **date_properties(item),
        "start_unknown": item.bounds.start,
        "end_unknown": item.bounds.end,
        "vouched_until": claim.vouched,
        "said_at": claim.said_at,
        "placed_at": claim.placed,
        "ordinal": claim.ordinal,
        "expires_at": claim.expires,
        "confidence": item.confidence,
        "authority": item.authority,
        "speaker": item.speaker,
    }


def date_properties(item: StoredClaim) -> dict[str, Any]:
    """How the claim's start and end were said, as properties of its memory."""
    start, end = item.dating, item.dating_to
    return {
        "precision": start.precision.value,
        "offset": start.offset,
        "precision_to": None if end is None else end.precision.value,
        "offset_to": None if end is None else end.offset,
    }


def text_of(assertion: Assertion, statement: Said, *, named: bool) -> str:
    """Return the statement of a memory: as given, or else made of what the claim says.

    The evidence may state more than this claim, and what it states beside it may be over when this
    still holds: it is taken only where the name of the entity is not known (not ``named``).
    """
    if assertion.text:
        return assertion.text
    if not named and assertion.evidence:
        return assertion.evidence
    return sentence(statement)
