"""The commands policy show, check, diff and apply: what the gate of a tenant lets through."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from api.cli.run import Run, TenantCommand
from graph.errors import InvalidArgument
from graph.model.gate.policy import POLICY_MAX, read_policy
from graph.proposals.resolution import policy_versions as policies

app = typer.Typer(help="What the gate lets through: show it, check, compare or apply a file.")

FileArgument = Annotated[
    Path,
    typer.Argument(metavar="FILE", help="A policy as JSON.", exists=True, dir_okay=False),
]


@app.command(cls=TenantCommand, epilog="Example: doxa policy show > policy.json")
async def show(context: typer.Context) -> int:
    """Print the policy that holds, as a file that can be changed and applied."""
    run: Run = context.obj
    async with run.store() as db:
        found = await policies.policy(db, run.caller)
    run.result(found.as_json())
    run.out.print(found.policy.as_text(), markup=False, end="")
    return 0


@app.command(cls=TenantCommand, epilog="Example: doxa policy check policy.json")
def check(context: typer.Context, file: FileArgument) -> int:
    """Say whether a file is a policy; nothing is applied."""
    run: Run = context.obj
    policy = read_policy(_read(file))
    run.result({"policy": policy.as_json()})
    run.out.print(f"{file} is a policy", markup=False)
    return 0


@app.command(cls=TenantCommand, epilog="Example: doxa policy diff policy.json")
async def diff(context: typer.Context, file: FileArgument) -> int:
    """Show what applying a file would change; nothing is applied."""
    run: Run = context.obj
    given = _read(file)
    async with run.store() as db:
        lines = await policies.changes(db, run.caller, given)
    run.result({"changes": lines})
    run.out.print(lines or "nothing would change", markup=False)
    return 0


@app.command(
    cls=TenantCommand,
    epilog="Example: doxa policy apply policy.json --reason 'health only with consent'",
)
async def apply(
    context: typer.Context,
    file: FileArgument,
    *,
    reason: Annotated[str, typer.Option("--reason", help="Why; it is kept with the policy.")],
) -> int:
    """Have the tenant's gate go by a file from now on; what was stored stays."""
    run: Run = context.obj
    given = _read(file)
    async with run.store() as db:
        found = await policies.apply_policy(db, run.caller, given, reason)
    run.result({"version": found.version, "policy": found.policy.as_json()})
    run.out.print(f"tenant {run.tenant}: version {found.version} of the policy holds")
    return 0


def _read(file: Path) -> Any:
    """Return what the JSON of a file has."""
    text = file.read_bytes()[: 4 * POLICY_MAX + 1]
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidArgument(
            f"{file} is no JSON: {error}", field="FILE", hint="doxa policy show prints a policy"
        ) from None
