"""Claims said again as a person corrects them: another value, other times, the same place."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import replace

from graph.database.rows import Row
from graph.database.session import Ask, Transaction
from graph.errors import InvalidArgument
from graph.ids import new_id
from graph.kernel.registry.wording import Said, sentence
from graph.kernel.slots.changeset import ChangeSet
from graph.kernel.slots.slot import SlotName
from graph.kernel.temporal.claim import Claim
from graph.kernel.temporal.stored_claim import StoredClaim, UnknownBounds
from graph.model.authority import AUTHORITY
from graph.model.commands import Correction
from graph.model.records import Caller
from graph.periods import Dating, period_before, period_end, period_end_after
from graph.validation import interval
from graph.vocabulary import (
    Role,
    SourceKind,
)
from graph.write.claim_building import Value, claim_properties
from graph.write.memory_subject import Subject


async def memories_with_evidence(ask: Ask, tenant: str, ids: Iterable[str]) -> list[Row]:
    """Memories with all they carry, in the order asked."""
    found = await ask("write/memories_with_evidence", tenant=tenant, ids=list(ids))
    return [row["claim"] for row in found]


async def said_again(
    tx: Transaction,
    caller: Caller,
    gone: Sequence[StoredClaim],
    correction: Correction,
    value: Value | None,
    changes: ChangeSet,
) -> list[tuple[StoredClaim, Row]]:
    """Return the claims as they should have been said, each with the memory it replaces."""
    found = await memories_with_evidence(tx.run, caller.tenant, [item.claim.id for item in gone])
    whole = {claim["id"]: claim for claim in found}
    again: list[tuple[StoredClaim, Row]] = []
    for item in gone:
        corrected = _corrected(item, correction, value)
        if corrected is None:
            continue
        new = replace(corrected, claim=replace(corrected.claim, id=new_id("m")))
        again.append((new, whole[item.claim.id]))
        changes.shown_again(new.claim.id, whole[item.claim.id]["evidence"])
    return again


def _corrected(
    item: StoredClaim, correction: Correction, value: Value | None
) -> StoredClaim | None:
    """One claim said again; ``None`` for a negative one whose end the new interval says itself."""
    claim = item.claim
    named = claim.id == correction.memory
    if claim.negative and not named and correction.valid_to is not None:
        return None
    if value is not None and claim.value is not None:
        claim = replace(claim, value=value.canonical)
        item = replace(item, value=value.text, typed=value.typed, target=value.target)
    if named or not claim.negative:
        claim, item = _retimed(claim, item, correction)
    return replace(item, claim=claim, successor=None, holds=None)


def _retimed(claim: Claim, item: StoredClaim, correction: Correction) -> tuple[Claim, StoredClaim]:
    """Return the claim with its times as they should have been said, and the bounds that nobody
    knows.
    """
    start, end = correction.valid_from, correction.valid_to
    began, over = _unknown(claim, item, correction)
    if start is not None:
        claim = replace(claim, start=start, stated=True)
        item = replace(item, dating=Dating.of(correction.precision, correction.offset))
    if end is not None:
        precision_to = correction.precision_to or correction.precision
        dating_to = Dating.of(precision_to, correction.offset_to)
        place = (claim.start, item.dating.offset)
        end = period_end_after(place, (end, dating_to.offset), dating_to.precision)
        claim = replace(claim, end=end, vouched=None)
        item = replace(item, dating_to=dating_to)
    claim, item = _with_unknown(claim, item, began=began, over=over)
    interval(claim.start, claim.end, field="validTo" if end is not None else "validFrom")
    if claim.stated:
        claim = replace(claim, period_end=period_end(claim.start, item.dating.precision))
    return claim, item


def _unknown(claim: Claim, item: StoredClaim, correction: Correction) -> tuple[bool, bool]:
    """Whether the start, and the end, are not known from here on.

    Raises:
        InvalidArgument: it says that something does not hold, which has no such bound.
    """
    over = correction.end_unknown
    if over is None:
        over = item.bounds.end and correction.valid_to is None
    began = correction.start_unknown
    if began is None:
        before = item.bounds.start or (claim.negative and item.bounds.end)
        began = before and correction.valid_from is None
    if claim.negative and not item.bounds.end and (over or began):
        raise InvalidArgument(
            "what does not hold has no such bound",
            field="end_unknown" if over else "start_unknown",
            hint="leave it out",
        )
    return began, over


def _with_unknown(
    claim: Claim, item: StoredClaim, *, began: bool, over: bool
) -> tuple[Claim, StoredClaim]:
    """Return the claim where its start (``began``) or its end (``over``) is not known, or both.

    One of which a bound was not known, and is now, has it known from here on.
    """
    before = item.bounds
    item = replace(item, bounds=UnknownBounds(began and not over and claim.end is not None, over))
    if over:
        item = replace(item, dating_to=None)
        claim = replace(claim, end=None)
    if began and (over or claim.end is None):
        item = replace(item, dating=Dating())
        claim = replace(claim, start=claim.said_at, stated=False, vouched=None, period_end=None)
    elif began and claim.end is not None:
        dating = item.dating_to or Dating()
        item = replace(item, dating=dating)
        start = period_before(claim.end, dating.precision)
        claim = replace(claim, start=start, stated=False, vouched=None, period_end=None)
    negative = (began and over) or (claim.negative and not before.end)
    return replace(claim, negative=negative, end_unknown=over and not began), item


def authority_of(caller: Caller, item: StoredClaim) -> int:
    """Say on whose word it rests: a person who corrects vouches for it, a model has no more
    authority than an assistant.
    """
    if caller.role is Role.MODEL:
        return AUTHORITY[SourceKind.ASSISTANT]
    return max(item.authority, AUTHORITY[SourceKind.USER])


def write_again(
    changes: ChangeSet,
    again: Sequence[tuple[StoredClaim, Row]],
    name: SlotName,
    elsewhere: Container[str],
    subject: Subject,
    correction: Correction,
    *,
    new: Value | None,
) -> dict[str, str]:
    """Add the corrected claims; each old memory's id with the new one's.

    Those that were made at the other end of a relation (``elsewhere``) are said again at this one,
    of the entity that the corrected memory (``subject``) is about. With a ``new`` value their text,
    which states the old one, is made anew.
    """
    successors: dict[str, str] = {}
    for item, row in again:
        old = {key: row[key] for key in row if key not in ("evidence", "id", "place")}
        standing = name.standing(item.claim.value)
        if row["id"] in elsewhere:
            standing |= {key: subject.row[key] for key in ("entity", "attribute")}
        if new is not None and item.claim.value is not None:
            said = new.text or correction.value or (correction.target and correction.target.name)
            end = item.claim.end
            standing["text"] = sentence(
                Said(
                    subject=subject.named,
                    attribute=subject.attribute.name,
                    value=said,
                    negative=item.claim.negative and not item.bounds.end,
                    over=item.bounds.end or (end is not None and end <= item.claim.said_at),
                    context=row.get("context"),
                    unit=subject.attribute.unit,
                )
            )
        decided = {
            "recorded_at": changes.now,
            "actor": changes.actor,
            "reason": correction.reason,
            "corrects": True,
            "holds_from": None,
            "holds_to": None,
            "stands_from": None,
        }
        changes.claim(item, old | claim_properties(item) | standing | decided)
        changes.audit("correct", item.claim.id, correction.reason)
        successors[row["id"]] = item.claim.id
    return successors
