"""What model calls cost: tokens, by their kind, times the prices of the model that answered.

A server counts what it read from its cache, what it wrote into it and what was plainly sent apart;
a batch costs half (pipeline rules, "at half the price").
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from graph.model import Usage

BATCH_FACTOR = 0.5
_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Prices:
    """What a million tokens cost, in US dollars; given by whoever runs the service.

    ``cached`` is for tokens read from the server's cache, ``written`` for those put into it.
    """

    input: float
    output: float
    cached: float
    written: float


@dataclass(frozen=True, slots=True)
class Counted:
    """The tokens of one answer, as the server counted them; the four do not overlap."""

    sent: int
    answered: int
    cached: int = 0
    written: int = 0


def prices_of(model: str, known: Mapping[str, Prices]) -> Prices | None:
    """The prices of the model, or of the longest name that its own begins with; else unknown."""
    fitting = [name for name in known if model.startswith(name)]
    return known[max(fitting, key=len)] if fitting else None


def usage(
    model: str, answers: Iterable[Counted], prices: Prices | None, *, batched: bool = False
) -> Usage:
    """What some answers consumed together, in tokens and, where prices are known, US dollars."""
    told = list(answers)
    sent = sum(one.sent for one in told)
    answered = sum(one.answered for one in told)
    cached = sum(one.cached for one in told)
    written = sum(one.written for one in told)
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
        calls=len(told),
        batched=batched,
    )
