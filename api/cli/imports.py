"""The command import: conversations and facts as other programs export them."""

from __future__ import annotations

import asyncio
import io
import sys
from collections import Counter
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from api.cli.failures import visible
from api.cli.intake import NoEmbedOption, Recorded, print_recorded, record, remember
from api.cli.render import time
from api.cli.run import Run, TenantCommand
from api.files.imports.formats import READERS, FactLine, Imported, ask_review, read_export
from api.files.imports.items import DateOrder, ImportOptions
from api.files.json_lines import Refusal
from api.files.load.operations import Assert
from graph.clock import zone_of
from graph.errors import Empty, InvalidArgument
from graph.model.commands import NAME_MAX, Assertion, EntityRef, optional_name
from graph.model.scopes import COMMON_VISIBILITY, read_visibility
from graph.periods import Dating, bound_text
from graph.progress import show_progress
from graph.vocabulary import Precision

app = typer.Typer()

SHOWN = 5
EXCERPT = 80


@app.command("import", cls=TenantCommand, epilog="Example: doxa import chatgpt export.zip")
async def import_export(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="FORMAT", help=f"One of {', '.join(READERS)}.")],
    path: Annotated[
        Path, typer.Argument(metavar="PATH", help="The export: a file, a folder or a ZIP archive.")
    ],
    *,
    speaker: Annotated[
        str | None,
        typer.Option("--speaker", metavar="NAME", help="Who is called the user in the export."),
    ] = None,
    time_zone: Annotated[
        str | None,
        typer.Option(
            "--time-zone", metavar="ZONE", help="Where clock times without a zone are of."
        ),
    ] = None,
    date_order: Annotated[
        DateOrder | None,
        typer.Option("--date-order", help="The order of dates that do not tell it."),
    ] = None,
    layout: Annotated[
        Path | None,
        typer.Option("--map", metavar="FILE", help="TOML: what columns or properties are."),
    ] = None,
    review: Annotated[
        bool, typer.Option("--review", help="Believe nothing of it before a person approves.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say what would be read, and what left out.")
    ] = False,
    no_wait: Annotated[
        bool, typer.Option("--no-wait", help="Only accept; a service reads later.")
    ] = False,
    no_embed: NoEmbedOption = False,
    visibility: Annotated[
        str, typer.Option("--visibility", help="Who sees it: tenant, or user:SUBJECT.")
    ] = COMMON_VISIBILITY,
) -> int:
    """Remember what another program has exported.

    Conversations, read in the order in which they were said: chatgpt, claude, email (mbox), letta,
    mem0, slack, whatsapp. Documents, read passage by passage: html, markdown, pdf. Facts, loaded as
    by doxa load: gedcom, mcp-memory, wikidata, zep, and the relations of mem0. Either: csv, with
    --map. Ids are those of the export, or made of what a document says, so the same import again
    adds nothing, and an interrupted one goes on. What is no statement of anybody is left out, and
    counted by reason.
    """
    run: Run = context.obj
    scope = read_visibility(visibility, field="--visibility")
    given = ImportOptions(
        optional_name(speaker, NAME_MAX, field="--speaker"),
        None if time_zone is None else zone_of(time_zone, field="--time-zone"),
        date_order,
        layout,
    )
    imported = await asyncio.to_thread(read_export, name, path, given)
    if not (imported.lines or imported.facts):
        raise Empty(
            "there is neither a message nor a fact in it",
            field="PATH",
            hint=", ".join(f"{why}: {n}" for why, n in imported.left_out.items()) or "name another",
        )
    if imported.facts and visibility != COMMON_VISIBILITY:
        raise InvalidArgument(
            "facts are for the whole tenant", field="--visibility", hint="leave it out"
        )
    if dry_run:
        summary = _document(imported)
        run.result(summary)
        _print(run, imported, summary)
        return 0
    _warn(imported)
    if review:
        imported = ask_review(imported)
    return await _import(
        run, imported, scope, no_wait=no_wait, embed=not no_embed, for_review=review
    )


async def _import(
    run: Run, imported: Imported, scope: str, *, no_wait: bool, embed: bool, for_review: bool
) -> int:
    """Load the facts, then have the messages read; the exit code is the worse of both."""
    if not imported.facts:
        return await _read(run, imported, scope, no_wait=no_wait, embed=embed)
    lines = imported.fact_lines
    with show_progress() as say:
        stream = io.BytesIO(b"".join(line.raw for line in lines))
        recorded = await record(
            run, stream, say, for_review=for_review, embed=embed and not imported.lines
        )
    _place_refusals(recorded, lines, imported)
    if not imported.lines:
        run.result(recorded.document)
    code = print_recorded(run, recorded)
    if not imported.lines:
        return code
    facts = {"facts": recorded.document}
    return max(code, await _read(run, imported, scope, no_wait=no_wait, embed=embed, beside=facts))


