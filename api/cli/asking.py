"""What a command asks of Doxa: an operation of the schema, in this process.

What it answers is what ``--json`` prints, in the words of the contract; but what only has an id is
that id.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from functools import reduce
from importlib import import_module
from operator import getitem
from typing import TYPE_CHECKING, Any, cast

from api.cli.documents import document
from api.cli.run import PAGE, Run
from graph.clock import format_instant
from graph.errors import DoxaError, NotFound
from graph.read import reads
from graph.validation import is_entity_id

if TYPE_CHECKING:
    from api.graphql.request.context import Services
    from graph.database.session import Session
    from graph.model.records import AsOf, Caller

# Whoever has the machine has its memory: nothing is too large an answer.
_UNBOUNDED = 2**62


@dataclass(frozen=True, slots=True)
class Ask:
    """Executes operations of the user at the machine."""

    services: Services
    caller: Caller

    @property
    def db(self) -> Session:
        """The store, for what has no operation."""
        return self.services.db

    async def __call__(self, operation: str, /, **variables: Any) -> Any:
        """Return the data of an operation; what it notes beside goes to standard error.

        Raises:
            DoxaError: it was refused.
        """
        from api.graphql.in_process import execute  # noqa: PLC0415 -- it takes a second to load

        result = await execute(self.services, self.caller, document(operation), variables)
        for error in result.errors or ():
            cause = error.original_error or error
            if isinstance(cause, DoxaError) and cause.field is not None:
                cause.field = cause.field.removeprefix("input.")
            raise cause
        for note in (result.extensions or {}).get("warnings", ()):
            sys.stderr.write(f"{note}\n")
        return _plain(result.data)

    async def pages(
        self,
        operation: str,
        /,
        *path: str,
        limit: int | None = None,
        after: str | None = None,
        **variables: Any,
    ) -> Any:
        """Return the data of an operation in which the list at a path is whole, or has so many
        items.

        The operation takes ``first`` and ``after``. The list is a connection, of which an edge
        without a ``node`` is kept as it is, or a plain one whose items have their ``cursor``. What
        the path leads through may be null.

        Raises:
            DoxaError: as the call does.
        """
        whole, items = None, list[Any]()
        while True:
            first = PAGE if limit is None else min(PAGE, limit - len(items))
            data = await self(operation, first=first, after=after, **variables)
            whole = whole or data
            parent = reduce(getitem, path[:-1], data)
            if parent is None:
                return data
            part, after, more = _page(parent[path[-1]], first)
            items += part
            if not more or len(items) == limit:
                reduce(getitem, path[:-1], whole)[path[-1]] = items
                return whole

    def as_of(
        self, valid_at: datetime | None, system_at: datetime | None, *, option: str = "--system-at"
    ) -> dict[str, str]:
        """Return the point on both axes, as a variable; a time left out is now.

        Raises:
            OutOfRange: the system time is in the future.
        """
        point = as_of(self.db, self.caller, valid_at, system_at, option=option)
        return {
            "validAt": format_instant(point.valid_at),
            "systemAt": format_instant(point.system_at),
        }

    async def entity(
        self, called: str, operation: str = "entity", /, *path: str, **variables: Any
    ) -> Any:
        """Return the entity of this id or name with what else an operation asks of it.

        Raises:
            NotFound: there is none.
            Ambiguous: several have the name; the hint lists their ids.
        """
        given = reference(called, "id", "name")
        try:
            if path:
                data = await self.pages(operation, "entity", *path, **given, **variables)
            else:
                data = await self(operation, **given, **variables)
        except DoxaError as error:
            error.field = "ENTITY" if error.field == "name" else error.field
            raise
        if data["entity"] is None:
            raise NotFound(
                f"there is no entity {called[:80]!r} in tenant {self.caller.tenant}",
                field="ENTITY",
                hint="give a name or an id; another tenant is asked with --tenant",
            )
        return data["entity"]

    async def entity_id(self, called: str | None) -> str | None:
        """Return the id of the entity of this id or name; None where none is given.

        Raises:
            NotFound: there is none.
            Ambiguous: several have the name; the hint lists their ids.
        """
        return called and (await self.entity(called))["id"]


@asynccontextmanager
async def asking(run: Run) -> AsyncGenerator[Ask]:
    """Provide what executes operations for a run, while the block lasts."""
    # The schema is loaded while the store is waited for.
    loading = asyncio.create_task(asyncio.to_thread(import_module, "api.graphql.in_process"))
    async with run.store() as db:
        await loading
        from api.graphql.request.context import HeldAnswers  # noqa: PLC0415 -- as above
        from api.graphql.request.query_limits import Bounds  # noqa: PLC0415 -- as above
        from api.service.request_services import services  # noqa: PLC0415 -- as above

        shared = services(run.settings, db, b"", lambda: None)
        unbounded = replace(
            shared,
            bounds=Bounds(*[_UNBOUNDED] * 4, introspection=True),
            answer_max=_UNBOUNDED,
            held_answers=HeldAnswers(_UNBOUNDED),
        )
        yield Ask(unbounded, run.caller)


def _page(listed: Any, first: int) -> tuple[list[Any], str | None, bool]:
    """Return the items of a page of so many, the place of the last, and whether there may be
    more.
    """
    if "edges" not in listed:
        return listed, listed[-1]["cursor"] if listed else None, len(listed) == first
    items = [edge.get("node", edge) for edge in listed["edges"]]
    return items, listed["pageInfo"]["endCursor"], listed["pageInfo"]["hasNextPage"]


def reference(called: str | None, by_id: str, by_name: str) -> dict[str, str | None]:
    """Return the field of an input that names an entity: by its id, or else by its name."""
    return {by_id if called and is_entity_id(called) else by_name: called}


def as_of(
    db: Session,
    caller: Caller,
    valid_at: datetime | None,
    system_at: datetime | None,
    *,
    option: str = "--system-at",
) -> AsOf:
    """Return the point on both axes; a time left out is now.

    Raises:
        OutOfRange: the system time is in the future.
    """
    try:
        return reads.as_of(db, caller, valid_at, system_at)
    except DoxaError as error:
        error.field = option
        raise


def _plain(data: Any) -> Any:
    """Return data in which an id stands for what has nothing else."""
    if isinstance(data, list):
        return list(map(_plain, cast("list[Any]", data)))
    if not isinstance(data, dict):
        return data
    fields = cast("dict[str, Any]", data)
    if fields.keys() == {"id"}:
        return fields["id"]
    return {name: _plain(one) for name, one in fields.items()}
