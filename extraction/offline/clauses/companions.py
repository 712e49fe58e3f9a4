"""What is told beside a job or a home: "a midwife in Leith", "I live in Pune with my parents"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from extraction.language.sentence import Word
from extraction.offline.clauses.clause import Clause
from extraction.offline.clauses.pattern_matching import Match
from extraction.offline.clauses.value_phrases import Reading, Value, phrases
from extraction.offline.clauses.value_types import acceptable
from extraction.offline.patterns.table import Pattern, Wording

HOUSEHOLD_WORDS_MAX = 9
LIVES_WITH = "lives_with"
_WORKPLACE = Pattern(attribute="workplace", kind="state")
_FIRM = Pattern(attribute="works_at", kind="state")
_HOUSEHOLD = Pattern(attribute=LIVES_WITH, kind="state")
_TEACHES = Pattern(attribute="teaches", kind="state")
_TAUGHT = Wording(text="teaches {value}", past="taught {value}", importance=0.6, many=True)
_HAS = Pattern(attribute="has", kind="state")
_HAVING = Wording(text="has {value}", past="had {value}", importance=0.5, many=True)
_WITH_US = Pattern(attribute=LIVES_WITH, kind="state", flip=True)
_LIVES = Wording(text="lives {value}", past="lived {value}", importance=0.5)
_WITH = Wording(text="lives with {value}", past="lived with {value}", importance=0.5, many=True)


def companions(matches: list[Match], reading: Reading) -> Iterator[Match]:
    """Yield what the matches of a clause are said beside."""
    known = {match.pattern.attribute for match in matches}
    for match in matches:
        clause = match.clause
        if clause.negated:
            continue
        if match.pattern.attribute == "job_title":
            yield from _workplaces(match, reading, known)
        elif match.pattern.attribute == "runs_business":
            yield from _business(match, reading)
        elif match.pattern.attribute == "works_at" and clause.verb.lemma == "teach":
            yield from _taught(clause, reading)
        elif match.pattern.attribute == "lives_in" and clause.verb.lemma == "live":
            yield from household(clause, reading)


def _business(match: Match, reading: Reading) -> Iterator[Match]:
    """Where a business is, and how many work there: "a salon in Austin with three employees"."""
    clause = match.clause
    direct = [] if match.value is None else match.value.head.all("prep")
    for link in [*direct, *clause.verb.all("prep")]:
        for head in link.all("pobj"):
            value = next(phrases(head, reading), None)
            if value is None:
                continue
            if link.low == "in" and acceptable(value, "town", reading):
                yield Match(clause, _WORKPLACE, value, value.text)
                direct += head.all("prep")
            elif link.low == "with" and head.tag == "NNS" and head.child("nummod") is not None:
                yield Match(clause, _HAS, value, value.text, _HAVING)


def _taught(clause: Clause, reading: Reading) -> Iterator[Match]:
    """Yield what somebody teaches at a school."""
    for head in clause.verb.all("dobj"):
        for value in phrases(head, reading):
            if head.capital or acceptable(value, "activity", reading):
                yield Match(clause, _TEACHES, value, value.text, _TAUGHT)


# They are at a school and at no workplace.
_LEARNERS = frozenset({"student", "pupil", "undergraduate", "undergrad", "postgrad"})


def _workplaces(match: Match, reading: Reading, present: set[str]) -> Iterator[Match]:
    """Yield the town and the employer of a job, unless they are known already."""
    if match.value is not None and match.value.head.lemma.casefold() in _LEARNERS:
        return
    for link in _links(match, reading):
        firm = link.low != "in"
        sorts = ("organisation",) if firm else ("town", "@workplaces", "@organisations")
        pattern = _FIRM if firm else _WORKPLACE
        value = next((v for head in link.all("pobj") for v in phrases(head, reading)), None)
        fits = value is not None and any(acceptable(value, sort, reading) for sort in sorts)
        if value is not None and fits and pattern.attribute not in present:
            present.add(pattern.attribute)
            like = pattern.model_copy(update={"kind": match.pattern.kind})
            yield replace(match, pattern=like, value=value, phrase=value.text)


def _links(match: Match, reading: Reading) -> Iterator[Word]:
    """Yield the prepositions of a job and of its verb, and of the firm or house that follows them.

    "A nurse at a hospital in Ikeja", and not "a nurse with a house in Spain".
    """
    firms = reading.table.listed("organisations") | reading.table.listed("workplaces")
    job = [] if match.value is None else match.value.head.all("prep")
    for link in [*job, *match.clause.verb.all("prep")]:
        if link.low in ("in", "at", "for", "with"):
            yield link
            for head in link.all("pobj"):
                if head.lemma.casefold() in firms:
                    yield from (w for w in head.all("prep") if w.low in ("in", "at"))


def household(clause: Clause, reading: Reading) -> Iterator[Match]:
    """With whom somebody lives, all that are said: "my parents and my younger sister"; or alone."""
    yield from _alone(clause)
    for link in _with(clause.verb):
        head = link.child("pobj")
        if head is not None and head.low in ("me", "us") and not clause.verb.all("npadvmod"):
            # "My mum lives with us."
            yield Match(clause, _WITH_US, Value(head, "I", head.start, head.end), "I", _WITH)
            return
        if head is None or not _is_fellow(head, reading):
            continue
        words = [head, *_told_with(head), *_joined(head, clause.verb)]
        start, end = min(w.start for w in words), max(w.end for w in words)
        text = reading.turn.text[start:end]
        if len(text.split()) <= HOUSEHOLD_WORDS_MAX and reading.timed(start, end) is None:
            yield Match(clause, _HOUSEHOLD, Value(head, text, start, end), text, _WITH)
            return


def _alone(clause: Clause) -> Iterator[Match]:
    for word in clause.verb.all("advmod", "acomp"):
        if word.low == "alone" and word.child("prep") is None:
            value = Value(word, "alone", word.start, word.end)
            yield Match(clause, _HOUSEHOLD, value, "alone", _LIVES)


def _with(verb: Word) -> Iterator[Word]:
    """Yield the "with" of a verb, or of the place that it is said of."""
    for link in verb.all("prep"):
        if link.low == "with":
            yield link
        yield from (w for head in link.all("pobj") for w in head.all("prep") if w.low == "with")


def _is_fellow(head: Word, reading: Reading) -> bool:
    """Whether somebody one may live with is named: a relative, friends, an animal."""
    lemma, table = head.lemma.casefold(), reading.table
    return lemma in table.roles or lemma in table.listed("pets") | table.listed("fellows")


def _told_with(head: Word) -> Iterator[Word]:
    """Yield the words of those who are named, without clauses about them."""
    others = [c for c in head.all("conj") if c.tag == "NNS" or c.child("det", "poss", "nummod")]
    joint = head.child("cc")
    last = None if joint is None or others or head.child("conj") is None else joint.index
    pending = [word for word in head.children if last is None or word.index < last]
    while pending:
        word = pending.pop()
        if word.dep not in ("relcl", "acl", "punct") and not word.is_verb:
            yield word
            pending += word.children


def _joined(head: Word, verb: Word) -> Iterator[Word]:
    """Yield the last of several that the parser hangs on the verb: "my parents and my sister"."""
    joint = head.child("cc")
    if joint is not None and head.child("conj") is None:
        nouns = (w for w in verb.all("dobj", "conj") if w.tag.startswith("NN"))
        yield from (w for noun in nouns if noun.index > joint.index for w in noun.subtree())
