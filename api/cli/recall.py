"""The commands recall and why: what matters to a question, and how that came to be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Annotated, Any

import typer
from rich.markup import escape

from api import wiring
from api.cli.queries import SystemOption, as_of, entity_called
from api.cli.render import Known, belief_document, end, start, table, time
from api.cli.run import Run, TenantCommand, time_option
from extraction.recall.recall import recall as recall_for
from graph.clock import zone_of
from graph.database.session import Session
from graph.model.excerpt import MARK
from graph.model.records import Episode, Memory
from graph.read import reads
from graph.read.recall import log
from graph.read.recall.recall_types import AskedPeriod, Question, Recall, RecallItem
from graph.vocabulary import RecallKind

SAID_MAX = 200

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
    zone = zone_of(time_zone, field="--time-zone")
    questions = wiring.questions(run.settings)
    async with run.store() as db:
        at = as_of(db, run.caller, valid_at, system_at)
        about = None if entity is None else (await entity_called(db, run.caller, entity, at)).id
        asked = Question(
            text=question,
            as_of=at,
            zone=zone,
            present=system_at is None,
            include=_kinds(hints=hints, episodes=episodes),
            entity=about,
            topic=topic,
            k=first,
            min_score=min_score,
            min_confidence=min_confidence,
            tokens_max=max_tokens,
        )
        dated = valid_at is not None
        found = await recall_for(db, run.caller, questions, asked, dated=dated, speaker=speaker)
        known = await _load_known(db, run, found)
        unsure = await reads.memories_by_id(db, run.caller, [one.memory for one in found.hints])
        said = await reads.episodes_by_id(db, run.caller, [one.episode for one in found.episodes])
    run.result(_document(found, known))
    if block:
        run.out.print(found.context, markup=False, highlight=False, soft_wrap=True)
        return 0
    _print(run, found, known)
    _print_unsure(run, found, unsure)
    _print_said(run, found, said)
    for one in found.questions:
        run.out.print(f"to ask: {one.text}", markup=False)
    if found.rules:
        run.out.print(f"{len(found.rules):,} rules: see --context")
    run.out.print(f"doxa why {found.id} MEMORY", markup=False)
    return 0


def _kinds(*, hints: bool, episodes: bool) -> frozenset[RecallKind]:
    asked = {RecallKind.HINTS: hints, RecallKind.EPISODES: episodes}
    return frozenset({RecallKind.MEMORIES, *(kind for kind, wanted in asked.items() if wanted)})


@app.command(cls=TenantCommand, epilog="Example: doxa why r_3f2a m_81c0")
async def why(
    context: typer.Context,
    recalled: Annotated[str, typer.Argument(metavar="RECALL", help="The id of a recall.")],
    memory: Annotated[str, typer.Argument(metavar="MEMORY", help="The id of a memory.")],
) -> int:
    """Explain why a recall has a memory, or why not."""
    run: Run = context.obj
    async with run.store() as db:
        told = await log.why(db, run.caller, recalled, memory)
    run.result(told)
    for name, value in told.items():
        run.out.print(f"{name}: {value}", markup=False)
    return 0


async def _load_known(db: Session, run: Run, recall: Recall) -> Known:
    """Load what the items name: their beliefs' ends, and the memories of those without a belief."""
    over = [one.memory for one in recall.items if one.belief is None]
    return await Known.about(
        db,
        run.caller,
        [one.belief for one in recall.items if one.belief is not None],
        (await reads.memories_by_id(db, run.caller, over)).values() if over else (),
    )


def _document(recall: Recall, records: Known) -> dict[str, Any]:
    return {
        "id": recall.id,
        "query": recall.query,
        "asOf": {"validAt": time(recall.as_of.valid_at), "systemAt": time(recall.as_of.system_at)},
        "period": _period(recall.period),
        "items": [_item(one, records) for one in recall.items],
        "hints": [_item(one, records) for one in recall.hints],
        "episodes": [
            {"episode": one.episode, "score": round(one.score, 4)} for one in recall.episodes
        ],
        "rules": list(recall.rules),
        "questions": list(map(asdict, recall.questions)),
        "degraded": list(recall.degraded),
        "context": recall.context,
    }


def _period(asked: AskedPeriod | None) -> dict[str, str | None] | None:
    if asked is None:
        return None
    return {"validFrom": time(asked.valid_from), "validTo": time(asked.valid_to)}


def _item(item: RecallItem, records: Known) -> dict[str, Any]:
    return {
        "memory": item.memory,
        "belief": None if item.belief is None else belief_document(item.belief, records),
        "score": round(item.score, 4),
        "relevance": round(item.relevance, 4),
        "recency": round(item.recency, 4),
        "importance": round(item.importance, 4),
        "via": list(item.via),
    }


def _print_period(run: Run, recall: Recall) -> None:
    if recall.period is None:
        return
    bounds = (("from", recall.period.valid_from), ("until", recall.period.valid_to))
    told = " ".join(f"{word} {time(at)}" for word, at in bounds if at is not None)
    run.out.print(f"what held at any time {told}", markup=False)


def _print(run: Run, recall: Recall, records: Known) -> None:
    _print_period(run, recall)
    for why_not in recall.degraded:
        run.out.print(f"degraded: {why_not}", markup=False)
    if not recall.items:
        run.out.print("nothing is recalled")
    else:
        shown = table("recalled", "score", "what", "from", "until", "memory")
        for one in recall.items:
            memory, belief = records.memories[one.memory], one.belief
            contested = " [yellow](contested)[/]" if belief and belief.contested else ""
            shown.add_row(
                f"{one.score:.2f}",
                escape(memory.text) + contested,
                *_unheld(memory) if belief is None else (start(belief), end(belief)),
                one.memory,
            )
        run.out.print(shown)


def _unheld(memory: Memory) -> tuple[str, str]:
    """Return the two bounds of what has no belief: it is over, nobody knows since when, or not
    so.
    """
    if memory.valid_from is None:
        return "not known", "over"
    return memory.valid_from_text or "not known", "not so"


def _print_unsure(run: Run, recall: Recall, memories: Mapping[str, Memory]) -> None:
    if not recall.hints:
        return
    shown = table("hints, not facts", "score", "what", "memory")
    for one in recall.hints:
        shown.add_row(f"{one.score:.2f}", escape(memories[one.memory].text), one.memory)
    run.out.print(shown)


def _print_said(run: Run, recall: Recall, episodes: Mapping[str, Episode]) -> None:
    if not recall.episodes:
        return
    shown = table("said", "score", "who", "what", "when", "episode")
    for one in recall.episodes:
        episode = episodes[one.episode]
        what = " ".join(episode.text.split())
        shown.add_row(
            f"{one.score:.2f}",
            escape(episode.speaker or episode.source_kind.value.casefold()),
            escape(what[:SAID_MAX] + (MARK if len(what) > SAID_MAX else "")),
            time(episode.occurred_at),
            one.episode,
        )
    run.out.print(shown)
