"""The rows of beliefs, of one point or region of both times, as they are stored.

They are read with GQLAlchemy's builder. Which beliefs are told from both ends is decided by the
functions of ``graph.read``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from gqlalchemy.query_builders.declarative_base import Operator

from graph.errors import TooLarge
from graph.kernel.registry.registry import Registry, from_row, of_attributes
from graph.ogm.connection import Row
from graph.ogm.mirror import Belief, Entity
from graph.ogm.query import Query
from graph.read.belief_regions import BeliefFilter, Region
from graph.read.inverse_relations import (
    InverseFilter,
    keep_untold,
    merge_rows,
    mirrors,
    swap_ends,
)

ROWS_MAX = 10_000


@dataclass(frozen=True, slots=True)
class BeliefRows:
    """Reads the rows of one tenant; ``match`` begins a query of it."""

    tenant: str
    match: Callable[[], Query]

    def registry(self) -> Registry:
        """Return what is known of the tenant's attributes."""
        own = self.match().node("Attribute", "it").return_("properties(it) AS it").rows()
        return of_attributes(self.tenant, 0, [from_row(row["it"]) for row in own])

    def load(self, registry: Registry, wanted: BeliefFilter, region: Region) -> list[Row]:
        """Return what is stored at an entity, and at others; the end of time is as it is stored."""
        about = {"found.entity": wanted.entity, "found.attribute": wanted.attribute}
        stored = self._edges(None, about, wanted, region)
        pairs = mirrors(registry, InverseFilter(wanted.entity, wanted.attribute, None))
        turned = self._told_from_others(pairs, wanted, region) if pairs else []
        bounds = {
            "valid_first": region.valid_first,
            "valid_last": region.valid_last,
            "system_first": region.system_first,
            "system_last": region.system_last,
        }
        own = [row["belief"] for row in stored]
        return merge_rows(stored, keep_untold(self.tenant, turned, own, bounds), ROWS_MAX + 1)

    def _told_from_others(
        self, pairs: Sequence[Mapping[str, str]], wanted: BeliefFilter, region: Region
    ) -> list[Row]:
        """Relations that are stored at others, as the entity tells them, or anybody."""
        names = sorted({pair["stored"] for pair in pairs})
        about = {"found.canonical": wanted.entity, "found.attribute": names}
        found = self._edges(Entity, about, wanted, region)
        return [
            swap_stored_ends(row, pair["shown"])
            for pair in pairs
            for row in found
            if row["belief"]["attribute"] == pair["stored"]
        ]

    def _edges(
        self,
        end: type[Entity] | None,
        about: Mapping[str, Any],
        wanted: BeliefFilter,
        region: Region,
    ) -> list[Row]:
        """Return the rows of beliefs that lead to nodes of a class; None for all."""
        query = (
            self.match()
            .node(None, "subject")
            .to(Belief, "found")
            .node(end, "object")
            .where("found.valid_to", Operator.GREATER_THAN, literal=region.valid_first)
            .and_where("found.valid_from", Operator.LEQ_THAN, literal=region.valid_last)
            .and_where("found.system_to", Operator.GREATER_THAN, literal=region.system_first)
            .and_where("found.system_from", Operator.LEQ_THAN, literal=region.system_last)
        )
        for item, value in about.items():
            if value is not None:
                operator = Operator.IN if isinstance(value, list) else Operator.EQUAL
                query = query.and_where(item, operator, literal=value)
        if wanted.context is not None:
            query = query.and_where("found.context_key", Operator.EQUAL, literal=wanted.context)
        query = query.return_(
            [
                "properties(found) AS belief",
                "subject.name AS entity_name",
                "object.name AS target_name",
            ]
        )
        return query.limit(ROWS_MAX + 1).rows()

    def contested(self, rows: list[Row], known_at: datetime) -> list[Row]:
        """Return the rows, each with whether a contradiction was open at a system time."""
        parents = sorted({row["belief"]["parent"] for row in rows})
        query = (
            self.match()
            .node("Contradiction", "it")
            .where("it.open_parent", Operator.IN, literal=parents)
            .and_where("it.detected_at", Operator.LEQ_THAN, literal=known_at)
            .return_(["it.open_parent AS parent", "it.slot AS slot", "it.detected_at AS at"])
        )
        doubts = query.rows() if parents else []
        return [
            row
            | {
                "contested": any(
                    doubt["parent"] == belief["parent"]
                    and doubt["slot"] in (belief["slot"], belief["parent"])
                    and doubt["at"] < belief["system_to"]
                    for doubt in doubts
                )
            }
            for row in rows
            for belief in [row["belief"]]
        ]


def swap_stored_ends(row: Row, shown: str) -> Row:
    """Return a stored relation as its other end tells it."""
    turned = swap_ends(row, shown)
    return turned | {"entity_name": row["target_name"], "target_name": row["entity_name"]}


def belief_of(row: Row) -> Belief:
    """Return the object of a row that says whether it is contested."""
    belief = row["belief"]
    return Belief(
        **belief,
        contested=row["contested"],
        entity_name=row["entity_name"],
        target_name=row["target_name"],
    )


def too_large(what: str, field: str) -> TooLarge:
    """Return the error for more than ``ROWS_MAX`` of something."""
    return TooLarge(f"there are more than {ROWS_MAX:,} {what}", field=field, hint="ask for less")
