"""The speaker's own words of a turn, which alone make claims of his.

Readers see a window with everything else blanked out, offsets kept; what a model quotes is checked
against the same regions.
"""

from __future__ import annotations

from extraction.model.candidates import Turn, Window
from extraction.structure.regions import Region, Structure
from extraction.structure.split import split


def structure_of(turn: Turn, window: Window) -> Structure:
    """Split a turn of a window into regions; who else speaks in the window may be quoted in it."""
    others = {t.speaker for t in (*window.previous, window.turn) if t.speaker} - {turn.speaker}
    return split(turn.text, turn.speaker, sorted(name for name in others if name))


def own_window(window: Window) -> Window:
    """Return the window with all but the speakers' own words blanked out of its turns."""
    turns = tuple(_own_turn(turn, window) for turn in window.previous)
    return window.model_copy(update={"turn": _own_turn(window.turn, window), "previous": turns})


def foreign_region(window: Window, start: int, end: int) -> Region | None:
    """Return the region that makes ``start:end`` of the new turn other than its speaker's own
    words.
    """
    return structure_of(window.turn, window).foreign(start, end)


def _own_turn(turn: Turn, window: Window) -> Turn:
    structure = structure_of(turn, window)
    if structure.all_own:
        return turn
    return turn.model_copy(update={"text": structure.own_text()})
