"""The commands entities, merge and split: which entities there are, and which are one."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.markup import escape

from api.cli.render import entity_document, entity_title, table
from api.cli.run import PAGE, LimitOption, Run, TenantCommand, all_pages
from graph.database.session import Session
from graph.errors import NotFound
from graph.kernel.entities.resolution import identify
from graph.model.commands import EntityRef
from graph.model.records import Entity
from graph.read import reads
from graph.validation import is_entity_id
from graph.write.merging.merge import merge_entities, split_entity

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
    async with run.store() as db:
        found = await all_pages(
            lambda after: reads.entities(
                db, run.caller, search=search, kind=kind, first=PAGE, after=after
            ),
            lambda one: (one.name, one.id),
            limit,
        )
    run.result({"entities": [entity_document(one) for one in found]})
    if not found:
        run.out.print(f"tenant {run.tenant}: no such entities")
        return 0
    shown = table(f"tenant {run.tenant}", "id", "name", "kind", "also called")
    for one in found:
        others = ", ".join(sorted({*one.aliases} - {one.name}))
        shown.add_row(one.id, escape(one.name), escape(one.kind), escape(others))
    run.out.print(shown)
    return 0


@app.command(cls=TenantCommand, epilog="Example: doxa merge Robert Bob")
async def merge(context: typer.Context, keep: Named, absorb: Named) -> int:
    """Merge two entities: KEEP stands for ABSORB from now on.

    Claims stay as they were made, so a split undoes it.
    """
    run: Run = context.obj
    async with run.store() as db:
        ids = [
            await _as_claimed(db, run, keep, "KEEP"),
            await _as_claimed(db, run, absorb, "ABSORB"),
        ]
        found = await _entity(db, run, await merge_entities(db, run.caller, *ids))
    run.result({"entity": entity_document(found)})
    run.out.print(entity_title(found, "stands for all that is called"))
    return 0


@app.command(cls=TenantCommand, epilog="Example: doxa split Bob")
async def split(
    context: typer.Context,
    absorbed: Annotated[str, typer.Argument(help="The absorbed entity's id, or its own name.")],
) -> int:
    """Split an absorbed entity off again, as before it was merged."""
    run: Run = context.obj
    async with run.store() as db:
        named = await _as_claimed(db, run, absorbed, "ABSORBED")
        found = await _entity(db, run, await split_entity(db, run.caller, named))
    run.result({"entity": entity_document(found)})
    run.out.print(entity_title(found, "stands for itself again; it is called"))
    return 0


async def _as_claimed(db: Session, run: Run, name: str, argument: str) -> str:
    """Return the id of the entity of this name or id itself, not of what absorbed it.

    Raises:
        NotFound: there is none.
        Ambiguous: several entities have the name.
    """
    missing = NotFound(f"there is no {name!r}", field=argument, hint="doxa entities lists them")
    if is_entity_id(name):
        # Of whatever scope, which a name would have to be looked up in.
        if await reads.entity(db, run.caller, id=name) is None:
            raise missing
        return name
    reference = EntityRef(name=name).checked(argument)
    found = (await identify(db, run.caller.tenant, [(argument, reference)]))[argument]
    if found.missing is not None:
        raise missing
    return found.id


async def _entity(db: Session, run: Run, entity: str) -> Entity:
    found = await reads.entity(db, run.caller, id=entity)
    assert found is not None
    return found
