"""The commands that bring something in: ingest and load."""

from __future__ import annotations

import io
import json
import sys
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, BinaryIO

from api import wiring
from api.cli_run import EXIT_PARTLY, Run, open_file
from api.cli_show import job_document, refusal_document
from api.ingest import Outcomes, Submitted, finish, submit
from api.json_lines import Refusal, looks_like_json, raw_lines, read
from api.load import Loaded
from api.load import load as load_stream
from api.message_lines import MessageLine, checked, message_line
from extraction.abilities import of_tenant
from extraction.batching import Backfilled, backfill
from extraction.model import Extractor
from graph.commands import Message
from graph.errors import BadCharacters, Incorrect, Unavailable
from graph.model import Usage
from graph.progress import Say, shown
from graph.session import Session

SHOWN_MAX = 20


async def ingest(run: Run, path: Path, *, wait: bool, batch: bool = False) -> int:
    """Remember the messages of a file; unless told otherwise, read them too."""
    backfilled = None
    with _opened(path) as stream, shown() as say:
        lines = _messages(stream, plain=str(path) == "-")
        async with run.store() as db:
            began = time.monotonic()
            submitted = await submit(db, run.caller, lines, say, held=batch)
            outcomes = None
            if wait and submitted.jobs:
                async with wiring.extractor(run.settings) as opened:
                    extractor = of_tenant(opened, run.tenant)
                    if batch:
                        backfilled = await _in_batches(run, db, extractor, say)
                    outcomes = await finish(
                        db,
                        run.caller,
                        extractor,
                        submitted,
                        say,
                        fallback=wiring.fallback(run.settings),
                    )
            seconds = time.monotonic() - began
    run.result(_ingested(submitted, outcomes, seconds) | _batched(backfilled))
    _tell_ingested(run, submitted, outcomes, seconds)
    tell_refusals(submitted.refused)
    partly = bool(submitted.refused or (outcomes and outcomes.failed))
    return _exit(done=len(submitted.jobs), partly=partly)


async def _in_batches(run: Run, db: Session, extractor: Extractor, say: Say) -> Backfilled:
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


def _batched(done: Backfilled | None) -> dict[str, Any]:
    if done is None:
        return {}
    told = {"sent": done.sent, "answered": done.answered, "singly": done.singly}
    return {"batch": told | {"batches": done.batches}}


async def load(run: Run, path: Path, *, replay: bool, errors: Path | None) -> int:
    """Do the operations of a file; in a replay at the system times that it brings."""
    with _opened(path) as stream, shown() as say:
        async with run.store() as db:
            began = time.monotonic()
            loaded = await load_stream(db, run.caller, stream, say, replay=replay)
            seconds = time.monotonic() - began
    side = errors or (None if str(path) == "-" else path.with_name(f"{path.name}.errors.jsonl"))
    written = _write_side_file(side, loaded.refused, always=errors is not None)
    run.result(_loaded(loaded, seconds, written))
    done = sum(loaded.outcomes.values())
    run.out.print(f"{loaded.lines:,} lines in {seconds:.1f} s ({_rate(loaded.lines, seconds)} a s)")
    run.out.print(f"  {_counts(loaded.outcomes) or 'nothing done'}")
    tell_refusals(loaded.refused, side=written)
    return _exit(done=done, partly=bool(loaded.refused))


def tell_refusals(refused: list[Refusal], side: Path | None = None) -> None:
    """Name the lines that were refused on standard error; many of them in part."""
    for one in refused[:SHOWN_MAX]:
        place = f"line {one.line}" if one.field is None else f"line {one.line}, {one.field}"
        sys.stderr.write(f"refused: {place}: {one.code}: {one.message}; {one.hint}\n")
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
    """The messages of a file, or plain text from standard input as one message, now."""
    if not plain:
        return read(raw_lines(stream), message_line)
    whole = stream.read()
    if looks_like_json(whole):
        return read(raw_lines(io.BytesIO(whole)), message_line)
    try:
        text = whole.decode()
    except UnicodeDecodeError as error:
        raise BadCharacters("the text is no UTF-8", hint="send it as UTF-8") from error
    return [MessageLine(1, checked(Message(text=text.strip())), None, None)]


def _opened(path: Path) -> BinaryIO:
    """The file; standard input is taken whole, so that it can be read twice."""
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
            "withClaims": outcomes.telling,
            "withoutClaims": outcomes.silent,
            "unread": outcomes.unread,
            "claims": sum(outcomes.claims.values()),
            "outcomes": dict(outcomes.claims),
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
        "costUsd": usage.cost_usd,
    }


def _tell_ingested(
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
        f" {outcomes.unread:,} unread"
    )
    claims = sum(outcomes.claims.values())
    out.print(f"  {claims:,} claims proposed: {_counts(outcomes.claims) or 'none'}")
    for job in outcomes.failed:
        sys.stderr.write(f"job {job.id} {job.status.value}: {job.error}\n")


def _loaded(loaded: Loaded, seconds: float, side: Path | None) -> dict[str, Any]:
    return {
        "lines": loaded.lines,
        "outcomes": dict(loaded.outcomes),
        "refused": [refusal_document(one) for one in loaded.refused],
        "errors": None if side is None else str(side),
        "seconds": round(seconds, 3),
        "linesPerSecond": round(loaded.lines / max(seconds, 1e-9), 2),
    }


def _write_side_file(side: Path | None, refused: list[Refusal], *, always: bool) -> Path | None:
    """The refused lines in a file of their own; an old one goes when there are none."""
    if side is None:
        return None
    if not refused and not always:
        side.unlink(missing_ok=True)
        return None
    lines = [json.dumps(refusal_document(one), ensure_ascii=False) for one in refused]
    try:
        side.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    except OSError as error:
        sys.stderr.write(f"{side} cannot be written: {error.strerror}\n")
        return None
    return side


def _counts(counts: Counter[str]) -> str:
    return ", ".join(f"{count:,} {name.lower()}" for name, count in counts.most_common())


def _rate(number: int, seconds: float) -> str:
    return f"{number / max(seconds, 1e-9):.1f}"
