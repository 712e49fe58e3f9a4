"""Tables (CSV): each row is a fact or a message, as a TOML file says of the columns.

What a table does not tell is never guessed: how its dates are written, and whether what holds until
a day holds on that day, are in the file that maps it.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from pathlib import Path
from types import MappingProxyType
from typing import Any

from api.files.imports.inclusive_periods import Period, period_of
from api.files.imports.items import (
    ImportedFact,
    ImportedMessage,
    ImportOptions,
    Item,
    Omission,
    content_key,
)
from api.files.imports.json_values import as_list
from api.files.imports.layouts import FIELD, read_layout, refuse_key, texts_under
from api.files.imports.members import read_members
from graph.edtf import next_text
from graph.errors import BadCharacters, InvalidArgument

_KEYS = ("rows", "columns", "fixed", "delimiter", "dates", "ends", "open", "unknown")
_FACT_KEYS = (
    *("key", "entity", "entity_id", "entity_kind", "attribute", "context", "value"),
    *("target", "target_id", "target_kind", "valid_from", "valid_to", "valid", "said_at"),
    *("source", "session", "text", "topic", "evidence"),
)
_MESSAGE_KEYS = ("id", "session", "speaker", "source_kind", "text", "occurred_at", "topic")
_ROWS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"facts": _FACT_KEYS, "messages": _MESSAGE_KEYS}
)
_ENDS = ("inclusive", "exclusive")
_DATED = frozenset({"valid_from", "valid_to", "said_at", "occurred_at"})
_REFERENCES = {"_id": "id", "_kind": "kind", "": "name"}
# What a form of dates has to have for a day, a month, and a time of day.
_ISO = ("%Y-%m-%d", "%Y-%m", "%Y")
_OF_A_DAY, _OF_A_MONTH, _OF_A_CLOCK = ("%d", "%j", "%x"), ("%m", "%b", "%B"), ("%H", "%I")


@dataclass(frozen=True, slots=True)
class _Layout:
    """What the rows of a table are, and how its cells are read."""

    rows: str
    columns: Mapping[str, str]
    fixed: Mapping[str, str]
    delimiter: str = ","
    dates: tuple[str, ...] = ()
    ends: str | None = None
    open: frozenset[str] = field(default=frozenset())
    unknown: frozenset[str] = field(default=frozenset())


def read_table(path: Path, given: ImportOptions) -> Iterator[Item]:
    """Yield a fact or a message for each row of a table.

    Raises:
        InvalidArgument: nothing says what its columns are, or it has other columns.
        BadCharacters: it is no UTF-8.
    """
    if given.layout is None:
        raise InvalidArgument(
            "nothing says what the columns of the table are",
            field=FIELD,
            hint='name a TOML file: rows = "facts", and [columns] with entity = "Name", …',
        )
    layout = _layout(given.layout)
    recognised = False
    for name, content in read_members(path, ".csv"):
        recognised = True
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise BadCharacters(
                f"{name} is no UTF-8", field="PATH", hint="save the table as UTF-8"
            ) from error
        yield from _rows(name, text, layout, given.zone)
    if not recognised:
        raise InvalidArgument(
            f"there is no table in {path.name}", field="PATH", hint="name the file (.csv)"
        )


def _layout(path: Path) -> _Layout:
    layout = read_layout(path, _KEYS)
    rows = str(layout.get("rows"))
    if rows not in _ROWS:
        raise refuse_key("rows", 'rows = "facts", or rows = "messages"')
    columns, fixed = texts_under(layout, "columns"), texts_under(layout, "fixed")
    for key in (*columns, *fixed):
        if key not in _ROWS[rows]:
            raise refuse_key(key, f"keys of {rows}: {', '.join(_ROWS[rows])}")
    delimiter, ends = layout.get("delimiter", ","), layout.get("ends")
    if not (isinstance(delimiter, str) and len(delimiter) == 1 and delimiter not in '"\r\n'):
        raise refuse_key("delimiter", "it is one character")
    if ends not in _ENDS and (ends is not None or "valid_to" in {*columns, *fixed}):
        raise refuse_key(
            "ends",
            'ends = "inclusive" if what is valid until a day is so on that day, or exclusive',
        )
    return _Layout(
        rows,
        columns,
        fixed,
        delimiter,
        tuple(map(_checked_form, _read_texts(layout, "dates"))),
        ends,
        frozenset(_read_texts(layout, "open")),
        frozenset(_read_texts(layout, "unknown")),
    )


def _read_texts(layout: Mapping[str, Any], key: str) -> tuple[str, ...]:
    value = layout.get(key, [])
    texts = [text for text in as_list(value) if isinstance(text, str)]
    if texts != value:
        raise refuse_key(key, "it is a list of texts")
    return tuple(texts)


def _checked_form(form: str) -> str:
    """Return a form of dates that can be read by.

    Raises:
        InvalidArgument: it is none.
    """
    try:
        datetime.strptime("", form)  # noqa: DTZ007 - nothing is read
    except (ValueError, re.error) as error:
        if isinstance(error, re.error) or "directive" in str(error) or "stray" in str(error):
            raise refuse_key(f"dates: {form}", 'forms are written like "%d.%m.%Y"') from error
    return form


def _rows(name: str, text: str, layout: _Layout, zone: tzinfo | None) -> Iterator[Item]:
    header: list[str] | None = None
    for place, row in _cells(name, text, layout.delimiter):
        if row is None:
            yield Omission(place, "a row that is not written as CSV")
        elif header is None:
            header = row
            _check_header(name, header, layout)
        elif len(row) != len(header):
            yield Omission(place, "a row with more or fewer cells than the first")
        else:
            yield _item(place, dict(zip(header, row, strict=True)), layout, zone)
    if header is None:
        raise InvalidArgument(f"there is no row in {name}", field="PATH", hint="name a table")


def _cells(name: str, text: str, delimiter: str) -> Iterator[tuple[str, list[str] | None]]:
    """Yield the rows that have something in them, with their places; None for one that is none."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    while True:
        place = f"{name}, line {reader.line_num + 1}"
        try:
            row = [cell.strip() for cell in next(reader)]
        except StopIteration:
            return
        except csv.Error:
            yield place, None
            continue
        if any(row):
            yield place, row


