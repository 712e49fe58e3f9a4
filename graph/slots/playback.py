"""The slots that some lines of a file change, played through in memory from change to change.

At each system time the claims that come, go and move are applied to their slots together, and what
the slots' new projections change goes onto a sheet, which is written once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from graph.bulk_sheet import Sheet
from graph.bulk_slot import SlotState
from graph.clock import END_OF_TIME
from graph.difference import Difference
from graph.errors import Conflict
from graph.slot import OpenSlot, SlotName, StoredClaim


@dataclass(slots=True)
class Coming:
    """What happens to one slot at one system time."""

    arriving: dict[str, StoredClaim] = field(default_factory=dict[str, StoredClaim])
    leaving: set[str] = field(default_factory=set[str])


@dataclass(slots=True)
class Play:
    """The slots, by key; ``sheet`` is what all changes amount to."""

    slots: dict[str, SlotState]
    sheet: Sheet = field(default_factory=Sheet)
    revisions: dict[str, int] = field(default_factory=dict[str, int])
    forms: dict[str, bool] = field(default_factory=dict[str, bool])
    _coming: dict[str, Coming] = field(default_factory=dict[str, Coming])
    _children: dict[str, list[SlotState]] = field(default_factory=dict[str, list[SlotState]])

    @classmethod
    def of(cls, opened: Iterable[OpenSlot]) -> Play:
        """Slots as the store holds them, whole."""
        play = cls({})
        for slot in opened:
            state = SlotState.opened(slot)
            play.slots[slot.name.key] = state
            if slot.name.key != slot.name.parent:
                play._children.setdefault(slot.name.parent, []).append(state)
        return play

    def arrives(self, name: SlotName, item: StoredClaim) -> None:
        """A claim stands in a slot from the next ``turn`` on."""
        for key in self._affected(name.key, item):
            coming = self._coming.setdefault(key, Coming())
            coming.leaving.discard(item.claim.id)
            coming.arriving[item.claim.id] = item
        floor = max(self.revisions.get(name.key, 0), item.claim.ordinal + 1)
        self.revisions[name.key] = floor
        if item.claim.value is not None:
            self.forms[name.parent] = name.key != name.parent

    def leaves(self, key: str, memory: str) -> StoredClaim | None:
        """A claim stands in a slot no more from the next ``turn`` on; the claim as it stood."""
        coming = self._coming.get(key)
        item = self.slots[key].claims.get(memory)
        if item is None and coming is not None:
            item = coming.arriving.get(memory)
        if item is None:
            return None
        for slot in self._affected(key, item):
            coming = self._coming.setdefault(slot, Coming())
            coming.arriving.pop(memory, None)
            coming.leaving.add(memory)
        return item

    def turn(self, now: datetime) -> None:
        """Project every slot to which something happened, as of this system time.

        Raises:
            Conflict: a slot has changed later than that.
        """
        for key, coming in sorted(self._coming.items()):
            state = self.slots[key]
            if state.system_last is not None and state.system_last > now:
                raise Conflict(
                    f"{state.name.attribute} of {state.name.entity} has changed since",
                    field="recorded_at",
                    hint="a file that brings its own times goes into an empty tenant",
                )
            self.sheet.change(_changed(state, coming, now), now)
        self._coming = {}

    def unlink(self, item: StoredClaim, now: datetime) -> None:
        """End what a claim that goes had given way to."""
        if item.heir is not None:
            row = {"memory": item.claim.id, "heir": item.heir[0]}
            self.sheet.change(Difference(unlinked=[row]), now)

    def link(self, memory: str, heir: str, reason: str, now: datetime) -> None:
        """Say what took the place of a memory that is a claim no more."""
        times = {"reason": reason, "system_from": now, "system_to": END_OF_TIME}
        self.sheet.ended.append({"memory": memory, "heir": heir, "properties": times})

    def changed(self) -> Sequence[Mapping[str, object]]:
        """The slots with how often they have changed, and which of them have values' slots."""
        forms = [
            {"key": key, "changes": 0, "last": None, "revision": 0, "many": many}
            for key, many in self.forms.items()
        ]
        return forms + [
            {
                "key": state.name.key,
                "changes": state.revision - state.revision_read,
                "last": state.system_last,
                "revision": self.revisions.get(state.name.key, 0),
                "many": None,
            }
            for state in self.slots.values()
        ]

    def _affected(self, key: str, item: StoredClaim) -> list[str]:
        """The slot, and those of all values there for a claim that names none."""
        if item.claim.value is not None:
            return [key]
        return [key, *(state.name.key for state in self._children.get(key, ()))]


def _changed(state: SlotState, coming: Coming, now: datetime) -> Difference:
    """What changes in a slot: of several things at one system time only what they come to."""
    known = {key: item for key, item in state.claims.items() if key not in coming.leaving}
    arriving = list(coming.arriving.values())
    if len(known) < len(state.claims) or len(arriving) != 1 or arriving[0].claim.id in known:
        return state.become(known | coming.arriving, now)
    view = state.view(arriving[0].claim, END_OF_TIME)
    return state.admit(view, arriving[0], state.effect(view, arriving[0]), now)
