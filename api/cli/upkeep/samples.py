"""The command sample: draw claims, keep a person's marks of them, and show what these say."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Annotated, Any

import typer
from rich.markup import escape

from api.cli.dispatch.groups import Group
from api.cli.render import table, time
from api.cli.run import PAGE, LimitOption, Run, TenantCommand, all_pages, open_file, open_output
from api.files import sample_sheet
from api.files.json_lines import raw_lines
from api.files.sample_sheet import Estimate, Marks
from graph.database.session import Session
from graph.history.file_format.conversion import encode_line
from graph.model.calibration import BANDS, Calibration, Reliability
from graph.model.records import Caller
from graph.progress import tell_elapsed
from graph.proposals.reliability import calibration as calibrations
from graph.proposals.reliability.marks import mark_memories
from graph.proposals.reliability.sheets import Sheet, sheets
from graph.read import reads, sampling
from graph.read.sampling import Sample

DRAW = "draw"
# Kept sheets that are drawn again at once.
SHEETS_MAX = 1_000
# The shares that an extractor should reach: of what it stored, and of what was worth storing.
PRECISION = 0.8
RECALL = 0.6


class _Samples(Group):
    """``doxa sample`` is ``doxa sample draw``."""

    left_out = DRAW
    runs_alone = True


app = typer.Typer(
    cls=_Samples,
    help="Draw claims, keep marks of them, and show how reliable extractors are.",
)


@app.command(
    DRAW, cls=TenantCommand, epilog="Example: doxa sample --stored 50 --empty 50 -o sheet.jsonl"
)
async def draw(
    context: typer.Context,
    *,
    stored: Annotated[int, typer.Option(help="Memories to draw.", min=0, max=10_000)] = 100,
    empty: Annotated[
        int, typer.Option(help="Messages to draw of those that gave none.", min=0, max=10_000)
    ] = 50,
    seed: Annotated[
        int | None, typer.Option(help="Draw the same again.", show_default="by chance")
    ] = None,
    kept: Annotated[
        bool, typer.Option("--kept", help="What the task `samples` drew and nobody has marked.")
    ] = False,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="Where to.", show_default="stdout"),
    ] = None,
    score: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Compute from a marked sheet.", show_default=False),
    ] = None,
) -> int:
    """Draw memories and messages for a person to judge; with --score, precision and recall.

    The sheet is JSON Lines. Set `correct` to true or false where a memory was stored, and `missed`
    to the number of facts worth keeping where none was. A message that still waits for its job
    counts as one that gave none.
    """
    run: Run = context.obj
    if score is not None:
        with open_file(score) as stream:
            marks = sample_sheet.score(raw_lines(stream), Random(seed or 0))
        _tell(run, marks)
        return 0
    chance = Random(seed)
    async with run.store() as db, tell_elapsed("drawing"):
        if kept:
            found = await _kept(db, run.caller)
        else:
            found = await sampling.draw(db, run.caller, stored=stored, empty=empty, chance=chance)
    with open_output(output) as write:
        for line in sample_sheet.lines(found):
            write(encode_line(line))
    if output is not None:
        counts = {"stored": len(found.stored), "empty": len(found.empty)}
        run.result({"file": str(output), **counts})
        run.out.print(f"{counts['stored']:,} memories, {counts['empty']:,} messages, in ", end="")
        run.out.print(str(output), markup=False)
    return 0


@app.command(cls=TenantCommand, epilog="Example: doxa sample mark sheet.jsonl")
async def mark(
    context: typer.Context,
    sheet: Annotated[Path, typer.Argument(metavar="FILE", help="A sheet with marks.")],
) -> int:
    """Keep the marks of a sheet; new claims of its extractors are as sure as all marks say.

    All are kept or none. A memory has one mark: leave out what is marked already.
    """
    run: Run = context.obj
    with open_file(sheet) as stream:
        marks = sample_sheet.marks_of(raw_lines(stream))
    async with run.store() as db:
        found = await mark_memories(db, run.caller, marks)
    run.result({"marks": len(marks), "calibration": _document(found)})
    run.out.print(f"{len(marks):,} marks kept: calibration {found.version}")
    return 0


@app.command("sheets", cls=TenantCommand, epilog="Example: doxa sample sheets")
async def list_sheets(
    context: typer.Context,
    *,
    everything: Annotated[
        bool, typer.Option("--all", help="Those of which all is marked, too.")
    ] = False,
    limit: LimitOption = 1_000,
) -> int:
    """List the sheets that the task `samples` drew, with what is still to be marked."""
    run: Run = context.obj
    async with run.store() as db:
        found = await _sheets(db, run.caller, limit, is_open=not everything)
    run.result({"sheets": [_sheet_document(sheet) for sheet in found]})
    if not found:
        run.out.print(f"tenant {run.tenant}: no sheet waits")
        return 0
    shown = table(f"tenant {run.tenant}", "drawn", "memories", "to be marked")
    for sheet in found:
        counts = (f"{len(sheet.samples):,}", f"{len(sheet.unmarked):,}")
        shown.add_row(time(sheet.drawn_at), *counts)
    run.out.print(shown)
    return 0


@app.command(cls=TenantCommand, epilog="Example: doxa sample reliability")
async def reliability(
    context: typer.Context,
    *,
    version: Annotated[
        int | None,
        typer.Option("--version", help="An earlier calibration.", show_default="the last one"),
    ] = None,
) -> int:
    """Show how often extractors are right by what they stated, and what new claims get for it."""
    run: Run = context.obj
    async with run.store() as db:
        found = await calibrations.calibration(db, run.caller, version)
    return _tell_calibration(run, found)


@app.command(cls=TenantCommand, epilog="Example: doxa sample apply NAME --off --reason 'too few'")
async def apply(
    context: typer.Context,
    extractor: Annotated[
        str, typer.Argument(metavar="EXTRACTOR", help="As `doxa sample reliability` names it.")
    ],
    *,
    reason: Annotated[str, typer.Option("--reason", help="Why.")],
    off: Annotated[bool, typer.Option("--off", help="Take that back.")] = False,
) -> int:
    """Have the marks of an extractor change the confidence of its new claims, or take that back."""
    run: Run = context.obj
    async with run.store() as db:
        found = await calibrations.apply_calibration(
            db, run.caller, extractor, reason, applied=not off
        )
    return _tell_calibration(run, found)


async def _sheets(db: Session, caller: Caller, limit: int, *, is_open: bool) -> list[Sheet]:
    return await all_pages(
        lambda after: sheets(db, caller, is_open=is_open, first=PAGE, after=after),
        lambda sheet: (sheet.drawn_at,),
        limit,
    )


async def _kept(db: Session, caller: Caller) -> Sample:
    """Load what is kept on sheets and not marked yet, with the messages that it rests on."""
    found = await _sheets(db, caller, SHEETS_MAX, is_open=True)
    drawn = [memory for sheet in found for memory in sheet.unmarked]
    memories = await reads.memories_by_id(db, caller, drawn)
    sources = {
        key: list(dict.fromkeys(one.episode for one in memory.evidence))
        for key, memory in memories.items()
    }
    wanted = {episode for episodes in sources.values() for episode in episodes}
    said = await reads.episodes_by_id(db, caller, sorted(wanted))
    stored = tuple(
        (memories[key], tuple(said[one] for one in sources[key] if one in said))
        for key in drawn
        if key in memories
    )
    return Sample(stored=stored, empty=(), stored_of=len(stored), empty_of=0)


def _tell(run: Run, marks: Marks) -> None:
    shares = {
        "precision": (marks.precision, PRECISION, marks.stored),
        "recall": (marks.recall, RECALL, marks.empty),
    }
    run.result(
        {
            name: {"marked": marked, "target": target, **_estimate(found)}
            for name, (found, target, marked) in shares.items()
        }
    )
    for name, (found, target, marked) in shares.items():
        value = "not marked" if found is None else f"{found.value:.2f}"
        span = "" if found is None else f" ({found.low:.2f} to {found.high:.2f})"
        run.out.print(f"{name:9} {value}{span}, of {marked:,} marks; target {target:.2f}")


def _estimate(estimate: Estimate | None) -> dict[str, float | None]:
    """Return the share and its interval, as JSON has them."""
    parts = (
        (None, None, None) if estimate is None else (estimate.value, estimate.low, estimate.high)
    )
    names = ("value", "low", "high")
    return {
        name: None if part is None else round(part, 4)
        for name, part in zip(names, parts, strict=True)
    }


def _tell_calibration(run: Run, calibration: Calibration) -> int:
    run.result({"calibration": _document(calibration)})
    if not calibration.extractors:
        run.out.print(f"tenant {run.tenant}: nothing is marked")
    for known in calibration.extractors.values():
        title = known.extractor + ("" if known.applied else ", not applied")
        shown = table(escape(title), "stated", "marked", "right", "share", "new claims")
        for number, band in enumerate(known.bands):
            if band.marked:
                shown.add_row(
                    f"{number / BANDS:.1f} to {(number + 1) / BANDS:.1f}",
                    f"{band.marked:,}",
                    f"{band.right:,}",
                    f"{band.right / band.marked:.2f}",
                    f"{known.recalibrate(band.stated) if known.applied else band.stated:.2f}",
                )
        run.out.print(shown)
    return 0


def _document(calibration: Calibration) -> dict[str, Any]:
    """Return a calibration under the names of the GraphQL schema."""
    return {
        "version": calibration.version,
        "at": time(calibration.at),
        "actor": calibration.actor,
        "reason": calibration.reason,
        "extractors": [_reliability_document(known) for known in calibration.extractors.values()],
    }


def _reliability_document(reliability: Reliability) -> dict[str, Any]:
    return {
        "extractor": reliability.extractor,
        "marked": reliability.marked,
        "right": reliability.right,
        "share": reliability.share,
        "stated": reliability.stated,
        "applied": reliability.applied,
        "bands": [
            {
                "from": number / BANDS,
                "to": (number + 1) / BANDS,
                "marked": band.marked,
                "right": band.right,
                "stated": band.stated,
                "confidence": reliability.recalibrate(band.stated),
            }
            for number, band in enumerate(reliability.bands)
        ],
    }


def _sheet_document(sheet: Sheet) -> dict[str, Any]:
    return {
        "drawnAt": time(sheet.drawn_at),
        "open": len(sheet.unmarked),
        "samples": [
            {
                "memory": one.memory,
                "extractor": one.extractor,
                "statedConfidence": one.stated,
                "correct": one.correct,
                "markedAt": time(one.marked_at),
                "actor": one.actor,
            }
            for one in sheet.samples
        ],
    }
