"""One slot while a part of a file is worked through: its claims and beliefs after every line.

Each claim is judged against the slot as the lines before it have left it, by the same functions as
a single assertion. A slot with many claims is looked at through a window, as everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from operator import attrgetter

from graph.clock import START_OF_TIME
from graph.database.session import Row
from graph.kernel.slots.belief_versions import BeliefVersion
from graph.kernel.slots.change_rows import SlotRow
from graph.kernel.slots.difference import Difference, difference, project_slot
from graph.kernel.slots.effect import Effect
from graph.kernel.slots.slot import OpenSlot, Rejected, SlotName
from graph.kernel.temporal.claim import Claim
from graph.kernel.temporal.projection import Projection
from graph.kernel.temporal.rivals import rivals
from graph.kernel.temporal.stored_claim import StoredClaim, read_claim
from graph.kernel.temporal.window import WINDOW, Below, anchor, newest_of
from graph.model.slot_keys import rejection_key

WHOLE_MAX = 2 * WINDOW


class NeedsWhole(Exception):
    """What was read of a slot is not enough for what the lines do to it."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


@dataclass(frozen=True, slots=True)
class View:
    """As much of a slot as one claim can touch, and the projection of it without that claim."""

    since: datetime
    claims: Mapping[str, StoredClaim]
    before: Projection


