"""Proposals of conventions: preferences that recur in several sessions, found in what is stored.

Nothing is stored of a proposal. It is a belief that holds now and rests on claims of so many
sessions, of which none makes it a rule; once a person has accepted or dismissed it, it is none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from graph.clock import END_OF_TIME
from graph.database.session import Row, Session
from graph.kernel.registry import registry
from graph.kernel.registry.registry import Registry
from graph.model.records import Belief, Caller, Page, check_page_size
from graph.model.slot_keys import slot_parent, value_slot
from graph.read.beliefs import beliefs_by_id
from graph.vocabulary import Cardinality

Key = Sequence[Any]

CATEGORY = "preference"
# Slots that one page looks at. With few proposals it ends early, and says where to go on.
SLOTS_MAX = 10_000
_PART = 500


@dataclass(frozen=True, slots=True)
class ConventionProposal:
    """A preference that may be a convention: its belief, and the sessions in which it was said.

    ``slot`` is where it stands in the list.
    """

    belief: Belief
    sessions: tuple[str, ...]
    slot: str


async def convention_proposals(
    db: Session, caller: Caller, *, first: int = 50, after: Key | None = None
) -> Page[ConventionProposal]:
    """List a page of proposals in a fixed order; ``after`` is the last one's slot.

    A page may have fewer than ``first``, or none, though more follow: it looks at ``SLOTS_MAX``
    slots at most, and its ``end`` says where to go on.

    Raises:
        OutOfRange: ``first`` is not 1 to 500.
    """
    check_page_size(first)
    known = await registry.load(db, caller.tenant)
    place: str | None = after[0] if after else ""
    found: list[Row] = []
    looked_at = 0
    while place is not None and len(found) <= first and looked_at < SLOTS_MAX:
        rows, place = await _part(db, known, place, _PART)
        found += rows
        looked_at += _PART
    shown = await _loaded(db, caller, found[:first])
    if len(found) > first:
        return Page(shown, has_next=True, end=(found[first - 1]["slot"],))
    return Page(shown, has_next=place is not None, end=None if place is None else (place,))


async def convention_proposal(
    db: Session, caller: Caller, belief: str
) -> ConventionProposal | None:
    """Find the proposal of a belief; None if there is no such belief, or it is proposed no more."""
    stored = (await beliefs_by_id(db, caller, [belief])).get(belief)
    if stored is None:
        return None
    known = await registry.load(db, caller.tenant)
    slot = _slot(known, stored)
    # Keys are digests: none lies between this one and its own beginning.
    rows, _ = await _part(db, known, slot[:-1], 1)
    (proposal,) = await _loaded(db, caller, rows) or (None,)
    return proposal if proposal is not None and proposal.belief.id == belief else None


def _slot(registry: Registry, belief: Belief) -> str:
    named = (belief.entity, belief.attribute, belief.context)
    parent = slot_parent(registry.tenant, *named, belief.scope)
    attribute = registry.get(belief.attribute)
    many = attribute is not None and attribute.cardinality is Cardinality.MANY
    return value_slot(parent, belief.canonical) if many else parent


async def _part(
    db: Session, registry: Registry, after: str, limit: int
) -> tuple[list[Row], str | None]:
    """Read what a part of the slots proposes, and the last of these slots; None behind the end."""
    (row,) = await db.read(
        "read/review/convention_proposals",
        tenant=registry.tenant,
        after=after,
        limit=limit,
        attributes=[one.name for one in registry.all() if one.category == CATEGORY],
        least=db.limits.review.convention_sessions,
        now=db.clock(),
        forever=END_OF_TIME,
    )
    return sorted(row["found"], key=itemgetter("slot")), row["last"]


async def _loaded(
    db: Session, caller: Caller, rows: Sequence[Row]
) -> tuple[ConventionProposal, ...]:
    beliefs = await beliefs_by_id(db, caller, [row["belief"] for row in rows])
    return tuple(
        ConventionProposal(beliefs[row["belief"]], tuple(sorted(row["sessions"])), row["slot"])
        for row in rows
        if row["belief"] in beliefs
    )
