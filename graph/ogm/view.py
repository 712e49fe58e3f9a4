"""What notebooks ask: beliefs as of both times, timelines, histories, chains, who is related.

The questions have the names and the answers of the GraphQL API. They are put together with
GQLAlchemy's builder; what it cannot say, such as which beliefs are told from both ends, is done
here with the functions that the API uses.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Self

from gqlalchemy.graph_algorithms.integrated_algorithms import DepthFirstSearch
from gqlalchemy.query_builders.declarative_base import Operator

from graph.clock import END_OF_TIME, Clock, now, to_utc
from graph.errors import Ambiguous, NotFound, OutOfRange
from graph.model.records import AsOf
from graph.model.scopes import COMMON_SCOPE, name_in_scope, scopes_seen
from graph.model.slot_keys import context_key
from graph.ogm.belief_rows import ROWS_MAX, BeliefRows, belief_of, too_large
from graph.ogm.connection import ReadOnlyConnection, ReadOnlyNeo4j, Row
from graph.ogm.mirror import (
    Belief,
    Entity,
    Episode,
    EvidencedBy,
    Memory,
    Name,
    Names,
    Related,
    SameAs,
    SupersededBy,
)
from graph.ogm.query import Query
from graph.ogm.walk import Walk
from graph.read.belief_regions import BeliefFilter, Region
from graph.read.memories import oldest_first
from graph.validation import characters, is_entity_id, name_key
from graph.vocabulary import Role

HOPS_MAX = 6
# After all that is recorded, also where the clock is behind the last change.
_LATEST = END_OF_TIME - timedelta(microseconds=1)


class View:
    """One tenant of a store, to read. ``connect`` makes it; it is closed at the end of a ``with``.

    Args:
        connection: to the server.
        tenant: whose data is read.
        subject: sees the common scope and that subject's own; None sees all scopes.
        clock: what is now.
        until_closed: what ends with it.
    """

    def __init__(
        self,
        connection: ReadOnlyConnection,
        tenant: str,
        *,
        subject: str | None = None,
        clock: Clock = now,
        until_closed: ExitStack | None = None,
    ) -> None:
        self.client = ReadOnlyNeo4j(connection)
        self.tenant = tenant
        self._scopes = None if subject is None else scopes_seen(subject, Role.READER)
        self._clock = clock
        self._until_closed = until_closed or ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection; an embedded server that nobody else uses ends."""
        self.client.connection.close()
        self._until_closed.close()

    def query(self) -> Query:
        """Return an empty query of GQLAlchemy's builder, held to this tenant and these scopes."""
        return Query(self.client, self.tenant, self._scopes)

    def match(self) -> Query:
        """Return a query that begins with ``MATCH``."""
        return self.query().match()

    def entity(self, named: str) -> Entity:
        """Return the entity of an id, or the one that any of its names, or an external id, leads
        to.

        Raises:
            NotFound: there is none.
            Ambiguous: several entities have the name; the hint lists their ids.
            BadCharacters: the name has control characters or lone surrogates.
        """
        characters(named, field="entity")
        found = self._by_id(named) if is_entity_id(named) else self._by_name(named)
        if found is None:
            raise NotFound(
                f"no entity is called {named[:80]!r}", field="entity", hint="ask by an id or a name"
            )
        stands = self._representative(found.id, _LATEST)
        return found if stands is None else found.model_copy(update={"merged_into": stands})

    def memory(self, wanted: str) -> Memory:
        """Return the memory with an id.

        Raises:
            NotFound: there is none.
        """
        found = (
            self.match().node(Memory, "memory", id=wanted).return_("memory").get_single("memory")
        )
        if found is None:
            raise NotFound(f"there is no memory {wanted[:80]!r}", field="memory")
        return found

    def beliefs(
        self,
        entity: str | Entity | None = None,
        attribute: str | None = None,
        *,
        context: str | None = None,
        valid_at: datetime | None = None,
        system_at: datetime | None = None,
    ) -> list[Belief]:
        """Return what is believed at one point of both times: of an entity, of anybody, or of all.

        A missing time is now. The order is attribute, context, start, system start, id.

        Raises:
            NotFound: there is no such entity.
            NaiveTime: a time without an offset.
            OutOfRange: a system time in the future.
            TooLarge: there are more than 10,000.
        """
        return self._beliefs(entity, attribute, context, Region.at(self._at(valid_at, system_at)))

    def timeline(
        self,
        entity: str | Entity,
        attribute: str | None = None,
        *,
        context: str | None = None,
        system_at: datetime | None = None,
    ) -> list[Belief]:
        """Return the beliefs about an entity along valid time, as known at one system time.

        It raises as ``beliefs`` does.
        """
        known_at = self._at(None, system_at).system_at
        return self._beliefs(entity, attribute, context, Region.known_at(known_at))

    def history(
        self,
        entity: str | Entity,
        attribute: str,
        *,
        context: str | None = None,
        system_at: datetime | None = None,
    ) -> list[Belief]:
        """Every version of every belief about one attribute, up to one system time.

        It raises as ``beliefs`` does.
        """
        known_at = self._at(None, system_at).system_at
        found = self._beliefs(entity, attribute, context, Region.until(known_at))
        return [
            one.model_copy(update={"system_to": None})
            if one.system_to is not None and one.system_to > known_at
            else one
            for one in found
        ]

    def related(
        self,
        entity: str | Entity,
        *,
        hops: int = 1,
        relations: Iterable[str] | None = None,
        valid_at: datetime | None = None,
        system_at: datetime | None = None,
    ) -> list[Related]:
        """Return the entities within some relations, the nearest first, each with a shortest path
        to it.

        Raises:
            NotFound: there is no such entity.
            NaiveTime: a time without an offset.
            OutOfRange: more than 6 hops, or a system time in the future.
            TooLarge: there are more than 10,000.
        """
        if not 1 <= hops <= HOPS_MAX:
            raise OutOfRange(f"{hops} hops", field="hops", hint=f"ask for 1 to {HOPS_MAX}")
        at = self._at(valid_at, system_at)
        source = self._source()
        known = source.registry()
        named = None if relations is None else sorted({known.name(one) for one in relations})
        start = self._id(entity)
        start = self._representative(start, at.system_at) or start
        walk = Walk(source, known, start, named, at, contested_at=_LATEST)
        found: list[Related] = []
        frontier = [start]
        for distance in range(1, hops + 1):
            level = walk.level(frontier, distance) if frontier else []
            found += level
            frontier = [one.entity.id for one in level]
        return found

    def chain(self, memory: str | Memory) -> list[Memory]:
        """Return the supersession chain of a memory as known now: the oldest first, the head last.

        Raises:
            NotFound: there is no such memory.
            TooLarge: there are more than 10,000.
        """
        first = self.memory(memory).id if isinstance(memory, str) else memory.id
        ahead = self._superseding(self.match().node(Memory, id=first), "member", Memory)
        head = next((row["id"] for row in ahead if row["later"] is None), None)
        start = self.match().node(Memory, "member")
        found = self._superseding(start, "member", None, id=head)
        members: dict[str, Row] = {}
        for row in found:
            known = members.get(row["id"])
            if known is None or (row["later"] or "") < (known["later"] or ""):
                members[row["id"]] = row
        if len(members) > ROWS_MAX:
            raise too_large("memories", "memory")
        return [
            members[one]["member"].model_copy(
                update={
                    "superseded_by": members[one]["later"],
                    "superseded_reason": members[one]["reason"],
                }
            )
            for one in oldest_first(members.values())
        ]

    def evidence(self, memory: str | Memory) -> list[tuple[str | None, Episode]]:
        """Return the exact words that support a memory, each with the episode that has them.

        Raises:
            NotFound: there is no such memory.
        """
        wanted = self.memory(memory).id if isinstance(memory, str) else memory.id
        query = (
            self.match()
            .node(Memory, id=wanted)
            .to(EvidencedBy, "proof")
            .node(Episode, "episode")
            .return_(["proof", "episode"])
            .order_by(["episode.occurred_at", "episode.id", "proof.start"])
        )
        return [(row["proof"].span, row["episode"]) for row in query.execute()]

    def _source(self) -> BeliefRows:
        return BeliefRows(self.tenant, self.match)

    def _at(self, valid_at: datetime | None, system_at: datetime | None) -> AsOf:
        present = self._clock()
        system = _LATEST if system_at is None else to_utc(system_at, field="system_at")
        if system_at is not None and system > present:
            raise OutOfRange(
                f"system time {system.isoformat()} is in the future",
                field="system_at",
                hint="leave it out for what is known now",
            )
        return AsOf(present if valid_at is None else to_utc(valid_at, field="valid_at"), system)

    def _id(self, entity: str | Entity) -> str:
        return entity.id if isinstance(entity, Entity) else self.entity(entity).id

    def _by_id(self, wanted: str) -> Entity | None:
        return self.match().node(Entity, "entity", id=wanted).return_("entity").get_single("entity")

    def _by_name(self, named: str) -> Entity | None:
        own = [scope for scope in self._scopes or () if scope != COMMON_SCOPE]
        for scope in (*own, COMMON_SCOPE):
            query = (
                self.match()
                .node(Name, key=name_in_scope(scope, name_key(named)))
                .to(Names)
                .node(Entity, "entity")
                .return_("entity.id AS id")
            )
            bearers = [row["id"] for row in query.execute()]
            ids = sorted({self._representative(one, _LATEST) or one for one in bearers})
            if len(ids) > 1:
                raise Ambiguous(
                    f"{len(ids)} entities have the name {named!r}",
                    field="entity",
                    hint=f"ask for one of their ids: {', '.join(ids[:10])}",
                )
            if ids:
                return self._by_id(ids[0])
        return None

    def _representative(self, entity: str, at: datetime) -> str | None:
        """Return the id of the entity that stood for an absorbed one at a system time."""
        met = [entity]
        while True:
            query = (
                self.match()
                .node(Entity, id=met[-1])
                .to(SameAs, "same")
                .node(None, "into")
                .where("same.system_from", Operator.LEQ_THAN, literal=at)
                .and_where("same.system_to", Operator.GREATER_THAN, literal=at)
                .return_("into.id AS id")
            )
            into = query.get_single("id")
            if into is None or into in met:
                return None if len(met) == 1 else met[-1]
            met.append(into)

    def _beliefs(
        self,
        entity: str | Entity | None,
        attribute: str | None,
        context: str | None,
        region: Region,
    ) -> list[Belief]:
        source = self._source()
        known = source.registry()
        wanted = BeliefFilter(
            entity=None if entity is None else self._id(entity),
            attribute=None if attribute is None else known.name(attribute),
            context=context_key(context),
        )
        found = source.load(known, wanted, region)
        if not found and wanted.entity is not None:
            stands = self._representative(wanted.entity, region.system_last)
            if stands is not None:
                found = source.load(known, replace(wanted, entity=stands), region)
        if len(found) > ROWS_MAX:
            raise too_large("beliefs", "attribute")
        return [belief_of(row) for row in source.contested(found, region.system_last)]

    def _superseding(
        self, start: Query, named: str, kind: type[Memory] | None, **properties: Any
    ) -> list[Row]:
        """Members of a chain, along what is known now, and what took the place of each."""
        end = named if kind is Memory else None
        query = (
            start.to(SupersededBy, algorithm=DepthFirstSearch(lower_bound=0), system_to=END_OF_TIME)
            .node(Memory, end, **properties)
            .match(optional=True)
            .node(Memory, named)
            .to(SupersededBy, "step", system_to=END_OF_TIME)
            .node(Memory, "successor")
            .return_(
                [
                    named,
                    f"{named}.id AS id",
                    f"{named}.said_at AS said_at",
                    f"{named}.recorded_at AS recorded_at",
                    "successor.id AS later",
                    "step.reason AS reason",
                ]
            )
        )
        return query.rows()
