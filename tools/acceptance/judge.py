"""Whether a context that was recalled states what is over as if it held. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable

# Headings under which nothing is stated as known.
_UNKNOWN = ("Perhaps", "Said", "Questions")
_QUALIFIED = re.compile(r" \[(?:[^\]]*; )?(?:since|from) [^\]]*; said by [^\]]+ on [^\]]+\]$")
_ENDED = re.compile(r" \[(?:[^\]]*; )?from [^\];]+ until [^\]]+\]$")


def statements(context: str) -> list[tuple[str, str]]:
    """Return each line that says something, with the heading that it stands under."""
    found: list[tuple[str, str]] = []
    heading = ""
    for line in context.splitlines():
        if line.startswith("- "):
            found.append((heading, line))
        elif line.endswith(":"):
            heading = line
    return found


def unqualified(context: str, stale: Iterable[str]) -> list[str]:
    """Return the lines that a reader takes for what holds, and that are over or have no interval.

    ``stale`` are the words that tell what is over. A line that says until when it held is
    qualified, and so is one under a heading that says that nothing there is known.
    """
    over = [re.compile(rf"\b{re.escape(words)}\b", re.IGNORECASE) for words in stale]
    known = [line for heading, line in statements(context) if not heading.startswith(_UNKNOWN)]
    return [
        line
        for line in known
        if not _QUALIFIED.search(line)
        or (not _ENDED.search(line) and any(words.search(line) for words in over))
    ]
