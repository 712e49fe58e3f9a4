"""Which changed beliefs somebody asks for, by identity and by attribute, and sees."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import dataclass

from api.graphql.request.context import RequestContext
from graph.errors import NotFound
from graph.kernel.entities.resolution import load_identity
from graph.model import records
from graph.read.change_feed.belief_changes import Numbered
from graph.read.inverse_relations import inverse_view


@dataclass(frozen=True, slots=True)
class WantedBeliefs:
    """The beliefs that somebody asks for; none of them is everything."""

    entities: frozenset[str] | None
    attribute: str | None

    @classmethod
    async def resolve(
        cls, context: RequestContext, entity: str | None, attribute: str | None
    ) -> WantedBeliefs:
        """Return the beliefs of an identity as known now, or about an attribute by any of its
        names.

        Raises:
            NotFound: the tenant has no such entity.
        """
        name = None if attribute is None else (await context.registry()).name(attribute)
        if entity is None:
            return cls(None, name)
        row = await load_identity(context.db.read, context.caller.tenant, entity)
        if row is None:
            raise NotFound(
                f"there is no entity {entity[:40]!r}", field="entity", hint="see `entities`"
            )
        return cls(frozenset(row["whole"]), name)

    async def select(self, context: RequestContext, numbered: Numbered) -> records.BeliefChange:
        """Those of a change that are asked for and that the caller sees."""
        change = numbered.change
        return records.BeliefChange(
            change.at,
            tuple([each async for each in self._views(context, change.inserted)]),
            tuple([each async for each in self._views(context, change.retired)]),
        )

    async def _views(
        self, context: RequestContext, beliefs: tuple[records.Belief, ...]
    ) -> AsyncGenerator[records.Belief]:
        scopes = context.db.scopes
        for belief in beliefs:
            if scopes is None or belief.scope in scopes:
                for view in await self._ends(context, belief):
                    if self._fits(view):
                        yield view

    async def _ends(
        self, context: RequestContext, belief: records.Belief
    ) -> tuple[records.Belief, ...]:
        """Return a belief, and as its other end tells it where that may be asked for."""
        if belief.target is None or (self.entities is None and self.attribute is None):
            return (belief,)
        afar = inverse_view(await context.registry(), belief)
        return (belief,) if afar is None else (belief, afar)

    def _fits(self, belief: records.Belief) -> bool:
        about = self.entities is None or belief.entity in self.entities
        return about and self.attribute in (None, belief.attribute)
