"""The registry as the command line shows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.markup import escape
from rich.table import Table

from api.cli_run import Run
from api.cli_show import table
from graph import registry
from graph.model import Attribute


async def attributes(run: Run, *, undeclared: bool) -> int:
    """Print the attributes that are known, or those that nobody has declared."""
    async with run.store() as db:
        known = await registry.attributes(db, run.caller)
    shown = [one for one in known if not (undeclared and one.declared)]
    run.result({"attributes": [_document(one) for one in shown]})
    where = f"tenant {run.tenant}"
    what = "every attribute is declared" if undeclared else "no attributes"
    run.out.print(_table(shown, where) if shown else f"{where}: {what}")
    return 0


def _document(one: Attribute) -> dict[str, Any]:
    """In the words of the GraphQL contract."""
    return {
        "name": one.name,
        "cardinality": one.cardinality.value,
        "valueType": one.value_type.value,
        "unit": one.unit,
        "category": one.category,
        "inverse": one.inverse,
        "symmetric": one.symmetric,
        "opposite": one.opposite,
        "resumes": one.resumes,
        "volatile": one.volatile,
        "highStakes": one.high_stakes,
        "ttlDays": one.ttl_days,
        "halfLifeDays": one.half_life_days,
        "aliases": list(one.aliases),
        "declared": one.declared,
    }


def _table(shown: Sequence[Attribute], title: str) -> Table:
    made = table(title, "attribute", "values", "category", "", "also called")
    for one in shown:
        values = f"{one.cardinality.value.lower()} {one.value_type.value.lower()}"
        made.add_row(
            escape(one.name),
            values if one.unit is None else f"{values} in {escape(one.unit)}",
            escape(one.category or ""),
            escape(", ".join(_remarks(one))),
            escape(", ".join(one.aliases)),
        )
    return made


def _remarks(one: Attribute) -> list[str]:
    said = {
        "undeclared": not one.declared,
        "symmetric": one.symmetric,
        f"inverse of {one.inverse}": one.inverse is not None,
        f"opposite of {one.opposite}": one.opposite is not None,
        "does not resume": not one.resumes,
        "volatile": one.volatile,
        "high stakes": one.high_stakes,
        f"holds {one.ttl_days} days": one.ttl_days is not None,
    }
    return [words for words, so in said.items() if so]
