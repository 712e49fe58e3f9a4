"""The kinds of exported lines about readings: what was proposed, and what became of it.

With them a source that was read is not read again where the file is loaded, and what was not
believed is still explained there.
"""

from __future__ import annotations

from graph.history.file_format.fields import (
    AnyText,
    ContradictionKey,
    Count,
    EpisodeKey,
    Label,
    LongJson,
    MemoryKey,
    Word,
)
from graph.history.file_format.parts import Line
from graph.vocabulary import Outcome


class CandidatesProposed(Line):
    """An extractor has read a source: what it proposed, as JSON, and how many claims that is."""

    op = "read"
    of: EpisodeKey
    extractor: Label
    candidates: LongJson
    count: Count


class CandidateDecided(Line):
    """What became of the candidate of that ``number``, from 0, and why."""

    op = "decide"
    of: EpisodeKey
    extractor: Label
    number: Count
    candidate: LongJson
    outcome: Outcome
    gate: Word | None = None
    why: AnyText
    policy: Count | None = None
    memory: MemoryKey | None = None
    contradiction: ContradictionKey | None = None
