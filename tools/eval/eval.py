"""How well Doxa reads: dates, claims, people and relations.

The public data, which this repository does not hold, is looked for at ``DOXA_EVAL_DATA`` (by
default ``../shared/data``); what is absent is skipped and said. Writes ``build/eval.json``: a list
of name, value, unit, target, holds, baseline. ``--only gate`` measures one part; it may be said of
several.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tools.eval import (
    abstention,
    attribute_names,
    blind,
    conversations,
    dates,
    embeddings,
    gate,
    identity,
    injection,
    model,
    model_answers,
    recall,
    relations,
    sameness,
)

ROOT = Path(__file__).resolve().parents[2]
PARTS = (
    dates,
    gate,
    blind,
    injection,
    relations,
    identity,
    sameness,
    attribute_names,
    conversations,
    embeddings,
    recall,
    abstention,
    model,
    model_answers,
)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure what there is data for, print it, and write it."""
    parts = {part.__name__.rpartition(".")[2]: part for part in PARTS}
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--only", action="append", choices=parts, help="one part")
    options.add_argument(
        "--model-answers", action="store_true", help="only what recorded answers of a model come to"
    )
    options.add_argument("--local", action="store_true", help="with the model on this machine too")
    options.add_argument("--rules", action="store_true", help="by the rules alone")
    options.add_argument("--learned", action="store_true", help="with the learned reader too")
    options.add_argument("--out", type=Path, default=ROOT / "build" / "eval.json")
    given = options.parse_args(arguments)
    names = ["model_answers"] if given.model_answers else given.only or parts
    figures = [figure for name in names for figure in parts[name].figures()]
    for figure in figures:
        print(line(figure))
    given.out.parent.mkdir(exist_ok=True)
    given.out.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


def line(figure: dict[str, Any]) -> str:
    """A figure with its target and whether that is met, and what others reach."""
    target = "none" if figure["target"] is None else f"{figure['target']:g}"
    verdict = {True: "holds", False: "MISSED", None: ""}[figure["holds"]]
    measured = f"{figure['name']:58} {figure['value']:>8} {figure['unit']:10}"
    return f"{measured} target {target:>6} {verdict:6} baseline {figure['baseline'] or 'none'}"


if __name__ == "__main__":
    main()
