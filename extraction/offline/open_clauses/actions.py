"""What somebody does, has, can, gave up or will do, by the verb: "I coach the under-12s"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from extraction.language.sentence import Word
from extraction.offline.clauses.clause import BOOKINGS, COMING, OVER, Clause, Phase, Tense
from extraction.offline.clauses.pattern_matching import Match
from extraction.offline.clauses.value_phrases import Reading, Value, whole
from extraction.offline.open_clauses.match import (
    LASTING,
    objects,
    open_match,
    telling,
    third_person,
)
from extraction.offline.patterns.table import Kind, Pattern
from extraction.offline.relation_names import DOES

_AVOIDS = Pattern(attribute="avoids_eating", kind="start")
_LEARNING = Pattern(attribute="learning", kind="state")
_WAYS = frozenset({"cycle", "walk", "drive", "commute", "bike", "bus", "run", "cab"})
_DEFINITE = frozenset({"the", "this", "that", "these", "those"})
_HELPERS = frozenset(
    {"nsubj", "aux", "neg", "punct", "cc", "conj", "intj", "advmod", "mark", "advcl", "ccomp"}
    | {"dep", "parataxis"}
)
# Adverbs that change nothing in what is said.
_ANYHOW = frozenset(
    {"really", "actually", "still", "even", "either", "also", "just", "all", "at", "never"}
    | {"anymore", "now"}
)
# What is had, worn or used since a time still is.
_KEPT_UP = frozenset({"have", "own", "wear", "use", "keep", "play", "drive", "run", "rent"})
_MINDED = frozenset({("look", "after"), ("care", "for")})
_CONSUMING = re.compile(r"(?:eating|drinking)\s+", re.IGNORECASE)
_LED = frozenset({"team", "shop", "store", "hotel", "restaurant"})
_CHARGES = frozenset({"kid", "child", "grandchild", "grandkid", "baby", "toddler", "twin"})


def deed(clause: Clause, reading: Reading) -> Iterator[Match]:
    """ "I coach the under-12s", "my sister rents from Vonovia", "I can't take dairy"."""
    verb = clause.verb
    unable = _is_unable(clause, reading)
    if not (_lasts(clause) and verb.is_verb and (unable or _is_telling(clause, reading))):
        return
    for head, link in _all_objects(clause):
        if clause.negated and any(c.low in _DEFINITE for c in head.all("det")):
            # "I don't have the file", "I don't own that".
            continue
        value = telling(head, reading)
        if value is not None and not (clause.lemma == "have" and _dated(head, reading)):
            doing = f"can {clause.lemma}" if unable else third_person(clause.lemma)
            said = f"{doing} {link}".strip()
            yield open_match(clause, said, value, f"{said} {{a}}{{value}}")


def _all_objects(clause: Clause) -> Iterator[tuple[Word, str]]:
    """Yield what a verb is done to; of "a dishwasher or a dryer" that is denied, each."""
    for head, link in objects(clause.verb):
        yield head, link
        if clause.negated and any(joint.low in ("or", "nor") for joint in head.all("cc")):
            yield from ((other, link) for other in head.all("conj"))


def _dated(had: Word, reading: Reading) -> bool:
    """Whether what is had is on a day: "an exam on 16 June"."""
    days = (w for link in had.all("prep") if link.low == "on" for w in link.all("pobj"))
    return any(reading.timed(day.start, day.end) is not None for day in days)


def _lasts(clause: Clause) -> bool:
    """Whether the form of a clause tells of what holds, and not of one occasion."""
    tenses = {Tense.PRESENT} if clause.negated else LASTING
    whole_act = clause.phase is Phase.WHOLE and clause.verb.child("auxpass") is None
    return whole_act and (clause.tense in tenses or _kept_up(clause))


def _kept_up(clause: Clause) -> bool:
    """ "I've worn glasses since I was six"."""
    verb = clause.verb
    if clause.tense is not Tense.PERFECT or clause.negated or verb.lemma not in _KEPT_UP:
        return False
    marks = (mark for when in verb.all("advcl") for mark in when.all("mark"))
    direct = verb.child("dobj")
    links = [*verb.all("prep"), *([] if direct is None else direct.all("prep"))]
    return any(word.low == "since" for word in (*links, *marks))


def _is_telling(clause: Clause, reading: Reading) -> bool:
    """Whether a verb says by itself what somebody does for long; "have" does with what is had."""
    if clause.able:
        return False
    # What is done at a moment may have been a habit: "I used to eat meat".
    direct = clause.verb.tag == "VBD" or clause.verb.head.low == "used"
    habit = clause.tense is Tense.USED_TO and direct and clause.lemma != "have"
    moments = "of_the_mind" if habit else "of_the_moment"
    idle = clause.verb.lemma.casefold() in reading.table.listed(moments)
    if not idle or _kept_up(clause) or _is_minded(clause):
        return True
    if clause.lemma == "have":
        if _is_figurative(clause, reading):
            return False
        listed = reading.table.listed
        return _particular(clause, listed("lacking"), listed("evaluative"))
    return _is_made(clause) or (clause.lemma in ("do", "keep") and _is_regular(clause, reading))


def _is_made(clause: Clause) -> bool:
    """ "I write crime novels", "she manages a team of eight": things of a kind, or people led."""
    done = clause.verb.child("dobj")
    if done is None or clause.tense is not Tense.PRESENT or clause.negated:
        return False
    kind = done.tag == "NNS" and done.child("det", "poss", "nummod") is None
    led = clause.lemma == "manage" and done.lemma in _LED
    return led or (kind and clause.lemma in ("write", "make", "bake", "cook", "read"))


def _is_figurative(clause: Clause, reading: Reading) -> bool:
    """ "He has two left feet", "she has a heart of gold"."""
    had = clause.verb.child("dobj")
    value = None if had is None else whole(had, reading)
    text = "" if value is None else value.text.casefold()
    return any(text.endswith(idiom) for idiom in reading.table.listed("figurative"))


def _is_minded(clause: Clause) -> bool:
    """ "I look after four under-fives"."""
    links = {(clause.lemma, link.low) for link in clause.verb.all("prep")}
    direct = clause.verb.child("dobj")
    minds = clause.lemma == "mind" and direct is not None and direct.lemma in _CHARGES
    minded = not links.isdisjoint(_MINDED) and any(
        _is_charge(head) for link in clause.verb.all("prep") for head in link.all("pobj")
    )
    return clause.tense is Tense.PRESENT and (minds or minded)


def _is_charge(head: Word) -> bool:
    """Whether somebody is looked after, and no pennies: one's own, somebody named, so many."""
    own = head.child("poss", "nummod") is not None and head.low != "number"
    return own or head.capital or head.lemma in _CHARGES


