"""Names of attributes as extractors say them: which are met with a known one, and which are not.

A row of ``tests/data/attribute_names.jsonl`` has a name that is ``said``, a ``known`` one, and
whether they are the ``same``. Known is a built-in attribute by name or alias, or else one that an
earlier claim brought in, a ``relation`` or a text. The rules were made with ``first``, ``second``
and ``words`` in view; ``third`` was written by another author without sight of them, and aliases
were made of some of its names after it was measured.
A row that is not the same is wrong where the known one is met; a new name that is met with any
other attribute has to be one that means it, which the row of that attribute says.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from extraction.pipeline.attribute_names import name_meant
from graph.kernel.registry.registry import Registry, of_attributes
from graph.model.attribute import Attribute
from graph.vocabulary import Cardinality, ValueType
from tools.results import ROOT, figure

ROWS = ROOT / "tests" / "data" / "attribute_names.jsonl"
PARTS = ("first", "second", "words", "third")


def rows(path: Path = ROWS) -> list[dict[str, Any]]:
    """Read the pairs of names."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def figures() -> Iterator[dict[str, Any]]:
    """Measure each part."""
    counts = count()
    for part in PARTS:
        same, wrong = counts[part, "same"], counts[part, "wrong"]
        yield figure(f"names, {part}: met", counts[part, "found"] / same, f"of {same}", None, None)
        of = f"of {counts[part, 'apart']}"
        yield figure(f"names, {part}: wrongly met", wrong, of, 0, None, least=False)


def count() -> Counter[tuple[str, str]]:
    """Count the pairs of each part that are the same and met, or apart and met all the same."""
    counts: Counter[tuple[str, str]] = Counter()
    for row in rows():
        registry = _registry(row)
        known = registry.name(row["known"])
        met = known in (name_meant(row["said"], registry), registry.name(row["said"]))
        counts[row["part"], "same" if row["same"] else "apart"] += 1
        counts[row["part"], "found" if row["same"] else "wrong"] += met
    return counts


def _registry(row: dict[str, Any]) -> Registry:
    """The built-in attributes, and the known one where it is none of them."""
    plain = of_attributes("names", 0, [])
    if plain.knows(row["known"]):
        return plain
    kind = ValueType.ENTITY if row.get("relation") else ValueType.TEXT
    own = Attribute(row["known"], Cardinality.MANY, kind, declared=False)
    return of_attributes("names", 0, [own])
