"""Which patterns of the table a clause fits, and with what values."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from extraction.language.sentence import Word
from extraction.offline.clauses.clause import Clause, Phase, Tense
from extraction.offline.clauses.things import is_thing
from extraction.offline.clauses.value_acceptance import accept_values
from extraction.offline.clauses.value_phrases import Reading, Value
from extraction.offline.patterns.table import Pattern, Wording

# One has diabetes, and is diabetic.
_WORDED = {
    "@being_ill": Wording(text="is {a}{value}", past="was {a}{value}", importance=0.9, many=True)
}
DOING = "@verb"
_BUT = re.compile(r"\bbut\b", re.IGNORECASE)
_COPULAS = frozenset({"be", "become", "get", "go", "turn", "grow", "stay", "remain", "feel"})


@dataclass(frozen=True, slots=True)
class Match:
    """A pattern that a clause fits; ``value`` is none where the pattern asks for none.

    ``wording`` is that of an attribute that the table does not have.
    """

    clause: Clause
    pattern: Pattern
    value: Value | None
    phrase: str
    wording: Wording | None = None


def matches(clause: Clause, reading: Reading) -> Iterator[Match]:
    """Every pattern that the clause fits; of several for one attribute the first with a value."""
    done: set[tuple[str, bool]] = set()
    for lemma, complement in _readings(clause):
        for pattern in reading.table.by_verb.get(lemma, ()):
            # "We moved from Croydon to Whitstable": one home ends and another begins.
            leaving = pattern.kind == "end" and bool(pattern.value)
            if (pattern.attribute, leaving) in done or not _fits(pattern, clause):
                continue
            if not _about(pattern, clause, reading):
                continue
            found = list(_values(pattern, clause, complement, reading))
            if found:
                done.add((pattern.attribute, leaving))
            wording = _WORDED.get(pattern.accept)
            yield from (Match(clause, pattern, value, said, wording) for value, said in found)


def _across(verb: Word, value: Value, reading: Reading) -> bool:
    """Whether a value belongs to a later clause: the baking of "I hate cooking but love baking"."""
    if value.start < verb.end:
        return False
    return _BUT.search(reading.text, verb.end, value.end) is not None


def _about(pattern: Pattern, clause: Clause, reading: Reading) -> bool:
    """Whether the subject may be what the pattern is about."""
    person = pattern.about != "thing" or pattern.flip
    return person or is_thing(clause.subject, reading, passive=pattern.passive)


def _readings(clause: Clause) -> Iterator[tuple[str, Word | None]]:
    """Yield the verb with its complement; "is married" also as a form of "be" with one."""
    verb = clause.verb
    if verb.lemma in _COPULAS:
        said = verb.child("attr", "acomp", "oprd", "dobj")
        numbers = (word for word in verb.all("advmod") if word.tag == "CD")
        said = said or next(numbers, None)
        yield clause.lemma, said
        if said is not None and said.tag == "NNP":
            # "I'm Mike, a plumber."
            yield from ((clause.lemma, beside) for beside in said.all("appos"))
        return
    yield clause.lemma, None
    helper = verb.child("auxpass") or (None if verb.is_verb else verb.child("aux", "cop"))
    if helper is not None:
        yield ("get" if helper.lemma == "get" else "be"), verb


def _fits(pattern: Pattern, clause: Clause) -> bool:
    """Whether the verb's form is one that the pattern may stand in."""
    if not (_in_voice(pattern, clause) and _able(pattern, clause)):
        return False
    if pattern.progressive and clause.tense not in (Tense.PROGRESSIVE, Tense.ONGOING):
        return False
    # The "what" of "guess what: I moved" is nothing that was moved.
    direct = [word for word in clause.verb.all("dobj") if not word.tag.startswith("W")]
    if pattern.intransitive and direct:
        return False
    if _is_no_job(pattern, clause) or (pattern.habit and clause.tense is not Tense.ONGOING):
        return False
    if pattern.negated and not _denies(clause):
        return False
    return pattern.phase is None or clause.phase is Phase.END


