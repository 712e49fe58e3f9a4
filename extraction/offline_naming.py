"""Who goes by which name in a conversation, from the ways its speakers address each other."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from extraction.model import Turn
from extraction.offline_address import addresses, introduced
from extraction.plain import plain

_FULL = re.compile(r"\b(?P<first>[A-Z][a-z'-]+) [A-Z][a-z'-]*[a-z]\b")


def called(turns: Sequence[Turn]) -> Mapping[str, tuple[str, ...]]:
    """What each speaker of a conversation is called.

    A word of address counts for the speakers beside the turn, and who has more signs has it. A
    name is one speaker's only; a term ("honey") one listener's of each who says it.
    """
    votes: dict[tuple[str, str], Counter[str]] = {}
    for index, turn in enumerate(turns):
        own = turn.speaker or ""
        for name in introduced(turn.text):
            votes.setdefault((name, ""), Counter())[own] += 30
        for address in addresses(turn.text):
            term = address.words.islower()
            counted = votes.setdefault((address.words, own if term else ""), Counter())
            for speaker, weight in _beside(turns, index, own, greets=address.greets):
                # A term is as often an answer; a name more often calls for one.
                counted[speaker] += weight if not term else 21 - weight
            counted[own] -= 20
    found: dict[str, dict[str, None]] = {}
    for (name, _), counted in votes.items():
        speaker, weight = max(counted.items(), key=lambda pair: pair[1])
        if weight > 0:
            found.setdefault(speaker, {})[name] = None
    return {who: (*names, *_whole(names, turns)) for who, names in found.items()}


def _whole(names: Iterable[str], turns: Sequence[Turn]) -> list[str]:
    """The full names of which these are the first: "Rachel Green" of one called Rachel."""
    firsts = {name for name in names if name[:1].isupper() and " " not in name}
    text = plain("\n".join(turn.text for turn in turns))
    return sorted({m[0] for m in _FULL.finditer(text) if m["first"] in firsts})


def _beside(
    turns: Sequence[Turn], index: int, own: str, *, greets: bool
) -> Iterable[tuple[str, int]]:
    """Those who speak just before and just after a turn, with what each counts."""
    before = next((t.speaker for t in reversed(turns[:index]) if t.speaker != own), None)
    after = next((t.speaker for t in turns[index + 1 :] if t.speaker != own), None)
    if before:
        yield before, 5 if greets else 10
    if after:
        yield after, 12 if greets else 11
