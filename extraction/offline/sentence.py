"""What one sentence claims: clauses, the patterns they fit, whose claims they are, and when."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from extraction.dates.grammar.lexicon import CARDINALS
from extraction.dates.time_spans import TimeSpan, TimeWord
from extraction.language.sentence import Sentence, Word
from extraction.model.candidates import SourceConfidence
from extraction.offline.clauses import speech_acts
from extraction.offline.clauses.clause import BOOKINGS, OVER, Clause, Phase, Tense, clauses
from extraction.offline.clauses.companions import companions
from extraction.offline.clauses.draft import PERSON, Draft
from extraction.offline.clauses.pattern_matching import Match, matches
from extraction.offline.clauses.things import THING, thing
from extraction.offline.clauses.time_attachment import nearby, resolve_spans, starting
from extraction.offline.clauses.times import When, act_of, kind_of, shift_to_side, when
from extraction.offline.clauses.value_phrases import Reading, activity
from extraction.offline.clauses.value_types import acceptable
from extraction.offline.fixed_phrases import match_phrases
from extraction.offline.open_clauses.copular import kinds_beside, works_beside
from extraction.offline.open_clauses.reader import open_matches
from extraction.offline.patterns.table import Pattern
from extraction.offline.people.dialogue_pairs import between
from extraction.offline.people.dialogue_patterns import match_dialogue
from extraction.offline.people.dialogue_sentence import YOU, heard
from extraction.offline.people.relations import (
    borne,
    draft_favourites,
    draft_possessions,
    draft_ties,
    passing,
)
from extraction.offline.people.speaker import Voice
from extraction.offline.people.stated_ties import BY_BIRTH, stated_ties
from extraction.offline.people.subjects import (
    is_group,
    is_pet,
    mention,
    owner_mention,
    past_modifiers,
)
from extraction.offline.replacements import match_replacement
from graph.vocabulary import Precision, SpeechAct, TimeBasis

UNMEANT = frozenset({SpeechAct.HYPOTHETICAL, SpeechAct.ROLE_PLAY})
PLANS = "plans"
MOMENT = "moment"
# What is planned for sooner is an errand.
SOON = timedelta(days=2)
# What follows on what is told follows soon.
FAR = timedelta(days=125)
LONG = frozenset({Precision.MONTH, Precision.SEASON, Precision.YEAR, Precision.DECADE})
TIED = Pattern(attribute="relative", kind="state")
STAY = "staying_in"
HOME = Pattern(attribute="lives_in", kind="state")
HERE = Pattern(attribute="current_location", kind="state")
AT_HOME = frozenset({Tense.PRESENT, Tense.PERFECT})
# Ties of two, as in "me and Tom split up".
BETWEEN_TWO = frozenset({"partner", "spouse"})
PAIR = 2
# What the first says, the second has said better.
SAID_BY = {"marital_status": "spouse", "current_location": "staying_in"}
# What somebody may be supposed to be, and must not be believed to be for it.
SUPPOSABLE = frozenset({"job_title", "works_at", "lives_in", "nationality", "age", "diet"})


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads the sentences of one turn; the window tells whom its mentions mean."""

    voice: Voice

    @property
    def reading(self) -> Reading:
        """The turn's text and times."""
        return self.voice.reading

    def drafts(
        self, sentence: Sentence, number: int, act: SpeechAct, before: Iterable[Draft] = ()
    ) -> Iterator[Draft]:
        """Every claim of a sentence, in the order of its words.

        ``before`` are those of what stands before it, if it is only a part of one.
        """
        if act is SpeechAct.SARCASM:
            return
        asking = act is SpeechAct.QUESTION
        said = None if act in UNMEANT else heard(self.voice, sentence, number)
        if said is not None:
            yield from passing(self.voice, sentence, number, asking=asking)
            yield from between(said, asking=asking)
        if not asking:
            yield from self._stated(sentence, number, act, before)
        if said is not None:
            yield from match_dialogue(said, asking=asking)

    def _stated(
        self, sentence: Sentence, number: int, act: SpeechAct, before: Iterable[Draft]
    ) -> Iterator[Draft]:
        """Yield what a sentence states in its clauses, or in a fixed way of putting it."""
        asserted = act is SpeechAct.ASSERTION
        fixed = list(match_phrases(self.voice, sentence, number)) if asserted else []
        yield from fixed
        yield from draft_favourites(self.voice, sentence, number)
        left = [draft for draft in before if self._is_left(draft)]
        for clause in clauses(sentence):
            for draft in self._clause(_marked(clause, sentence, act), sentence, number, left):
                if self._is_left(draft):
                    left.append(draft)
                if not any(self._repeats(draft, other) for other in fixed):
                    yield draft

    def _is_left(self, draft: Draft) -> bool:
        """Whether somebody lived or stayed somewhere, and does no more."""
        end = None if draft.times.end is None else draft.times.end.at
        over = draft.times.over or (end is not None and end <= self.reading.turn.occurred_at)
        return draft.predicate in (HOME.attribute, STAY) and (over or draft.times.negative)

    def _repeats(self, draft: Draft, fixed: Draft) -> bool:
        """Whether a claim says what a fixed phrase has said better, or has it in its own words."""
        if draft.predicate == fixed.predicate and draft.name == fixed.name:
            return (draft.value or "") in (fixed.value or "")
        own = draft.predicate not in self.reading.table.attributes
        return own and draft.value is not None and draft.value in (fixed.value or "")

    def _clause(
        self, clause: Clause, sentence: Sentence, number: int, left: list[Draft]
    ) -> Iterator[Draft]:
        """Yield the claims of a clause; ``left`` are former homes and stays that stand before
        it.
        """
        if clause.act in UNMEANT:
            yield from self._supposed(clause, number)
            return
        if not self._heard(clause.teller):
            return
        clause, spans = self._dated(clause, sentence)
        related = self._related(clause, spans, number)
        yield from related
        if exchange := list(self._exchanged(clause, spans, number)):
            yield from exchange
            return
        covered, fresh = {draft.predicate for draft in related}, set[str]()
        matched = [self._at_home(match, left) for match in self._matches(clause)]
        for match in matched:
            attribute = match.pattern.attribute
            said = attribute in covered or (
                # Who marries, or divorces, is something else from then on.
                match.pattern.kind == "state" and SAID_BY.get(attribute) in fresh
            )
            if said or counting(attribute, clause):
                continue
            dates = spans or self._beside(match.pattern, clause, sentence)
            dates = own_times(match, matched, dates, self.reading.spans)
            times = when(match.pattern, match.clause, dates, self.reading.turn)
            found = self._told(match, times, number)
            fresh |= {attribute} if times is not None else set()
            yield from found
        if not covered | fresh:
            told = [
                *draft_possessions(self.voice, clause, number),
                *self._phase(clause, spans, number),
            ]
            yield from told or self._open(clause, spans, number)

    def _dated(self, clause: Clause, sentence: Sentence) -> tuple[Clause, list[TimeSpan]]:
        """Return a clause with its expressions of time, which say on which side of now they lie."""
        dated = resolve_spans(clause, sentence, self.reading.spans)
        dated = [span for span in dated if not _HABIT.match(self.reading.text, span.end)]
        if clause.lemma in BOOKINGS and clause.tense in OVER and dated:
            # What is booked is to come: "I've booked a week in Spain from 3 July".
            clause = replace(clause, tense=Tense.PROGRESSIVE)
        turn = self.reading.turn
        found = [shift_to_side(span, clause, turn) for span in dated]
        far = (span.valid_from for span in found if span.valid_from is not None)
        if clause.verb.dep == "advcl" and any(at - turn.occurred_at > FAR for at in far):
            # "I quit in May, starting there in June", said after both.
            clause = replace(clause, tense=Tense.PAST)
            found = [shift_to_side(span, clause, turn) for span in dated]
        return clause, found

    def _related(self, clause: Clause, spans: list[TimeSpan], number: int) -> list[Draft]:
        """Who is what to whom, as the clause states it."""
        stated = list(stated_ties(clause, self.reading))
        # Whom one has got since then one has; whom one had, or who was it, not.
        roles = self.reading.table.roles
        lasting = all(roles.get(tie.role) in BY_BIRTH for tie in stated)
        gained = clause.tense in OVER and (
            clause.lemma not in ("have", "be") or (clause.lemma == "be" and lasting)
        )
        rule = TIED.model_copy(update={"kind": "start"}) if gained else TIED
        held = when(rule, clause, spans, self.reading.turn) if stated else None
        return list(draft_ties(self.voice, stated if held else [], number, clause.source, held))

    def _heard(self, teller: Word | None) -> bool:
        """Whether somebody tells it, and no app or horoscope; a profession counts as one."""
        if teller is None:
            return True
        if teller.low in self.reading.table.listed("household_members"):
            # "The wife says I'm a hoarder."
            return False
        known = teller.lemma.casefold() in self.reading.table.listed("occupations")
        named = teller.entity not in ("ORG", "PRODUCT") and mention(teller, self.reading)
        return known or bool(named)

    def _matches(self, clause: Clause) -> Iterator[Match]:
        """Yield what the patterns find in a clause, and what is told beside a job or a home."""
        found = [
            self._as_of_its_time(match)
            for match in matches(clause, self.reading)
            if not self._is_put_aside(match)
        ]
        yield from found
        yield from companions(found, self.reading)
        if found:
            yield from kinds_beside(clause, self.reading)
            yield from works_beside(found, clause, self.reading)

    def _is_put_aside(self, match: Match) -> bool:
        """Whether a value is what was not chosen: "a manager instead of a developer"."""
        before = "" if match.value is None else self.reading.text[: match.value.start]
        aside = _ASIDE.search(before)
        if aside is None:
            return False
        return aside["over"] is None or match.pattern.attribute in ("decision", "prefers")

    def _at_home(self, match: Match, left: list[Draft]) -> Match:
        """Where one is, after where one was: "I used to live in Ghent, now I'm in Rome"."""
        clause = match.clause
        is_there = match.pattern.attribute == STAY and clause.lemma == "be"
        if not (left and is_there and not clause.negated and clause.tense in AT_HOME):
            return match
        names = {self.voice.name(who, clause.verb.start) for who in self._whose(match)}
        if names <= {draft.name for draft in left if draft.predicate == HOME.attribute}:
            return replace(match, pattern=HOME)
        stayed = clause.tense is Tense.PRESENT and names <= {draft.name for draft in left}
        return replace(match, pattern=HERE) if stayed else match

    def _as_of_its_time(self, match: Match) -> Match:
        """Return a match in another tense than its verb's, if its value tells so: "a former
        nurse".
        """
        clause, value = match.clause, match.value
        if value is None or match.pattern.kind != "state":
            return match
        kinds = clause.verb.all("attr")
        told = value.head in kinds or bool(match.pattern.complement)
        if told and any(map(past_modifiers, kinds)):
            return replace(match, clause=replace(clause, tense=Tense.USED_TO))
        between = self.reading.text[clause.verb.end : value.start]
        if clause.tense in (Tense.USED_TO, Tense.PAST) and _BUT_NOW.search(between):
            # "I used to work at Acme, now at Beta."
            return replace(match, clause=replace(clause, tense=Tense.PRESENT))
        return match

    def _exchanged(self, clause: Clause, spans: list[TimeSpan], number: int) -> Iterator[Draft]:
        """Yield what was put in another's place."""
        for match in match_replacement(clause, self.reading):
            times = when(match.pattern, match.clause, spans, self.reading.turn)
            if times is not None:
                yield from self._claims(match, times, number)

    def _open(self, clause: Clause, spans: list[TimeSpan], number: int) -> Iterator[Draft]:
        """Yield what no pattern knows, by the clause's own verb or noun."""
        now = self.reading.turn.occurred_at
        if clause.tense is Tense.PAST and any(_is_of_years(span, now) for span in spans):
            # What was done up to a year or a month, and no day, was done again and again.
            clause = replace(clause, tense=Tense.USED_TO)
        so_far = [span for span in spans if _is_so_far(span)]
        # What is not done for a few days is no end of a habit.
        lasts = clause.lemma == "be" or (clause.negated and so_far and so_far[0].precision in LONG)
        if clause.tense is Tense.PERFECT and so_far and lasts:
            # "I've been unemployed since 2020", "I haven't smoked since 2015".
            clause = replace(clause, tense=Tense.ONGOING)
        for match in open_matches(clause, self.reading):
            times = when(match.pattern, match.clause, spans, self.reading.turn)
            dated = match.pattern.accept == MOMENT
            if dated or (times and (match.pattern.kind != "event" or self._datable(match, times))):
                yield from self._told(match, times, number)

    def _datable(self, match: Match, times: When) -> bool:
        """Whether what happens was said to be at a time, and is more than what one does daily."""
        booked = times.planned and (match.clause.verb.lemma == "have" or bool(match.pattern.noun))
        daily = match.clause.verb.lemma in self.reading.table.listed("of_the_moment") and not booked
        if times.span is None:
            return not daily and _lately(match)
        begins = None if times.start is None else times.start.at
        soon = self.reading.turn.occurred_at + SOON
        if times.planned and begins is not None and begins < soon:
            return False
        return times.span.precision in LONG or not daily

    def _beside(self, pattern: Pattern, clause: Clause, sentence: Sentence) -> list[TimeSpan]:
        """Return the times near a clause that gives none of a happening or a beginning."""
        if pattern.kind == "event" and not pattern.undated:
            return nearby(clause, sentence, self.reading.spans)
        found = starting(clause, sentence, self.reading.spans) if pattern.kind == "start" else []
        turn, going_on = self.reading.turn, replace(clause, tense=Tense.PROGRESSIVE)
        coming = [shift_to_side(span, going_on, turn) for span in found]
        near = [at.valid_from and at.valid_from - turn.occurred_at < FAR for at in coming]
        return coming if found and all(near) else found

    def _told(self, match: Match, times: When | None, number: int) -> Iterator[Draft]:
        """Yield the claims of a match at its times; a time that is the value itself gives none."""
        if match.pattern.accept == MOMENT or _is_value(match, times):
            times = When(basis=TimeBasis.OBSERVED)
        if times is not None:
            yield from self._claims(match, times, number)
        elif draft := self._plan(match, match.clause, number):
            yield draft

    def _claims(self, match: Match, times: When, number: int) -> Iterator[Draft]:
        clause = match.clause
        predicate = match.pattern.attribute
        if clause.negated and match.pattern.deny and not clause.ended:
            predicate = match.pattern.deny
        for who, said in self._pairs(match):
            if self._is_nonsense(who, predicate, clause):
                continue
            draft = self.draft(who, predicate, said, times, clause, number, match)
            if draft is not None:
                article = "" if match.value is None else match.value.article
                happening = kind_of(match.pattern, clause) == "event"
                draft = replace(draft, happening=happening, article=article)
                yield draft
                if predicate in self.reading.table.attributes:
                    yield from self._instead(draft)
                yield from borne(self.voice, draft, clause, number)

    def _is_nonsense(self, who: str, predicate: str, clause: Clause) -> bool:
        """Whether it is a joke of a pet that has a job, or of a group that parts from somebody."""
        subject, table = clause.subject, self.reading.table
        small = subject is not None and (is_pet(subject, table) or subject.lemma == "toddler")
        at_work = small and predicate in ("job_title", "works_at", "workplace", "runs_business")
        return at_work or (predicate in BETWEEN_TWO and is_group(who))

    def _pairs(self, match: Match) -> Iterator[tuple[str, str | None]]:
        """Whom a match is about, with what it says of him; a flipped one is about its value."""
        subject, pattern = match.clause.subject, match.pattern
        if other := self._other_of_two(match):
            yield "I", other
            return
        if pattern.value == ("subject",):
            whom = self.voice.named(match.phrase, match.clause.verb.start)
            if whom is not None:
                yield "I", whom
            return
        if pattern.noun:
            whose = self._owners(match)
        elif pattern.about == "thing" and not pattern.flip:
            whose = [thing(subject, self.reading)]
        else:
            whose = self._whose(match)
        for who in whose:
            first = self.voice.named(match.phrase, match.clause.verb.start)
            if who and first is not None:
                yield (first, who) if pattern.flip else (who, first or None)

    def _other_of_two(self, match: Match) -> str | None:
        """Return the other of "me and Tom split up"."""
        if match.value is not None or match.pattern.attribute not in BETWEEN_TWO:
            return None
        whose = self._whose(match)
        other = next((who for who in whose if who != "I"), "")
        both = len(whose) == PAIR and "I" in whose
        return self.voice.named(other, match.clause.verb.start) if both else None

    def _owners(self, match: Match) -> list[str]:
        """Whose the subject is; a bare noun of a note is the speaker's own."""
        subject = match.clause.subject
        owner = None if subject is None else subject.child("poss")
        if owner is None:
            return ["I"] if match.wording is not None else []
        return [owner_mention(owner, self.reading)]

    def _whose(self, match: Match) -> list[str]:
        """Return the mentions of a subject; the listener too, for what he is and another person
        says.
        """
        subject, holds = match.clause.subject, match.pattern.kind == "state"
        said = mention(subject, self.reading, match.clause)
        listener = subject is not None and subject.low == YOU
        return [YOU] if listener and holds and self.voice.among_people else said

    def draft(
        self,
        who: str,
        predicate: str,
        value: str | None,
        times: When,
        clause: Clause,
        number: int,
        match: Match | None = None,
    ) -> Draft | None:
        """Return the claim of a clause about somebody; none for one that the window does not
        know.
        """
        start, end = self._stretch(clause, match, times)
        kind = THING if match is not None and match.pattern.about == "thing" else PERSON
        name = self.voice.name(who, start, kind)
        own = None if match is None else match.wording
        wording = own or self.reading.table.attributes[predicate]
        if name is None or (value is not None and value.casefold() == name.casefold()):
            return None
        return Draft(
            who,
            name,
            predicate,
            value,
            wording,
            times,
            start,
            end,
            number,
            act=act_of(clause, times),
            source=_witnessed(clause) if who == YOU else clause.source,
            kind=kind,
        )

    def _stretch(self, clause: Clause, match: Match | None, times: When) -> tuple[int, int]:
        """Return the characters of the turn that say it: subject, verb, value and time."""
        words = [clause.verb, *clause.chain]
        words += [c for v in clause.chain for c in v.children if c.dep in _SAID_WITH]
        if clause.subject is not None:
            words += [clause.subject, *clause.subject.all("conj", "poss", "appos")]
        if match is not None and match.pattern.object:
            words += [
                w for direct in clause.verb.all("dobj") for w in (direct, *direct.all("poss"))
            ]
        starts, ends = [w.start for w in words], [w.end for w in words]
        if match is not None and match.value is not None:
            starts.append(match.value.start)
            ends.append(match.value.end)
        if times.span is not None:
            starts.append(times.span.start)
            ends.append(times.span.end)
        return min(starts), max(ends)

    def _supposed(self, clause: Clause, number: int) -> Iterator[Draft]:
        """Yield what somebody is supposed to be: kept as that, never believed."""
        for match in matches(clause, self.reading):
            supposable = match.pattern.kind == "state" and match.pattern.attribute in SUPPOSABLE
            if supposable and match.value is not None and not clause.negated:
                doubtful = replace(clause, source=SourceConfidence.SPECULATED)
                for who in mention(clause.subject, self.reading):
                    draft = self.draft(
                        who,
                        match.pattern.attribute,
                        match.phrase,
                        When(basis=TimeBasis.OBSERVED),
                        doubtful,
                        number,
                        match,
                    )
                    if draft is not None and who == "I":
                        yield draft

    def _plan(self, match: Match, clause: Clause, number: int) -> Draft | None:
        """Return a plan without a date: that somebody has it is what is claimed."""
        planned = clause.tense is Tense.FUTURE or (
            clause.tense is Tense.PROGRESSIVE and match.pattern.kind in ("start", "end")
        )
        if not planned or clause.negated or match.pattern.kind == "state" or clause.dated_only:
            return None
        doing = activity(clause.verb, self.reading)
        who = mention(clause.subject, self.reading, clause)
        if doing is None or not who or " " not in doing.text or clause.verb.lemma in _NO_PLAN:
            return None
        words = f"{clause.verb.lemma}{doing.text[len(clause.verb.text) :]}"
        times = When(basis=TimeBasis.OBSERVED)
        return self.draft(who[0], PLANS, words, times, clause, number, match)

    def _phase(self, clause: Clause, spans: list[TimeSpan], number: int) -> Iterator[Draft]:
        """ "I started blogging in May": a beginning or an end that the table has no word for."""
        dated = next((s for s in spans if s.word is TimeWord.AT), None)
        doing = activity(clause.verb, self.reading) if clause.verb.tag == "VBG" else None
        if clause.phase is Phase.WHOLE or dated is None or doing is None or clause.negated:
            return
        rule = Pattern(attribute=_PHASES[clause.phase], kind="event")
        times = when(rule, replace(clause, phase=Phase.WHOLE), [dated], self.reading.turn)
        if times is None or not acceptable(doing, "activity", self.reading):
            return
        for who in mention(clause.subject, self.reading, clause):
            match = Match(clause, rule, doing, doing.text)
            draft = self.draft(who, rule.attribute, doing.text, times, clause, number, match)
            if draft is not None:
                yield replace(draft, happening=True)

    def _instead(self, draft: Draft) -> Iterator[Draft]:
        """Yield the value that is put aside: "I use pytest, not unittest"."""
        match = _NOT_THAT.match(self.reading.text, draft.end)
        if match is None or not draft.many or draft.times.negative:
            return
        times = replace(draft.times, negative=True, denied=True)
        other = self.reading.turn.text[match.start("other") : match.end("other")]
        if other.casefold() in CARDINALS:
            # "Two cats, not three."
            return
        yield replace(draft, value=other, times=times, end=match.end("other"), article="")