def _is_no_job(pattern: Pattern, clause: Clause) -> bool:
    """Whether several leave something, where they live, or one is at a university by the year."""
    if pattern.attribute != "works_at":
        return False
    if clause.lemma in ("leave", "quit") and clause.verb.child("dobj", "xcomp") is None:
        return not _leaves_a_job(clause)
    if clause.lemma == "leave":
        return clause.subject is not None and clause.subject.low == "we"
    if clause.verb.lemma == "be" and (clause.verb.child("acomp") or _is_student(clause)):
        # "Hopeless at maths", "a student at UP Manila".
        return True
    within = (w for link in clause.verb.all("prep") if link.low == "in" for w in link.all("pobj"))
    return any(word.lemma in ("year", "semester", "term", "grade", "degree") for word in within)


def _leaves_a_job(clause: Clause) -> bool:
    """Whether what is left is a job, though it is not named.

    It is where another begins, "I quit in August, starting at York", or where it has just begun:
    "I joined Acme in 2015 and left in 2018".
    """
    verb = clause.verb
    following = verb.all("conj", "advcl") if clause.lemma == "quit" else []
    if any(word.lemma in ("start", "begin", "join") for word in following):
        return True
    away = any(link.low in ("for", "to") for link in verb.all("prep"))
    return verb.dep == "conj" and verb.head.lemma in ("join", "work", "start") and not away


def _is_student(clause: Clause) -> bool:
    said = clause.verb.child("attr")
    return said is not None and said.lemma in ("student", "undergrad", "undergraduate", "postgrad")


def _denies(clause: Clause) -> bool:
    """Whether something is not so, or no longer, whatever the hour."""
    return (clause.negated or clause.ended) and not _only_then(clause)


def _only_then(clause: Clause) -> bool:
    """Whether something is denied of a part of the day only: "no coffee after lunch"."""
    return any(link.low in ("after", "before", "during") for link in clause.verb.all("prep"))


def _in_voice(pattern: Pattern, clause: Clause) -> bool:
    """Whether the clause is active or passive as the pattern is."""
    passive = clause.verb.child("auxpass") is not None
    own_verb = clause.lemma in pattern.verbs and clause.verb.is_verb
    either = bool(pattern.complement) or not own_verb
    return passive == pattern.passive or (either and passive)


def _able(pattern: Pattern, clause: Clause) -> bool:
    """Whether the pattern may be said of what one can, or cannot, do."""
    return pattern.able or clause.able == pattern.unable


def _wanted(words: frozenset[str], reading: Reading) -> frozenset[str]:
    """Return the words that a pattern asks for, word lists taken in."""
    return words.union(*(reading.table.listed(w[1:]) for w in words if w.startswith("@")))


def _conditions(
    pattern: Pattern, clause: Clause, complement: Word | None, reading: Reading
) -> list[Word] | None:
    """Return the words that a preposition of the pattern may hang on; none if a condition fails."""
    anchors = [*clause.chain]
    if pattern.complement:
        wanted = _wanted(pattern.complement, reading)
        if complement is None or wanted.isdisjoint((complement.lemma.casefold(), complement.low)):
            return None
        anchors.append(complement)
    elif complement is clause.verb and pattern.value != ("complement",):
        return None
    direct = clause.verb.child("dobj")
    bare = not (pattern.object or pattern.value or pattern.says)
    if bare and _goes_on(clause.verb, reading):
        return None
    for lemmas, word in ((pattern.object, direct), (pattern.noun, clause.subject)):
        if not lemmas:
            continue
        if word is None or word.lemma.casefold() not in _wanted(lemmas, reading):
            return None
        anchors.append(word)
    return anchors


def _goes_on(verb: Word, reading: Reading) -> bool:
    """Whether more than a time follows a verb: "we split up in March", not "split up the bill"."""
    links = (link.child("pobj") for link in verb.all("prep"))
    placed = any(w is None or reading.timed(w.start, w.end) is None for w in links)
    return placed or verb.child("dobj", "xcomp") is not None


