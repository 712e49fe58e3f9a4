"""Many things by their ids, in statements of bounded size."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol, TypeVar

from graph.session import Row, Session

IDS_MAX = 500


class Identified(Protocol):
    """Anything with an id."""

    @property
    def id(self) -> str:
        """The id."""
        ...


T = TypeVar("T", bound=Identified)


async def by_id(
    db: Session, statement: str, ids: Iterable[str], made: Callable[[Row], T], /, **params: Any
) -> dict[str, T]:
    """What a statement finds for these ids, by id; unknown ones are left out."""
    wanted = list(dict.fromkeys(ids))
    found: dict[str, T] = {}
    for start in range(0, len(wanted), IDS_MAX):
        batch = await db.read(statement, ids=wanted[start : start + IDS_MAX], **params)
        found |= {one.id: one for one in map(made, batch)}
    return found
