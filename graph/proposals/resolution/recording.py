"""What an answer leaves behind: itself as a memory, its line in the journal, and its result."""

from __future__ import annotations

from typing import Any

from graph.clock import END_OF_TIME
from graph.database import rows
from graph.database.session import Transaction
from graph.ids import new_id
from graph.kernel.entities.entity_queries import names_by_id
from graph.kernel.registry.wording import Said, sentence
from graph.kernel.slots.receipts import receipt_key
from graph.kernel.temporal.stored_claim import claim_in
from graph.model.authority import DECISION
from graph.model.records import AssertResult
from graph.model.scopes import visibility_of
from graph.proposals.resolution.settlement import CONFIDENCE, Settlement
from graph.vocabulary import (
    ContradictionStatus,
    MemoryType,
    Outcome,
    Resolution,
    SourceKind,
)

IMPORTANCE = 0.9

_SAID = {
    Resolution.KEEP: "{held} stays, {challenger} is rejected",
    Resolution.REPLACE: "{challenger} counts",
    Resolution.BY_CONTEXT: "each in its own context: {given}",
    Resolution.MANY_VALUED: "many values may hold at a time, {challenger} is one of them",
    Resolution.NEITHER: "neither {held} nor {challenger}",
    Resolution.OTHER: "not {challenger} but {given}",
}


async def record_answer(tx: Transaction, work: Settlement) -> str:
    """Add the answer as a memory that says what it settled; its id."""
    memory = new_id("m")
    entity = work.name.entity
    properties: dict[str, Any] = {
        "id": memory,
        "entity": entity,
        "context": work.name.context,
        "said_at": work.changes.now,
        "recorded_at": work.changes.now,
        "admitted_at": work.changes.now,
        "retired_at": END_OF_TIME,
        "confidence": CONFIDENCE,
        "importance": IMPORTANCE,
        "authority": DECISION,
        "type": MemoryType.RESOLUTION.value,
        "text": await _text(tx, work),
        "topic": work.rows[work.contradiction["challenger"]].get("topic"),
        "source_kind": SourceKind.USER.value,
        "actor": work.caller.actor,
        "reason": work.answer.reason,
        "scope": work.name.scope,
        "visibility": visibility_of(work.name.scope),
    }
    work.changes.claims[memory] = properties
    await _restate(tx, work)
    work.changes.audit("resolve", memory, work.reason)
    work.changes.audit("resolve", work.answer.contradiction, work.reason, work.name.scope)
    return memory


async def _restate(tx: Transaction, work: Settlement) -> None:
    """Make the text anew of claims that are like a known one but for their value."""
    if not work.restated:
        return
    made = {memory: work.changes.claims[memory] for memory in work.restated}
    ids = {row["entity"] for row in made.values()}
    ids |= {item.target for item in work.restated.values() if item.target is not None}
    names = await names_by_id(tx.run, work.changes.tenant, ids)
    for memory, item in work.restated.items():
        row = made[memory]
        row["text"] = sentence(
            Said(
                subject=names.get(row["entity"], "It"),
                attribute=row["attribute"],
                value=item.value or names.get(item.target or ""),
                negative=item.claim.negative and not item.bounds.end,
                over=item.bounds.end
                or (item.claim.end is not None and item.claim.end <= item.claim.said_at),
                context=row.get("context"),
            )
        )


def journal_answer(work: Settlement, memory: str) -> None:
    """Write the operation down, so that it can be told and done again."""
    answer = work.answer
    work.changes.journal(
        "resolve",
        contradiction=answer.contradiction,
        resolution=answer.resolution.value,
        contexts=[
            {
                "context": one.context,
                "value": one.value,
                "target": None if one.target is None else one.target.id or one.target.name,
            }
            for one in answer.contexts
        ],
        value=answer.value,
        target=None if answer.target is None else answer.target.id or answer.target.name,
        reason=answer.reason,
        memory=memory,
        challenger=work.contradiction["challenger"],
        made=list(work.made),
        gone=list(work.gone),
    )


def answer_of(work: Settlement, memory: str, *, contested: bool) -> AssertResult:
    """Return the result: what was inserted of the attribute, and the contradiction as it is now."""
    own = [
        rows.belief(
            {"belief": found.properties(), "contested": contested and found.slot == work.name.key}
        )
        for found in work.changes.beliefs.values()
        if found.attribute == work.name.attribute
    ]
    settled = {
        **work.contradiction,
        "status": ContradictionStatus.RESOLVED.value,
        "resolved_at": work.changes.now,
        "resolution": work.answer.resolution.value,
        "resolved_by": memory,
        "actor": work.caller.actor,
        "reason": work.answer.reason,
    }
    found = AssertResult(
        outcome=Outcome.STORED,
        memory=memory,
        beliefs=tuple(sorted(own, key=lambda one: (one.context or "", one.valid_from))),
        contradictions=(rows.contradiction({"contradiction": settled}),),
    )
    key = work.answer.idempotency_key
    work.changes.answer(found, None if key is None else receipt_key(work.changes.tenant, key))
    return found


async def _text(tx: Transaction, work: Settlement) -> str:
    """Return what was in question and what was decided, in a sentence."""
    held = [
        claim_in(work.rows[one]) for one in work.contradiction.get("held") or () if one in work.rows
    ]
    ids = {work.name.entity, *(item.target for item in [work.challenger, *held] if item.target)}
    ids |= {one.id for one in _targets(work) if one.id is not None}
    names = await names_by_id(tx.run, work.changes.tenant, ids)

    def shown(value: str | None, target: str | None) -> str:
        return repr(value or names.get(target or "", target or "what held"))

    given = [
        f"{shown(one.value, one.target.id or one.target.name if one.target else None)}"
        f" {'otherwise' if one.context is None else 'for ' + repr(one.context)}"
        for one in work.answer.contexts
    ]
    other = work.answer.target
    if work.answer.value is not None or other is not None:
        given.append(shown(work.answer.value, other.id or other.name if other else None))
    challenger = shown(work.challenger.value, work.challenger.target)
    denied = "no longer " if work.challenger.claim.negative else ""
    what = _SAID[work.answer.resolution].format(
        held=" and ".join(dict.fromkeys(shown(i.value, i.target) for i in held)) or "what held",
        challenger=denied + challenger,
        given=", ".join(given),
    )
    where = work.name.attribute.replace("_", " ")
    context = "" if work.name.context is None else f" ({work.name.context})"
    why = f": {work.answer.reason}" if work.answer.reason else ""
    return f"{names.get(work.name.entity, '')} {where}{context}: {what}{why}".strip()


def _targets(work: Settlement) -> list[Any]:
    return [
        target
        for target in (work.answer.target, *(one.target for one in work.answer.contexts))
        if target is not None
    ]
