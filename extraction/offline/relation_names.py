"""What a relation in somebody's own words is called: a declared attribute, or one of its own."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path

from extraction.language.parsing import parse
from extraction.offline.patterns.table import Table, Wording
from graph.kernel.registry.builtin import PACK
from graph.read.recall.tokens import stem

NAMES_FILE = Path(__file__).with_name("relation_names.toml")
_NEGATION = re.compile(
    r"^(?:does not|doesn't|do not|don't|is not|isn't|can not|cannot|can't|never|not|no longer"
    r"|no)\s+"
)
_HAS_NO = re.compile(r"^(?:have|has|got|has got|with|there is|there's|is) no$")
DOES, HAS = "does", "has"
IMPORTANCE = 0.45


@dataclass(frozen=True, slots=True)
class Attribute:
    """A relation as an attribute; ``ended``: what held is over, ``negative``: it does not hold."""

    name: str
    ended: bool = False
    negative: bool = False


def attribute_name(words: str) -> str:
    """Words as the name of an attribute, which begins with a letter."""
    name = re.sub(r"[^a-z0-9]+", "_", words.casefold()).strip("_")
    return name if name[:1].isalpha() else f"has_{name}"


def open_wording(text: str, past: str = "", *, many: bool = False) -> Wording:
    """How claims of an attribute that the table does not have read."""
    return Wording(text=text, past=past or text, importance=IMPORTANCE, many=many)


def attribute_of(relation: str) -> Attribute:
    """Return the attribute that a relation names."""
    holding, ending = _names()
    for form in (relation, _stems(relation)):
        if form in holding:
            return Attribute(holding[form])
        if form in ending:
            return Attribute(ending[form], ended=True)
    if _HAS_NO.fullmatch(relation):
        return Attribute(HAS, negative=True)
    denied = _NEGATION.match(relation)
    rest = "" if denied is None else relation[denied.end() :]
    return (
        replace(attribute_of(rest), negative=True) if rest else Attribute(attribute_name(relation))
    )


def wording_of(relation: str, attribute: Attribute, table: Table) -> Wording | None:
    """How a claim of an attribute reads that the table does not have; none for one that it has."""
    if attribute.name in table.attributes:
        return None
    own = attribute.name in (DOES, HAS)
    bare = attribute.name if own else _NEGATION.sub("", relation)
    verbal = own or bare.startswith(("is ", "can ")) or verb_form(bare) != ""
    return open_wording(f"{bare} {{value}}" if verbal else f"has the {bare} {{value}}", many=True)


@cache
def _names() -> tuple[dict[str, str], dict[str, str]]:
    """Attributes by what they are called, and those that hold no longer by what ended them.

    Both by the very words and by their stems: "worked at" is "works at".
    """
    rows = tomllib.loads(NAMES_FILE.read_text(encoding="utf-8"))
    ended = rows.pop("ended")
    declared = {
        name: [words.replace("_", " ") for words in (name, *known.aliases)]
        for name, known in PACK.items()
    }
    return _by_words(declared) | _by_words(rows), _by_words(ended)


def _by_words(rows: Mapping[str, list[str]]) -> dict[str, str]:
    named = [(words, name) for name, all_words in rows.items() for words in all_words]
    return {_stems(words): name for words, name in reversed(named)} | dict(named)


def _stems(relation: str) -> str:
    return " ".join(map(stem, relation.split()))


@lru_cache(maxsize=10_000)
def verb_form(relation: str) -> str:
    """Return the tag of the verb that a relation is: ``VBZ`` of "drives", ``VBD`` of "taught
    at".
    """
    root = next((w for w in parse(f"She {relation} Alex.")[0].words if w.dep == "ROOT"), None)
    verbal = root is not None and root.tag in ("VBZ", "VBD") and root.index == 1
    return root.tag if root is not None and verbal else ""
