"""Beliefs and memories as the command line shows them: JSON in the words of the GraphQL contract,
tables for people.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any, TypeAlias

from rich.box import SIMPLE_HEAD
from rich.markup import escape
from rich.table import Table

from api.files.json_lines import Refusal
from graph.clock import format_instant
from graph.model.records import Job
from graph.periods import Dating, bound_text
from graph.vocabulary import TimeBasis

# A key with its text, which a cut may leave open, or with its number; of a nested object nothing.
_PAIR = re.compile(r'"(\w+)":\s*(?:"((?:[^"\\]|\\.)*)"?|([\w.+-]+))')
# An object of an answer of GraphQL.
Shown: TypeAlias = Mapping[str, Any]
# What heads a column of ids.
_IDS = frozenset({"belief", "episode", "id", "job", "memory", "pair", "proposal", "record"})


def in_words(excerpt: str) -> str:
    """Return an excerpt; of a record's line its keys and values, without the marks of JSON."""
    if not excerpt.startswith('{"'):
        return excerpt
    return ", ".join(
        f"{key} {text or plain}".rstrip() for key, text, plain in _PAIR.findall(excerpt)
    )


def time(at: datetime | None) -> str | None:
    """Return an instant as every door writes it; null for an open end."""
    return None if at is None else format_instant(at)


def value(item: Shown) -> str:
    """Return the value of a belief or memory in words: as said, or the other entity's name."""
    target = item["target"]
    return target["name"] if item["value"] is None and target else item["value"] or ""


def words(*memories: Shown) -> str:
    """Return an excerpt of what the first of these memories with evidence rests on."""
    rests = [one["evidence"][0] for one in memories if one["evidence"]]
    return in_words(rests[0]["excerpt"]) if rests else ""


def job_document(job: Job) -> dict[str, Any]:
    """Return a job in the contract's words, as far as a command tells of it."""
    return {"id": job.id, "status": job.status.value, "error": job.error}


def refusal_document(refusal: Refusal) -> dict[str, Any]:
    """Return a line that was not taken."""
    return asdict(refusal)


def beliefs_table(beliefs: Sequence[Shown], title: str) -> Table:
    """Beliefs for people: one a row, with the words they rest on."""
    shown = table(title, "attribute", "value", "from", "until", "sure")
    shown.add_column("in the words", style="dim", overflow="fold", ratio=2)
    for one in beliefs:
        shown.add_row(
            about(one),
            escape(value(one)) + (" [yellow](contested)[/]" if one["contested"] else ""),
            start(one),
            end(one),
            f"{one['confidence']:.2f}",
            escape(words(*one["memories"])),
        )
    return shown


def formerly_table(memories: Sequence[Shown], title: str) -> Table:
    """Return what was so formerly, for people: one memory a row, with the words it rests on."""
    shown = table(title, "attribute", "value", "said")
    shown.add_column("in the words", style="dim", overflow="fold", ratio=2)
    for one in memories:
        former = f"formerly {escape(value(one))}"
        shown.add_row(about(one), former, day(one["saidAt"]), escape(words(one)))
    return shown


def versions_table(versions: Sequence[Shown], title: str) -> Table:
    """Versions of a slot's beliefs for people: when each held, and when it was believed."""
    shown = table(title, "value", "from", "until", "believed from", "believed until", "belief")
    for one in versions:
        known = [day(one["systemFrom"]), "–" if one["systemTo"] is None else day(one["systemTo"])]
        shown.add_row(escape(value(one)), start(one), end(one), *known, one["id"])
    return shown


def related_table(entities: Sequence[Shown], title: str) -> Table:
    """Related entities for people: how far away, and over what."""
    shown = table(title, "away", "entity", "id")
    shown.add_column("over", overflow="fold", ratio=2)
    for one in entities:
        steps = "; ".join(
            f"{step['entity']['name']} {step['attribute']} {value(step)}" for step in one["path"]
        )
        other = one["entity"]
        shown.add_row(str(one["distance"]), escape(other["name"]), other["id"], escape(steps))
    return shown


def chain_table(memories: Sequence[Shown], title: str) -> Table:
    """Return a supersession chain for people: oldest first."""
    shown = table(title, "said", "claim", "holds from", "status", "gave way by")
    shown.add_column("in the words", style="dim", overflow="fold", ratio=2)
    for one in memories:
        polarity = "no longer " if one["negative"] else "formerly " if one["endUnknown"] else ""
        shown.add_row(
            day(one["saidAt"]),
            escape(f"{one['attribute'] or ''} {polarity}{value(one)}"),
            one["validFromText"] or "",
            one["status"].lower(),
            (one["supersededReason"] or "").lower(),
            escape(words(one)),
        )
    return shown


def memories_table(memories: Sequence[Shown], title: str) -> Table:
    """Memories for people: one a row."""
    shown = table(title, "recorded", "of", "what", "topic", "sure", "memory")
    for one in memories:
        shown.add_row(
            day(one["recordedAt"]),
            escape(one["entity"]["name"] if one["entity"] else ""),
            escape(one["text"]),
            escape(one["topic"] or ""),
            f"{one['currentConfidence']:.2f}",
            one["id"],
        )
    return shown


def start(belief: Shown) -> str:
    """Return a belief's start as it was said; with "by" if it was only observed."""
    if belief["startUnknown"]:
        return "not known"
    text = belief["validFromText"]
    return text if belief["validFromBasis"] == TimeBasis.STATED else f"by {text}"


def end(belief: Shown) -> str:
    """Return a belief's end as it was said; a dash while it is open.

    Of one that ended, nobody knows when, how far somebody vouches or by when it was over.
    """
    if belief["endUnknown"]:
        return f"not known (believed until {belief['validToText']})"
    return belief["validToText"] or "–"


def day(at: datetime | str) -> str:
    """Return the day of an instant, with the time to the minute if it is not midnight."""
    instant = datetime.fromisoformat(at) if isinstance(at, str) else at
    return bound_text(instant.replace(second=0, microsecond=0), Dating())


def moment(at: str) -> str:
    """Return an instant in UTC to the minute, midnight too."""
    return f"{datetime.fromisoformat(at).astimezone(UTC):%Y-%m-%d %H:%MZ}"


def entity_title(entity: Shown, what: str) -> str:
    """Return an entity, what is to be said of it, and every name that leads to it."""
    names = ", ".join(sorted({entity["name"], *entity["aliases"]}))
    return f"{escape(entity['name'])} ({entity['id']}) {what}: {escape(names)}"


def table(title: str | None, *columns: str) -> Table:
    """Return a table whose cells fold, but for ids, which are there to be copied."""
    made = Table(
        title=title,
        title_justify="left",
        title_style="bold",
        # Without borders between them eight columns have room in eighty characters.
        box=SIMPLE_HEAD,
        show_edge=False,
        pad_edge=False,
        padding=(0, 1, 0, 0),
    )
    for name in columns:
        made.add_column(name, overflow="fold", no_wrap=name in _IDS)
    return made


def about(item: Shown) -> str:
    """Return the attribute of a belief or memory with the context that it is limited to."""
    attribute, context = item["attribute"] or "", item["context"]
    return escape(attribute if context is None else f"{attribute} ({context})")
