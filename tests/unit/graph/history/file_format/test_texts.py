"""No field of an exported line takes a bad text; a new field is covered."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Annotated, Any

import pytest
from pydantic import TypeAdapter, ValidationError

from graph.history.file_format import events, parts
from graph.history.file_format.fields import ShortText

BAD = ("a\x1b[31mb", "a\x9b31mb", "\a", "a\x00b", "a\ud800b", "x" * 1_000_001)
PARTS = sorted(
    name
    for name, one in inspect.getmembers(events, inspect.isclass)
    if issubclass(one, parts.Part) and one.model_fields
)


def shapes(text: str) -> Iterator[Any]:
    yield text
    yield [text]
    yield {"id": text}


@pytest.mark.parametrize("part", PARTS)
def test_every_field_of_a_line_refuses_a_bad_text(part):
    for field in getattr(events, part).model_fields.values():
        taken: Any = TypeAdapter(Annotated[(field.annotation, None, *field.metadata)])
        for text in BAD:
            for value in shapes(text):
                with pytest.raises(ValidationError):
                    taken.validate_python(value)


def test_a_field_that_may_be_empty_is_bounded():
    taken: Any = TypeAdapter(ShortText)

    assert taken.validate_python("") == ""
    assert taken.validate_python("x" * 200) == "x" * 200
    with pytest.raises(ValidationError):
        taken.validate_python("x" * 201)
