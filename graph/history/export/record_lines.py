"""Export lines of what is no claim: attributes, entities, episodes, rejections, erasures."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime, timedelta, timezone
from itertools import product
from typing import Any

from graph.clock import START_OF_TIME, outward
from graph.database.rows import Row
from graph.database.tombstones.ledger import Tombstone
from graph.history.export.memory_lines import ref
from graph.history.export.streams import Entry, entry
from graph.history.file_format import events
from graph.history.file_format.conversion import make_line
from graph.model.calibration import read_calibration
from graph.model.commands import Message
from graph.model.scopes import COMMON_SCOPE
from graph.model.slot_keys import rejection_key, slot_parent
from graph.vocabulary import ProposalStatus, SourceKind
from graph.write.intake.episodes import identity

# A longer text is split, so that no line exceeds the limit for loading.
TEXT_PART = 100_000
TOMBSTONE_PART = 2_000


def definition_entry(row: Row) -> Entry:
    """Build the line of an attribute's present definition, at its time of creation."""
    fields = {name: row.get(name) for name in events.AttributeDefined.model_fields}
    fields["at"] = row.get("created_at") or START_OF_TIME
    return entry(row["name"], make_line(events.AttributeDefined, **fields))


def policy_entry(row: Row) -> Entry:
    """Build the line of a policy that was applied."""
    line = make_line(
        events.PolicyApplied,
        at=row["at"],
        version=row["version"],
        policy=json.loads(row["json"]),
        actor=row["actor"],
        reason=row["reason"],
    )
    return entry(f"{row['version']:012}", line)


def calibration_entry(row: Row) -> Entry:
    """Build the line of a version of the calibration."""
    calibration = read_calibration(row)
    line = make_line(
        events.CalibrationApplied,
        at=calibration.at,
        version=calibration.version,
        extractors=[
            {
                "extractor": one.extractor,
                "weight": one.weight,
                "applied": one.applied,
                "bands": [asdict(band) for band in one.bands],
            }
            for one in calibration.extractors.values()
        ],
        actor=calibration.actor,
        reason=calibration.reason,
    )
    return entry(f"{calibration.version:012}", line)


def waiting_entry(row: Row, key: str, until: datetime) -> Entry:
    """Build the line of a memory that waits for a person, or was turned away.

    What was claimed again meanwhile is a line again, where the episode comes that it also rests on.
    """
    memory: Row = row["memory"]
    keys = {one["id"]: one["key"] for one in row["about"]}
    asked = json.loads(memory["asked"])
    for end in ("entity", "target"):
        if (asked.get(end) or {}).get("id") is not None:
            asked[end]["id"] = keys.get(asked[end]["id"], asked[end]["id"])
    decided = memory["retired_at"] if memory["retired_at"] <= until else None
    fields = {
        "key": key,
        "outcome": memory["outcome"],
        "gate": memory["gate"],
        "why": memory["reason"],
        "policy": memory["policy"],
        "asked": json.dumps(asked, ensure_ascii=False),
        "entity": ref(keys.get(memory.get("entity", ""))),
        "target": ref(keys.get(memory.get("target", ""))),
        "actor": memory.get("actor"),
        "turned_away_at": decided,
        "turned_away_by": None if decided is None else memory.get("decided_by"),
        "turned_away_reason": None if decided is None else memory.get("decided_reason"),
    }
    shown: dict[datetime, list[Row]] = {row["at"]: []}
    for one in row["evidence"]:
        span = {name: value for name, value in one.items() if name != "at"}
        shown.setdefault(one["at"], []).append(span)
    first, *again = (
        entry(key, make_line(events.MemoryWaits, at=at, spans=spans, **fields))
        for at, spans in shown.items()
    )
    return replace(first, later=tuple(again))


