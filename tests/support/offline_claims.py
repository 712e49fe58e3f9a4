"""What the offline extractor proposes, in few words."""

from __future__ import annotations

from datetime import UTC, datetime

from extraction.model.candidates import EntityObject, Turn, Window
from extraction.offline.extractor import extract
from graph.vocabulary import SourceKind

# A Wednesday.
SAID = datetime(2024, 6, 19, 15, 0, tzinfo=UTC)


def value(candidate):
    """What it says of its subject; none where it names no value."""
    if candidate.object is None:
        return None
    if isinstance(candidate.object, EntityObject):
        return candidate.object.entity
    return candidate.object.literal


def proposed(text, speaker="Nora"):
    """All that is proposed for one turn of a speaker's."""
    turn = Turn(id="t", speaker=speaker, source_kind=SourceKind.USER, text=text, occurred_at=SAID)
    return extract(Window(turn=turn)).candidates


def claims(text, speaker="Nora"):
    """Subject, predicate and value of every proposal.

    A leading "not" marks a negative one, "once" one that is over, "until" one of unknown start.
    """
    return [(c.subject, _polarity(c) + c.predicate, value(c)) for c in proposed(text, speaker)]


def _polarity(candidate):
    if candidate.negative:
        return "not "
    if candidate.start_unknown:
        return "until "
    return "once " if candidate.end_unknown else ""
