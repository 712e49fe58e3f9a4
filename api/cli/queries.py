"""The commands that read: beliefs over both times, what is related, memories, check."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Annotated

import typer
from rich.markup import escape

from api.cli.failures import EXIT_FAILED_CHECK
from api.cli.render import (
    Known,
    belief_document,
    beliefs_table,
    chain_table,
    day,
    entity_document,
    formerly_table,
    memories_table,
    memory_document,
    moment,
    reference,
    related_table,
    time,
    versions_table,
)
from api.cli.run import (
    PAGE,
    AttributeArgument,
    Command,
    DataOption,
    EntityArgument,
    JsonOption,
    LimitOption,
    Run,
    TenantCommand,
    VerboseOption,
    all_pages,
    note_attribute,
    time_option,
)
from graph.database.session import Session
from graph.errors import Ambiguous, DoxaError, NotFound
from graph.history.integrity.check import violations
from graph.model.records import (
    DEFAULT_TENANT,
    AsOf,
    Belief,
    Caller,
    Entity,
    Memory,
    Violation,
)
from graph.progress import show_progress
from graph.read import reads
from graph.validation import is_entity_id
from graph.vocabulary import MemoryStatus, MemoryType

AttributeOption = Annotated[
    str | None,
    typer.Option(
        "--attribute", metavar="NAME", help="Only this attribute or relation.", show_default=False
    ),
]
SystemOption = Annotated[
    datetime | None, time_option("--system-at", "As it was known at this time. Default: now.")
]

app = typer.Typer()


@app.command(cls=TenantCommand, epilog="Example: doxa beliefs Mike --valid-at 2026-08-20")
async def beliefs(
    context: typer.Context,
    entity: EntityArgument,
    *,
    attribute: AttributeOption = None,
    valid_at: Annotated[
        datetime | None,
        time_option("--valid-at", "What held at this time in the world. Default: now."),
    ] = None,
    system_at: SystemOption = None,
) -> int:
    """Show what is believed of an entity, as of both time axes."""
    run: Run = context.obj
    async with run.store() as db:
        at = as_of(db, run.caller, valid_at, system_at)
        found = await entity_called(db, run.caller, entity, at)
        held = await load_beliefs(db, run.caller, found, attribute, at)
        over = await _formerly(db, run.caller, found, attribute, at)
        known = await Known.about(db, run.caller, held, over)
        await note_attribute(db, run, attribute, is_read=True)
    run.result(
        {
            "entity": entity_document(found),
            "asOf": {"validAt": time(at.valid_at), "systemAt": time(at.system_at)},
            "beliefs": [belief_document(one, known) for one in held],
            "formerly": [memory_document(one, known) for one in over],
        }
    )
    who = escape(found.name)
    title = f"{who} as of {day(at.valid_at)}, as known at {day(at.system_at)}"
    # A period that was asked about is its first moment, which explains why there is nothing.
    exactly = f"{who} as of {moment(at.valid_at)}, as known at {moment(at.system_at)}"
    run.out.print(beliefs_table(held, known, title) if held else f"{exactly}: nothing is believed")
    _print_formerly(run, over, known)
    return 0


async def _formerly(
    db: Session, caller: Caller, entity: Entity, attribute: str | None, at: AsOf
) -> list[Memory]:
    return await reads.formerly(
        db,
        caller,
        entity=entity.id,
        attribute=attribute,
        context=None,
        system_at=at.system_at,
    )


def _print_formerly(run: Run, over: Sequence[Memory], records: Known) -> None:
    if over:
        run.out.print(formerly_table(over, records, "Over, and nobody knows since when"))


@app.command(cls=TenantCommand, epilog="Example: doxa path Mike Acme --depth 3")
async def path(
    context: typer.Context,
    start: Annotated[str, typer.Argument(metavar="FROM", help="A name, an alias or an id.")],
    end: Annotated[str, typer.Argument(metavar="TO", help="A name, an alias or an id.")],
    *,
    depth: Annotated[int, typer.Option("--depth", help="How many relations at most.")] = 4,
) -> int:
    """Show a shortest path between two entities over current beliefs."""
    run: Run = context.obj
    async with run.store() as db:
        first = await entity_called(db, run.caller, start)
        last = await entity_called(db, run.caller, end)
        at = as_of(db, run.caller, None, None)
        steps = await reads.path(db, run.caller, start=first.id, end=last.id, depth=depth, as_of=at)
        known = await Known.about(db, run.caller, steps)
    run.result({"path": [belief_document(one, known) for one in steps]})
    title = f"from {escape(first.name)} to {escape(last.name)}"
    run.out.print(beliefs_table(steps, known, title) if steps else f"{title}: no path")
    return 0


@app.command(cls=TenantCommand, epilog="Example: doxa timeline Mike --attribute lives_in")
async def timeline(
    context: typer.Context,
    entity: EntityArgument,
    *,
    attribute: AttributeOption = None,
    system_at: SystemOption = None,
    first: Annotated[
        int, typer.Option("--first", min=1, max=PAGE, help="How many at most.", show_default=True)
    ] = PAGE,
    after: Annotated[
        str | None,
        typer.Option(
            "--after",
            metavar="BELIEF",
            help="Go on behind this belief: the `next` of the page before. Give `--system-at` with"
            " that page's `systemAt` to stay with what was known there.",
            show_default=False,
        ),
    ] = None,
) -> int:
    """Show what was believed of an entity over valid time.

    If there is more than `--first` allows, the last line, or `next` with `--json`, says how to
    get it.
    """
    run: Run = context.obj
    async with run.store() as db:
        at = as_of(db, run.caller, None, system_at)
        found = await entity_called(db, run.caller, entity, at)
        read = partial(
            reads.timeline,
            db,
            run.caller,
            entity=found.id,
            attribute=attribute,
            context=None,
            system_at=at.system_at,
        )
        behind = None if after is None else await _place_of(db, run.caller, after)
        held = await read(first=first, after=behind)
        full = len(held) == first
        rest = (
            held[-1].id if full and await read(first=1, after=reads.belief_key(held[-1])) else None
        )
        over = [] if after else await _formerly(db, run.caller, found, attribute, at)
        known = await Known.about(db, run.caller, held, over)
        await note_attribute(db, run, attribute, is_read=True)
    run.result(
        {
            "entity": entity_document(found),
            "systemAt": time(at.system_at),
            "beliefs": [belief_document(one, known) for one in held],
            "formerly": [memory_document(one, known) for one in over],
            "next": rest,
        }
    )
    who = escape(found.name)
    title = f"{who} over time, as known at {day(at.system_at)}"
    exactly = f"{who} over time, as known at {moment(at.system_at)}"
    run.out.print(beliefs_table(held, known, title) if held else f"{exactly}: nothing is believed")
    _print_formerly(run, over, known)
    if rest is not None:
        run.out.print(f"there is more: --after {rest} --system-at {time(at.system_at)}")
    return 0


@app.command(cls=TenantCommand, epilog="Example: doxa history Mike lives_in")
async def history(
    context: typer.Context,
    entity: EntityArgument,
    attribute: AttributeArgument,
    *,
    system_at: SystemOption = None,
) -> int:
    """Show every version of what was believed of one attribute, on both time axes."""
    run: Run = context.obj
    async with run.store() as db:
        at = as_of(db, run.caller, None, system_at)
        found = await entity_called(db, run.caller, entity, at)
        versions = await reads.history(
            db,
            run.caller,
            entity=found.id,
            attribute=attribute,
            context=None,
            known_at=at.system_at,
        )
        known = await Known.about(db, run.caller, versions)
        await note_attribute(db, run, attribute, is_read=True)
    run.result(
        {
            "entity": entity_document(found),
            "systemAt": time(at.system_at),
            "beliefs": [belief_document(one, known) for one in versions],
        }
    )
    title = f"{escape(found.name)}: every version of {escape(attribute)}"
    run.out.print(versions_table(versions, known, title) if versions else f"{title}: none")
    return 0


@app.command(cls=TenantCommand, epilog="Example: doxa related Mike --depth 2")
async def related(
    context: typer.Context,
    entity: EntityArgument,
    *,
    depth: Annotated[int, typer.Option("--depth", help="How many relations away, 1 to 6.")] = 1,
    valid_at: Annotated[
        datetime | None,
        time_option("--valid-at", "Over relations that held then. Default: now."),
    ] = None,
    system_at: SystemOption = None,
    limit: LimitOption = 1_000,
) -> int:
    """List the entities within some relations of one, nearest first."""
    run: Run = context.obj
    async with run.store() as db:
        at = as_of(db, run.caller, valid_at, system_at)
        origin = await entity_called(db, run.caller, entity, at)
        read = partial(reads.related, db, run.caller, entity=origin.id, depth=depth, as_of=at)
        found = await all_pages(
            lambda after: read(first=min(limit, PAGE), after=after),
            lambda one: (one.distance, one.entity),
            limit,
        )
        known = await Known.about(db, run.caller, [step for one in found for step in one.path])
    run.result(
        {
            "entity": entity_document(origin),
            "related": [
                {
                    "entity": reference(one.entity, known),
                    "distance": one.distance,
                    "path": [belief_document(step, known) for step in one.path],
                }
                for one in found
            ],
        }
    )
    title = f"{escape(origin.name)} as of {day(at.valid_at)}"
    run.out.print(related_table(found, known, title) if found else f"{title}: no relations")
    return 0


@app.command(cls=TenantCommand, epilog="Example: doxa diff Mike --from-system 2026-08-01T00:00:00Z")
async def diff(
    context: typer.Context,
    entity: EntityArgument,
    *,
    from_valid: Annotated[
        datetime | None, time_option("--from-valid", "What held then. Default: now.")
    ] = None,
    from_system: Annotated[
        datetime | None, time_option("--from-system", "As it was known then. Default: now.")
    ] = None,
    to_valid: Annotated[
        datetime | None, time_option("--to-valid", "Against what held then. Default: now.")
    ] = None,
    to_system: Annotated[
        datetime | None, time_option("--to-system", "As it was known then. Default: now.")
    ] = None,
) -> int:
    """Compare what is believed of an entity at two points on both time axes."""
    run: Run = context.obj
    async with run.store() as db:
        start = as_of(db, run.caller, from_valid, from_system, option="--from-system")
        end = as_of(db, run.caller, to_valid, to_system, option="--to-system")
        found = await entity_called(db, run.caller, entity, end)
        change = await reads.diff(db, run.caller, entity=found.id, before=start, after=end)
        known = await Known.about(db, run.caller, (*change.inserted, *change.retired))
    run.result(
        {
            "entity": entity_document(found),
            "from": {"validAt": time(start.valid_at), "systemAt": time(start.system_at)},
            "to": {"validAt": time(end.valid_at), "systemAt": time(end.system_at)},
            "at": time(change.at),
            "inserted": [belief_document(one, known) for one in change.inserted],
            "retired": [belief_document(one, known) for one in change.retired],
        }
    )
    for what, held in (("no longer believed", change.retired), ("new", change.inserted)):
        title = f"{escape(found.name)}: {what}"
        run.out.print(beliefs_table(list(held), known, title) if held else f"{title}: nothing")
    return 0


@app.command(cls=TenantCommand, epilog="Example: doxa memories --entity Mike --status SUPERSEDED")
async def memories(
    context: typer.Context,
    *,
    entity: Annotated[
        str | None,
        typer.Option("--entity", help="Only what is about this entity: a name, an alias or an id."),
    ] = None,
    attribute: AttributeOption = None,
    session: Annotated[
        str | None, typer.Option("--session", help="Only what was said in this session.")
    ] = None,
    topic: Annotated[
        str | None, typer.Option("--topic", help="Only of this topic, given or derived.")
    ] = None,
    kind: Annotated[
        MemoryType | None,
        typer.Option(
            "--type",
            metavar="TYPE",
            help=f"Only of this type: {', '.join(MemoryType)}.",
            show_default=False,
        ),
    ] = None,
    status: Annotated[
        MemoryStatus, typer.Option("--status", help="Only those that stand so now.")
    ] = MemoryStatus.ACTIVE,
    min_confidence: Annotated[
        float, typer.Option(help="Nothing less sure; confirmations count.")
    ] = 0.0,
    min_importance: Annotated[float, typer.Option(help="Nothing less important.")] = 0.0,
    limit: LimitOption = 1_000,
) -> int:
    """List memories, the last recorded first; the active ones by default."""
    run: Run = context.obj
    async with run.store() as db:
        about = None if entity is None else (await entity_called(db, run.caller, entity)).id
        wanted = reads.MemoryFilter(
            entity=about,
            attribute=attribute,
            session=session,
            topic=topic,
            type=kind,
            status=status,
            min_confidence=min_confidence,
            min_importance=min_importance,
        )
        size, now = min(limit, PAGE), db.clock()
        await note_attribute(db, run, attribute, is_read=True)
        found = await all_pages(
            lambda after: reads.memories(db, run.caller, wanted, first=size, after=after, at=now),
            reads.memory_key,
            limit,
        )
        known = await Known.named_by(db, run.caller, found)
    run.result({"memories": [memory_document(one, known) for one in found]})
    title = f"{status.value.lower()} memories"
    run.out.print(
        memories_table(found, known, f"{len(found):,} {title}") if found else f"no {title}"
    )
    return 0


@app.command(cls=TenantCommand, epilog="Example: doxa chain m_81c0")
async def chain(
    context: typer.Context,
    memory: Annotated[str, typer.Argument(metavar="MEMORY", help="The id of any member.")],
) -> int:
    """Show a memory's supersession chain, oldest first."""
    run: Run = context.obj
    async with run.store() as db:
        members = await reads.chain(db, run.caller, memory)
        known = await Known.named_by(db, run.caller, members)
    if not members:
        raise NotFound(
            f"there is no memory {memory[:80]!r}",
            field="MEMORY",
            hint="`doxa beliefs ENTITY --json` names the memories of each belief",
        )
    run.result({"memories": [memory_document(one, known) for one in members]})
    run.out.print(chain_table(members, known, "Supersession, oldest first"))
    return 0


