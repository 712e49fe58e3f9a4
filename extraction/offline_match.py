"""Which patterns of the table a clause fits, and with what values."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from extraction.date_words import NUMBERS
from extraction.offline_clause import Clause, Phase, Tense
from extraction.offline_patterns import Pattern
from extraction.offline_sorts import acceptable
from extraction.offline_tree import Word
from extraction.offline_values import Reading, Value, activity, phrases
from extraction.time_spans import TimeWord
from graph.vocabulary import Precision

AGE_MAX = 120
DOING = "@verb"
_COPULAS = frozenset({"be", "become", "get", "go", "turn", "grow", "stay", "remain", "feel"})
_AGE = re.compile(r"(\d{1,3})(?:\s+years?\s+old|\s+now|\s+today)?")
_DATES = frozenset({Precision.DAY, Precision.YEAR})


@dataclass(frozen=True, slots=True)
class Match:
    """A pattern that a clause fits; ``value`` is none where the pattern asks for none."""

    clause: Clause
    pattern: Pattern
    value: Value | None
    said: str


def matches(clause: Clause, reading: Reading) -> Iterator[Match]:
    """Every pattern that the clause fits; of several for one attribute the first with a value."""
    done: set[str] = set()
    for lemma, complement in _readings(clause):
        for pattern in reading.table.by_verb.get(lemma, ()):
            if pattern.attribute in done or not _fits(pattern, clause):
                continue
            found = list(_values(pattern, clause, complement, reading))
            if found or not pattern.value:
                done.add(pattern.attribute)
            for value, said in found:
                yield Match(clause, pattern, value, said)
            if (
                not (pattern.value or pattern.says)
                and _conditions(pattern, clause, complement, reading) is not None
            ):
                yield Match(clause, pattern, None, "")


def _readings(clause: Clause) -> Iterator[tuple[str, Word | None]]:
    """The verb with its complement; "is married" also as a form of "be" with one."""
    verb = clause.verb
    if verb.lemma in _COPULAS:
        yield clause.lemma, verb.child("attr", "acomp", "oprd", "dobj")
        return
    yield clause.lemma, None
    helper = verb.child("auxpass") or (None if verb.is_verb else verb.child("aux", "cop"))
    if helper is not None:
        yield ("get" if helper.lemma == "get" else "be"), verb


def _fits(pattern: Pattern, clause: Clause) -> bool:
    """Whether the verb's form is one that the pattern may stand in."""
    passive = clause.verb.child("auxpass") is not None
    own_verb = clause.lemma in pattern.verbs and clause.verb.is_verb
    if own_verb and passive != pattern.passive and not pattern.complement:
        return False
    if pattern.passive and not passive:
        return False
    if pattern.progressive and clause.tense not in (Tense.PROGRESSIVE, Tense.ONGOING):
        return False
    if clause.able and not pattern.able:
        return False
    if pattern.intransitive and clause.verb.child("dobj") is not None:
        return False
    if pattern.habit and clause.tense is not Tense.ONGOING:
        return False
    if pattern.negated and (not clause.negated or clause.ended):
        return False
    return pattern.phase is None or clause.phase is Phase.END


def _wanted(pattern: Pattern, reading: Reading) -> frozenset[str]:
    """The complements that a pattern may have, word lists taken in."""
    lists = [reading.table.listed(w[1:]) for w in pattern.complement if w.startswith("@")]
    return pattern.complement.union(*lists)


def _conditions(
    pattern: Pattern, clause: Clause, complement: Word | None, reading: Reading
) -> list[Word] | None:
    """The words that a preposition of the pattern may hang on; none if a condition fails."""
    anchors = [*clause.chain]
    if pattern.complement:
        if complement is None:
            return None
        if not {complement.lemma.casefold(), complement.low} & _wanted(pattern, reading):
            return None
        anchors.append(complement)
    elif complement is clause.verb and pattern.value != ("complement",):
        return None
    if pattern.object:
        direct = clause.verb.child("dobj")
        if direct is None or direct.lemma.casefold() not in pattern.object:
            return None
        anchors.append(direct)
    elif not pattern.value and not pattern.says and clause.verb.child("dobj", "prep", "xcomp"):
        return None
    return anchors


def _values(
    pattern: Pattern, clause: Clause, complement: Word | None, reading: Reading
) -> Iterator[tuple[Value, str]]:
    anchors = _conditions(pattern, clause, complement, reading)
    if anchors is None:
        return
    if pattern.says is not None:
        verb = clause.verb
        says = verb.low if pattern.says == DOING else pattern.says
        if pattern.says != DOING or (verb.tag == "VBG" and verb.child("dobj") is None):
            yield Value(verb, says, verb.start, verb.end), says
        return
    for place in pattern.value:
        heads = list(_heads(place, clause, complement, anchors))
        found = [pair for head in heads for pair in _accepted(head, place, pattern, reading)]
        if found:
            yield from found
            return


