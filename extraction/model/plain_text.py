"""Text with plain apostrophes, quotes and dashes, character for character: offsets stay true."""

from __future__ import annotations

_PLAIN = str.maketrans("\u2018\u2019\u201c\u201d\u2013\u2014\u00a0\u202f", "''\"\"--  ")


def plain(text: str) -> str:
    """The same text, as long as before, its typographic marks replaced by typewriter ones."""
    return text.translate(_PLAIN)
