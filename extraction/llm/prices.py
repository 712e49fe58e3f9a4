"""Cost of model calls: token counts by kind, times the prices of the model that answered.

A server counts tokens read from its cache, written to it, and sent uncached separately; a batch
costs half (pipeline rules, "at half the price").
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from graph.model.records import Usage

BATCH_FACTOR = 0.5
_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Prices:
    """Prices of a million tokens in US dollars, from the service's configuration.

    ``cached`` is for tokens read from the server's cache, ``written`` for those written to it.
    """

    input: float
    output: float
    cached: float
    written: float


@dataclass(frozen=True, slots=True)
class TokenCounts:
    """Token counts of one response, as the server reports them; the four do not overlap."""

    sent: int
    answered: int
    cached: int = 0
    written: int = 0

    def __add__(self, other: TokenCounts) -> TokenCounts:
        """Sum the counts of two responses."""
        return TokenCounts(
            self.sent + other.sent,
            self.answered + other.answered,
            self.cached + other.cached,
            self.written + other.written,
        )


def find_prices(model: str, prices: Mapping[str, Prices]) -> Prices | None:
    """Look up a model's prices by the longest configured name that prefixes its own, if any."""
    fitting = [name for name in prices if model.startswith(name)]
    return prices[max(fitting, key=len)] if fitting else None


def usage(
    model: str, answers: Iterable[TokenCounts], prices: Prices | None, *, batched: bool = False
) -> Usage:
    """Sum the consumption of some responses, in tokens and, if prices are known, US dollars."""
    counts = list(answers)
    used = sum(counts, TokenCounts(sent=0, answered=0))
    cost = None
    if prices is not None:
        cost = used.sent * prices.input + used.answered * prices.output
        cost += used.cached * prices.cached + used.written * prices.written
        cost *= (BATCH_FACTOR if batched else 1.0) / _MILLION
    return Usage(
        model=model,
        input_tokens=used.sent + used.cached + used.written,
        output_tokens=used.answered,
        cached_tokens=used.cached,
        cost_usd=cost,
        calls=len(counts),
        batched=batched,
    )
