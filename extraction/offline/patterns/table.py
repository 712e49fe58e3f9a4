"""The offline extractor's table of patterns, read from ``table.toml`` and checked.

The table's own head says what each key means. A row that breaks a rule is refused on loading,
with the row in the message, never skipped.
"""

from __future__ import annotations

import re
import tomllib
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, model_validator

from extraction.model.candidates import Frozen, Score, Snake
from graph.kernel.registry.wording import past_of
from graph.vocabulary import MemoryType

TABLE = Path(__file__).with_name("table.toml")

Kind = Literal["state", "start", "end", "event"]
KINDS: tuple[Kind, ...] = ("state", "start", "end", "event")
About = Literal["person", "thing", "either"]


def _compiled(pattern: object) -> re.Pattern[str]:
    return re.compile(str(pattern), re.IGNORECASE)


Expression = Annotated[re.Pattern[str], BeforeValidator(_compiled)]


# One or two words with a capital, in an expression that else takes no note of case.
NAME = r"(?-i:[A-Z])[\w-]+(?: (?-i:[A-Z])[\w-]+)?"
_PLACES = {
    "{who}": rf"\b(?P<who>I|you|he|she|{NAME})",
    "{whom}": rf"(?P<whom>me|you|him|her|{NAME})\b(?!')",
    "{with}": rf"(?P<whom>me|I|you|him|he|she|her|{NAME})\b(?!')",
    "{both}": r"(?P<both>you guys|you two|you both|the two of you)",
    "{v}": (
        r"(?:'s|'re|'m|'ve|'d| is| are| was| were| am| has| have| had| did| do| does| been| got"
        r"| just| really| still| finally| actually| already| also| even| totally| kinda| both"
        r"| used to| getting| started)* "
    ),
}


def _placed(pattern: object) -> re.Pattern[str]:
    text = str(pattern)
    for place, words in _PLACES.items():
        text = text.replace(place, words)
    return _compiled(text)


Places = Annotated[re.Pattern[str], BeforeValidator(_placed)]


class Wording(Frozen):
    """How claims of one attribute read, and what they are worth.

    ``past`` left out is ``text`` with its verb in the past.
    """

    text: Annotated[str, Field(pattern=r"\{value\}")]
    past: Annotated[str, Field(pattern=r"\{value\}")] = ""
    importance: Score
    sort: MemoryType = MemoryType.FACT
    object: Literal["person"] | None = None
    none: str | None = None
    doing: str | None = None
    many: bool | None = None
    passing: str | None = None

    @model_validator(mode="before")
    @classmethod
    def _told(cls, given: dict[str, Any]) -> dict[str, Any]:
        return {"past": past_of(given["text"])} | given if "text" in given else given


class Pattern(Frozen):
    """Which words say an attribute of their subject."""

    attribute: Snake
    kind: Kind
    verbs: frozenset[str] = frozenset()
    complement: frozenset[str] = frozenset()
    object: frozenset[str] = frozenset()
    value: tuple[str, ...] = ()
    accept: str = "thing"
    says: str | None = None
    undated: bool = False
    deny: str | None = None
    passive: bool = False
    progressive: bool = False
    habit: bool = False
    able: bool = False
    unable: bool = False
    intransitive: bool = False
    negated: bool = False
    phase: Literal["end"] | None = None
    settled: bool = False
    bounded: bool = False
    about: About = "person"
    noun: frozenset[str] = frozenset()
    flip: bool = False


class Possessed(Frozen):
    """What "my … is" says; ``about`` a thing: "the deadline of X is …"."""

    attribute: Snake
    accept: str
    about: About = "person"


class Between(Frozen):
    """What two who talk say they are to each other; ``over``: they are so no longer.

    ``assumed``: what is so even where it is asked or denied ("since we broke up, do you …?").
    """

    attribute: Snake
    says: Expression
    over: bool = False
    assumed: bool = False


