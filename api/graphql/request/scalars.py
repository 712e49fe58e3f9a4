"""The scalars, the enums and the small types that every other GraphQL type uses.

A time that comes in stays text (``GivenTime``) until a resolver reads it together with its
argument's path: a scalar does not know where it stands, and an error must say where.
"""

from __future__ import annotations

import math
from datetime import datetime
from typing import cast

import strawberry
from graphql import GraphQLError
from strawberry import field
from strawberry.schema.config import StrawberryConfig
from strawberry.types.enum import has_enum_definition

from api.graphql.request.descriptions import ENUMS
from graph.clock import format_instant, to_utc


class GivenTime(str):
    """A time as the caller wrote it, not yet understood."""

    __slots__ = ()


def _written(value: object) -> str:
    if not isinstance(value, datetime):
        raise GraphQLError(f"{value!r} is no time")
    return format_instant(to_utc(value, field="DateTime"))


def _given(value: object) -> GivenTime:
    if not isinstance(value, str):
        raise GraphQLError("a time is text, like 2024-05-01T09:00:00Z")
    return GivenTime(value)


def _json(value: object) -> object:
    pending = [value]
    while pending:
        part = pending.pop()
        if isinstance(part, float) and not math.isfinite(part):
            raise GraphQLError(f"{part} is no JSON number")
        if isinstance(part, list):
            pending.extend(cast(list[object], part))
        elif isinstance(part, dict):
            pending.extend(cast(dict[str, object], part).values())
    return value


_DATE_TIME = strawberry.scalar(
    name="DateTime",
    description=(
        "An instant, ISO 8601. As an input, a time of day needs an offset from UTC"
        " (`2024-05-01T09:00:00+02:00`); a year, month or day alone (`2024`, `2024-05`,"
        " `2024-05-01`) is its first moment in UTC, also as an end, which is exclusive, and a bound"
        " of an interval is then as exact as that. Others are written by EDTF: the decade `156X`,"
        " spring `2001-21`, a quarter `2001-33`. The time of a message always needs an offset. In"
        " answers it is in UTC and ends in `Z`."
    ),
    specified_by_url="https://www.rfc-editor.org/rfc/rfc3339",
    serialize=_written,
    parse_value=_given,
)
_JSON = strawberry.scalar(
    name="JSON", description="Any JSON value.", serialize=lambda value: value, parse_value=_json
)

CONFIG = StrawberryConfig(
    scalar_map={datetime: _DATE_TIME, GivenTime: _DATE_TIME, strawberry.scalars.JSON: _JSON}
)

for _words, _meaning, _values in ENUMS:
    strawberry.enum(_words, description=_meaning)
    assert has_enum_definition(_words)
    for _value in _words.__strawberry_definition__.values:
        _value.description = _values[_value.name]


@strawberry.interface(description="Anything with an id.")
class Node:
    id: strawberry.ID = field(description="An opaque id, the same wherever it appears.")


@strawberry.input(
    name="AsOf",
    description=(
        "A moment in valid time and one in system time at which a field is evaluated. A"
        " nested field that takes an AsOf uses now, unless it is given its own."
    ),
)
class AsOfInput:
    valid_at: GivenTime | None = field(
        default=None,
        description=(
            "The moment in the world that is asked about: what holds from `validFrom` on"
            " and before `validTo`. Absent: now; in `recall` the period that the question"
            " names comes first."
        ),
    )
    system_at: GivenTime | None = field(
        default=None,
        description=(
            "The moment of system time as of which the store is asked: what was recorded"
            " later is left out. Absent: now; a moment in the future is refused."
        ),
    )


@strawberry.type(description="Where a page lies in its list.")
class PageInfo:
    has_next_page: bool = field(description="Whether more follows.")
    has_previous_page: bool = field(description="Whether something comes before.")
    start_cursor: str | None = field(description="The first item's cursor.")
    end_cursor: str | None = field(description="The last item's cursor: the next page's `after`.")
