"""The commands ingest and load: conversations and records from files."""

from __future__ import annotations

import asyncio
import io
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, BinaryIO

import typer

from api import extractors, wiring
from api.cli.failures import EXIT_PARTLY, visible
from api.cli.render import job_document, refusal_document
from api.cli.run import Run, TenantCommand, open_file
from api.files.ingest import Outcomes, Submitted, finish, submit
from api.files.json_lines import Refusal, beginning, looks_like_json, raw_lines, read
from api.files.load.load import Loaded, file_digest
from api.files.load.load import load as load_stream
from api.files.messages import MessageLine, check_message, message_line
from api.files.recognition import LOOKED_AT, refuse_unless_messages, refuse_unless_records
from api.files.replayed_messages import MessageReplay
from api.service import telemetry, wake_ups
from extraction.embedding.backfill import embed_waiting
from extraction.model.candidates import Extractor
from extraction.model.capabilities import extractor_for
from extraction.pipeline.backfill import BackfillResult, backfill
from graph.database.session import Session
from graph.errors import BadCharacters, DoxaError, Incorrect, InvalidArgument, Unavailable
from graph.governance.erasure.erase import erase_again
from graph.model.commands import Message
from graph.model.records import Usage
from graph.model.scopes import COMMON_VISIBILITY, read_visibility
from graph.progress import Say, show_progress

app = typer.Typer()

SHOWN_MAX = 20
_LINE_MAX = 100_000

FileArgument = Annotated[
    Path, typer.Argument(metavar="FILE", help="A file; - is standard input.", allow_dash=True)
]
NoEmbedOption = Annotated[
    bool, typer.Option("--no-embed", help="Make no vectors; a service makes them later.")
]


@app.command(cls=TenantCommand, epilog="Example: doxa ingest messages.jsonl")
async def ingest(
    context: typer.Context,
    file: FileArgument,
    *,
    no_wait: Annotated[
        bool, typer.Option("--no-wait", help="Only accept; a service reads later.")
    ] = False,
    batch: Annotated[
        bool,
        typer.Option(
            "--batch",
            help="Through Anthropic's batch API: up to 24 hours, half the price.",
        ),
    ] = False,
    replay: Annotated[
        bool,
        typer.Option(
            "--replay",
            help="Record each message at the time when it was said; into an empty tenant.",
        ),
    ] = False,
    no_embed: NoEmbedOption = False,
    priority: Annotated[
        int, typer.Option("--priority", help="-10 to 10: what is higher is read first.")
    ] = 0,
    visibility: Annotated[
        str, typer.Option("--visibility", help="Who sees it: tenant, or user:SUBJECT.")
    ] = COMMON_VISIBILITY,
) -> int:
    """Remember a conversation: JSON Lines, one message a line.

    Keys: text, occurred_at; optional id, session, speaker, source_kind, topic. Plain text from
    standard input is one message, said now. The same messages again make no second episode.

    Ends by making vectors for what has none.

    What is ingested today is believed from today on, whenever it was said. With --replay it is
    believed from the day on which it was said, so that --system-at asks what was known then.

    With --batch all messages are read side by side; the same command continues an interrupted run.
    """
    if no_wait and (batch or replay):
        waits = "--batch" if batch else "--replay"
        raise InvalidArgument(f"{waits} waits", field="--no-wait", hint="leave one of them out")
    if batch and replay:
        raise InvalidArgument(
            "a batch reads all messages at once", field="--replay", hint="leave one of them out"
        )
    run: Run = context.obj
    scope = read_visibility(visibility, field="--visibility")
    if replay:
        return await _replay(run, file, scope, embed=not no_embed)
    with _opened(file) as stream:
        lines = _messages(stream, plain=str(file) == "-")
        return await remember(
            run,
            lines,
            scope,
            no_wait=no_wait,
            batch=batch,
            embed=not no_embed,
            priority=priority,
        )