@dataclass(slots=True)
class SlotState:
    """A slot in memory.

    ``there`` tells whether the store has it; ``new``, whether it has not even its parent.
    ``rejected`` are the rejections that stand against what is claimed here, by their keys.
    ``rivals`` are those of the claim for which it was opened, as the store found them, until the
    slot changes; nothing if it was read without a claim.
    """

    name: SlotName
    new: bool = False
    there: bool = False
    revision_read: int = 0
    above_read: int = 0
    revision: int = 0
    system_last: datetime | None = None
    rejected: dict[str, Rejected] = field(default_factory=dict[str, Rejected])
    rivals: tuple[str, ...] | None = None
    answered_at: datetime | None = None
    since: datetime = START_OF_TIME
    claims: dict[str, StoredClaim] = field(default_factory=dict[str, StoredClaim])
    beliefs: dict[str, BeliefVersion] = field(default_factory=dict[str, BeliefVersion])
    _last: Projection | None = None

    @classmethod
    def read(cls, name: SlotName, row: Row | None, large: OpenSlot | None) -> SlotState:
        """Return the slot as it was read: with all that the row has of it, or as much as was
        opened.
        """
        if row is None:
            return cls(name, new=True)
        claims = [read_claim(claim) for claim in row["claims"]] if large is None else large.claims
        beliefs = map(BeliefVersion.read, row["beliefs"]) if large is None else large.beliefs
        return cls(
            name=name,
            there=row["there"],
            revision_read=row["revision"],
            above_read=row["above"],
            revision=row["revision"],
            system_last=row["last"],
            rejected={
                found["own"]: Rejected.read(found, found["value"]) for found in row["rejected"]
            },
            answered_at=row["answered_at"],
            since=START_OF_TIME if large is None else large.since,
            claims={item.claim.id: item for item in claims},
            beliefs={belief.id: belief for belief in beliefs},
        )

    @classmethod
    def opened(cls, slot: OpenSlot) -> SlotState:
        """Return the slot as it was opened for a claim."""
        return cls(
            name=slot.name,
            there=True,
            revision_read=slot.revision,
            above_read=slot.above,
            revision=slot.revision,
            system_last=slot.system_last,
            rejected={slot.rejection: slot.rejected} if slot.rejection and slot.rejected else {},
            rivals=slot.rivals,
            answered_at=slot.answered_at,
            since=slot.since,
            claims={item.claim.id: item for item in slot.claims},
            beliefs={belief.id: belief for belief in slot.beliefs},
        )

    def rejection(self, canonical: str | None) -> Rejected | None:
        """Return the rejection that stands against a value here."""
        if not self.rejected or canonical is None:
            return None
        return self.rejected.get(rejection_key(self.name.parent, canonical))

    def reject(self, canonical: str, rejected: Rejected) -> None:
        """Take a rejection to stand against a value here, if none does that is known."""
        self.rejected.setdefault(rejection_key(self.name.parent, canonical), rejected)

    def rows(self) -> Iterator[SlotRow]:
        """Yield the slot as it was left, its parent as it was read; nothing if nothing changed."""
        if self.revision == self.revision_read:
            return
        if self.name.key != self.name.parent:
            yield self.name.above.row(self.above_read, self.above_read)
        yield self.name.row(self.revision_read, self.revision, self.system_last)

    def as_read(self) -> View:
        """Everything of it that was read."""
        return View(self.since, self.claims, project_slot(self.name, self.claims.values()))

    def touch(self, now: datetime, ordinal: int = 0) -> None:
        """One change more, at a system time; it comes after all claims up to an ordinal."""
        self.rivals = None
        self.revision = max(self.revision, ordinal) + 1
        self.system_last = now

    def view(self, claim: Claim, needed: datetime) -> View:
        """Return what matters to a claim that arrives.

        Raises:
            NeedsWhole: more of the slot has to be read to tell.
        """
        since = self._window(claim, needed)
        if since == START_OF_TIME:
            before = self._last or project_slot(self.name, self.claims.values())
            return View(since, self.claims, before)
        known = {key: item for key, item in self.claims.items() if item.claim.start >= since}
        return View(since, known, project_slot(self.name, known.values()))

    def effect(self, view: View, item: StoredClaim) -> Effect:
        """Return what the claim does to the slot."""
        known = {**view.claims, item.claim.id: item}
        opened = self.open(rejected=self.rejection(item.claim.value))
        after = project_slot(self.name, known.values())
        found = rivals(item.claim, self.beliefs.values()) if self.rivals is None else self.rivals
        return Effect(opened, known, view.before, after, found)

    def admit(self, view: View, item: StoredClaim, effect: Effect, now: datetime) -> Difference:
        """Take the claim in; what that changes."""
        beliefs = [belief for belief in self.beliefs.values() if belief.valid_to > view.since]
        opened = replace(self.open(view.since), beliefs=tuple(beliefs))
        found = difference(opened, effect.after, effect.claims, now)
        self.claims[item.claim.id] = item
        self._last = effect.after if view.since == START_OF_TIME else None
        self._apply(found)
        self.touch(now)
        return found

    def become(self, claims: Mapping[str, StoredClaim], now: datetime) -> Difference:
        """Hold these claims and no others, the slot being there whole; what that changes."""
        after = project_slot(self.name, claims.values())
        opened = replace(self.open(), beliefs=tuple(self.beliefs.values()))
        found = difference(opened, after, claims, now)
        self.claims = dict(claims)
        self._last = after
        self._apply(found)
        self.touch(now)
        return found

    def _apply(self, difference: Difference) -> None:
        for belief in (*difference.closed, *difference.dropped):
            del self.beliefs[belief.id]
        for belief in difference.inserted:
            self.beliefs[belief.id] = belief
        for memory, _ in difference.unlinked:
            self.claims[memory] = replace(self.claims[memory], successor=None)
        for memory, successor in difference.linked:
            self.claims[memory] = replace(self.claims[memory], successor=successor)
        for memory, holds in difference.holds:
            self.claims[memory] = replace(self.claims[memory], holds=holds)

    def _window(self, claim: Claim, needed: datetime) -> datetime:
        whole = self.since == START_OF_TIME
        if whole and len(self.claims) <= WHOLE_MAX:
            return START_OF_TIME
        claims = [item.claim for item in self.claims.values()]
        kept, below = claims, Below(reaching=False, later=False)
        if len(claims) > WINDOW:
            kept, below = newest_of(claims, attrgetter("reach"))
        borders = {belief.valid_from for belief in self.beliefs.values()}
        since = anchor(kept, [claim], below, borders, resumes=self.name.resumes, needed=needed)
        if since is None and not whole:
            raise NeedsWhole(self.name.key)
        return START_OF_TIME if since is None else since

    def open(
        self, since: datetime = START_OF_TIME, *, rejected: Rejected | None = None
    ) -> OpenSlot:
        """Return the slot as the functions of a single assertion take it, without its content."""
        return OpenSlot(
            name=self.name,
            revision=self.revision,
            system_last=self.system_last,
            rejected=rejected,
            since=since,
            answered_at=self.answered_at,
        )
