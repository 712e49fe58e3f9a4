"""Of what sort a value is: a place, a person, an occupation, something liked in general.

The parser's entity labels are only a hint: small models mistake firms for people and towns for
both. What must be a name is told by its capitals, the rest by the word lists of the table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from extraction.dates.grammar.lexicon import MONTH, WEEKDAY
from extraction.language.person_words import TITLES
from extraction.language.sentence import Word
from extraction.offline.clauses.things import thing
from extraction.offline.clauses.value_phrases import Reading, Value
from graph.kernel.entities.given_names import is_given

_POINTING = frozenset({"this", "that", "these", "those", "your", "its"})
_ELSEWHERE = frozenset({"your", "its"})
_UNCLEAR = frozenset({"you", "this", "that", "it", "them", "things", "stuff", "here", "there"})
_EMPTY_DOING = frozenset({"know", "see", "get", "have", "keep", "feel", "let", "hear", "be"})
_DEFINITE = _POINTING | {"the", "his", "her", "their", "every", "each", "any", "all", "no"}
_PARTICULAR = _DEFINITE | {"a", "an", "another"}
_PLACES = frozenset({"GPE", "LOC", "FAC"})
_TIMES = frozenset({"DATE", "TIME"})
_NO_PERSON = _PLACES | _TIMES | {"NORP", "LANGUAGE", "EVENT", "WORK_OF_ART", "MONEY", "CARDINAL"}
_NO_FIRM = _TIMES | {"NORP", "LANGUAGE", "EVENT", "MONEY"}
_CALENDAR = re.compile(rf"{MONTH}|{WEEKDAY}", re.IGNORECASE)
_PRAISE = frozenset(
    {"good", "great", "bad", "terrible", "decent", "better", "best", "huge", "big", "awesome"}
    | {"perfect", "wonderful", "excellent", "incredible", "fantastic", "brilliant", "lousy", "only"}
    | {"natural", "amazing", "total", "real", "true", "proud", "fellow", "born", "little", "slow"}
)
_IN_TRADE = frozenset(
    {"employed", "freelance", "registered", "qualified", "trainee", "senior", "junior", "head"}
    | {"lead", "chief", "professional", "apprentice", "licensed", "certified", "chartered"}
)
_AGENT = re.compile(r"[a-z-]{3,}(?:er|or|ist|ian|eer|smith|wright|man|woman)")
_DEGREES = frozenset(
    {"very", "completely", "totally", "partially", "profoundly", "half", "not", "n't"}
    | {"now", "also", "still", "really", "both", "legally", "strictly", "fully"}
)
_AILING = frozenset({"bad", "dodgy", "gammy", "weak", "trick", "bum", "arthritic", "fused"})
_OF_GENDER = frozenset({"trans", "transgender", "cis", "cisgender", "gay", "queer", "straight"})
_NOT_YET = frozenset({"aspiring", "wannabe", "would-be"})
_ONE_DAY = re.compile(r"\b(?:one|some) ?day\b", re.IGNORECASE)
_SOMEBODY = frozenset({"man", "woman", "guy", "girl", "someone", "somebody", "person", "one"})
_FELLOWS = frozenset({"you", "him", "her", "he", "she"})
_DESCRIBING = frozenset({"det", "poss", "amod", "nummod", "predet", "relcl", "acl"})
_PRONOUNS = frozenset({"PRP", "PRP$", "WP", "WDT", "EX", "DT", "WRB"})


def acceptable(value: Value, accept: str, reading: Reading) -> bool:
    """Whether a value is of the sort that a pattern asks for."""
    if value.head.low in _FELLOWS and accept in ("fellow", "companion"):
        return True
    if value.head.tag in _PRONOUNS or value.head.low in reading.table.listed("nobody"):
        return False
    if any(child.text == "My" and child.index for child in value.head.all("poss")):
        # A title: "My Family and Other Animals".
        return False
    if value.head.tag == "CD" and accept in ("thing", "activity", "plain"):
        # "I play five a side."
        return False
    if accept.startswith("@"):
        return _listed(value, reading.table.listed(accept[1:]))
    return _SORTS[accept](value, reading)


def _listed(value: Value, words: frozenset[str]) -> bool:
    head = value.head
    before = [child.low for child in head.children if child.index == head.index - 1]
    names = {value.text.casefold(), head.lemma.casefold(), head.low}
    names |= {f"{word} {form}" for word in before for form in (head.low, head.lemma.casefold())}
    if _only_like(head):
        return False
    pointing = any(child.low in _ELSEWHERE for child in head.children)
    # "My sister's dog" is not one's own, nor is "snow blind" blind.
    of_another = any(
        child.capital or child.child("poss") or _is_anothers(child, head.head)
        for child in head.all("poss")
    )
    kind = head.tag.startswith("JJ") and bool(before) and before[0] not in _DEGREES
    # The best man is no kind of man.
    qualities = {child.low for child in head.all("amod", "compound")}
    kind |= head.low in ("man", "woman") and not qualities <= _OF_GENDER
    told = names - {head.low} if kind else names
    return not (pointing or of_another or told.isdisjoint(words))


def _is_anothers(owner: Word, verb: Word) -> bool:
    """Whether what the speaker has is somebody else's: "I've got their tortoise"."""
    subject = verb.child("nsubj")
    speaks = subject is not None and subject.low in ("i", "we")
    return speaks and owner.low in ("his", "her", "their", "your")


