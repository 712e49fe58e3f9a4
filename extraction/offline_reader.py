"""What one sentence claims: clauses, the patterns they fit, whose claims they are, and when."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from extraction import offline_speech
from extraction.model import SourceConfidence, SpeechAct, Window
from extraction.offline_clause import Clause, Phase, Tense, clauses
from extraction.offline_draft import PERSON, Draft
from extraction.offline_match import Match, matches, stated_values
from extraction.offline_patterns import Pattern, Table, Wording
from extraction.offline_people import (
    CHILDREN,
    Tie,
    favourites,
    kin,
    mention,
    possessed,
    stated_ties,
    ties,
)
from extraction.offline_times import When, act_of, kind_of, nearby, spans_of, when
from extraction.offline_tree import Sentence, Word
from extraction.offline_values import Reading, acceptable, activity
from extraction.plain import plain
from extraction.resolve import USER, Unresolved, whom
from extraction.time_spans import TimeSpan, TimeWord
from graph.vocabulary import TimeBasis

UNMEANT = frozenset({SpeechAct.HYPOTHETICAL, SpeechAct.ROLE_PLAY})
ROLE_ATTRIBUTES = frozenset({"sibling", "spouse", "partner", "child", "parent", "relative"})
PET = "has_pet"
PLANS = "plans"
# What somebody may be supposed to be, and must not be believed to be for it.
SAID_BY = {"marital_status": "spouse"}
SUPPOSABLE = frozenset({"job_title", "works_at", "lives_in", "nationality", "age", "diet"})


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads the sentences of one turn; the window tells whom its mentions mean."""

    window: Window
    reading: Reading

    def drafts(self, sentence: Sentence, number: int, act: SpeechAct) -> Iterator[Draft]:
        """Every claim of a sentence, in the order of its words."""
        if act is SpeechAct.SARCASM:
            return
        if act not in UNMEANT:
            yield from self._ties(ties(sentence, self.reading), number, SourceConfidence.DIRECT)
            fresh = (tie for tie in kin(sentence, self.reading) if self._first_told(tie))
            yield from self._ties(fresh, number, SourceConfidence.DIRECT)
        if act is SpeechAct.QUESTION:
            return
        yield from self._favourites(sentence, number)
        guessed = offline_speech.guessing(sentence.text)
        for clause in clauses(sentence):
            sure = replace(clause, source=SourceConfidence.SPECULATED) if guessed else clause
            marked = sure if act is SpeechAct.ASSERTION else replace(sure, act=act)
            yield from self._clause(marked, sentence, number)

    def _clause(self, clause: Clause, sentence: Sentence, number: int) -> Iterator[Draft]:
        if clause.act in UNMEANT:
            yield from self._supposed(clause, number)
            return
        spans = spans_of(clause, sentence, self.reading.spans)
        related = list(self._ties(stated_ties(clause, self.reading), number, clause.source))
        yield from related
        covered, fresh = {draft.predicate for draft in related}, set[str]()
        for match in matches(clause, self.reading):
            attribute = match.pattern.attribute
            if attribute in covered or SAID_BY.get(attribute) in fresh:
                continue
            told = spans
            if not spans and match.pattern.kind == "event" and not match.pattern.undated:
                told = nearby(clause, sentence, self.reading.spans)
            times = when(match.pattern, clause, told, self.reading.turn)
            if times is not None:
                fresh.add(attribute)
                yield from self._claims(match, times, number)
            elif draft := self._plan(match, clause, number):
                yield draft
        if not covered | fresh:
            yield from self._possessed(clause, number)
            yield from self._phase(clause, spans, number)

    def _claims(self, match: Match, times: When, number: int) -> Iterator[Draft]:
        clause = match.clause
        predicate = match.pattern.attribute
        if clause.negated and match.pattern.deny and not clause.ended:
            predicate = match.pattern.deny
        for who in mention(clause.subject, self.reading, clause):
            draft = self._draft(who, predicate, match.said or None, times, clause, number, match)
            if draft is not None:
                article = "" if match.value is None else match.value.article
                happening = kind_of(match.pattern, clause) == "event"
                draft = replace(draft, happening=happening, article=article)
                yield draft
                yield from self._instead(draft)
                yield from self._bearer(draft, clause, number)

    def _draft(
        self,
        who: str,
        predicate: str,
        value: str | None,
        times: When,
        clause: Clause,
        number: int,
        match: Match | None = None,
    ) -> Draft | None:
        start, end = self._stretch(clause, match, times)
        name = self.name(who, start)
        wording = self.reading.table.attributes[predicate]
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
            source=clause.source,
        )

    def _stretch(self, clause: Clause, match: Match | None, times: When) -> tuple[int, int]:
        """The characters of the turn that say it: subject, verb, value and time."""
        words = [clause.verb, *clause.chain]
        words += [c for v in clause.chain for c in v.children if c.dep in ("neg", "aux", "advmod")]
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
        """What somebody is supposed to be: kept as that, never believed."""
        for match in matches(clause, self.reading):
            supposable = match.pattern.kind == "state" and match.pattern.attribute in SUPPOSABLE
            if supposable and match.value is not None and not clause.negated:
                doubtful = replace(clause, source=SourceConfidence.SPECULATED)
                for who in mention(clause.subject, self.reading):
                    draft = self._draft(
                        who,
                        match.pattern.attribute,
                        match.said,
                        When(basis=TimeBasis.OBSERVED),
                        doubtful,
                        number,
                        match,
                    )
                    if draft is not None and who == "I":
                        yield draft

    def _plan(self, match: Match, clause: Clause, number: int) -> Draft | None:
        """A plan without a date: that somebody has it is what is claimed."""
        planned = clause.tense is Tense.FUTURE or (
            clause.tense is Tense.PROGRESSIVE and match.pattern.kind == "start"
        )
        if not planned or clause.negated or match.pattern.kind == "state" or clause.dated_only:
            return None
        doing = activity(clause.verb, self.reading)
        who = mention(clause.subject, self.reading, clause)
        if doing is None or not who:
            return None
        words = f"{clause.verb.lemma}{doing.text[len(clause.verb.text) :]}"
        times = When(basis=TimeBasis.OBSERVED)
        return self._draft(who[0], PLANS, words, times, clause, number, match)

    def _phase(self, clause: Clause, spans: list[TimeSpan], number: int) -> Iterator[Draft]:
        """ "I started blogging in May": a beginning or an end that the table has no word for."""
        dated = next((s for s in spans if s.word is TimeWord.AT), None)
        doing = activity(clause.verb, self.reading) if clause.verb.tag == "VBG" else None
        if clause.phase is Phase.WHOLE or dated is None or doing is None or clause.negated:
            return
        rule = Pattern(attribute=_PHASES[clause.phase], kind="event", verbs=frozenset())
        times = when(rule, replace(clause, phase=Phase.WHOLE), [dated], self.reading.turn)
        if times is None or not acceptable(doing, "activity", self.reading):
            return
        for who in mention(clause.subject, self.reading, clause):
            match = Match(clause, rule, doing, doing.text)
            draft = self._draft(who, rule.attribute, doing.text, times, clause, number, match)
            if draft is not None:
                yield replace(draft, happening=True)

    def _possessed(self, clause: Clause, number: int) -> Iterator[Draft]:
        """ "My favourite colour is green", "my birthday is May 3rd"."""
        found = possessed(clause, self.reading)
        if found is None or clause.tense is not Tense.PRESENT:
            return
        whose, noun, head = found
        predicate, accept, wording = self._about(noun)
        if wording is None:
            return
        for value in stated_values(head, accept, self.reading):
            times = When(basis=TimeBasis.OBSERVED)
            start = min(noun.start, *(w.start for w in noun.subtree()), value.start)
            end = max(clause.verb.end, value.end, noun.end)
            name = self.name(whose, start)
            if name is not None:
                yield Draft(
                    *(whose, name, predicate, value.text, wording, times, start, end, number),
                    source=clause.source,
                )

    def _favourites(self, sentence: Sentence, number: int) -> Iterator[Draft]:
        """ "Blue is my favourite", "painting is my passion"."""
        for head, subject in favourites(sentence):
            for value in stated_values(subject, "activity", self.reading):
                name = self.name("I", value.start)
                if name is not None:
                    yield Draft(
                        *("I", name, "likes", value.text, self.reading.table.attributes["likes"]),
                        *(When(basis=TimeBasis.OBSERVED), value.start, head.end, number),
                    )

    def _about(self, noun: Word) -> tuple[str, str, Wording | None]:
        """What attribute a possessed noun stands for; any "favourite …" is one of its own."""
        if any(child.low in ("favorite", "favourite", "fave", "fav") for child in noun.children):
            kind = "_".join(
                [*(c.low for c in noun.children if c.dep == "compound"), noun.lemma.casefold()]
            )
            if not kind.replace("_", "").isalnum() or not kind.isascii() or kind in _NO_FAVOURITE:
                return "", "", None
            said = f"has the favourite {kind.replace('_', ' ')} {{value}}"
            wording = Wording(text=said, past=said.replace("has", "had", 1), importance=0.8)
            return f"favorite_{kind}", "thing", wording
        row = self.reading.table.possessed.get(noun.lemma.casefold())
        if row is None:
            return "", "", None
        return row.attribute, row.accept, self.reading.table.attributes[row.attribute]

    def _first_told(self, tie: Tie) -> bool:
        """Whether the speaker has not spoken of that relative before, as far as the window shows."""
        turn, earlier = self.window.turn, self.window.previous
        word = tie.bearer.split()[-1]
        own = (t.text for t in earlier if t.speaker == turn.speaker)
        own_before = plain("\n".join([*own, turn.text[: tie.start]]))
        mentioned = re.search(rf"\b(?:my|our)\s+(?:\w+\s+)?{re.escape(word)}\b", own_before)
        return mentioned is None

    def _ties(self, found: Iterator[Tie], number: int, source: SourceConfidence) -> Iterator[Draft]:
        for tie in found:
            predicate = _predicate(tie, self.reading.table)
            name = self.name(tie.owner, tie.start)
            if name is None or tie.bearer.casefold() == name.casefold():
                continue
            times = When(basis=TimeBasis.OBSERVED, negative=tie.negative)
            yield Draft(
                tie.owner,
                name,
                predicate,
                tie.bearer,
                self.reading.table.attributes[predicate],
                times,
                tie.start,
                tie.end,
                number,
                source=source,
                role=None if tie.role == CHILDREN else tie.role,
            )

    def _instead(self, draft: Draft) -> Iterator[Draft]:
        """The value that is put aside: "I use pytest, not unittest"."""
        match = _NOT_THAT.match(self.reading.text, draft.end)
        if match is None or not draft.many or draft.times.negative:
            return
        times = replace(draft.times, negative=True, denied=True)
        other = self.reading.turn.text[match.start("other") : match.end("other")]
        yield replace(draft, value=other, times=times, end=match.end("other"), article="")

    def _bearer(self, draft: Draft, clause: Clause, number: int) -> Iterator[Draft]:
        """The relation that a role known by nothing else carries: "my sister is a nurse"."""
        word = clause.subject
        role = "" if word is None else word.lemma.casefold()
        predicate = self.reading.table.roles.get(role)
        if word is None or predicate not in ROLE_ATTRIBUTES or clause.subject is None:
            return
        name = self.name("I", draft.start)
        if name is None or draft.name.casefold() != f"{name}'s {role}".casefold():
            return
        start = min(w.start for w in (word, *word.all("poss")))
        yield Draft(
            "I",
            name,
            predicate,
            draft.subject,
            self.reading.table.attributes[predicate],
            When(basis=TimeBasis.OBSERVED),
            start,
            word.end,
            number,
            role=role,
        )

    def name(self, who: str, position: int) -> str | None:
        """The subject's name for a text; none if the window does not tell whom it means."""
        found = whom(who, PERSON, self.window, position)
        if isinstance(found, Unresolved):
            return None
        if found.id is not None:
            return next((e.name for e in self.window.entities if e.id == found.id), None)
        return "The user" if found.name == USER else found.name


def _predicate(tie: Tie, table: Table) -> str:
    if tie.role == CHILDREN:
        return "has_children"
    return PET if tie.pet else table.roles[tie.role]


_PHASES = {Phase.START: "started", Phase.END: "stopped"}
_NO_FAVOURITE = frozenset(
    {"part", "thing", "one", "memory", "moment", "time", "way", "place", "pic"}
)
_NOT_THAT = re.compile(
    r",?\s+(?:and\s+)?(?:not|instead of|rather than)\s+(?P<other>\w[\w+#-]*(?:\.\w+)*(?:\s[A-Z]\w*)*)"
)
