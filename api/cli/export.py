"""Writing an export, or a view, to a file or to standard output."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import AsyncIterator, Callable, Generator
from contextlib import contextmanager
from pathlib import Path

from api.cli_reads import Point, as_of
from api.cli_run import Run
from api.export_graphml import graphml
from api.export_trig import trig
from graph.errors import InvalidArgument
from graph.export import export as export_lines
from graph.model import AsOf, Caller
from graph.progress import Say, shown
from graph.session import Session


async def export(run: Run, output: Path | None, form: str, at: Point) -> int:
    """Write everything that a tenant was told, or a view of what it believes."""
    if form == "jsonl" and at != (None, None):
        raise InvalidArgument(
            "an export is of all times",
            field="--valid-at" if at[0] else "--system-at",
            hint="leave it out, or choose the view: --format graphml, --format trig",
        )
    began = time.monotonic()
    with shown() as say, _written(output) as write:
        async with run.store() as db:
            pieces = _pieces(db, run.caller, form, as_of(db, *at))
            lines = await _copied(pieces, write, say)
    if output is not None:
        seconds = time.monotonic() - began
        run.result(
            {"file": str(output), "format": form, "lines": lines, "seconds": round(seconds, 3)}
        )
        run.out.print(f"{lines:,} lines in {seconds:.1f} s, in ", end="")
        run.out.print(str(output), markup=False)
    return 0


def _pieces(db: Session, caller: Caller, form: str, at: AsOf) -> AsyncIterator[str]:
    if form == "graphml":
        return graphml(db, caller, at)
    return trig(db, caller, at) if form == "trig" else _json_lines(db, caller)


async def _json_lines(db: Session, caller: Caller) -> AsyncIterator[str]:
    async for line in export_lines(db, caller):
        yield json.dumps(line, ensure_ascii=False) + "\n"


async def _copied(pieces: AsyncIterator[str], write: Callable[[str], object], say: Say) -> int:
    lines = 0
    async for piece in pieces:
        write(piece)
        lines += piece.count("\n")
        say(f"exported {lines:,} lines")
    return lines


@contextmanager
def _written(output: Path | None) -> Generator[Callable[[str], object]]:
    """Where the pieces go; a file takes its name when it is whole, and not before."""
    if output is None:
        yield _to_stdout
        return
    part = output.with_name(f".{output.name}.part")
    try:
        with part.open("w", encoding="utf-8", newline="\n") as stream:
            yield stream.write
        part.replace(output)
    except OSError as error:
        why = error.strerror or "it cannot be written"
        raise InvalidArgument(f"{output}: {why}", field="-o", hint="name a file") from error
    finally:
        part.unlink(missing_ok=True)


def _to_stdout(piece: str) -> None:
    sys.stdout.buffer.write(piece.encode())
    sys.stdout.buffer.flush()
