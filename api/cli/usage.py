"""The commands stats and summarise: what extractors consumed and how they answered, summaries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from api import extractors
from api.cli.failures import EXIT_PARTLY
from api.cli.render import job_document, table
from api.cli.run import Run, TenantCommand
from api.service.worker import drain
from extraction.model.capabilities import Summariser, extractor_for
from graph.errors import InvalidArgument
from graph.limits import BANDS, Budget
from graph.progress import tell_elapsed
from graph.upkeep.statistics import DAYS_MAX, statistics
from graph.vocabulary import JobStatus
from graph.write.intake import conversation_closing, jobs, usage
from graph.write.intake.usage import DailyUsage, shares

app = typer.Typer()


@app.command(cls=TenantCommand, epilog="Example: doxa stats --days 30")
async def stats(
    context: typer.Context,
    *,
    days: Annotated[
        int, typer.Option(help="How many days back, including today.", min=1, max=DAYS_MAX)
    ] = 7,
) -> int:
    """Show what extractors consumed by day, and how they answered.

    Healthy: 35 to 50 % of answers empty, 40 to 60 % of candidates discarded, hardly any unreadable.
    """
    run: Run = context.obj
    async with run.store() as db:
        told = await statistics(db, run.tenant, days)
    run.result({"tenant": run.tenant, **told.as_json()})
    if not told.days:
        run.out.print(f"tenant {run.tenant}: nothing was read")
    for shown in _tables(told.days):
        run.out.print(shown)
    if told.budget != Budget():
        run.out.print(f"left of today's budget: {_words(told.left)}")
    for line in _remarks(told.days, told.bands):
        run.out.print(line)
    if told.vectors is not None:
        waits = f"{told.vectors.pending:,} of {told.vectors.memories:,} memories wait for a vector"
        run.out.print(f"{waits} of {told.vectors.model}", markup=False)
    if told.similar:
        run.out.print(
            f"{told.similar:,} pairs of similar memories wait for a person,"
            f" {told.contradicting:,} of them contradict by the model's word"
        )
    return 0


@app.command(cls=TenantCommand, epilog="Example: doxa summarise --session s1")
async def summarise(
    context: typer.Context,
    *,
    session: Annotated[
        str | None,
        typer.Option(help="Only this session.", show_default="all with something new"),
    ] = None,
) -> int:
    """Close sessions now and store their summaries, as inferences.

    Summaries, arcs and goals need a model; the offline extractor makes none. A service closes
    sessions by itself after DOXA_SESSION_IDLE_HOURS.
    """
    run: Run = context.obj
    async with run.store() as db, extractors.extractor(run.settings) as extractor:
        if not isinstance(extractor_for(extractor, run.tenant), Summariser):
            raise InvalidArgument(
                f"the {extractor.name} extractor sums nothing up",
                hint="have a model read: set ANTHROPIC_API_KEY or DOXA_PROVIDER",
            )
        closed = list[str]()
        async with tell_elapsed("summing up"):
            while more := await conversation_closing.close_now(db, run.tenant, session):
                closed += more
            await drain(db, extractor, run.tenant)
        ended = [job for key in closed if (job := await jobs.job(db, run.caller, key))]
        decided = [one for key in closed for one in await jobs.decisions(db, run.caller, key)]
    stored = [one.memory for one in decided if one.memory is not None]
    run.result(
        {"sessions": len(closed), "jobs": [job_document(one) for one in ended], "memories": stored}
    )
    run.out.print(f"{len(closed):,} sessions closed, {len(stored):,} summaries kept")
    return 0 if all(one.status is JobStatus.SUCCEEDED for one in ended) else EXIT_PARTLY


def _tables(daily: Sequence[DailyUsage]) -> Iterator[Table]:
    """Yield what each extractor consumed by day, and how its answers were; 80 columns hold each."""
    for extractor in dict.fromkeys(one.extractor for one in daily):
        days = [one for one in daily if one.extractor == extractor]
        yield _consumed(escape(extractor), days)
        if any(one.tokens for one in days):
            yield _tokens(days)
        yield _answered(days)


def _consumed(title: str, days: Sequence[DailyUsage]) -> Table:
    columns = ("day", "jobs", "failed", "calls", "seconds", "tokens", "cached", "USD")
    shown = table(title, *columns)
    for one in days:
        shown.add_row(
            f"{one.day:%Y-%m-%d}",
            f"{one.jobs_done:,}",
            f"{one.jobs_failed:,}",
            f"{one.calls:,}",
            f"{one.seconds:,.1f}",
            f"{one.tokens:,}",
            f"{one.cached_tokens / one.input_tokens:.0%}" if one.input_tokens else "",
            f"{one.cost_usd:.4f}" + ("?" if one.unpriced else ""),
        )
    return shown


def _tokens(days: Sequence[DailyUsage]) -> Table:
    """Return the tokens by kind: of those sent some are read from a cache or written to it."""
    shown = table(None, "day", "sent", "cached", "written", "answered", "thinking")
    for one in days:
        counts = (
            one.input_tokens,
            one.cached_tokens,
            one.written_tokens,
            one.output_tokens,
            one.thinking_tokens,
        )
        shown.add_row(f"{one.day:%Y-%m-%d}", *(f"{count:,}" for count in counts))
    return shown


def _answered(days: Sequence[DailyUsage]) -> Table:
    shown = table(None, "day", "answers", *BANDS)
    for one in days:
        told = shares(one)
        parts = (f"{told[name]:.0%}" if name in told else "" for name in BANDS)
        shown.add_row(f"{one.day:%Y-%m-%d}", f"{one.answers:,}", *parts)
    return shown


def _remarks(daily: Sequence[DailyUsage], bands: Mapping[str, tuple[float, float]]) -> list[str]:
    """Return what lies outside its band, where there are enough answers to say so."""
    return [
        f"{one.day:%Y-%m-%d} {escape(one.extractor)}: {share:.0%} {name},"
        f" {low:.0%} to {high:.0%} is healthy"
        for one in daily
        if one.answers >= usage.ENOUGH
        for name, share in shares(one).items()
        for low, high in [bands[name]]
        if not low <= share <= high
    ]


def _words(budget: Budget) -> str:
    parts = [
        *([] if budget.tokens is None else [f"{budget.tokens:,} tokens"]),
        *([] if budget.usd is None else [f"{budget.usd:.4f} US dollars"]),
    ]
    return ", ".join(parts)
