"""The command ledger renew: go on where the ledger of erasures is lost for good."""

from __future__ import annotations

from typing import Annotated

import typer

from api import wiring
from api.cli.run import Command, DataOption, JsonOption, Run, VerboseOption, actor
from graph.errors import Conflict
from graph.history.integrity.erasure_ledger import give_up_entries, lost_entries
from graph.model.commands import REASON_MAX
from graph.model.records import DEFAULT_TENANT, Caller
from graph.validation import text
from graph.vocabulary import Role

app = typer.Typer(help="The ledger of erasures: go on where it is lost for good.")


@app.command(cls=Command, epilog="Example: doxa ledger renew --reason 'disk lost'")
async def renew(
    *,
    reason: Annotated[str, typer.Option(help="Why; it is kept in the audit of each tenant.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask; it cannot be undone.")] = False,
    data: DataOption = None,
    as_json: JsonOption = False,
    verbose: VerboseOption = False,
) -> int:
    """Do without a ledger of erasures that is lost for good; without --yes, ask.

    What was erased stays deleted, but the same may be told again. End the services first.
    """
    run = Run.of(data, DEFAULT_TENANT, as_json=as_json, verbose=verbose)
    why = text(reason, REASON_MAX, field="reason")
    async with wiring.store(run.settings) as db:
        lost = await lost_entries(db)
        if not lost:
            raise Conflict("the ledger of erasures lacks nothing", hint="there is nothing to do")
        for tenant, error in lost.items():
            run.out.print(f"tenant {tenant}: {error}", markup=False)
        if not yes:
            typer.confirm("Do without? What was erased may be told again.", abort=True)
        given_up = {
            tenant: await give_up_entries(db, Caller(tenant, actor(), Role.OWNER), why)
            for tenant in lost
        }
    run.result({"givenUp": given_up})
    run.out.print(f"{sum(given_up.values()):,} erasures are no longer kept away")
    return 0
