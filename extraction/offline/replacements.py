"""What somebody has put in another's place: "swapped the Fiesta for a Leaf", "switched to Tidal".

The old ends and the new begins, both as values of one attribute.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from extraction.language.sentence import Word
from extraction.offline.clauses.clause import COMING, OVER, Clause, Phase
from extraction.offline.clauses.pattern_matching import Match
from extraction.offline.clauses.value_phrases import Reading, Value, phrases
from extraction.offline.clauses.value_types import acceptable
from extraction.offline.patterns.table import Kind, Pattern
from extraction.offline.relation_names import attribute_name, open_wording

# What each kind of value is a value of; else what is traded is owned, and what is changed is used.
_SORTS = (("medicine", "takes_medication"), ("@vehicles", "drives"))
_LEFT = (("firm", "works_at"),)
_TRADES = frozenset({"swap", "exchange", "trade", "trade in"})
_CHANGES = frozenset({"replace", "switch", "change"})
_LEAVES = "leave"
_SECRETS = frozenset({"password", "pin", "code"})
_ME = frozenset({"me", "us"})


def match_replacement(clause: Clause, reading: Reading) -> Iterator[Match]:
    """Yield the end of what was, and the beginning of what is now."""
    told = clause.tense in OVER | COMING and clause.phase is Phase.WHOLE
    if clause.lemma not in {*_TRADES, *_CHANGES, _LEAVES} or clause.negated or not told:
        return
    old, new = _pair(clause.verb, changed=clause.lemma in _CHANGES)
    if old is None or new is None:
        return
    direct = clause.verb.child("dobj")
    attribute = _attribute(old, new, clause, reading)
    if attribute is None:
        return
    known = attribute in reading.table.attributes
    wording = None if known else open_wording(f"has the {attribute.replace('_', ' ')} {{value}}")
    mine = direct if direct is not None and direct.low in _ME else clause.subject
    whose = replace(clause, subject=mine)
    kinds: tuple[tuple[Word, Kind], ...] = ((old, "end"), (new, "start"))
    for head, kind in kinds:
        value = next(phrases(head, reading), None)
        if value is not None and head is old and value.start < new.start < value.end:
            # The parser hangs "for a Leaf" on what was swapped.
            value = replace(value, text=_before(new, value, reading))
        if value is not None:
            pattern = Pattern(attribute=attribute, kind=kind)
            yield Match(whose, pattern, value, value.text, wording)


def _pair(verb: Word, *, changed: bool) -> tuple[Word | None, Word | None]:
    """Return what was, and what is instead."""
    links = verb.all("prep", "dative")
    origin = next((link for link in links if link.low == "from"), None)
    if origin is not None:
        old, new = origin.child("pobj"), _linked([*links, *origin.all("prep")], ("to",))
    else:
        old, wanted = verb.child("dobj"), ("for", "with") if changed else ("for",)
        # The parser may hang "for a Leaf" on what was swapped.
        new = _linked([*links, *([] if old is None else old.all("prep"))], wanted)
    nouns = all(word is not None and word.tag.startswith("NN") for word in (old, new))
    return (old, new) if nouns else (None, None)


def _linked(links: list[Word], wanted: tuple[str, ...]) -> Word | None:
    """Return what follows the first of some prepositions."""
    found = next((link for link in links if link.low in wanted), None)
    return None if found is None else found.child("pobj")


def _before(new: Word, value: Value, reading: Reading) -> str:
    """Return the words of a value before those of what came instead."""
    link = new.head
    return " ".join(reading.turn.text[value.start : link.start].split())


def _attribute(old: Word, new: Word, clause: Clause, reading: Reading) -> str | None:
    sorts = _LEFT if clause.lemma == _LEAVES else _SORTS
    direct = clause.verb.child("dobj")
    other = direct is not None and direct is not old and direct.child("poss") is not None
    if direct is not None and other and direct.low not in {*reading.table.roles, *_SECRETS}:
        # "I changed my major from biology to chemistry."
        return attribute_name(direct.low)
    for sort, attribute in sorts:
        values = (value for head in (old, new) for value in phrases(head, reading))
        if any(acceptable(value, sort, reading) for value in values):
            return attribute
    other_sorts = {_LEAVES: None} | dict.fromkeys(_TRADES, "owns")
    return other_sorts.get(clause.lemma, "uses")
