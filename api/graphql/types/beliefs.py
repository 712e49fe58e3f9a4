"""GraphQL: beliefs, what the claims add up to."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Annotated

import strawberry
from strawberry import field
from strawberry.scalars import JSON

from api.graphql.request import arguments
from api.graphql.request.arguments import FIRST_MAX
from api.graphql.request.connections import Connection, Paging
from api.graphql.request.context import Info
from api.graphql.request.scalars import AsOfInput, Node
from graph.errors import TooLarge
from graph.model import records
from graph.model.records import AsOf
from graph.model.scopes import visibility_of
from graph.read import reads
from graph.read import temporal_join as coincidence
from graph.vocabulary import Precision, TimeBasis

if TYPE_CHECKING:
    from api.graphql.types.entities import Entity
    from api.graphql.types.memories import Memory

EntityLater = Annotated["Entity", strawberry.lazy("api.graphql.types.entities")]
MemoryLater = Annotated["Memory", strawberry.lazy("api.graphql.types.memories")]


@strawberry.type(
    description="A value that holds over an interval of valid time, as derived from the claims that"
    " were known over an interval of system time. A relation that has an inverse, or is symmetric,"
    " is stored once and read from both ends: its target has the same belief with entity and target"
    " swapped, under the inverse's name, resting on the same memories, with an id of its own (the"
    " stored one's after an i) that `node` knows."
)
class Belief(Node):
    attribute: str = field(
        description="What it says of the entity; the relation's name, if it is one."
    )
    context: str | None = field(
        description="The context it is limited to; null is the slot without."
    )
    value: str | None = field(
        description=(
            "The value in the words in which it was first said, for display; null for a relation."
        )
    )
    canonical: str = field(
        description="The normalised form of the value, by which values are compared and filtered."
    )
    typed_value: JSON | None = field(
        description="The value as a number, boolean, date or quantity."
    )
    valid_from: datetime = field(description="From when it is true in the world.")
    valid_to: datetime | None = field(description="Until when, exclusive; null while open.")
    valid_from_precision: Precision = field(description="How exactly the start was said.")
    valid_to_precision: Precision | None = field(description="How exactly the end was said.")
    valid_from_text: str = field(
        description=(
            "The start as exactly as it was said, by the calendar of the zone in which it"
            " was said: `2019`, `2024-05`, `2024-05-01`. What is known to the hour or finer"
            " is in UTC."
        )
    )
    valid_to_text: str | None = field(
        description="The end in the same form, exclusive as `validTo` is; null while it is open."
    )
    valid_from_basis: TimeBasis = field(description="Whether the start was stated or observed.")
    start_unknown: bool = field(
        description=(
            "Whether it held before validFrom too, and since when is unknown: validFrom is"
            " then the start of the last period before validTo."
        )
    )
    end_unknown: bool = field(
        description="Whether it ended, nobody knows when: validTo is how far somebody vouches, or"
        " by when it was over."
    )
    system_from: datetime = field(description="From when this system believed it.")
    system_to: datetime | None = field(description="Until when, exclusive; null while believed.")
    confidence: float = field(description="How sure, between 0 and 1.")
    contested: bool = field(description="Whether an open contradiction waits for an answer.")
    cursor: str | None = field(
        description="Its place in the `timeline` or `history` that it stands in: give it as `after`"
        " to go on behind it. Null everywhere else; a connection has it on the edge."
    )
    visibility: str = field(description="Who sees it: `tenant`, or `user:SUBJECT`.")
    entity_id: strawberry.Private[str]
    target_id: strawberry.Private[str | None]
    memory_ids: strawberry.Private[tuple[str, ...]]

    @strawberry.field(description="Whom or what it is about.")
    async def entity(self, info: Info) -> EntityLater:
        return await _entity(info, self.entity_id)

    @strawberry.field(description="The other entity, for a relation.")
    async def target(self, info: Info) -> EntityLater | None:
        return None if self.target_id is None else await _entity(info, self.target_id)

    @strawberry.field(
        description="Of the claims that the belief rests on, the one with the earliest start."
    )
    async def memory(self, info: Info) -> MemoryLater:
        return (await _memories(info, self.memory_ids[:1]))[0]

    @strawberry.field(description="The id of `memory`, which need not be read for it.")
    def memory_id(self) -> strawberry.ID:
        return strawberry.ID(self.memory_ids[0])

    @strawberry.field(description="All claims that carry it.")
    async def memories(self, info: Info) -> list[MemoryLater]:
        return await _memories(info, self.memory_ids)

    @strawberry.field(
        description=(
            "What else was true during this one's interval, as known with it: of the same entity,"
            " or, with sameTarget, of anybody with the same value or target."
        )
    )
    async def coincident(
        self,
        info: Info,
        attribute: str | None = None,
        same_target: bool | None = False,
        first: int | None = 50,
        after: str | None = None,
    ) -> BeliefConnection:
        same = same_target is True
        paging = Paging.asked(info.context, first, after, "coincident", self.id, attribute, same)
        span = self._span()
        moment = paging.as_of or AsOf(
            self.valid_from,
            coincidence.known_at(span, info.context.db.system_time.now(info.context.caller.tenant)),
        )
        read = partial(
            coincidence.coincident,
            info.context.db,
            await info.context.registry(),
            span,
            attribute=attribute,
            same_target=same,
            system_at=moment.system_at,
        )
        return await paging.connection(read, Belief.of, reads.belief_key, moment)

    def _span(self) -> coincidence.Span:
        return coincidence.Span(
            id=self.id,
            entity=self.entity_id,
            attribute=self.attribute,
            canonical=self.canonical,
            valid_from=self.valid_from,
            valid_to=self.valid_to,
            system_to=self.system_to,
        )

    @classmethod
    def of(cls, belief: records.Belief, cursor: str | None = None) -> Belief:
        """Return the belief as shown; ``cursor`` is its place in a plain list."""
        return cls(
            id=strawberry.ID(belief.id),
            attribute=belief.attribute,
            context=belief.context,
            value=belief.value,
            canonical=belief.canonical,
            typed_value=None if belief.typed_value is None else JSON(belief.typed_value),
            valid_from=belief.valid_from,
            valid_to=belief.valid_to,
            valid_from_precision=belief.valid_from_precision,
            valid_to_precision=belief.valid_to_precision,
            valid_from_text=belief.valid_from_text,
            valid_to_text=belief.valid_to_text,
            valid_from_basis=belief.valid_from_basis,
            start_unknown=belief.start_unknown,
            end_unknown=belief.end_unknown,
            system_from=belief.system_from,
            system_to=belief.system_to,
            confidence=belief.confidence,
            contested=belief.contested,
            visibility=visibility_of(belief.scope),
            cursor=cursor,
            entity_id=belief.entity,
            target_id=belief.target,
            memory_ids=belief.memories,
        )


BeliefConnection = Connection[Belief]

IN_PAGES = (
    f"Without `first` all of them, or TOO_LARGE if they are more than {FIRST_MAX}. With `first` (1"
    f" to {FIRST_MAX}) in pages: give the last belief's `cursor` as `after` for the next; a page"
    " with fewer is the last. All pages show one state."
)


@dataclass(frozen=True, slots=True)
class BeliefsAsked:
    """Which beliefs a list is to hold."""

    entity: str | None
    attribute: str | None
    value: str | None
    context: str | None
    as_of: AsOfInput | None


async def beliefs_page(
    info: Info, asked: BeliefsAsked, first: int | None, after: str | None
) -> BeliefConnection:
    """One page of beliefs; later pages keep the first one's as-of."""
    given = (asked.as_of.valid_at, asked.as_of.system_at) if asked.as_of else (None, None)
    parts = (asked.entity, asked.attribute, asked.value, asked.context, given)
    paging = Paging.asked(info.context, first, after, "beliefs", *parts)
    moment = paging.as_of or await arguments.as_of(info.context, asked.as_of)
    read = partial(
        reads.beliefs,
        info.context.db,
        info.context.caller,
        entity=asked.entity,
        attribute=asked.attribute,
        value=asked.value,
        context=asked.context,
        as_of=moment,
    )
    return await paging.connection(read, Belief.of, reads.belief_key, moment)


