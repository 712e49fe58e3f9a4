"""Default property values of a memory: omitted on write, restored on read.

Every stored property costs time and space.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from graph.model.scopes import COMMON_SCOPE
from graph.vocabulary import MemoryType

DEFAULTS: Mapping[str, Any] = MappingProxyType(
    {
        "scope": COMMON_SCOPE,
        "type": MemoryType.FACT.value,
        "importance": 0.5,
        "tags": [],
        "inference": False,
        "negative": False,
        "start_unknown": False,
        "end_unknown": False,
        "corrects": False,
        "ordinal": 0,
        "visibility": "tenant",
    }
)


def strip_defaults(properties: Mapping[str, Any]) -> dict[str, Any]:
    """Return a memory's properties without nulls and default values, as they are stored."""
    return {
        key: value
        for key, value in properties.items()
        if value is not None and (key not in DEFAULTS or value != DEFAULTS[key])
    }


def with_defaults(node: Mapping[str, Any]) -> dict[str, Any]:
    """Return a memory's stored properties with the omitted default values."""
    return {**node, **{key: value for key, value in DEFAULTS.items() if node.get(key) is None}}
