"""Plans as they are believed: from when they are said until they are done, dropped or overtaken.

A plan of a state ("I start at Acme in May") is that state, to come. Any other is a value of an
attribute of plans: it holds while it is planned, and its planned time is a part of it, so that
whoever asks for somebody's plans before that time finds it.
"""

from __future__ import annotations

import re
from typing import Any

from extraction.model.candidates import OF_PLANS, Bound, Candidate, LiteralObject, Turn
from graph.kernel.registry.builtin import ALIASES
from graph.periods import Dating, bound_text, offset_of, period_end
from graph.vocabulary import SpeechAct, TimeBasis

PLANS = "plans"
_INTENDS = re.compile(
    r"^(?:and |so |but |also |then )*(?:(?:i|we)(?:['\u2019](?:m|re|ll)| am| are| will)?"
    r"|(?:he|she|they)(?:['\u2019](?:s|re|ll)| is| are| will)?)?\s*(?:also |still |really )?"
    r"(?:going to|gonna|plan(?:s|ning)? (?:to|on)|intend(?:s|ing)? to|about to|hop(?:e|es|ing) to"
    r"|want(?:s|ing)? to|mean(?:s|ing)? to|thinking (?:of|about))\s+",
    re.IGNORECASE,
)


def hold_plan(candidate: Candidate, turn: Turn) -> Candidate:
    """Return a candidate as what holds while it is planned, if it is a plan of something to do."""
    if candidate.speech_act is not SpeechAct.PLAN or candidate.negative:
        return candidate
    if ALIASES.get(candidate.predicate, candidate.predicate) in OF_PLANS:
        return _held_until(candidate, turn)
    return candidate if candidate.start is not None else _plan_in_words(candidate)


def _plan_in_words(candidate: Candidate) -> Candidate:
    """Take what is planned for no time for no state yet: only the plan holds."""
    words = _INTENDS.sub("", candidate.span.strip()).rstrip(".!,; ")
    return candidate.model_copy(
        update={"predicate": PLANS, "object": LiteralObject(literal=words or candidate.span)}
    )


def _held_until(candidate: Candidate, turn: Turn) -> Candidate:
    start, said_at = candidate.start, turn.occurred_at
    if start is None or start.at is None or start.precision is None or start.at <= said_at:
        return candidate
    offset = offset_of(said_at)
    when = bound_text(start.at, Dating(start.precision, offset))
    until = candidate.end
    if until is None or until.at is None or until.at <= start.at:
        whole = period_end(start.at.astimezone(said_at.tzinfo), start.precision)
        until = Bound(text=start.text, at=whole, precision=start.precision) if whole else None
    update: dict[str, Any] = {
        "start": None,
        "end": until,
        "basis": TimeBasis.OBSERVED,
        "vouched_until": None,
    }
    if isinstance(candidate.object, LiteralObject):
        words = candidate.object.literal
        update["object"] = LiteralObject(literal=words if when in words else f"{words} ({when})")
    return candidate.model_copy(update=update)
