"""Export lines of attributes, entities, episodes, merges, revocations and rejections."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from datetime import UTC, datetime, timedelta, timezone
from itertools import product

from graph.clock import START_OF_TIME, written
from graph.database.rows import Row
from graph.export.memory_lines import RANKS, given, named, start
from graph.export.streams import Entry, Line
from graph.intake.episodes import identity
from graph.model.commands import Message
from graph.model.records import Attribute
from graph.model.slot_keys import rejection_key, slot_parent
from graph.vocabulary import SourceKind

# A longer text is split, so that no line exceeds the limit for loading.
TEXT_PART = 100_000


def definition_entry(row: Row) -> Entry:
    """Build the line of an attribute's present definition, at its time of creation."""
    at: datetime = row.get("created_at") or START_OF_TIME
    line = start("define", at, attribute=row["name"])
    names = [field.name for field in fields(Attribute) if field.name != "name"]
    line |= given({name: row.get(name) for name in names})
    if not line.get("aliases"):
        line.pop("aliases", None)
    return Entry(at, RANKS["define"], row["name"], line)


def entity_entry(row: Row, key: str, merges: Sequence[Row], until: datetime) -> Entry:
    """Build an entity's line with its names, and later lines of its merges and splits."""
    entity: Row = row["entity"]
    at: datetime = entity["created_at"]
    line = start(
        "alias",
        at,
        key=key,
        name=entity["name"],
        kind=entity["kind"],
        external=entity.get("external"),
        names=row["names"],
    )
    later: list[Entry] = []
    for one in merges:
        if one["from"] <= until:
            told = start("merge", one["from"], keep=named(one["keep"]), absorb=named(key))
            told |= given({"by": one["merged"]})
            later.append(Entry(one["from"], RANKS["merge"], key, told))
        if one["to"] <= until:
            told = start("split", one["to"], absorbed=named(key)) | given({"by": one["split"]})
            # A split and another merge at one instant: the split comes first.
            later.append(Entry(one["to"], RANKS["merge"], f"{key} split", told))
    return Entry(at, RANKS["alias"], key, line, tuple(later))


def episode_entry(row: Row, key: str, tenant: str) -> Entry:
    """Build an episode's line, and later lines for the rest of a long text."""
    episode: Row = row["episode"]
    text: str = episode["text"]
    at: datetime = episode["recorded_at"]
    line = start(
        "episode",
        at,
        key=key,
        session=episode.get("session"),
        source=episode.get("speaker"),
        source_kind=episode["source_kind"],
        text=text[:TEXT_PART],
        topic=episode.get("topic"),
        occurred_at=_spoken_at(episode),
        ordinal=episode.get("ordinal"),
        message=episode.get("message"),
        known_by=_known_by(episode, tenant),
    )
    rest = [
        Entry(
            at,
            RANKS["episode"],
            f"{key} {first:012}",
            start("episode", at, of=key, start=first, text=text[first : first + TEXT_PART]),
        )
        for first in range(TEXT_PART, len(text), TEXT_PART)
    ]
    return Entry(at, RANKS["episode"], key, line, tuple(rest))


def _spoken_at(episode: Row) -> str:
    """Format the time of speaking with its original offset, on which "last Monday" depends."""
    offset = episode.get("offset_minutes")
    zone = UTC if not offset else timezone(timedelta(minutes=offset))
    return written(episode["occurred_at"].astimezone(zone))


def _known_by(episode: Row, tenant: str) -> str | None:
    """Return which property identifies the same message when it arrives again."""
    if episode.get("text_hash") is None:
        return None
    zone = timezone(timedelta(minutes=episode.get("offset_minutes") or 0))
    message = Message(
        text=episode["text"],
        id=episode.get("message"),
        speaker=episode.get("speaker"),
        source_kind=SourceKind(episode["source_kind"]),
        occurred_at=episode["occurred_at"].astimezone(zone),
    )
    for known_by in ("message", "time", "text"):
        if identity(tenant, episode.get("session"), message, known_by) == episode["id"]:
            return known_by
    return "nothing"


def revocation_entry(row: Row, key: str, at: datetime) -> Entry | None:
    """Build the line of a revocation; None if a correction's line implies it."""
    if any(one["again"] for one in row["successors"]):
        return None
    said: Row = row["said"] or {}
    successors = [
        {"key": one["key"], "reason": one["reason"]} for one in row["successors"] if one["at"] >= at
    ]
    reason = row["reason"]
    line = start(
        "revoke",
        at,
        of=key,
        logged_as=None if reason == "revoke" else reason,
        by=said.get("actor"),
        reason=said.get("reason"),
        successors=successors or None,
    )
    return Entry(at, RANKS["revoke"], key, line)


def rejection_entry(row: Row, tenant: str, until: datetime) -> Entry:
    """Build a rejection's line, and a later line if it was lifted."""
    rejection: Row = row["rejection"]
    at, key = row["at"], row["key"]
    line = start(
        "reject",
        at,
        key=key,
        entity=_own(row["subjects"], rejection["entity"]),
        attribute=rejection["attribute"],
        context=rejection.get("context"),
        value=rejection["value"],
        by=rejection["by"],
        reason=rejection["reason"],
        other=row["other"],
    )
    if row["values"]:
        line["canonical"] = _own(row["values"], rejection["canonical"])
        line["value"] = named(_own_key(row["values"], rejection["value"])) or rejection["value"]
    else:
        line["canonical"] = rejection["canonical"]
    line |= _filed(row, tenant)
    later: list[Entry] = []
    if rejection["lifted_at"] <= until:
        lifted: Row = row["lifted"] or {}
        told = start("lift", rejection["lifted_at"], of=key)
        told |= given({"by": lifted.get("actor"), "reason": lifted.get("reason")})
        later.append(Entry(rejection["lifted_at"], RANKS["lift"], key, told))
    return Entry(at, RANKS["reject"], key, line, tuple(later))


def _filed(row: Row, tenant: str) -> Line:
    """Return the entities in the rejection's key, where they differ from those it names."""
    rejection: Row = row["rejection"]
    literal = {"id": rejection["canonical"], "key": rejection["canonical"]}
    for subject, value in product(row["subjects"], row["values"] or [literal]):
        parent = slot_parent(
            tenant, subject["id"], rejection["attribute"], rejection.get("context")
        )
        if rejection_key(parent, value["id"]) != rejection["key"]:
            continue
        filed: Line = {}
        if subject["id"] != rejection["entity"]:
            filed["entity"] = named(subject["key"])
        if value["id"] != rejection["canonical"]:
            filed["canonical"] = named(value["key"])
        return {"filed": filed} if filed else {}
    return {}


def _own(entities: Sequence[Row], wanted: str) -> Line | None:
    return named(_own_key(entities, wanted))


def _own_key(entities: Sequence[Row], wanted: str) -> str | None:
    return next((one["key"] for one in entities if one["id"] == wanted), None)