def _heads(
    place: str, clause: Clause, complement: Word | None, anchors: list[Word]
) -> Iterator[Word]:
    verb = clause.verb
    if place == "object":
        nouns = [word for word in verb.all("xcomp") if word.tag.startswith("NN")]
        yield from verb.all("dobj") or nouns or _gap(verb)
    elif place == "complement":
        if complement is not None:
            yield complement
    elif place == "gerund":
        yield from (w for w in verb.all("xcomp", "dobj") if w.tag == "VBG")
    elif place == "modifier":
        direct = verb.child("dobj")
        yield from [] if direct is None else direct.all("compound")
    elif place == "agent":
        yield from (w for by in verb.all("agent") for w in by.all("pobj"))
    else:
        yield from _after(place.split(), anchors)


def _after(preposition: list[str], anchors: list[Word]) -> Iterator[Word]:
    """What follows a preposition of one or two words that hangs on one of the anchors."""
    stands = anchors
    for part in preposition:
        stands = [
            child
            for word in stands
            for child in word.children
            if child.low == part and child.dep in ("prep", "prt", "advmod", "dative", "agent")
        ]
    for word in stands:
        yield from word.all("pobj", "pcomp") or _gap(anchors[-1] if len(anchors) == 1 else word)


def _gap(verb: Word) -> list[Word]:
    """What a relative clause leaves out: "the bowl I made", "a shelter I volunteer at"."""
    plain = verb.dep == "relcl" and verb.child("nsubj") is not None
    return [verb.head] if plain and not any(c.low in ("who", "that") for c in verb.children) else []


def _accepted(
    head: Word, place: str, pattern: Pattern, reading: Reading
) -> Iterator[tuple[Value, str]]:
    if pattern.accept == "date":
        yield from _dated(head, reading)
    elif pattern.accept == "number":
        yield from _aged(head, reading)
    elif place == "gerund" or head.tag == "VBG":
        value = activity(head, reading)
        if value is not None and acceptable(value, pattern.accept, reading):
            yield value, _kept(value, pattern)
    else:
        for value in phrases(head, reading):
            fits = acceptable(value, pattern.accept, reading)
            if not fits and value.head is head:
                return
            if fits:
                yield value, _kept(value, pattern)


def _kept(value: Value, pattern: Pattern) -> str:
    """The words of a value that count: a pet's name; of languages and outings only the noun."""
    called = next((c for c in value.head.all("acl") if c.lemma in ("name", "call")), None)
    name = None if called is None else called.child("oprd", "dobj", "attr")
    if name is not None and name.capital:
        return name.text
    alone = pattern.accept == "language" or (
        pattern.accept == "@outings" and value.head.low.endswith("ing")
    )
    if pattern.accept == "occupation" and value.head.tag == "NNS":
        return value.text[: len(value.text) - len(value.head.text)] + value.head.lemma
    return value.head.text if alone else value.text


def _dated(head: Word, reading: Reading) -> Iterator[tuple[Value, str]]:
    """A day or a year that is itself the value: "born on 3 May 1990"."""
    span = reading.timed(head.start, head.end)
    if span is None or span.word is not TimeWord.AT or span.precision not in _DATES:
        return
    assert span.valid_from is not None
    local = span.valid_from.astimezone(reading.turn.occurred_at.tzinfo)
    year_said = str(local.year) in reading.text[span.start : span.end]
    text = local.date().isoformat() if year_said else f"{local.strftime('%B')} {local.day}"
    if span.precision is Precision.YEAR:
        text = str(local.year)
    yield Value(head, text, span.start, span.end), text


def _aged(head: Word, reading: Reading) -> Iterator[tuple[Value, str]]:
    """ "I am 34", "34 years old", "turned thirty" as a number of years."""
    words = sorted((w for w in head.subtree()), key=lambda word: word.index)
    start, end = words[0].start, words[-1].end
    text = " ".join(reading.text[start:end].split()).rstrip(".!,")
    match = _AGE.fullmatch(text)
    age = int(match[1]) if match else NUMBERS.get(text.casefold(), 0)
    if 0 < age <= AGE_MAX and (match or head.tag == "CD"):
        yield Value(head, str(age), start, end), str(age)


def stated_values(head: Word, accept: str, reading: Reading) -> Iterator[Value]:
    """The values that a head stands for, joined ones included, if they are of that sort."""
    rule = Pattern(attribute="value", kind="state", verbs=frozenset(), accept=accept)
    for value, _ in _accepted(head, "complement", rule, reading):
        yield value
