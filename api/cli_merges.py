"""The commands about entities that may be one: list, propose, accept, dismiss."""

from __future__ import annotations

from typing import Annotated

import typer

from api.cli_run import (
    TENANT,
    DataOption,
    JsonOption,
    Run,
    TenantOption,
    VerboseOption,
    run,
)
from graph.vocabulary import ProposalStatus

app = typer.Typer(help="Entities that may be one: list, propose, accept, dismiss.")

ProposalArgument = Annotated[str, typer.Argument(metavar="PROPOSAL", help="The proposal's id.")]


@app.command("list")
def listed(
    *,
    status: Annotated[
        ProposalStatus, typer.Option("--status", case_sensitive=False, help="Which of them.")
    ] = ProposalStatus.OPEN,
    data: DataOption = None,
    tenant: TenantOption = TENANT,
    as_json: JsonOption = False,
    verbose: VerboseOption = False,
) -> int:
    """List the pairs that wait for an answer, or that were answered."""
    this = Run.of(data, tenant, as_json=as_json, verbose=verbose)
    from api import cli_merges_work  # noqa: PLC0415 -- each command loads only what it needs

    return run(cli_merges_work.listed(this, status))


@app.command()
def propose(
    *,
    data: DataOption = None,
    tenant: TenantOption = TENANT,
    as_json: JsonOption = False,
    verbose: VerboseOption = False,
) -> int:
    """Go through all entities and propose which may be one, judge them, and list what waits."""
    this = Run.of(data, tenant, as_json=as_json, verbose=verbose)
    from api import cli_merges_work  # noqa: PLC0415 -- each command loads only what it needs

    return run(cli_merges_work.propose(this))


@app.command()
def accept(
    proposal: ProposalArgument,
    *,
    data: DataOption = None,
    tenant: TenantOption = TENANT,
    as_json: JsonOption = False,
    verbose: VerboseOption = False,
) -> int:
    """Say that the two are one: they are merged. "doxa split" undoes it."""
    this = Run.of(data, tenant, as_json=as_json, verbose=verbose)
    from api import cli_merges_work  # noqa: PLC0415 -- each command loads only what it needs

    return run(cli_merges_work.accept(this, proposal))


@app.command()
def dismiss(
    proposal: ProposalArgument,
    *,
    reason: Annotated[
        str | None, typer.Option("--reason", help="Why they are two.", show_default=False)
    ] = None,
    data: DataOption = None,
    tenant: TenantOption = TENANT,
    as_json: JsonOption = False,
    verbose: VerboseOption = False,
) -> int:
    """Say that the two are two; they are never proposed again."""
    this = Run.of(data, tenant, as_json=as_json, verbose=verbose)
    from api import cli_merges_work  # noqa: PLC0415 -- each command loads only what it needs

    return run(cli_merges_work.dismiss(this, proposal, reason))
