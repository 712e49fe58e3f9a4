"""What one's civil status and one's marriage say of each other.

Who is divorced or widowed is married no more, who is single has nobody; whose husband has died is a
widow. So one course comes of both: "I got married to Tom in May", "I got divorced in October".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from extraction.language.kin_words import relation_to_one
from extraction.offline.clauses.draft import Draft
from extraction.offline.clauses.times import When
from extraction.offline.patterns.table import table
from extraction.offline.people.subjects import is_group
from graph.vocabulary import SpeechAct

STATUS, SPOUSE, PARTNER = "marital_status", "spouse", "partner"
MARRIED, WIDOWED = "married", "widowed"
# Whom one has no more, by what one is.
_LEAVES = {"divorced": (SPOUSE,), "widowed": (SPOUSE,), "single": (SPOUSE, PARTNER)}
_DEATHS = frozenset({"died", "passed away", "dead", "deceased"})
_OWN = re.compile(r"(?:my|our) (?P<role>\w+)(?P<name>(?: [A-Z]\S*)*)", re.IGNORECASE)


def with_civil_status(drafts: Iterable[Draft], speaker: str | None) -> Iterator[Draft]:
    """Yield the claims of a turn, with what each says of the other side."""
    told = list(drafts)
    left = {d.value for d in told if d.predicate == SPOUSE and d.times.negative}
    for draft in told:
        if draft.predicate == STATUS and draft.subject in left:
            # "Ines and I got divorced": the end of the marriage tells it of her.
            continue
        yield draft
        if draft.act is not SpeechAct.ASSERTION or draft.times.planned:
            continue
        if draft.predicate == STATUS:
            yield from _parted(draft)
        elif draft.value in _DEATHS and speaker is not None:
            yield from _bereaved(draft, speaker)


def _parted(draft: Draft) -> Iterator[Draft]:
    """Yield the end of the marriage of who is divorced, or "no longer married"."""
    times = draft.times
    ended = times.negative and not times.denied and draft.value == MARRIED
    holds = times.holds and times.end is None and not is_group(draft.subject)
    leaves = (SPOUSE,) if ended else _LEAVES.get(draft.value or "", ()) if holds else ()
    for relation in leaves:
        yield _claim_beside(draft, relation, None, over=True)


def _bereaved(draft: Draft, speaker: str) -> Iterator[Draft]:
    """Yield what the death of a husband makes the speaker: a widow."""
    own = _OWN.fullmatch(draft.subject)
    relation = None if own is None else relation_to_one(own["role"])
    if own is not None and relation in (SPOUSE, PARTNER):
        mine = replace(draft, subject="I", name=speaker)
        yield _claim_beside(mine, relation, own["name"].strip() or None, over=True)
        if relation == SPOUSE:
            yield _claim_beside(mine, STATUS, WIDOWED)


def _claim_beside(draft: Draft, predicate: str, value: str | None, *, over: bool = False) -> Draft:
    """Return a claim in the words of another, from its start on."""
    told = draft.times
    times = When(told.start, None, told.basis, negative=over, span=told.span)
    wording = table().attributes[predicate]
    return replace(
        draft, predicate=predicate, value=value, wording=wording, times=times, happening=False
    )
