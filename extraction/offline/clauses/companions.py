"""What is told beside a job or a home: "a midwife in Leith", "I live in Pune with my parents"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from extraction.language.sentence import Word
from extraction.offline.clauses.pattern_matching import Match
from extraction.offline.clauses.value_phrases import Reading, Value, phrases
from extraction.offline.clauses.value_types import acceptable
from extraction.offline.patterns.table import Pattern, Wording

HOUSEHOLD_WORDS_MAX = 9
LIVES_WITH = "lives_with"
_WORKPLACE = Pattern(attribute="workplace", kind="state", verbs=frozenset())
_FIRM = Pattern(attribute="works_at", kind="state", verbs=frozenset())
_HOUSEHOLD = Pattern(attribute=LIVES_WITH, kind="state", verbs=frozenset())
_LIVES = Wording(text="lives {value}", past="lived {value}", importance=0.5)
_WITH = Wording(text="lives with {value}", past="lived with {value}", importance=0.5, many=True)


def companions(found: list[Match], reading: Reading) -> Iterator[Match]:
    """What the matches of a clause are said beside."""
    known = {match.pattern.attribute for match in found}
    for match in found:
        if match.pattern.attribute == "job_title" and not match.clause.negated:
            yield from _workplaces(match, reading, known)
        elif match.pattern.attribute == "lives_in" and match.clause.verb.lemma == "live":
            yield from household(match, reading)
            yield from alone(match)


def _workplaces(match: Match, reading: Reading, known: set[str]) -> Iterator[Match]:
    """The town and the employer of a job, unless they are known already."""
    for link in _links(match):
        if link.low == "in":
            pattern, sorts = _WORKPLACE, ("town", "@workplaces", "@organisations")
        elif link.low in ("at", "with", "for"):
            pattern, sorts = _FIRM, ("organisation",)
        else:
            continue
        for head in link.all("pobj"):
            value = next(phrases(head, reading), None)
            fits = value is not None and any(acceptable(value, sort, reading) for sort in sorts)
            if value is not None and fits and pattern.attribute not in known:
                known.add(pattern.attribute)
                like = pattern.model_copy(update={"kind": match.pattern.kind})
                yield replace(match, pattern=like, value=value, said=value.text)


def _links(match: Match) -> Iterator[Word]:
    """The prepositions of a job, of its verb, and of what follows them."""
    heads = [match.clause.verb] if match.value is None else [match.value.head, match.clause.verb]
    for word in heads:
        for link in word.all("prep"):
            yield link
            for head in link.all("pobj"):
                yield from head.all("prep")


def household(match: Match, reading: Reading) -> Iterator[Match]:
    """Those with whom somebody lives, all that are said: "my parents and my younger sister"."""
    for link in _links(match):
        head = link.child("pobj")
        if link.low != "with" or head is None or not head.tag.startswith("NN") or head.capital:
            continue
        words = [w for w in (*head.subtree(), *_joined(head, match.clause.verb)) if w.tag != ","]
        start, end = min(w.start for w in words), max(w.end for w in words)
        text = reading.turn.text[start:end]
        if len(text.split()) <= HOUSEHOLD_WORDS_MAX and reading.timed(start, end) is None:
            value = Value(head, text, start, end)
            yield replace(match, pattern=_HOUSEHOLD, value=value, said=text, wording=_WITH)
            return


def alone(match: Match) -> Iterator[Match]:
    """ "I live alone in Dundee"."""
    for word in match.clause.verb.all("advmod", "acomp"):
        if word.low == "alone":
            value = Value(word, "alone", word.start, word.end)
            yield replace(match, pattern=_HOUSEHOLD, value=value, said="alone", wording=_LIVES)


def _joined(head: Word, verb: Word) -> Iterator[Word]:
    """The last of several that the parser hangs on the verb: "my parents and my sister"."""
    joint = head.child("cc")
    if joint is not None and head.child("conj") is None:
        nouns = (w for w in verb.all("dobj", "conj") if w.tag.startswith("NN"))
        yield from (w for noun in nouns if noun.index > joint.index for w in noun.subtree())
