"""Export lines of what extractors proposed from episodes, and of what became of it."""

from __future__ import annotations

from graph.database.session import Row
from graph.history.export.streams import Entry, entry
from graph.history.file_format.conversion import make_line
from graph.history.file_format.fields import PART_MAX
from graph.history.file_format.readings import CandidateDecided, CandidatesProposed


def candidates_entry(row: Row) -> Entry | None:
    """Build the line of what was proposed from an episode.

    None if the episode is gone, or if it is longer than a line may be: then it is read again.
    """
    proposed: Row = row["candidates"]
    if row["episode"] is None or len(proposed["json"]) > PART_MAX:
        return None
    line = make_line(
        CandidatesProposed,
        at=row["at"],
        of=row["episode"],
        extractor=proposed["extractor"],
        candidates=proposed["json"],
        count=proposed["count"],
    )
    return entry(row["key"], line)


def decision_entry(row: Row, memory: str | None) -> Entry | None:
    """Build the line of a decision that led to the memory of this key; None without an episode."""
    decision: Row = row["decision"]
    if row["episode"] is None:
        return None
    line = make_line(
        CandidateDecided,
        at=row["at"],
        of=row["episode"],
        extractor=decision["extractor"],
        number=decision["number"],
        candidate=decision["candidate"],
        outcome=decision["outcome"],
        gate=decision.get("gate"),
        why=decision["reason"],
        policy=decision.get("policy"),
        memory=memory,
        contradiction=row["contradiction"],
    )
    return entry(row["key"], line)
