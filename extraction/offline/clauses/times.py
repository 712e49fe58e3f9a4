"""When a claim holds, from the form of its clause and the expressions of time that belong to it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from extraction.dates.find import find
from extraction.dates.grammar.periods import containing, day_of
from extraction.dates.time_spans import TimeSpan, TimeWord, bounds
from extraction.model.candidates import Bound, Turn
from extraction.offline.clauses.clause import Clause, Phase, Tense
from extraction.offline.patterns.table import Kind, Pattern
from graph.vocabulary import Precision, SpeechAct, TimeBasis

_WEEKDAY = re.compile(r"^(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)day$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class When:
    """The times of a claim. ``start`` absent: observed when said.

    ``over``: it is told as over, and not when it ended.
    """

    start: Bound | None = None
    end: Bound | None = None
    basis: TimeBasis | None = None
    vouched: datetime | None = None
    negative: bool = False
    planned: bool = False
    denied: bool = False
    span: TimeSpan | None = None
    over: bool = False

    @property
    def holds(self) -> bool:
        """Whether it is told as what is so, or is to be."""
        return not (self.negative or self.over)


# Told as over, and not when: "I used to live in Rome", "he was a bus driver for thirty years".
OVER_UNDATED = When(basis=TimeBasis.OBSERVED, over=True)

_DAY = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?"
_WEEKDAYS = re.compile(
    rf"(?:(?:from|between)\s+)?{_DAY}\s*(?:to|until|till|through|thru|and|-|–)\s*{_DAY}",
    re.IGNORECASE,
)
_BY_WEIGHT = (
    *(TimeWord.BETWEEN, TimeWord.SINCE, TimeWord.AT, TimeWord.FOR, TimeWord.UNTIL, TimeWord.LONG),
)
_ALREADY = re.compile(r"\s*(?:already|now)\b", re.IGNORECASE)
_SINCE = re.compile(r"\bsince\s+$", re.IGNORECASE)
_LONG_UNIT = re.compile(r"\b(?:years?|yrs?|months?|decades?)\b")
_TODAY = re.compile(
    r"\b(?:today|tonight|this (?:morning|afternoon|evening|week|weekend))\b", re.IGNORECASE
)
# What a day may begin for good: "I'm 40 today", "we're getting married this weekend".
_LASTS = frozenset({"age", "marital_status"})
_PLACED = frozenset({"live", "rent", "work", "stay", "study", "teach", "intern", "base", "be"})
_THIS_ONE = re.compile(
    r"(?:all )?this (?:week|weekend|month|quarter|term|semester|season|spring|summer|autumn|fall"
    r"|winter|year)"
)
_FOR_A_WHILE = re.compile(r"(?:for )?(?:\S+ ){1,3}(?:nights?|days?|weeks?|months?|fortnight)")
_TOLD = frozenset({Tense.PAST, Tense.PERFECT, Tense.ONGOING, Tense.BARE})
_NOW = frozenset({Tense.PRESENT, Tense.PROGRESSIVE})
# "They gave me until Friday": what ends is to come.
_GRANTS = frozenset({"give", "get", "book", "reserve", "extend", "sign", "grant", "postpone"})
_COMING = frozenset({Tense.FUTURE, Tense.PROGRESSIVE, Tense.PRESENT})


def kind_of(pattern: Pattern, clause: Clause) -> Kind | None:
    """Return what the clause makes of a pattern: "stopped working at" ends what "work at" says."""
    if pattern.phase is not None:
        return pattern.kind
    if clause.phase is Phase.WHOLE:
        ended = clause.ended or clause.tense is Tense.USED_TO
        return "end" if pattern.kind == "state" and ended and not pattern.negated else pattern.kind
    return clause.phase.value if pattern.kind == "state" else None


def when(pattern: Pattern, clause: Clause, spans: list[TimeSpan], turn: Turn) -> When | None:
    """Return the times of what a pattern found; none where nothing can be claimed."""
    kind = kind_of(pattern, clause)
    spans = [_so_far(span, clause, turn) for span in spans]
    undated = clause.dated_only and not (clause.presupposed or _best(spans))
    if kind is None or undated:
        return None
    denied = clause.negated and not pattern.negated and not clause.ended
    if denied:
        return _denied(pattern, kind, clause, spans)
    if pattern.settled:
        return When(basis=TimeBasis.OBSERVED) if clause.tense in _TOLD | _NOW else None
    if kind == "state":
        return _holding(pattern, clause, spans, turn)
    if kind == "end":
        return _ending(clause, spans, turn)
    return (
        _begun(clause, spans, turn) if kind == "start" else _happened(pattern, clause, spans, turn)
    )


def _holding(pattern: Pattern, clause: Clause, spans: list[TimeSpan], turn: Turn) -> When | None:
    """Return the times of what holds, and of what holds for a time only."""
    if pattern.bounded:
        return _stay(clause, spans, turn)
    passing = pattern.attribute not in _LASTS and _is_passing(clause, spans, turn)
    return None if passing else _state(clause, spans, turn)


def _is_long(best: TimeSpan | None) -> bool:
    return best is not None and best.word in (TimeWord.FOR, TimeWord.LONG)


def _stay(clause: Clause, spans: list[TimeSpan], turn: Turn) -> When | None:
    """Return what holds for a time that is said: "I'm staying in Madrid for two weeks"."""
    best = _best(spans)
    if clause.tense not in _NOW | {Tense.FUTURE}:
        past = None if clause.tense is Tense.PERFECT else _state(clause, spans, turn)
        return past if past is not None and past.holds else None
    if best is None or best.word not in (TimeWord.AT, TimeWord.BETWEEN):
        until = _until(spans)
        end = _lasts_until(spans, turn, turn.occurred_at) or _ends_later(until, turn)
        return None if end is None else When(None, end, TimeBasis.OBSERVED, span=until or best)
    if clause.lemma == "be" and _is_passing(clause, spans, turn):
        return None
    return _within(best, spans, turn)


def _within(span: TimeSpan, spans: list[TimeSpan], turn: Turn) -> When | None:
    """Return what holds in a named period that is not over."""
    end = _ends_later(span, turn)
    if end is None or span.valid_from is None:
        return None
    if span.valid_from <= turn.occurred_at:
        return When(None, end, TimeBasis.OBSERVED, span=span)
    end = _counted(spans, turn, span) or end
    return When(_start(span), end, TimeBasis.STATED, planned=True, span=span)


def _ends_later(span: TimeSpan | None, turn: Turn) -> Bound | None:
    """Return the end of a span, if it is to come."""
    if span is None or span.valid_to is None or span.valid_to <= turn.occurred_at:
        return None
    return _end(span.valid_to, span)


def _lasts_until(
    spans: list[TimeSpan], turn: Turn, since: datetime, unit: Precision = Precision.DAY
) -> Bound | None:
    """When it is over, of a length from a time on: "for six months", "for the summer".

    ``unit`` is how exact that time is.
    """
    length = next((span for span in spans if _is_told_as_length(span, turn)), None)
    if length is None:
        return None
    if length.precision is Precision.SEASON or _said(length, turn).casefold().endswith("weekend"):
        return _ends_later(length, turn)
    zone = turn.occurred_at.tzinfo
    words = f"it takes {_said(length, turn).casefold().removeprefix('for ')}"
    found = next(iter(find(words, since.astimezone(zone))), None)
    if found is None or found.valid_to is None:
        return None
    return _as_exact(found.valid_to.astimezone(zone), unit)


def _is_told_as_length(span: TimeSpan, turn: Turn) -> bool:
    """Whether a span says for how long: "for six months", and not "six months now"."""
    said = _said(span, turn).casefold()
    before = turn.text[: span.start].casefold().split()[-1:]
    led = before in (["for"], ["the"]) or said.startswith("for ")
    return (_is_long(span) or span.word is TimeWord.FOR) and led and not said.endswith(" now")


def _counted(spans: list[TimeSpan], turn: Turn, start: TimeSpan) -> Bound | None:
    """When a length is over that is counted from a period."""
    if start.valid_from is None:
        return None
    found = _lasts_until(spans, turn, start.valid_from, start.precision or Precision.DAY)
    return found if found and found.at and found.at > start.valid_from else None


def _as_exact(end: datetime, unit: Precision) -> Bound | None:
    """Return an end after a length that was counted from a day, or from a month or a year."""
    coarse = {Precision.MONTH: "month", Precision.YEAR: "year"}.get(unit)
    period = day_of(end) if coarse is None else containing(end, coarse)
    if period is None:
        return None
    at = period.end if coarse is None else period.start
    return Bound(at=at.astimezone(UTC), precision=period.precision)


def _so_far(span: TimeSpan, clause: Clause, turn: Turn) -> TimeSpan:
    """Return a length of time up to now: "have been vegan 6 years", "I work here since three
    years".
    """
    said = _said(span, turn).casefold()
    perfect = clause.tense in (Tense.PERFECT, Tense.ONGOING)
    told = (
        _SINCE.search(turn.text, 0, span.start) is not None
        or _ALREADY.match(turn.text, span.end) is not None
    )
    if span.word is not TimeWord.LONG or not (perfect or (clause.tense is Tense.PRESENT and told)):
        return span
    if _LONG_UNIT.search(said) is None:
        return span
    words = f"for {said} now"
    found = next(iter(find(words, turn.occurred_at)), span)
    return replace(found, start=span.start, end=span.end) if found.word is TimeWord.FOR else span


def _is_passing(clause: Clause, spans: list[TimeSpan], turn: Turn) -> bool:
    """Whether something is so for a few days only: "I'm driving a van this weekend"."""
    now = clause.tense in _NOW
    return now and any(_TODAY.search(_said(span, turn)) is not None for span in spans)


def _best(spans: list[TimeSpan]) -> TimeSpan | None:
    return next((s for word in _BY_WEIGHT for s in spans if s.word is word), None)


def _until(spans: list[TimeSpan]) -> TimeSpan | None:
    return next((s for s in spans if s.word is TimeWord.UNTIL), None)


def _start(span: TimeSpan) -> Bound | None:
    if span.valid_from is None:
        return None
    return Bound(at=span.valid_from, precision=span.precision)


def _end(at: datetime | None, span: TimeSpan) -> Bound | None:
    return None if at is None else Bound(at=at, precision=span.precision_to)


def _interval(span: TimeSpan, basis: TimeBasis, *, planned: bool = False) -> When:
    return When(_start(span), _end(span.valid_to, span), basis, planned=planned, span=span)


def _denied(pattern: Pattern, kind: Kind, clause: Clause, spans: list[TimeSpan]) -> When | None:
    """ "I don't live in Rome", "I'm not moving after all", "haven't worked there since May"."""
    best = _best(spans)
    if clause.able and _until(spans) is not None:
        # "He can't play till August" is only for now.
        return None
    negative = pattern.deny is None
    if kind == "state" and clause.tense in (Tense.PERFECT, Tense.ONGOING):
        if best is None or best.word not in (TimeWord.SINCE, TimeWord.FOR):
            return None
        return When(_start(best), None, TimeBasis.STATED, negative=negative, span=best)
    states = kind == "state" and clause.tense in _NOW
    cancels = kind == "start" and clause.tense in (Tense.FUTURE, Tense.PROGRESSIVE)
    if not (states or cancels):
        return None
    return When(basis=TimeBasis.OBSERVED, negative=negative, denied=negative)


def _state(clause: Clause, spans: list[TimeSpan], turn: Turn) -> When | None:
    if clause.tense is Tense.PRESENT:
        spans = [s for s in spans if not _of_every_week(s, turn)]
    best, until = _best(spans), _until(spans)
    if clause.tense in (Tense.FUTURE, Tense.BARE):
        return _planned(best, turn) if clause.tense is Tense.FUTURE else None
    if best is not None and best.word is TimeWord.BETWEEN:
        return _interval(best, TimeBasis.STATED)
    if clause.tense is Tense.PAST:
        return _past_state(best, until, turn) or _once(clause)
    return _state_now(clause, spans, turn)


def _state_now(clause: Clause, spans: list[TimeSpan], turn: Turn) -> When | None:
    """Return the times of what is so, or has been so until now."""
    best = _best(spans)
    over = None if clause.tense not in _NOW else _over_soon(best, turn)
    if over is not None:
        return When(None, over, TimeBasis.OBSERVED, span=best)
    if best is not None and best.word in (TimeWord.SINCE, TimeWord.FOR):
        return _lasting(best, turn)
    if clause.tense is Tense.PERFECT and not _goes_on(clause, spans, turn):
        return None
    return _present(best, _until(spans), turn, going_on=_is_for_now(clause))


def _over_soon(span: TimeSpan | None, turn: Turn) -> Bound | None:
    """When it is over, of what is so this week, or for days or months: "I have a car for a week".

    For years is as often up to now.
    """
    if span is None:
        return None
    said = _said(span, turn).casefold()
    if _THIS_ONE.fullmatch(said) and span.word is TimeWord.AT and _covers(span, turn):
        return _end(span.valid_to, span)
    if span.word not in (TimeWord.FOR, TimeWord.LONG) or not _FOR_A_WHILE.fullmatch(said):
        return None
    return _lasts_until([span], turn, turn.occurred_at)


def _is_for_now(clause: Clause) -> bool:
    """Whether a length that is told of it is one to come: "I'm working there for a month"."""
    return clause.tense is Tense.PROGRESSIVE and clause.lemma in _PLACED


def _once(clause: Clause) -> When | None:
    """ "I once lived in Lisbon", "I was a nurse before I taught": over, and not said when."""
    over = clause.over or _beside(clause, "once", "formerly", "previously")
    return OVER_UNDATED if over else None


def _goes_on(clause: Clause, spans: list[TimeSpan], turn: Turn) -> bool:
    """Whether what has been still is: "I've worn glasses since I was six"."""
    since = any(_said(span, turn).casefold().startswith("since ") for span in spans)
    return since or _beside(clause, "always")


def _of_every_week(span: TimeSpan, turn: Turn) -> bool:
    """ "I work at Acme from Monday to Friday": a habit, and not that week's only."""
    days = _WEEKDAYS.fullmatch(turn.text[span.start : span.end]) is not None
    return days and span.word is TimeWord.BETWEEN


