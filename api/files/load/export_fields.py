"""What stands in the lines of an exported file, checked: keys, entities, times, numbers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any, cast

from api.files.json_lines import Fields
from api.files.load.record_values import literal_of
from graph.clock import to_utc
from graph.errors import Empty, InvalidArgument, OutOfRange
from graph.limits import Limits
from graph.model.commands import VALUE_MAX, attribute_name
from graph.restore.events import Place
from graph.validation import name_text, not_ahead, text

KEY_MAX = 400
# What is compared, and what was cut out of a longer text, may be nothing but white space.
ANYTHING_MAX = 10_000_000


def anything(value: str, *, field: str) -> str:
    """A text that may be empty, free of control characters."""
    return text(f".{value}", ANYTHING_MAX, field=field)[1:]


def canonical_of(fields: Fields) -> tuple[str | None, str | None]:
    """The form that equality uses: a literal's, or an entity's key."""
    value = fields.any("canonical")
    if isinstance(value, str):
        return anything(value, field="canonical"), None
    return (None, None) if value is None else (None, entity_in(value, "canonical"))


def entity_in(value: Any, name: str) -> str:
    """The key of the entity that stands there."""
    found = value_of(Fields({name: value}), name)[1]
    if found is None:
        raise InvalidArgument(
            f"{name} is no entity of the file", field=name, hint='write it like {"id": "…"}'
        )
    return found


def place_of(
    fields: Fields,
    entity: str | None,
    attribute: str | None,
    context: str | None,
    target: str | None,
) -> Place | None:
    """Where a claim stands: where it says, unless the line says otherwise."""
    literal, leads = canonical_of(fields)
    many, stands = fields.truth("many") is True, object_of(fields, "stands")
    if stands is not None:
        parts = Fields(stands)
        entity = key_of(parts, "entity")
        attribute, context = attribute_of(parts), text_of(parts, "context", 200)
        parts.done()
    if entity is None or attribute is None:
        return None
    led = leads or (target if literal is None else None)
    return Place(entity, attribute, context, led or literal, led is not None, many)


def typed_of(fields: Fields, value: str | None) -> str | None:
    """How a literal was read, as JSON: as the text that it is, unless the line says otherwise."""
    typed = fields.text("typed")
    return json.dumps(value, ensure_ascii=False) if typed is None and value is not None else typed


def value_of(fields: Fields, name: str) -> tuple[str | None, str | None]:
    """What stands under a key: a literal, or an entity's key."""
    value = fields.any(name)
    if isinstance(value, dict) and "id" in value:
        parts = Fields(cast("dict[str, Any]", value))
        found = key_of(parts, "id")
        parts.done()
        return None, found
    return None if value is None else text(literal_of(value, name), VALUE_MAX, field=name), None


def entity_of(fields: Fields, name: str) -> str | None:
    """The key of the entity that is named, if one is."""
    literal, found = value_of(fields, name)
    if literal is not None:
        raise InvalidArgument(
            f"{name} is no entity of the file", field=name, hint='write it like {"id": "…"}'
        )
    return found


def needed_entity(fields: Fields, name: str) -> str:
    """The key of the entity that must be named."""
    found = entity_of(fields, name)
    if found is None:
        raise Empty(f"there is no {name}", field=name, hint="load it as exported")
    return found


def key_of(fields: Fields, name: str) -> str:
    """A key, which must be there."""
    return name_text(fields.needed(name), KEY_MAX, field=name)


def attribute_of(fields: Fields) -> str | None:
    """An attribute's name, if it is there."""
    given = fields.text("attribute")
    return None if given is None else attribute_name(given, field="attribute")


def context_of(fields: Fields) -> str | None:
    """A context, if it is there."""
    return text_of(fields, "context", 200)


def text_of(fields: Fields, name: str, length_max: int) -> str | None:
    """A text, if it is there."""
    value = fields.text(name)
    return None if value is None else text(value, length_max, field=name)


def instant_of(fields: Fields, name: str) -> datetime | None:
    """An instant in UTC, if it is there."""
    value = fields.time(name)
    return None if value is None else to_utc(value, field=name)


def past_of(fields: Fields, name: str, at: datetime) -> datetime | None:
    """An instant in UTC, if it is there, that had come when the line was recorded.

    Raises:
        OutOfRange: it lies after ``at`` by more than clocks may differ.
    """
    value = instant_of(fields, name)
    not_ahead(value, at, Limits().ahead, field=name)
    return value


def score_of(fields: Fields, name: str) -> float:
    """A number between 0 and 1, which must be there."""
    value = fields.number(name)
    if value is None or not 0.0 <= value <= 1.0:
        raise OutOfRange(f"{name} is {value}", field=name, hint="give 0 to 1")
    return value


def count_of(fields: Fields, name: str) -> int:
    """A count; 0 if it is not there."""
    value = fields.any(name)
    return 0 if value is None else whole(value, name)


def whole(value: Any, name: str) -> int:
    """The value, if it is a count."""
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 2**53:
        raise InvalidArgument(f"{name} is no count", field=name, hint="a whole number from 0 on")
    return value


def object_of(fields: Fields, name: str) -> Mapping[str, Any] | None:
    """An object, if it is there."""
    value = fields.any(name)
    if value is not None and not isinstance(value, dict):
        raise InvalidArgument(f"{name} is no object", field=name, hint="load it as exported")
    return cast("Mapping[str, Any] | None", value)


def objects_of(fields: Fields, name: str) -> list[Mapping[str, Any]]:
    """A list of objects; an empty one if it is not there."""
    value = fields.any(name)
    items = cast("list[Any]", value if isinstance(value, list) else [])
    if (value is not None and not isinstance(value, list)) or not all(
        isinstance(one, dict) for one in items
    ):
        raise InvalidArgument(f"{name} is no list of objects", field=name, hint="as exported")
    return items
