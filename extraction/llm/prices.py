"""Cost of model calls: token counts by kind, times the prices of the model that answered.

A server counts tokens read from its cache, written to it, and sent uncached separately; a batch
costs half (pipeline rules, "at half the price").
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from graph.model.records import Usage

BATCH_FACTOR = 0.5
# What is written to a cache for an hour costs so many times what is sent.
HOUR_FACTOR = 2.0
_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Prices:
    """Prices of a million tokens in US dollars, from the service's configuration.

    ``cached`` is for tokens read from the server's cache, ``written`` for those written to it for
    five minutes. Those for an hour cost ``HOUR_FACTOR`` times the input.
    """

    input: float
    output: float
    cached: float
    written: float


@dataclass(frozen=True, slots=True)
class TokenCounts:
    """Token counts of one response, as the server reports them.

    ``sent``, ``cached`` and ``written`` do not overlap. Of those written some are kept for an hour,
    of those ``answered`` some are thinking.
    """

    sent: int
    answered: int
    cached: int = 0
    written: int = 0
    written_hour: int = 0
    thinking: int = 0

    def __add__(self, other: TokenCounts) -> TokenCounts:
        """Sum the counts of two responses."""
        return TokenCounts(
            self.sent + other.sent,
            self.answered + other.answered,
            self.cached + other.cached,
            self.written + other.written,
            self.written_hour + other.written_hour,
            self.thinking + other.thinking,
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
        cost += used.cached * prices.cached
        cost += (used.written - used.written_hour) * prices.written
        cost += used.written_hour * HOUR_FACTOR * prices.input
        cost *= (BATCH_FACTOR if batched else 1.0) / _MILLION
    return Usage(
        model=model,
        input_tokens=used.sent + used.cached + used.written,
        output_tokens=used.answered,
        cached_tokens=used.cached,
        cost_usd=cost,
        written_tokens=used.written,
        thinking_tokens=used.thinking,
        calls=len(counts),
        batched=batched,
    )
