"""Copy everything from one Neo4j database into another, as it is, and prove that it is there.

Deleted nodes, edges and properties stay in Neo4j's files until it writes over them. A copy is made
of what can be read, so that its files have nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import datetime

from graph.database.migrations import wait_for_indexes
from graph.database.server.embedded import Address
from graph.database.session import Session
from graph.database.statements import LANGUAGE, Statement, parse, statements
from graph.errors import Fault
from graph.progress import Say

BATCH = 1_000
# Of one statement: counting reads all there is.
LIMIT_S = 3_600.0

_COUNTS = ("history/compaction/count_nodes", "history/compaction/count_edges")


@dataclass(frozen=True, slots=True)
class Copied:
    """How much was copied."""

    nodes: int
    edges: int


async def copy_store(old: Address, new: Address, at: datetime, say: Say) -> Copied:
    """Copy a database into an empty one; the erasures that are complete get the time of it.

    Where each node went is kept in memory: about 300 bytes for each.

    Raises:
        Fault: the copy is not what was copied.
        StoreUnavailable: one of the servers does not answer.
    """
    async with _open(old) as source:
        rules = _rules(
            [row["made"] for row in await source.read("history/compaction/constraints")]
            + [row["made"] for row in await source.read("history/compaction/indexes")]
        )
        async with _open(new, rules) as target:
            places = await _copy_nodes(source, target, say)
            edges = await _copy_edges(source, target, places, say)
            say("making indexes")
            # From what is there already they are made faster than while it comes.
            for rule in rules:
                await target.write(rule)
            await wait_for_indexes(target)
            say("comparing")
            for counts in _COUNTS:
                if await source.read(counts) != await target.read(counts):
                    raise Fault("the copy of the store is not the same", hint="it is as it was")
            await target.write("history/compaction/note_compaction", at=at)
            return Copied(len(places), edges)


def _open(
    address: Address, rules: Mapping[str, Statement] | None = None
) -> AbstractAsyncContextManager[Session]:
    return Session.open(
        address.uri,
        address.user,
        address.password,
        catalogue={**statements(), **(rules or {})},
        limit_s=LIMIT_S,
    )


def _rules(made: Iterable[str]) -> dict[str, Statement]:
    """Statements that make the constraints and indexes which another database has."""
    header = "// access  schema\n// tenant  all  the schema spans tenants\n"
    sources = {
        f"rules/{number:03}": f"{header}{LANGUAGE}\n{text}" for number, text in enumerate(made)
    }
    return {name: parse(name, source) for name, source in sources.items()}


async def _copy_nodes(source: Session, target: Session, say: Say) -> dict[str, str]:
    """Copy all nodes; return where each is, by where it was."""
    places: dict[str, str] = {}
    async for nodes in source.stream("history/compaction/nodes", size=BATCH):
        rows = await target.write("history/compaction/create_nodes", nodes=nodes)
        places.update(rows[0]["pairs"])
        say(f"copying nodes: {len(places):,}")
    return places


async def _copy_edges(source: Session, target: Session, places: dict[str, str], say: Say) -> int:
    """Copy all edges between nodes of known places; return how many there are."""
    created = 0
    async for edges in source.stream("history/compaction/edges", size=BATCH):
        placed = [
            edge | {"source": places[edge["source"]], "target": places[edge["target"]]}
            for edge in edges
        ]
        rows = await target.write("history/compaction/create_edges", edges=placed)
        created += rows[0]["created"]
        say(f"copying edges: {created:,}")
    return created
