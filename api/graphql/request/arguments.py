"""Arguments as callers give them, turned into the store's own types; errors name the path."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from api.graphql.request.context import RequestContext
from api.graphql.request.scalars import AsOfInput, GivenTime
from graph import validation
from graph.errors import BadId, DoxaError, NotFound, OutOfRange
from graph.model.records import AsOf
from graph.read import reads
from graph.validation import Dated, DatedInterval
from graph.vocabulary import Precision

FIRST_DEFAULT = 50
FIRST_MAX = 500
# On each side of an episode.
TURNS_DEFAULT = 2

_WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:-]{0,127}")


def moment(value: GivenTime | None, at: str) -> datetime | None:
    """Return the instant, if one is given: of a year, month or day its start; ``at`` is its
    path.
    """
    found = read_date(value, at)
    return None if found is None else found.at.astimezone(UTC)


def read_date(value: GivenTime | None, at: str) -> Dated | None:
    """Return a year, month, day or time as it was written, if one is given; ``at`` is its path."""
    return None if value is None else validation.dated_text(value, field=at)


def interval_of(
    start: tuple[GivenTime | None, str],
    end: tuple[GivenTime | None, str],
    precisions: tuple[Precision | None, Precision | None],
    said_at: tuple[GivenTime | None, str] = (None, ""),
) -> tuple[DatedInterval, datetime | None]:
    """Return an interval and the time of speaking as they were written; each time with its path."""
    spoken = read_date(*said_at)
    interval = DatedInterval.of(read_date(*start), read_date(*end), *precisions, date=spoken)
    return interval, None if spoken is None else spoken.at


def zoned_moment(value: GivenTime | None, at: str) -> datetime | None:
    """Return the instant with the offset it was given in: "last Monday" depends on it."""
    return None if value is None else validation.zoned_text(value, field=at)


def known_id(given: str, at: str) -> str:
    """Return the id, if it can be one of ours.

    Raises:
        NotFound: it is a plain word, so an id for all the caller can tell, but nobody's.
        BadId: it cannot be an id at all.
    """
    try:
        return validation.ident(given, field=at)
    except BadId as error:
        if not _WORD.fullmatch(given):
            raise
        raise NotFound(f"there is no {given}", field=at, hint="use an id from an answer") from error


def page_size(first: int | None) -> int:
    """How many items a page may have.

    Raises:
        OutOfRange: it is not between 1 and 500.
    """
    if first is None:
        return FIRST_DEFAULT
    if not 1 <= first <= FIRST_MAX:
        raise OutOfRange(f"first is {first}", field="first", hint=f"ask for 1 to {FIRST_MAX}")
    return first


async def as_of(context: RequestContext, given: AsOfInput | None, at: str = "asOf") -> AsOf:
    """Return the point on both axes that a read is about; what is not given is now."""
    valid_at = moment(given.valid_at, f"{at}.validAt") if given else None
    system_at = moment(given.system_at, f"{at}.systemAt") if given else None
    return await resolve_as_of(context, valid_at, system_at, f"{at}.systemAt")


async def resolve_as_of(
    context: RequestContext, valid_at: datetime | None, system_at: datetime | None, at: str
) -> AsOf:
    """As ``reads.as_of``; an error about the system time names the argument ``at``."""
    db = context.db
    if system_at is None or system_at > db.clock():
        await db.catch_up(context.caller.tenant)
    try:
        return reads.as_of(db, context.caller, valid_at, system_at)
    except DoxaError as error:
        error.field = at
        raise
