"""The commands that bring something in: ingest, load, and summarise what was said."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from api.cli_run import Run, command, run
from graph.errors import InvalidArgument

app = typer.Typer()

FileArgument = Annotated[
    Path, typer.Argument(metavar="FILE", help="A file; - is standard input.", allow_dash=True)
]


@command(app)
def ingest(
    this: Run,
    file: FileArgument,
    *,
    no_wait: Annotated[
        bool, typer.Option("--no-wait", help="Only accept; a service reads later.")
    ] = False,
    batch: Annotated[
        bool,
        typer.Option("--batch", help="Have Claude read by and by, at half the price; up to a day."),
    ] = False,
) -> int:
    """Remember a conversation: JSON Lines, one message a line, each with its time.

    Keys: text, occurred_at; optional id, session, speaker, source_kind, topic. Plain text from
    standard input is one message, now. The same messages again make no second episode.

    With --batch all are read side by side, and a command that was cut off is run again to go on.
    """
    if batch and no_wait:
        raise InvalidArgument("--batch waits", field="--no-wait", hint="leave one of them out")
    from api import cli_writes  # noqa: PLC0415 -- each command loads only what it needs

    return run(cli_writes.ingest(this, file, wait=not no_wait, batch=batch))


@command(app)
def load(
    this: Run,
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
) -> int:
    """Load records: JSON Lines, one operation a line, without extraction.

    Operations: assert, retract, correct, revoke, define, merge, split. Lines are done once each, so
    a load that was cut off goes on where it stopped when it is run again.
    """
    from api import cli_writes  # noqa: PLC0415 -- each command loads only what it needs

    return run(cli_writes.load(this, file, replay=replay, errors=errors))


@command(app)
def summarise(
    this: Run,
    *,
    session: Annotated[
        str | None,
        typer.Option(help="Only this session.", show_default="all with something new"),
    ] = None,
) -> int:
    """Close sessions now, and keep what each came to: summaries, arcs and goals, as inferences.

    A service does it by itself with sessions that were idle for DOXA_SESSION_IDLE_HOURS. It takes a
    model: the offline extractor sums nothing up.
    """
    from api import cli_usage_work  # noqa: PLC0415 -- each command loads only what it needs

    return run(cli_usage_work.summarise(this, session))
