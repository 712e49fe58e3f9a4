"""Data loaders: many nested fields of one request, one statement.

Loaders live as long as one request, or one mutation of it, and belong to one caller; so an id alone
is a sufficient key for what does not depend on an as-of. What does (beliefs, timelines) is gathered
by all that its statement takes.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable, Mapping
from functools import partial
from typing import Any, TypeVar

from strawberry.dataloader import DataLoader

from graph.database.session import Row, Session
from graph.errors import Fault
from graph.model.records import (
    Caller,
    Contradiction,
    Decision,
    Entity,
    Episode,
    Evidence,
    Memory,
    Rejection,
)
from graph.read import reads
from graph.write.intake import jobs

BATCH_MAX = 500

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")
ById = DataLoader[str, T | None]


class Loaders:
    """The loaders of one caller: each gives the thing with an id, or None."""

    def __init__(self, db: Session, caller: Caller) -> None:
        self.entities: ById[Entity] = _loader(lambda ids: reads.entities_by_id(db, caller, ids))
        self.memories: ById[Memory] = _loader(lambda ids: reads.memories_by_id(db, caller, ids))
        self.episodes: ById[Episode] = _loader(lambda ids: reads.episodes_by_id(db, caller, ids))
        self.turns: DataLoader[reads.TurnsAround, list[Episode] | None] = _loader(
            lambda wanted: reads.turns_around(db, caller, wanted)
        )
        self.excerpts: DataLoader[Evidence, str | None] = _loader(
            lambda evidence: reads.excerpts(db, caller, evidence)
        )
        self.contradictions: ById[Contradiction] = _loader(
            lambda ids: reads.contradictions_by_id(db, caller, ids)
        )
        self.rejections: ById[Rejection] = _loader(
            lambda ids: reads.rejections_by_id(db, caller, ids)
        )
        self.decisions: ById[list[Decision]] = _loader(
            lambda ids: jobs.decisions_by_job(db, caller, ids)
        )
        self.challenges: ById[Contradiction] = _loader(
            lambda ids: reads.open_challenges(db, caller, ids)
        )


class Gathering:
    """Reads of one request that differ in one id alone, as one statement.

    A loader is of a statement and of all else that it takes: the tenant, both as-of times, the
    page. Nothing is kept: what is asked again is read again.
    """

    def __init__(self, db: Session) -> None:
        self._db = db
        self._loaders: dict[str, DataLoader[str, list[Row]]] = {}

    async def __call__(
        self, statement: str, among: tuple[str, str], wanted: str, params: dict[str, Any]
    ) -> list[Row]:
        """Return the rows of one; those of all that are wanted meanwhile are read with it."""
        key = f"{statement} {params!r}"
        if (loader := self._loaders.get(key)) is None:
            load = partial(self._load, key, statement, among, params)
            loader = DataLoader(load_fn=load, max_batch_size=BATCH_MAX, cache=False)
            self._loaders[key] = loader
        return await loader.load(wanted)

    async def _load(
        self,
        key: str,
        statement: str,
        among: tuple[str, str],
        params: dict[str, Any],
        wanted: list[str],
    ) -> list[list[Row]]:
        """Return the rows of each; who asks from now on is read by another loader."""
        # A subscription asks as of ever new times.
        self._loaders.pop(key, None)
        parameter, column = among
        found: dict[str, list[Row]] = {one: [] for one in wanted}
        for row in await self._db.read(statement, **params, **{parameter: list(found)}):
            found[row[column]].append(row)
        return [found[one] for one in wanted]


async def there(loader: DataLoader[K, T | None], wanted: K) -> T:
    """Return the thing with that id, which something stored refers to.

    Raises:
        Fault: it is not there, so a reference is broken.
    """
    found = await loader.load(wanted)
    if found is None:
        raise Fault(f"{wanted} is referred to and not there")
    return found


def _loader(
    fetch: Callable[[list[K]], Awaitable[Mapping[K, T]]],
) -> DataLoader[K, T | None]:
    async def load(keys: list[K]) -> list[T | None]:
        found = await fetch(keys)
        return [found.get(wanted) for wanted in keys]

    return DataLoader(load_fn=load, max_batch_size=BATCH_MAX)
