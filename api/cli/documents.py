"""The GraphQL operations behind the commands, by their names in ``documents.graphql``."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

_SPREAD = re.compile(r"\.\.\.(\w+)")


@cache
def document(name: str) -> str:
    """Return an operation with the fragments that it spreads."""
    parts, wanted = _parts(), [name]
    for each in wanted:
        wanted += [one for one in dict.fromkeys(_SPREAD.findall(parts[each])) if one not in wanted]
    return "\n".join(parts[each] for each in wanted)


@cache
def _parts() -> dict[str, str]:
    """Return the operations and fragments of the file, each by its name."""
    text = Path(__file__).with_name("documents.graphql").read_text(encoding="utf-8")
    return {part.split()[1].partition("(")[0]: part for part in text.split("\n\n")[1:]}
