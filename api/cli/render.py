"""Beliefs and memories as the command line shows them: JSON in the words of the GraphQL contract,
tables for people.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.markup import escape
from rich.table import Table

from api.files.json_lines import Refusal
from graph.clock import format_instant
from graph.database.session import Session
from graph.kernel.registry import registry
from graph.model.records import AssertResult, Belief, Caller, Entity, Evidence, Job, Memory, Related
from graph.periods import Dating, bound_text
from graph.read import reads
from graph.vocabulary import TimeBasis

# A key with its text, which a cut may leave open, or with its number; of a nested object nothing.
_PAIR = re.compile(r'"(\w+)":\s*(?:"((?:[^"\\]|\\.)*)"?|([\w.+-]+))')
# What heads a column of ids.
_IDS = frozenset({"belief", "episode", "id", "job", "memory", "pair", "proposal", "record"})


@dataclass(frozen=True, slots=True)
class Known:
    """The entities and memories that some beliefs name, excerpts of their evidence, and topics."""

    entities: dict[str, Entity]
    memories: dict[str, Memory]
    excerpts: dict[Evidence, str] = field(default_factory=dict[Evidence, str])
    topics: dict[str, str] = field(default_factory=dict[str, str])

    @classmethod
    async def about(
        cls,
        db: Session,
        caller: Caller,
        beliefs: Iterable[Belief],
        beside: Iterable[Memory] = (),
    ) -> Known:
        """Return what these beliefs name, and memories beside them."""
        listed, others = list(beliefs), list(beside)
        named = [*listed, *others]
        ids = {key for one in named for key in (one.entity, one.target) if key is not None}
        memories = await reads.memories_by_id(
            db, caller, {key for one in listed for key in one.memories}
        )
        memories |= {one.id: one for one in others}
        evidence = [proof for one in memories.values() for proof in one.evidence]
        return cls(
            await reads.entities_by_id(db, caller, ids),
            memories,
            await reads.excerpts(db, caller, evidence),
        )

    @classmethod
    async def named_by(cls, db: Session, caller: Caller, memories: Iterable[Memory]) -> Known:
        """Return what these memories name."""
        listed = list(memories)
        ids = {one.entity for one in listed} | {one.target for one in listed}
        wanted = [one for one in ids if one is not None]
        found = await reads.entities_by_id(db, caller, wanted)
        evidence = [proof for one in listed for proof in one.evidence]
        attributes = await registry.load(db, caller.tenant)
        return cls(
            found,
            {one.id: one for one in listed},
            await reads.excerpts(db, caller, evidence),
            {one.id: attributes.topic(one.topic, one.attribute) for one in listed},
        )

    def name(self, entity: str | None) -> str:
        """Return what an entity is called."""
        found = None if entity is None else self.entities.get(entity)
        return found.name if found else entity or ""

    def value(self, item: Belief | Memory) -> str:
        """Return the value in words: as said, or the other entity's name."""
        return item.value if item.value is not None else self.name(item.target)

    def words(self, *memories: str) -> str:
        """Return an excerpt of what the first of these memories with evidence rests on."""
        for key in memories:
            memory = self.memories.get(key)
            if memory and memory.evidence:
                return in_words(self.excerpts.get(memory.evidence[0], ""))
        return ""


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


def belief_document(belief: Belief, records: Known) -> dict[str, Any]:
    """Return a belief in the contract's words, with the claims it rests on and their evidence."""
    memories = [records.memories[key] for key in belief.memories if key in records.memories]
    return {
        "id": belief.id,
        "entity": reference(belief.entity, records),
        "attribute": belief.attribute,
        "context": belief.context,
        "value": belief.value,
        "canonical": belief.canonical,
        "typedValue": belief.typed_value,
        "target": None if belief.target is None else reference(belief.target, records),
        "validFrom": time(belief.valid_from),
        "validTo": time(belief.valid_to),
        "validFromText": belief.valid_from_text,
        "validToText": belief.valid_to_text,
        "validFromPrecision": belief.valid_from_precision.value,
        "validToPrecision": belief.valid_to_precision and belief.valid_to_precision.value,
        "validFromBasis": belief.valid_from_basis.value,
        "startUnknown": belief.start_unknown,
        "endUnknown": belief.end_unknown,
        "systemFrom": time(belief.system_from),
        "systemTo": time(belief.system_to),
        "confidence": belief.confidence,
        "contested": belief.contested,
        "memories": [
            {
                "id": one.id,
                "text": one.text,
                "saidAt": time(one.said_at),
                "evidence": _evidence(one, records),
            }
            for one in memories
        ],
    }