def _only_like(head: Word) -> bool:
    """Whether it is only like something: "deaf as a post"."""
    return any(w.low == "as" and w.index == head.index + 1 for w in _around(head))


def _around(word: Word) -> Iterator[Word]:
    yield from word.children
    yield from word.head.children


def _proper(value: Value, reading: Reading) -> bool:
    head = value.head
    placed = head.dep in ("dobj", "pobj", "attr", "oprd") or head.entity != ""
    named = head.capital and (head.tag.startswith("NN") or placed)
    return (named or _bare(value, reading)) and not _calendar(value)


def _bare(value: Value, reading: Reading) -> bool:
    """Whether it may be a name in a message without capitals: one noun by itself, and no usual one.

    "i work at tesco"; not "i work at home" nor "i work at a shop".
    """
    head, table = value.head, reading.table
    alone = not any(c.dep in _DESCRIBING for c in head.children) and value.text.islower()
    usual = table.listed("vague") | table.listed("usual") | table.listed("occupations")
    noun = head.tag.startswith("NN") and head.lemma.casefold() not in usual | table.roles.keys()
    return alone and noun and head.dep == "pobj" and reading.casual


_STRETCHES = frozenset(
    {"season", "harvest", "summer", "winter", "spring", "autumn", "holiday", "holidays", "period"}
    | {"semester", "term", "time", "week", "weekend", "month", "year", "day", "night"}
)
# "14b Station Road" and "Flat 3" are where a letter goes, and no town.
_DOOR = re.compile(
    r"\d+\w?(?:,? |$)|(?:flat|apartment|apt|unit|suite|room|floor|block|no)\b\.? ?\d", re.IGNORECASE
)


def _calendar(value: Value) -> bool:
    """Whether it names a day, a month or a feast, whatever the sentence does with it."""
    return value.head.entity in _TIMES or _CALENDAR.fullmatch(value.text) is not None


def _place(value: Value, reading: Reading) -> bool:
    return _DOOR.match(value.text) is None and _locality(value, reading)


def _locality(value: Value, reading: Reading) -> bool:
    if (value.head.tag == "NNP" or reading.casual) and _well_known(value, reading):
        return True
    return _proper(value, reading) and value.head.entity not in (
        "NORP",
        "LANGUAGE",
        "CARDINAL",
        "MONEY",
    )


def _town(value: Value, reading: Reading) -> bool:
    known = value.head.entity in _PLACES or _well_known(value, reading)
    return known and not _known_employer(value, reading)


def _well_known(value: Value, reading: Reading) -> bool:
    return value.text.casefold() in reading.table.listed("places")


def _name(value: Value, reading: Reading) -> bool:
    return _proper(value, reading)


def is_stretch(head: Word) -> bool:
    """Whether a noun is one of time, not of a firm: "at Zara for the Christmas season"."""
    return head.lemma.casefold() in _STRETCHES


def _company(value: Value, reading: Reading) -> bool:
    if is_stretch(value.head):
        return False
    if reading.casual and _well_known(value, reading):
        return True
    return _proper(value, reading) and value.head.entity not in _NO_FIRM


def _firm(value: Value, reading: Reading) -> bool:
    if _known_employer(value, reading):
        return True
    named = _proper(value, reading) and value.head.entity in ("ORG", "PRODUCT")
    other = _well_known(value, reading) or _is_called(value)
    tool = value.text.casefold() in reading.table.listed("technologies")
    return named and not (other or tool)


def _known_employer(value: Value, reading: Reading) -> bool:
    said = re.escape(value.text)
    named = (
        rf"\b(?:works? at|work(?:s|ed|ing)? for|job at|at|join(?:ed|ing)?)\s+(?:the\s+)?{said}\b"
    )
    return re.search(named, reading.names) is not None


def _organisation(value: Value, reading: Reading) -> bool:
    return _company(value, reading) or _listed(value, reading.table.listed("organisations"))


def _school(value: Value, reading: Reading) -> bool:
    words = set(value.text.casefold().split())
    return bool(words & reading.table.listed("schools"))


