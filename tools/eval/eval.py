"""How well Doxa reads: dates, claims, people and relations.

The public data, which this repository does not hold, is looked for at ``DOXA_EVAL_DATA`` (by
default ``../shared/data``); what is absent is skipped and said. Writes ``build/eval.json``: a list
of name, value, unit, target, holds, baseline.
"""

from __future__ import annotations

import json
from pathlib import Path

from tools import (
    eval_conversations,
    eval_dates,
    eval_embeddings,
    eval_gate,
    eval_identity,
    eval_model,
    eval_relations,
    eval_sameness,
)

ROOT = Path(__file__).resolve().parent.parent
PARTS = (
    eval_dates,
    eval_gate,
    eval_relations,
    eval_identity,
    eval_sameness,
    eval_conversations,
    eval_embeddings,
    eval_model,
)


def main() -> None:
    """Measure what there is data for, print it, and write it."""
    figures = [figure for part in PARTS for figure in part.figures()]
    for figure in figures:
        print(f"{figure['name']:58} {figure['value']:>8} {figure['unit']}")
    target = ROOT / "build" / "eval.json"
    target.parent.mkdir(exist_ok=True)
    target.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
