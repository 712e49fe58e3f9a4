"""What one more claim does to a slot: its projections without it and with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from graph.kernel.slots.difference import project_slot
from graph.kernel.slots.slot import OpenSlot
from graph.kernel.temporal.projection import Projection
from graph.kernel.temporal.rivals import rivals
from graph.kernel.temporal.stored_claim import StoredClaim


@dataclass(frozen=True, slots=True)
class Effect:
    """A slot with one claim more: its claims by id, its projections without it and with it.

    ``rivals`` are the ids of the beliefs that the claim is at odds with.
    """

    slot: OpenSlot
    claims: Mapping[str, StoredClaim]
    before: Projection
    after: Projection
    rivals: tuple[str, ...]


def effect_of(slot: OpenSlot, item: StoredClaim) -> Effect:
    """Return what the claim does to the slot, of which nothing was asked when it was opened."""
    known = {stored.claim.id: stored for stored in slot.claims}
    before = project_slot(slot.name, known.values())
    known[item.claim.id] = item
    after = project_slot(slot.name, known.values())
    return Effect(slot, known, before, after, rivals(item.claim, slot.beliefs))
