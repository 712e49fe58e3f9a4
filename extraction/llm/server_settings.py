"""Configuration of a model server: address, retries, prices and trust."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from extraction.llm.prices import Prices

Effort = Literal["low", "medium", "high", "xhigh", "max"]

OUTPUT_TOKENS_MAX = 4_096
TIMEOUT_S = 60.0
RETRIES_MAX = 2
# Their servers cache no prefix under 4,096 tokens; those of other models cache 2,048, or fewer.
_CACHED_LONG = ("claude-haiku-4-5", "claude-opus-4-5", "claude-opus-4-6")

_LARGE = ("sonnet", "opus", "fable", "mythos")


@dataclass(frozen=True, slots=True)
class ModelTrust:
    """Trust factors of large and small models of Claude's families, and of all others."""

    large: float = 1.0
    small: float = 0.95
    others: float = 0.85

    def of(self, model: str) -> float:
        """Return the trust factor of a model."""
        if "haiku" in model:
            return self.small
        return self.large if any(name in model for name in _LARGE) else self.others


@dataclass(frozen=True, slots=True)
class ModelServer:
    """A model server's address, limits and prices; ``models`` maps tenants to their models.

    ``timeout_s`` is in seconds. ``thinking`` lets a model think before it answers; thinking counts
    to ``output_tokens_max``. ``effort`` is how much of it a model makes; None leaves that to the
    server. ``cache_hours``: the static prefix is cached for an hour instead of five minutes.
    """

    model: str
    key: str
    base_url: str | None = None
    timeout_s: float = TIMEOUT_S
    retries_max: int = RETRIES_MAX
    output_tokens_max: int = OUTPUT_TOKENS_MAX
    prices: Mapping[str, Prices] = field(default_factory=lambda: MappingProxyType({}))
    models: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    trust: ModelTrust = ModelTrust()
    thinking: bool = False
    effort: Effort | None = "low"
    cache_hours: bool = False

    @property
    def caches_only_long(self) -> bool:
        """Whether the server of this model caches long prefixes only."""
        return self.model.startswith(_CACHED_LONG)
