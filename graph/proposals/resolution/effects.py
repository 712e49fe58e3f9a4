"""What each of the six resolutions does to the slots of a contradiction."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from types import MappingProxyType

from graph.errors import InvalidArgument
from graph.kernel.slots.difference import project_slot
from graph.kernel.temporal.stored_claim import KNOWN, StoredClaim
from graph.proposals.resolution.settlement import Settlement
from graph.vocabulary import Resolution
from graph.write.claim_building import Value


def _keep(work: Settlement) -> None:
    """Let what stands stay; a challenger that gives its value other times has nothing to reject."""
    held = [work.rows.get(memory, {}) for memory in work.contradiction.get("held") or ()]
    stands = {row.get("canonical") for row in held if not row.get("negative")}
    work.dismiss(rejected=work.challenger.claim.value not in stands)


def _admit(work: Settlement) -> None:
    work.admit(work.name)


def _neither(work: Settlement) -> None:
    work.dismiss(rejected=True)
    work.withdraw_held()


def _other(work: Settlement) -> None:
    item = work.given(work.values["value"])
    if not work.challenger.claim.negative and item.claim.value == work.challenger.claim.value:
        raise InvalidArgument(
            "that is the challenger's own value", field="value", hint="REPLACE admits it"
        )
    work.dismiss(rejected=True)
    work.say(
        item, work.place(item.claim.value), work.rows[work.contradiction["challenger"]], shown=False
    )


def _by_context(work: Settlement) -> None:
    """Each value in its own context; in the undivided slot the open claims end."""
    sources = [_source(work, at, value) for at, value in work.values.items()]
    challenger = work.challenger.claim
    if all(item.claim.value != challenger.value for item in sources):
        raise InvalidArgument(
            "no context has the challenger's value",
            field="contexts",
            hint="give it one, or KEEP what is believed",
        )
    kept = {
        item.claim.value
        for name, item in zip(work.contexts, sources, strict=True)
        if name.key == work.name.key
    }
    _end_open(work, kept)
    work.dismiss(rejected=False)
    for name, item in zip(work.contexts, sources, strict=True):
        own = item.claim.id == challenger.id
        if own or name.key != work.name.key or not _goes_on(work, item.claim.value):
            like = work.rows[item.claim.id]
            memory = work.say(_from_challenger(work, item), name, like, shown=True)
            if own and challenger.id not in work.changes.links:
                work.superseded_by(memory)


def _source(work: Settlement, at: str, value: Value) -> StoredClaim:
    """Return the claim that a context's value comes from: the challenger, or the latest in the
    slot.
    """
    if value.canonical == work.challenger.claim.value:
        return work.challenger
    found = [
        item
        for item in work.claims[work.name.key].values()
        if item.claim.value == value.canonical and not item.claim.negative
    ]
    if not found:
        raise InvalidArgument(
            "nobody has said that value here",
            field=at,
            hint="give the challenger's value or one that is believed; OTHER takes a new one",
        )
    return max(found, key=lambda item: item.claim.order)


def _from_challenger(work: Settlement, item: StoredClaim) -> StoredClaim:
    """Return the claim, to hold from the challenger's start on."""
    challenger = work.challenger
    if item.claim.id == challenger.claim.id:
        return item
    claim = replace(
        item.claim,
        start=challenger.claim.start,
        end=None,
        said_at=work.changes.now,
        stated=challenger.claim.stated,
        vouched=None,
        period_end=challenger.claim.period_end,
        end_unknown=False,
    )
    return replace(item, claim=claim, dating=challenger.dating, dating_to=None, bounds=KNOWN)


def _end_open(work: Settlement, kept: set[str | None]) -> None:
    """End in the undivided slot every open claim that holds from the challenger's start on."""
    start = work.challenger.claim.start
    for _ in range(2 * len(work.claims[work.name.key]) + 1):
        claims = work.claims[work.name.key]
        projection = project_slot(work.name, claims.values())
        standing = [
            piece.claim
            for piece in projection.pieces
            if _after(piece.end, start) and piece.claim.open and piece.claim.value not in kept
        ]
        if not standing:
            return
        work.end(claims[standing[0].id], work.name)


def _goes_on(work: Settlement, value: str | None) -> bool:
    """Whether the undivided slot holds the value from the challenger's start on."""
    projection = project_slot(work.name, work.claims[work.name.key].values())
    decider = projection.decider_at(work.challenger.claim.start)
    return decider is not None and decider.value == value and decider.open


def _after(end: datetime | None, start: datetime) -> bool:
    return end is None or end > start


EFFECTS: Mapping[Resolution, Callable[[Settlement], None]] = MappingProxyType(
    {
        Resolution.KEEP: _keep,
        Resolution.REPLACE: _admit,
        Resolution.MANY_VALUED: _admit,
        Resolution.NEITHER: _neither,
        Resolution.OTHER: _other,
        Resolution.BY_CONTEXT: _by_context,
    }
)