def _present(
    best: TimeSpan | None, until: TimeSpan | None, turn: Turn, *, going_on: bool
) -> When | None:
    if until is not None:
        if until.valid_to is None or until.valid_to <= turn.occurred_at:
            return None
        return When(None, _end(until.valid_to, until), TimeBasis.OBSERVED, span=until)
    if best is None or _covers(best, turn) or best.word is TimeWord.LONG:
        end = _lasts_until([best], turn, turn.occurred_at) if best and going_on else None
        if best is not None and going_on and best.precision is Precision.SEASON:
            end = _end(best.valid_to, best)
        return When(None, end, TimeBasis.OBSERVED, span=best if end else None)
    return _planned(best, turn)


def _lasting(span: TimeSpan, turn: Turn) -> When | None:
    """ "Since 2018", "for three years now": stated, and true up to the time of speaking."""
    if span.valid_from is None or span.valid_from > turn.occurred_at:
        return None
    vouched = turn.occurred_at
    return When(_start(span), None, TimeBasis.STATED, vouched, span=span)


def _past_state(best: TimeSpan | None, until: TimeSpan | None, turn: Turn) -> When | None:
    """ "In 2010 I was at Acme" is closed, "until 2012" too, and its start is unknown."""
    if best is not None and best.word is TimeWord.AT and until is not None:
        start, end = bounds(best, until)
        if start is None or end is None:
            return None
        return When(_start(best), _end(end, until), TimeBasis.STATED, span=best)
    if until is not None and until.valid_to is not None:
        if until.valid_to > turn.occurred_at:
            return None
        return When(None, _end(until.valid_to, until), TimeBasis.OBSERVED, span=until)
    if best is not None and best.word is TimeWord.AT and _begins_before(best, turn):
        if _said(best, turn).casefold().startswith("from "):
            # "I worked there from 2010": over, and it is not said since when.
            return replace(OVER_UNDATED, start=_start(best), basis=TimeBasis.STATED, span=best)
        return _interval(best, TimeBasis.OBSERVED)
    if best is not None and best.word in (TimeWord.FOR, TimeWord.LONG):
        # "My dad was a bus driver for thirty years": over, and it is not said when.
        return OVER_UNDATED
    return None


