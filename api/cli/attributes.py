"""The command attributes: list the registry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from api.cli.asking import asking
from api.cli.render import Shown, table
from api.cli.run import Run, TenantCommand

app = typer.Typer()


@app.command(cls=TenantCommand, epilog="Example: doxa attributes --undeclared")
async def attributes(
    context: typer.Context,
    *,
    undeclared: Annotated[
        bool, typer.Option("--undeclared", help="Only those that nobody has declared.")
    ] = False,
) -> int:
    """List attributes: the built-in ones and the tenant's own.

    An attribute that a claim introduced is undeclared until somebody defines it: check whether it
    is another name for a known one, and whether it holds one value at a time or many.
    """
    run: Run = context.obj
    async with asking(run) as ask:
        known = (await ask("attributes"))["attributes"]
    shown = [one for one in known if not (undeclared and one["declared"])]
    run.result({"attributes": shown})
    where = f"tenant {run.tenant}"
    what = "every attribute is declared" if undeclared else "no attributes"
    run.out.print(_table(shown, where) if shown else f"{where}: {what}")
    return 0


def _table(shown: Sequence[Shown], title: str) -> Table:
    made = table(title, "attribute", "values", "category", "", "also called")
    for one in shown:
        values = f"{one['cardinality'].lower()} {one['targetKind'] or one['valueType'].lower()}"
        made.add_row(
            escape(one["name"]),
            values if one["unit"] is None else f"{values} in {escape(one['unit'])}",
            escape(one["category"] or ""),
            escape(", ".join(_remarks(one))),
            escape(", ".join(one["aliases"])),
        )
    return made


def _remarks(attribute: Shown) -> list[str]:
    said = {
        "undeclared": not attribute["declared"],
        "symmetric": attribute["symmetric"],
        f"inverse of {attribute['inverse']}": attribute["inverse"] is not None,
        f"opposite of {attribute['opposite']}": attribute["opposite"] is not None,
        "does not resume": not attribute["resumes"],
        "volatile": attribute["volatile"],
        "high stakes": attribute["highStakes"],
        f"holds {attribute['ttlDays']} days": attribute["ttlDays"] is not None,
    }
    return [words for words, so in said.items() if so]
