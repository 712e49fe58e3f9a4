"""Who goes by which name in a conversation, from the ways its speakers address each other.

A word of address points at one who speaks beside it: after a question at him who answers, after
an answer at him who asked. The forms of one name ("Sue", "Susan", "Susan Vale") count together.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from extraction.model.candidates import Turn
from extraction.model.plain_text import plain
from extraction.offline.patterns.table import table
from extraction.offline.people.forms_of_address import (
    Address,
    addresses,
    find_introduced_names,
    find_own_names,
)
from graph.kernel.entities.given_names import full_forms, is_given

STEM = 4
# What a sign counts for a speaker, set by hand to what was counted in DialogRE's train part. Of two
# who speak beside a word of address, the one after it was meant 38 times of 43 where the turn ends
# in a question, else 45 times of 97; a term of endearment, in answers above all, belongs to the
# one before (31 of 51).
INTRODUCED = 30
PRESENTED = 8
ONLY = 12
OWN = -20
SPOKEN_OF = -6
_ANSWERS = re.compile(
    r"\W*(?:no|yes|yeah|oh|well|okay|ok|sure|right|thanks|thank)\b", re.IGNORECASE
)
_CAPITAL = re.compile(r"\b[A-Z][\w'-]*[a-z]\b")
_PART = r"[A-Z][\w-]*[a-z]"
_TITLED = r"(?:(?:Mr|Mrs|Ms|Dr)\.? |(?:Doctor|Professor|Uncle|Aunt) )?"
_FORM = re.compile(rf"\b{_TITLED}{_PART}(?: {_PART}){{0,2}}\b")
_TITLES = frozenset({"mr", "mrs", "ms", "dr", "doctor", "professor", "uncle", "aunt", "miss"})


@dataclass(slots=True, eq=False)
class _Bearer:
    """The forms of one name, with what speaks for each speaker to bear it."""

    term: bool
    forms: dict[str, None] = field(default_factory=dict[str, None])
    votes: Counter[str] = field(default_factory=Counter[str])

    @property
    def given(self) -> bool:
        """Whether it is surely a person's own name, of which he has no second."""
        return any(is_given(form.split()[0]) for form in self.forms)


def name_speakers(turns: Sequence[Turn]) -> Mapping[str, tuple[str, ...]]:
    """Return what each speaker of a conversation is called, the surest first.

    A name is one speaker's only; a term ("honey") one listener's of each who says it.
    """
    bearers = _voted(turns)
    found: dict[str, dict[str, None]] = {}
    taken: set[str] = set()
    for bearer in sorted(bearers, key=lambda one: -max(one.votes.values(), default=0)):
        likely = [who for who, weight in bearer.votes.most_common() if weight > 0]
        free = (who for who in likely if who not in taken or not bearer.given)
        for speaker in likely[:1]:
            meant = next(free, speaker)
            found.setdefault(meant, {}).update(bearer.forms)
            taken |= {meant} if bearer.given else set()
    text = plain("\n".join(turn.text for turn in turns))
    return {who: (*names, *_whole(names, text)) for who, names in found.items()}


def _voted(turns: Sequence[Turn]) -> list[_Bearer]:
    """Everybody who is called anything, with the votes of all turns."""
    found: dict[str, _Bearer] = {}
    for index, turn in enumerate(turns):
        own = turn.speaker or ""
        own_names, others = find_own_names(turn.text), find_introduced_names(turn.text)
        for name in own_names:
            _of(found, name, "").votes[own] += INTRODUCED
        for name in others:
            listeners = dict.fromkeys(_later(turns, index, own), PRESENTED)
            _of(found, name, "").votes.update({**listeners, own: OWN})
        for address in (a for a in addresses(turn.text) if a.words not in (*own_names, *others)):
            term = _is_term(address.words)
            words = address.words.casefold() if term else address.words
            beside = dict(_beside(turns, index, address))
            _of(found, words, own if term else "").votes.update({**beside, own: OWN})
    _spoken_of(found, turns)
    return list(dict.fromkeys(found.values()))


def _is_term(words: str) -> bool:
    """Whether it is no name, however it is written: "Honey"."""
    return words.islower() or plain(words).casefold() in table().listed("terms")


def _of(bearers: dict[str, _Bearer], name: str, own: str) -> _Bearer:
    """Return the bearer of a name, under whichever of its forms; a term has one with each who says
    it.
    """
    if own:
        bearer = bearers.setdefault(f"{own}:{name}", _Bearer(term=True))
    else:
        known = (
            b for b in bearers.values() if not b.term and any(_alike(name, f) for f in b.forms)
        )
        bearer = bearers.get(name) or next(known, None) or _Bearer(term=False)
        bearers[name] = bearer
    bearer.forms[name] = None
    return bearer


def _alike(name: str, other: str) -> bool:
    """Whether two names are one person's: "Sue" and "Susan", "Tom" and "Tom Vale"."""
    mine, theirs = name.split(), other.split()
    if len(mine) > 1 < len(theirs):
        return mine[0] == theirs[0] and mine[-1] == theirs[-1]
    first, second = mine[0].casefold().rstrip("."), theirs[0].casefold().rstrip(".")
    if _TITLES & {first, second}:
        return False
    pet_form = not (is_given(first) and is_given(second)) and min(len(first), len(second)) >= STEM
    same_stem = pet_form and first[:STEM] == second[:STEM]
    return first == second or same_stem or bool(full_forms(first) & full_forms(second))


def _beside(turns: Sequence[Turn], index: int, address: Address) -> Iterator[tuple[str, int]]:
    """Those who speak just before and just after a turn, with what each counts."""
    turn = turns[index]
    before = next((t.speaker for t in reversed(turns[:index]) if t.speaker != turn.speaker), None)
    after = next((t.speaker for t in turns[index + 1 :] if t.speaker != turn.speaker), None)
    asks = turn.text.rstrip(" \"'").endswith("?")
    if before == after and before:
        yield before, 2 * ONLY
        return
    answers = _is_term(address.words) or _ANSWERS.match(turn.text) is not None
    if before:
        yield before, 3 if asks or address.greets else 11 if answers else 10
    if after:
        yield after, 18 if asks or address.greets else 10 if answers else 11


def _later(turns: Sequence[Turn], index: int, own: str) -> list[str]:
    """Those who speak after a turn, but for its own speaker, the first two."""
    after = dict.fromkeys(t.speaker for t in turns[index + 1 :] if t.speaker and t.speaker != own)
    return list(after)[:2]


def _spoken_of(bearers: Mapping[str, _Bearer], turns: Sequence[Turn]) -> None:
    """Who speaks of somebody by name is somebody else."""
    for turn in turns:
        said = {m[0] for m in _CAPITAL.finditer(plain(turn.text))}
        for name, bearer in bearers.items():
            if not bearer.term and name in said:
                bearer.votes[turn.speaker or ""] += SPOKEN_OF


def _whole(names: Mapping[str, None], text: str) -> list[str]:
    """Return the further forms of one's names: "Susan Vale", "Sue" and "Aunt Susan" of Susan's."""
    own = [n for n in names if n[:1].isupper() and is_given(n.split()[0])]
    said = {m[0] for m in _FORM.finditer(text)} - set(names)
    return sorted(f for f in said if any(_alike(_untitled(f), n) for n in own))


def _untitled(name: str) -> str:
    first, _, rest = name.partition(" ")
    return rest if rest and first.casefold().rstrip(".") in _TITLES else name