def _ending(clause: Clause, spans: list[TimeSpan], turn: Turn) -> When | None:
    best = _best(spans)
    if clause.tense is Tense.USED_TO:
        return _state(replace(clause, tense=Tense.PAST), spans, turn) or OVER_UNDATED
    at = best if best is not None and best.word in (TimeWord.AT, TimeWord.SINCE) else None
    if clause.tense is Tense.PERFECT and _is_long(best):
        # "She has sold lace for twenty years."
        return None
    return _ended(clause, at, turn)


def _ended(clause: Clause, at: TimeSpan | None, turn: Turn) -> When | None:
    """Return the times of an end, by the time that is told of it."""
    if clause.ended and clause.tense is Tense.FUTURE:
        # "From May I won't work there any more" says nothing of today.
        return _over_from(at, turn)
    if clause.ended:
        start = _start(at) if at is not None and at.word is TimeWord.SINCE else None
        return When(start, None, None if start else TimeBasis.OBSERVED, negative=True, span=at)
    if at is None:
        return When(basis=TimeBasis.OBSERVED, negative=True) if clause.tense in _TOLD else None
    begun = _begins_before(at, turn)
    if clause.tense not in (_TOLD if begun else _COMING):
        return None
    return When(_start(at), None, TimeBasis.STATED, negative=True, planned=not begun, span=at)