def _university(value: Value, reading: Reading) -> bool:
    return _company(value, reading) or _school(value, reading)


def _occupation(value: Value, reading: Reading) -> bool:
    beside = value.head.children
    if any(child.low in _PRAISE | _POINTING | _NOT_YET or child.dep == "poss" for child in beside):
        return False
    links = [*value.head.all("prep"), *value.head.head.all("prep")]
    if any(w.lemma == "time" for link in links for w in link.all("pobj")):
        # "A beekeeper in my spare time."
        return False
    lemma = value.head.lemma.casefold()
    known = lemma in reading.table.listed("occupations")
    endings = tuple(reading.table.listed("occupation_endings"))
    noun = value.head.tag.startswith("NN")
    return noun and (known or lemma.endswith(endings) or _agent(value, lemma, reading))


def _agent(value: Value, lemma: str, reading: Reading) -> bool:
    """Whether a noun names who does something for a living by its form: "a plasterer"."""
    common = value.head.tag in ("NN", "NNS") and not value.head.capital
    formed = common and _AGENT.fullmatch(lemma) is not None and value.article != "the"
    placed = any(link.low in ("in", "at", "for", "with") for link in value.head.all("prep"))
    if not (placed or any(word.low in _IN_TRADE for word in value.head.children)):
        # "A biter", "a charmer" and the like are told of character.
        return False
    other = reading.table.listed("no_jobs") | reading.table.listed("kinds_of_person")
    return formed and lemma not in other | reading.table.roles.keys()


def _person(value: Value, reading: Reading) -> bool:
    tagged = value.head.tag.startswith("NNP") and not _well_known(value, reading)
    tagged = tagged and not value.text.endswith(("'s", "’s"))
    labelled = value.head.entity not in _NO_PERSON or _is_called(value)
    return tagged and _proper(value, reading) and labelled


def _is_called(value: Value) -> bool:
    """Whether a given name is all of it, or begins or ends it, whatever the parser's label."""
    first, *rest = value.text.split()
    firm = rest and value.head.entity == "ORG"
    return not firm and (is_given(first) or is_given(value.head.text))


def _fellow(value: Value, reading: Reading) -> bool:
    """Somebody by name, or the listener; one lives with HIV otherwise."""
    if _condition(value, reading):
        return False
    return value.head.low in _FELLOWS or _person(value, reading)


def _companion(value: Value, reading: Reading) -> bool:
    """Somebody by name where a firm or a tool might stand too: "I work with Mara"."""
    titled = value.text.split()[0].casefold().rstrip(".") in TITLES
    evident = titled or _is_called(value) or value.head.entity == "PERSON"
    return evident and _person(value, reading) and not _known_employer(value, reading)


def _choice(value: Value, reading: Reading) -> bool:
    """Return what one may decide on; one goes with somebody otherwise."""
    return _name(value, reading) and not _is_called(value)


def _plain(value: Value, reading: Reading) -> bool:
    head = value.head
    if head.tag in _PRONOUNS or head.lemma.casefold() in reading.table.listed("vague"):
        return False
    return not any(child.low in _ELSEWHERE for child in head.children)


def _thing(value: Value, reading: Reading) -> bool:
    return _plain(value, reading) and value.head.tag[:2] in ("NN", "VB", "JJ", "FW")


def _possession(value: Value, reading: Reading) -> bool:
    return value.article != "the" and _thing(value, reading)


def _service(value: Value, reading: Reading) -> bool:
    """Return what one subscribes to: "cancelled Netflix" or "the gym membership", not "cancelled
    Rome".
    """
    named = _proper(value, reading) and not _well_known(value, reading)
    return named or value.head.lemma.casefold() in reading.table.listed("subscriptions")


def _activity(value: Value, reading: Reading) -> bool:
    """Something liked in general, not this one here and not somebody."""
    head, roles = value.head, reading.table.roles
    if head.tag == "VBG":
        empty = head.lemma in _EMPTY_DOING or value.text.casefold().endswith(" sure")
        unclear = any(w.low in _UNCLEAR or w.tag == "PRP" for w in head.subtree())
        return not empty and not unclear
    owned = head.all("det", "poss", "predet")
    kind = any(preposition.low == "of" for preposition in head.all("prep"))
    of_its_kind = kind and [c.low for c in owned] == ["the"]
    named = head.capital and [c.low for c in owned] == ["the"]
    if not (of_its_kind or named) and any(c.low in _PARTICULAR or c.dep == "poss" for c in owned):
        return False
    if head.lemma.casefold() in roles or head.entity == "PERSON" or _calendar(value):
        return False
    return _thing(value, reading) and not head.tag.startswith("JJ")


def _language(value: Value, reading: Reading) -> bool:
    known = value.head.low in reading.table.listed("languages")
    return known or value.head.entity == "LANGUAGE"