def consent_entry(row: Row, until: datetime) -> Entry:
    """Build the line of a record of a consent."""
    consent: Row = row["consent"]
    line = make_line(
        events.ConsentRecorded,
        at=row["at"],
        key=row["key"],
        entity=ref(row["subject"]),
        category=consent["category"] or None,
        granted=consent["granted"],
        basis=consent["basis"],
        actor=consent["actor"],
        valid_from=consent["valid_from"],
        valid_to=outward(consent["valid_to"]),
        retired_at=consent["system_to"] if consent["system_to"] <= until else None,
    )
    return entry(row["key"], line)


def proposal_entry(row: Row, until: datetime) -> Entry:
    """Build the line of a proposal to merge two entities."""
    proposal: Row = row["proposal"]
    if proposal.get("decided_at", until) > until:
        undecided = dict.fromkeys(("decided_at", "actor", "reason"))
        proposal = {**proposal, **undecided, "status": ProposalStatus.OPEN}
    judged = proposal.get("judged_at")
    line = make_line(
        events.MergeProposed,
        at=row["at"],
        key=row["key"],
        one=ref(row["one"]),
        other=ref(row["other"]),
        score=proposal["score"],
        reasons=proposal["reasons"],
        scope=proposal.get("scope"),
        status=proposal["status"],
        judged_at=judged if judged is not None and judged <= until else None,
        decided_at=proposal.get("decided_at"),
        actor=proposal.get("actor"),
        reason=proposal.get("reason"),
    )
    return entry(row["key"], line)


def entity_entry(row: Row, key: str, merges: Sequence[Row], until: datetime) -> Entry:
    """Build an entity's line with its names, and later lines of its merges and splits."""
    entity: Row = row["entity"]
    line = make_line(
        events.EntityCreated,
        at=entity["created_at"],
        key=key,
        name=entity["name"],
        kind=entity["kind"],
        external=entity.get("external"),
        names=row["names"],
        scope=entity.get("scope"),
    )
    later: list[Entry] = []
    for one in merges:
        if one["from"] <= until:
            merge = {"at": one["from"], "keep": ref(one["keep"]), "actor": one["merged"]}
            merge["scope"] = entity.get("scope")
            later.append(entry(key, make_line(events.EntitiesMerged, absorb=ref(key), **merge)))
        if one["to"] <= until:
            split = {"at": one["to"], "absorbed": ref(key), "actor": one["split"]}
            split["scope"] = entity.get("scope")
            # A split and another merge at one instant: the split comes first.
            later.append(entry(f"{key} split", make_line(events.EntitySplit, **split)))
    return entry(key, line, later)


def episode_entry(row: Row, key: str, tenant: str) -> Entry:
    """Build an episode's line, and later lines for the rest of a long text."""
    episode: Row = row["episode"]
    text: str = episode["text"]
    fields = {name: episode.get(name) for name in events.EpisodeRecorded.model_fields}
    message = _message(episode)
    fields |= {
        "at": episode["recorded_at"],
        "key": key,
        "text": text[:TEXT_PART],
        "occurred_at": message.occurred_at,
        "for_review": episode.get("for_review", False),
        "known_by": _known_by(episode, message, tenant),
    }
    rest = [
        entry(
            f"{key} {first:012}",
            make_line(
                events.EpisodeContinued,
                at=episode["recorded_at"],
                of=key,
                start=first,
                text=text[first : first + TEXT_PART],
            ),
        )
        for first in range(TEXT_PART, len(text), TEXT_PART)
    ]
    return entry(key, make_line(events.EpisodeRecorded, **fields), rest)


def _message(episode: Row) -> Message:
    """Return an episode as the message that it was, its time with the original offset."""
    offset = episode.get("offset_minutes")
    zone = UTC if not offset else timezone(timedelta(minutes=offset))
    return Message(
        text=episode["text"],
        id=episode.get("message"),
        speaker=episode.get("speaker"),
        source_kind=SourceKind(episode["source_kind"]),
        occurred_at=episode["occurred_at"].astimezone(zone),
    )


