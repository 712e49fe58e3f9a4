"""Searches of the full-text indexes, which all tenants share."""

from __future__ import annotations

from typing import Any

from graph.database.session import Row, Session
from graph.model.records import Caller
from graph.read.recall.recall_types import Question
from graph.read.recall.tokens import words_query

WORDS_MAX = 100
# Where other tenants' texts fill what the index finds, it is asked for more.
_LIMITS = (WORDS_MAX, 10 * WORDS_MAX, 100 * WORDS_MAX)


async def search_words(
    db: Session,
    statement: str,
    caller: Caller,
    question: Question,
    *fields: str,
    first: int = WORDS_MAX,
    **more: Any,
) -> list[Row]:
    """Return the ``first`` of what the caller's tenant has with words of the question.

    ``statement`` gives how many the index has ``seen``, and what it ``found`` of the tenant's, the
    best first. ``more`` are its other parameters.

    Raises:
        Unavailable: the store does not answer.
    """
    query = words_query(caller.tenant, question.words, *fields)
    found: list[Row] = []
    for limit in _LIMITS if query is not None else ():
        rows = await db.read(
            statement,
            tenant=caller.tenant,
            words=query,
            system_at=question.as_of.system_at,
            limit=limit,
            first=first,
            **more,
        )
        found = rows[0]["found"]
        if len(found) == first or rows[0]["seen"] < limit:
            break
    return found