def _is_regular(clause: Clause, reading: Reading) -> bool:
    """ "I do the rota", "she does all the cooking", "we keep bees": a duty, a sport, animals."""
    done, listed = clause.verb.child("dobj"), reading.table.listed
    if done is None or clause.tense is not Tense.PRESENT or clause.negated:
        return False
    lemma = done.lemma.casefold()
    if clause.lemma == "keep":
        return done.tag == "NNS" and lemma in listed("pets") | listed("kept")
    pointing = any(c.low in ("this", "that", "a", "an", "some", "any") for c in done.children)
    chore = lemma in listed("regular") or (done.tag in ("NN", "VBG") and lemma.endswith("ing"))
    return chore and not pointing and lemma not in ("thing", "something", "anything", "nothing")


def ability(clause: Clause, reading: Reading) -> Iterator[Match]:
    """ "I can't swim", "my mum doesn't drive", "he doesn't drink"."""
    verb = clause.verb
    yield from _pursued(clause, reading)
    if not _is_of_now(clause):
        return
    if clause.lemma == "learn" and clause.negated:
        yield from _never_learnt(clause, reading)
    timed = [w for w in verb.all("prep") if reading.timed(w.start, w.end) is not None]
    beside = {word.dep for word in verb.children if word not in timed} - _HELPERS
    somehow = any(word.low not in _ANYHOW | {"yet"} for word in verb.all("advmod"))
    # "I can't drink and drive" is no want of either.
    together = clause.negated and any(word.low == "and" for word in verb.all("cc"))
    if clause.lemma in reading.table.listed("skills") and not (beside or somehow or together):
        said = "can" if clause.able else DOES
        value = Value(verb, verb.lemma, verb.start, verb.end)
        kind: Kind = "end" if clause.tense is Tense.USED_TO else "state"
        yield open_match(clause, said, value, f"{said} {{value}}", kind=kind)


def _pursued(clause: Clause, reading: Reading) -> Iterator[Match]:
    """ "I knit a lot", "I cycle to work", "I'm learning to drive"."""
    verb, listed = clause.verb, reading.table.listed
    if clause.negated or clause.able or verb.child("dobj") is not None:
        return
    if clause.lemma == "learn" and clause.tense is Tense.PROGRESSIVE:
        yield from _learnt(clause, reading)
    elif clause.tense is not Tense.PRESENT:
        return
    elif clause.lemma in listed("pursuits") and not verb.all("prep", "xcomp", "ccomp", "prt"):
        value = Value(verb, verb.lemma, verb.start, verb.end)
        yield open_match(clause, DOES, value, f"{DOES} {{value}}")
    elif clause.lemma in _WAYS:
        yield from _way(clause)


def _learnt(clause: Clause, reading: Reading) -> Iterator[Match]:
    for doing in _skills(clause, reading):
        value = Value(doing, f"to {doing.lemma}", doing.start, doing.end)
        yield Match(clause, _LEARNING, value, value.text)


