"""What is said of a thing of one's own: "my laptop is a Framework 13", its day, its hour."""

from __future__ import annotations

import re
from collections.abc import Iterator

from extraction.language.sentence import Word
from extraction.offline.clauses.clause import COMING, SUBJECTS, Clause, Tense
from extraction.offline.clauses.pattern_matching import Match
from extraction.offline.clauses.value_phrases import Reading, Value, whole
from extraction.offline.open_clauses.habits import hour_of
from extraction.offline.open_clauses.match import (
    is_empty,
    open_match,
    telling,
    third_person,
    with_article,
)
from extraction.offline.people.subjects import is_pet, is_role, owns
from graph.vocabulary import Precision

WORDS_MAX = 5
_PLACED = frozenset({"with", "at", "from", "by", "in", "on", "through", "via", "under"})
_NAMING = frozenset({"call", "name"})
_STANDS = frozenset({"in", "on", "above", "below", "under", "behind", "near", "at", "over"})
_MADE = frozenset({"build", "make", "instal", "install", "fit", "renovate", "rewire"})
_BOOKED = frozenset({"book", "schedule", "plan", "set", "arrange"})
# They say which: "my worst subject" is no subject like the others.
_RANKS = frozenset({"best", "worst", "first", "last", "next", "only"})
_TIMES = frozenset({"DATE", "TIME"})
_OWN_THING = re.compile(
    r"\b(?:my|our)\s+(?:new\s+|old\s+)?(?P<noun>[a-z][\w-]+)(?!['’])\b", re.IGNORECASE
)
_NUMBER = re.compile(r"\d")
_NAME = re.compile(r"[a-z0-9][a-z0-9 '’-]{0,60}")


def said_of_noun(clause: Clause, reading: Reading) -> Iterator[Match]:
    """ "My laptop is a Framework 13", "our dentist is in Leith", "my 401k is with Fidelity"."""
    noun = clause.verb.child(*SUBJECTS)
    said = _complement(clause.verb, casual=reading.casual)
    if noun is None or said is None or clause.tense is not Tense.PRESENT or clause.negated:
        return
    named = _noun_words(noun, reading) if _is_told(clause, noun, said, reading) else ""
    value = whole(said, reading) if named else None
    placed = said.head.low if said.dep == "pobj" and said.head.low in _STANDS else ""
    if value is not None and placed:
        text = f"has {with_article(named)} {placed} {{a}}{{value}}"
        yield open_match(clause, f"{named} is {placed}", value, text, noun=noun)
    elif value is not None:
        yield open_match(clause, named, value, f"has the {named} {{a}}{{value}}", noun=noun)
        yield from _with(clause, said, named, reading)


def _is_told(clause: Clause, noun: Word, predicate: Word, reading: Reading) -> bool:
    """Whether a clause says what a thing of one's own is, or what somebody is called."""
    verb, owner = clause.verb, noun.child("poss")
    called = verb.lemma in _NAMING and verb.child("auxpass") is not None
    own = _bare(noun, predicate) or _owned(owner, reading) or _at_home(noun, predicate, reading)
    being = is_role(noun, reading.table) or is_pet(noun, reading.table)
    somebody = not called and being and noun.child("compound") is None
    # "My kids are our future" is said for the beauty of it.
    beautiful = somebody or predicate.child("poss") is not None
    plain = not is_empty(predicate, reading) and verb.child("mark", "ccomp") is None
    return (called or verb.lemma == "be") and own and plain and not beautiful


def _of_thing(clause: Clause, noun: Word, named: str, phrase: str, value: Value) -> Match:
    """Return what is said of a thing of one's own, as said of its owner: "has a desk that is in
    …".
    """
    text = f"has {with_article(named)} that {phrase} {{a}}{{value}}"
    return open_match(clause, f"{named} {phrase}", value, text, noun=noun)