def _known_by(episode: Row, message: Message, tenant: str) -> str | None:
    """Return which property identifies the same message when it arrives again."""
    if episode.get("text_hash") is None:
        return None
    scope = episode.get("scope", COMMON_SCOPE)
    for known_by in ("message", "time", "text"):
        found = identity(tenant, episode.get("session"), message, known_by, scope)
        if found == episode["id"]:
            return known_by
    return "nothing"


def revocation_entry(row: Row, key: str, at: datetime) -> Entry | None:
    """Build the line of a revocation; None if a correction's line implies it."""
    if any(one["again"] for one in row["successors"]):
        return None
    audit: Row = row["said"] or {}
    line = make_line(
        events.MemoryRetired,
        at=at,
        of=key,
        action=row["reason"],
        actor=audit.get("actor"),
        reason=audit.get("reason"),
        successors=[
            {"key": one["key"], "reason": one["reason"]}
            for one in row["successors"]
            if one["at"] >= at
        ],
    )
    return entry(key, line)


def rejection_entry(row: Row, tenant: str, until: datetime) -> Entry:
    """Build a rejection's line, and a later line if it was lifted."""
    rejection: Row = row["rejection"]
    key, values = row["key"], row["values"]
    canonical, value = rejection["canonical"], rejection["value"]
    line = make_line(
        events.ValueRejected,
        at=row["at"],
        key=key,
        entity=_ref_to(rejection["entity"], row["subjects"]),
        attribute=rejection["attribute"],
        context=rejection.get("context"),
        value=_ref_to(value, values) or value,
        by=rejection["by"],
        reason=rejection["reason"],
        other=row["other"],
        canonical=_ref_to(canonical, values) or canonical,
        filed=_filed(row, tenant),
        scope=rejection.get("scope"),
    )
    later: list[Entry] = []
    if rejection["lifted_at"] <= until:
        audit: Row = row["lifted"] or {}
        said = {"actor": audit.get("actor"), "reason": audit.get("reason")}
        said["scope"] = rejection.get("scope")
        lift = make_line(events.RejectionLifted, at=rejection["lifted_at"], of=key, **said)
        later.append(entry(key, lift))
    return entry(key, line, later)


def _filed(row: Row, tenant: str) -> Row:
    """Return the entities in the rejection's key, where they differ from those it names."""
    rejection: Row = row["rejection"]
    literal = {"id": rejection["canonical"]}
    for subject, value in product(row["subjects"], row["values"] or [literal]):
        named = (subject["id"], rejection["attribute"], rejection.get("context"))
        parent = slot_parent(tenant, *named, rejection.get("scope", COMMON_SCOPE))
        if rejection_key(parent, value["id"]) == rejection["key"]:
            return {
                name: ref(found["key"])
                for name, found in (("entity", subject), ("canonical", value))
                if found["id"] != rejection[name]
            }
    return {}


def _ref_to(wanted: str, entities: Sequence[Row]) -> Mapping[str, str] | None:
    """Return a reference to an entity by its id; None if it is not among these."""
    return next((ref(one["key"]) for one in entities if one["id"] == wanted), None)


def tombstone_entries(tombstone: Tombstone, fingerprint: str) -> Iterator[Entry]:
    """Yield the lines of one erasure; a long one has several."""
    parts = [
        *({"ids": part} for part in _parts(tombstone.ids)),
        *({"hashes": part} for part in _parts(tombstone.hashes)),
        *({"passages": part} for part in _parts(_masked(tombstone))),
    ]
    for number, part in enumerate(parts):
        line = make_line(
            events.TombstoneRecorded,
            at=datetime.fromisoformat(tombstone.at),
            erasure=tombstone.erasure,
            ledger=fingerprint,
            name=tombstone.name,
            **part,
        )
        yield entry(f"{tombstone.erasure} {number:06}", line)


def _masked(tombstone: Tombstone) -> list[events.Masked]:
    return [events.Masked(key=key, words=words) for key, words in tombstone.passages]


def _parts(values: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
    for start in range(0, len(values), TOMBSTONE_PART):
        yield tuple(values[start : start + TOMBSTONE_PART])
