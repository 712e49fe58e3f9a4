"""What somebody does, has, can, gave up or will do, by the verb: "I coach the under-12s"."""

from __future__ import annotations

from collections.abc import Iterator

from extraction.language.sentence import Word
from extraction.offline.clauses.clause import COMING, OVER, Clause, Phase, Tense
from extraction.offline.clauses.pattern_matching import Match
from extraction.offline.clauses.value_phrases import Reading, Value
from extraction.offline.open_clauses.match import (
    LASTING,
    objects,
    open_match,
    telling,
    third_person,
)
from extraction.offline.relation_names import DOES

_DEFINITE = frozenset({"the", "this", "that", "these", "those"})
_HELPERS = frozenset(
    {"nsubj", "aux", "neg", "punct", "cc", "conj", "intj", "advmod", "mark", "advcl", "ccomp"}
    | {"dep", "parataxis"}
)
# Adverbs that change nothing in what is said.
_ANYHOW = frozenset(
    {"really", "actually", "still", "even", "either", "also", "just", "all", "at", "never"}
    | {"anymore"}
)


def deed(clause: Clause, reading: Reading) -> Iterator[Match]:
    """ "I coach the under-12s", "my sister rents from Vonovia", "I can't take dairy"."""
    verb = clause.verb
    unable = _is_unable(clause, reading)
    if not (_lasts(clause) and verb.is_verb and (unable or _is_telling(clause, reading))):
        return
    for head, link in objects(verb):
        if clause.negated and any(c.low in _DEFINITE for c in head.all("det")):
            # "I don't have the file", "I don't own that".
            continue
        value = telling(head, reading)
        if value is not None:
            doing = f"can {clause.lemma}" if unable else third_person(clause.lemma)
            said = f"{doing} {link}".strip()
            yield open_match(clause, said, value, f"{said} {{a}}{{value}}")


def _lasts(clause: Clause) -> bool:
    """Whether the form of a clause tells of what holds, and not of one occasion."""
    tenses = {Tense.PRESENT} if clause.negated else LASTING
    whole_act = clause.phase is Phase.WHOLE and clause.verb.child("auxpass") is None
    return whole_act and clause.tense in tenses


def _is_telling(clause: Clause, reading: Reading) -> bool:
    """Whether a verb says by itself what somebody does for long; "have" does with what is had."""
    if clause.able:
        return False
    idle = clause.verb.lemma.casefold() in reading.table.listed("of_the_moment")
    return not idle or (
        clause.lemma == "have" and _particular(clause, reading.table.listed("lacking"))
    )


def ability(clause: Clause, reading: Reading) -> Iterator[Match]:
    """ "I can't swim", "my mum doesn't drive", "he doesn't drink"."""
    verb = clause.verb
    if clause.tense is not Tense.PRESENT or not (clause.negated or clause.able):
        return
    beside = {word.dep for word in verb.children} - _HELPERS
    somehow = any(word.low not in _ANYHOW | {"yet"} for word in verb.all("advmod"))
    # "I can't drink and drive" is no want of either.
    together = clause.negated and any(word.low == "and" for word in verb.all("cc"))
    if clause.lemma in reading.table.listed("skills") and not (beside or somehow or together):
        said = "can" if clause.able else DOES
        value = Value(verb, verb.lemma, verb.start, verb.end)
        yield open_match(clause, said, value, f"{said} {{value}}")


def _particular(clause: Clause, lacking: frozenset[str]) -> bool:
    """Whether what somebody has is said to be which, or how many: "two brothers", "a job at Acme".

    "I have a question" and "we had a good time" say nothing of the kind.
    """
    verb, had = clause.verb, clause.verb.child("dobj")
    if had is None:
        return False
    named = any(w.capital for link in had.all("prep") for w in link.all("pobj"))
    if clause.negated:
        # "I don't have money", "a pen on me", "my keys", "a ticket yet": of the moment.
        passing = had.lemma.casefold() in lacking or had.child("prep", "poss", "relcl") is not None
        return had.tag.startswith("NN") and not passing and not _beside(verb)
    if _beside(verb):
        return False
    return had.capital or named or had.child("nummod", "compound") is not None


def _beside(verb: Word) -> bool:
    """Whether something says where, when or how."""
    adverbs = [word for word in verb.all("advmod") if word.low not in _ANYHOW]
    links = [word for word in verb.all("prep") if word.low not in ("because", "due", "at")]
    return bool(adverbs or links or verb.all("npadvmod", "relcl", "xcomp", "prt"))


def _is_unable(clause: Clause, reading: Reading) -> bool:
    """ "I can't take dairy", "my father cannot read English": not at all, whatever comes."""
    had = clause.verb.child("dobj")
    if not (clause.able and clause.negated) or had is None or _beside(clause.verb):
        return False
    plain = had.child("det", "poss", "relcl", "amod") is None
    if clause.lemma in ("read", "write", "speak"):
        return plain and had.capital
    return plain and clause.lemma in reading.table.listed("bearing")


def given_up(clause: Clause, reading: Reading) -> Iterator[Match]:
    """ "I packed in smoking", "gave up the oboe"."""
    verb, endings = clause.verb, reading.table.listed("ending")
    if clause.tense not in OVER or clause.negated:
        return
    heads = verb.all("dobj", "xcomp") if clause.lemma in endings else []
    for link in verb.all("prep"):
        # The parser takes the particle of "packed in smoking" for a preposition.
        if f"{verb.lemma} {link.low}" in endings:
            heads += link.all("pobj", "pcomp")
    for head in heads:
        value = telling(head, reading)
        if value is not None:
            yield open_match(clause, DOES, value, f"{DOES} {{a}}{{value}}", kind="end")


def happening(clause: Clause, reading: Reading) -> Iterator[Match]:
    """ "I passed my driving test in May", "we're visiting my aunt in May": what has a time."""
    verb = clause.verb
    planned = clause.tense in COMING or _is_booked(clause)
    if not (planned or clause.tense in OVER) or not _is_deed(clause, reading):
        return
    particle = verb.child("prt")
    doing = verb.low if particle is None else f"{verb.low} {particle.low}"
    doing = third_person(clause.lemma) if planned else doing
    for head, link in objects(verb):
        value = telling(head, reading)
        if value is not None:
            said = f"{doing} {link}".strip()
            yield open_match(clause, said, value, f"{said} {{a}}{{value}}", kind="event")


def _is_booked(clause: Clause) -> bool:
    """ "I have my driving test on 6 November", "I'm having my tonsils out on 3 July"."""
    return clause.lemma.startswith("have") and clause.tense in (Tense.PRESENT, Tense.PROGRESSIVE)


def _is_deed(clause: Clause, reading: Reading) -> bool:
    """Whether a whole deed is told, and nothing of the mind."""
    verb = clause.verb
    whole_deed = clause.phase is Phase.WHOLE and verb.is_verb and not verb.child("auxpass")
    idle = verb.lemma.casefold() in reading.table.listed("of_the_mind")
    return whole_deed and not clause.negated and (not idle or _is_booked(clause))
