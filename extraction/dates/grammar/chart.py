"""A small bottom-up parser: rules over tokens and pieces, applied until nothing new is found.

A rule is written as a row of symbols: capitals are kinds of pieces (``MONTH``), small letters are
words of the text; ``|`` parts alternatives, ``?`` marks what may be absent. A hyphen, dot or slash
that touches both its neighbours may stand between any two symbols ("mid-May", "Oct/2").
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from extraction.date_items import Item
from extraction.date_tokens import Token

PASSES = 6
_GLUE = frozenset({"-", ".", "/"})

Make = Callable[..., Item | None]


@dataclass(frozen=True, slots=True)
class Symbol:
    """One place of a rule: the words or the kinds that may fill it."""

    options: tuple[str, ...]
    kind: bool
    optional: bool


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """A row of symbols and what makes a piece of them; it gets the time, then one item a kind."""

    symbols: tuple[Symbol, ...]
    make: Make


def rule(row: str, make: Make) -> Rule:
    """A rule from its row: ``rule("ORD WEEKDAY of|in PERIOD", nth_weekday)``."""
    return Rule(tuple(map(_symbol, row.split())), make)


def _symbol(word: str) -> Symbol:
    optional = word.endswith("?") and word != "?"
    options = word.removesuffix("?").split("|")
    return Symbol(tuple(options), options[0].isupper(), optional)


class Grammar:
    """Rules, found by what they may begin with."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        """Index the rules by every word and kind that can come first."""
        self._by_kind: dict[str, list[Rule]] = {}
        self._by_word: dict[str, list[Rule]] = {}
        for one in rules:
            for symbol in one.symbols:
                table = self._by_kind if symbol.kind else self._by_word
                for option in symbol.options:
                    table.setdefault(option, []).append(one)
                if not symbol.optional:
                    break

    def parse(self, tokens: Sequence[Token], seeds: Iterable[Item], said_at: datetime) -> Chart:
        """All pieces that the rules make of these tokens and of the pieces found so far."""
        chart = Chart(tokens)
        fresh = [item for item in seeds if chart.add(item)]
        words = [(at, one) for at, t in enumerate(tokens) for one in self._by_word.get(t.low, ())]
        for _ in range(PASSES):
            if not fresh:
                break
            starts = dict.fromkeys(words)
            for item in fresh:
                starts.update(dict.fromkeys(self._rules_near(chart, item)))
            fresh = [item for at, one in starts for item in chart.apply(one, at, said_at)]
        return chart

    def _rules_near(self, chart: Chart, item: Item) -> Iterator[tuple[int, Rule]]:
        """The rules that a new piece may take part in, each with where it would begin."""
        for at in range(max(0, item.first - 6), item.first + 1):
            for kind in chart.kinds(at):
                for one in self._by_kind.get(kind, ()):
                    yield at, one


class Chart:
    """The pieces found, by where they begin; one of each kind over the same tokens."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        """An empty chart over these tokens."""
        self._tokens = tokens
        self._at: list[dict[str, list[Item]]] = [{} for _ in tokens]
        self._known: set[tuple[str, int, int]] = set()

    def add(self, item: Item) -> bool:
        """Take a piece in; false if there is one of its kind over the same tokens."""
        key = (item.kind, item.first, item.last)
        if key in self._known:
            return False
        self._known.add(key)
        self._at[item.first].setdefault(item.kind, []).append(item)
        return True

    def kinds(self, at: int) -> Iterable[str]:
        """The kinds of the pieces that begin at a token."""
        return tuple(self._at[at])

    def items(self, *kinds: str) -> Iterator[Item]:
        """Every piece of these kinds."""
        for here in self._at:
            for kind in kinds:
                yield from here.get(kind, ())

    def apply(self, one: Rule, at: int, said_at: datetime) -> list[Item]:
        """The new pieces that a rule makes from a token on."""
        made: list[Item] = []
        for end, parts in self._matches(one.symbols, at, at):
            item = one.make(said_at, *parts)
            if item is not None:
                item = replace(item, first=at, last=end)
                if self.add(item):
                    made.append(item)
        return made

    def _matches(
        self, symbols: tuple[Symbol, ...], start: int, at: int
    ) -> Iterator[tuple[int, tuple[Item | None, ...]]]:
        if not symbols:
            yield at, ()
            return
        symbol, after = symbols[0], symbols[1:]
        for end, item in self._filled(symbol, at, first=at == start):
            for last, rest in self._matches(after, start, end):
                yield last, ((item, *rest) if symbol.kind else rest)
        if symbol.optional:
            for last, rest in self._matches(after, start, at):
                yield last, ((None, *rest) if symbol.kind else rest)

    def _filled(self, symbol: Symbol, at: int, *, first: bool) -> Iterator[tuple[int, Item | None]]:
        for place in self._places(at, first=first):
            if symbol.kind:
                here = self._at[place]
                for kind in symbol.options:
                    for item in here.get(kind, ()):
                        yield item.last, item
            elif self._tokens[place].low in symbol.options:
                yield place + 1, None

    def _places(self, at: int, *, first: bool) -> Iterator[int]:
        if at >= len(self._tokens):
            return
        yield at
        here, after = self._tokens[at], self._tokens[at + 1 : at + 2]
        if not first and here.glued and here.raw in _GLUE and after and after[0].glued:
            yield at + 1