def used_by_noun(clause: Clause, reading: Reading) -> Iterator[Match]:
    """ "My team uses Jira", "our server runs Python 3.8": what one's own does with what."""
    verb, noun, listed = clause.verb, clause.verb.child(*SUBJECTS), reading.table.listed
    if noun is None or clause.tense is not Tense.PRESENT or clause.negated or clause.able:
        return
    own = noun.lemma.casefold() in listed("machines") | listed("own_groups")
    does = verb.lemma in ("use", "run", "make", "sell", "serve")
    head = verb.child("dobj")
    if not (own and does) or head is None or not _owned(noun.child("poss"), reading):
        return
    named, value = _noun_words(noun, reading), telling(head, reading)
    if named and value is not None:
        yield _of_thing(clause, noun, named, third_person(clause.lemma), value)


def _with(clause: Clause, predicate: Word, named: str, reading: Reading) -> Iterator[Match]:
    """Yield the memory of "a ThinkPad with 16 GB of RAM", the miles of a car with so many."""
    noun = clause.verb.child(*SUBJECTS)
    for link in predicate.all("prep"):
        head = link.child("pobj") if link.low == "with" else None
        counted = head is not None and head.child("nummod") is not None
        value = whole(head, reading) if head is not None and counted else None
        if value is not None and noun is not None:
            yield _of_thing(clause, noun, named, "has", value)


def built_noun(clause: Clause, reading: Reading) -> Iterator[Match]:
    """ "Our house was built in 1932", "the boiler was put in in 2017": the year of its making."""
    verb, noun, listed = clause.verb, clause.verb.child(*SUBJECTS), reading.table.listed
    done = verb.child("auxpass") is not None and clause.tense is Tense.PAST and not clause.negated
    if (
        noun is None
        or not done
        or verb.lemma not in _MADE
        or not _owned(noun.child("poss"), reading)
    ):
        return
    named, year = _noun_words(noun, reading), _day(verb, reading)
    if noun.lemma.casefold() in listed("dwellings") | listed("machines") and named and year:
        text = f"has {with_article(named)} that was {verb.low} in {{value}}"
        yield open_match(clause, f"{named} {verb.low} in", year, text, noun=noun, kind="event")


def place_of_noun(clause: Clause, reading: Reading) -> Iterator[Match]:
    """ "My desk is in the hallway", "our flat is on the third floor": where what stays is."""
    verb, noun = clause.verb, clause.verb.child(*SUBJECTS)
    if verb.lemma != "be" or noun is None or clause.tense is not Tense.PRESENT or clause.negated:
        return
    if noun.lemma.casefold() not in reading.table.listed("fixtures"):
        return
    if not _owned(noun.child("poss"), reading) or verb.child("acomp", "attr") is not None:
        return
    named = _noun_words(noun, reading)
    for link in verb.all("prep") if named else ():
        head = link.child("pobj") if link.low in _STANDS else None
        value = None if head is None or is_empty(head, reading) else whole(head, reading)
        if value is not None:
            yield _of_thing(clause, noun, named, f"is {link.low}", value)
            return


def had_by_noun(clause: Clause, reading: Reading) -> Iterator[Match]:
    """ "My flat has no oven", "our house has solar panels"."""
    verb, noun, listed = clause.verb, clause.verb.child(*SUBJECTS), reading.table.listed
    had = verb.child("dobj")
    if clause.lemma != "have" or clause.tense is not Tense.PRESENT or noun is None or had is None:
        return
    of_its_own = noun.lemma.casefold() in listed("dwellings") | listed("machines") | {"place"}
    passing = had.lemma.casefold() in listed("lacking") or verb.all("prep", "npadvmod", "advmod")
    if passing or not of_its_own or not _owned(noun.child("poss"), reading):
        return
    named = _noun_words(noun, reading)
    value = telling(had, reading)
    if named and value is not None:
        yield _of_thing(clause, noun, named, "has", value)


