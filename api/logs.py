"""The lines that a process logs to standard error, for people or as JSON.

No line has what somebody said, a value, or a token in it. Our own messages name things by ids and
say how much and how long; what an exception says may quote anything, so of an exception a line has
its kind and where it was raised. Its words are logged only where they are about the store, the disk
or the settings. Other libraries quote what they were given, so their messages are left out, except
those of libraries that are given addresses and names alone.
"""

from __future__ import annotations

import copy
import json
import logging
import sys
import traceback
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any, Literal, cast

from graph import tracing
from graph.errors import DoxaError, ModelUnavailable, OtherModel, SchemaMismatch, Unavailable

Format = Literal["json", "text"]
Shown = Callable[[str], str]
Group = BaseExceptionGroup[BaseException]

_OWN = "doxa"
_SLOW = "doxa.store.slow"
_PROGRESS = "doxa.progress"
# Their messages name addresses, statuses and our own statements, and nothing that was said.
_TRUSTED = (_OWN, "neo4j", "opentelemetry", "py", "uvicorn")
# What these say is about the store, the disk, a budget or a setting. A model's server may answer
# with what it was asked, so of its errors the words are not logged.
_SAID = (Unavailable, OtherModel, SchemaMismatch)


def begin(form: Format, shown: Shown, *, verbose: bool) -> None:
    """Log to standard error: warnings, or with ``verbose`` all of Doxa's own, with tracebacks.

    ``shown`` makes a text visible that acts on a terminal.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Json() if form == "json" else Text(shown, verbose=verbose))
    log = logging.getLogger(_OWN)
    log.handlers = [handler]
    log.propagate = False
    log.setLevel(logging.DEBUG if verbose else logging.WARNING)
    # What other libraries log; and none of them finds a root that it takes for its own.
    others = copy.copy(handler)
    others.setLevel(logging.WARNING)
    root = logging.getLogger()
    root.handlers = [one for one in root.handlers if not isinstance(one.formatter, (Json, Text))]
    root.addHandler(others)
    if form == "json":
        logging.captureWarnings(capture=True)
        logging.getLogger(_PROGRESS).setLevel(logging.INFO)


def show_slow_queries() -> None:
    """Log slow statements too, which tell whoever runs a service more than who runs a command.

    Their plans are logged with ``verbose`` only.
    """
    log = logging.getLogger(_SLOW)
    if not log.isEnabledFor(logging.INFO):
        log.setLevel(logging.INFO)


def describe(error: BaseException) -> str:
    """Return an exception as it is logged: its kind, what it came from, and its words if they may
    be.

    Of a group it is the first, which is why the others ended too.
    """
    if isinstance(error, BaseExceptionGroup):
        group = cast("Group", error)
        return f"{type(group).__name__} of {describe(group.exceptions[0])}"
    kinds = type(error).__name__
    if error.__cause__ is not None:
        kinds += f" from {type(error.__cause__).__name__}"
    if isinstance(error, _SAID) and not isinstance(error, ModelUnavailable):
        return f"{kinds}: {error}"
    field = error.field if isinstance(error, DoxaError) else None
    return f"{kinds} ({field})" if field and field.startswith("DOXA_") else kinds


def message_of(record: logging.LogRecord) -> str:
    """Return the message of a line, without what exceptions and other libraries quote."""
    if record.name.partition(".")[0] not in _TRUSTED:
        return f"said something that is not logged, at {record.module}:{record.lineno}"
    args = record.args
    if isinstance(args, tuple):
        args = tuple(describe(one) if isinstance(one, BaseException) else one for one in args)
    return str(record.msg) % args if args else str(record.msg)


def frames(error: BaseException) -> Iterator[str]:
    """Where an exception was raised, the innermost frame last: file, line and function.

    Before it comes where its cause was raised; of a group where its first was.
    """
    if error.__cause__ is not None:
        yield from frames(error.__cause__)
    for frame in traceback.extract_tb(error.__traceback__):
        yield f"{frame.filename}:{frame.lineno} {frame.name}"
    if isinstance(error, BaseExceptionGroup):
        yield from frames(cast("Group", error).exceptions[0])


class Text(logging.Formatter):
    """Lines that a terminal may show."""

    def __init__(self, shown: Shown, *, verbose: bool) -> None:
        super().__init__()
        self._shown = shown
        self._verbose = verbose

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, or the lines with a traceback."""
        line = f"{record.name}: {message_of(record)}"
        return self._shown("\n".join([line, *self._raised(record)]))

    def _raised(self, record: logging.LogRecord) -> Iterator[str]:
        error = _error_of(record)
        if error is None:
            return
        at = list(frames(error))
        if self._verbose:
            yield from (f"  {frame}" for frame in at)
            yield describe(error)
        else:
            yield f"{describe(error)} at {at[-1]}" if at else describe(error)


class Json(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        told: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="microseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": message_of(record),
        }
        found = tracing.ids()
        if found is not None:
            told["trace_id"], told["span_id"] = found
        error = _error_of(record)
        if error is not None:
            told["error"] = describe(error)
            told["traceback"] = list(frames(error))
        told |= getattr(record, "fields", {})
        return json.dumps(told, default=str)


def _error_of(record: logging.LogRecord) -> BaseException | None:
    return record.exc_info[1] if record.exc_info else None
