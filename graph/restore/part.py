"""A part of an exported file on its way into the store: what its lines have come to so far."""

from __future__ import annotations

from dataclasses import dataclass, field

from graph.database.rows import Props
from graph.errors import NotFound
from graph.registry.registry import Registry
from graph.restore.events import Place
from graph.restore.keys import Keys
from graph.restore.rows import slot_of
from graph.slots.changeset import ChangeSet
from graph.slots.playback import Playback
from graph.slots.slot import SlotName

_RECORDS = (
    "continued",
    "merged",
    "parted",
    "counters",
    "settled",
    "rejections",
    "lifted",
    "receipts",
)


@dataclass(slots=True)
class Part:
    """The things of the file by their keys, the slots in play, and what is to be written.

    ``rows`` are of ``restore/apply_records``: what the change set does not know. ``other_ends``
    are the rejections of the same relations from their other ends, by id. ``where`` is the slot
    in which each memory stands or waits after the lines so far.
    """

    registry: Registry
    keys: Keys
    changes: ChangeSet
    play: Playback
    other_ends: dict[str, str] = field(default_factory=dict[str, str])
    where: dict[str, SlotName] = field(default_factory=dict[str, SlotName])
    rows: dict[str, list[Props]] = field(
        default_factory=lambda: {name: list[Props]() for name in _RECORDS}
    )

    def name(self, place: Place) -> SlotName:
        """The slot of a place in the file."""
        return slot_of(self.registry, place, self.keys)

    def stands(self, slot: Props) -> SlotName:
        """A slot as the store has it."""
        return SlotName.stored(self.registry, slot)

    def memory(self, memory: str) -> Props:
        """A memory's properties, as they are after the lines so far.

        Raises:
            NotFound: there is no such memory.
        """
        row = self.changes.claims.get(memory) or self.keys.known.get(memory)
        if row is None:
            raise NotFound(
                "a memory that the line names is not there", field="of", hint="load its line first"
            )
        return row