async def beliefs_list(
    paging: Paging,
    read: Callable[..., Awaitable[list[records.Belief]]],
    moment: AsOf,
    *,
    whole: bool,
) -> list[Belief]:
    """Return a page of beliefs as a plain list, or the ``whole`` list.

    ``read`` takes the size of the page and the key to go on behind.

    Raises:
        TooLarge: the whole is asked for, and is more than a page.
    """
    found = await read(first=paging.first, after=paging.after)
    full = whole and len(found) == paging.first
    if full and await read(first=1, after=reads.belief_key(found[-1])):
        raise TooLarge(
            f"there are more than {paging.first:,} beliefs",
            field="first",
            hint="ask for pages, with `first` and `after`, or narrow it",
        )
    cursors = paging.cursors_of(found, reads.belief_key, moment)
    return [Belief.of(one, cursor) for one, cursor in zip(found, cursors, strict=True)]


async def _entity(info: Info, wanted: str) -> Entity:
    from api.graphql.types.entities import Entity  # noqa: PLC0415 - these types name one another

    return await Entity.there(info, wanted)


async def _memories(info: Info, wanted: Sequence[str]) -> list[Memory]:
    from api.graphql.types.memories import Memory  # noqa: PLC0415 - these types name one another

    return await Memory.all_of(info, wanted)