def it_is(clause: Clause, reading: Reading) -> Iterator[Match]:
    """Read "What oil does my car take? It's a 2016 Honda Civic.": the machine named just before
    it.
    """
    verb, subject = clause.verb, clause.subject
    said = verb.child("attr") if verb.lemma == "be" and clause.tense is Tense.PRESENT else None
    if subject is None or subject.low != "it" or said is None or clause.negated:
        return
    before = [m["noun"].casefold() for m in _OWN_THING.finditer(reading.text, 0, subject.start)]
    makes = said.capital and any(c.capital or c.tag == "CD" for c in said.children)
    known = len(before) == 1 and before[0] in reading.table.listed("machines")
    value = whole(said, reading) if makes and known and said.entity not in _TIMES else None
    if value is not None:
        text = f"has the {before[0]} {{a}}{{value}}"
        yield open_match(clause, before[0], value, text, noun=said)


def date_of_noun(clause: Clause, reading: Reading) -> Iterator[Match]:
    """ "My driving test is on 6 November", "our lease ends on 30 June": a noun with its day."""
    verb, noun = clause.verb, clause.verb.child(*SUBJECTS)
    comes = clause.tense in COMING | {Tense.PRESENT} and not clause.negated
    told = noun is not None and _is_occasion(noun, reading)
    if noun is None or not comes or not (told or _owned(_owner(noun), reading)):
        return
    named, does = _noun_words(noun, reading), third_person(clause.lemma)
    if not named or is_role(noun, reading.table):
        return
    worded = _comes(clause, named, does, reading)
    if worded is None:
        return
    said, has = worded
    hour = hour_of(clause, reading)
    if hour is not None and noun.lemma.casefold() in reading.table.listed("daily"):
        value = Value(verb, hour["value"], hour.start("value"), hour.end("value"))
        said = f"{said} {hour['link']}"
        yield open_match(clause, said, value, f"{has} {hour['link']} {{value}}", noun=noun)
    elif (day := _day(verb, reading)) is not None:
        yield open_match(clause, said, day, f"{has} ({{value}})", noun=noun, kind="event")
        yield from _where(clause, named, reading)


def _comes(clause: Clause, named: str, does: str, reading: Reading) -> tuple[str, str] | None:
    """Return what a thing does on its day, as attribute and in a text: "lease ends", "exam"."""
    verb = clause.verb
    until = any(link.low in ("until", "till") for link in verb.all("prep"))
    if verb.lemma in ("run", "last") and until:
        does = f"{does} until"
    elif verb.lemma not in reading.table.listed("beginning_or_ending"):
        booked = verb.child("auxpass") is not None and verb.lemma in _BOOKED
        booked |= verb.lemma == "hold" and verb.child("dobj") is None
        return (named, f"has the {named}") if booked or verb.lemma == "be" else None
    return f"{named} {does}", f"has {with_article(named)} that {does}"


def _where(clause: Clause, named: str, reading: Reading) -> Iterator[Match]:
    """Yield the place of what has its day: "my operation is on 14 October at Wrightington"."""
    verb, noun = clause.verb, clause.verb.child(*SUBJECTS)
    links = [*verb.all("prep"), *(w for link in verb.all("prep") for w in link.all("prep"))]
    links += [w for link in verb.all("prep") for day in link.all("pobj") for w in day.all("prep")]
    for link in links:
        head = link.child("pobj") if link.low in ("at", "in") else None
        timed = head is None or reading.timed(head.start, head.end) is not None
        if head is not None and head.capital and not timed and noun is not None:
            value = whole(head, reading)
            if value is not None:
                said, text = f"{named} is {link.low}", f"has the {named} {link.low} {{a}}{{value}}"
                yield open_match(clause, said, value, text, noun=noun, kind="event")
                return


def _day(verb: Word, reading: Reading) -> Value | None:
    """Return the time that follows a verb, or what it is said with ("due on 2 February")."""
    said_of = verb.child("acomp")
    for link in [*verb.all("prep"), *([] if said_of is None else said_of.all("prep"))]:
        day = link.child("pobj")
        span = None if day is None else reading.timed(day.start, day.end)
        if day is not None and span is not None and span.valid_from is not None:
            words = reading.turn.text[span.start : span.end].removeprefix(f"{link.text} ")
            return Value(day, words, span.end - len(words), span.end)
    return _date(verb, reading)


