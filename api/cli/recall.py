"""The commands recall and why: what matters to a question, and how that came to be."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

import typer
from rich.markup import escape

from api.cli.asking import asking
from api.cli.queries import SystemOption
from api.cli.render import Shown, end, start, table
from api.cli.run import Run, TenantCommand, time_option
from graph.clock import format_instant
from graph.model.excerpt import MARK
from graph.vocabulary import RecallKind

SAID_MAX = 200
_SCORES = ("score", "relevance", "recency", "importance")

app = typer.Typer()


@app.command(cls=TenantCommand, epilog="Example: doxa recall 'Where does Mike live?'")
async def recall(
    context: typer.Context,
    question: Annotated[str, typer.Argument(metavar="QUESTION", help="In plain words.")],
    *,
    entity: Annotated[
        str | None,
        typer.Option("--entity", help="Only what is about this entity: a name, an alias or an id."),
    ] = None,
    topic: Annotated[str | None, typer.Option("--topic", help="Only of this topic.")] = None,
    speaker: Annotated[
        str | None,
        typer.Option("--speaker", help="Who asks: whom I, my and we stand for."),
    ] = None,
    first: Annotated[int, typer.Option("-k", help="How many at most.", min=1)] = 5,
    min_score: Annotated[float, typer.Option(help="Nothing that scores less.")] = 0.35,
    min_confidence: Annotated[float, typer.Option(help="Nothing less sure.")] = 0.4,
    max_tokens: Annotated[int, typer.Option(help="What the block for a prompt may take.")] = 800,
    hints: Annotated[
        bool, typer.Option("--hints", help="Also what is too unsure to be believed.")
    ] = False,
    episodes: Annotated[bool, typer.Option("--episodes", help="Also what was said.")] = False,
    block: Annotated[
        bool, typer.Option("--context", help="Print the block for a prompt, and nothing else.")
    ] = False,
    valid_at: Annotated[
        datetime | None,
        time_option(
            "--valid-at",
            "What held at this time. Default: in the period that the question names, or now.",
        ),
    ] = None,
    system_at: SystemOption = None,
    time_zone: Annotated[
        str | None,
        typer.Option(
            "--time-zone",
            metavar="ZONE",
            help="Where the days begin that it names: Europe/Berlin, +02:00. Default: UTC.",
        ),
    ] = None,
) -> int:
    """Recall the few beliefs that matter to a question, or none.

    Rules come whatever the question. What is recalled is kept, for `doxa why`.
    """
    run: Run = context.obj
    kinds = {RecallKind.MEMORIES: True, RecallKind.HINTS: hints, RecallKind.EPISODES: episodes}
    async with asking(run) as ask:
        known_at = None if system_at is None else ask.as_of(None, system_at)
        about = entity and (await ask.entity(entity, systemAt=known_at and known_at["systemAt"]))
        data = await ask(
            "recall",
            query=question,
            topic=topic,
            k=first,
            minScore=min_score,
            minConfidence=min_confidence,
            asOf={
                "validAt": None if valid_at is None else format_instant(valid_at),
                "systemAt": known_at and known_at["systemAt"],
            },
            entity=about and about["id"],
            include=[kind for kind, wanted in kinds.items() if wanted],
            maxTokens=max_tokens,
            speaker=speaker,
            timeZone=time_zone,
        )
    found = data["recall"]
    run.result(_document(found))
    if block:
        run.out.print(found["context"], markup=False, highlight=False, soft_wrap=True)
        return 0
    _print(run, found)
    _print_unsure(run, found["hints"])
    _print_said(run, found["episodes"])
    for one in found["questions"]:
        run.out.print(f"to ask: {one['text']}", markup=False)
    if found["rules"]:
        run.out.print(f"{len(found['rules']):,} rules: see --context")
    run.out.print(f"doxa why {found['id']} MEMORY", markup=False)
    return 0


@app.command(cls=TenantCommand, epilog="Example: doxa why r_3f2a m_81c0")
async def why(
    context: typer.Context,
    recalled: Annotated[str, typer.Argument(metavar="RECALL", help="The id of a recall.")],
    memory: Annotated[str, typer.Argument(metavar="MEMORY", help="The id of a memory.")],
) -> int:
    """Explain why a recall has a memory, or why not."""
    run: Run = context.obj
    async with asking(run) as ask:
        told = (await ask("why", recall=recalled, memory=memory))["why"]
    run.result(told)
    for name, value in told.items():
        run.out.print(f"{name}: {value}", markup=False)
    return 0


def _document(recall: Shown) -> dict[str, Any]:
    """Return a recall as it is printed: of memories and episodes the ids, scores in four digits."""
    hits = {
        kind: [
            one
            | {name: one[name]["id"] for name in ("memory", "episode") if name in one}
            | {name: round(one[name], 4) for name in _SCORES if name in one}
            for one in recall[kind]
        ]
        for kind in ("items", "hints", "episodes")
    }
    return {**recall, **hits}


def _print(run: Run, recall: Shown) -> None:
    period: Shown | None = recall["period"]
    if period is not None:
        bounds = (("from", period["validFrom"]), ("until", period["validTo"]))
        told = " ".join(f"{word} {at}" for word, at in bounds if at is not None)
        run.out.print(f"what held at any time {told}", markup=False)
    for why_not in recall["degraded"]:
        run.out.print(f"degraded: {why_not}", markup=False)
    if not recall["items"]:
        run.out.print("nothing is recalled")
        return
    shown = table("recalled", "score", "what", "from", "until", "memory")
    for one in recall["items"]:
        memory, belief = one["memory"], one["belief"]
        contested = " [yellow](contested)[/]" if belief and belief["contested"] else ""
        shown.add_row(
            f"{one['score']:.2f}",
            escape(memory["text"]) + contested,
            *_unheld(memory) if belief is None else (start(belief), end(belief)),
            memory["id"],
        )
    run.out.print(shown)


def _unheld(memory: Shown) -> tuple[str, str]:
    """Return the two bounds of what has no belief: it is over, nobody knows since when, or not
    so.
    """
    if memory["validFrom"] is None:
        return "not known", "over"
    return memory["validFromText"] or "not known", "not so"


def _print_unsure(run: Run, hints: list[Shown]) -> None:
    if not hints:
        return
    shown = table("hints, not facts", "score", "what", "memory")
    for one in hints:
        memory = one["memory"]
        shown.add_row(f"{one['score']:.2f}", escape(memory["text"]), memory["id"])
    run.out.print(shown)


def _print_said(run: Run, hits: list[Shown]) -> None:
    if not hits:
        return
    shown = table("said", "score", "who", "what", "when", "episode")
    for one in hits:
        episode = one["episode"]
        what = " ".join(episode["text"].split())
        shown.add_row(
            f"{one['score']:.2f}",
            escape(episode["speaker"] or episode["sourceKind"].casefold()),
            escape(what[:SAID_MAX] + (MARK if len(what) > SAID_MAX else "")),
            episode["occurredAt"],
            episode["id"],
        )
    run.out.print(shown)