def written_document(done: AssertResult, records: Known) -> dict[str, Any]:
    """Return what a write brought about, in the contract's words."""
    return {
        "outcome": done.outcome.value,
        "memory": done.memory,
        "beliefs": [belief_document(one, records) for one in done.beliefs],
    }


def memory_document(memory: Memory, records: Known) -> dict[str, Any]:
    """Return a memory in the contract's words."""
    return {
        "id": memory.id,
        "text": memory.text,
        "type": memory.type.value,
        "topic": records.topics.get(memory.id, memory.topic),
        "importance": memory.importance,
        "status": memory.status.value,
        "negative": memory.negative,
        "entity": None if memory.entity is None else reference(memory.entity, records),
        "attribute": memory.attribute,
        "context": memory.context,
        "value": memory.value,
        "target": None if memory.target is None else reference(memory.target, records),
        "validFrom": time(memory.valid_from),
        "validTo": time(memory.valid_to),
        "validFromText": memory.valid_from_text,
        "validToText": memory.valid_to_text,
        "validFromPrecision": memory.valid_from_precision and memory.valid_from_precision.value,
        "validToPrecision": memory.valid_to_precision and memory.valid_to_precision.value,
        "validFromBasis": memory.valid_from_basis and memory.valid_from_basis.value,
        "startUnknown": memory.start_unknown,
        "endUnknown": memory.end_unknown,
        "saidAt": time(memory.said_at),
        "recordedAt": time(memory.recorded_at),
        "retiredAt": time(memory.retired_at),
        "confidence": memory.confidence,
        "currentConfidence": memory.current_confidence,
        "statedConfidence": memory.stated_confidence,
        "calibrationVersion": memory.calibration,
        "speaker": memory.speaker,
        "sourceSession": memory.source_session,
        "sourceKind": memory.source_kind.value,
        "supersededBy": memory.superseded_by,
        "supersededReason": memory.superseded_reason and memory.superseded_reason.value,
        "evidence": _evidence(memory, records),
    }


def entity_document(entity: Entity) -> dict[str, Any]:
    """Return an entity in the contract's words."""
    return {
        "id": entity.id,
        "name": entity.name,
        "kind": entity.kind,
        "aliases": list(entity.aliases),
    }


def job_document(job: Job) -> dict[str, Any]:
    """Return a job in the contract's words, as far as a command tells of it."""
    return {"id": job.id, "status": job.status.value, "error": job.error}


def reference(entity: str, records: Known) -> dict[str, Any]:
    """Return an entity that something else names."""
    return {"id": entity, "name": records.name(entity)}


def refusal_document(refusal: Refusal) -> dict[str, Any]:
    """Return a line that was not taken."""
    return asdict(refusal)


def beliefs_table(beliefs: Sequence[Belief], records: Known, title: str) -> Table:
    """Beliefs for people: one a row, with the words they rest on."""
    shown = table(title, "attribute", "value", "from", "until", "sure")
    shown.add_column("in the words", style="dim", overflow="fold", ratio=2)
    for one in beliefs:
        shown.add_row(
            about(one.attribute, one.context),
            escape(records.value(one)) + (" [yellow](contested)[/]" if one.contested else ""),
            start(one),
            end(one),
            f"{one.confidence:.2f}",
            escape(records.words(*one.memories)),
        )
    return shown


def formerly_table(memories: Sequence[Memory], records: Known, title: str) -> Table:
    """Return what was so formerly, for people: one memory a row, with the words it rests on."""
    shown = table(title, "attribute", "value", "said")
    shown.add_column("in the words", style="dim", overflow="fold", ratio=2)
    for one in memories:
        shown.add_row(
            about(one.attribute or "", one.context),
            f"formerly {escape(records.value(one))}",
            day(one.said_at),
            escape(records.words(one.id)),
        )
    return shown


