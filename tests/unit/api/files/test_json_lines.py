"""Lines of JSON: what is read, and how a bad line is refused without costing its neighbours."""

import io

import pytest

from api.files.json_lines import (
    LINE_BYTES_MAX,
    Fields,
    Line,
    Refusal,
    looks_like_json,
    raw_lines,
    read,
)
from api.files.messages import message_line
from graph.errors import DoxaError
from graph.vocabulary import SourceKind


def taken(text, parse=lambda line: line):
    raw = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    return list(read(raw_lines(io.BytesIO(raw)), parse))


def refused(text, parse=lambda line: line):
    (found,) = taken(text, parse)

    assert isinstance(found, Refusal), found
    return found


def test_good_lines_are_read_in_their_order_with_their_numbers():
    found = taken('\ufeff{"a": 1}\r\n\n  \n{"a": 2}')

    assert found == [Line(1, '{"a": 1}', {"a": 1}), Line(4, '{"a": 2}', {"a": 2})]


def test_a_number_stays_as_it_was_written():
    (line,) = taken('{"a": 1.10}')

    assert str(line.values["a"]) == "1.10"


def test_a_bad_line_does_not_cost_its_neighbours():
    found = taken('{"a": 1}\nnonsense\n{"a": 2}\n')

    assert [isinstance(one, Refusal) for one in found] == [False, True, False]
    assert found[1].line == 2


@pytest.mark.parametrize(
    ("text", "code", "field"),
    [
        ("[1]", "INVALID_ARGUMENT", None),
        ('{"a": 1', "INVALID_ARGUMENT", None),
        ('{"a": NaN}', "OUT_OF_RANGE", None),
        ('{"a": 1e9999999999999999999}', "OUT_OF_RANGE", None),
        ('{"a": -1.5e-9999999999999999999}', "OUT_OF_RANGE", None),
        ('{"a": 1, "a": 2}', "INVALID_ARGUMENT", "a"),
        ('{"a": ' + "1" * 5000 + "}", "INVALID_ARGUMENT", None),
        ("[" * 100_000, "TOO_LARGE", None),
        (b'{"a": "\xff"}', "BAD_CHARACTERS", None),
        ('{"a": "' + "x" * LINE_BYTES_MAX + '"}', "TOO_LARGE", None),
    ],
)
def test_what_is_no_json_object_is_refused(text, code, field):
    found = refused(text)

    assert (found.line, found.code, found.field) == (1, code, field)
    assert found.message
    assert found.hint


def test_a_line_after_one_that_is_too_long_keeps_its_number():
    found = taken("x" * (3 * LINE_BYTES_MAX) + '\n{"a": 1}\n')

    assert found[0].code == "TOO_LARGE"
    assert found[1] == Line(2, '{"a": 1}', {"a": 1})


@pytest.mark.parametrize(
    "take",
    [
        lambda fields: fields.text("a"),
        lambda fields: fields.truth("a"),
        lambda fields: fields.texts("a"),
        lambda fields: fields.number("a"),
        lambda fields: fields.member("a", SourceKind),
        lambda fields: fields.done(),
    ],
)
def test_a_value_of_another_type_is_refused_by_its_key(take):
    with pytest.raises(DoxaError) as error:
        take(Fields({"a": {"b": 1}}))

    assert error.value.field == "a"


def test_a_word_of_a_closed_set_is_taken_in_any_case():
    assert Fields({"a": "tool"}).member("a", SourceKind) is SourceKind.TOOL


def test_null_is_the_same_as_absent():
    fields = Fields({"a": None})

    assert fields.text("a") is None
    fields.done()


@pytest.mark.parametrize(
    ("text", "is_json"),
    [(b' \n {"a"', True), (b'\xef\xbb\xbf{"a"', True), (b"I moved.", False), (b"", False)],
)
def test_json_is_told_from_plain_text(text, is_json):
    assert looks_like_json(text) is is_json


def test_a_message_keeps_the_offset_it_was_said_in():
    (found,) = taken(
        '{"id": "1", "session": " s ", "speaker": "Ana", "source_kind": "user", "topic": "t",'
        ' "text": "I moved.", "occurred_at": "2024-05-01T23:30:00-05:00"}',
        message_line,
    )

    assert (found.line, found.session, found.topic) == (1, "s", "t")
    assert found.message.occurred_at.isoformat() == "2024-05-01T23:30:00-05:00"
    assert found.message.speaker == "Ana"


@pytest.mark.parametrize(
    ("text", "code", "field"),
    [
        ('{"text": "Hi"}', "NAIVE_TIME", "occurred_at"),
        ('{"text": "Hi", "occurred_at": null}', "NAIVE_TIME", "occurred_at"),
        ('{"text": "Hi", "occurred_at": "2024-05-01"}', "NAIVE_TIME", "occurred_at"),
        ('{"text": "Hi", "occurred_at": "2024-05-01T09:00:00"}', "NAIVE_TIME", "occurred_at"),
        ('{"text": "Hi", "occurred_at": "May"}', "OUT_OF_RANGE", "occurred_at"),
        ('{"occurred_at": "2024-05-01T09:00:00Z"}', "EMPTY", "text"),
        ('{"text": " ", "occurred_at": "2024-05-01T09:00:00Z"}', "EMPTY", "text"),
        ('{"text": "\\ud800", "occurred_at": "2024-05-01T09:00:00Z"}', "BAD_CHARACTERS", "text"),
        (
            '{"text": "Hi", "id": "\\u0000", "occurred_at": "2024-05-01T09:00:00Z"}',
            "BAD_CHARACTERS",
            "id",
        ),
        (
            '{"text": "Hi", "occured": 1, "occurred_at": "2024-05-01T09:00:00Z"}',
            "INVALID_ARGUMENT",
            "occured",
        ),
    ],
)
def test_a_bad_message_is_refused_by_its_key(text, code, field):
    found = refused(text, message_line)

    assert (found.code, found.field) == (code, field)
