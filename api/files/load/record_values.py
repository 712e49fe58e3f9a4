"""What stands in the lines of a load: references to entities, literals, and times."""

from __future__ import annotations

import re
from datetime import datetime
from decimal import Decimal
from typing import Any, cast

from api.files.json_lines import Fields
from graph.edtf import Dated, dated_text, moment_text
from graph.errors import InvalidArgument
from graph.model.commands import EntityRef

_OUR_ID = re.compile(r"e_[0-9a-f]{26}")


def reference(value: Any, field: str) -> EntityRef:
    """Whom a line means: a name, or an object with an external id, a name and a kind.

    An external id in the form of our own ids is ours, and must be known.
    """
    if isinstance(value, str):
        return EntityRef(name=value)
    if not isinstance(value, dict):
        raise InvalidArgument(
            f"{field} names nobody", field=field, hint='give a name, or {"id": …, "name": …}'
        )
    parts = Fields(cast("dict[str, Any]", value))
    try:
        given, name, kind = parts.text("id"), parts.text("name"), parts.text("kind")
        parts.done()
    except InvalidArgument as error:
        raise error.within(field) from None
    if given is not None and _OUR_ID.fullmatch(given):
        return EntityRef(id=given)
    return EntityRef(external=given, name=name, kind=kind)


def target_of(fields: Fields, field: str) -> EntityRef | None:
    """Return the entity under a key, if there is one."""
    value = fields.any(field)
    return None if value is None else reference(value, field)


def literal(fields: Fields, field: str) -> str | None:
    """Return the literal under a key as text, if there is one."""
    value = fields.any(field)
    return None if value is None else literal_of(value, field)


def literal_of(value: Any, field: str) -> str:
    """Return a literal as text: the store parses it by the attribute's type."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, Decimal)):
        return str(value)
    if isinstance(value, dict):
        parts = Fields(cast("dict[str, Any]", value))
        try:
            number, unit = parts.any("quantity"), parts.text("unit")
            parts.done()
        except InvalidArgument as error:
            raise error.within(field) from None
        if isinstance(number, (int, Decimal)) and not isinstance(number, bool):
            return f"{number} {unit or ''}".strip()
    raise InvalidArgument(
        f"{field} is no value",
        field=field,
        hint='a text, number, true, false, or {"quantity": 3, "unit": "km"}',
    )


def read_date(fields: Fields, name: str, *, certain: bool = False) -> Dated | None:
    """Return a period or a time under a key, if there is one."""
    text = fields.text(name)
    return None if text is None else dated_text(text, field=name, certain=certain)


def moment(fields: Fields, name: str) -> datetime | None:
    """Return the same in UTC: of a period its start."""
    text = fields.text(name)
    return None if text is None else moment_text(text, field=name)
