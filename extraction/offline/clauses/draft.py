"""A claim in the making, and how it becomes a candidate with a text that reads by itself."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, time, timedelta, tzinfo

from extraction.language.kin_words import kin_word
from extraction.model.candidates import (
    Bound,
    Candidate,
    EntityObject,
    LiteralObject,
    Member,
    SourceConfidence,
    Tag,
    Turn,
)
from extraction.offline.clauses.times import When
from extraction.offline.patterns.table import Wording
from graph.kernel.registry.builtin import PACK
from graph.vocabulary import Cardinality, MemoryType, Precision, Quality, SpeechAct, TimeBasis

PERSON = "person"
INSTRUCTION = "instruction"
CORRECTION_IMPORTANCE = 0.85
UNMEANT_IMPORTANCE = 0.3
STRENGTH = {
    SourceConfidence.DIRECT: 0.85,
    SourceConfidence.CONFIRMED: 0.85,
    SourceConfidence.INFERRED: 0.6,
    SourceConfidence.SPECULATED: 0.25,
}
# What somebody does of which nothing else is known.
_DOES = "does"
_OWN = re.compile(r"\b(?:my|our)\b", re.IGNORECASE)
_GROUP = re.compile(r"['’]s (?:parents|grandparents|kids|children|in-laws|grandkids|twins)$")
_OF_OURS = re.compile(r"^(?:my|our) ")
# "… works at Johnson & Co.".
_ABBREVIATED = re.compile(r"(?<!\.)\.\.$")
DAYS_OF_THIRD = 11
_THIRDS_OF_MONTH = {1: "early", 11: "the middle of", 21: "late"}
_SEASONS = {3: "spring", 6: "summer", 9: "autumn", 12: "winter"}


@dataclass(frozen=True, slots=True)
class Draft:
    """A claim found in a turn: ``name`` is its subject's, for the text, ``start:end`` its words.

    ``proposed``: by a model, and judged by the rules.
    """

    subject: str
    name: str
    predicate: str
    value: str | None
    wording: Wording
    times: When
    start: int
    end: int
    sentence: int
    happening: bool = False
    act: SpeechAct = SpeechAct.ASSERTION
    source: SourceConfidence = SourceConfidence.DIRECT
    corrects: bool = False
    role: str | None = None
    article: str = ""
    tags: tuple[Tag, ...] = ()
    kind: str = PERSON
    adjustment: float = 0.0
    proposed: bool = False

    @property
    def key(self) -> tuple[str, str, str, bool]:
        """What makes two drafts of a turn one."""
        return (
            self.name.casefold(),
            self.predicate,
            _same_kin((self.value or "").casefold()),
            not self.times.holds,
        )

    @property
    def many(self) -> bool:
        """Whether its subject may have several such values at once."""
        known = PACK.get(self.predicate)
        if known is None:
            return bool(self.wording.many)
        return known.cardinality is Cardinality.MANY


def _same_kin(value: str) -> str:
    """Return a value by which one of one's own is the same under any word: "my husband" of "our
    hubby".
    """
    role = _OF_OURS.sub("", value)
    return value if role == value else f"my {kin_word(role)}"


def candidate(draft: Draft, turn: Turn) -> Candidate:
    """Return the candidate that a draft of this turn comes to."""
    times = draft.times
    return Candidate(
        type=_type(draft),
        subject=draft.subject,
        subject_kind=draft.kind,
        predicate=draft.predicate,
        object=_object(draft),
        text=_ABBREVIATED.sub(".", text_of(draft, turn.occurred_at)),
        importance=_importance(draft),
        confidence=STRENGTH[draft.source],
        source_confidence=draft.source,
        span=turn.text[draft.start : draft.end],
        turn=turn.id,
        start=_said(times.start, times, turn),
        end=_said(times.end, times, turn),
        start_unknown=_since_unknown(draft, turn),
        end_unknown=times.over and not times.negative,
        basis=times.basis,
        vouched_until=times.vouched,
        negative=times.negative,
        corrects=draft.corrects,
        speech_act=draft.act,
        quality=Quality.DISCARD if draft.wording.passing else Quality.KEEP,
        quality_reason=draft.wording.passing or "",
        adjustment=draft.adjustment,
        tags=draft.tags,
        many=draft.many,
    )


def _type(draft: Draft) -> MemoryType:
    return MemoryType.EVENT if draft.happening else draft.wording.sort


def _object(draft: Draft) -> Member | None:
    if draft.value is None:
        return None
    if draft.wording.object == PERSON:
        return EntityObject(entity=draft.value, kind=PERSON)
    known = PACK.get(draft.predicate)
    if known is not None and known.relation:
        return EntityObject(entity=draft.value, kind=known.target_kind)
    return LiteralObject(literal=draft.value)


def _since_unknown(draft: Draft, turn: Turn) -> bool:
    """Whether it is told until when it was so, and not since when: "I lived in Rome until 2020"."""
    times = draft.times
    until = None if times.end is None or times.start is not None else times.end.at
    return until is not None and until <= turn.occurred_at and times.holds


def _importance(draft: Draft) -> float:
    if draft.act in (SpeechAct.HYPOTHETICAL, SpeechAct.ROLE_PLAY, SpeechAct.SARCASM):
        return UNMEANT_IMPORTANCE
    worth = draft.wording.importance
    return max(worth, CORRECTION_IMPORTANCE) if draft.corrects else worth


def _said(bound: Bound | None, times: When, turn: Turn) -> Bound | None:
    """Return the bound with the words of this turn that gave it."""
    if bound is None or times.span is None:
        return bound
    return bound.model_copy(update={"said": turn.text[times.span.start : times.span.end]})


def text_of(draft: Draft, said_at: datetime) -> str:
    """Return the claim as a sentence that needs no conversation around it, told when it was
    said.
    """
    times, suffix = draft.times, _suffix(draft, said_at.tzinfo)
    holds = _agreeing(draft.name, _worded(draft, draft.wording.text))
    if draft.act in (SpeechAct.HYPOTHETICAL, SpeechAct.ROLE_PLAY):
        return f"{draft.name} only supposes or plays: {holds}."
    if draft.value is None and draft.wording.none is not None:
        return f"{draft.name} {draft.wording.none}{suffix}."
    if times.negative:
        return _told_negative(draft, holds, suffix)
    end = None if times.end is None else times.end.at
    if draft.role is not None and not times.over:
        past = end is not None and end <= said_at
        return f"{draft.name}{_related(draft, past=past)}{suffix}."
    if times.over:
        told = "{value}" if _is_bare_verb(draft) else draft.wording.text
        return f"{draft.name} {_once(_worded(draft, told), bare=_is_bare_verb(draft))}."
    if end is None or end > said_at or times.planned:
        return f"{draft.name} {holds}{suffix}."
    doing = draft.wording.doing if (draft.value or "").endswith("ing") else None
    return f"{draft.name} {_worded(draft, doing or draft.wording.past)}{suffix}."


def _told_negative(draft: Draft, holds: str, suffix: str) -> str:
    if draft.corrects or draft.times.denied:
        return f"It is not so that {draft.name.replace('The user', 'the user')} {holds}."
    verb, _, rest = holds.partition(" ")
    if _is_bare_verb(draft):
        ended = f"{verb} not {rest} any more"
    elif draft.predicate == _DOES and draft.value is not None:
        # It may be a firm that was given up: nobody "does St Mary's".
        ended = f"{'is' if verb == 'does' else 'are'} done with {rest}"
    else:
        ended = f"is no longer {rest}" if verb == "is" else f"no longer {holds}"
    return f"{draft.name} {ended}{suffix}."


def _worded(draft: Draft, wording: str) -> str:
    article = f"{draft.article} " if draft.article and draft.value else ""
    value = draft.value or "that"
    if draft.predicate != INSTRUCTION:
        value = _OWN.sub("their", value)
    if draft.times.planned and draft.predicate == "life_event":
        value = _to_come(value)
    if draft.role is not None and _unnamed(draft):
        return f"has a {draft.role}"
    return wording.format(value=value, a=article)


def _agreeing(name: str, holds: str) -> str:
    """Return what holds, of several people: "live in Jaipur" of "Nora's parents"."""
    verb, space, rest = holds.partition(" ")
    if _GROUP.search(name) is None:
        return holds
    told = {"is": "are", "was": "were"}.get(verb) or _infinitive(verb)
    return f"{told}{space}{rest}"


def _infinitive(verb: str) -> str:
    """Return a verb without the ending of its third person."""
    known = {"is": "be", "has": "have", "does": "do", "goes": "go"}.get(verb)
    if known is not None:
        return known
    if re.search(r"..ies$", verb):
        return re.sub(r"ies$", "y", verb)
    return re.sub(r"(?<=ch|sh|ss)es$|(?<=[xzo])es$|(?<![is])s$", "", verb)


def _is_bare_verb(draft: Draft) -> bool:
    """Whether the value is what somebody does, as a verb: "smoke"."""
    return draft.wording.text == f"{_DOES} {{value}}"


def _once(holds: str, *, bare: bool) -> str:
    """Return what holds, told as over: "used to live in Rome" of "lives in Rome"."""
    if bare:
        return f"used to {holds}"
    verb, space, rest = holds.partition(" ")
    told = _infinitive(verb)
    return f"formerly {holds}" if told == verb else f"used to {told}{space}{rest}"


def _to_come(happening: str) -> str:
    """Return what is told as over as something to come: "retires" of "retired"."""
    verb, *rest = happening.split()
    coming = "is" if verb == "was" else re.sub(r"ed$", "es", verb)
    return " ".join([coming, *rest])


def _related(draft: Draft, *, past: bool) -> str:
    if _unnamed(draft):
        return f" {'had' if past else 'has'} a {draft.role}"
    return f"'s {draft.role} {'was' if past else 'is'} {draft.value}"


def _unnamed(draft: Draft) -> bool:
    """Whether the value is only the role itself: "my sister"."""
    role = _OF_OURS.sub("", (draft.value or "").casefold())
    return draft.role in (kin_word(role), *map(kin_word, role.split()[-1:]))


def _suffix(draft: Draft, zone: tzinfo | None) -> str:
    """ " since May 2021", " from 2018 to 2020", " (planned)", as the times say."""
    times = draft.times
    start = _part_of_month(times, zone) or _label(times.start, zone)
    end = _label(times.end, zone, last=True)
    unstated = times.basis is TimeBasis.OBSERVED and times.end is None
    if times.start is None or unstated:
        shown = "" if end is None or draft.happening else f" until {end}"
    elif times.end is None:
        shown = f" from {start}" if times.planned else f" since {start}"
    elif _one_period(times):
        shown = f" {_during(times)} {start}"
    else:
        shown = f" from {start} to {end}"
    return f"{shown} (planned)" if times.planned else shown


def _part_of_month(times: When, zone: tzinfo | None) -> str:
    """ "Late March 2025" for a third of a month."""
    span = times.span
    if span is None or span.valid_from is None or span.valid_to is None:
        return ""
    first = span.valid_from.astimezone(zone)
    short = (span.valid_to - span.valid_from).days <= DAYS_OF_THIRD
    part = _THIRDS_OF_MONTH.get(first.day) if short and span.precision is Precision.MONTH else None
    return "" if part is None else f"{part} {first.strftime('%B')} {first.year}"


def _one_period(times: When) -> bool:
    """Whether the interval is just the one period that was named."""
    span = times.span
    if span is None:
        return _is_day(times)
    ends = times.end is not None and times.end.at == span.valid_to
    return span.valid_from is not None and span.word.value == "at" and ends


def _is_day(times: When) -> bool:
    """Whether it is one day, which a correction gave."""
    start, end = times.start, times.end
    if start is None or end is None or start.at is None or end.at is None:
        return False
    return start.precision is Precision.DAY and end.at - start.at == timedelta(days=1)


def _during(times: When) -> str:
    start, end = times.start, times.end
    assert start is not None
    if start.precision is not Precision.DAY:
        return "in"
    days = (end.at - start.at).days if end is not None and end.at and start.at else 1
    return "on" if days == 1 else "on the weekend of"


def _label(bound: Bound | None, zone: tzinfo | None, *, last: bool = False) -> str | None:
    if bound is None or bound.at is None:
        return None
    at = bound.at.astimezone(zone)
    if last and bound.precision is Precision.DAY and at.time() == time.min:
        # An end is the first moment at which it holds no more.
        at -= timedelta(days=1)
    day = f"{at.day} {at.strftime('%B')} {at.year}"
    named = {
        Precision.YEAR: str(at.year),
        Precision.DECADE: f"the {at.year}s",
        Precision.MONTH: f"{at.strftime('%B')} {at.year}",
        Precision.SEASON: f"{_SEASONS.get(at.month, at.strftime('%B'))} {at.year}",
        Precision.WEEK: day if last else f"the week of {day}",
    }
    return day if bound.precision is None else named.get(bound.precision, day)


def observed_at(when: datetime) -> Bound:
    """Return the time of speaking as a bound, for a claim that takes an earlier one's place."""
    return Bound(at=when, precision=Precision.INSTANT)


def gives_start(times: When) -> bool:
    """Whether the text gives the start."""
    return times.basis is not TimeBasis.OBSERVED and times.start is not None
