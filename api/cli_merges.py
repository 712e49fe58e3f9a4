"""The commands about entities that may be one: list, propose, accept, dismiss."""

from __future__ import annotations

from typing import Annotated

import typer

from api.cli_run import Run, command, run
from graph.vocabulary import ProposalStatus

app = typer.Typer(help="Entities that may be one: list, propose, accept, dismiss.")

ProposalArgument = Annotated[str, typer.Argument(metavar="PROPOSAL", help="The proposal's id.")]


@command(app, "list")
def listed(
    this: Run,
    *,
    status: Annotated[
        ProposalStatus, typer.Option("--status", case_sensitive=False, help="Which of them.")
    ] = ProposalStatus.OPEN,
) -> int:
    """List the pairs that wait for an answer, or that were answered."""
    from api import cli_merges_work  # noqa: PLC0415 -- each command loads only what it needs

    return run(cli_merges_work.listed(this, status))


@command(app)
def propose(this: Run) -> int:
    """Go through all entities and propose which may be one, judge them, and list what waits."""
    from api import cli_merges_work  # noqa: PLC0415 -- each command loads only what it needs

    return run(cli_merges_work.propose(this))


@command(app)
def accept(this: Run, proposal: ProposalArgument) -> int:
    """Say that the two are one: they are merged. "doxa split" undoes it."""
    from api import cli_merges_work  # noqa: PLC0415 -- each command loads only what it needs

    return run(cli_merges_work.accept(this, proposal))


@command(app)
def dismiss(
    this: Run,
    proposal: ProposalArgument,
    *,
    reason: Annotated[
        str | None, typer.Option("--reason", help="Why they are two.", show_default=False)
    ] = None,
) -> int:
    """Say that the two are two; they are never proposed again."""
    from api import cli_merges_work  # noqa: PLC0415 -- each command loads only what it needs

    return run(cli_merges_work.dismiss(this, proposal, reason))
