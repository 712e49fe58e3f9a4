"""The commands loops, unsettled, rebuild, reembed and tasks: upkeep of a store."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from rich.console import RenderableType
from rich.markup import escape
from rich.table import Table

from api import wiring
from api.cli.asking import asking
from api.cli.dispatch.groups import Group
from api.cli.failures import EXIT_PARTLY
from api.cli.render import Shown, about, day, end, start, table, time, value
from api.cli.run import (
    Command,
    DataOption,
    JsonOption,
    LimitOption,
    Run,
    TenantCommand,
    VerboseOption,
)
from extraction.embedding import backfill
from graph.errors import DoxaError, InvalidArgument
from graph.history.integrity.rebuild import rebuild as rebuild_tenant
from graph.model.records import DEFAULT_TENANT, Json
from graph.progress import show_progress, tell_elapsed
from graph.upkeep import tasks
from graph.upkeep.tasks import Task

app = typer.Typer()
scheduled = typer.Typer(cls=Group, help="Tasks that run on a schedule: list them, or run one now.")
app.add_typer(scheduled, name="tasks")


@app.command(cls=TenantCommand, epilog="Example: doxa loops --days 90")
async def loops(
    context: typer.Context,
    *,
    days: Annotated[
        float | None,
        typer.Option(
            help="Within how many days of the world's time.",
            show_default="DOXA_LOOP_WINDOW_DAYS",
        ),
    ] = None,
    least: Annotated[
        int | None,
        typer.Option("--min", help="How many changes.", show_default="DOXA_LOOP_BOUNDARIES"),
    ] = None,
) -> int:
    """List slots that kept changing between values, latest first."""
    run: Run = context.obj
    async with asking(run) as ask:
        try:
            data = await ask("loops", days=days, min=least)
        except DoxaError as error:
            error.field = None if error.field is None else f"--{error.field}"
            raise
    run.result(data)
    found = data["loops"]
    run.out.print(_table(found) if found else f"tenant {run.tenant}: nothing loops")
    return 0


@app.command(cls=TenantCommand, epilog="Example: doxa unsettled")
async def unsettled(
    context: typer.Context,
    *,
    limit: LimitOption = 1_000,
) -> int:
    """List open contradictions and loops with their history, the oldest first."""
    run: Run = context.obj
    async with asking(run) as ask:
        data = await ask.pages("unsettled", "unsettled", limit=limit)
    found = data["unsettled"]
    run.result({"unsettled": [one | {"ageDays": round(one["ageDays"], 1)} for one in found]})
    shown = _unsettled_table(found) if found else f"tenant {run.tenant}: all is settled"
    run.out.print(shown)
    return 0


@app.command(cls=TenantCommand, epilog="Example: doxa rebuild")
async def rebuild(context: typer.Context) -> int:
    """Recompute beliefs and supersessions from claims; repair differences.

    Every system time is recomputed; what agrees with the claims is not touched. The same command
    continues an interrupted run.
    """
    run: Run = context.obj
    with show_progress() as say:
        async with run.store() as db:
            done = await rebuild_tenant(db, run.caller, say)
    run.result({"tenant": run.tenant, "slots": done.slots, "mended": done.mended})
    run.out.print(f"tenant {run.tenant}: {done.slots:,} slots, {done.mended:,} repaired")
    return 0


@app.command(cls=Command, epilog="Example: doxa reembed")
async def reembed(
    *,
    data: DataOption = None,
    as_json: JsonOption = False,
    verbose: VerboseOption = False,
) -> int:
    """Embed every memory with the model of DOXA_EMBEDDING_MODEL.

    Computes missing vectors of all tenants; where the stored ones belong to another model, computes
    all anew. Until that is done the former ones serve processes that run with that model. The same
    command continues an interrupted run.
    """
    run = Run.of(data, DEFAULT_TENANT, as_json=as_json, verbose=verbose)
    embedder = await asyncio.to_thread(wiring.embedder, run.settings)
    if embedder is None:
        raise InvalidArgument(
            "no embedding model is wanted: it is set to none",
            field="DOXA_EMBEDDING_MODEL",
            hint="unset it, or name a model's folder",
        )
    with show_progress() as say:
        async with run.store() as db:
            done = await backfill.reembed(db, embedder, say)
    run.result(
        {
            "model": done.model,
            "dimension": done.dimension,
            "formerModel": done.former,
            "embedded": done.embedded,
            "memories": done.memories,
        }
    )
    run.out.print(
        f"{done.model}: {done.embedded:,} of {done.memories:,} memories embedded"
        + (f", in place of {done.former}" if done.former else ""),
        markup=False,
    )
    return 0


@scheduled.command("list", cls=TenantCommand, epilog="Example: doxa tasks list")
async def list_tasks(context: typer.Context) -> int:
    """List the tasks of the store: when they ran, what they did, when they run next."""
    run: Run = context.obj
    async with run.store() as db:
        found = await tasks.tasks(db, wiring.tasks(run.settings, db).values())
    run.result({"tasks": [_task_document(one) for one in found]})
    run.out.print(_task_table(found))
    return 0


@scheduled.command("run", cls=TenantCommand, epilog="Example: doxa tasks run decay")
async def run_task(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The task's name.")],
) -> int:
    """Run a task now, due or not; exit 3 if it fails.

    No service is needed. A run that was cut off is continued.
    """
    run: Run = context.obj
    async with run.store() as db, tell_elapsed(f"running {name}"):
        task = tasks.definition(wiring.tasks(run.settings, db), name)
        done = await tasks.run_now(db, task)
    run.result({"task": _task_document(done)})
    run.out.print(_task_table([done]))
    return 0 if done.error is None else EXIT_PARTLY


def _unsettled_table(items: Sequence[Shown]) -> Table:
    shown = table("Unsettled, the oldest first", "days", "of", "attribute", "waits", "values")
    # Eighty columns with the borders, also into a file.
    for column, width in zip(shown.columns, (4, 10, 14, 9, 27), strict=True):
        column.max_width = width
    for one in items:
        waits = one["contradiction"]
        values = [f"{value(it)} {start(it)} to {end(it)}" for it in one["history"]]
        shown.add_row(
            f"{one['ageDays']:.0f}",
            escape(one["entity"]["name"]),
            about(one),
            "loop" if waits is None else waits["kind"].lower(),
            escape("\n".join(values)),
        )
    return shown


def _task_document(task: Task) -> dict[str, Any]:
    """Return a task under the names of the GraphQL schema."""
    return {
        "name": task.name,
        "lastStarted": time(task.last_started),
        "lastFinished": time(task.last_finished),
        "lastEffect": task.last_effect,
        "error": task.error,
        "nextRun": time(task.next_run),
        "enabled": task.enabled,
    }


def _task_table(tasks: Sequence[Task]) -> RenderableType:
    shown = table("Tasks of the store", "task", "began", "ended", "did", "next")
    for one in tasks:
        shown.add_row(
            one.name,
            "never" if one.last_started is None else day(one.last_started),
            "" if one.last_finished is None else day(one.last_finished),
            escape(_words(one.last_effect) if one.error is None else f"failed: {one.error}"),
            "by hand" if one.next_run is None else day(one.next_run),
        )
    return shown


def _words(effect: Json) -> str:
    """Return what a run did, for people: "memories 12, changed 3"."""
    if not isinstance(effect, dict):
        return ""
    return ", ".join(f"{name.replace('_', ' ')} {count}" for name, count in effect.items())


def _table(loops: Sequence[Shown]) -> Table:
    columns = ("of", "attribute", "changes", "first", "last", "between")
    shown = table("Loops, latest first", *columns)
    for one in loops:
        shown.add_row(
            escape(one["entity"]["name"]),
            about(one),
            str(one["changes"]),
            day(one["firstSeen"]),
            day(one["lastChanged"]),
            escape(", ".join(one["values"])),
        )
    return shown