def _check_header(name: str, header: list[str], layout: _Layout) -> None:
    for column in layout.columns.values():
        if header.count(column) != 1:
            how = "no" if column not in header else "more than one"
            raise InvalidArgument(
                f"{name} has {how} column {column[:80]!r}",
                field=FIELD,
                hint=f"its columns: {', '.join(header)[:300]}; is the delimiter another?",
            )


def _item(place: str, cells: Mapping[str, str], layout: _Layout, zone: tzinfo | None) -> Item:
    values: dict[str, Any] = dict(layout.fixed)
    for key, column in layout.columns.items():
        if cells[column]:
            values[key] = cells[column]
    for key in _DATED & set(values):
        written = values.pop(key)
        if written in layout.unknown and key in ("valid_from", "valid_to"):
            values["start_unknown" if key == "valid_from" else "end_unknown"] = True
        elif written not in layout.open:
            inclusive = key == "valid_to" and layout.ends == _ENDS[0]
            values[key] = _date(written, layout.dates, zone, inclusive=inclusive)
    if layout.rows == "messages":
        return ImportedMessage(place, values)
    evidence = "; ".join(f"{column}: {cell}" for column, cell in cells.items() if cell)
    values.setdefault("evidence", evidence or None)
    for key in ("entity", "target"):
        _join_reference(values, key)
    values.setdefault("key", f"csv:{content_key(*map(str, sorted(values.items())))}")
    return ImportedFact(place, values)


def _join_reference(values: dict[str, Any], key: str) -> None:
    """Make one reference of the name, the id and the kind of an entity."""
    reference = {
        inner: values.pop(f"{key}{suffix}")
        for suffix, inner in _REFERENCES.items()
        if f"{key}{suffix}" in values
    }
    if reference:
        values[key] = reference


def _date(written: str, forms: tuple[str, ...], zone: tzinfo | None, *, inclusive: bool) -> str:
    """Return a date as a line has it: as its form says, or as it is if there is no form.

    What fits no form is read by EDTF, and is refused with its line if it is no date.
    """
    for form in forms or _ISO:
        try:
            moment = datetime.strptime(written, form)  # noqa: DTZ007 - the zone is put to it below
        except ValueError:
            continue
        if _has(form, _OF_A_CLOCK):
            return moment.replace(tzinfo=moment.tzinfo or zone).isoformat()
        period = _period(moment, form)
        if period is not None:
            return period.next.start if inclusive else period.start
    return next_text(written, field="valid_to") if inclusive else written


def _period(moment: datetime, form: str) -> Period | None:
    """Return what a date is by what its form has: a day, a month or a year."""
    of_a_day = _has(form, _OF_A_DAY)
    month = moment.month if of_a_day or _has(form, _OF_A_MONTH) else None
    return period_of(moment.year, month, moment.day if of_a_day else None)


def _has(form: str, marks: tuple[str, ...]) -> bool:
    return any(mark in form for mark in marks)
