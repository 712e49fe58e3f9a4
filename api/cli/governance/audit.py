"""The commands audit list, export, verify and head: what was done, and that it is all there."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from api.cli.failures import EXIT_FAILED_CHECK
from api.cli.render import day, table, time
from api.cli.run import (
    PAGE,
    LimitOption,
    OutputOption,
    Run,
    TenantCommand,
    all_pages,
    open_file,
    open_output,
    time_option,
)
from api.files.json_lines import raw_lines
from graph.database.audit.chain import Head, Report, verify
from graph.database.audit.lines import (
    head_document,
    head_line,
    read_head,
    read_records,
    record_line,
)
from graph.database.audit.sealing import head as load_head
from graph.database.audit.sealing import seal
from graph.database.audit.verification import read_sealed, verify_store
from graph.errors import InvalidArgument, NotFound
from graph.model.records import AuditRecord
from graph.progress import tell_elapsed
from graph.read import reads

app = typer.Typer(help="What was done: list, export and verify the audit, or print its head.")

_SUBJECT_MAX = 40


@app.command("list", cls=TenantCommand, epilog="Example: doxa audit list --subject Mike")
async def list_records(
    context: typer.Context,
    *,
    subject: Annotated[
        str | None, typer.Option("--subject", help="About one memory or other id.")
    ] = None,
    action: Annotated[str | None, typer.Option("--action", help="Of one action.")] = None,
    since: Annotated[datetime | None, time_option("--since", "Made since then.")] = None,
    limit: LimitOption = 1_000,
) -> int:
    """List what was done, by whom and why, the oldest first."""
    run: Run = context.obj
    async with run.store() as db:
        found = await all_pages(
            lambda after: reads.audit(
                db,
                run.caller,
                subject=subject,
                action=action,
                since=since,
                first=PAGE,
                after=after,
            ),
            lambda one: (one.at, one.id),
            limit,
        )
    run.result({"audit": [_document(one) for one in found]})
    run.out.print(_table(found) if found else f"tenant {run.tenant}: nothing was done")
    return 0


@app.command(cls=TenantCommand, epilog="Example: doxa audit export -o audit.jsonl")
async def export(
    context: typer.Context,
    *,
    output: OutputOption = None,
    reasons: Annotated[
        bool, typer.Option("--reasons", help="With the reasons, which may repeat what was said.")
    ] = False,
) -> int:
    """Export the audit as JSON Lines, a record a line, in the order of its chain.

    `doxa audit verify --file FILE` verifies it without a store. Without reasons it holds nothing
    that an erasure would have to reach.
    """
    run: Run = context.obj
    lines = 0
    with open_output(output) as write:
        async with run.store() as db, tell_elapsed("reading the audit"):
            await seal(db, run.tenant)
            head = await load_head(db, run.tenant)
            if head is not None:
                async for record in read_sealed(db, run.tenant, until=head.sequence):
                    write(record_line(record, reasons=reasons))
                    lines += 1
    if output is not None:
        kept = None if head is None else head_document(head)
        run.result({"file": str(output), "lines": lines, "head": kept})
        run.out.print(f"{lines:,} records in {output}", markup=False)
        if head is not None:
            run.out.print(f"head: {head_line(head)}", markup=False, soft_wrap=True)
    return 0


@app.command(cls=TenantCommand, epilog="Example: doxa audit head > head.json")
async def head(context: typer.Context) -> int:
    """Print how far the audit's chain is; kept elsewhere, it proves later that nothing is gone.

    Give it to `doxa audit verify --head`.
    """
    run: Run = context.obj
    async with run.store() as db:
        await seal(db, run.tenant)
        found = await load_head(db, run.tenant)
    if found is None:
        raise NotFound(
            f"the audit of tenant {run.tenant} is empty",
            field="--tenant",
            hint="there is a head as soon as something was done",
        )
    run.result(head_document(found))
    run.out.print(head_line(found), markup=False, soft_wrap=True)
    return 0


@app.command("verify", cls=TenantCommand, epilog="Example: doxa audit verify --head head.json")
async def verify_audit(
    context: typer.Context,
    *,
    file: Annotated[
        Path | None,
        typer.Option("--file", metavar="FILE", help="An export, instead of the store."),
    ] = None,
    heads: Annotated[
        list[str] | None,
        typer.Option(
            "--head",
            metavar="HEAD",
            help="A head that was kept, or a file with one; may be given several times.",
        ),
    ] = None,
) -> int:
    """Find records that were altered, removed or reordered; exit 1 if there are any.

    What was cut off at the end is found by the store's own head, unless that was changed too; by a
    head that was kept elsewhere it is always found.
    """
    run: Run = context.obj
    anchors = [_head(given) for given in heads or ()]
    if file is not None:
        with open_file(file) as stream:
            report = verify(read_records(raw_lines(stream)), anchors=anchors)
    else:
        async with run.store() as db, tell_elapsed("verifying the audit"):
            await run.seal(db)
            report = await verify_store(db, run.tenant, anchors)
    run.result(_report(report))
    what = str(file) if file is not None else f"tenant {run.tenant}"
    _show(run, what, report)
    return 0 if report.sound else EXIT_FAILED_CHECK


def _head(given: str) -> Head:
    """Return a head from its text, or from the file of that name."""
    if given.lstrip().startswith("{"):
        return read_head(given)
    with open_file(Path(given)) as stream:
        try:
            return read_head(stream.read(10_000).decode())
        except UnicodeDecodeError as error:
            raise InvalidArgument(
                f"{given} is no text", field="--head", hint="give what doxa audit head printed"
            ) from error


def _report(report: Report) -> dict[str, Any]:
    return {
        "sound": report.sound,
        "records": report.records,
        "withoutReason": report.redacted,
        "last": {"sequence": report.last[0], "hash": report.last[1]},
        "findings": [
            {
                "flaw": one.flaw.value,
                "sequence": one.sequence,
                "record": one.record,
                "message": one.message,
            }
            for one in report.findings
        ],
        "moreFindings": report.more,
    }


def _show(run: Run, what: str, report: Report) -> None:
    redacted = f", {report.redacted:,} without their reason" if report.redacted else ""
    if report.sound:
        run.out.print(f"{what}: {report.records:,} records, all in place{redacted}", markup=False)
        return
    shown = table(f"{what}: this is wrong", "number", "record", "flaw", "what")
    for one in report.findings:
        number = "" if one.sequence is None else str(one.sequence)
        shown.add_row(number, escape(one.record or ""), one.flaw.value.lower(), one.message)
    run.out.print(shown)
    if report.more:
        run.out.print(f"and {report.more:,} findings more")


def _document(record: AuditRecord) -> dict[str, Any]:
    """Return a record under the names of the GraphQL schema."""
    return {
        "id": record.id,
        "at": time(record.at),
        "actor": record.actor,
        "action": record.action,
        "subject": record.subject,
        "gate": record.gate,
        "policyVersion": record.policy,
        "reason": record.reason,
        "sequence": record.sequence,
        "hash": record.hash,
    }


def _table(records: Sequence[AuditRecord]) -> Table:
    shown = table("What was done, the oldest first", "at", "by", "did", "to", "gate", "why")
    # Nearly always an id; what is longer has to fold.
    shown.columns[3].no_wrap = all(len(one.subject or "") <= _SUBJECT_MAX for one in records)
    for one in records:
        texts = (one.actor, one.action, one.subject, one.gate, one.reason)
        shown.add_row(day(one.at), *(escape(text or "") for text in texts))
    return shown
