"""Types of the fields of exported lines. A file is untrusted: each type checks what it is given."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Any, TypeAlias

from pydantic import AfterValidator, Field, PlainSerializer, PlainValidator

from graph.clock import format_instant, to_utc
from graph.errors import Incorrect, InvalidArgument
from graph.model.commands import KIND_MAX, NAME_MAX, TEXT_MAX, VALUE_MAX, attribute_name
from graph.model.gate.policy import read_policy
from graph.validation import (
    KEY_BYTES_MAX,
    indexable,
    instant_text,
    name_text,
    score,
    text,
    zoned_text,
)

KEY_MAX = 400
# So long that the line of an export that holds it, with all else that it may hold, can be loaded.
SPAN_MAX = 300_000
# Of JSON of a value.
JSON_MAX = 100_000
# Of a part of a long text, as long as a line.
PART_MAX = 1_000_000


def _reported(check: Callable[..., Any], *bounds: int) -> Callable[[Any], Any]:
    """Wrap a check so that pydantic reports its error with the place in the line."""

    def run(value: Any) -> Any:
        try:
            return check(value, *bounds, field="")
        except Incorrect as error:
            raise ValueError(error) from error

    return run


def _checked(check: Callable[..., Any], *bounds: int) -> AfterValidator:
    return AfterValidator(_reported(check, *bounds))


def _any_text(value: str, length_max: int, *, field: str) -> str:
    return text(f".{value}", length_max + 1, field=field)[1:]


def _canonical_text(value: str, *, field: str) -> str:
    return indexable(_any_text(value, KEY_BYTES_MAX, field=field), field=field)


def _entity_name(value: str, *, field: str) -> str:
    return indexable(name_text(value, VALUE_MAX, field=field), field=field)


def _json_text(value: str, length_max: int, *, field: str) -> str:
    try:
        json.loads(value)
    except (ValueError, RecursionError) as error:
        raise InvalidArgument("not JSON", field=field, hint="load it as exported") from error
    return text(value, length_max, field=field)


def _instant(value: object, *, field: str) -> datetime:
    if isinstance(value, datetime):
        return to_utc(value, field=field)
    if isinstance(value, str):
        return instant_text(value, field=field)
    raise InvalidArgument("not a time", field=field, hint="write it like 2024-05-01T09:00:00Z")


def _local_time(value: object, *, field: str) -> datetime:
    if isinstance(value, str):
        return zoned_text(value, field=field)
    _instant(value, field=field)
    assert isinstance(value, datetime), "otherwise refused"
    return value


def _policy(value: dict[str, Any], *, field: str) -> dict[str, Any]:
    try:
        return read_policy(value).as_json()
    except InvalidArgument as error:
        raise InvalidArgument(error.message, field=field, hint=error.hint) from error


_AS_WRITTEN = PlainSerializer(format_instant, when_used="json")

Text: TypeAlias = Annotated[str, _checked(text, TEXT_MAX)]
# These may be empty, or nothing but white space.
AnyText: TypeAlias = Annotated[str, _checked(_any_text, PART_MAX)]
SpanText: TypeAlias = Annotated[str, _checked(_any_text, SPAN_MAX)]
CanonicalText: TypeAlias = Annotated[str, _checked(_canonical_text)]
Scope: TypeAlias = Annotated[str, _checked(_any_text, NAME_MAX)]
ShortText: TypeAlias = Annotated[str, _checked(_any_text, 200)]
LiteralText: TypeAlias = Annotated[str, _checked(text, VALUE_MAX)]
JsonText: TypeAlias = Annotated[str, _checked(_json_text, JSON_MAX)]
LongJson: TypeAlias = Annotated[str, _checked(_json_text, PART_MAX)]
# With every part of it, whatever is built in where the file is loaded.
PolicyObject: TypeAlias = Annotated[dict[str, Any], _checked(_policy)]
Reason: TypeAlias = LiteralText
# Of a ledger of erasures.
Hash: TypeAlias = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]
Label: TypeAlias = Annotated[str, _checked(text, NAME_MAX)]
Word: TypeAlias = Annotated[str, _checked(text, KIND_MAX)]
Context: TypeAlias = Annotated[str, _checked(text, 200)]
EntityName: TypeAlias = Annotated[str, _checked(_entity_name)]
AttributeName: TypeAlias = Annotated[str, _checked(attribute_name)]
Score: TypeAlias = Annotated[float, Field(strict=True), _checked(score)]
Days: TypeAlias = Annotated[float, Field(strict=True, allow_inf_nan=False)]
Count: TypeAlias = Annotated[int, Field(strict=True, ge=0, lt=2**53)]
Flag: TypeAlias = Annotated[bool, Field(strict=True)]
# In UTC; with an offset or "Z" in the file.
Instant: TypeAlias = Annotated[datetime, PlainValidator(_reported(_instant)), _AS_WRITTEN]
# An instant in the offset in which it was said: "last Monday" and "since 2019" depend on it.
LocalTime: TypeAlias = Annotated[datetime, PlainValidator(_reported(_local_time)), _AS_WRITTEN]


class Key(str):
    """A record's name in a file: the id that it had there, or the key of the line it came from.

    ``kind`` is the prefix of the ids of such records.
    """

    __slots__ = ("kind",)
    kind: str


def _key(kind: str) -> PlainValidator:
    def check(value: object, *, field: str) -> Key:
        if not isinstance(value, str):
            raise InvalidArgument("not a key", field=field, hint="a key is a text")
        key = Key(name_text(value, KEY_MAX, field=field))
        key.kind = kind
        return key

    return PlainValidator(_reported(check))


MemoryKey: TypeAlias = Annotated[Key, _key("m")]
EntityKey: TypeAlias = Annotated[Key, _key("e")]
EpisodeKey: TypeAlias = Annotated[Key, _key("p")]
ContradictionKey: TypeAlias = Annotated[Key, _key("c")]
RejectionKey: TypeAlias = Annotated[Key, _key("r")]
ConsentKey: TypeAlias = Annotated[Key, _key("k")]
ProposalKey: TypeAlias = Annotated[Key, _key("mp")]
