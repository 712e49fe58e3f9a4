"""What one operation may ask for at most."""

from __future__ import annotations

from dataclasses import dataclass

from graph.settings import Settings


@dataclass(frozen=True, slots=True)
class Bounds:
    """The most of an operation, in each direction, and whether it may ask of the schema."""

    tokens: int
    depth: int
    aliases: int
    cost: int
    introspection: bool

    @classmethod
    def of(cls, settings: Settings) -> Bounds:
        """Return what the settings say."""
        return cls(
            settings.query_tokens,
            settings.query_depth,
            settings.query_aliases,
            settings.query_cost,
            settings.introspection,
        )
