"""The commands jobs list, show, cancel and retry: what is to be read, and dead letters."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.markup import escape

from api.cli.render import day, table, time
from api.cli.run import PAGE, LimitOption, Run, TenantCommand, all_pages
from api.service import wake_ups
from graph.errors import NotFound
from graph.model.records import Decision, Job
from graph.vocabulary import JobStatus
from graph.write.intake import job_control, jobs

app = typer.Typer(help="Jobs: list them, show one with its decisions, cancel one, run one again.")

JobArgument = Annotated[str, typer.Argument(metavar="JOB", help="The id of a job.")]


@app.command("list", cls=TenantCommand, epilog="Example: doxa jobs list --status FAILED")
async def list_jobs(
    context: typer.Context,
    *,
    status: Annotated[
        JobStatus | None,
        typer.Option(
            "--status",
            case_sensitive=False,
            help="Only these; FAILED are the dead letters.",
            show_default=False,
        ),
    ] = None,
    session: Annotated[
        str | None, typer.Option("--session", help="Only of this session.", show_default=False)
    ] = None,
    limit: LimitOption = 1_000,
) -> int:
    """List jobs in the order accepted, with what is wrong with them."""
    run: Run = context.obj
    async with run.store() as db:
        found = await all_pages(
            lambda after: job_control.jobs_of_tenant(
                db, run.caller, status=status, session=session, first=PAGE, after=after
            ),
            job_control.job_key,
            limit,
        )
    run.result({"jobs": [_document(one) for one in found]})
    if not found:
        run.out.print(f"tenant {run.tenant}: no such jobs")
        return 0
    shown = table(f"tenant {run.tenant}", "job", "status", "accepted", "attempts", "error")
    for one in found:
        shown.add_row(
            one.id,
            one.status.value,
            day(one.submitted_at),
            f"{one.attempts:,}",
            escape(one.error or ""),
        )
    run.out.print(shown)
    return 0


@app.command(cls=TenantCommand, epilog="Example: doxa jobs show j_5be2")
async def show(context: typer.Context, job: JobArgument) -> int:
    """Show a job, and what became of each candidate."""
    run: Run = context.obj
    async with run.store() as db:
        found = await jobs.job(db, run.caller, job)
        decided = await jobs.decisions(db, run.caller, job)
    if found is None:
        raise NotFound(f"there is no job {job[:80]!r}", field="JOB", hint="see doxa jobs list")
    decisions = [_decision(one) for one in decided]
    run.result({"job": _document(found), "decisions": decisions})
    run.out.print(f"{found.id} {found.status.value}: {escape(found.error or 'no error')}")
    if decided:
        shown = table("decisions", "outcome", "gate", "reason", "memory")
        for one in decided:
            gate, memory = one.gate or "", one.memory or ""
            shown.add_row(one.outcome.value, escape(gate), escape(_reason(one)), memory)
        run.out.print(shown)
    return 0


@app.command(cls=TenantCommand, epilog="Example: doxa jobs cancel j_5be2")
async def cancel(context: typer.Context, job: JobArgument) -> int:
    """Have a job done by nobody any more; what it has stored stays."""
    run: Run = context.obj
    async with run.store() as db:
        found = await job_control.cancel_job(db, run.caller, job)
    return _told(run, found)


@app.command(cls=TenantCommand, epilog="Example: doxa jobs retry j_5be2")
async def retry(context: typer.Context, job: JobArgument) -> int:
    """Queue a job anew that failed for good or was cancelled."""
    run: Run = context.obj
    async with wake_ups.exchange_wakes(run.settings) as tell, run.store() as db:
        found = await job_control.retry_job(db, run.caller, job)
        tell()
    return _told(run, found)


def _told(run: Run, job: Job) -> int:
    run.result({"job": _document(job)})
    run.out.print(f"{job.id} is {job.status.value}")
    return 0


def _document(job: Job) -> dict[str, Any]:
    return {
        "id": job.id,
        "status": job.status.value,
        "submittedAt": time(job.submitted_at),
        "finishedAt": time(job.finished_at),
        "attempts": job.attempts,
        "error": job.error,
    }


def _reason(decision: Decision) -> str:
    """Why it was decided so, and by which name a claim came if its attribute has another."""
    match decision.candidate:
        case {"predicate": str(name), "predicate_said": str(said)}:
            return f"{decision.reason}; {said} is {name}"
        case _:
            return decision.reason


def _decision(decision: Decision) -> dict[str, Any]:
    return {
        "candidate": decision.candidate,
        "outcome": decision.outcome.value,
        "gate": decision.gate,
        "reason": decision.reason,
        "memory": decision.memory,
        "contradiction": decision.contradiction,
        "policyVersion": decision.policy_version,
    }
