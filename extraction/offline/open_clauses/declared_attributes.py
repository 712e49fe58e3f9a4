"""Words that name a declared attribute before a preposition: "based in", "hosted on"."""

from __future__ import annotations

from collections.abc import Iterator

from extraction.language.sentence import Word
from extraction.offline.clauses.clause import Clause
from extraction.offline.clauses.pattern_matching import Match
from extraction.offline.clauses.things import THING, is_thing
from extraction.offline.clauses.value_acceptance import accept_values
from extraction.offline.clauses.value_phrases import Reading
from extraction.offline.open_clauses.match import LASTING, third_person
from extraction.offline.patterns.table import About, Kind, Pattern
from extraction.offline.relation_names import attribute_of
from graph.kernel.registry.builtin import PACK


def match_declared(clause: Clause, reading: Reading) -> Iterator[Match]:
    """ "I'm based in Graz", "the Atlas service runs on Hetzner": words that name an attribute.

    Which words do is told by the registry and by ``relation_names.toml``.
    """
    verb = clause.verb
    passive = verb.child("auxpass") is not None
    of_thing = is_thing(clause.subject, reading, passive=passive)
    about: About = "thing" if of_thing else "person"
    said = _naming(clause, bare=passive or of_thing)
    links = ((words, link) for word, words in said for link in _links(word, verb))
    for words, (link, preposition) in links:
        pattern = _pattern(f"{words} {preposition}", about, reading)
        if pattern is not None:
            for head in link.all("pobj"):
                found = accept_values(head, preposition, pattern, reading)
                yield from (Match(clause, pattern, value, told) for value, told in found)
            return


def _naming(clause: Clause, *, bare: bool) -> list[tuple[Word, str]]:
    """Return the words that may name an attribute before a preposition: "based", "hosted",
    "reports".
    """
    verb = clause.verb
    if verb.lemma == "be":
        return [(word, word.low) for word in verb.all("acomp", "attr", "oprd")]
    if bare:
        return [(verb, verb.low)]
    return [(verb, third_person(clause.lemma))] if clause.tense in LASTING else []


def _links(word: Word, verb: Word) -> Iterator[tuple[Word, str]]:
    """Yield the prepositions of a word and its verb, "out of" as one too."""
    for link in [*word.all("prep", "agent"), *verb.all("prep", "agent")]:
        yield link, link.low
        inner = link.child("prep")
        if inner is not None:
            yield inner, f"{link.low} {inner.low}"


def _pattern(relation: str, about: About, reading: Reading) -> Pattern | None:
    """Return a pattern of the attribute that a relation names, if it is declared of such a
    subject.
    """
    name = attribute_of(relation).name
    known = PACK.get(name) if name in reading.table.attributes else None
    if known is None or (known.category == THING) != (about == "thing"):
        return None
    accept = reading.table.accepts(name)
    if about == "person" and accept == "thing":
        # Nothing is known of what may be its value: "I work on the biz" is no schedule.
        return None
    kind: Kind = "start" if accept == "moment" else "state"
    return Pattern(attribute=name, kind=kind, accept=accept, about=about)
