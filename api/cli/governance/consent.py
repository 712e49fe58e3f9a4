"""The commands consent give, withdraw and list: what may be kept about a subject."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

import typer
from rich.markup import escape

from api.cli.asking import as_of, asking
from api.cli.queries import SystemOption
from api.cli.render import Shown, day, table, time
from api.cli.run import EntityArgument, Run, TenantCommand, time_option
from graph.clock import outward
from graph.governance.consents import consents
from graph.governance.consents.consent_history import Consent

app = typer.Typer(help="What may be kept about a subject: give consent, withdraw it, list it.")

EVERY_CATEGORY = "every category"

CategoriesOption = Annotated[
    list[str] | None,
    typer.Option(
        "--category",
        metavar="NAME",
        help="A category of attributes; repeat it for several. Default: every one; a grant of every"
        " one leaves out special categories.",
        show_default=False,
    ),
]


@app.command(
    cls=TenantCommand, epilog="Example: doxa consent give Mike --basis consent --category health"
)
async def give(
    context: typer.Context,
    entity: EntityArgument,
    *,
    basis: Annotated[str, typer.Option("--basis", help="The lawful basis, such as consent.")],
    category: CategoriesOption = None,
) -> int:
    """Record that it may be kept, on a lawful basis."""
    return await _set(context, entity, basis, category, granted=True)


@app.command(cls=TenantCommand, epilog="Example: doxa consent withdraw Mike --category health")
async def withdraw(
    context: typer.Context,
    entity: EntityArgument,
    *,
    basis: Annotated[
        str, typer.Option("--basis", help="On what ground.", show_default=True)
    ] = "withdrawn by the subject",
    category: CategoriesOption = None,
) -> int:
    """Record that it may not be kept any more, take back at once what was, and show that."""
    return await _set(context, entity, basis, category, granted=False)


@app.command("list", cls=TenantCommand, epilog="Example: doxa consent list Mike")
async def list_consents(
    context: typer.Context,
    entity: EntityArgument,
    *,
    valid_at: Annotated[
        datetime | None, time_option("--valid-at", "What held at this time. Default: now.")
    ] = None,
    system_at: SystemOption = None,
) -> int:
    """List what was consented to and what was withdrawn, as of both time axes."""
    run: Run = context.obj
    async with asking(run) as ask:
        found = await ask.entity(entity)
        point = as_of(ask.db, run.caller, valid_at, system_at)
        held = await consents.consents(ask.db, run.caller, found["id"], point)
    run.result({"entity": found, "consents": [_document(one) for one in held]})
    if not held:
        run.out.print(f"{escape(found['name'])}: nothing is recorded")
        return 0
    shown = table(escape(found["name"]), "category", "may be kept", "basis", "by", "since")
    for one in held:
        shown.add_row(
            escape(one.category or EVERY_CATEGORY),
            "yes" if one.permission.granted else "no",
            escape(one.permission.basis),
            escape(one.actor),
            day(one.valid_from),
        )
    run.out.print(shown)
    return 0


async def _set(
    context: typer.Context, entity: str, basis: str, category: list[str] | None, *, granted: bool
) -> int:
    run: Run = context.obj
    async with asking(run) as ask:
        found = await ask.entity(entity)
        added = await consents.set_consent(
            ask.db, run.caller, found["id"], basis, category or None, granted=granted
        )
        ids = dict.fromkeys(key for one in added for key in one.fell)
        fell = [(await ask("memoryById", id=key))["memory"] for key in ids]
    run.result({"entity": found, "consents": [_document(one) for one in added], "fell": fell})
    run.out.print(_sentence(escape(found["name"]), added, granted=granted))
    if fell:
        run.out.print(_fallen(fell))
    return 0


def _sentence(name: str, added: tuple[Consent, ...], *, granted: bool) -> str:
    if not added:
        return f"{name}: that was recorded already"
    what = escape(", ".join(one.category or EVERY_CATEGORY for one in added))
    if granted:
        return f"{name}: {what} may be kept"
    return f"{name}: {what} may not be kept any more"


def _fallen(fell: list[Shown]) -> Any:
    shown = table("taken back", "memory", "said")
    for one in fell:
        shown.add_row(one["id"], escape(one["text"]))
    return shown


def _document(consent: Consent) -> dict[str, Any]:
    return {
        "category": consent.category or None,
        "granted": consent.permission.granted,
        "basis": consent.permission.basis,
        "actor": consent.actor,
        "validFrom": time(consent.valid_from),
        "validTo": time(outward(consent.valid_to)),
        "systemFrom": time(consent.system_from),
        "systemTo": time(outward(consent.system_to)),
    }
