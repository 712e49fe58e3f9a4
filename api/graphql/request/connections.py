"""Lists in pages: connections, their edges and their cursors."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

import strawberry
from strawberry import field

from api.graphql.request.arguments import FIRST_MAX, page_size
from api.graphql.request.context import RequestContext
from api.graphql.request.cursors import Cursors, Place, SortKey
from api.graphql.request.scalars import PageInfo
from graph.model.records import AsOf, Page

M = TypeVar("M")
N = TypeVar("N")
# A page of a list, by its size and the key to go on behind: ``read(first=, after=)``.
Read = Callable[..., Awaitable[Page[M]]]
Key = Callable[[M], SortKey]
Count = Callable[[], Awaitable[int | None]]

COUNT_MAX = 10_000
TOTAL = (
    f"How many items the whole list has; null if there are more than {COUNT_MAX:,}. They are"
    " counted only where this is asked for and one page does not hold the whole list."
)


@strawberry.type(description="One item of a list, and its place there.")
class Edge(Generic[N]):
    cursor: str = field(description="The item's place: give it as `after` to go on behind it.")
    node: N = field(description="The item.")


@strawberry.type(description="A page of a list.")
class Connection(Generic[N]):
    edges: list[Edge[N]] = field(description="The items, in the list's order.")
    page_info: PageInfo = field(description="Where this page lies.")
    count: strawberry.Private[Count]

    @field(description=TOTAL)
    async def total_count(self) -> int | None:
        """Return the length of the list."""
        return await self.count()


@dataclass(frozen=True, slots=True)
class Paging:
    """What a caller asks of a list: how many, after which place, in which state."""

    cursors: Cursors
    first: int
    place: Place | None

    @classmethod
    def asked(
        cls,
        context: RequestContext,
        first: int | None,
        after: str | None,
        *list_parts: object,
    ) -> Paging:
        """Return the page asked for, of the list that the parts (field and arguments) name.

        Raises:
            OutOfRange: the size is not between 1 and 500.
            BadCursor: ``after`` is no cursor of this list.
        """
        size = page_size(first)
        cursors = Cursors.of(context.services.secret, context.caller.tenant, *list_parts)
        return cls(cursors, size, None if after is None else cursors.read(after))

    @property
    def after(self) -> SortKey | None:
        """The sort key to go on behind, if it is not the first page."""
        return None if self.place is None else self.place.key

    @property
    def as_of(self) -> AsOf | None:
        """The moment that the list's first page resolved, if this is a later one."""
        return None if self.place is None else self.place.as_of

    def cursors_of(
        self, items: Iterable[M], key: Callable[[M], SortKey], as_of: AsOf | None = None
    ) -> list[str]:
        """One cursor for each item."""
        return [self.cursors.write(Place(key(item), as_of)) for item in items]

    def info(self, page: Page[M], cursors: Sequence[str], as_of: AsOf | None = None) -> PageInfo:
        """Where the page lies; its end need not be an item."""
        last = cursors[-1] if cursors else None
        if page.end is not None:
            last = self.cursors.write(Place(page.end, as_of))
        return PageInfo(
            has_next_page=page.has_next,
            has_previous_page=self.place is not None,
            start_cursor=cursors[0] if cursors else None,
            end_cursor=last,
        )

    def counting(self, page: Page[M], read: Read[M], key: Key[M]) -> Count:
        """Return what counts the whole list that ``read`` gives a page of."""
        return partial(self._counted, page, read, key)

    async def _counted(self, page: Page[M], read: Read[M], key: Key[M]) -> int | None:
        if page.total is not None:
            return page.total
        if self.place is not None:
            page = await read(first=FIRST_MAX, after=None)
        total = len(page.items)
        while page.has_next and total <= COUNT_MAX:
            after = page.end or key(page.items[-1])
            page = await read(first=FIRST_MAX, after=after)
            total += len(page.items)
        return total if total <= COUNT_MAX else None

    async def connection(
        self, read: Read[M], node: Callable[[M], N], key: Key[M], as_of: AsOf | None = None
    ) -> Connection[N]:
        """Return the page asked for, as a connection."""
        page = await read(first=self.first, after=self.after)
        cursors = self.cursors_of(page.items, key, as_of)
        return Connection(
            edges=[
                Edge(cursor=cursor, node=node(item))
                for cursor, item in zip(cursors, page.items, strict=True)
            ],
            page_info=self.info(page, cursors, as_of),
            count=self.counting(page, read, key),
        )
