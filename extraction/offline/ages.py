"""What an age says beyond itself: that it is over within the year, and which years one was born in.

"I'm 34" holds for a year at most; that Mike was born in 1985 or 1986 stays true.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from extraction.model.candidates import Bound, SourceConfidence, Turn
from extraction.offline.clauses.draft import Draft
from extraction.offline.clauses.times import When
from extraction.offline.patterns.table import table
from graph.vocabulary import Precision, SpeechAct, TimeBasis

AGE, BIRTH_YEAR = "age", "birth_year"
_MEANT = frozenset({SpeechAct.ASSERTION, SpeechAct.PLAN})


def with_birth_years(drafts: Iterable[Draft], turn: Turn) -> Iterator[Draft]:
    """Yield the claims of a turn; an age that begins at a time ends a year later, and gives
    years.
    """
    for draft in drafts:
        told = draft.predicate == AGE and draft.times.holds and draft.act in _MEANT
        if not told or draft.value is None or not draft.value.isdigit():
            yield draft
            continue
        start = draft.times.start
        since = None if start is None else start.at
        if start is not None and since is not None and not draft.corrects:
            end = Bound(at=_year_later(since, turn), precision=start.precision)
            yield replace(draft, times=replace(draft.times, end=end))
        else:
            yield draft
        yield _born(draft, turn)


def _year_later(since: datetime, turn: Turn) -> datetime:
    """Return the same day of the next year, in the zone in which it was said."""
    local = since.astimezone(turn.occurred_at.tzinfo)
    leap = (local.month, local.day) == (2, 29)
    day = local.replace(month=3, day=1) if leap else local
    return day.replace(year=day.year + 1).astimezone(UTC)


def _born(draft: Draft, turn: Turn) -> Draft:
    """Return the claim of the years in one of which somebody of an age was born."""
    assert draft.value is not None
    start = draft.times.start
    begun = None if start is None or draft.corrects else start.at
    on = (begun or turn.occurred_at).astimezone(turn.occurred_at.tzinfo)
    last = on.year - int(draft.value)
    turned = begun is not None and start is not None and start.precision is not Precision.INSTANT
    last_day = (on + timedelta(days=1)).year > on.year
    years = f"{last}" if turned or last_day else f"{last - 1} or {last}"
    direct = draft.source is SourceConfidence.DIRECT
    return replace(
        draft,
        predicate=BIRTH_YEAR,
        value=years,
        wording=table().attributes[BIRTH_YEAR],
        times=When(basis=TimeBasis.OBSERVED),
        act=SpeechAct.ASSERTION,
        source=SourceConfidence.INFERRED if direct else draft.source,
        corrects=False,
        article="",
    )
