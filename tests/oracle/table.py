"""The worked tables of the temporal model, read from the page that explains them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from tests.oracle.oracle import Belief, C

CONCEPTS = Path(__file__).resolve().parents[2] / "docs" / "concepts"
WRITTEN = re.compile(
    r"(?P<no>¬)?(?P<value>[A-Z]\w*)? ?(?P<since>since )?(?P<start>\d+)(?P<dash>–)?(?P<end>\d+)?"
    r"(?P<year> \(YEAR\))?(?P<obs> obs)?(?: expires (?P<expires>\d+))?(?P<over>, ended unknown)?"
    r"(?:,? said (?P<said>\d+))?"
)
FORMERLY = re.compile(r"(?P<value>[A-Z]\w*) formerly(?:,? said (?P<said>\d+))?")
BEGAN = re.compile(
    r"(?P<value>[A-Z]\w*) until (?P<end>\d+)(?: \(YEAR\))?, began unknown(?:,? said (?P<said>\d+))?"
)


def rows(header: str, page: str = "claims-and-beliefs.md") -> list[tuple[str, str]]:
    """The first two cells of each row of every table with this header."""
    text = (CONCEPTS / page).read_text(encoding="utf-8")
    tables = re.findall(rf"^\| {header} \| beliefs \|.*\n\|.*\n((?:\|.*\n)+)", text, re.MULTILINE)
    cells = [line.strip("|").split("|") for table in tables for line in table.splitlines()]
    return [(claims.strip(), beliefs.strip()) for claims, beliefs, _ in cells]


def read(text: str) -> list[C]:
    """A row of the table; what gives no time of saying is said long after everything."""
    return [_claim(place, written) for place, written in enumerate(text.split("; "))]


def _claim(place: int, written: str) -> C:
    m = FORMERLY.fullmatch(written) or BEGAN.fullmatch(written) or WRITTEN.fullmatch(written)
    assert m, written
    said = int(m["said"] or 10_000 + place)
    bare = C(f"{place}:{written}", m["value"], said, None, said, place)
    if m.re is FORMERLY:
        return replace(bare, start_unknown=True, end_unknown=True)
    if m.re is BEGAN:
        return replace(bare, end=int(m["end"]), start_unknown=True)
    start = int(m["start"])
    return replace(
        bare,
        start=start,
        end=int(m["end"]) if m["end"] else None,
        negative=bool(m["no"]),
        stated=not m["obs"],
        vouched=said if m["since"] else None,
        expires=int(m["expires"]) if m["expires"] else None,
        start_period=(start, start + 1) if m["year"] else None,
        end_unknown=bool(m["over"]),
    )


def show(found: Iterable[Belief]) -> str:
    """Beliefs as the table writes them."""
    return ", ".join(f"{v} {a}–{'' if b is None else b}" for v, a, b, _ in found) or "none"


TABLE = rows("claims")
TABLE_NOT_RESUMING = rows("claims, not resuming")
TABLE_UNKNOWN_BOUNDS = rows("claims, bounds not known")
TABLE_TWO_ENDS = rows("relations claimed", "identity.md")
