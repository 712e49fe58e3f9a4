"""The commands similar list and dismiss: memories across slots that are alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import typer
from rich.markup import escape

from api.cli.render import table, time
from api.cli.run import Run, TenantCommand
from graph.model.records import Memory
from graph.proposals.similarity import pairs
from graph.proposals.similarity.pairs import SimilarPair
from graph.read import reads
from graph.vocabulary import SimilarityStatus

app = typer.Typer(help="Memories across slots that are alike: list, dismiss.")

PAIRS_MAX = 500


@app.command("list", cls=TenantCommand, epilog="Example: doxa similar list")
async def list_pairs(
    context: typer.Context,
    *,
    status: Annotated[
        SimilarityStatus, typer.Option("--status", case_sensitive=False, help="Which of them.")
    ] = SimilarityStatus.OPEN,
) -> int:
    """List pairs of similar memories of one status, in the order found.

    The task similar_memories finds them. Correct, retract or revoke a memory, or dismiss the pair.
    """
    run: Run = context.obj
    async with run.store() as db:
        page = await pairs.similar_memories(db, run.caller, status=status, first=PAIRS_MAX)
        sides = {side for pair in page.items for side in (pair.older, pair.newer)}
        known = await reads.memories_by_id(db, run.caller, sides)
    documents = [_pair_document(pair, known) for pair in page.items]
    run.result({"similarMemories": documents, "hasNextPage": page.has_next})
    if not page.items:
        run.out.print(f"no similar memories are {status.value.lower()}")
        return 0
    shown = table(f"tenant {run.tenant}", "pair", "older", "newer", "because")
    for pair in page.items:
        texts = [escape(known[side].text) for side in (pair.older, pair.newer)]
        shown.add_row(pair.id, *texts, escape("; ".join(pair.reasons)))
    run.out.print(shown)
    return 0


@app.command(
    cls=TenantCommand, epilog="Example: doxa similar dismiss q_40bd --reason 'not the same'"
)
async def dismiss(
    context: typer.Context,
    pair: Annotated[str, typer.Argument(metavar="PAIR", help="The pair's id.")],
    *,
    reason: Annotated[
        str | None, typer.Option("--reason", help="Why nothing is to be done.", show_default=False)
    ] = None,
) -> int:
    """Dismiss a pair: the two never come up again."""
    run: Run = context.obj
    async with run.store() as db:
        done = await pairs.dismiss_similar(db, run.caller, pair, reason)
        known = await reads.memories_by_id(db, run.caller, [done.older, done.newer])
    run.result({"similarMemories": _pair_document(done, known)})
    run.out.print("dismissed: they do not come up again")
    return 0


def _pair_document(pair: SimilarPair, memories: Mapping[str, Memory]) -> dict[str, Any]:
    """Return a pair under the names of the GraphQL schema."""
    return {
        "id": pair.id,
        "older": _memory_document(memories[pair.older]),
        "newer": _memory_document(memories[pair.newer]),
        "similarity": round(pair.cosine, 4),
        "reasons": list(pair.reasons),
        "status": pair.status.value,
        "verdict": None if pair.verdict is None else pair.verdict.value,
        "foundAt": time(pair.found_at),
        "judgedAt": time(pair.judged_at),
        "decidedAt": time(pair.decided_at),
        "actor": pair.actor,
        "reason": pair.reason,
    }


def _memory_document(memory: Memory) -> dict[str, Any]:
    return {
        "id": memory.id,
        "text": memory.text,
        "attribute": memory.attribute,
        "value": memory.value,
        "negative": memory.negative,
    }
