"""The commands contradictions and contradictions answer: what contradicts, and what holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from api.cli.asking import asking
from api.cli.dispatch.groups import Group
from api.cli.render import Shown, about, beliefs_table, day, table, value
from api.cli.run import LimitOption, ReasonOption, Run, TenantCommand
from graph.errors import InvalidArgument
from graph.progress import tell_elapsed
from graph.vocabulary import ContradictionStatus, Resolution

LIST = "list"


class _Contradictions(Group):
    """``doxa contradictions`` is ``doxa contradictions list``."""

    left_out = LIST
    runs_alone = True


app = typer.Typer(
    cls=_Contradictions,
    help="Contradictions: list those detected, scan claims for them, answer one that waits.",
)


@app.command(LIST, cls=TenantCommand, epilog="Example: doxa contradictions --status OPEN")
async def list_contradictions(
    context: typer.Context,
    *,
    scan: Annotated[
        bool,
        typer.Option(
            "--scan", help="Every two claims that contradict each other, believed or not."
        ),
    ] = False,
    status: Annotated[
        ContradictionStatus | None,
        typer.Option("--status", help="Only detected ones with this status.", show_default=False),
    ] = None,
    limit: LimitOption = 1_000,
) -> int:
    """List contradictions as they were detected, or scan all claims for pairs that contradict.

    The scan changes nothing. It also shows claims that have given way to another one.
    """
    run: Run = context.obj
    if scan and status is not None:
        raise InvalidArgument(
            "a pair of claims has no status", field="--status", hint="leave out --scan or --status"
        )
    async with asking(run) as ask, tell_elapsed("reading claims"):
        if scan:
            data = await ask.pages("contradictingClaims", "pairs", limit=limit)
        else:
            data = await ask.pages("contradictions", "contradictions", limit=limit, status=status)
    run.result(data)
    if scan:
        _show_pairs(run, data["pairs"])
    else:
        _show_detected(run, data["contradictions"])
    return 0


@app.command(
    cls=TenantCommand,
    epilog="Example: doxa contradictions answer c_4d0f --as REPLACE --reason 'she told me'",
)
async def answer(
    context: typer.Context,
    contradiction: Annotated[
        str, typer.Argument(metavar="CONTRADICTION", help="The id of one that is OPEN.")
    ],
    *,
    resolution: Annotated[
        Resolution,
        typer.Option(
            "--as",
            case_sensitive=False,
            help="What holds: what was held, the challenger in its place, each in its context,"
            " both, none of them, or another value.",
        ),
    ],
    other: Annotated[
        str | None,
        typer.Option("--value", help="With OTHER: the value that holds.", show_default=False),
    ] = None,
    contexts: Annotated[
        list[str] | None,
        typer.Option(
            "--context",
            metavar="CONTEXT=VALUE",
            help="With BY_CONTEXT, for each value: where it holds; =VALUE is everywhere else.",
            show_default=False,
        ),
    ] = None,
    reason: ReasonOption = None,
) -> int:
    """Answer a contradiction that waits; a value that never was right stays rejected."""
    run: Run = context.obj
    async with asking(run) as ask:
        data = await ask(
            "resolve",
            id=contradiction,
            resolution=resolution,
            contexts=list(map(_in_context, contexts or ())),
            value=other,
            reason=reason,
        )
    done = data["done"]
    run.result(done)
    if done["beliefs"]:
        run.out.print(beliefs_table(done["beliefs"], "What holds now"))
    else:
        run.out.print("answered: what is believed stays as it was")
    return 0


def _in_context(given: str) -> dict[str, str | None]:
    where, equals, held = given.partition("=")
    if not equals:
        raise InvalidArgument(
            f"{given[:80]!r} has no =", field="--context", hint="write --context work=Rome"
        )
    return {"context": where.strip() or None, "value": held.strip()}


def _show_pairs(run: Run, pairs: Sequence[Shown]) -> None:
    if not pairs:
        run.out.print(f"tenant {run.tenant}: no two claims contradict each other")
        return
    rows = [
        (
            *(_value(one["earlier"]), _value(one["later"]), day(one["validFrom"])),
            "" if one["validTo"] is None else day(one["validTo"]),
        )
        for one in pairs
    ]
    columns = ("of", "attribute", "earlier", "later", "from", "until")
    run.out.print(_table("Claims that contradict each other", columns, pairs, rows))


def _show_detected(run: Run, contradictions: Sequence[Shown]) -> None:
    if not contradictions:
        run.out.print(f"tenant {run.tenant}: no contradiction was detected")
        return
    rows = [
        (
            f"{one['kind']} {one['status']}",
            ", ".join(dict.fromkeys(map(_value, one["held"]))),
            *(_value(one["challenger"]), one["id"]),
        )
        for one in contradictions
    ]
    columns = ("of", "attribute", "kind", "held", "challenger", "id")
    run.out.print(_table("Contradictions, as detected", columns, contradictions, rows))


def _table(
    title: str, columns: Sequence[str], pairs: Sequence[Shown], rows: Sequence[Sequence[str]]
) -> Table:
    shown = table(title, *columns)
    for one, cells in zip(pairs, rows, strict=True):
        shown.add_row(escape(one["entity"]["name"]), about(one), *map(escape, cells))
    return shown


def _value(memory: Shown) -> str:
    """Return what a claim says in a word: its value, or that it denies one."""
    said = value(memory) or "any"
    return f"not {said}" if memory["negative"] else said
