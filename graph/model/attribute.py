"""The definition of an attribute."""

from __future__ import annotations

from dataclasses import dataclass

from graph.validation import text_form
from graph.vocabulary import Cardinality, ValueType


@dataclass(frozen=True, slots=True)
class Attribute:
    """An entry of the attribute registry; a lifetime and a half-life are in days.

    ``target_kind`` is the kind of entity that a relation leads to ("place", "organization"); None
    for any kind.
    """

    name: str
    cardinality: Cardinality
    value_type: ValueType
    target_kind: str | None = None
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
        """Whether several values may hold at a time, each in a slot of its own."""
        return self.cardinality is Cardinality.MANY

    @property
    def relation(self) -> bool:
        """Whether its values are entities."""
        return self.value_type is ValueType.ENTITY

    @property
    def category_key(self) -> str | None:
        """Its category in canonical form, as policies name it; None without one."""
        return None if self.category is None else text_form(self.category)

    @property
    def mirrored(self) -> str | None:
        """Name of the relation under which its beliefs are read from the other end, if any."""
        return self.name if self.symmetric else self.inverse


@dataclass(frozen=True, slots=True)
class OtherEnd:
    """The relation as it is read from the other end: its name, cardinality and resumption."""

    tenant: str
    attribute: str
    many: bool
    resumes: bool

    @property
    def form(self) -> str:
        """How claims stand at the other end, as a slot says it."""
        return f"{self.attribute} {'many' if self.many else 'one'}"