class Told(Frozen):
    """What people say of people; ``{who}`` and ``{whom}`` are places for them, ``{both}`` for two.

    ``over``: it is so no longer; ``assumed``: what is so even where it is asked or denied.
    """

    attribute: Snake
    says: Places
    over: bool = False
    assumed: bool = False


class Answer(Frozen):
    """How the answer to a question reads as a statement of its own; ``{}`` stands for it.

    ``denies``: the answer may say no.
    """

    asked: Expression
    reads: Annotated[str, Field(pattern=r"\{(?:kind)?\}")]
    given: Expression
    denies: bool = False


def _patterns(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return a pattern for each kind of verb that a row has: "state", "start", "end", "event"."""
    return [
        {key: each for key, each in row.items() if key not in KINDS}
        | {"kind": kind, "verbs": row[kind]}
        for row in rows
        for kind in KINDS
        if kind in row
    ]


def _by_word(rows: dict[str, list[str]]) -> dict[str, str]:
    """Words by word: the file has them by what they stand for."""
    return {word: meant for meant, words in rows.items() for word in words}


Words = Annotated[dict[str, Snake], BeforeValidator(_by_word)]


class Table(Frozen):
    """Everything the table holds."""

    attributes: dict[str, Wording]
    pattern: Annotated[tuple[Pattern, ...], BeforeValidator(_patterns)]
    phrase: dict[Snake, Expression]
    answer: tuple[Answer, ...]
    between: tuple[Between, ...]
    dialogue: tuple[Told, ...]
    addressed: Words
    mutual: dict[str, str]
    roles: Words
    possessed: dict[str, Possessed]
    headed: Words
    words: dict[str, tuple[str, ...]]

    @model_validator(mode="after")
    def _known(self) -> Self:
        used = {row.attribute for row in self.pattern} | set(self.roles.values())
        used |= {row.deny for row in self.pattern if row.deny}
        used |= {row.attribute for row in self.possessed.values()} | set(self.phrase)
        used |= {row.attribute for row in (*self.between, *self.dialogue)}
        used |= {*self.addressed.values(), *self.headed.values()}
        if missing := sorted(used - set(self.attributes)):
            raise ValueError(f"no [attributes] entry for {', '.join(missing)}")
        lists = [row.accept for row in self.pattern] + [w for ws in self.words.values() for w in ws]
        asked = {name[1:] for name in lists if name.startswith("@")}
        if missing := sorted(asked - set(self.words)):
            raise ValueError(f"no [words] list called {', '.join(missing)}")
        return self

    def listed(self, name: str) -> frozenset[str]:
        """Return a word list, the lists it names by ``@`` taken in."""
        return self._lists[name]

    @cached_property
    def _lists(self) -> dict[str, frozenset[str]]:
        return {name: _listed(self, name) for name in self.words}

    def accepts(self, attribute: str) -> str:
        """Return what the value of an attribute must be, as the first row for it says."""
        rows = (*(row for row in self.pattern if not row.flip), *self.possessed.values())
        accept = next((row.accept for row in rows if row.attribute == attribute), "thing")
        return "person" if accept == "mention" else accept

    @cached_property
    def by_verb(self) -> dict[str, tuple[Pattern, ...]]:
        """The patterns of each verb, in the order of the table."""
        rows: dict[str, list[Pattern]] = {}
        for row in self.pattern:
            for verb in row.verbs:
                rows.setdefault(verb, []).append(row)
        return {verb: tuple(found) for verb, found in rows.items()}


@lru_cache(maxsize=1)
def table() -> Table:
    """Return the table that comes with the package."""
    return load(TABLE)


def load(path: Path) -> Table:
    """Return a table from a file.

    Raises:
        ValueError: the file is no table, or a row of it breaks a rule.
    """
    with path.open("rb") as file:
        return Table.model_validate(tomllib.load(file))


def _listed(source: Table, name: str) -> frozenset[str]:
    found: set[str] = set()
    for word in source.words[name]:
        found |= _listed(source, word[1:]) if word.startswith("@") else {word}
    return frozenset(found)