def _marked(clause: Clause, sentence: Sentence, act: SpeechAct) -> Clause:
    """Return a clause with what its sentence makes of it: a guess, a condition, a part that is
    played.
    """
    guessed = speech_acts.guessing(sentence.text) or _doubted(clause)
    if guessed:
        clause = replace(clause, source=SourceConfidence.SPECULATED)
    if act is not SpeechAct.ASSERTION:
        return replace(clause, act=act)
    if clause.tense is Tense.FUTURE and _ON_CONDITION.match(sentence.text):
        # Whatever the parser has made of it: "if he gets the job he'll move".
        return replace(clause, act=SpeechAct.HYPOTHETICAL)
    return clause


def _is_of_years(span: TimeSpan, now: datetime) -> bool:
    """Whether an expression of time gives the end of what lasted for months or years."""
    over = span.valid_to is not None and span.valid_to <= now
    return over and span.word in (TimeWord.UNTIL, TimeWord.BETWEEN) and span.precision_to in LONG


def _is_so_far(span: TimeSpan) -> bool:
    """Whether an expression of time reaches from a beginning up to now."""
    return span.word in (TimeWord.SINCE, TimeWord.FOR)


def own_times(
    match: Match, matched: list[Match], dates: list[TimeSpan], spans: Iterable[TimeSpan]
) -> list[TimeSpan]:
    """Return the times of one of several values: "at Acme from 2010 to 2015, then at Beta until
    2020".

    Where a time stands between two of them, each has those that follow it.
    """
    alike = (m.value for m in matched if m.pattern.attribute == match.pattern.attribute)
    places = sorted({(value.start, value.end) for value in alike if value is not None})
    if match.value is None or len(places) < PAIR:
        return dates
    inside = [s for s in spans if places[0][1] <= s.start]
    if not any(s.start < places[-1][0] for s in inside):
        return dates
    here = match.value.start
    following = min((start for start, _ in places if start > here), default=None)
    first = dates if here == places[0][0] else []
    led = [s for s in first if s.end <= here]
    return [
        *led,
        *(s for s in inside if here < s.start and (following is None or s.end <= following)),
    ]


