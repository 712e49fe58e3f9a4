"""What stands beside claims in an exported file: names, sources, merges, answers, rejections."""

from __future__ import annotations

from graph.restore.events import (
    ContradictionResolved,
    EntitiesMerged,
    EntityNamed,
    EntitySplit,
    EpisodeContinued,
    EpisodeRecorded,
    RejectionLifted,
    ValueRejected,
)
from graph.restore.part import Part
from graph.restore.rows import audit_row, entity_properties, episode_row, rejection_row
from graph.slots.rows import Bearer, EntityRow, NameRow
from graph.values.canonical import name_key


def settle(part: Part, told: ContradictionResolved) -> None:
    """A contradiction is answered."""
    keys = part.keys
    properties = {
        "resolution": told.resolution,
        "resolved_by": None if told.answer is None else keys.memory(told.answer),
        "resolved_at": told.at,
        "actor": told.by,
        "reason": told.reason,
    }
    row = {"id": keys.contradiction(told.contradiction), "properties": properties}
    part.rows["settled"].append(row)


def name_entity(part: Part, told: EntityNamed) -> None:
    """An entity gets its names."""
    changes, entity = part.changes, part.keys.entity(told.key)
    changes.made.append(EntityRow(entity, entity_properties(told)))
    for key, text in {name_key(name): name for name in reversed(told.names)}.items():
        changes.bearers.append(Bearer(key, entity))
        changes.names.append(NameRow(key, text))


def hear(part: Part, told: EpisodeRecorded) -> None:
    """A source arrives."""
    part.changes.episodes.append(episode_row(told, part.keys))


def continue_text(part: Part, told: EpisodeContinued) -> None:
    """The text of a source goes on."""
    episode = part.keys.episode(told.of)
    for row in part.changes.episodes:
        if row["id"] == episode and len(row["text"]) == told.start:
            row["text"] += told.text
            return
    for row in part.rows["continued"]:
        if row["id"] == episode and row["start"] + len(row["text"]) == told.start:
            row["text"] += told.text
            return
    part.rows["continued"].append({"id": episode, "start": told.start, "text": told.text})


def merge(part: Part, told: EntitiesMerged) -> None:
    """An entity is absorbed in another."""
    absorbed, keep = part.keys.entity(told.absorb), part.keys.entity(told.keep)
    part.rows["merged"].append({"absorbed": absorbed, "keep": keep, "at": told.at})
    reason = f"merge of {absorbed} and {keep}"
    part.changes.audits.append(audit_row("merge", absorbed, told.at, told.by, reason))


def part_again(part: Part, told: EntitySplit) -> None:
    """An absorbed entity stands for itself again."""
    absorbed = part.keys.entity(told.absorbed)
    part.rows["parted"].append({"absorbed": absorbed, "at": told.at})
    reason = f"split of {absorbed}"
    part.changes.audits.append(audit_row("split", absorbed, told.at, told.by, reason))


def reject(part: Part, told: ValueRejected) -> None:
    """A value is rejected."""
    row = rejection_row(told, part.keys)
    part.rows["rejections"].append(row)
    if told.other is not None:
        part.other_ends[row["id"]] = part.keys.rejection(told.other)
    # Each knows the other by where it is looked for.
    for twin in part.rows["rejections"]:
        for one, other in ((row, twin), (twin, row)):
            if part.other_ends.get(one["id"]) == other["id"]:
                one["other"] = other["key"]


def lift(part: Part, told: RejectionLifted) -> None:
    """A rejection is lifted."""
    rejection = part.keys.rejection(told.of)
    part.rows["lifted"].append({"id": rejection, "at": told.at})
    row = audit_row("lift", rejection, told.at, told.by, told.reason)
    part.changes.audits.append(row)
