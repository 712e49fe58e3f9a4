"""Lines of the log: what they say of errors and of other libraries."""

from __future__ import annotations

import json
import logging

import pytest

from api.cli.failures import visible
from api.logs import Json, Text, begin, describe
from graph.errors import (
    Fault,
    InvalidArgument,
    ModelUnavailable,
    OtherModel,
    StoreUnavailable,
    UnreadableAnswer,
)

SECRET = "zebra-4711"


def record(logger: str, message: str, *args: object, error: BaseException | None = None):
    raised = (type(error), error, error.__traceback__) if error else None
    return logging.LogRecord(logger, logging.WARNING, __file__, 7, message, args, raised)


def raised(error: BaseException) -> BaseException:
    try:
        raise error
    except type(error) as caught:
        return caught


@pytest.fixture
def as_before():
    """Loggers that are afterwards as they were."""
    logs = [logging.getLogger(name) for name in (None, "doxa", "doxa.progress")]
    kept = [(log, log.handlers, log.level, log.propagate) for log in logs]
    logs[0].handlers = []
    yield
    logging.captureWarnings(capture=False)
    for log, handlers, level, propagate in kept:
        log.handlers, log.propagate = handlers, propagate
        log.setLevel(level)


@pytest.mark.usefixtures("as_before")
def test_no_library_takes_the_root_of_the_log_for_its_own(capsys):
    for _ in range(2):
        begin("json", visible, verbose=False)
    # As the library of the Model Context Protocol does.
    logging.basicConfig(format="%(message)s", handlers=[logging.StreamHandler()])
    logging.getLogger("mcp").error("Tool said %s", SECRET)

    (line,) = capsys.readouterr().err.splitlines()
    assert SECRET not in line
    assert json.loads(line)["logger"] == "mcp"


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (ValueError(SECRET), "ValueError"),
        (Fault(SECRET), "Fault"),
        (UnreadableAnswer(SECRET), "UnreadableAnswer"),
        (ModelUnavailable(SECRET), "ModelUnavailable"),
        (InvalidArgument(SECRET, field="input.text"), "InvalidArgument"),
        (InvalidArgument(SECRET, field="DOXA_PROVIDER"), "InvalidArgument (DOXA_PROVIDER)"),
        (ExceptionGroup("", [ValueError(SECRET)]), "ExceptionGroup of ValueError"),
        (StoreUnavailable("Neo4j does not answer"), "StoreUnavailable: Neo4j does not answer"),
        (OtherModel("vectors are of minilm"), "OtherModel: vectors are of minilm"),
    ],
)
def test_the_words_of_an_error_are_logged_only_where_they_are_of_the_store(error, told):
    assert describe(error) == told


def test_what_an_error_came_from_is_named():
    error = ModelUnavailable(SECRET)
    error.__cause__ = ConnectionResetError(SECRET)

    assert describe(error) == "ModelUnavailable from ConnectionResetError"


@pytest.mark.parametrize(
    "form", [Text(visible, verbose=True), Text(visible, verbose=False), Json()]
)
def test_a_traceback_has_places_and_no_words(form):
    line = form.format(record("doxa.worker", "job %s", "j-1", error=raised(ValueError(SECRET))))

    assert SECRET not in line
    assert "job j-1" in line
    assert "ValueError" in line
    assert f"{__file__}:" in line


def test_an_error_that_fills_a_place_in_a_message_is_described():
    line = Text(visible, verbose=False).format(
        record("doxa.worker", "%s: %s", "j-1", ValueError(SECRET))
    )

    assert line == "doxa.worker: j-1: ValueError"


def test_what_other_libraries_quote_is_left_out():
    line = Text(visible, verbose=False).format(record("mcp.server", f"invalid: {SECRET}"))

    assert line == "mcp.server: said something that is not logged, at test_logs:7"


def test_what_a_collector_answers_is_logged():
    line = Text(visible, verbose=False).format(record("opentelemetry.exporter", "code: %s", 503))

    assert line == "opentelemetry.exporter: code: 503"


def test_a_line_as_json_is_one_line_whatever_is_in_it():
    line = Json().format(record("doxa.store", "a\nb \u2028 %s", "\u202e\x1b"))

    assert len(line.splitlines()) == 1
    assert json.loads(line)["message"] == "a\nb \u2028 \u202e\x1b"
    assert json.loads(line)["level"] == "WARNING"


def test_a_line_for_people_escapes_what_acts_on_a_terminal():
    assert "\x1b" not in Text(visible, verbose=False).format(record("doxa", "%s", "\x1b[2J"))


def test_fields_of_a_line_are_members_of_its_object():
    line = record("doxa.store.slow", "slow")
    line.fields = {"rows": 3}

    assert json.loads(Json().format(line))["rows"] == 3
