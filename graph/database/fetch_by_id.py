"""Fetch many records by their ids, in statements of bounded size."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol, TypeVar

from graph.database.session import Ask, Row

IDS_MAX = 500


class Identified(Protocol):
    """A record with an id."""

    @property
    def id(self) -> str:
        """The id."""
        ...


T = TypeVar("T", bound=Identified)


async def fetch_by_id(
    ask: Ask, statement: str, ids: Iterable[str], parse: Callable[[Row], T], /, **params: Any
) -> dict[str, T]:
    """Run a statement for these ids and return the parsed records by id, without unknown ids."""
    distinct = list(dict.fromkeys(ids))
    records: dict[str, T] = {}
    for start in range(0, len(distinct), IDS_MAX):
        rows = await ask(statement, ids=distinct[start : start + IDS_MAX], **params)
        records |= {record.id: record for record in map(parse, rows)}
    return records