def versions_table(versions: Sequence[Belief], records: Known, title: str) -> Table:
    """Versions of a slot's beliefs for people: when each held, and when it was believed."""
    shown = table(title, "value", "from", "until", "believed from", "believed until", "belief")
    for one in versions:
        shown.add_row(
            escape(records.value(one)),
            start(one),
            end(one),
            day(one.system_from),
            "–" if one.system_to is None else day(one.system_to),
            one.id,
        )
    return shown


def related_table(entities: Sequence[Related], records: Known, title: str) -> Table:
    """Related entities for people: how far away, and over what."""
    shown = table(title, "away", "entity", "id")
    shown.add_column("over", overflow="fold", ratio=2)
    for one in entities:
        steps = "; ".join(
            f"{records.name(step.entity)} {step.attribute} {records.value(step)}"
            for step in one.path
        )
        name = records.name(one.entity)
        shown.add_row(str(one.distance), escape(name), one.entity, escape(steps))
    return shown


def chain_table(memories: Sequence[Memory], records: Known, title: str) -> Table:
    """Return a supersession chain for people: oldest first."""
    shown = table(title, "said", "claim", "holds from", "status", "gave way by")
    shown.add_column("in the words", style="dim", overflow="fold", ratio=2)
    for one in memories:
        polarity = "no longer " if one.negative else "formerly " if one.end_unknown else ""
        claim = f"{one.attribute or ''} {polarity}{records.value(one)}"
        shown.add_row(
            day(one.said_at),
            escape(claim),
            one.valid_from_text or "",
            one.status.value.lower(),
            "" if one.superseded_reason is None else one.superseded_reason.value.lower(),
            escape(records.words(one.id)),
        )
    return shown


def memories_table(memories: Sequence[Memory], records: Known, title: str) -> Table:
    """Memories for people: one a row."""
    shown = table(title, "recorded", "of", "what", "topic", "sure", "memory")
    for one in memories:
        shown.add_row(
            day(one.recorded_at),
            escape(records.name(one.entity)),
            escape(one.text),
            escape(records.topics.get(one.id, "")),
            f"{one.current_confidence:.2f}",
            one.id,
        )
    return shown


def start(belief: Belief) -> str:
    """Return a belief's start as it was said; with "by" if it was only observed."""
    if belief.start_unknown:
        return "not known"
    stated = belief.valid_from_basis is TimeBasis.STATED
    return belief.valid_from_text if stated else f"by {belief.valid_from_text}"


def end(belief: Belief) -> str:
    """Return a belief's end as it was said; a dash while it is open.

    Of one that ended, nobody knows when, how far somebody vouches or by when it was over.
    """
    if belief.end_unknown:
        return f"not known (believed until {belief.valid_to_text})"
    return belief.valid_to_text or "–"


def day(at: datetime) -> str:
    """Return the day of an instant, with the time to the minute if it is not midnight."""
    return bound_text(at.replace(second=0, microsecond=0), Dating())


def moment(at: datetime) -> str:
    """Return an instant in UTC to the minute, midnight too."""
    return f"{at.astimezone(UTC):%Y-%m-%d %H:%MZ}"


def _evidence(memory: Memory, records: Known) -> list[dict[str, Any]]:
    return [
        {
            "episode": one.episode,
            "span": one.span,
            "excerpt": records.excerpts.get(one),
            "start": one.start,
            "end": one.end,
            "verdict": one.verdict.value,
        }
        for one in memory.evidence
    ]


def entity_title(entity: Entity, what: str) -> str:
    """Return an entity, what is to be said of it, and every name that leads to it."""
    names = ", ".join(sorted({entity.name, *entity.aliases}))
    return f"{escape(entity.name)} ({entity.id}) {what}: {escape(names)}"


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


def about(attribute: str, context: str | None) -> str:
    """Return an attribute with the context that it is limited to."""
    return escape(attribute if context is None else f"{attribute} ({context})")
