"""Values of JSON documents whose form is another program's: as what they are, or as nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, TypeAlias, cast

Record: TypeAlias = Mapping[str, Any]

# What other programs call the kinds of entities.
KINDS: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("human", "person", "user"), "person"),
        **dict.fromkeys(("company", "organisation", "organization"), "organization"),
        **dict.fromkeys(("city", "country", "location", "place"), "place"),
        **dict.fromkeys(("project",), "project"),
        **dict.fromkeys(("software",), "software"),
    }
)


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


def known_kind(value: object) -> str | None:
    """Return the kind of entity that another program means, if it is one of ours."""
    return KINDS.get(value.strip().casefold()) if isinstance(value, str) else None
