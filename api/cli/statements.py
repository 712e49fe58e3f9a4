"""The commands assert, retract and correct: one statement, believed now and without extraction."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from api.cli.asking import asking, reference
from api.cli.render import beliefs_table
from api.cli.run import (
    AttributeArgument,
    EntityArgument,
    MemoryArgument,
    ReasonOption,
    Run,
    TenantCommand,
)
from graph.vocabulary import ContradictionStatus

app = typer.Typer()


ContextOption = Annotated[
    str | None,
    typer.Option("--in", metavar="CONTEXT", help="The context it is limited to."),
]


def _date_option(option: str, meaning: str) -> Any:
    """Return an option that takes a start or an end as exactly as it is known."""
    return typer.Option(
        option,
        metavar="DATE",
        help=f"{meaning} A year, a month, a day, another date by EDTF, or a time with an offset.",
        show_default=False,
    )


def _interval_option(examples: str) -> Any:
    """Return an option that takes a whole interval."""
    return typer.Option(
        "--valid",
        metavar="EDTF",
        help=f"The whole interval by EDTF, ends included, in place of its bounds: {examples}.",
        show_default=False,
    )


FromOption = Annotated[
    str | None, _date_option("--from", "From when it holds. Default: when it was said.")
]
UntilOption = Annotated[str | None, _date_option("--until", "Until when, exclusive.")]
StartUnknownOption = Annotated[
    bool,
    typer.Option("--start-unknown", help="It held until --until, and nobody knows since when."),
]
EndUnknownOption = Annotated[
    bool,
    typer.Option(
        "--end-unknown",
        help="It is over, and nobody knows since when. Without --from: it was so formerly.",
    ),
]
ValidOption = Annotated[
    str | None,
    _interval_option("1984, 1984-06/1990, 1984/.., 1984/, /1990"),
]
SaidOption = Annotated[str | None, _date_option("--said-at", "When it was said. Default: now.")]


@app.command(
    "assert", cls=TenantCommand, epilog="Example: doxa assert Mike lives_in Berlin --from 2026-09"
)
async def assert_(
    context: typer.Context,
    entity: EntityArgument,
    attribute: AttributeArgument,
    value: Annotated[
        str, typer.Argument(metavar="VALUE", help="The value; of a relation the other entity.")
    ],
    *,
    within: ContextOption = None,
    since: FromOption = None,
    until: UntilOption = None,
    start_unknown: StartUnknownOption = False,
    end_unknown: EndUnknownOption = False,
    valid: ValidOption = None,
    said_at: SaidOption = None,
) -> int:
    """Believe one statement, now and without extraction."""
    return await _state(
        context.obj,
        "assert",
        input={
            **reference(entity, "entity", "entityName"),
            **reference(value, "target", "value"),
            "attribute": attribute,
            "context": within,
            "validFrom": since,
            "validTo": until,
            "startUnknown": start_unknown or None,
            "endUnknown": end_unknown or None,
            "valid": valid,
            "saidAt": said_at,
        },
    )


@app.command(cls=TenantCommand, epilog="Example: doxa retract Mike lives_in Lisbon --at 2026-09")
async def retract(
    context: typer.Context,
    entity: EntityArgument,
    attribute: AttributeArgument,
    value: Annotated[
        str | None,
        typer.Argument(
            metavar="VALUE", help="What no longer holds. Default: whatever is believed."
        ),
    ] = None,
    *,
    within: ContextOption = None,
    at: Annotated[
        str | None, _date_option("--at", "From when it no longer holds. Default: when said.")
    ] = None,
    said_at: SaidOption = None,
    reason: ReasonOption = None,
) -> int:
    """Stop believing something from a moment on; before it, it held."""
    return await _state(
        context.obj,
        "retract",
        input={
            **reference(entity, "entity", "entityName"),
            **reference(value, "target", "value"),
            "attribute": attribute,
            "context": within,
            "at": at,
            "saidAt": said_at,
            "reason": reason,
        },
    )


@app.command(
    cls=TenantCommand, epilog="Example: doxa correct m_81c0 --value brewer --reason misheard"
)
async def correct(
    context: typer.Context,
    memory: MemoryArgument,
    *,
    reason: Annotated[str, typer.Option("--reason", help="Why; it is kept in the audit.")],
    value: Annotated[
        str | None,
        typer.Option("--value", help="What was right; of a relation the other entity."),
    ] = None,
    since: Annotated[str | None, _date_option("--from", "From when it holds.")] = None,
    until: Annotated[str | None, _date_option("--until", "Until when, exclusive.")] = None,
    start_unknown: StartUnknownOption = False,
    end_unknown: EndUnknownOption = False,
    valid: Annotated[
        str | None,
        _interval_option("1984, 1984-06/1990, 1984/, /1990"),
    ] = None,
    no_reject: Annotated[
        bool, typer.Option("--no-reject", help="Believe the old value again when it is next said.")
    ] = False,
) -> int:
    """Put a memory right that was never right: another value, other times, or both."""
    return await _state(
        context.obj,
        "correct",
        id=memory,
        reason=reason,
        **reference(value, "target", "value"),
        validFrom=since,
        validTo=until,
        valid=valid,
        startUnknown=start_unknown or None,
        endUnknown=end_unknown or None,
        reject=not no_reject,
    )


async def _state(run: Run, operation: str, **variables: Any) -> int:
    async with asking(run) as ask:
        done = (await ask(operation, **variables))["done"]
    for warning in done.pop("warnings"):
        sys.stderr.write(f"{warning}\n")
    doubts = done["contradictions"]
    run.result(done | {"contradictions": [one["id"] for one in doubts]})
    told = f"{done['outcome']}: {done['memory'] or 'nothing new'}"
    run.out.print(beliefs_table(done["beliefs"], told) if done["beliefs"] else told)
    waiting = [one["id"] for one in doubts if one["status"] == ContradictionStatus.OPEN]
    if waiting:
        run.out.print(f"it contradicts what is believed, and waits: {', '.join(waiting)}")
    return 0