@app.command(cls=Command, epilog="Example: doxa check")
async def check(
    *,
    tenant: Annotated[
        str | None,
        typer.Option(metavar="TENANT", help="Only this tenant.", show_default="every tenant"),
    ] = None,
    data: DataOption = None,
    as_json: JsonOption = False,
    verbose: VerboseOption = False,
) -> int:
    """Prove the invariants of the store; exit 1 if one is violated.

    Every violation is named.
    """
    run = Run.of(
        data, DEFAULT_TENANT if tenant is None else tenant, as_json=as_json, verbose=verbose
    )
    found: list[Violation] = []
    with show_progress() as say:
        async with run.store() as db:
            async for one in violations(db, tenant):
                found.append(one)
                run.out.print(f"[red]invariant {one.invariant}[/] {one.subject}: ", end="")
                run.out.print(one.message, markup=False)
                say(f"checking: {len(found)} violations so far")
    where = "the whole store" if tenant is None else f"tenant {tenant}"
    run.result(
        {
            "holds": not found,
            "tenant": tenant,
            "violations": [
                {"invariant": one.invariant, "subject": one.subject, "message": one.message}
                for one in found
            ],
        }
    )
    run.out.print(f"{where}: {len(found) or 'no'} violation{'' if len(found) == 1 else 's'}")
    return EXIT_FAILED_CHECK if found else 0


