"""The commands review list, approve and reject: what the gate has stopped for a person."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.markup import escape

from api.cli.render import Known, about, day, memory_document, table, time
from api.cli.run import PAGE, LimitOption, ReasonOption, Run, TenantCommand, all_pages
from graph.errors import InvalidArgument
from graph.model.records import Memory
from graph.proposals.resolution import review as reviewing
from graph.proposals.resolution.review import Review
from graph.read import reads

app = typer.Typer(help="What the gate stopped and waits for a person: list, approve, reject.")

MemoriesArgument = Annotated[
    list[str], typer.Argument(metavar="MEMORY...", help="The ids of memories that wait.")
]


@app.command("list", cls=TenantCommand, epilog="Example: doxa review list --limit 20")
async def list_queue(
    context: typer.Context,
    *,
    limit: LimitOption = 1_000,
) -> int:
    """List what waits for a person, the oldest first, with the gate and the reason."""
    run: Run = context.obj
    async with run.store() as db:
        found = await all_pages(
            lambda after: reads.review_queue(db, run.caller, first=PAGE, after=after),
            lambda one: (one.recorded_at, one.id),
            limit,
        )
        known = await Known.named_by(db, run.caller, found)
    run.result({"reviewQueue": [_document(one, known) for one in found]})
    if not found:
        run.out.print(f"tenant {run.tenant}: nothing waits for a review")
        return 0
    shown = table(f"tenant {run.tenant}", "memory", "says", "about", "waits", "why", "since")
    for one in found:
        waits = one.waits
        assert waits is not None, "it is in the queue"
        shown.add_row(
            one.id,
            escape(one.text),
            about(one.attribute or "", one.context),
            waits.outcome.value,
            escape(f"{waits.gate}: {waits.reason}"),
            day(waits.since),
        )
    run.out.print(shown)
    return 0


@app.command(
    cls=TenantCommand, epilog="Example: doxa review approve m_81c0 --reason 'checked with Mike'"
)
async def approve(
    context: typer.Context,
    memories: MemoriesArgument,
    *,
    value: Annotated[
        str | None,
        typer.Option("--value", help="Approve one as this value.", show_default=False),
    ] = None,
    reason: ReasonOption = None,
) -> int:
    """Have them asserted now, each with its own time of saying."""
    run: Run = context.obj
    async with run.store() as db:
        if value is not None and len(memories) == 1:
            asked = Review(memories[0], approve=True, reason=reason, value=value)
            await reviewing.review(db, run.caller, asked)
        elif value is not None:
            raise InvalidArgument(
                "it is the value of one memory", field="--value", hint="approve one at a time"
            )
        else:
            await reviewing.review_many(db, run.caller, memories, approve=True, reason=reason)
        found = await reads.memories_by_id(db, run.caller, memories)
        known = await Known.named_by(db, run.caller, found.values())
    run.result({"memories": [memory_document(found[one], known) for one in found]})
    for one in found.values():
        run.out.print(f"{one.id} {one.status.value}: {one.text}", markup=False)
    return 0


@app.command(cls=TenantCommand, epilog="Example: doxa review reject m_81c0 --reason 'a joke'")
async def reject(
    context: typer.Context, memories: MemoriesArgument, *, reason: ReasonOption = None
) -> int:
    """Turn them away: they leave the queue, and are kept with who said so and why."""
    run: Run = context.obj
    async with run.store() as db:
        await reviewing.review_many(db, run.caller, memories, approve=False, reason=reason)
    run.result({"rejected": list(memories)})
    run.out.print(f"turned away: {len(set(memories))}")
    return 0


def _document(memory: Memory, records: Known) -> dict[str, Any]:
    """Return a memory that waits under the names of the GraphQL schema."""
    waits = memory.waits
    assert waits is not None, "it is in the queue"
    return memory_document(memory, records) | {
        "waits": {
            "as": waits.outcome.value,
            "gate": waits.gate,
            "reason": waits.reason,
            "since": time(waits.since),
            "policyVersion": waits.policy_version,
        }
    }
