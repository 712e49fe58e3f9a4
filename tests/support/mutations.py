"""JSON documents with one value of another form, for readers of what others write."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as some

JUNK = (
    *(None, [], {}, "", "x", "\x00", "\ud800", -1, 0, float("nan"), float("inf"), 1e300, True),
    *([[]], {"a": []}, 10**60, "9999-12-31T23:59:59Z", "2024-05-01", [None], {"type": "entity"}),
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where something stands in a JSON value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value)
    found = [path]
    for key, member in inside:
        where = (*path, key)
        found += places(member, where) if isinstance(member, (dict, list)) else [where]
    return found


def changes(document: Any) -> Iterator[str]:
    """The document as JSON, each time with another value in one of its places."""
    for *way, last in filter(None, places(document)):
        for value in JUNK:
            other = copy.deepcopy(document)
            within = other
            for key in way:
                within = within[key]
            within[last] = value
            yield json.dumps(other)


@some.composite
def changed_documents(draw: some.DrawFn, document: Any) -> str:
    """The document as JSON, with other values in one place or some."""
    other = copy.deepcopy(document)
    for _ in range(draw(some.integers(1, 3))):
        ways = [path for path in places(other) if path]
        if not ways:
            break
        *way, last = draw(some.sampled_from(ways))
        within = other
        for key in way:
            within = within[key]
        within[last] = copy.deepcopy(draw(some.sampled_from(JUNK)))
    return json.dumps(other)
