"""Values of JSON documents whose form is another program's: as what they are, or as nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias, cast

Record: TypeAlias = Mapping[str, Any]


def as_list(value: object) -> list[Any]:
    """Return the list that a value is; an empty one for anything else."""
    return cast("list[Any]", value) if isinstance(value, list) else []


def as_record(value: object) -> Record:
    """Return the object that a value is; an empty one for anything else."""
    return cast("Record", value) if isinstance(value, dict) else {}


def records_of(value: object) -> Iterator[Record]:
    """Yield the objects in a list."""
    return (cast("Record", one) for one in as_list(value) if isinstance(one, dict))


def as_text(value: object) -> str | None:
    """Return the text that a value is, if there is anything in it."""
    return value if isinstance(value, str) and value.strip() else None