def counting(attribute: str, clause: Clause) -> bool:
    """Whether a number is how many they are, and no age: "we are 5 in a two bed flat"."""
    subject = clause.subject
    return attribute == "age" and subject is not None and subject.low == "we"


def _is_value(match: Match, times: When | None) -> bool:
    """Whether a time is what is said, and not when it holds: "my deadline is 31.12.2026"."""
    value, span = match.value, None if times is None else times.span
    if value is None or span is None or match.pattern.kind == "event":
        return False
    return value.start <= span.start and span.end <= value.end


def _lately(match: Match) -> bool:
    return any(word.low == "recently" for word in match.clause.verb.all("advmod"))


def _witnessed(clause: Clause) -> SourceConfidence:
    """How sure it is that the listener is what another says of him."""
    direct = clause.source is SourceConfidence.DIRECT
    return SourceConfidence.INFERRED if direct else clause.source


def _doubted(clause: Clause) -> bool:
    """Whether the verb itself is hedged: "I probably work there until May"."""
    return any(child.low in speech_acts.HEDGES for word in clause.chain for child in word.children)


_BUT_NOW = re.compile(r",\s*(?:and )?now\b", re.IGNORECASE)
_ON_CONDITION = re.compile(r"\W*(?:if|unless|provided|assuming)\b", re.IGNORECASE)
# "On Tuesday evenings" is no day.
_HABIT = re.compile(r"\s*(?:morning|afternoon|evening|night|lunchtime)s\b", re.IGNORECASE)
_NO_PLAN = frozenset({"be", "get", "have", "die", "go", "turn", "lose"})
_SAID_WITH = frozenset({"neg", "aux", "auxpass", "advmod", "prt"})
_PHASES = {Phase.START: "started", Phase.END: "stopped"}
_ASIDE = re.compile(
    r"\b(?:instead of|rather than|as opposed to|(?P<over>over))\s+(?:(?:an?|the|my|our)\s+)?$"
)
_NOT_THAT = re.compile(
    r",?\s+(?:and\s+)?(?:not(?! any\b)|instead of|rather than)\s+(?:(?:an?|the|my)\s+)?"
    r"(?P<other>\w[\w+#-]*(?:\.\w+)*(?:\s[A-Z]\w*)*)"
)
