"""A part of an exported file while it is restored: what its lines amount to so far."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from graph.database.rows import Props
from graph.errors import NotFound
from graph.history.file_format.events import ClaimPlaced
from graph.history.restore.keys import Keys
from graph.history.restore.restored_nodes import slot_name
from graph.kernel.registry.registry import Registry
from graph.kernel.slots.changeset import ChangeSet
from graph.kernel.slots.slot import SlotName
from graph.kernel.slots.timeline_replay import Playback


@dataclass(slots=True)
class Part:
    """The records of the file by their keys, the open slots, and what is to be written.

    ``records`` are the lists of ``history/restore/apply_records``, for what has no place in a
    change set. ``other_ends`` are the rejections of the same relations from their other ends, by
    id. ``where`` is the slot in which each memory stands, or is pending, after the lines so far.
    ``waiting`` is what waits for a person, ``reidentified`` the entities whose identity or consents
    change.
    """

    registry: Registry
    keys: Keys
    changes: ChangeSet
    play: Playback
    other_ends: dict[str, str] = field(default_factory=dict[str, str])
    where: dict[str, SlotName] = field(default_factory=dict[str, SlotName])
    waiting: list[Props] = field(default_factory=list[Props])
    reidentified: set[str] = field(default_factory=set[str])
    records: defaultdict[str, list[Props]] = field(
        default_factory=lambda: defaultdict[str, list[Props]](list)
    )

    def slot(self, line: ClaimPlaced) -> SlotName | None:
        """Return the slot of a line's claim in this tenant; None if it stands nowhere."""
        return slot_name(self.registry, line, self.keys)

    def memory(self, memory: str) -> Props:
        """Return a memory's properties as they are after the lines so far.

        Raises:
            NotFound: there is no such memory.
        """
        row = self.changes.claims.get(memory) or self.keys.existing.get(memory)
        if row is None:
            raise NotFound(
                "a memory that the line names is not there", field="of", hint="load its line first"
            )
        return row
