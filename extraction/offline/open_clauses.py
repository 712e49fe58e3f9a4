"""What a clause says that no pattern knows: its verb and preposition as attribute, all its object.

"I coach the under-12s" is ``coaches``, "my laptop is a Framework 13" is ``laptop``. Nothing here
knows what is said; the table lists which verbs tell of the moment only, and which nouns are of
talk. The whole noun phrase is the value: one that is cut may say something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from extraction.language.sentence import Word
from extraction.model.candidates import SourceConfidence
from extraction.offline.clauses.clause import COMING, OVER, SUBJECTS, Clause, Phase, Tense
from extraction.offline.clauses.pattern_matching import Match
from extraction.offline.clauses.things import THING, is_thing
from extraction.offline.clauses.value_acceptance import accepted
from extraction.offline.clauses.value_phrases import Reading, Value, whole
from extraction.offline.patterns.table import About, Kind, Pattern
from extraction.offline.people.subjects import is_role, owns
from extraction.offline.relation_names import DOES, attribute_name, attribute_of, open_wording
from graph.registry.builtin import PACK
from graph.vocabulary import SpeechAct

WORDS_MAX = 5
_PLACED = frozenset({"with", "at", "from", "by", "in", "on", "through", "via", "under"})
_LASTING = frozenset({Tense.PRESENT, Tense.ONGOING, Tense.USED_TO})
_POINTING = frozenset({"PRP", "DT", "WP", "WDT", "EX", "WRB"})
_NAME = re.compile(r"[a-z0-9][a-z0-9 '’-]{0,60}")
_ORDINAL = re.compile(r"\d{1,2}(?:st|nd|rd|th)?")
_SIBILANT = re.compile(r"(?:s|x|z|ch|sh|o)$")
_Y = re.compile(r"[^aeiou]y$")


def open_matches(clause: Clause, reading: Reading) -> Iterator[Match]:
    """What a clause claims that no pattern fits, as matches of patterns of their own."""
    if clause.act is not SpeechAct.ASSERTION or clause.dated_only:
        return
    related = list(_related(clause, reading))
    yield from related
    if not (related or clause.negated):
        yield from _said_of_noun(clause, reading)
        yield from _done(clause, reading)
        yield from list(_given_up(clause, reading)) or _happened(clause, reading)


def _related(clause: Clause, reading: Reading) -> Iterator[Match]:
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
        pattern = _declared(f"{words} {preposition}", about, reading)
        if pattern is not None:
            for head in link.all("pobj"):
                found = accepted(head, preposition, pattern, reading)
                yield from (Match(clause, pattern, value, told) for value, told in found)
            return


def _naming(clause: Clause, *, bare: bool) -> list[tuple[Word, str]]:
    """The words that may name an attribute before a preposition: "based", "hosted", "reports"."""
    verb = clause.verb
    if verb.lemma == "be":
        return [(word, word.low) for word in verb.all("acomp", "attr", "oprd")]
    if bare:
        return [(verb, verb.low)]
    return [(verb, third_person(clause.lemma))] if clause.tense in _LASTING else []


def _links(word: Word, verb: Word) -> Iterator[tuple[Word, str]]:
    """The prepositions of a word and its verb, "out of" as one too."""
    for link in [*word.all("prep", "agent"), *verb.all("prep", "agent")]:
        yield link, link.low
        inner = link.child("prep")
        if inner is not None:
            yield inner, f"{link.low} {inner.low}"


def _declared(relation: str, about: About, reading: Reading) -> Pattern | None:
    """A pattern of the attribute that a relation names, if it is declared of such a subject."""
    name = attribute_of(relation).name
    known = PACK.get(name) if name in reading.table.attributes else None
    if known is None or (known.category == THING) != (about == "thing"):
        return None
    accept = reading.table.accepts(name)
    if about == "person" and accept == "thing":
        # Nothing is known of what may be its value: "I work on the biz" is no schedule.
        return None
    kind: Kind = "start" if accept == "moment" else "state"
    return Pattern(attribute=name, kind=kind, verbs=frozenset(), accept=accept, about=about)


def _said_of_noun(clause: Clause, reading: Reading) -> Iterator[Match]:
    """ "My laptop is a Framework 13", "our dentist is in Leith", "my 401k is with Fidelity"."""
    verb, noun = clause.verb, clause.verb.child(*SUBJECTS)
    if verb.lemma != "be" or noun is None or clause.tense is not Tense.PRESENT:
        return
    owner, said = noun.child("poss"), _complement(verb)
    named = _noun_words(noun, reading)
    if said is None or not named or not (_bare(noun, said) or _owned(owner, reading)):
        return
    somebody = is_role(noun, reading.table) and noun.child("compound") is None
    if somebody or said.child("poss") is not None:
        # "My kids are our future" is said for the beauty of it.
        return
    if _empty(said, reading) or verb.child("mark", "ccomp") is not None:
        return
    value = whole(said, reading)
    if value is not None:
        yield _match(clause, named, value, f"has the {named} {{a}}{{value}}", noun=noun)


def _owned(owner: Word | None, reading: Reading) -> bool:
    return owner is not None and owns(owner, reading.table)


def _bare(noun: Word, said: Word) -> bool:
    """One's own, in a note: "GP is Dr Okafor", "mortgage is with the Skipton".

    What everybody knows ("coffee is great") has no name and no number in what is said of it.
    """
    alone = (
        noun.tag in ("NN", "NNP") and noun.child("det", "poss", "nummod", "amod", "prep") is None
    )
    opens = noun.index == 0 or (noun.child("compound") is not None and noun.index == 1)
    naming = any(w.capital or w.tag == "CD" for w in said.subtree())
    return alone and opens and naming and not noun.capital


def _complement(verb: Word) -> Word | None:
    """What a noun is said to be, or a name that it is said to be at."""
    said = verb.child("attr", "oprd") or verb.child("acomp")
    if said is not None:
        described = said.tag.startswith(("JJ", "VB")) and not said.capital
        return None if described else said
    links = (link for link in verb.all("prep") if link.low in _PLACED)
    return next((w for link in links for w in link.all("pobj") if w.capital), None)


def _noun_words(noun: Word, reading: Reading) -> str:
    """A noun with what says which: "kitchen budget", "budget for kitchen"; empty for talk."""
    empty = reading.table.listed("of_talk")
    if noun.lemma.casefold() in empty or noun.low in empty:
        return ""
    kinds = ("compound", "amod", "nmod")
    before = [c for c in noun.children if c.dep in kinds and c.index < noun.index]
    words = [c.low for c in before if c.dep == "compound" or c.low not in empty]
    words.append(noun.lemma.casefold())
    for link in noun.all("prep"):
        about = link.child("pobj")
        if link.low in ("for", "of", "at") and about is not None and about.tag.startswith("NN"):
            words += [link.low, about.low]
    return " ".join(words) if len(words) <= WORDS_MAX else ""


def _done(clause: Clause, reading: Reading) -> Iterator[Match]:
    """ "I coach the under-12s", "my sister rents from Vonovia", "I used to fence for Scotland"."""
    verb, lemma = clause.verb, clause.verb.lemma.casefold()
    whole_act = clause.phase is Phase.WHOLE and not clause.able
    if not whole_act or clause.tense not in _LASTING or verb.child("auxpass") is not None:
        return
    idle = lemma in reading.table.listed("of_the_moment")
    if not verb.is_verb or (idle and not (clause.lemma == "have" and _particular(verb))):
        return
    for head, link in _objects(verb):
        value = None if _empty(head, reading) else whole(head, reading)
        if value is not None:
            said = f"{third_person(clause.lemma)} {link}".strip()
            yield _match(clause, said, value, f"{said} {{a}}{{value}}")


def _particular(verb: Word) -> bool:
    """Whether what somebody has is said to be which, or how many: "two brothers", "a job at Acme".

    "I have a question" and "we had a good time" say nothing of the kind.
    """
    had = verb.child("dobj")
    if had is None or verb.all("prep", "advmod", "npadvmod", "relcl"):
        return False
    named = any(w.capital for link in had.all("prep") for w in link.all("pobj"))
    return had.capital or named or had.child("nummod", "compound") is not None


def _given_up(clause: Clause, reading: Reading) -> Iterator[Match]:
    """ "I packed in smoking", "gave up the oboe"."""
    verb, endings = clause.verb, reading.table.listed("ending")
    if clause.tense not in OVER:
        return
    heads = verb.all("dobj", "xcomp") if clause.lemma in endings else []
    for link in verb.all("prep"):
        # The parser takes the particle of "packed in smoking" for a preposition.
        if f"{verb.lemma} {link.low}" in endings:
            heads += link.all("pobj", "pcomp")
    for head in heads:
        value = None if _empty(head, reading) else whole(head, reading)
        if value is not None:
            yield _match(clause, DOES, value, f"{DOES} {{a}}{{value}}", kind="end")


def _happened(clause: Clause, reading: Reading) -> Iterator[Match]:
    """ "I passed my driving test in May", "we're visiting my aunt in May": what has a time."""
    verb = clause.verb
    # "I have my driving test on 6 November."
    booked = clause.lemma == "have" and clause.tense is Tense.PRESENT
    planned = clause.tense in COMING or booked
    if not (planned or clause.tense in OVER) or clause.phase is not Phase.WHOLE or not verb.is_verb:
        return
    idle = verb.lemma.casefold() in reading.table.listed("of_the_mind") and not booked
    if idle or verb.child("auxpass"):
        return
    particle = verb.child("prt")
    doing = verb.low if particle is None else f"{verb.low} {particle.low}"
    doing = third_person(clause.lemma) if planned else doing
    for head, link in _objects(verb):
        value = None if _empty(head, reading) else whole(head, reading)
        if value is not None:
            said = f"{doing} {link}".strip()
            yield _match(clause, said, value, f"{said} {{a}}{{value}}", kind="event")


def _objects(verb: Word) -> Iterator[tuple[Word, str]]:
    """What a verb is done to, or else the first thing that it is done at, with its preposition."""
    direct = verb.child("dobj")
    if direct is not None:
        yield direct, ""
        return
    for link in verb.all("prep"):
        where = link.child("pobj")
        if where is not None:
            yield where, link.low
            return


def _empty(head: Word, reading: Reading) -> bool:
    """Whether a head means nothing by itself, or only points."""
    vague = reading.table.listed("vague") | reading.table.listed("of_talk")
    if head.tag == "CD" and head.low.isalpha():
        # "I play five a side."
        return True
    if _ORDINAL.fullmatch(head.low) or reading.timed(head.start, head.end) is not None:
        return True
    return head.tag in _POINTING or head.lemma.casefold() in vague


def third_person(doing: str) -> str:
    """The third person of a verb with its particle: "carries on"."""
    verb, *rest = doing.split()
    if verb == "have":
        return " ".join(["has", *rest])
    if _SIBILANT.search(verb):
        verb = f"{verb}es"
    else:
        verb = f"{verb[:-1]}ies" if _Y.search(verb) else f"{verb}s"
    return " ".join([verb, *rest])


def _match(
    clause: Clause,
    said: str,
    value: Value,
    text: str,
    *,
    noun: Word | None = None,
    kind: Kind = "state",
) -> Match:
    """A match of a pattern of its own, which is weaker than those of the table."""
    attribute = attribute_name(said)
    direct = clause.source is SourceConfidence.DIRECT
    weaker = replace(clause, source=SourceConfidence.INFERRED) if direct else clause
    nouns = frozenset[str]() if noun is None else frozenset({noun.lemma.casefold()})
    pattern = Pattern(attribute=attribute, kind=kind, verbs=frozenset(), noun=nouns)
    wording = open_wording(text, many=noun is None or noun.tag == "NNS")
    return Match(weaker, pattern, value, value.text, wording)
