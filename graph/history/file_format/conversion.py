"""Conversion of exported lines to models and back; pydantic's errors become the project's."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import ValidationError

from graph.errors import BadCharacters, Empty, Incorrect, InvalidArgument
from graph.history.file_format import events, readings
from graph.history.file_format.parts import Line

FORMAT = 1

# What a reader of a file looks for stands at the beginning of a line.
_FIRST = ("recorded_at", "key", "of", "entity", "attribute", "context")

Model = TypeVar("Model", bound=Line)

# The kinds of lines by operation; those of one operation differ by the key that is given here.
_KINDS: tuple[tuple[str, str | None, type[Line]], ...] = (
    ("resolve", "contradiction", events.ContradictionResolved),
    ("resolve", "of", events.MemoryReleased),
    ("episode", "of", events.EpisodeContinued),
)
_MODELS: Mapping[str, type[Line]] = {
    model.op: model
    for model in (
        events.Asserted,
        events.Retracted,
        events.Corrected,
        events.Held,
        events.Answered,
        events.MemoryMoved,
        events.MemoryRetired,
        events.MemoryMarked,
        events.EntityCreated,
        events.EpisodeRecorded,
        events.AttributeDefined,
        events.PolicyApplied,
        events.CalibrationApplied,
        events.MemoryWaits,
        events.ConsentRecorded,
        events.TombstoneRecorded,
        events.MergeProposed,
        events.EntitiesMerged,
        events.EntitySplit,
        events.ValueRejected,
        events.RejectionLifted,
        readings.CandidatesProposed,
        readings.CandidateDecided,
    )
}


def parse_line(values: Mapping[str, Any]) -> Line:
    """Check the JSON object of an exported line; numbers may be ``Decimal``.

    Raises:
        Incorrect: a field is bad, missing or unknown, or the line is of another version.
    """
    version, model = values.get("export", FORMAT), _model(values)
    if isinstance(version, bool) or version != FORMAT:
        raise InvalidArgument(
            f"the line is of version {str(version)[:20]} of the format",
            field="export",
            hint=f"this program reads version {FORMAT}",
        )
    fields = {key: value for key, value in values.items() if key not in ("op", "export")}
    try:
        return model.model_validate(fields)
    except ValidationError as error:
        raise _refusal(error) from error


def make_line(model: type[Model], **fields: Any) -> Model:
    """Return a line from its fields by their Python names; what is None is left out."""
    given = {name: value for name, value in fields.items() if value is not None}
    return model.model_validate(given, by_alias=False, by_name=True)


def json_of(line: Line) -> dict[str, Any]:
    """Return a line as the JSON object of a file, without nulls and default values."""
    fields = line.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    first = {key: fields[key] for key in _FIRST if key in fields}
    return {"op": line.op, "export": FORMAT, **first, **fields}


def encode_line(document: Mapping[str, Any]) -> str:
    """Write a JSON object as a line of a file, with the line's end.

    Digests are over these bytes, so that every writer of a file must write them alike.
    """
    return json.dumps(document, ensure_ascii=False) + "\n"


def _model(values: Mapping[str, Any]) -> type[Line]:
    op = values.get("op")
    if op is None:
        raise Empty("no operation", field="op", hint="load the line as exported")
    for name, key, model in _KINDS:
        if name == op and key in values:
            return model
    model = _MODELS.get(op) if isinstance(op, str) else None
    if model is None:
        raise InvalidArgument(
            f"{str(op)[:80]!r} is no operation that this version knows",
            field="op",
            hint=f"one of {', '.join(_MODELS)}",
        )
    return model


def _refusal(error: ValidationError) -> Incorrect:
    """Convert pydantic's error; the field is a key of the line, or an unknown key at any depth."""
    errors = error.errors(include_url=False)
    # A misspelt key is unknown, and another is missing because of it.
    unknown = next((one for one in errors if one["type"] == "extra_forbidden"), None)
    if unknown is not None:
        field = str(unknown["loc"][-1])[:80]
        return InvalidArgument(f"unknown key {field!r}", field=field, hint="leave it out")
    found = errors[0]
    if not found["loc"]:
        return BadCharacters("a key is no text", hint="remove lone surrogates")
    field = str(found["loc"][0])
    if found["type"] == "missing" or found["input"] is None:
        return Empty(f"no {field}", field=field, hint="load the line as exported")
    if found["type"] == "value_error":
        (own,) = found.get("ctx", {})["error"].args
        own.field = field
        return own
    return InvalidArgument(f"{field}: {found['msg']}", field=field, hint="load it as exported")