def _skills(clause: Clause, reading: Reading) -> Iterator[Word]:
    """Yield the skills that somebody learns, or never learned: swimming, driving."""
    for doing in clause.verb.all("xcomp"):
        if doing.lemma in reading.table.listed("skills") and doing.child("dobj") is None:
            yield doing


def _way(clause: Clause) -> Iterator[Match]:
    """How somebody gets to work or to school."""
    for link in clause.verb.all("prep"):
        where = link.child("pobj") if link.low == "to" else None
        if where is not None and where.low in ("work", "school", "college", "uni"):
            value = Value(where, where.low, where.start, where.end)
            said = f"{third_person(clause.lemma)} to"
            yield open_match(clause, said, value, f"{said} {{value}}")


def _is_of_now(clause: Clause) -> bool:
    """Whether a clause tells what somebody can or does not do, or used to do."""
    if clause.tense is Tense.USED_TO:
        return not clause.negated
    never = clause.lemma == "learn" and clause.tense in OVER
    so_far = clause.tense is Tense.ONGOING and clause.verb.tag == "VBN"
    return (clause.tense is Tense.PRESENT or never or so_far) and (clause.negated or clause.able)


def _never_learnt(clause: Clause, reading: Reading) -> Iterator[Match]:
    """ "I never learned to swim"."""
    for doing in _skills(clause, reading):
        value = Value(doing, doing.lemma, doing.start, doing.end)
        yield open_match(replace(clause, tense=Tense.PRESENT), "can", value, "can {value}")


def _particular(clause: Clause, lacking: frozenset[str], evaluative: frozenset[str]) -> bool:
    """Whether what somebody has is said to be which, or how many: "two brothers", "a job at Acme".

    "I have a question" and "we had a good time" say nothing of the kind.
    """
    verb, had = clause.verb, clause.verb.child("dobj")
    if had is None:
        return False
    named = any(w.capital for link in had.all("prep") for w in link.all("pobj"))
    named |= any(
        c.lemma in ("call", "name") and any(w.capital for w in c.children) for c in had.all("acl")
    )
    if clause.negated:
        # "I don't have money", "a pen on me", "my keys", "a ticket yet": of the moment.
        passing = had.lemma.casefold() in lacking or had.child("prep", "poss", "relcl") is not None
        return had.tag.startswith("NN") and not passing and not _beside(verb)
    if _beside(verb):
        return False
    which = [c.low for c in had.all("amod")]
    described = had.tag in ("NN", "NNS") and bool(which) and set(which).isdisjoint(evaluative)
    return had.capital or named or described or had.child("nummod", "compound") is not None


def _beside(verb: Word) -> bool:
    """Whether something says where, when or how."""
    adverbs = [word for word in verb.all("advmod") if word.low not in _ANYHOW]
    links = [word for word in verb.all("prep") if word.low not in ("because", "due", "at", "since")]
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
        value = _consumed(telling(head, reading))
        if value is None or _is_yielded(head, verb):
            continue
        lemma, listed = head.lemma.casefold(), reading.table.listed
        if lemma in listed("foods") | listed("taken") or value.text.casefold() in listed("taken"):
            yield Match(clause, _AVOIDS, value, value.text)
        else:
            yield open_match(clause, DOES, value, f"{DOES} {{a}}{{value}}", kind="end")


def _consumed(value: Value | None) -> Value | None:
    """Return the coffee of "I quit drinking coffee", whatever the parser makes of that."""
    doing = None if value is None else _CONSUMING.match(value.text)
    if value is None or doing is None:
        return value
    return replace(value, text=value.text[doing.end() :], start=value.start + doing.end())


def _is_yielded(head: Word, verb: Word) -> bool:
    """Whether nothing is given up for good: a seat for somebody, dairy for Lent, the bucket."""
    links = [*verb.all("prep", "dative"), *head.all("prep")]
    spent = any(link.low in ("for", "to") for link in links) or head.lemma == "try"
    return spent or (verb.lemma == "kick" and head.lemma == "bucket")


def happening(clause: Clause, reading: Reading) -> Iterator[Match]:
    """ "I passed my driving test in May", "we're visiting my aunt in May": what has a time."""
    verb = clause.verb
    planned = clause.tense in COMING or _is_booked(clause)
    if not (planned or clause.tense in OVER) or not _is_deed(clause, reading):
        return
    particle = verb.child("prt")
    doing = verb.low if particle is None else f"{verb.low} {particle.low}"
    doing = BOOKINGS.get(clause.lemma) or (third_person(clause.lemma) if planned else doing)
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
    born = verb.child("dobj")
    if verb.lemma == "expect" and born is not None and born.lemma in ("baby", "child", "twin"):
        idle = False
    return whole_deed and not clause.negated and (not idle or _is_booked(clause))