def _tool(value: Value, reading: Reading) -> bool:
    """Return a named thing, a known sort of tool, or a bare word as tools are called ("use
    pytest").
    """
    if _company(value, reading) or _listed(value, reading.table.listed("tools")):
        return True
    bare = not value.head.children or all(
        c.dep in ("neg", "punct", "appos") for c in value.head.children
    )
    return bare and value.head.tag in ("NN", "NNP", "JJS", "FW") and _plain(value, reading)


def _vehicle(value: Value, reading: Reading) -> bool:
    return _company(value, reading) or _listed(value, reading.table.listed("vehicles"))


def _destination(value: Value, reading: Reading) -> bool:
    if value.head.entity == "PERSON" and value.head.dep == "dobj":
        return _well_known(value, reading)
    return _place(value, reading) or _listed(value, reading.table.listed("destinations"))


def _doing(value: Value, reading: Reading) -> bool:
    return value.head.tag == "VBG" and _activity(value, reading)


def _locale(value: Value, reading: Reading) -> bool:
    return _town(value, reading) or _listed(value, reading.table.listed("destinations"))


def _title(value: Value, reading: Reading) -> bool:
    quoted = reading.text[max(0, value.start - 1) : value.start] == '"'
    return quoted or value.head.entity == "WORK_OF_ART"


def _project(value: Value, reading: Reading) -> bool:
    kind = value.head.lemma.casefold() in reading.table.listed("things")
    return kind and thing(value.head, reading) != ""


def _irritant(value: Value, reading: Reading) -> bool:
    """Return what one may be allergic to; mornings and nonsense only as a joke."""
    joked = _listed(value, reading.table.listed("no_allergens")) or _calendar(value)
    return _thing(value, reading) and not joked


def _condition(value: Value, reading: Reading) -> bool:
    endings = tuple(reading.table.listed("condition_endings"))
    part = value.head.lemma.casefold() in reading.table.listed("body_parts")
    if part and any(child.low in _AILING for child in value.head.all("amod")):
        return True
    return value.head.low.endswith(endings) or _listed(value, reading.table.listed("conditions"))


def _medicine(value: Value, reading: Reading) -> bool:
    endings = tuple(reading.table.listed("medicine_endings"))
    word = value.head.low
    known = value.head.tag.startswith("NN") and word.removesuffix("s").endswith(endings)
    return known or _listed(value, reading.table.listed("medicines"))


def _street(value: Value, reading: Reading) -> bool:
    return _locality(value, reading) and any(c.isdigit() for c in value.text)


def _amount(value: Value, reading: Reading) -> bool:
    del reading
    return any(c.isdigit() for c in value.text)


def _any(value: Value, reading: Reading) -> bool:
    return not any(child.low in _ELSEWHERE for child in value.head.children) and bool(reading)


def _aim(value: Value, reading: Reading) -> bool:
    """Return what somebody wants to do in his life, not next, and not "one day"."""
    vague = _ONE_DAY.search(reading.text[value.start : value.end + 12])
    wanted = value.head.tag == "VB" and value.head.lemma in reading.table.listed("aims")
    return wanted and vague is None and " " in value.text


def _marital(value: Value, reading: Reading) -> bool:
    """ "Married", but not "married to my job"."""
    link = value.head.child("prep")
    whom = None if link is None or link.low != "to" else link.child("pobj")
    lemma = "" if whom is None else whom.lemma.casefold()
    people = reading.table.listed("occupations") | reading.table.roles.keys() | _SOMEBODY
    known = whom is None or whom.capital or whom.tag == "PRP" or lemma in people
    return known and _listed(value, reading.table.listed("marital"))


def _believed(value: Value, reading: Reading) -> bool:
    """Nothing by its words alone: only what is believed already is what is left."""
    return not (value and reading)


_SORTS: dict[str, Callable[[Value, Reading], bool]] = {
    "place": _place,
    "town": _town,
    "name": _name,
    "company": _company,
    "firm": _firm,
    "organisation": _organisation,
    "school": _school,
    "university": _university,
    "occupation": _occupation,
    "person": _person,
    "fellow": _fellow,
    "companion": _companion,
    "choice": _choice,
    "plain": _plain,
    "thing": _thing,
    "activity": _activity,
    "possession": _possession,
    "service": _service,
    "language": _language,
    "tool": _tool,
    "vehicle": _vehicle,
    "destination": _destination,
    "locale": _locale,
    "doing": _doing,
    "title": _title,
    "project": _project,
    "condition": _condition,
    "medicine": _medicine,
    "street": _street,
    "amount": _amount,
    "any": _any,
    "aim": _aim,
    "marital": _marital,
    "irritant": _irritant,
    "believed": _believed,
}
