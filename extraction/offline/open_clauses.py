"""What a clause says that no pattern knows: its verb and preposition as attribute, all its object.

"I coach the under-12s" is ``coaches``, "my laptop is a Framework 13" is ``laptop``. Nothing here
knows what is said; the table lists which verbs tell of the moment only, and which nouns are of
talk. The whole noun phrase is the value: one that is cut may say something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from extraction.language.sentence import Word
from extraction.offline.clauses.clause import COMING, OVER, SUBJECTS, Clause, Phase, Tense
from extraction.offline.clauses.pattern_matching import Match
from extraction.offline.clauses.things import THING, is_thing
from extraction.offline.clauses.value_acceptance import accepted
from extraction.offline.clauses.value_phrases import Reading, Value, whole
from extraction.offline.open_match import is_empty, objects, open_match, third_person
from extraction.offline.patterns.table import About, Kind, Pattern
from extraction.offline.people.subjects import is_role, owns
from extraction.offline.relation_names import DOES, attribute_of
from extraction.offline.routines import hour_of, routine
from extraction.offline.standing import standing
from graph.registry.builtin import PACK
from graph.vocabulary import SpeechAct

WORDS_MAX, TASTE_WORDS_MAX = 5, 9
_PLACED = frozenset({"with", "at", "from", "by", "in", "on", "through", "via", "under"})
_LASTING = frozenset({Tense.PRESENT, Tense.ONGOING, Tense.USED_TO})
_DEFINITE = frozenset({"the", "this", "that", "these", "those"})
_HELPERS = frozenset({"nsubj", "aux", "neg", "punct", "cc", "conj", "intj", "advmod", "mark"})
_TASTES = ("likes", "dislikes", "prefers")
_OWN_THING = re.compile(r"\b(?:my|our)\s+(?:new\s+|old\s+)?(?P<noun>[a-z][\w-]+)", re.IGNORECASE)
_NAME = re.compile(r"[a-z0-9][a-z0-9 '’-]{0,60}")


def open_matches(clause: Clause, reading: Reading) -> Iterator[Match]:
    """What a clause claims that no pattern fits, as matches of patterns of their own."""
    if clause.act is not SpeechAct.ASSERTION or clause.dated_only:
        return
    readers = (_related, standing, routine, _said_of_noun, _it_is, _due, _skilled, _taste, _done)
    for reader in readers:
        found = list(reader(clause, reading))
        if found:
            yield from found
            return
    if not clause.negated:
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
    if verb.lemma != "be" or noun is None or clause.tense is not Tense.PRESENT or clause.negated:
        return
    owner, said = noun.child("poss"), _complement(verb)
    named = _noun_words(noun, reading)
    if said is None or not named or not (_bare(noun, said) or _owned(owner, reading)):
        return
    somebody = is_role(noun, reading.table) and noun.child("compound") is None
    if somebody or said.child("poss") is not None:
        # "My kids are our future" is said for the beauty of it.
        return
    if is_empty(said, reading) or verb.child("mark", "ccomp") is not None:
        return
    value = whole(said, reading)
    if value is not None:
        yield open_match(clause, named, value, f"has the {named} {{a}}{{value}}", noun=noun)


def _it_is(clause: Clause, reading: Reading) -> Iterator[Match]:
    """ "What oil does my car take? It's a 2016 Honda Civic.": what was named before it."""
    verb, subject = clause.verb, clause.subject
    said = verb.child("attr") if verb.lemma == "be" and clause.tense is Tense.PRESENT else None
    if subject is None or subject.low != "it" or said is None or clause.negated:
        return
    before = list(_OWN_THING.finditer(reading.text, 0, subject.start))
    named = before[-1]["noun"].casefold() if before else ""
    nobody = not named or named in reading.table.roles or named in reading.table.listed("of_talk")
    told = any(w.capital or w.tag == "CD" for w in said.subtree())
    value = whole(said, reading) if told and not nobody and not is_empty(said, reading) else None
    if value is not None:
        yield open_match(clause, named, value, f"has the {named} {{a}}{{value}}", noun=said)


def _taste(clause: Clause, reading: Reading) -> Iterator[Match]:
    """ "I like my curry really hot", "I always want a window seat": all that is said of it."""
    verb = clause.verb
    listed, always = reading.table.listed, any(c.low == "always" for c in verb.all("advmod"))
    attribute = next((name for name in _TASTES if verb.lemma in listed(name)), None)
    if attribute is None and always and verb.lemma in ("want", "like", "choose", "get", "have"):
        attribute = "prefers"
    if attribute is None or clause.tense is not Tense.PRESENT:
        return
    had = verb.child("dobj") or next((w for w in verb.all("xcomp") if w.tag == "VBG"), None)
    if had is None or had.tag[:2] not in ("NN", "VB"):
        return
    if any(c.low in _DEFINITE for c in had.all("det")) and not always:
        return
    beside = [w for w in verb.all("prep", "acomp", "oprd", "advmod") if w.index > had.index]
    if is_empty(had, reading) and not (beside or had.child("prep", "relcl", "amod")):
        return
    pattern = Pattern(attribute=attribute, kind="state", verbs=frozenset())
    for value in [*_stretches(had, beside, reading)]:
        yield Match(clause, pattern, value, value.text)


def _stretches(had: Word, beside: list[Word], reading: Reading) -> Iterator[Value]:
    """What is liked with all that is said of it; several things one by one."""
    apart = {"conj", "cc", "punct", "advcl"}
    several = [w for w in had.all("conj") if w.tag[:2] == had.tag[:2] and not beside]
    for head in [had, *several]:
        parts = [w for c in head.children if c.dep not in apart for w in c.subtree()]
        words = [head, *parts, *(w for part in beside for w in part.subtree())]
        start, end = min(w.start for w in words), max(w.end for w in words)
        text = " ".join(reading.turn.text[start:end].split())
        if len(text.split()) <= TASTE_WORDS_MAX and reading.timed(start, end) is None:
            yield Value(head, text, start, end)


def _due(clause: Clause, reading: Reading) -> Iterator[Match]:
    """ "My driving test is on 6 November", "our lease ends on 30 June": a noun with its day."""
    verb, noun = clause.verb, clause.verb.child(*SUBJECTS)
    comes = clause.tense in COMING | {Tense.PRESENT} and not clause.negated
    if noun is None or not comes or not _owned(noun.child("poss"), reading):
        return
    named, does = _noun_words(noun, reading), third_person(clause.lemma)
    borders = verb.lemma in reading.table.listed("beginning_or_ending")
    if not named or is_role(noun, reading.table) or not (borders or verb.lemma == "be"):
        return
    said, has = (
        (f"{named} {does}", f"has a {named} that {does}")
        if borders
        else (named, f"has the {named}")
    )
    hour = hour_of(clause, reading)
    if hour is not None and noun.lemma.casefold() in reading.table.listed("daily"):
        value = Value(verb, hour["value"], hour.start("value"), hour.end("value"))
        yield open_match(clause, said, value, f"{has} {hour['link']} {{value}}", noun=noun)
        return
    for link in verb.all("prep"):
        day = link.child("pobj")
        span = None if day is None else reading.timed(day.start, day.end)
        if day is not None and span is not None and span.valid_from is not None:
            words = reading.turn.text[span.start : span.end].removeprefix(f"{link.text} ")
            value = Value(day, words, span.end - len(words), span.end)
            yield open_match(clause, said, value, f"{has} ({{value}})", noun=noun, kind="event")
            return


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
    if not verb.is_verb or (idle and not (clause.lemma == "have" and _particular(clause))):
        return
    if clause.negated and clause.tense is not Tense.PRESENT:
        return
    for head, link in objects(verb):
        if clause.negated and any(c.low in _DEFINITE for c in head.all("det")):
            # "I don't have the file", "I don't own that".
            continue
        value = None if is_empty(head, reading) else whole(head, reading)
        if value is not None:
            said = f"{third_person(clause.lemma)} {link}".strip()
            yield open_match(clause, said, value, f"{said} {{a}}{{value}}")


def _skilled(clause: Clause, reading: Reading) -> Iterator[Match]:
    """ "I can't swim", "my mum doesn't drive", "he doesn't drink"."""
    verb = clause.verb
    if clause.tense is not Tense.PRESENT or not (clause.negated or clause.able):
        return
    beside = {w.dep for w in verb.children} - _HELPERS
    if clause.lemma in reading.table.listed("skills") and not beside:
        said = "can" if clause.able else DOES
        value = Value(verb, verb.lemma, verb.start, verb.end)
        yield open_match(clause, said, value, f"{said} {{value}}")


def _particular(clause: Clause) -> bool:
    """Whether what somebody has is said to be which, or how many: "two brothers", "a job at Acme".

    "I have a question" and "we had a good time" say nothing of the kind.
    """
    verb = clause.verb
    had = verb.child("dobj")
    if clause.negated and had is not None and had.tag.startswith("NN"):
        told = had.tag == "NNS" or had.child("det", "amod", "compound", "nummod") is not None
        return told and not verb.all("npadvmod", "relcl")
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
        value = None if is_empty(head, reading) else whole(head, reading)
        if value is not None:
            yield open_match(clause, DOES, value, f"{DOES} {{a}}{{value}}", kind="end")


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
    for head, link in objects(verb):
        value = None if is_empty(head, reading) else whole(head, reading)
        if value is not None:
            said = f"{doing} {link}".strip()
            yield open_match(clause, said, value, f"{said} {{a}}{{value}}", kind="event")
