"""What the gate stops waits for a person: a memory that is no claim, with what was asked for.

It has a label of its own, so that nothing that reads claims can find it: no index, no vector, no
slot and no recall has it. Whom it names is not made an entity before it is approved.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from pydantic import TypeAdapter, ValidationError

from graph.clock import END_OF_TIME
from graph.database.rows import Props, Row
from graph.database.session import Ask, Session
from graph.database.tombstones.ledger import Ledger
from graph.errors import InvalidArgument
from graph.ids import digest, new_id
from graph.kernel.entities.resolution import Identity, identify, reference_key
from graph.kernel.registry.gating import judge_consents, proposal_of
from graph.kernel.registry.registry import Registry
from graph.kernel.registry.wording import Said
from graph.kernel.slots import node_properties
from graph.kernel.slots.receipts import receipt_key
from graph.limits import Limits
from graph.model.commands import Assertion, EntityRef, Quote
from graph.model.gate.gate import Stopped
from graph.model.records import AssertResult, Caller
from graph.model.scopes import own_parts, visibility_of
from graph.validation import text_form
from graph.vocabulary import GroundingVerdict, Outcome, ValueType
from graph.write.claim_building import calibration_properties, literal, text_of
from graph.write.erased import ERASED
from graph.write.intake import candidates
from graph.write.intake.quotas import admit_memories
from graph.write.preparation import ENTITY, TARGET, Form, form_of, says_erased

_ASKED: TypeAdapter[Assertion] = TypeAdapter(Assertion)


async def keep_waiting(
    db: Session,
    caller: Caller,
    registry: Registry,
    assertion: Assertion,
    stopped: Stopped,
    limits: Limits,
) -> AssertResult:
    """Keep what was asked for; the memory that waits, or what was answered the first time.

    What nobody may keep is refused instead.

    Raises:
        NotFound: an entity id that the tenant does not have.
        Ambiguous: a name that several entities carry.
        InvalidArgument: the text is no value of the type.
    """
    form = form_of(registry, assertion)
    identities = await identify(db, caller.tenant, form.references.items(), assertion.scope)
    refused = refusal(registry, assertion, identities, limits, db.ledger)
    if refused is not None:
        return await refuse(db, caller, registry, assertion, refused)
    row = waiting_row(caller, registry, assertion, stopped, identities, db.clock())
    await admit_memories(db, caller.tenant, 1)
    kept = (await keep_rows(db.write, caller.tenant, [row]))[0]
    return AssertResult(Outcome(kept["outcome"]), kept["id"], (), ())


async def keep_rows(ask: Ask, tenant: str, waiting: Sequence[Props]) -> list[Row]:
    """Keep what waits; the id and the outcome of each, in order."""
    rows = await ask("write/waiting/keep", tenant=tenant, waiting=waiting)
    return rows[0]["memories"]


def refusal(
    registry: Registry,
    assertion: Assertion,
    identities: Mapping[str, Identity],
    limits: Limits,
    ledger: Ledger,
) -> Stopped | None:
    """Why a claim may not even wait, by the consents of those it is about; None if it may.

    What was erased may not either.
    """
    target = identities.get(TARGET)
    if _is_erased(registry, assertion, identities, ledger):
        return ERASED
    found = judge_consents(
        registry,
        proposal_of(registry, assertion),
        limits,
        identities[ENTITY].consents,
        None if target is None else target.consents,
    )
    if isinstance(found, Stopped) and found.outcome is Outcome.REJECTED:
        return found
    return None


def _is_erased(
    registry: Registry, assertion: Assertion, identities: Mapping[str, Identity], ledger: Ledger
) -> bool:
    form = form_of(registry, assertion)
    said = None
    if assertion.value is not None and not form.attribute.relation:
        said = literal(assertion.value, form.attribute.value_type, form.attribute.unit).canonical
    return says_erased(ledger, registry.tenant, form, identities, said, assertion.scope)


def waiting_row(
    caller: Caller,
    registry: Registry,
    assertion: Assertion,
    stopped: Stopped,
    identities: Mapping[str, Identity],
    now: datetime,
    *,
    memory: str | None = None,
) -> Props:
    """Return what ``keep_rows`` needs of one claim that was stopped; ``memory`` is its id.

    Raises:
        InvalidArgument: the text is no value of the type.
    """
    tenant = caller.tenant
    form = form_of(registry, assertion)
    _check_value(assertion, form)
    shown = [_shown(one) for one in assertion.quotes]
    episode = None
    if assertion.evidence is not None:
        said = assertion.said_at or now
        episode = node_properties.episode(new_id("p"), assertion, assertion.evidence, said, now)
        whole = Quote(
            episode["id"],
            assertion.evidence,
            0,
            len(assertion.evidence),
            GroundingVerdict.SUPPORTED,
        )
        shown.append(_shown(whole))
    known = {field: one.id for field, one in identities.items() if one.missing is None}
    # An id names nobody: where the claim is restored or released, its words do.
    stated = replace(assertion, text=_text(form, assertion, identities))
    audit = node_properties.audit("wait", "", now, caller.actor, stopped.reason, assertion.scope)
    return {
        "key": _key(tenant, form, assertion),
        "properties": _properties(caller, form, stated, known, now)
        | {
            "id": memory or new_id("m"),
            "outcome": stopped.outcome.value,
            "gate": stopped.gate,
            "reason": stopped.reason,
            "policy": registry.policy_version,
        },
        "episode": episode,
        "evidence": shown,
        "receipt": _receipt(tenant, assertion, now),
        "decision": _decision(assertion, stopped, registry, now),
        "audit": audit | {"gate": stopped.gate, "policy": registry.policy_version},
        "decided": False,
    }


def read_asked(text: str) -> Assertion:
    """Return what was asked for, from its JSON; checked like what comes over the border.

    Raises:
        Incorrect: it is no such thing, or some part of it is bad.
    """
    try:
        return _ASKED.validate_json(text).checked()
    except ValidationError as error:
        raise InvalidArgument(
            "it is nothing that can be asked for", field="asked", hint="load it as exported"
        ) from error


def asked_of(node: Row, evidence: Sequence[Row]) -> Assertion:
    """Return what was asked for by a memory that waits, resting on what it was shown to rest on."""
    return replace(
        _ASKED.validate_json(node["asked"]),
        quotes=tuple(
            Quote(
                one["episode"],
                one["span"],
                one["start"],
                one["end"],
                GroundingVerdict(one["verdict"]),
            )
            for one in evidence
        ),
    )


def _properties(
    caller: Caller,
    form: Form,
    assertion: Assertion,
    names: Mapping[str, str],
    now: datetime,
) -> Props:
    """Return the memory's own properties: what it says, as it was said."""
    asked = replace(assertion, evidence=None, quotes=(), idempotency_key=None, origin=None)
    if asked.said_at is None:
        # What is left out of its times follows from when it was said, as it will when it is read.
        asked = replace(asked, said_at=now).checked()
    properties = {
        "asked": _ASKED.dump_json(asked, exclude_defaults=True).decode(),
        "since": now,
        "recorded_at": now,
        "admitted_at": END_OF_TIME,
        "retired_at": END_OF_TIME,
        "said_at": asked.said_at,
        "text": assertion.text,
        "type": assertion.type.value,
        "tags": list(assertion.tags),
        "topic": assertion.topic,
        "importance": assertion.importance,
        "confidence": assertion.confidence,
        **calibration_properties(assertion),
        "inference": assertion.inference,
        "negative": assertion.negative or assertion.formerly,
        "start_unknown": assertion.began_unknown(now) or None,
        "end_unknown": assertion.end_unknown or None,
        "entity": names.get(ENTITY),
        "attribute": form.attribute.name,
        "context": assertion.context,
        "value": assertion.value or (assertion.target and assertion.target.name),
        "target": names.get(TARGET),
        "start": assertion.valid_from,
        "end": assertion.valid_to or END_OF_TIME,
        "vouched_until": assertion.vouched_until,
        "expires_at": assertion.expires_at,
        "session": assertion.session,
        "source_kind": assertion.source_kind.value,
        "speaker": assertion.speaker,
        "extractor": assertion.extractor,
        "actor": caller.actor,
        "scope": assertion.scope or None,
        "visibility": visibility_of(assertion.scope),
    }
    return {key: value for key, value in properties.items() if value is not None}


