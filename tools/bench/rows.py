"""What an assertion leaves behind, as rows for ``tools/bench_seed.cypher``."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from graph.clock import END_OF_TIME
from graph.ids import new_id

SAID = datetime(2024, 1, 1, tzinfo=UTC)


def claim(memory: str, value: str) -> dict[str, Any]:
    """The properties of a claim of a value, open since ``SAID``."""
    return {
        "id": memory,
        "canonical": value,
        "value": value,
        "typed": json.dumps(value),
        "start": SAID,
        "end": END_OF_TIME,
        "stated": True,
        "precision": "INSTANT",
        "said_at": SAID,
        "placed_at": SAID,
        "confidence": 0.9,
        "authority": 5,
        "text": value,
        "source_kind": "USER",
        "recorded_at": SAID,
        "admitted_at": SAID,
        "holds_from": SAID,
        "holds_to": END_OF_TIME,
    }


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
