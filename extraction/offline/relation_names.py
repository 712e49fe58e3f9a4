"""What a relation in somebody's own words is called: a declared attribute, or one of its own."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from extraction.language.parsing import parse
from extraction.offline.open_clauses import DOES, attribute_name, open_wording
from extraction.offline.patterns.table import Table, Wording

NAMES_FILE = Path(__file__).with_name("relation_names.toml")
_NEGATION = re.compile(
    r"^(?:does not|doesn't|do not|don't|is not|isn't|can not|cannot|can't|has no|never|not"
    r"|no longer|no)\s+",
)


@dataclass(frozen=True, slots=True)
class Attribute:
    """A relation as an attribute; ``ended``: what held is over, ``negative``: it does not hold."""

    name: str
    ended: bool = False
    negative: bool = False


def attribute_of(relation: str) -> Attribute:
    """The attribute that a relation names."""
    if relation in known_names():
        return Attribute(known_names()[relation])
    if relation in _endings():
        return Attribute(_endings()[relation], ended=True)
    denied = _NEGATION.match(relation)
    rest = "" if denied is None else relation[denied.end() :]
    return (
        replace(attribute_of(rest), negative=True) if rest else Attribute(attribute_name(relation))
    )


def wording_of(relation: str, attribute: Attribute, table: Table) -> Wording | None:
    """How a claim of an attribute reads that the table does not have; none for one that it has."""
    if attribute.name in table.attributes:
        return None
    bare = DOES if attribute.name == DOES else _NEGATION.sub("", relation)
    verbal = attribute.name == DOES or _is_verbal(bare)
    return open_wording(f"{bare} {{value}}" if verbal else f"has the {bare} {{value}}", many=True)


def known_names() -> Mapping[str, str]:
    """Declared attributes, by what they are called."""
    return _names()[0]


def _endings() -> Mapping[str, str]:
    """Attributes that hold no longer, by what ended them."""
    return _names()[1]


@cache
def _names() -> tuple[dict[str, str], dict[str, str]]:
    rows = tomllib.loads(NAMES_FILE.read_text(encoding="utf-8"))
    ended = rows.pop("ended")
    return _by_words(rows), _by_words(ended)


def _by_words(rows: Mapping[str, list[str]]) -> dict[str, str]:
    return {words: name for name, all_words in rows.items() for words in all_words}


@cache
def _is_verbal(relation: str) -> bool:
    """Whether a relation is a verb with what belongs to it: "drives", "gets on with"."""
    root = next((w for w in parse(f"She {relation} Alex.")[0].words if w.dep == "ROOT"), None)
    return root is not None and root.tag in ("VBZ", "VBD") and root.index == 1
