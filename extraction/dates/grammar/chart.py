"""Bottom-up chart parser: rules over tokens and items, applied until a fixed point.

A rule's right-hand side is a string of symbols: upper case for item kinds (``MONTH``), lower case
for words; ``|`` separates alternatives, ``?`` marks an optional symbol. A hyphen, dot or slash that
touches both neighbours may stand between any two symbols ("mid-May", "Oct/2").
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from extraction.dates.grammar.items import Item
from extraction.dates.grammar.tokens import Token

PASSES = 6
_GLUE = frozenset({"-", ".", "/"})

Action = Callable[..., Item | None]


@dataclass(frozen=True, slots=True)
class Symbol:
    """One position of a rule: the words or item kinds that match it."""

    options: tuple[str, ...]
    kind: bool
    optional: bool


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """A rule: its symbols and its semantic action.

    The action is called with the time of speaking and one item (or None) for each kind symbol.
    """

    symbols: tuple[Symbol, ...]
    action: Action


def rule(row: str, action: Action) -> Rule:
    """Parse a rule from its symbols: ``rule("ORD WEEKDAY of|in PERIOD", nth_weekday)``."""
    return Rule(tuple(map(_symbol, row.split())), action)


def _symbol(word: str) -> Symbol:
    optional = word.endswith("?") and word != "?"
    options = word.removesuffix("?").split("|")
    return Symbol(tuple(options), options[0].isupper(), optional)


class Grammar:
    """Rules, indexed by the words and kinds that can come first."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        """Index the rules by every word and kind that can come first."""
        self._by_kind: dict[str, list[Rule]] = {}
        self._by_word: dict[str, list[Rule]] = {}
        for rule_ in rules:
            for symbol in rule_.symbols:
                table = self._by_kind if symbol.kind else self._by_word
                for option in symbol.options:
                    table.setdefault(option, []).append(rule_)
                if not symbol.optional:
                    break

    def parse(self, tokens: Sequence[Token], seeds: Iterable[Item], said_at: datetime) -> Chart:
        """Apply the rules to the tokens and the items found so far, up to ``PASSES`` times."""
        chart = Chart(tokens)
        fresh = [item for item in seeds if chart.add(item)]
        words = [
            (at, rule_) for at, t in enumerate(tokens) for rule_ in self._by_word.get(t.low, ())
        ]
        for _ in range(PASSES):
            if not fresh:
                break
            starts = dict.fromkeys(words)
            for item in fresh:
                starts.update(dict.fromkeys(self._rules_near(chart, item)))
            fresh = [item for at, rule_ in starts for item in chart.apply(rule_, at, said_at)]
        return chart

    def _rules_near(self, chart: Chart, item: Item) -> Iterator[tuple[int, Rule]]:
        """Yield the rules that a new item may take part in, each with its start position."""
        for at in range(max(0, item.first - 6), item.first + 1):
            for kind in chart.kinds(at):
                for rule_ in self._by_kind.get(kind, ()):
                    yield at, rule_


class Chart:
    """The items found, by start token; at most one of each kind over the same tokens."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        """Create an empty chart over these tokens."""
        self._tokens = tokens
        self._at: list[dict[str, list[Item]]] = [{} for _ in tokens]
        self._spans: set[tuple[str, int, int]] = set()

    def add(self, item: Item) -> bool:
        """Add an item; False if one of its kind over the same tokens exists."""
        key = (item.kind, item.first, item.last)
        if key in self._spans:
            return False
        self._spans.add(key)
        self._at[item.first].setdefault(item.kind, []).append(item)
        return True

    def kinds(self, at: int) -> Iterable[str]:
        """Return the kinds of the items that start at a token."""
        return tuple(self._at[at])

    def items(self, *kinds: str) -> Iterator[Item]:
        """Yield every item of these kinds."""
        for here in self._at:
            for kind in kinds:
                yield from here.get(kind, ())

    def apply(self, rule_: Rule, at: int, said_at: datetime) -> list[Item]:
        """Apply a rule at a token and return the items it adds."""
        items: list[Item] = []
        for end, parts in self._match_symbols(rule_.symbols, at, at):
            item = rule_.action(said_at, *parts)
            if item is not None:
                item = replace(item, first=at, last=end)
                if self.add(item):
                    items.append(item)
        return items

    def _match_symbols(
        self, symbols: tuple[Symbol, ...], start: int, at: int
    ) -> Iterator[tuple[int, tuple[Item | None, ...]]]:
        if not symbols:
            yield at, ()
            return
        symbol, after = symbols[0], symbols[1:]
        for end, item in self._match_symbol(symbol, at, first=at == start):
            for last, rest in self._match_symbols(after, start, end):
                yield last, ((item, *rest) if symbol.kind else rest)
        if symbol.optional:
            for last, rest in self._match_symbols(after, start, at):
                yield last, ((None, *rest) if symbol.kind else rest)

    def _match_symbol(
        self, symbol: Symbol, at: int, *, first: bool
    ) -> Iterator[tuple[int, Item | None]]:
        for place in self._positions(at, first=first):
            if symbol.kind:
                here = self._at[place]
                for kind in symbol.options:
                    for item in here.get(kind, ()):
                        yield item.last, item
            elif self._tokens[place].low in symbol.options:
                yield place + 1, None

    def _positions(self, at: int, *, first: bool) -> Iterator[int]:
        if at >= len(self._tokens):
            return
        yield at
        here, after = self._tokens[at], self._tokens[at + 1 : at + 2]
        if not first and here.glued and here.raw in _GLUE and after and after[0].glued:
            yield at + 1
