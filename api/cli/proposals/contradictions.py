"""The commands contradictions and contradictions answer: what contradicts, and what holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from api.cli.dispatch.groups import Group
from api.cli.render import (
    Known,
    about,
    beliefs_table,
    day,
    memory_document,
    reference,
    table,
    time,
    written_document,
)
from api.cli.run import PAGE, LimitOption, ReasonOption, Run, TenantCommand, all_pages
from graph.database.session import Session
from graph.errors import InvalidArgument
from graph.model.commands import Answer, InContext
from graph.model.records import Caller, Contradiction
from graph.progress import tell_elapsed
from graph.proposals.resolution import resolve
from graph.read import reads
from graph.read.contradicting_claims import ClaimPair
from graph.vocabulary import ContradictionStatus, Resolution

LIST = "list"


class _Contradictions(Group):
    """``doxa contradictions`` is ``doxa contradictions list``."""

    left_out = LIST
    runs_alone = True


app = typer.Typer(
    cls=_Contradictions,
    help="Contradictions: list those detected, scan claims for them, answer one that waits.",
)


@app.command(LIST, cls=TenantCommand, epilog="Example: doxa contradictions --status OPEN")
async def list_contradictions(
    context: typer.Context,
    *,
    scan: Annotated[
        bool,
        typer.Option(
            "--scan", help="Every two claims that contradict each other, believed or not."
        ),
    ] = False,
    status: Annotated[
        ContradictionStatus | None,
        typer.Option("--status", help="Only detected ones with this status.", show_default=False),
    ] = None,
    limit: LimitOption = 1_000,
) -> int:
    """List contradictions as they were detected, or scan all claims for pairs that contradict.

    The scan changes nothing. It also shows claims that have given way to another one.
    """
    run: Run = context.obj
    if scan and status is not None:
        raise InvalidArgument(
            "a pair of claims has no status", field="--status", hint="leave out --scan or --status"
        )
    async with run.store() as db, tell_elapsed("reading claims"):
        if scan:
            pairs = await all_pages(
                lambda after: reads.contradicting_claims(db, run.caller, first=PAGE, after=after),
                lambda pair: pair.key,
                limit,
            )
            known = await _known(
                db, run.caller, [key for p in pairs for key in (p.earlier, p.later)]
            )
            _show_pairs(run, pairs, known)
            return 0
        found = await all_pages(
            lambda after: reads.contradictions(
                db, run.caller, status=status, first=PAGE, after=after
            ),
            lambda one: (one.detected_at, one.id),
            limit,
        )
        known = await _known(
            db, run.caller, [key for one in found for key in (*one.held, one.challenger)]
        )
    _show_detected(run, found, known)
    return 0


@app.command(
    cls=TenantCommand,
    epilog="Example: doxa contradictions answer c_4d0f --as REPLACE --reason 'she told me'",
)
async def answer(
    context: typer.Context,
    contradiction: Annotated[
        str, typer.Argument(metavar="CONTRADICTION", help="The id of one that is OPEN.")
    ],
    *,
    resolution: Annotated[
        Resolution,
        typer.Option(
            "--as",
            case_sensitive=False,
            help="What holds: what was held, the challenger in its place, each in its context,"
            " both, none of them, or another value.",
        ),
    ],
    value: Annotated[
        str | None,
        typer.Option("--value", help="With OTHER: the value that holds.", show_default=False),
    ] = None,
    contexts: Annotated[
        list[str] | None,
        typer.Option(
            "--context",
            metavar="CONTEXT=VALUE",
            help="With BY_CONTEXT, for each value: where it holds; =VALUE is everywhere else.",
            show_default=False,
        ),
    ] = None,
    reason: ReasonOption = None,
) -> int:
    """Answer a contradiction that waits; a value that never was right stays rejected."""
    run: Run = context.obj
    given = Answer(
        contradiction=contradiction,
        resolution=resolution,
        contexts=tuple(map(_in_context, contexts or ())),
        value=value,
        reason=reason,
    )
    async with run.store() as db:
        done = await resolve.resolve_contradiction(db, run.caller, given)
        known = await Known.about(db, run.caller, done.beliefs)
    run.result(written_document(done, known))
    if done.beliefs:
        run.out.print(beliefs_table(done.beliefs, known, "What holds now"))
    else:
        run.out.print("answered: what is believed stays as it was")
    return 0


def _in_context(given: str) -> InContext:
    where, equals, value = given.partition("=")
    if not equals:
        raise InvalidArgument(
            f"{given[:80]!r} has no =", field="--context", hint="write --context work=Rome"
        )
    return InContext(where.strip() or None, value.strip())


async def _known(db: Session, caller: Caller, ids: Sequence[str]) -> Known:
    memories = await reads.memories_by_id(db, caller, set(ids))
    return await Known.named_by(db, caller, memories.values())


def _show_pairs(run: Run, pairs: Sequence[ClaimPair], records: Known) -> None:
    run.result(
        {
            "pairs": [
                _slot(one, records)
                | {
                    "validFrom": time(one.start),
                    "validTo": time(one.end),
                    "earlier": _memory(one.earlier, records),
                    "later": _memory(one.later, records),
                }
                for one in pairs
            ]
        }
    )
    if not pairs:
        run.out.print(f"tenant {run.tenant}: no two claims contradict each other")
        return
    columns = ("of", "attribute", "earlier", "later", "from", "until")
    rows = [
        (
            *(_value(one.earlier, records), _value(one.later, records)),
            day(one.start),
            "" if one.end is None else day(one.end),
        )
        for one in pairs
    ]
    run.out.print(_table("Claims that contradict each other", columns, pairs, records, rows))


def _show_detected(run: Run, contradictions: Sequence[Contradiction], records: Known) -> None:
    run.result(
        {
            "contradictions": [
                _slot(one, records)
                | {
                    "id": one.id,
                    "kind": one.kind.value,
                    "status": one.status.value,
                    "detectedAt": time(one.detected_at),
                    "held": [_memory(key, records) for key in one.held],
                    "challenger": _memory(one.challenger, records),
                }
                for one in contradictions
            ]
        }
    )
    if not contradictions:
        run.out.print(f"tenant {run.tenant}: no contradiction was detected")
        return
    columns = ("of", "attribute", "kind", "held", "challenger", "id")
    rows = [
        (
            f"{one.kind.value} {one.status.value}",
            ", ".join(dict.fromkeys(_value(key, records) for key in one.held)),
            *(_value(one.challenger, records), one.id),
        )
        for one in contradictions
    ]
    run.out.print(_table("Contradictions, as detected", columns, contradictions, records, rows))


def _table(
    title: str,
    columns: Sequence[str],
    pairs: Sequence[ClaimPair | Contradiction],
    records: Known,
    rows: Sequence[Sequence[str]],
) -> Table:
    shown = table(title, *columns)
    for one, cells in zip(pairs, rows, strict=True):
        of = (escape(records.name(one.entity)), about(one.attribute, one.context))
        shown.add_row(*of, *map(escape, cells))
    return shown


def _slot(pair: ClaimPair | Contradiction, records: Known) -> dict[str, Any]:
    return {
        "entity": reference(pair.entity, records),
        "attribute": pair.attribute,
        "context": pair.context,
    }


def _memory(key: str, records: Known) -> dict[str, Any]:
    memory = records.memories.get(key)
    return {"id": key} if memory is None else memory_document(memory, records)


def _value(key: str, records: Known) -> str:
    """Return what a claim says in a word: its value, or that it denies one."""
    memory = records.memories.get(key)
    if memory is None:
        return key
    value = records.value(memory) or "any"
    return f"not {value}" if memory.negative else value
