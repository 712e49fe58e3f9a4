"""One slot while a part of a file is worked through: its claims and beliefs after every line.

Each claim is judged against the slot as the lines before it have left it, by the same functions as
a single assertion. A slot with many claims is looked at through a window, as everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from operator import attrgetter

from graph.claims import Claim
from graph.clock import START_OF_TIME, outward
from graph.difference import Difference, added_up, difference
from graph.judging import Effect
from graph.projection import Projection
from graph.session import Row
from graph.slot import OpenSlot, SlotName, StoredClaim, stored
from graph.slots import rejection_key
from graph.vocabulary import SupersessionReason
from graph.window import WINDOW, Below, anchor, newest_of

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
    known: Mapping[str, StoredClaim]
    before: Projection


@dataclass(slots=True)
class SlotState:
    """A slot in memory.

    ``there`` tells whether the store has it; ``new``, whether it has not even its parent.
    """

    name: SlotName
    new: bool = False
    there: bool = False
    revision_read: int = 0
    revision: int = 0
    system_last: datetime | None = None
    rejected: frozenset[str] = frozenset()
    answered_at: datetime | None = None
    since: datetime = START_OF_TIME
    claims: dict[str, StoredClaim] = field(default_factory=dict[str, StoredClaim])
    beliefs: dict[str, Row] = field(default_factory=dict[str, Row])
    _last: Projection | None = None

    @classmethod
    def read(cls, name: SlotName, row: Row | None, large: OpenSlot | None) -> SlotState:
        """The slot as it was read: with all that the row has of it, or as much as was opened."""
        if row is None:
            return cls(name, new=True)
        claims = [stored(claim) for claim in row["claims"]] if large is None else large.claims
        beliefs: Sequence[Row] = row["beliefs"] if large is None else list(map(dict, large.beliefs))
        return cls(
            name=name,
            there=row["there"],
            revision_read=row["revision"],
            revision=row["revision"],
            system_last=row["last"],
            rejected=frozenset(row["rejected"]),
            answered_at=row["answered_at"],
            since=START_OF_TIME if large is None else large.since,
            claims={item.claim.id: item for item in claims},
            beliefs={belief["id"]: belief for belief in beliefs},
        )

    @classmethod
    def opened(cls, slot: OpenSlot) -> SlotState:
        """The slot as it was opened."""
        return cls(
            name=slot.name,
            there=True,
            revision_read=slot.revision,
            revision=slot.revision,
            system_last=slot.system_last,
            since=slot.since,
            claims={item.claim.id: item for item in slot.claims},
            beliefs={belief["id"]: dict(belief) for belief in slot.beliefs},
        )

    def rejection(self, canonical: str | None) -> str | None:
        """The key of the rejection that stands against a value here."""
        if not self.rejected or canonical is None:
            return None
        key = rejection_key(self.name.parent, canonical)
        return key if key in self.rejected else None

    def touch(self, now: datetime) -> None:
        """One change more, at a system time."""
        self.revision += 1
        self.system_last = now

    def view(self, claim: Claim, needed: datetime) -> View:
        """What matters to a claim that arrives.

        Raises:
            NeedsWhole: more of the slot has to be read to tell.
        """
        since = self._window(claim, needed)
        if since == START_OF_TIME:
            before = self._last or added_up(self.name, self.claims.values())
            return View(since, self.claims, before)
        known = {key: item for key, item in self.claims.items() if item.claim.start >= since}
        return View(since, known, added_up(self.name, known.values()))

    def effect(self, view: View, item: StoredClaim) -> Effect:
        """What the claim does to the slot."""
        known = {**view.known, item.claim.id: item}
        opened = self.open(rejected=self.rejection(item.claim.value))
        return Effect(opened, known, view.before, added_up(self.name, known.values()))

    def admit(self, view: View, item: StoredClaim, effect: Effect, now: datetime) -> Difference:
        """Take the claim in; what that changes."""
        beliefs = [row for row in self.beliefs.values() if row["valid_to"] > view.since]
        opened = replace(self.open(view.since), beliefs=tuple(beliefs))
        found = difference(opened, effect.after, effect.known, now)
        self.claims[item.claim.id] = item
        self._last = effect.after if view.since == START_OF_TIME else None
        self._apply(found)
        self.touch(now)
        return found

    def become(self, known: Mapping[str, StoredClaim], now: datetime) -> Difference:
        """Hold these claims and no others, the slot being there whole; what that changes."""
        after = added_up(self.name, known.values())
        opened = replace(self.open(), beliefs=tuple(self.beliefs.values()))
        found = difference(opened, after, known, now)
        self.claims = dict(known)
        self._last = after
        self._apply(found)
        self.touch(now)
        return found

    def _apply(self, found: Difference) -> None:
        for key in (*found.closed, *found.dropped):
            del self.beliefs[key]
        for properties in found.inserted:
            self.beliefs[properties["id"]] = properties
        for row in found.unlinked:
            self._replace(row["memory"], heir=None)
        for row in found.linked:
            self._replace(row["memory"], heir=(row["heir"], SupersessionReason(row["reason"])))
        for row in found.holds:
            holds = None if row["from"] is None else (row["from"], outward(row["to"]))
            self._replace(row["id"], holds=holds)

    def _replace(self, key: str, **changed: object) -> None:
        self.claims[key] = replace(self.claims[key], **changed)  # type: ignore[arg-type]

    def _window(self, claim: Claim, needed: datetime) -> datetime:
        whole = self.since == START_OF_TIME
        if whole and len(self.claims) <= WHOLE_MAX:
            return START_OF_TIME
        claims = [item.claim for item in self.claims.values()]
        kept, below = claims, Below(reaching=False, later=False)
        if len(claims) > WINDOW:
            kept, below = newest_of(claims, attrgetter("reach"))
        borders = {row["valid_from"] for row in self.beliefs.values()}
        since = anchor(kept, [claim], below, borders, resumes=self.name.resumes, needed=needed)
        if since is None and not whole:
            raise NeedsWhole(self.name.key)
        return START_OF_TIME if since is None else since

    def open(self, since: datetime = START_OF_TIME, *, rejected: str | None = None) -> OpenSlot:
        """The slot as the functions of a single assertion take it, without its content."""
        return OpenSlot(
            name=self.name,
            revision=self.revision,
            system_last=self.system_last,
            rejected=rejected,
            since=since,
            answered_at=self.answered_at,
        )
