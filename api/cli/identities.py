"""The commands entities, merge and split: which entities there are, and which are one."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.markup import escape

from api.cli.asking import Ask, asking
from api.cli.render import entity_title, table
from api.cli.run import LimitOption, Run, TenantCommand
from graph.errors import NotFound
from graph.kernel.entities.resolution import identify
from graph.model.commands import EntityRef
from graph.validation import is_entity_id

app = typer.Typer()

Named = Annotated[str, typer.Argument(help="A name, an alias, an external id, or an id.")]


@app.command(cls=TenantCommand, epilog="Example: doxa entities --search rob --kind person")
async def entities(
    context: typer.Context,
    *,
    search: Annotated[
        str | None,
        typer.Option(help="Only those with a name in which a word begins so.", show_default=False),
    ] = None,
    kind: Annotated[
        str | None, typer.Option(help="Only of this kind: person, place.", show_default=False)
    ] = None,
    limit: LimitOption = 1_000,
) -> int:
    """List entities by name, with their kinds, other names and ids."""
    run: Run = context.obj
    async with asking(run) as ask:
        data = await ask.pages("entities", "entities", limit=limit, search=search, kind=kind)
    run.result(data)
    found = data["entities"]
    if not found:
        run.out.print(f"tenant {run.tenant}: no such entities")
        return 0
    shown = table(f"tenant {run.tenant}", "id", "name", "kind", "also called")
    for one in found:
        others = ", ".join(sorted({*one["aliases"]} - {one["name"]}))
        shown.add_row(one["id"], escape(one["name"]), escape(one["kind"]), escape(others))
    run.out.print(shown)
    return 0


@app.command(cls=TenantCommand, epilog="Example: doxa merge Robert Bob")
async def merge(context: typer.Context, keep: Named, absorb: Named) -> int:
    """Merge two entities: KEEP stands for ABSORB from now on.

    Claims stay as they were made, so a split undoes it.
    """
    run: Run = context.obj
    async with asking(run) as ask:
        data = await ask(
            "merge",
            keep=await _as_claimed(ask, keep, "KEEP"),
            absorb=await _as_claimed(ask, absorb, "ABSORB"),
        )
    run.result(data)
    run.out.print(entity_title(data["entity"], "stands for all that is called"))
    return 0


@app.command(cls=TenantCommand, epilog="Example: doxa split Bob")
async def split(
    context: typer.Context,
    absorbed: Annotated[str, typer.Argument(help="The absorbed entity's id, or its own name.")],
) -> int:
    """Split an absorbed entity off again, as before it was merged."""
    run: Run = context.obj
    async with asking(run) as ask:
        data = await ask("split", id=await _as_claimed(ask, absorbed, "ABSORBED"))
    run.result(data)
    run.out.print(entity_title(data["entity"], "stands for itself again; it is called"))
    return 0


async def _as_claimed(ask: Ask, name: str, argument: str) -> str:
    """Return the id of the entity of this name or id itself, not of what absorbed it.

    Raises:
        NotFound: there is none.
        Ambiguous: several entities have the name.
    """
    missing = NotFound(f"there is no {name!r}", field=argument, hint="doxa entities lists them")
    if is_entity_id(name):
        # Of whatever scope, which a name would have to be looked up in.
        if (await ask("entity", id=name))["entity"] is None:
            raise missing
        return name
    reference = EntityRef(name=name).checked(argument)
    found = (await identify(ask.db, ask.caller.tenant, [(argument, reference)]))[argument]
    if found.missing is not None:
        raise missing
    return found.id
