"""A part of an exported file on its way into the store: what its lines have come to so far."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from graph.errors import NotFound
from graph.registry import Registry
from graph.restored_keys import Keys
from graph.restored_rows import slot_of
from graph.restored_slots import Play
from graph.slot import SlotName
from graph.told import Place

Props = dict[str, Any]

_LISTS = (
    "entities",
    "names",
    "episodes",
    "continued",
    "merged",
    "parted",
    "released",
    "stood",
    "counters",
    "settled",
    "rejections",
    "lifted",
    "receipts",
)


@dataclass(slots=True)
class Part:
    """The things of the file by their keys, the slots in play, and the rows to be written.

    ``where`` is the slot in which each memory stands or waits after the lines so far.
    """

    registry: Registry
    keys: Keys
    play: Play = field(default_factory=lambda: Play({}))
    where: dict[str, SlotName] = field(default_factory=dict[str, SlotName])
    rows: dict[str, list[Props]] = field(
        default_factory=lambda: {name: list[Props]() for name in _LISTS}
    )
    moved: dict[str, Props] = field(default_factory=dict[str, Props])
    retired: dict[str, Props] = field(default_factory=dict[str, Props])

    def name(self, place: Place) -> SlotName:
        """The slot of a place in the file."""
        return slot_of(place, self.keys, resumes=self.registry.resumes(place.attribute))

    def stands(self, slot: Props) -> SlotName:
        """A slot as the store has it."""
        context = slot.get("context")
        where = (slot["entity"], slot["attribute"], context, slot["parent"], slot["key"])
        return SlotName(*where, self.registry.resumes(slot["attribute"]))

    def memory(self, memory: str) -> Props:
        """A memory's properties, as they are after the lines so far.

        Raises:
            NotFound: there is no such memory.
        """
        fresh = self.play.sheet.claims.get(memory)
        row: Props | None = fresh["properties"] if fresh else self.keys.known.get(memory)
        if row is None:
            raise NotFound(
                "a memory that the line names is not there", field="of", hint="load its line first"
            )
        return row
