"""What the commands do that look after a store: list loops, rebuild what is derived, reembed."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from rich.markup import escape
from rich.table import Table

from api import wiring
from api.cli_run import Run
from api.cli_show import Known, about, day, reference, table, time
from extraction import embedding_work
from graph import reads, rebuilding
from graph.errors import DoxaError, InvalidArgument
from graph.loops import Loop
from graph.progress import shown


async def loops(run: Run, days: float | None, least: int | None) -> int:
    """Print the slots that kept changing."""
    async with run.store() as db:
        try:
            found = await reads.loops(db, run.caller, days=days, least=least)
        except DoxaError as error:
            error.field = None if error.field is None else f"--{error.field}"
            raise
        named = await reads.entities_by_id(db, run.caller, {one.entity for one in found})
    known = Known(named, {})
    run.result(
        {
            "loops": [
                {
                    "entity": reference(one.entity, known),
                    "attribute": one.attribute,
                    "context": one.context,
                    "changes": one.changes,
                    "firstSeen": time(one.first_seen),
                    "lastChanged": time(one.last_changed),
                    "values": list(one.values),
                }
                for one in found
            ]
        }
    )
    run.out.print(_table(found, known) if found else f"tenant {run.tenant}: nothing loops")
    return 0


async def rebuild(run: Run) -> int:
    """Put right what the claims do not add up to."""
    with shown() as say:
        async with run.store() as db:
            done = await rebuilding.rebuild(db, run.caller, say)
    run.result({"tenant": run.tenant, "slots": done.slots, "mended": done.mended})
    run.out.print(f"tenant {run.tenant}: {done.slots:,} slots, {done.mended:,} put right")
    return 0


async def reembed(run: Run) -> int:
    """Bring every memory's vector to the model of the settings."""
    embedder = await asyncio.to_thread(wiring.embedder, run.settings)
    if embedder is None:
        raise InvalidArgument(
            "no embedding model is wanted: it is set to none",
            field="DOXA_EMBEDDING_MODEL",
            hint="unset it, or name a model's folder",
        )
    with shown() as say:
        async with run.store() as db:
            done = await embedding_work.reembed(db, embedder, say)
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


def _table(found: Sequence[Loop], known: Known) -> Table:
    columns = ("of", "attribute", "changes", "first", "last", "between")
    shown = table("Loops, latest first", *columns)
    for one in found:
        shown.add_row(
            escape(known.name(one.entity)),
            about(one.attribute, one.context),
            str(one.changes),
            day(one.first_seen),
            day(one.last_changed),
            escape(", ".join(one.values)),
        )
    return shown