async def _read(
    run: Run,
    imported: Imported,
    scope: str,
    *,
    no_wait: bool,
    embed: bool,
    beside: dict[str, Any] | None = None,
) -> int:
    return await remember(
        run,
        imported.lines,
        scope,
        no_wait=no_wait,
        batch=False,
        embed=embed,
        priority=0,
        beside=beside or {},
    )


def _place_refusals(recorded: Recorded, lines: list[FactLine], imported: Imported) -> None:
    """Say of what was refused where it stands in the export, and add what was no line at all."""
    refused = recorded.loaded.refused
    placed = [
        replace(
            refusal,
            line=lines[refusal.line - 1].operation.line,
            message=f"{lines[refusal.line - 1].place}: {refusal.message}",
        )
        for refusal in refused
    ]
    placed += [fact for fact in imported.facts if isinstance(fact, Refusal)]
    refused[:] = sorted(placed, key=lambda refusal: refusal.line)


def _document(imported: Imported) -> dict[str, Any]:
    messages, assertions = imported.messages, _assertions(imported)
    document: dict[str, Any] = {}
    if imported.lines:
        document |= {
            "messages": len(messages),
            "sessions": len({line.session for line in messages}),
            "speakers": dict(
                Counter(line.message.speaker or "user" for line in messages).most_common()
            ),
            "from": time(messages[0].message.occurred_at) if messages else None,
            "to": time(messages[-1].message.occurred_at) if messages else None,
        }
    if imported.facts:
        document |= {
            "facts": len(imported.fact_lines),
            "entities": len({_name_of(one.entity) for one in assertions}),
            "attributes": dict(Counter(one.attribute for one in assertions).most_common()),
        }
    refused = len(_refusals(imported))
    return document | {
        "refused": refused,
        "leftOut": dict(imported.left_out),
        "notes": dict(imported.notes),
    }


def _refusals(imported: Imported) -> list[Refusal]:
    lines = (*imported.lines, *imported.facts)
    return [line for line in lines if isinstance(line, Refusal)]


def _assertions(imported: Imported) -> list[Assertion]:
    operations = (line.operation for line in imported.fact_lines)
    return [one.assertion for one in operations if isinstance(one, Assert)]


def _name_of(entity: EntityRef | None) -> str:
    return "" if entity is None else entity.name or entity.external or ""


def _print(run: Run, imported: Imported, summary: dict[str, Any]) -> None:
    if imported.lines:
        run.out.print(
            f"{summary['messages']:,} messages in {summary['sessions']:,} sessions,"
            f" {summary['from']} to {summary['to']}",
            markup=False,
        )
        for speaker, count in summary["speakers"].items():
            run.out.print(f"  {speaker}: {count:,}", markup=False)
        for line in imported.messages[:SHOWN]:
            words = visible(" ".join(line.message.text.split()))[:EXCERPT]
            run.out.print(f"  {line.message.speaker or 'user'}: {words}", markup=False)
    if imported.facts:
        run.out.print(
            f"{summary['facts']:,} facts of {summary['entities']:,} entities", markup=False
        )
        for attribute, count in summary["attributes"].items():
            run.out.print(f"  {attribute}: {count:,}", markup=False)
        for one in _assertions(imported)[:SHOWN]:
            run.out.print(f"  {_sentence(one)}", markup=False)
    _warn(imported)
    for refusal in _refusals(imported)[:SHOWN]:
        words = f"refused: {refusal.code}: {refusal.message}; {refusal.hint}"
        sys.stderr.write(visible(words) + "\n")
    run.out.print("nothing was imported: leave out --dry-run to do it", markup=False)


def _sentence(fact: Assertion) -> str:
    """Return a fact in short: of whom, what, and when."""
    start = _bound(fact.valid_from, fact.precision, unknown=fact.start_unknown)
    end = _bound(fact.valid_to, fact.precision_to or fact.precision, unknown=fact.end_unknown)
    times = f"not since {start}" if fact.negative else f"{start} to {end}"
    words = [_name_of(fact.entity), fact.attribute, fact.value or _name_of(fact.target)]
    if (start, end) != ("–", "–"):
        words.append(f"({times})")
    return visible(" ".join(" ".join(words).split()))[: 2 * EXCERPT]


def _bound(at: datetime | None, precision: Precision | None, *, unknown: bool) -> str:
    if at is None:
        return "not known" if unknown else "–"
    return bound_text(at, Dating.of(precision, None))


def _warn(imported: Imported) -> None:
    for what, count in imported.notes.most_common():
        place = imported.places[what]
        sys.stderr.write(visible(f"note: {count:,} × {what} (first: {place})") + "\n")
    for why, count in imported.left_out.most_common():
        place = imported.places[why]
        sys.stderr.write(visible(f"left out: {count:,} × {why} (first: {place})") + "\n")
