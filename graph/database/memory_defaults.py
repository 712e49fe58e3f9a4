"""What goes without saying of a memory, and is not stored: each property costs time and space."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from graph.slots import COMMON_SCOPE
from graph.vocabulary import MemoryType

USUAL: Mapping[str, Any] = MappingProxyType(
    {
        "scope": COMMON_SCOPE,
        "type": MemoryType.FACT.value,
        "importance": 0.5,
        "tags": [],
        "inference": False,
        "negative": False,
        "corrects": False,
        "ordinal": 0,
        "visibility": "tenant",
    }
)


def lean(properties: Mapping[str, Any]) -> dict[str, Any]:
    """A memory's properties as they are stored."""
    return {
        key: value
        for key, value in properties.items()
        if value is not None and (key not in USUAL or value != USUAL[key])
    }


def whole(node: Mapping[str, Any]) -> dict[str, Any]:
    """A memory's properties as stored, with those that go without saying."""
    return {**node, **{key: value for key, value in USUAL.items() if node.get(key) is None}}
