"""Replace typographic apostrophes, quotes and dashes one for one, so that offsets stay valid."""

from __future__ import annotations

_PLAIN = str.maketrans("\u2018\u2019\u201c\u201d\u2013\u2014\u00a0\u202f", "''\"\"--  ")


def plain(text: str) -> str:
    """Return the text, of equal length, with ASCII marks for typographic ones."""
    return text.translate(_PLAIN)
