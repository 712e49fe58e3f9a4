"""Restore what is no claim: entities, episodes, merges, resolutions, rejections."""

from __future__ import annotations

from graph.clock import END_OF_TIME
from graph.history.file_format import events
from graph.history.restore.part import Part
from graph.history.restore.restored_nodes import audit_row, episode_row, rejection_row
from graph.history.restore.waiting import waiting
from graph.kernel.slots.change_rows import Bearer, EntityRow, NameRow
from graph.model.gate.consent import EVERY
from graph.model.scopes import name_in_scope
from graph.validation import name_key
from graph.write.merging.merge import pair_key


def resolve(part: Part, line: events.ContradictionResolved) -> None:
    """Restore the resolution of a contradiction."""
    properties = line.model_dump(include={"resolution", "actor", "reason"}) | {
        "resolved_by": line.answer and part.keys.id(line.answer),
        "resolved_at": line.at,
    }
    row = {"id": part.keys.id(line.contradiction), "properties": properties}
    part.records["resolved"].append(row)


def create_entity(part: Part, line: events.EntityCreated) -> None:
    """Restore an entity with its names."""
    changes, entity = part.changes, part.keys.id(line.key)
    properties = line.model_dump(include={"name", "kind", "external"})
    properties |= {"created_at": line.at, "export_key": line.key, "scope": line.scope or None}
    changes.made.append(EntityRow(entity, properties))
    names = {name_in_scope(line.scope, name_key(name)): name for name in reversed(line.names)}
    for key, text in names.items():
        changes.bearers.append(Bearer(key, entity))
        changes.names.append(NameRow(key, text))


def mark(part: Part, line: events.MemoryMarked) -> None:
    """Restore that a memory was drawn for people to mark, or the mark of it.

    Raises:
        NotFound: there is no such memory.
    """
    memory = part.memory(part.keys.id(line.of))["id"]
    properties = line.model_dump(include={"extractor", "stated", "drawn_at", "correct", "actor"})
    part.records["samples"].append(
        properties
        | {
            "memory": memory,
            "marked_at": None if line.correct is None else line.at,
        }
    )


def wait(part: Part, line: events.MemoryWaits) -> None:
    """Restore a memory that waits for a person, or was turned away."""
    part.waiting.append(waiting(line, part))


def record_consent(part: Part, line: events.ConsentRecorded) -> None:
    """Restore a record of a consent."""
    subject = part.keys.id(line.entity.id)
    part.records["consents"].append(
        {
            "id": part.keys.id(line.key),
            "subject": subject,
            "category": line.category or EVERY,
            "granted": line.granted,
            "basis": line.basis,
            "actor": line.actor,
            "valid_from": line.valid_from,
            "valid_to": line.valid_to or END_OF_TIME,
            "system_from": line.at,
            "system_to": line.retired_at or END_OF_TIME,
            "export_key": line.key,
        }
    )
    part.reidentified.add(subject)


def propose_merge(part: Part, line: events.MergeProposed) -> None:
    """Restore a proposal to merge two entities, with what was decided on it."""
    one, other = part.keys.id(line.one.id), part.keys.id(line.other.id)
    copied = {"score", "status", "judged_at", "decided_at", "actor", "reason"}
    properties = line.model_dump(include=copied, exclude_none=True) | {
        "id": part.keys.id(line.key),
        "one": one,
        "other": other,
        "reasons": list(line.reasons),
        "scope": line.scope or None,
        "proposed_at": line.at,
        "export_key": line.key,
    }
    row = {"key": pair_key(part.registry.tenant, one, other), "properties": properties}
    part.records["proposals"].append(row)


def record_episode(part: Part, line: events.EpisodeRecorded) -> None:
    """Restore an episode."""
    part.changes.episodes.append(episode_row(line, part.keys))


def continue_episode(part: Part, line: events.EpisodeContinued) -> None:
    """Append to the text of an episode, of this part or of one before."""
    episode = part.keys.id(line.of)
    continued = part.records["continued"]
    for row in [*part.changes.episodes, *continued]:
        if row["id"] == episode and row.get("start", 0) + len(row["text"]) == line.start:
            row["text"] += line.text
            return
    continued.append({"id": episode, "start": line.start, "text": line.text})


def merge(part: Part, line: events.EntitiesMerged) -> None:
    """Restore the merge of two entities."""
    absorbed, keep = part.keys.id(line.absorb.id), part.keys.id(line.keep.id)
    part.reidentified |= {absorbed, keep}
    part.records["merged"].append({"absorbed": absorbed, "keep": keep, "at": line.at})
    reason = f"merge of {absorbed} and {keep}"
    row = audit_row("merge", absorbed, line.at, line.actor, reason, line.scope)
    part.changes.audits.append(row)


def split(part: Part, line: events.EntitySplit) -> None:
    """Restore the end of a merge."""
    absorbed = part.keys.id(line.absorbed.id)
    part.reidentified.add(absorbed)
    part.records["split"].append({"absorbed": absorbed, "at": line.at})
    reason = f"split of {absorbed}"
    row = audit_row("split", absorbed, line.at, line.actor, reason, line.scope)
    part.changes.audits.append(row)


def reject(part: Part, line: events.ValueRejected) -> None:
    """Restore a rejection."""
    row = rejection_row(line, part.keys)
    rejections = part.records["rejections"]
    rejections.append(row)
    if line.other is not None:
        part.other_ends[row["id"]] = part.keys.id(line.other)
    # The two rejections of one relation refer to each other by the key under which one is found.
    for twin in rejections:
        for one, other in ((row, twin), (twin, row)):
            if part.other_ends.get(one["id"]) == other["id"]:
                one["other"] = other["key"]


def lift(part: Part, line: events.RejectionLifted) -> None:
    """Restore the end of a rejection."""
    rejection = part.keys.id(line.of)
    part.records["lifted"].append({"id": rejection, "at": line.at})
    row = audit_row("lift", rejection, line.at, line.actor, line.reason, line.scope)
    part.changes.audits.append(row)
