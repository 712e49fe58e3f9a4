"""What stands beside claims in an exported file: names, sources, merges, answers, rejections."""

from __future__ import annotations

from graph.restored_part import Part
from graph.restored_rows import audit_row, entity_row, episode_row, name_rows, rejection_row
from graph.told import Continued, Heard, Lifted, Merged, Named, Parted, Rejected, Settled


def settle(part: Part, told: Settled) -> None:
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


def name_entity(part: Part, told: Named) -> None:
    """An entity gets its names."""
    part.rows["entities"].append(entity_row(told, part.keys))
    part.rows["names"] += name_rows(told, part.keys)


def hear(part: Part, told: Heard) -> None:
    """A source arrives."""
    part.rows["episodes"].append(episode_row(told, part.keys))


def continue_text(part: Part, told: Continued) -> None:
    """The text of a source goes on."""
    episode = part.keys.episode(told.of)
    for row in part.rows["episodes"]:
        if row["id"] == episode and len(row["text"]) == told.start:
            row["text"] += told.text
            return
    for row in part.rows["continued"]:
        if row["id"] == episode and row["start"] + len(row["text"]) == told.start:
            row["text"] += told.text
            return
    part.rows["continued"].append({"id": episode, "start": told.start, "text": told.text})


def merge(part: Part, told: Merged) -> None:
    """An entity is absorbed in another."""
    absorbed, keep = part.keys.entity(told.absorb), part.keys.entity(told.keep)
    part.rows["merged"].append({"absorbed": absorbed, "keep": keep, "at": told.at})
    reason = f"merge of {absorbed} and {keep}"
    part.play.sheet.audits.append(audit_row("merge", absorbed, told.at, told.by, reason))


def part_again(part: Part, told: Parted) -> None:
    """An absorbed entity stands for itself again."""
    absorbed = part.keys.entity(told.absorbed)
    part.rows["parted"].append({"absorbed": absorbed, "at": told.at})
    reason = f"split of {absorbed}"
    part.play.sheet.audits.append(audit_row("split", absorbed, told.at, told.by, reason))


def reject(part: Part, told: Rejected) -> None:
    """A value is rejected."""
    row = rejection_row(told, part.keys)
    part.rows["rejections"].append(row)
    if told.other is not None:
        # Each of the two knows the other by where it is looked for.
        other = part.keys.rejection(told.other)
        for twin in part.rows["rejections"]:
            if twin["id"] == other:
                row["other"], twin["other"] = twin["key"], row["key"]


def lift(part: Part, told: Lifted) -> None:
    """A rejection is lifted."""
    rejection = part.keys.rejection(told.of)
    part.rows["lifted"].append({"id": rejection, "at": told.at})
    row = audit_row("lift", rejection, told.at, told.by, told.reason)
    part.play.sheet.audits.append(row)