def _over_from(at: TimeSpan | None, turn: Turn) -> When | None:
    """Return what is to be over from a time to come on."""
    if at is None or at.valid_from is None or at.valid_from <= turn.occurred_at:
        return None
    return When(_start(at), None, TimeBasis.STATED, negative=True, planned=True, span=at)


def _begun(clause: Clause, spans: list[TimeSpan], turn: Turn) -> When | None:
    best = _best(spans)
    if clause.tense not in _TOLD:
        coming = None if best is None or clause.tense not in _COMING else _next_week(best, turn)
        return _for_its_time(_planned(coming, turn), spans, turn)
    if best is None or _is_long(best) or best.word is TimeWord.UNTIL:
        return _begun_lately(best, spans, turn)
    if not _begins_before(best, turn):
        # "I got a job at Acme, starting in September".
        return _for_its_time(_planned(best, turn), spans, turn)
    until = _until(spans)
    start, end = bounds(best, until or best)
    if best.word is TimeWord.AT and until is None:
        end = None
    assert start is not None
    times = When(_start(best), _end(end, until or best), TimeBasis.STATED, span=best)
    return _for_its_time(times, spans, turn)


def _begun_lately(best: TimeSpan | None, spans: list[TimeSpan], turn: Turn) -> When:
    """Return what has begun at no time that is told, with its end where a length is."""
    over = (
        best is not None and best.precision is Precision.SEASON and _ends_later(best, turn) is None
    )
    if best is not None and over and _begins_before(best, turn):
        # "I moved to Nice for the summer", said after it.
        return _interval(best, TimeBasis.STATED)
    end = _lasts_until(spans, turn, turn.occurred_at)
    return When(None, end, TimeBasis.OBSERVED, span=best if end else None)


