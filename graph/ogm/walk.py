"""A walk along relations, level by level, as of one point of both times; no entity is met twice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from gqlalchemy.query_builders.declarative_base import Operator

from graph.kernel.registry.registry import Registry
from graph.model.records import AsOf
from graph.ogm.belief_rows import ROWS_MAX, BeliefRows, belief_of, swap_stored_ends, too_large
from graph.ogm.connection import Row
from graph.ogm.mirror import Belief, Entity, Related
from graph.ogm.query import Query
from graph.read.inverse_relations import list_order, mirrored_names


@dataclass(frozen=True, slots=True)
class _Hop:
    """An entity on a walk, the one before it, and the belief between the two."""

    entity: Entity
    source: str
    belief: Belief


@dataclass(slots=True)
class Walk:
    """A walk from one entity; ``relations`` are those to follow, None for all.

    ``contested_at`` is the system time at which beliefs on the way are told to be contested.
    """

    source: BeliefRows
    registry: Registry
    start: str
    relations: list[str] | None
    at: AsOf
    contested_at: datetime
    _met: dict[str, _Hop] = field(default_factory=dict[str, _Hop])

    def level(self, frontier: list[str], distance: int) -> list[Related]:
        """Return the entities one relation further than these, in the order of their ids.

        Raises:
            TooLarge: more than 10,000 have been met.
        """
        first = self._first_hops(frontier)
        rows = self.source.contested(list(first.values()), self.contested_at)
        for row in rows:
            told = swap_stored_ends(row, self._shown(row)) if row["back"] else row
            self._met[row["other"].id] = _Hop(row["other"], row["source"], belief_of(told))
        if len(self._met) > ROWS_MAX:
            raise too_large("entities", "hops")
        return [
            Related(self._met[one].entity, distance, self._path_to(one)) for one in sorted(first)
        ]

    def _first_hops(self, frontier: list[str]) -> dict[str, Row]:
        """For each entity reached the row of the first belief that leads to it."""
        place = {one: number for number, one in enumerate(frontier)}
        seen = {self.start, *self._met}
        back = mirrored_names(self.registry, self.relations)
        ahead = self._hops(frontier, self.relations, lambda query: query.to(Belief, "found"))
        behind = self._hops(frontier, back, lambda query: query.from_(Belief, "found"))
        rows: list[Row] = [*ahead, *(row | {"back": True} for row in behind)]
        rows.sort(key=lambda row: (place[row["source"]], list_order(row["belief"])))
        first: dict[str, Row] = {}
        for row in rows:
            if row["other"].id not in seen:
                first.setdefault(row["other"].id, row)
        return first

    def _hops(
        self, frontier: list[str], relations: list[str] | None, follow: Callable[[Query], Query]
    ) -> list[Row]:
        query = (
            follow(self.source.match().node(Entity, "source"))
            .node(Entity, "other")
            .where("source.id", Operator.IN, literal=frontier)
            .and_where("found.valid_to", Operator.GREATER_THAN, literal=self.at.valid_at)
            .and_where("found.valid_from", Operator.LEQ_THAN, literal=self.at.valid_at)
            .and_where("found.system_to", Operator.GREATER_THAN, literal=self.at.system_at)
            .and_where("found.system_from", Operator.LEQ_THAN, literal=self.at.system_at)
        )
        if relations is not None:
            query = query.and_where("found.attribute", Operator.IN, literal=relations)
        columns = [
            "properties(found) AS belief",
            "source.id AS source",
            "other",
            "startNode(found).name AS entity_name",
            "endNode(found).name AS target_name",
            "false AS back",
        ]
        return query.return_(columns).rows()

    def _shown(self, row: Row) -> str:
        """Return the name of a relation from its other end."""
        belief: dict[str, Any] = row["belief"]
        return self.registry.inverses[belief["attribute"]]

    def _path_to(self, reached: str) -> tuple[Belief, ...]:
        path: list[Belief] = []
        while reached != self.start:
            hop = self._met[reached]
            path.append(hop.belief)
            reached = hop.source
        return tuple(reversed(path))