def _date(verb: Word, reading: Reading) -> Value | None:
    """Return the date that something is: "my interview is April 9"; a bare weekday may be every
    week's.
    """
    for said in verb.all("attr", "npadvmod") if verb.lemma == "be" else ():
        span = reading.timed(said.start, said.end)
        words = "" if span is None else reading.turn.text[span.start : span.end]
        if span is not None and span.precision is Precision.DAY and _NUMBER.search(words):
            return Value(said, words, span.start, span.end)
    return None


def _is_occasion(noun: Word, reading: Reading) -> bool:
    """Recognise "The exam is on 3 November": whose it is, goes without saying."""
    before = [c.low for c in noun.all("det", "amod", "compound", "poss")]
    return before == ["the"] and noun.lemma.casefold() in reading.table.listed("occasions")


def _owner(noun: Word) -> Word | None:
    """Whose something is; of "the lease on our shop" it is said within."""
    own = noun.child("poss")
    inner = (
        w for link in noun.all("prep") if link.low in ("on", "of", "for") for w in link.children
    )
    return own or next((w.child("poss") for w in inner if w.child("poss") is not None), None)


def _owned(owner: Word | None, reading: Reading) -> bool:
    return owner is not None and owns(owner, reading.table)


def _at_home(noun: Word, predicate: Word, reading: Reading) -> bool:
    """Recognise "The rent is $1,450 a month", "the boiler is a Worcester": what a household has one
    of.
    """
    one = [c.low for c in noun.all("det", "amod", "compound")] == ["the"]
    return one and _names(predicate) and noun.lemma.casefold() in reading.table.listed("household")


def _bare(noun: Word, predicate: Word) -> bool:
    """One's own, in a note: "GP is Dr Okafor", "mortgage is with the Skipton".

    What everybody knows ("coffee is great") has no name and no number in what is said of it.
    """
    alone = (
        noun.tag in ("NN", "NNP") and noun.child("det", "poss", "nummod", "amod", "prep") is None
    )
    opens = noun.index == 0 or (noun.child("compound") is not None and noun.index == 1)
    return alone and opens and _names(predicate) and not noun.capital


def _names(predicate: Word) -> bool:
    """Whether a name or a number is said."""
    return any(word.capital or word.tag == "CD" for word in predicate.subtree())


def _complement(verb: Word, *, casual: bool = False) -> Word | None:
    """Return what a noun is said to be, or a name that it is said to be at, in small letters
    too.
    """
    said = verb.child("attr", "oprd") or verb.child("acomp")
    if said is not None:
        described = said.tag.startswith(("JJ", "VB")) and not said.capital
        return None if described else said
    links = (link for link in verb.all("prep") if link.low in _PLACED)
    heads = (w for link in links for w in link.all("pobj"))
    return next((w for w in heads if w.capital or (casual and w.head.low == "with")), None)


def _noun_words(noun: Word, reading: Reading) -> str:
    """Return a noun with what says which: "kitchen budget", "budget for kitchen"; empty for
    talk.
    """
    empty = reading.table.listed("of_talk")
    if noun.lemma.casefold() in empty or noun.low in empty:
        return ""
    kinds = ("compound", "amod", "nmod")
    before = [c for c in noun.children if c.dep in kinds and c.index < noun.index]
    words = [c.low for c in before if c.dep == "compound" or c.low not in empty - _RANKS]
    words.append(noun.lemma.casefold())
    for link in noun.all("prep"):
        about = link.child("pobj")
        if (
            link.low in ("for", "of", "at", "on")
            and about is not None
            and about.tag.startswith("NN")
        ):
            words += [link.low, about.low]
    return " ".join(words) if len(words) <= WORDS_MAX else ""