def _for_its_time(times: When | None, spans: list[TimeSpan], turn: Turn) -> When | None:
    """Return what begins at a time, with its end where it is told how long it lasts."""
    over = None if times is None or times.span is None else _counted(spans, turn, times.span)
    return times if times is None or over is None else replace(times, end=over)


def _happened(pattern: Pattern, clause: Clause, spans: list[TimeSpan], turn: Turn) -> When | None:
    """Place a happening, which takes the whole of its period; one without a time only if the table
    says so.
    """
    best, told = _best(spans), clause.tense in _TOLD
    if best is None:
        return _today(turn) if told and (pattern.undated or _fresh(clause)) else None
    if best.word not in (TimeWord.AT, TimeWord.BETWEEN):
        return None
    begun = _begins_before(best, turn)
    if told:
        return _interval(best, TimeBasis.STATED) if begun else None
    over = begun and (clause.tense is Tense.PRESENT or not _covers(best, turn))
    if over or clause.tense not in _COMING:
        return None
    return _interval(best, TimeBasis.STATED, planned=True)


def _fresh(clause: Clause) -> bool:
    """Whether it is told as news: "I just finished the course"."""
    return _beside(clause, "just", "recently", "finally")


def _beside(clause: Clause, *adverbs: str) -> bool:
    return any(child.low in adverbs for word in clause.chain for child in word.children)


