"""The worked tables of the temporal model, read from the page that explains them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from tests.oracle.oracle import Belief, C

CONCEPTS = Path(__file__).resolve().parents[2] / "docs" / "concepts"
WRITTEN = re.compile(
    r"(?P<no>¬)?(?P<value>[A-Z]\w*)? ?(?P<since>since )?(?P<start>\d+)(?P<dash>–)?(?P<end>\d+)?"
    r"(?P<obs> obs)?(?: expires (?P<expires>\d+))?(?: said (?P<said>\d+))?"
)


def rows(header: str, page: str = "claims-and-beliefs.md") -> list[tuple[str, str]]:
    """The first two cells of each row of every table with this header."""
    text = (CONCEPTS / page).read_text(encoding="utf-8")
    tables = re.findall(rf"^\| {header} \| beliefs \|.*\n\|.*\n((?:\|.*\n)+)", text, re.MULTILINE)
    cells = [line.strip("|").split("|") for table in tables for line in table.splitlines()]
    return [(claims.strip(), beliefs.strip()) for claims, beliefs, _ in cells]


def read(text: str) -> list[C]:
    """A row of the table; what gives no time of saying is said long after everything."""
    claims: list[C] = []
    for place, written in enumerate(text.split("; ")):
        m = WRITTEN.fullmatch(written)
        assert m, written
        said = int(m["said"] or 10_000 + place)
        claims.append(
            C(
                id=f"{place}:{written}",
                value=m["value"],
                start=int(m["start"]),
                end=int(m["end"]) if m["end"] else None,
                said=said,
                place=place,
                negative=bool(m["no"]),
                stated=not m["obs"],
                vouched=said if m["since"] else None,
                expires=int(m["expires"]) if m["expires"] else None,
            )
        )
    return claims


def show(found: Iterable[Belief]) -> str:
    """Beliefs as the table writes them."""
    return ", ".join(f"{v} {a}–{'' if b is None else b}" for v, a, b, _ in found)


TABLE = rows("claims")
TABLE_NOT_RESUMING = rows("claims, not resuming")
TABLE_TWO_ENDS = rows("relations claimed", "identity.md")
