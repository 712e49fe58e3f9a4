"""Lists in pages: connections, their edges and their cursors."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import strawberry
from strawberry import field

from api.graphql.request.arguments import page_size
from api.graphql.request.context import RequestContext
from api.graphql.request.cursors import Cursors, Place, SortKey
from api.graphql.request.scalars import PageInfo
from graph.model.records import AsOf, Page

M = TypeVar("M")
N = TypeVar("N")


@strawberry.type(description="One item of a list, and its place there.")
class Edge(Generic[N]):
    cursor: str = field(description="The item's place: give it as `after` to go on behind it.")
    node: N = field(description="The item.")


@strawberry.type(description="A page of a list.")
class Connection(Generic[N]):
    edges: list[Edge[N]] = field(description="The items, in the list's order.")
    page_info: PageInfo = field(description="Where this page lies.")
    total_count: int | None = field(
        description="How many there are in all, where one page shows it; else null."
    )


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
        """The page asked for, of the list that the parts (field and arguments) name.

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

    def total(self, page: Page[M]) -> int | None:
        """The length of the list, if this page is all of it."""
        return len(page.items) if self.place is None and not page.has_next else None

    def connection(
        self,
        page: Page[M],
        node: Callable[[M], N],
        key: Callable[[M], SortKey],
        as_of: AsOf | None = None,
    ) -> Connection[N]:
        """The page as a connection."""
        cursors = self.cursors_of(page.items, key, as_of)
        return Connection(
            edges=[
                Edge(cursor=cursor, node=node(item))
                for cursor, item in zip(cursors, page.items, strict=True)
            ],
            page_info=self.info(page, cursors, as_of),
            total_count=self.total(page),
        )