def _values(
    pattern: Pattern, clause: Clause, complement: Word | None, reading: Reading
) -> Iterator[tuple[Value | None, str]]:
    """Yield what the clause gives for a pattern, each with its words; no value where none is
    asked.
    """
    anchors = _conditions(pattern, clause, complement, reading)
    if anchors is None:
        return
    if not (pattern.value or pattern.says):
        yield None, ""
    if pattern.says is not None:
        yield from _worded(pattern.says, clause.verb)
        return
    for place in pattern.value:
        heads = _heads(place, clause, complement, anchors)
        pairs = (pair for head in heads for pair in accept_values(head, place, pattern, reading))
        found = [pair for pair in pairs if not _across(clause.verb, pair[0], reading)]
        if found:
            yield from found
            return


def _worded(says: str, verb: Word) -> Iterator[tuple[Value, str]]:
    """Yield the value that a pattern gives in words of its own, or in the verb's."""
    words = verb.low if says == DOING else says
    if says != DOING or (verb.tag == "VBG" and verb.child("dobj") is None):
        yield Value(verb, words, verb.start, verb.end), words


def _heads(
    place: str, clause: Clause, complement: Word | None, anchors: list[Word]
) -> Iterator[Word]:
    """Yield the words that stand at a place of the clause."""
    verb = clause.verb
    found = _PLACES.get(place)
    if found is not None:
        yield from found(verb)
    elif place == "complement":
        yield from [] if complement is None else [complement]
    elif place == "subject":
        yield from [] if clause.subject is None else [clause.subject]
    else:
        yield from _after(place.split(), anchors)


def _objects(verb: Word) -> Iterator[Word]:
    nouns = [word for word in verb.all("xcomp") if word.tag.startswith("NN")]
    joint = min((w.index for w in verb.all("cc", "punct") if w.index > verb.index), default=None)
    direct = [w for w in verb.all("dobj") if joint is None or w.index < joint]
    if len(direct) > 1 and any(w.tag.startswith("NN") for w in direct[:-1]):
        # Only a phrase that the parser broke in two has two.
        return
    for word in direct or nouns or _gap(verb):
        yield from _members(word)


def _gerunds(verb: Word) -> Iterator[Word]:
    yield from (w for w in verb.all("xcomp", "dobj") if w.tag == "VBG" and w.child("neg") is None)


def _infinitives(verb: Word) -> Iterator[Word]:
    yield from (w for w in verb.all("xcomp") if w.tag == "VB" and w.child("aux") is not None)


def _manners(verb: Word) -> Iterator[Word]:
    yield from verb.all("acomp", "advmod")


def _modifiers(verb: Word) -> Iterator[Word]:
    direct = verb.child("dobj")
    yield from [] if direct is None else direct.all("compound")


def _agents(verb: Word) -> Iterator[Word]:
    yield from (w for by in verb.all("agent") for w in by.all("pobj"))


def _members(head: Word) -> list[Word]:
    """Those whom a plural stands for, where it names them: "three people: Ola and Sami"."""
    named = [c for c in head.all("appos") if c.capital and c.tag.startswith("NN")]
    return named if named and head.tag == "NNS" else [head]


def _after(preposition: list[str], anchors: list[Word]) -> Iterator[Word]:
    """Yield what follows a preposition of one or two words that hangs on one of the anchors."""
    stands = anchors
    for part in preposition:
        stands = [
            child
            for word in stands
            for child in word.children
            if child.low == part and child.dep in ("prep", "prt", "advmod", "dative", "agent")
        ]
    # "At Acme and at Beta."
    stands += [other for word in stands for other in word.all("conj") if other.low == word.low]
    for word in stands:
        yield from word.all("pobj", "pcomp") or _gap(anchors[-1] if len(anchors) == 1 else word)


def _gap(verb: Word) -> list[Word]:
    """Return what a relative clause leaves out: "the bowl I made", "a shelter I volunteer at"."""
    plain = verb.dep == "relcl" and verb.child("nsubj") is not None
    return [verb.head] if plain and not any(c.low in ("who", "that") for c in verb.children) else []


_PLACES: dict[str, Callable[[Word], Iterator[Word]]] = {
    "object": _objects,
    "gerund": _gerunds,
    "infinitive": _infinitives,
    "modifier": _modifiers,
    "manner": _manners,
    "agent": _agents,
}
