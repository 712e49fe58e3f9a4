"""A line of ``build/bench.json`` or ``build/eval.json``, and where the evaluation data is."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
DATA = Path(os.environ.get("DOXA_EVAL_DATA") or ROOT.parent / "shared" / "data")


def figure(
    name: str,
    value: float,
    unit: str,
    target: float | None,
    baseline: str | None,
    *,
    least: bool = True,
) -> dict[str, Any]:
    """What was measured, and whether it is at ``least`` its target (else at most), if any."""
    holds = None if target is None else (value >= target if least else value <= target)
    return {
        "name": name,
        "value": round(value, 3),
        "unit": unit,
        "target": target,
        "holds": holds,
        "baseline": baseline,
    }
