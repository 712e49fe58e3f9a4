"""The commands rejections list and lift: values that are not believed again by themselves."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.markup import escape

from api.cli.queries import entity_called
from api.cli.render import Known, about, day, reference, table, time
from api.cli.run import PAGE, LimitOption, Run, TenantCommand, all_pages
from graph.database.session import Session
from graph.kernel.registry import registry
from graph.model.records import Caller, Rejection
from graph.proposals.resolution import rejections
from graph.read import reads

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
    async with run.store() as db:
        about_it = None if entity is None else (await entity_called(db, run.caller, entity)).id
        found = await all_pages(
            lambda after: reads.rejections(
                db, run.caller, entity=about_it, first=PAGE, after=after
            ),
            lambda one: (one.rejected_at, one.id),
            limit,
        )
        known, values = await _named(db, run.caller, found)
    run.result({"rejections": [_document(one, known, values[one.id]) for one in found]})
    if not found:
        run.out.print(f"tenant {run.tenant}: nothing is rejected")
        return 0
    shown = table(f"tenant {run.tenant}", "id", "of", "attribute", "value", "why", "since")
    for one in found:
        shown.add_row(
            one.id,
            escape(known.name(one.entity)),
            about(one.attribute, one.context),
            escape(values[one.id]),
            escape(one.reason) if one.lifted_at is None else f"lifted {day(one.lifted_at)}",
            day(one.rejected_at),
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
    async with run.store() as db:
        done = await rejections.lift_rejection(db, run.caller, rejection, reason)
        known, values = await _named(db, run.caller, [done])
    run.result({"rejection": _document(done, known, values[done.id])})
    run.out.print(
        f"lifted: {done.attribute} {values[done.id]} of {known.name(done.entity)} may be believed",
        markup=False,
    )
    return 0


async def _named(
    db: Session, caller: Caller, rejections: list[Rejection]
) -> tuple[Known, dict[str, str]]:
    """Return the entities that these are about, and each value; of a relation the other entity's
    name.
    """
    attributes = await registry.load(db, caller.tenant)
    declared = {one.id: attributes.get(one.attribute) for one in rejections}
    ends = {one.value for one in rejections if (it := declared[one.id]) is not None and it.relation}
    entities = await reads.entities_by_id(db, caller, {one.entity for one in rejections} | ends)
    known = Known(entities, {})
    return known, {
        one.id: known.name(one.value) if one.value in ends else one.value for one in rejections
    }


def _document(rejection: Rejection, records: Known, value: str) -> dict[str, Any]:
    """Return a rejection under the names of the GraphQL schema."""
    return {
        "id": rejection.id,
        "entity": reference(rejection.entity, records),
        "attribute": rejection.attribute,
        "context": rejection.context,
        "value": value,
        "rejectedAt": time(rejection.rejected_at),
        "by": rejection.by,
        "reason": rejection.reason,
        "liftedAt": time(rejection.lifted_at),
    }
