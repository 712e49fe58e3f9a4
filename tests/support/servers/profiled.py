"""How much the server read for a statement, as its profile says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def total_hits(plan: Mapping[str, Any]) -> int:
    """The database hits of a plan with all that it takes its rows from."""
    return plan["args"].get("DbHits", 0) + sum(map(total_hits, plan.get("children", [])))
