"""Arguments as callers give them, turned into the store's own types; errors name the path."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime

from api.graphql.request.context import RequestContext
from api.graphql.request.scalars import AsOfInput, GivenTime
from graph import validation
from graph.edtf import (
    Dated,
    DatedInterval,
    correction_text,
    dated_text,
    interval_text,
    moment_text,
    refuse_beside,
)
from graph.errors import BadId, DoxaError, NotFound, OutOfRange
from graph.model.records import AsOf
from graph.read import reads
from graph.vocabulary import Precision

FIRST_DEFAULT = 50
FIRST_MAX = 500
# On each side of an episode.
TURNS_DEFAULT = 2

_WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:-]{0,127}")


def moment(value: GivenTime | None, at: str) -> datetime | None:
    """Return the instant, if one is given: of a period its start; ``at`` is its path."""
    return None if value is None else moment_text(value, field=at)


def read_date(value: GivenTime | None, at: str, *, certain: bool = False) -> Dated | None:
    """Return a period or a time as it was written, if one is given; ``at`` is its path."""
    return None if value is None else dated_text(value, field=at, certain=certain)


@dataclass(frozen=True, slots=True)
class GivenInterval:
    """An interval as it was written: its bounds, or the whole as ``valid``.

    The names of the bounds are those of the arguments, which lie below ``at``.
    """

    start: GivenTime | None
    end: GivenTime | None
    precision: Precision | None
    precision_to: Precision | None
    start_unknown: bool | None = None
    end_unknown: bool | None = None
    valid: str | None = None
    names: tuple[str, str] = ("validFrom", "validTo")
    at: str = ""

    def read(self, *, corrects: bool = False) -> DatedInterval:
        """Return the interval, of an assertion or of what one ``corrects``.

        Raises:
            Incorrect: a date is none, or the whole is given beside a bound.
        """
        start, end = (
            read_date(value, f"{self.at}{name}", certain=corrects)
            for name, value in zip(self.names, (self.start, self.end), strict=True)
        )
        if self.valid is None:
            bounds = DatedInterval.of(start, end, self.precision, self.precision_to)
            return replace(bounds, start_unknown=self.start_unknown, end_unknown=self.end_unknown)
        others = {
            self.names[0]: start,
            self.names[1]: end,
            "precision": self.precision,
            "precisionTo": self.precision_to,
            "startUnknown": self.start_unknown,
            "endUnknown": self.end_unknown,
        }
        refuse_beside(others, field="valid", prefix=self.at)
        whole = correction_text if corrects else interval_text
        return whole(self.valid, field=f"{self.at}valid")


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
