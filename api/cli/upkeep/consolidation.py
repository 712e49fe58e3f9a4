"""The command consolidate: one memory for several that say nearly the same."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import typer
from rich.markup import escape

from api import wiring
from api.cli.run import Run, TenantCommand
from extraction.embedding.backfill import embed_waiting
from graph.database.session import Session
from graph.errors import InvalidArgument
from graph.model.records import Memory
from graph.progress import show_progress
from graph.proposals.consolidation.consolidate import Consolidated, Group
from graph.proposals.consolidation.consolidate import consolidate as consolidate_topic
from graph.proposals.consolidation.schedule import schedule_consolidation
from graph.read import reads

app = typer.Typer()


@app.command(cls=TenantCommand, epilog="Example: doxa consolidate work --apply")
async def consolidate(
    context: typer.Context,
    topic: Annotated[
        str | None,
        typer.Argument(metavar="TOPIC", help="Of the memories' topics, one.", show_default=False),
    ] = None,
    *,
    threshold: Annotated[
        float | None,
        typer.Option(
            help="The cosine of vectors from which memories are alike; by default"
            " DOXA_CONSOLIDATION_THRESHOLD.",
            show_default=False,
        ),
    ] = None,
    apply: Annotated[bool, typer.Option("--apply", help="Do it.")] = False,
    scheduled: Annotated[
        bool | None,
        typer.Option(
            "--schedule/--no-schedule",
            help="Have the service do it for all topics, each week by default, or no more.",
            show_default=False,
        ),
    ] = None,
) -> int:
    """Have one memory stand for several alike; without --apply, show which.

    What would lose anything, or change what is believed at any time, is left as it is.
    """
    run: Run = context.obj
    if scheduled is not None:
        return await _schedule(run, enabled=scheduled)
    if topic is None:
        raise InvalidArgument("no topic", field="TOPIC", hint="name one, or give --schedule")
    async with run.store() as db:
        async with wiring.merging(run.settings, db, run.caller) as merger:
            found = await consolidate_topic(
                db, run.caller, topic, threshold=threshold, dry_run=not apply, merger=merger
            )
        ids = [key for group in found.groups for key in group.originals]
        known = await reads.memories_by_id(db, run.caller, ids)
        if found.merged:
            await _embed(db, run)
    run.result({"consolidation": _document(found, known)})
    for group in found.groups:
        run.out.print(_diff(group, known))
    run.out.print(_summary(found))
    return 0


async def _schedule(run: Run, *, enabled: bool) -> int:
    async with run.store() as db:
        await schedule_consolidation(db, run.caller, enabled=enabled)
    run.result({"scheduleConsolidation": enabled})
    run.out.print(f"tenant {run.tenant}: consolidated on schedule: {'yes' if enabled else 'no'}")
    return 0


async def _embed(db: Session, run: Run) -> None:
    """Make the vectors of the new memories, so that recall finds them by these at once."""
    embedder = await asyncio.to_thread(wiring.embedder, run.settings)
    if embedder is not None:
        with show_progress() as say:
            await embed_waiting(db, embedder, say)


def _document(result: Consolidated, memories: dict[str, Memory]) -> dict[str, Any]:
    """Return what was found, under the names of the GraphQL schema."""
    return {
        "groups": [
            {
                "canonical": group.canonical,
                "originals": [
                    {"id": key, "text": memories[key].text}
                    for key in group.originals
                    if key in memories
                ],
                "memory": None if group.memory is None else {"id": group.memory},
                "lost": list(group.lost),
                "why": group.why,
            }
            for group in result.groups
        ],
        "applied": result.applied,
        "unembedded": result.unembedded,
        "why": result.why,
    }


def _diff(group: Group, memories: dict[str, Memory]) -> str:
    """Return a group as a diff: what goes, what comes; or what stays, and why."""
    texts = [memories[key].text for key in group.originals if key in memories]
    if group.why is not None:
        lost = f" ({', '.join(group.lost)})" if group.lost else ""
        lines = [f"  {text}" for text in texts]
        return escape("\n".join([*lines, f"  stays: {group.why}{lost}", ""]))
    return escape("\n".join([*(f"- {text}" for text in texts), f"+ {group.canonical}", ""]))


def _summary(result: Consolidated) -> str:
    can = [group for group in result.groups if group.why is None]
    kept = len(result.groups) - len(can)
    count = sum(len(group.originals) for group in can)
    done = "became" if result.applied else "would become"
    lines = [f"{count:,} memories {done} {len(can):,}; {kept:,} groups stay as they are"]
    if result.unembedded:
        lines.append(f"{result.unembedded:,} memories have no vector yet and were left out")
    if result.why is not None:
        lines.append(result.why)
    if can and not result.applied:
        lines.append("--apply does it")
    return escape("\n".join(lines))
