"""The command compact: write the store's files anew."""

from __future__ import annotations

import os

import typer

from api.cli.run import Command, DataOption, JsonOption, Run, VerboseOption
from graph.clock import now
from graph.database.server.disk import MB
from graph.database.server.replacement import run_replacement, size_of
from graph.errors import InvalidArgument
from graph.history.compaction.copying import copy_store
from graph.model.records import DEFAULT_TENANT
from graph.progress import show_progress

app = typer.Typer()


@app.command(cls=Command, epilog="Example: doxa compact")
async def compact(
    *,
    data: DataOption = None,
    as_json: JsonOption = False,
    verbose: VerboseOption = False,
) -> int:
    """Write the store's files anew, so that they have nothing of what was erased.

    The embedded database must be stopped; what wants to use it meanwhile waits. As much disk is
    needed again as the store takes. Cut off, it has changed nothing.
    """
    run = Run.of(data, DEFAULT_TENANT, as_json=as_json, verbose=verbose)
    if run.settings.neo4j_uri:
        raise InvalidArgument(
            "only the embedded database can be compacted, and DOXA_NEO4J_URI names another",
            field="DOXA_NEO4J_URI",
            hint="there, restore a backup that was made after the erasure into a new database",
        )
    # Two servers run at once.
    os.environ.pop("DOXA_NEO4J_PORT", None)
    before = size_of(run.data)
    with show_progress() as say, run_replacement(run.data, say) as (old, new):
        # Nothing else runs on this loop that starting a server could keep waiting.
        copied = await copy_store(old, new, now(), say)
    after = size_of(run.data)
    run.result(
        {
            "nodes": copied.nodes,
            "edges": copied.edges,
            "bytesBefore": before,
            "bytesAfter": after,
        }
    )
    run.out.print(
        f"{copied.nodes:,} nodes and {copied.edges:,} edges, written anew:"
        f" {before / MB:,.1f} MB became {after / MB:,.1f} MB"
    )
    return 0
