"""Excerpts: a quoted span with some of its line, short enough to be shown anywhere."""

from __future__ import annotations

import unicodedata

from graph.model.records import Evidence

EXCERPT_MAX = 300
MARK = "…"

_WORD_MAX = 40
_ROOM = EXCERPT_MAX - 2 * len(MARK)
_ZERO_WIDTH_JOINER = "\u200d"


def utf16_offset(text: str, place: int) -> int:
    """Return a place in a text, given in code points, in UTF-16 code units."""
    return place + sum(character > "\uffff" for character in text[:place])


def excerpt_window(evidence: Evidence) -> tuple[int, int]:
    """Return the part of an episode's text that an excerpt may show: its start and length."""
    start = max(0, evidence.start - EXCERPT_MAX)
    return start, min(evidence.end, evidence.start + EXCERPT_MAX) + EXCERPT_MAX - start


def make_excerpt(window: str, evidence: Evidence, length: int) -> str:
    """Make the excerpt of a span, of at most 300 characters.

    ``window`` is the part of the text that `excerpt_window` names, ``length`` how long the text
    is. What surrounds the span comes from its own line, and is cut between words, or between
    graphemes where words are long. A span that is too long is cut at its end. ``…`` stands where
    the text goes on.
    """
    offset, _ = excerpt_window(evidence)
    start, end = evidence.start - offset, evidence.end - offset
    first, last = start, end
    if end - start > _ROOM:
        last = _back(window, start + 1, start + _ROOM)
    else:
        line_start = window.rfind("\n", 0, start) + 1
        line_end = f"{window}\n".index("\n", end)
        spare = _ROOM - (end - start)
        before = min(start - line_start, max(spare // 2, spare - (line_end - end)))
        after = min(line_end - end, spare - before)
        first, last = start - before, end + after
        first = first if first == line_start else _forward(window, first, start)
        last = last if last == line_end else _back(window, end, last)
        # Space at either edge, which is not the span's, shows nothing.
        first = start - len(window[first:start].lstrip())
        last = end + len(window[end:last].rstrip())
    return "".join(
        (
            MARK if offset or window[:first].strip() else "",
            window[first:last],
            MARK if offset + len(window) < length or window[last:].strip() else "",
        )
    )


def _forward(text: str, place: int, limit: int) -> int:
    """Return the first place to begin at, from ``place`` to ``limit``."""
    for word in range(place, min(limit, place + _WORD_MAX)):
        if text[word - 1].isspace():
            return word
    while place < limit and _joined(text[place - 1], text[place]):
        place += 1
    return place


def _back(text: str, limit: int, place: int) -> int:
    """Return the last place to end at, from ``limit`` to ``place``."""
    for word in range(place, max(limit, place - _WORD_MAX), -1):
        if text[word].isspace():
            return word
    whole = place
    while whole > limit and _joined(text[whole - 1], text[whole]):
        whole -= 1
    return whole


def _joined(before: str, after: str) -> bool:
    """Whether two characters are parts of one grapheme, by the rules that matter in practice."""
    return (
        unicodedata.category(after).startswith("M")
        or _ZERO_WIDTH_JOINER in (before, after)
        or "\U0001f3fb" <= after <= "\U0001f3ff"  # the skin of an emoji
        or "\U000e0020" <= after <= "\U000e007f"  # the tags of a flag
        or all("\U0001f1e6" <= one <= "\U0001f1ff" for one in (before, after))  # the two of a flag
        or "\u1160" <= after <= "\u11ff"  # the later letters of a Korean syllable
    )