async def remember(
    run: Run,
    lines: Iterable[MessageLine | Refusal],
    scope: str,
    *,
    no_wait: bool,
    batch: bool,
    embed: bool,
    priority: int,
    beside: Mapping[str, Any] = MappingProxyType({}),
) -> int:
    """Submit messages and read them, tell what came of it, and return the exit code.

    ``beside`` is what the same command has done before, for those who read JSON.
    """
    backfilled = None
    with show_progress() as say, telemetry.exporting():
        async with wake_ups.exchange_wakes(run.settings) as tell, run.store() as db:
            began = time.monotonic()
            submitted = await submit(
                db, run.caller, lines, say, for_batch=batch, priority=priority, scope=scope
            )
            tell()
            outcomes = None
            if not no_wait and submitted.jobs:
                outcomes, backfilled = await _read(run, db, submitted, say, batch=batch)
            seconds = time.monotonic() - began
            vectors = await _embed(run, db, say) if embed and not no_wait else None
    run.result(
        _ingested(submitted, outcomes, seconds)
        | _batched(backfilled)
        | {"embedded": vectors}
        | dict(beside)
    )
    return _report(run, submitted, outcomes, seconds, vectors)


async def _read(
    run: Run, db: Session, submitted: Submitted, say: Say, *, batch: bool
) -> tuple[Outcomes, BackfillResult | None]:
    """Read what was submitted; what came of it, and of its batches."""
    async with extractors.extractor(run.settings) as opened:
        extractor = extractor_for(opened, run.tenant)
        backfilled = await _in_batches(run, db, extractor, say) if batch else None
        outcomes = await finish(
            db,
            run.caller,
            extractor,
            submitted,
            say,
            fallback=extractors.fallback(run.settings),
        )
    return outcomes, backfilled


async def _replay(run: Run, file: Path, scope: str, *, embed: bool) -> int:
    """Record and read messages as they were said; the exit code."""
    with _opened(file) as stream, show_progress() as say, telemetry.exporting():
        digest = file_digest(stream)
        lines = _messages(stream, plain=str(file) == "-")
        async with run.store() as db, extractors.extractor(run.settings) as opened:
            began = time.monotonic()
            submitted, outcomes = await MessageReplay(
                db,
                run.caller,
                extractor_for(opened, run.tenant),
                digest,
                scope=scope,
                fallback=extractors.fallback(run.settings),
            ).run(lines, say)
            seconds = time.monotonic() - began
            vectors = await _embed(run, db, say) if embed else None
    run.result(_ingested(submitted, outcomes, seconds) | {"embedded": vectors})
    return _report(run, submitted, outcomes, seconds, vectors)


def _report(
    run: Run, submitted: Submitted, outcomes: Outcomes | None, seconds: float, vectors: int | None
) -> int:
    """Print what came of messages; the exit code."""
    _print_ingested(run, submitted, outcomes, seconds)
    _print_vectors(run, vectors)
    _print_refusals(submitted.refused)
    partly = bool(submitted.refused or (outcomes and outcomes.failed))
    return _exit(done=len(submitted.jobs), partly=partly)


@app.command(cls=TenantCommand, epilog="Example: doxa load history.jsonl --replay")
async def load(
    context: typer.Context,
    file: FileArgument,
    *,
    replay: Annotated[
        bool,
        typer.Option("--replay", help="Take system times from the file; into an empty tenant."),
    ] = False,
    errors: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Where refused lines go.", show_default="FILE.errors.jsonl"
        ),
    ] = None,
    no_embed: NoEmbedOption = False,
) -> int:
    """Load records: JSON Lines, one operation a line, without extraction.

    Operations: assert, retract, correct, revoke, define, merge, split. Each line is applied once,
    so the same command continues an interrupted load. Ends by making vectors for what has none.
    """
    run: Run = context.obj
    with _opened(file) as stream, show_progress() as say:
        refuse_unless_records(beginning(stream, LOOKED_AT)[0])
        recorded = await record(run, stream, say, replay=replay, embed=not no_embed)
    refused = recorded.loaded.refused
    side = errors or (None if str(file) == "-" else file.with_name(f"{file.name}.errors.jsonl"))
    written = _write_side_file(side, refused, always=errors is not None)
    run.result(recorded.document | {"errors": None if written is None else str(written)})
    return print_recorded(run, recorded, side=written)


@dataclass(frozen=True, slots=True)
class Recorded:
    """What became of lines that were loaded, and how long it took."""

    loaded: Loaded
    seconds: float
    vectors: int | None

    @property
    def document(self) -> dict[str, Any]:
        """The same as JSON."""
        loaded = self.loaded
        return {
            "lines": loaded.lines,
            "outcomes": dict(loaded.outcomes),
            "refused": [refusal_document(refusal) for refusal in loaded.refused],
            "warnings": loaded.warnings,
            "seconds": round(self.seconds, 3),
            "linesPerSecond": round(loaded.lines / max(self.seconds, 1e-9), 2),
            "embedded": self.vectors,
        }


