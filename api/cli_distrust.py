"""The command that takes a source out: distrust."""

from __future__ import annotations

from typing import Annotated

import typer

from api.cli_run import Run, command, moment, run
from graph.vocabulary import SourceKind

app = typer.Typer()


@command(app)
def distrust(
    this: Run,
    *,
    reason: Annotated[str, typer.Option(help="Why; it is kept in the audit.")],
    session: Annotated[
        str | None, typer.Option(help="The session it came from.", show_default=False)
    ] = None,
    source_kind: Annotated[
        SourceKind | None,
        typer.Option(help="The kind of source.", case_sensitive=False, show_default=False),
    ] = None,
    speaker: Annotated[str | None, typer.Option(help="Who said it.", show_default=False)] = None,
    extractor: Annotated[
        str | None, typer.Option(help="The extractor and its version.", show_default=False)
    ] = None,
    since: Annotated[
        str | None,
        typer.Option(
            metavar="TIME", help="Only what was recorded then or later.", show_default=False
        ),
    ] = None,
    apply: Annotated[
        bool, typer.Option("--apply", help="Do it; else only say what falls.")
    ] = False,
) -> int:
    """Take back everything that came from a source; without --apply, only say what that changes.

    All that is given must fit, one of session, source kind, speaker and extractor at least. A large
    source is taken back in steps; the same command goes on where one was cut off.
    """
    recorded = moment(since, "--since")
    from api import cli_sources  # noqa: PLC0415 -- each command loads only what it needs
    from graph.sources import Source  # noqa: PLC0415

    source = Source(session, source_kind, speaker, extractor, recorded)
    return run(cli_sources.distrust(this, source, reason, apply=apply))
