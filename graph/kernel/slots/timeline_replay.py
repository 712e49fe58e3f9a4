"""The slots that some lines of a file change, played through in memory from change to change.

At each system time the claims that come, go and move are applied to their slots together, and what
the slots' new projections change goes into a change set, which is written once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime

from graph.clock import END_OF_TIME
from graph.errors import Conflict
from graph.kernel.slots.changeset import ChangeSet
from graph.kernel.slots.difference import Difference
from graph.kernel.slots.in_memory import SlotState
from graph.kernel.slots.slot import OpenSlot, SlotName
from graph.kernel.slots.two_ends.reading import Changed
from graph.kernel.temporal.stored_claim import StoredClaim


@dataclass(slots=True)
class Arrival:
    """What happens to one slot at one system time."""

    arriving: dict[str, StoredClaim] = field(default_factory=dict[str, StoredClaim])
    leaving: set[str] = field(default_factory=set[str])


@dataclass(slots=True)
class Playback:
    """The slots, by key; ``changes`` is what everything amounts to."""

    changes: ChangeSet
    slots: dict[str, SlotState] = field(default_factory=dict[str, SlotState])
    revisions: dict[str, int] = field(default_factory=dict[str, int])
    forms: dict[str, bool] = field(default_factory=dict[str, bool])
    _coming: dict[str, Arrival] = field(default_factory=dict[str, Arrival])
    _children: dict[str, list[SlotState]] = field(default_factory=dict[str, list[SlotState]])

    def open(self, opened: Iterable[OpenSlot]) -> None:
        """Take in slots as the store holds them, whole."""
        for slot in opened:
            if slot.both_ends is not None:
                self.changes.both_ends.take(slot.name, slot.both_ends)
            state = SlotState.opened(slot)
            self.slots[slot.name.key] = state
            if slot.name.key != slot.name.parent:
                self._children.setdefault(slot.name.parent, []).append(state)

    def arrives(self, name: SlotName, item: StoredClaim) -> None:
        """Let a claim stand in a slot from the next ``turn`` on."""
        if name.other is not None:
            self.changes.related.add(name, item)
        for key in self._affected(name, item):
            coming = self._coming.setdefault(key, Arrival())
            coming.leaving.discard(item.claim.id)
            coming.arriving[item.claim.id] = item
        floor = max(self.revisions.get(name.key, 0), item.claim.ordinal + 1)
        self.revisions[name.key] = floor
        if item.claim.value is not None:
            self.forms[name.parent] = name.key != name.parent

    def leaves(self, key: str, memory: str) -> StoredClaim | None:
        """Let a claim stand in a slot no more from the next ``turn`` on; the claim as it stood."""
        name, coming = self.slots[key].name, self._coming.get(key)
        if name.other is not None:
            return self.changes.related.take_out(self.changes.both_ends, memory)
        item = self.slots[key].claims.get(memory)
        if item is None and coming is not None:
            item = coming.arriving.get(memory)
        if item is None:
            return None
        for slot in self._affected(name, item):
            coming = self._coming.setdefault(slot, Arrival())
            coming.arriving.pop(memory, None)
            coming.leaving.add(memory)
        return item

    def turn(self) -> None:
        """Project every slot to which something happened, as of the change set's system time.

        Raises:
            Conflict: a slot has changed later than that.
            Missing: slots at the other ends of relations have to be read; nothing has happened.
        """
        now = self.changes.now
        self._turn_both_ends(now)
        for key, coming in sorted(self._coming.items()):
            state = self.slots[key]
            _refuse_later(state, now)
            self.changes.apply(_changed(state, coming, now))
        self._coming = {}

    def _turn_both_ends(self, now: datetime) -> None:
        ends, related = self.changes.both_ends, self.changes.related
        if related == Changed():
            return
        result = ends.turn(ends.state, ends.changed(related), now)
        self.changes.related = Changed()
        self.changes.apply(result.difference)
        for name in result.touched.values():
            if name.key not in self.slots:
                self.slots[name.key] = ends.opened(name)
            _refuse_later(self.slots[name.key], now)
            self.slots[name.key].touch(now)

    def settle(self) -> None:
        """Have the change set make, or change, every slot as it was left."""
        for state in self.slots.values():
            name, read = state.name, state.revision_read
            revision = max(state.revision, self.revisions.get(name.key, 0))
            row = replace(name, many=None).row(read, revision, state.system_last)
            self.changes.slots[name.key] = row
        for key, many in self.forms.items():
            row = self.changes.slots.get(key)
            if row is None:
                above = next(state for state in self.slots.values() if state.name.parent == key)
                row = replace(above.name.above, many=None).row(above.above_read, above.above_read)
            self.changes.slots[key] = replace(row, form=many)

    def _affected(self, name: SlotName, item: StoredClaim) -> list[str]:
        """Return the slot, and those of all values there for a claim that names none."""
        if name.other is not None:
            return []
        if item.claim.value is not None:
            return [name.key]
        return [name.key, *(state.name.key for state in self._children.get(name.key, ()))]


def _refuse_later(state: SlotState, now: datetime) -> None:
    if state.system_last is not None and state.system_last > now:
        raise Conflict(
            f"{state.name.attribute} of {state.name.entity} has changed since",
            field="recorded_at",
            hint="a file that brings its own times goes into an empty tenant",
        )


def _changed(state: SlotState, coming: Arrival, now: datetime) -> Difference:
    """Return what changes in a slot: of several things at one system time only what they come
    to.
    """
    known = {key: item for key, item in state.claims.items() if key not in coming.leaving}
    arriving = list(coming.arriving.values())
    if len(known) < len(state.claims) or len(arriving) != 1 or arriving[0].claim.id in known:
        return state.become(known | coming.arriving, now)
    view = state.view(arriving[0].claim, END_OF_TIME)
    return state.admit(view, arriving[0], state.effect(view, arriving[0]), now)