async def record(
    run: Run,
    stream: BinaryIO,
    say: Say,
    *,
    replay: bool = False,
    for_review: bool = False,
    embed: bool,
) -> Recorded:
    """Load the lines of a stream, and make vectors for what has none."""
    async with run.store() as db:
        began = time.monotonic()
        loaded = await load_stream(
            db, run.caller, stream, say, replay=replay, for_review=for_review
        )
        await erase_again(db, run.tenant)
        seconds = time.monotonic() - began
        return Recorded(loaded, seconds, await _embed(run, db, say) if embed else None)


def print_recorded(run: Run, recorded: Recorded, side: Path | None = None) -> int:
    """Print what came of lines that were loaded; the exit code."""
    loaded, seconds = recorded.loaded, recorded.seconds
    run.out.print(f"{loaded.lines:,} lines in {seconds:.1f} s ({_rate(loaded.lines, seconds)} a s)")
    run.out.print(f"  {_counts(loaded.outcomes) or 'nothing done'}")
    _print_vectors(run, recorded.vectors)
    for warning in loaded.warnings:
        sys.stderr.write(f"{visible(warning)}\n")
    _print_refusals(loaded.refused, side=side)
    return _exit(done=sum(loaded.outcomes.values()), partly=bool(loaded.refused))


async def _embed(run: Run, db: Session, say: Say) -> int | None:
    """Give vectors to the memories that have none; None if there is no model for it.

    What was stored stays, whatever becomes of its vectors: recall finds it by its words.
    """
    try:
        embedder = await asyncio.to_thread(wiring.embedder, run.settings)
        return None if embedder is None else await embed_waiting(db, embedder, say)
    except DoxaError as error:
        sys.stderr.write(f"no vectors were made: {visible(f'{error.message}; {error.hint}')}\n")
        return None


def _print_vectors(run: Run, vectors: int | None) -> None:
    if vectors:
        run.out.print(f"  {vectors:,} memories embedded")


async def _in_batches(run: Run, db: Session, extractor: Extractor, say: Say) -> BackfillResult:
    """Have what waits answered in batches.

    Raises:
        Unavailable: some of it waits for another day's budget.
    """
    done = await backfill(db, run.caller, extractor, say, poll_s=run.settings.batch_poll_s)
    if done.over_budget:
        raise Unavailable(
            f"{done.over_budget:,} messages wait: they go over the day's budget",
            hint="they are kept; the same command goes on with them another day",
        )
    return done


def _batched(done: BackfillResult | None) -> dict[str, Any]:
    if done is None:
        return {}
    counts = {"sent": done.sent, "answered": done.answered, "singly": done.singly}
    return {"batch": counts | {"batches": done.batches}}


def _print_refusals(refused: list[Refusal], side: Path | None = None) -> None:
    """Name the lines that were refused on standard error; many of them in part."""
    for one in refused[:SHOWN_MAX]:
        place = f"line {one.line}" if one.field is None else f"line {one.line}, {one.field}"
        words = visible(f"{place}: {one.code}: {one.message}; {one.hint}")
        sys.stderr.write(f"refused: {words}\n")
    if len(refused) > SHOWN_MAX:
        sys.stderr.write(f"refused: {len(refused) - SHOWN_MAX:,} more lines\n")
    if side is not None:
        sys.stderr.write(f"refused lines are in {side}\n")


def _exit(*, done: int, partly: bool) -> int:
    """Well, partly done, or, where nothing of it could be done, bad input."""
    if not partly:
        return 0
    return EXIT_PARTLY if done else Incorrect.exit_code


def _messages(stream: BinaryIO, *, plain: bool) -> Iterable[MessageLine | Refusal]:
    """Return the messages of a file, or plain text from standard input as one message, now."""
    start, stream = beginning(stream, LOOKED_AT)
    refuse_unless_messages(start, plain=plain)
    if not plain:
        return read(raw_lines(stream), message_line)
    whole = stream.read()
    if looks_like_json(whole):
        return read(raw_lines(io.BytesIO(whole)), message_line)
    try:
        text = whole.decode()
    except UnicodeDecodeError as error:
        raise BadCharacters("the text is no UTF-8", hint="send it as UTF-8") from error
    return [MessageLine(1, check_message(Message(text=text.strip())), None, None)]


def _opened(path: Path) -> BinaryIO:
    """Return the file; standard input is taken whole, so that it can be read twice."""
    stream = open_file(path)
    return io.BytesIO(stream.read()) if stream is sys.stdin.buffer else stream


