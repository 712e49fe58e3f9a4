"""What the registry says of an attribute."""

from __future__ import annotations

from dataclasses import dataclass

from graph.vocabulary import Cardinality, ValueType


@dataclass(frozen=True, slots=True)
class Attribute:
    """An entry of the registry."""

    name: str
    cardinality: Cardinality
    value_type: ValueType
    unit: str | None = None
    category: str | None = None
    inverse: str | None = None
    symmetric: bool = False
    opposite: str | None = None
    resumes: bool = True
    volatile: bool = False
    high_stakes: bool = False
    ttl_days: float | None = None
    half_life_days: float | None = None
    aliases: tuple[str, ...] = ()
    declared: bool = True

    @property
    def many(self) -> bool:
        """Whether many values may hold at a time, each in a slot of its own."""
        return self.cardinality is Cardinality.MANY

    @property
    def mirrored(self) -> str | None:
        """The relation that its beliefs show from the other end, if they can be read from there."""
        return self.name if self.symmetric else self.inverse