def _check_value(assertion: Assertion, form: Form) -> None:
    kind = form.attribute.value_type
    if assertion.value is not None and kind is not ValueType.ENTITY:
        literal(assertion.value, kind, form.attribute.unit)


def _text(form: Form, assertion: Assertion, identities: Mapping[str, Identity]) -> str:
    """Return what the memory states: as given, or made of what it would claim."""

    def called(field: str, given: EntityRef | None) -> str | None:
        if given is not None and given.name is not None:
            return given.name
        return None if field not in identities else identities[field].name

    subject, end = called(ENTITY, assertion.entity), assertion.valid_to
    said = Said(
        subject=subject or "It",
        attribute=form.attribute.name,
        value=assertion.value or called(TARGET, assertion.target),
        negative=assertion.negative and not assertion.end_unknown,
        over=assertion.end_unknown
        or (end is not None and assertion.said_at is not None and end <= assertion.said_at),
        context=assertion.context,
        unit=form.attribute.unit,
    )
    return text_of(assertion, said, named=subject is not None)


def _key(tenant: str, form: Form, assertion: Assertion) -> str:
    """Where the same claim is found again while it waits: by whom and what it names, as it does."""

    def named(ref: EntityRef | None) -> str | None:
        return None if ref is None else ref.id or reference_key(ref)

    value = None if assertion.value is None else text_form(assertion.value)
    return digest(
        "waiting",
        tenant,
        named(assertion.entity),
        form.attribute.name,
        None if assertion.context is None else text_form(assertion.context),
        named(form.references.get(TARGET) or assertion.target) or value,
        "no longer" if assertion.negative else "over" if assertion.end_unknown else None,
        *own_parts(assertion.scope),
    )


