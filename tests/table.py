"""The table of the temporal model: claims in the order said, and what they add up to."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tests.oracle import Belief, C

WRITTEN = re.compile(
    r"(?P<no>¬)?(?P<value>[A-Z]\w*)? ?(?P<since>since )?(?P<start>\d+)(?P<dash>–)?(?P<end>\d+)?"
    r"(?P<obs> obs)?(?: said (?P<said>\d+))?"
)


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
            )
        )
    return claims


def show(found: Iterable[Belief]) -> str:
    """Beliefs as the table writes them."""
    return ", ".join(f"{v} {a}–{'' if b is None else b}" for v, a, b, _ in found)


TABLE = [
    ("Berlin 2020–; Lisbon 2024–; Rome 2019–", "Rome 2019–2020, Berlin 2020–2024, Lisbon 2024–"),
    (
        "Lisbon 2000–; Paris 2010–2011; Madrid 2005–",
        "Lisbon 2000–2005, Madrid 2005–2010, Paris 2010–2011, Madrid 2011–",
    ),
    ("Acme 1–12; Beta 6–", "Acme 1–6, Beta 6–"),
    ("Acme 1–12; Beta 6–; ¬Beta 8", "Acme 1–6, Beta 6–8, Acme 8–12"),
    ("Berlin 2020–; Rome 2018–2022", "Rome 2018–2022, Berlin 2022–"),
    ("Acme 2020–; Beta 2021–; ¬Beta 2023", "Acme 2020–2021, Beta 2021–2023"),
    ("¬Acme 2023; Acme 2020–", "Acme 2020–2023"),
    ("C 4– obs; C 19– obs; B 17–", "C 4–17, B 17–19, C 19–"),
    ("Lisbon 0–; Paris 100–110; Paris 105– obs", "Lisbon 0–100, Paris 100–110, Lisbon 110–"),
    ("Anna 2010–; Anna 2010–2018", "Anna 2010–2018"),
    ("Acme 1–12; Acme 1–9", "Acme 1–9"),
    ("Acme 0–; Acme 300– obs; ¬Acme 200", "Acme 0–200"),
    ("Lisbon 2010–; Berlin 2020–; Berlin 2021–", "Lisbon 2010–2021, Berlin 2021–"),
    ("Acme 2020– said 2020; Beta 2025– said 2023; ¬Beta 2024 said 2024", "Acme 2020–"),
    ("Acme 2020– said 2020; Beta since 2018 said 2025", "Beta 2018–"),
    ("Acme 2020– said 2020; ¬Acme 2023 said 2023; Acme since 2020 said 2024", "Acme 2020–"),
    ("Lisbon 0–; Paris 100–110; ¬105", "Lisbon 0–100, Paris 100–105, Lisbon 105–"),
    ("Acme 2018–; Beta 2020–; ¬2020", "Acme 2018–2020, Beta 2020–"),
    ("Acme 2018–; ¬Acme 2021–2022", "Acme 2018–2021, Acme 2022–"),
    ("Lisbon since 2010 said 2020; Porto 2019– said 2021", "Lisbon 2010–2019, Porto 2019–"),
    ("Acme 2000–; ¬Acme 2025; ¬Acme 2026", "Acme 2000–2026"),
    (
        "Lisbon 2000–; Berlin 2017–; Lisbon 2019– obs; ¬Lisbon 2012",
        "Lisbon 2000–2012, Berlin 2017–2019, Lisbon 2019–",
    ),
    ("Acme 0–; ¬6; Beta 5–", "Acme 0–5, Beta 5–"),
    ("Acme 2010–; Acme 2011–2018", "Acme 2010–2018"),
    ("Acme 2010–2018; Acme 2010–2011 obs", "Acme 2010–2018"),
    ("Acme 2020– said 2020; Beta 2030– said 2025", "Acme 2020–2030, Beta 2030–"),
]