def _ingested(submitted: Submitted, outcomes: Outcomes | None, seconds: float) -> dict[str, Any]:
    document: dict[str, Any] = {
        "messages": submitted.messages,
        "episodes": len(submitted.episodes),
        "repeated": submitted.repeated,
        "refused": [refusal_document(one) for one in submitted.refused],
        "jobs": [job_document(one) for one in submitted.jobs],
        "seconds": round(seconds, 3),
    }
    if outcomes is not None:
        document |= {
            "jobs": [job_document(one) for one in outcomes.jobs],
            "known": outcomes.already_read,
            "withClaims": outcomes.telling,
            "withoutClaims": outcomes.silent,
            "unread": outcomes.unread,
            "claims": sum(outcomes.claims.values()),
            "outcomes": dict(outcomes.claims),
            "unsure": outcomes.unsure,
            "messagesPerSecond": round(submitted.messages / max(seconds, 1e-9), 2),
            "usage": _usage(outcomes.usage),
        }
    return document


def _usage(usage: Usage | None) -> dict[str, Any] | None:
    if usage is None:
        return None
    return {
        "model": usage.model,
        "inputTokens": usage.input_tokens,
        "outputTokens": usage.output_tokens,
        "cachedTokens": usage.cached_tokens,
        "writtenTokens": usage.written_tokens,
        "thinkingTokens": usage.thinking_tokens,
        "costUsd": usage.cost_usd,
    }


def _print_ingested(
    run: Run, submitted: Submitted, outcomes: Outcomes | None, seconds: float
) -> None:
    out, episodes = run.out, len(submitted.episodes)
    out.print(
        f"{submitted.messages:,} messages: {episodes:,} episodes, {submitted.repeated:,} repeated,"
        f" {len(submitted.refused):,} refused"
    )
    if outcomes is None:
        if submitted.jobs:
            out.print(f"  {len(submitted.jobs)} jobs wait to be read: {submitted.jobs[0].id} …")
        return
    rate = _rate(submitted.messages, seconds)
    out.print(f"  read in {seconds:.1f} s, {rate} messages a second")
    out.print(
        f"  {outcomes.telling:,} with claims, {outcomes.silent:,} with nothing to keep,"
        f" {outcomes.unread:,} unread; {outcomes.already_read:,} known, and not read again"
    )
    new = outcomes.claims - outcomes.claims_before
    out.print(f"  {new.total():,} claims proposed: {_counts(new) or 'none'}")
    if outcomes.unsure:
        out.print(f"  {outcomes.unsure:,} of them too unsure to be believed: hints only")
    if before := outcomes.claims_before:
        out.print(f"  {before.total():,} when it was read before: {_counts(before)}")
    for job in outcomes.failed:
        sys.stderr.write(f"job {job.id} {job.status.value}: {visible(str(job.error))}\n")


def _write_side_file(side: Path | None, refused: list[Refusal], *, always: bool) -> Path | None:
    """Return the refused lines in a file of their own; an old one goes when there are none.

    Another file that has its name stays as it is, and a link is never followed. A link is replaced
    where its name is the usual one; one that was named may be anything, such as ``/dev/stdout``.
    """
    if side is None:
        return None
    try:
        if not (_holds_refusals(side) or (side.is_symlink() and not always)):
            sys.stderr.write(f"{side} is another file: name one with --errors\n")
            return None
        side.unlink(missing_ok=True)
        if not refused and not always:
            return None
        lines = [json.dumps(refusal_document(one), ensure_ascii=False) for one in refused]
        # Made anew: they quote what somebody wanted to be remembered.
        made = os.open(side, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(made, "w", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in lines)
    except OSError as error:
        sys.stderr.write(f"{side} cannot be written: {error.strerror}\n")
        return None
    return side


def _holds_refusals(side: Path) -> bool:
    """Whether a file may be replaced: it is none, or holds refused lines or nothing."""
    if side.is_symlink() or not side.is_file():
        return not os.path.lexists(side)
    with side.open("rb") as file:
        first = file.readline(_LINE_MAX)
    try:
        return not first or {item.name for item in fields(Refusal)} == set(json.loads(first))
    except (ValueError, TypeError):
        return False


def _counts(counts: Counter[str]) -> str:
    return ", ".join(f"{count:,} {name.lower()}" for name, count in counts.most_common())


def _rate(number: int, seconds: float) -> str:
    return f"{number / max(seconds, 1e-9):.1f}"
