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


def find_prices(model: str, prices: Mapping[str, Prices]) -> Prices | None:
    """Look up a model's prices by the longest configured name that prefixes its own, if any."""
    fitting = [name for name in prices if model.startswith(name)]
    return prices[max(fitting, key=len)] if fitting else None


def usage(
    model: str, answers: Iterable[TokenCounts], prices: Prices | None, *, batched: bool = False
) -> Usage:
    """Sum the consumption of some responses, in tokens and, if prices are known, US dollars."""
    counts = list(answers)
    sent = sum(count.sent for count in counts)
    answered = sum(count.answered for count in counts)
    cached = sum(count.cached for count in counts)
    written = sum(count.written for count in counts)
    cost = None
    if prices is not None:
        cost = sent * prices.input + answered * prices.output
        cost += cached * prices.cached + written * prices.written
        cost *= (BATCH_FACTOR if batched else 1.0) / _MILLION
    return Usage(
        model=model,
        input_tokens=sent + cached + written,
        output_tokens=answered,
        cached_tokens=cached,
        cost_usd=cost,
        calls=len(counts),
        batched=batched,
    )
