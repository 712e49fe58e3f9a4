"""The commands assert, retract and correct: one statement, believed now and without extraction."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any

import typer

from api.cli.render import Known, beliefs_table, written_document
from api.cli.run import (
    AttributeArgument,
    EntityArgument,
    MemoryArgument,
    ReasonOption,
    Run,
    TenantCommand,
    note_attribute,
)
from graph.database.session import Session
from graph.edtf import (
    Dated,
    DatedInterval,
    correction_text,
    dated_text,
    interval_text,
    refuse_beside,
)
from graph.kernel.registry import registry
from graph.model.commands import Assertion, Correction, EntityRef
from graph.model.records import AssertResult
from graph.read import reads
from graph.validation import is_entity_id
from graph.vocabulary import ContradictionStatus, ValueType
from graph.write import correction
from graph.write.assertion import assert_belief

app = typer.Typer()


ContextOption = Annotated[
    str | None,
    typer.Option("--in", metavar="CONTEXT", help="The context it is limited to."),
]


def _date_option(option: str, meaning: str, *, certain: bool = False) -> Any:
    """Return an option that takes a start or an end as exactly as it is known."""
    return typer.Option(
        option,
        metavar="DATE",
        help=f"{meaning} A year, a month, a day, another date by EDTF, or a time with an offset.",
        show_default=False,
        parser=lambda text: dated_text(text, field=option, certain=certain),
    )


def _interval_option(reader: Callable[..., DatedInterval], examples: str) -> Any:
    """Return an option that takes a whole interval."""
    return typer.Option(
        "--valid",
        metavar="EDTF",
        help=f"The whole interval by EDTF, ends included, in place of its bounds: {examples}.",
        show_default=False,
        parser=lambda text: reader(text, field="--valid"),
    )


FromOption = Annotated[
    Dated | None, _date_option("--from", "From when it holds. Default: when it was said.")
]
UntilOption = Annotated[Dated | None, _date_option("--until", "Until when, exclusive.")]
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
    DatedInterval | None,
    _interval_option(interval_text, "1984, 1984-06/1990, 1984/.., 1984/, /1990"),
]
SaidOption = Annotated[Dated | None, _date_option("--said-at", "When it was said. Default: now.")]


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
    run: Run = context.obj
    unknown = start_unknown or None, end_unknown or None
    interval = _interval(valid, since, until, *unknown).spoken(said_at)
    given = Assertion(
        entity=_reference(entity),
        attribute=attribute,
        context=within,
        value=value,
        valid_from=interval.start,
        valid_to=interval.end,
        precision=interval.precision,
        precision_to=interval.precision_to,
        start_unknown=interval.start_unknown is True,
        end_unknown=interval.end_unknown is True,
        confidence=interval.confidence(),
        said_at=said_at and said_at.at,
    )
    async with run.store() as db:
        await note_attribute(db, run, attribute)
        return await _told(db, run, await _said(db, run, given))


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
        Dated | None, _date_option("--at", "From when it no longer holds. Default: when said.")
    ] = None,
    said_at: SaidOption = None,
    reason: ReasonOption = None,
) -> int:
    """Stop believing something from a moment on; before it, it held."""
    run: Run = context.obj
    interval = DatedInterval.of(at, None).spoken(said_at)
    given = Assertion(
        entity=_reference(entity),
        attribute=attribute,
        context=within,
        value=value,
        valid_from=interval.start,
        precision=interval.precision,
        confidence=interval.confidence(),
        said_at=said_at and said_at.at,
        negative=True,
        reason=reason,
    )
    async with run.store() as db:
        await note_attribute(db, run, attribute)
        return await _told(db, run, await _said(db, run, given))


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
    since: Annotated[
        Dated | None, _date_option("--from", "From when it holds.", certain=True)
    ] = None,
    until: Annotated[
        Dated | None, _date_option("--until", "Until when, exclusive.", certain=True)
    ] = None,
    start_unknown: StartUnknownOption = False,
    end_unknown: EndUnknownOption = False,
    valid: Annotated[
        DatedInterval | None,
        _interval_option(correction_text, "1984, 1984-06/1990, 1984/, /1990"),
    ] = None,
    no_reject: Annotated[
        bool, typer.Option("--no-reject", help="Believe the old value again when it is next said.")
    ] = False,
) -> int:
    """Put a memory right that was never right: another value, other times, or both."""
    run: Run = context.obj
    interval = _interval(valid, since, until, start_unknown or None, end_unknown or None)
    given = Correction(
        memory=memory,
        reason=reason,
        value=value,
        valid_from=interval.start,
        valid_to=interval.end,
        precision=interval.precision,
        precision_to=interval.precision_to,
        start_unknown=interval.start_unknown,
        end_unknown=interval.end_unknown,
        reject=not no_reject,
    )
    async with run.store() as db:
        found = (await reads.memories_by_id(db, run.caller, [memory])).get(memory)
        if value is not None and found is not None and found.target is not None:
            given = replace(given, value=None, target=_reference(value))
        return await _told(db, run, await correction.correct_memory(db, run.caller, given))


def _interval(
    valid: DatedInterval | None,
    since: Dated | None,
    until: Dated | None,
    start_unknown: bool | None,  # noqa: FBT001 - as the options are
    end_unknown: bool | None,  # noqa: FBT001
) -> DatedInterval:
    """Return what is given as a whole, or the interval of its bounds."""
    if valid is None:
        bounds = DatedInterval.of(since, until)
        return replace(bounds, start_unknown=start_unknown, end_unknown=end_unknown)
    others = {
        "--from": since,
        "--until": until,
        "--start-unknown": start_unknown,
        "--end-unknown": end_unknown,
    }
    refuse_beside(others, field="--valid")
    return valid


def _reference(called: str) -> EntityRef:
    return EntityRef(id=called) if is_entity_id(called) else EntityRef(name=called)


async def _said(db: Session, run: Run, given: Assertion) -> AssertResult:
    """Say it; the value of a relation is another entity."""
    declared = (await registry.load(db, run.tenant)).get(given.attribute)
    if given.value and declared and declared.value_type is ValueType.ENTITY:
        given = replace(given, value=None, target=_reference(given.value))
    return await assert_belief(db, run.caller, given)


async def _told(db: Session, run: Run, done: AssertResult) -> int:
    known = await Known.about(db, run.caller, done.beliefs)
    run.result(
        written_document(done, known) | {"contradictions": [one.id for one in done.contradictions]}
    )
    told = f"{done.outcome.value}: {done.memory or 'nothing new'}"
    run.out.print(beliefs_table(done.beliefs, known, told) if done.beliefs else told)
    waiting = [one.id for one in done.contradictions if one.status is ContradictionStatus.OPEN]
    if waiting:
        run.out.print(f"it contradicts what is believed, and waits: {', '.join(waiting)}")
    return 0
