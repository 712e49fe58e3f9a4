"""How well names that may be one person's are told from names that only look alike.

The pairs are made here: given names and their nicknames from public data that this repository does
not hold, with made-up surnames; given names drawn at random that share no form; and a few by hand.
"""

from __future__ import annotations

import csv
import random
from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

from graph.kernel.entities.name_matching import Verdict, compare_names
from graph.proposals.merges.scoring import PROPOSED_FROM
from tools.results import DATA, figure

_NICKNAMES = Path("names") / "nicknames.csv"
_SURNAMES = ("Alder", "Brandt", "Castillo", "Dunne", "Egede", "Farrow", "Grimaldi", "Horvat")
_OF_OTHERS = (
    ("ASR1603", "ASR1605"),
    ("Flight BA 117", "Flight BA 171"),
    ("Room 12", "Room 21"),
    ("Apollo 11", "Apollo 12"),
    ("John Alder Jr.", "John Alder Sr."),
    ("Mr. Brandt", "Mrs. Brandt"),
    ("Mark A. Dunne", "Mark B. Dunne"),
    ("ana.brandt@example.org", "anna.brandt@example.org"),
    ("@ana_alder", "@anna_alder"),
    ("Ana's manager", "Ana's sister"),
    ("Acme Foods", "Acme Labs"),
    ("University of York", "University of New York"),
)
_OF_ONE = (
    ("Ana L\u00f3pez", "Ana Lopez"),
    ("Dr. Ana Brandt", "Ana Brandt"),
    ("Prof. Mark Dunne", "Mark Dunne"),
    ("Brandt, Ana", "Ana Brandt"),
    ("J. Alder", "John Alder"),
    ("Mark A. Dunne", "Mark Dunne"),
    ("Ana Alder-Brandt", "Ana Brandt"),
    ("ana.brandt@example.org", "Ana Brandt"),
    ("@anabrandt", "Ana Brandt"),
    ("Acme Inc.", "Acme"),
)


def figures() -> Iterator[dict[str, Any]]:
    """Precision of what is merged, precision and recall of what is merged or proposed."""
    if not (DATA / _NICKNAMES).exists():
        print(f"skipped: {DATA / _NICKNAMES} is absent")
        return
    pairs = list(_pairs())
    merged = [(gold, found) for gold, found in pairs if found is Verdict.SAME]
    asked = [gold for gold, found in pairs if found is not Verdict.DIFFERENT]
    ones = sum(gold for gold, _ in pairs)
    said = f"merges, {len(pairs)} pairs, "
    made = f"the {len(merged)} made without asking"
    none = "none: no other resolver was run on them"
    precision = sum(gold for gold, _ in merged) / max(len(merged), 1)
    yield figure(f"{said}{made}", precision, "precision", 0.98, none)
    precision = sum(asked) / max(len(asked), 1)
    yield figure(f"{said}the {len(asked)} made or proposed", precision, "precision", 0.98, none)
    yield figure(f"{said}made or proposed", sum(asked) / ones, "recall", None, none)


def _pairs() -> Iterator[tuple[bool, Verdict]]:
    """Pairs of names: whether they can be one person's, and what the rule makes of them."""
    forms: dict[str, set[str]] = defaultdict(set)
    with (DATA / _NICKNAMES).open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            forms[row["name1"]].add(row["name2"])
            yield True, _found(row["name1"], row["name2"])
    whole = sorted(forms)
    drawn = random.Random(5)
    for one, other in drawn.sample(list(combinations(whole, 2)), 4_000):
        if not ({one} | forms[one]) & ({other} | forms[other]):
            yield False, _found(one, other)
    yield from _spellings(whole)
    for gold, fixed in ((True, _OF_ONE), (False, _OF_OTHERS)):
        for one, other in fixed:
            yield gold, compare_names(one, other).verdict


def _spellings(names: list[str]) -> Iterator[tuple[bool, Verdict]]:
    """A full name in other spellings, and names that only contain it or a part of it."""
    for name in names:
        full = f"{name.title()} Alder"
        for spelled in (f"Dr. {full}", f"Alder, {name.title()}", f"{full.upper()} PhD"):
            yield True, compare_names(spelled, full, "person", "person").verdict
        for other in (f"{name.title()} Brandt", f"{full} Jr.", f"{full}'s sister"):
            yield False, compare_names(other, full, "person", "person").verdict


def _found(one: str, other: str) -> Verdict:
    """The verdict on two given names with one surname; too weak a ground is none."""
    surname = _SURNAMES[(len(one) * 7 + len(other)) % len(_SURNAMES)]
    found = compare_names(
        f"{one} {surname}".title(), f"{other} {surname}".title(), "person", "person"
    )
    return found.verdict if found.score >= PROPOSED_FROM else Verdict.DIFFERENT
