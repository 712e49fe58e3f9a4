"""Where in a tenant's part of the store something of what was erased is left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass

from graph.database.session import Row, Session
from graph.database.tombstones.folded_text import Span, name_runs
from graph.database.tombstones.passages import identifiers, mentions

MENTIONS_MAX = 100_000
ROWS_AT_ONCE = 1_000

# What is told of an erasure itself: ids without a word of what was said.
_TOLD = frozenset({"Audit", "Erasure"})
# Entities are called what they are called, and with them what leads to them.
_NAMED = frozenset({"Entity", "Name", "Value"})
_RELATED = frozenset({"Memory", "BELIEF"})


@dataclass(frozen=True, slots=True)
class Words:
    """What is looked for beside ids: names as whole words, and identifiers in canonical form.

    Names of others that have one of the names in them (``longer``) are none of it.
    """

    names: tuple[str, ...] = ()
    tokens: frozenset[str] = frozenset()
    longer: tuple[str, ...] = ()

    @property
    def runs(self) -> list[list[str]]:
        """What a text of ASCII has, in small letters, if one of them is in it: all of some words.

        Of any other text the server cannot tell: its small letters are not the canonical form, and
        in what it knows of Unicode it may differ.
        """
        phrases = {tuple(name_runs(one)) for one in (*self.names, *self.tokens)} - {()}
        # The longest first: it is in the fewest texts.
        return [
            sorted(words, key=len, reverse=True)
            for words in sorted(phrases)
            if all(map(str.isascii, words))
        ]

    def with_those_of(self, other: Words) -> Words:
        """Return these and others, to be looked for together."""
        return Words(
            tuple(dict.fromkeys((*self.names, *other.names))),
            self.tokens | other.tokens,
            tuple(dict.fromkeys((*self.longer, *other.longer))),
        )

    def places(self, text: str) -> Iterator[Span]:
        """Yield where one of them is in a text."""
        yield from mentions(text, self.names, self.longer)
        yield from (span for token, span in identifiers(text) if token in self.tokens)

    def stand_in(self, texts: Iterable[str]) -> bool:
        """Whether one of them is in one of these texts."""
        return any(True for text in texts for _ in self.places(text))


@dataclass(frozen=True, slots=True)
class Mention:
    """A property that has something of it: where it is kept, and whether by an id or by words."""

    element: str
    kind: str
    id: str | None
    property: str
    by_id: bool
    texts: tuple[str, ...]


async def find_mentions(
    db: Session, tenant: str, ids: Sequence[str], words: Words
) -> list[Mention]:
    """Find the properties of nodes and edges that have ids or words of what was erased.

    Records of the audit and of erasures may have ids; entities, and what leads to them, may be
    called by words. Everything is looked at, however much has a word of a name in it; of what
    is found, the first 100,000 are given.
    """
    found: list[Mention] = []
    rows = db.stream(
        "governance/erasure/deletion/mentions",
        size=ROWS_AT_ONCE,
        tenant=tenant,
        ids=list(ids),
        words=words.runs,
        other=bool(words.names or words.tokens),
    )
    async with aclosing(rows):
        async for part in rows:
            found += _mentions(part, words)
            if len(found) >= MENTIONS_MAX:
                break
    return found[:MENTIONS_MAX]


def _mentions(rows: Iterable[Row], words: Words) -> Iterator[Mention]:
    for row in rows:
        kind = row["kind"]
        by_id = row["named"] and kind not in _TOLD
        named = kind in _NAMED or (kind in _RELATED and row["relation"])
        if by_id or (not named and words.stand_in(row["texts"])):
            yield Mention(
                row["element"], kind, row["id"], row["property"], by_id, tuple(row["texts"])
            )
