"""The commands rejections list and lift: values that are not believed again by themselves."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.markup import escape

from api.cli.asking import asking
from api.cli.render import Shown, about, day, table
from api.cli.run import LimitOption, Run, TenantCommand

app = typer.Typer(help="Values that were rejected, and are not believed again: list, lift.")


@app.command("list", cls=TenantCommand, epilog="Example: doxa rejections list --entity Mike")
async def list_rejections(
    context: typer.Context,
    *,
    entity: Annotated[
        str | None,
        typer.Option("--entity", help="Only of this entity: a name, an alias or an id."),
    ] = None,
    limit: LimitOption = 1_000,
) -> int:
    """List what was rejected, by whom and why, the oldest first, also what was lifted."""
    run: Run = context.obj
    async with asking(run) as ask:
        data = await ask.pages(
            "rejections",
            "rejections",
            limit=limit,
            entity=await ask.entity_id(entity),
        )
    found = list(map(_document, data["rejections"]))
    run.result({"rejections": found})
    if not found:
        run.out.print(f"tenant {run.tenant}: nothing is rejected")
        return 0
    shown = table(f"tenant {run.tenant}", "id", "of", "attribute", "value", "why", "since")
    for one in found:
        lifted = one["liftedAt"]
        shown.add_row(
            one["id"],
            escape(one["entity"]["name"]),
            about(one),
            escape(one["value"]),
            escape(one["reason"]) if lifted is None else f"lifted {day(lifted)}",
            day(one["rejectedAt"]),
        )
    run.out.print(shown)
    return 0


@app.command(
    cls=TenantCommand, epilog="Example: doxa rejections lift r_81c0 --reason 'it was right'"
)
async def lift(
    context: typer.Context,
    rejection: Annotated[str, typer.Argument(metavar="REJECTION", help="The id of a rejection.")],
    *,
    reason: Annotated[str, typer.Option("--reason", help="Why; it is kept in the audit.")],
) -> int:
    """Let a rejected value be believed again when it is next said."""
    run: Run = context.obj
    async with asking(run) as ask:
        done = _document((await ask("lift", id=rejection, reason=reason))["rejection"])
    run.result({"rejection": done})
    of = done["entity"]["name"]
    run.out.print(
        f"lifted: {done['attribute']} {done['value']} of {of} may be believed", markup=False
    )
    return 0


def _document(rejection: Shown) -> dict[str, Any]:
    """Return a rejection whose value is, of a relation, the other entity's name."""
    target = rejection["target"]
    value = rejection["value"] if target is None else target["name"]
    return {name: one for name, one in rejection.items() if name != "target"} | {"value": value}