def _shown(quote: Quote) -> Props:
    return {
        "episode": quote.episode,
        "span": quote.span,
        "start": quote.start,
        "end": quote.end,
        "verdict": quote.verdict.value,
    }


def _receipt(tenant: str, assertion: Assertion, now: datetime) -> Props | None:
    origin, key = assertion.origin, assertion.idempotency_key
    if origin is not None:
        found = candidates.decision_key(origin.episode, origin.extractor, origin.number)
    elif key is not None:
        found = receipt_key(tenant, key, assertion.scope)
    else:
        return None
    return {
        "key": found,
        "words": assertion.words,
        "beliefs": [],
        "contradictions": [],
        "at": now,
    }


def _decision(
    assertion: Assertion, stopped: Stopped, registry: Registry, now: datetime
) -> Props | None:
    origin = assertion.origin
    if origin is None:
        return None
    key = candidates.decision_key(origin.episode, origin.extractor, origin.number)
    return node_properties.stopped_decision(
        key, origin, stopped, registry.policy_version, now, assertion.recalibration
    )


async def refuse(
    db: Session, caller: Caller, registry: Registry, assertion: Assertion, stopped: Stopped
) -> AssertResult:
    """Record that a claim was refused, and why; nothing of what it says is kept beside."""
    if assertion.origin is not None:
        await candidates.decide(
            db,
            caller,
            assertion.origin,
            outcome=stopped.outcome,
            gate=stopped.gate,
            reason=stopped.reason,
            audited=stopped.reason,
            policy=registry.policy_version,
        )
    else:
        said = (db.clock(), caller.actor, stopped.reason, assertion.scope)
        audit = node_properties.audit("refuse", "", *said)
        await db.write(
            "write/waiting/refuse",
            tenant=caller.tenant,
            audit=audit
            | {"gate": stopped.gate, "policy": registry.policy_version, "subject": None},
        )
    return AssertResult(stopped.outcome, None, (), ())