def _today(turn: Turn) -> When | None:
    today = day_of(turn.occurred_at)
    if today is None:
        return None
    return When(None, Bound(at=today.end, precision=today.precision), TimeBasis.OBSERVED)


def shift_to_side(span: TimeSpan, clause: Clause, turn: Turn) -> TimeSpan:
    """Return a date that is not whole, on the side of now that the verb's form tells of.

    "I moved in April" was last April, "I move to Porto in September" is the next one, and "I'm due
    back in two weeks" is no length of time.
    """
    start, end, now = span.valid_from, span.valid_to, turn.occurred_at
    if clause.tense in _TOLD:
        ending = span.word in (TimeWord.UNTIL, TimeWord.BETWEEN)
        ended = ending and clause.tense is Tense.PAST
        lasted = ended and clause.verb.lemma not in _GRANTS
        at = end if lasted else start
        return _again(span, turn, future=False) if at is not None and at > now else span
    over = end is not None and end <= now and _WEEKDAY.search(_said(span, turn)) is None
    ahead = clause.tense in (Tense.FUTURE, Tense.PROGRESSIVE) or clause.verb.lemma == "be"
    # "In two days" may also be how long it takes.
    ahead |= not _said(span, turn).casefold().startswith("in ")
    open_ = span.word is TimeWord.VAGUE and ahead
    return _again(span, turn, future=True) if clause.tense in _COMING and (over or open_) else span


def _again(span: TimeSpan, turn: Turn, *, future: bool) -> TimeSpan:
    """Return the same expression read as one of what is to come, or of what is over."""
    found = find(turn.text, turn.occurred_at, future=future)
    return next((each for each in found if each.start <= span.start < each.end), span)


def _said(span: TimeSpan, turn: Turn) -> str:
    return turn.text[span.start : span.end]


def _next_week(span: TimeSpan, turn: Turn) -> TimeSpan:
    """Return the day of the week that comes, where the one past cannot be meant: "I start on
    Monday".
    """
    start, end, week = span.valid_from, span.valid_to, timedelta(days=7)
    past = end is not None and end <= turn.occurred_at
    weekday = _WEEKDAY.search(_said(span, turn)) is not None
    if not (past and weekday and start is not None and end is not None):
        return span
    return replace(span, valid_from=start + week, valid_to=end + week)


def _planned(best: TimeSpan | None, turn: Turn) -> When | None:
    """Return what is to hold from a time to come on."""
    if best is None or best.word not in (TimeWord.AT, TimeWord.BETWEEN, TimeWord.SINCE):
        return None
    if best.valid_to is not None and best.valid_to <= turn.occurred_at:
        return None
    end = _end(best.valid_to, best) if best.word is TimeWord.BETWEEN else None
    return When(_start(best), end, TimeBasis.STATED, planned=True, span=best)


def _begins_before(span: TimeSpan, turn: Turn) -> bool:
    return span.valid_from is not None and span.valid_from <= turn.occurred_at


def _covers(span: TimeSpan, turn: Turn) -> bool:
    if span.valid_from is None or span.valid_to is None:
        return False
    return span.valid_from <= turn.occurred_at < span.valid_to


def act_of(clause: Clause, times: When) -> SpeechAct:
    """Return the speech act of a claim: its clause's, or a plan."""
    planned = times.planned and clause.act is SpeechAct.ASSERTION
    return SpeechAct.PLAN if planned else clause.act
