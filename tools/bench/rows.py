"""A belief as an assertion leaves it, for ``tools/bench/bare.cypher``."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from graph.ids import new_id

SAID = datetime(2024, 1, 1, tzinfo=UTC)


def belief(memory: str, value: str) -> dict[str, Any]:
    """The properties of the belief that it makes."""
    return {
        "id": new_id("b"),
        "canonical": value,
        "value": value,
        "typed": json.dumps(value),
        "valid_from": SAID,
        "system_from": SAID,
        "precision_from": "INSTANT",
        "stated": True,
        "confidence": 0.9,
        "memories": [memory],
        "open_by": True,
    }
