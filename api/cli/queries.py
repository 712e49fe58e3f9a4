"""The commands that read: beliefs over both times, what is related, memories, check."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Annotated, Any

import typer
from rich.markup import escape

from api.cli.asking import asking
from api.cli.failures import EXIT_FAILED_CHECK
from api.cli.render import (
    Shown,
    beliefs_table,
    chain_table,
    day,
    formerly_table,
    memories_table,
    moment,
    related_table,
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
    time_option,
)
from graph.errors import NotFound
from graph.model.records import DEFAULT_TENANT, Violation
from graph.progress import show_progress
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
    async with asking(run) as ask:
        at = ask.as_of(valid_at, system_at)
        found = await ask.entity(
            entity,
            "beliefs",
            "beliefs",
            attribute=attribute,
            asOf=at,
            systemAt=at["systemAt"],
        )
    held, over = found.pop("beliefs"), found.pop("formerly")
    run.result({"entity": found, "asOf": at, "beliefs": held, "formerly": over})
    who = escape(found["name"])
    title = f"{who} as of {day(at['validAt'])}, as known at {day(at['systemAt'])}"
    # A period that was asked about is its first moment, which explains why there is nothing.
    exactly = f"{who} as of {moment(at['validAt'])}, as known at {moment(at['systemAt'])}"
    run.out.print(beliefs_table(held, title) if held else f"{exactly}: nothing is believed")
    _print_formerly(run, over)
    return 0


def _print_formerly(run: Run, over: Sequence[Shown]) -> None:
    if over:
        run.out.print(formerly_table(over, "Over, and nobody knows since when"))


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
    async with asking(run) as ask:
        first, last = await ask.entity(start), await ask.entity(end)
        ends = {"from": first["id"], "to": last["id"]}
        steps = (await ask("path", depth=depth, **ends))["path"]
    run.result({"path": steps})
    title = f"from {escape(first['name'])} to {escape(last['name'])}"
    run.out.print(beliefs_table(steps, title) if steps else f"{title}: no path")
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
    async with asking(run) as ask:
        known_at = ask.as_of(None, system_at)["systemAt"]
        read = partial(
            ask.entity,
            entity,
            "timeline",
            "beliefs",
            attribute=attribute,
            systemAt=known_at,
        )
        behind = None if after is None else _cursor_of(after, await read(whole=False))
        found = await read(limit=first + 1, after=behind, whole=True)
    held, over = _take_beliefs(found), found.pop("formerly")
    rest = held[first - 1]["id"] if len(held) > first else None
    held, over = held[:first], over[:0] if after else over
    run.result(
        {
            "entity": found,
            "systemAt": known_at,
            "beliefs": held,
            "formerly": over,
            "next": rest,
        }
    )
    who = escape(found["name"])
    title = f"{who} over time, as known at {day(known_at)}"
    exactly = f"{who} over time, as known at {moment(known_at)}"
    run.out.print(beliefs_table(held, title) if held else f"{exactly}: nothing is believed")
    _print_formerly(run, over)
    if rest is not None:
        run.out.print(f"there is more: --after {rest} --system-at {known_at}")
    return 0


def _take_beliefs(entity: dict[str, Any]) -> list[dict[str, Any]]:
    """Take the plain list of beliefs out of an answer, without their places."""
    beliefs = entity.pop("beliefs")
    for one in beliefs:
        del one["cursor"]
    return beliefs


def _cursor_of(wanted: str, entity: Shown) -> str:
    """Return the place of a belief in a timeline."""
    for one in entity["beliefs"]:
        if one["id"] == wanted:
            return one["cursor"]
    raise NotFound(
        f"there is no belief {wanted[:80]!r}",
        field="--after",
        hint="give the `next` of the page before, or the id of any belief of the list",
    )


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
    async with asking(run) as ask:
        known_at = ask.as_of(None, system_at)["systemAt"]
        found = await ask.entity(
            entity, "history", "beliefs", attribute=attribute, systemAt=known_at
        )
    versions = _take_beliefs(found)
    run.result({"entity": found, "systemAt": known_at, "beliefs": versions})
    title = f"{escape(found['name'])}: every version of {escape(attribute)}"
    run.out.print(versions_table(versions, title) if versions else f"{title}: none")
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
    async with asking(run) as ask:
        at = ask.as_of(valid_at, system_at)
        origin = await ask.entity(
            entity,
            "related",
            "related",
            limit=limit,
            depth=depth,
            asOf=at,
            systemAt=at["systemAt"],
        )
    found = origin.pop("related")
    run.result({"entity": origin, "related": found})
    title = f"{escape(origin['name'])} as of {day(at['validAt'])}"
    run.out.print(related_table(found, title) if found else f"{title}: no relations")
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
    async with asking(run) as ask:
        start = ask.as_of(from_valid, from_system, option="--from-system")
        end = ask.as_of(to_valid, to_system, option="--to-system")
        found = await ask.entity(entity, systemAt=end["systemAt"])
        points = {"from": start, "to": end}
        change = (await ask("diff", entity=found["id"], **points))["diff"]
    run.result({"entity": found, **points, **change})
    for what, held in (("no longer believed", change["retired"]), ("new", change["inserted"])):
        title = f"{escape(found['name'])}: {what}"
        run.out.print(beliefs_table(held, title) if held else f"{title}: nothing")
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
    async with asking(run) as ask:
        data = await ask.pages(
            "memories",
            "memories",
            limit=limit,
            entity=await ask.entity_id(entity),
            attribute=attribute,
            session=session,
            topic=topic,
            type=kind,
            status=status,
            minConfidence=min_confidence,
            minImportance=min_importance,
        )
    run.result(data)
    found = data["memories"]
    title = f"{status.value.lower()} memories"
    run.out.print(memories_table(found, f"{len(found):,} {title}") if found else f"no {title}")
    return 0


@app.command(cls=TenantCommand, epilog="Example: doxa chain m_81c0")
async def chain(
    context: typer.Context,
    memory: Annotated[str, typer.Argument(metavar="MEMORY", help="The id of any member.")],
) -> int:
    """Show a memory's supersession chain, oldest first."""
    run: Run = context.obj
    async with asking(run) as ask:
        members = (await ask("chain", memory=memory))["supersessionChain"]
    if not members:
        raise NotFound(
            f"there is no memory {memory[:80]!r}",
            field="MEMORY",
            hint="`doxa beliefs ENTITY --json` names the memories of each belief",
        )
    run.result({"memories": members})
    run.out.print(chain_table(members, "Supersession, oldest first"))
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
    from graph.history.integrity.check import violations  # noqa: PLC0415 -- of all here it alone

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