def as_of(
    db: Session,
    caller: Caller,
    valid_at: datetime | None,
    system_at: datetime | None,
    *,
    option: str = "--system-at",
) -> AsOf:
    """Return the point on both axes; a time left out is now.

    Raises:
        OutOfRange: the system time is in the future.
    """
    try:
        return reads.as_of(db, caller, valid_at, system_at)
    except DoxaError as error:
        error.field = option
        raise


async def entity_called(db: Session, caller: Caller, called: str, at: AsOf | None = None) -> Entity:
    """Return the entity with this id, or whom the name led to as known at a point.

    Raises:
        NotFound: there is none.
        Ambiguous: several have the name; the hint lists their ids.
    """
    found = None
    if is_entity_id(called):
        found = await reads.entity(db, caller, id=called)
    try:
        known_at = None if at is None else at.system_at
        found = found or await reads.entity(db, caller, name=called, system_at=known_at)
    except Ambiguous as error:
        error.field = "ENTITY"
        raise
    if found is None:
        raise NotFound(
            f"there is no entity {called[:80]!r} in tenant {caller.tenant}",
            field="ENTITY",
            hint="give a name or an id; another tenant is asked with --tenant",
        )
    return found


async def load_beliefs(
    db: Session, caller: Caller, entity: Entity, attribute: str | None, at: AsOf
) -> list[Belief]:
    """All beliefs about an entity at one point."""
    return await all_pages(
        lambda after: reads.beliefs(
            db, caller, entity=entity.id, attribute=attribute, as_of=at, first=PAGE, after=after
        ),
        reads.belief_key,
    )


async def _place_of(db: Session, caller: Caller, wanted: str) -> tuple[object, ...]:
    found = await reads.belief_by_id(db, caller, wanted)
    if found is None:
        raise NotFound(
            f"there is no belief {wanted[:80]!r}",
            field="--after",
            hint="give the `next` of the page before, or the id of any belief of the list",
        )
    return reads.belief_key(found)
