"""Traces of what a process does, by OpenTelemetry; nothing is done until they are turned on.

The one home of its API, which is not even imported before that. A span has names from our own code,
names of operations and models, ids and numbers: never a text, a value, a token or the words of an
error.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Generator, Mapping
from contextlib import AbstractContextManager, aclosing, contextmanager, nullcontext
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeVar

from graph.errors import DoxaError

if TYPE_CHECKING:
    from opentelemetry.context import Context
    from opentelemetry.trace import Link, Tracer
    from opentelemetry.trace import Span as Recorded

T = TypeVar("T")
Attributes = Mapping[str, str | int | float | bool]

# The header by which the W3C names a span: 55 characters, of them hexadecimal digits and dashes.
TRACEPARENT = "traceparent"


class Kind(StrEnum):
    """What a span is of, in OpenTelemetry's words."""

    INTERNAL = "INTERNAL"
    SERVER = "SERVER"
    CLIENT = "CLIENT"
    CONSUMER = "CONSUMER"


class Span:
    """A span that is told what it is of; one that nobody records forgets it."""

    __slots__ = ()

    def set(self, attributes: Attributes) -> None:
        """Take in some attributes."""

    def fail(self, kind: str) -> None:
        """Take in that it failed, and of what kind of error."""

    def end(self, error: BaseException | None = None) -> None:
        """End it, failed if there is an error: what kind of error is kept, and not its words."""


NOTHING = Span()


class _RecordedSpan(Span):
    __slots__ = ("inner",)

    def __init__(self, inner: Recorded) -> None:
        self.inner = inner

    def set(self, attributes: Attributes) -> None:
        self.inner.set_attributes(dict(attributes))

    def fail(self, kind: str) -> None:
        from opentelemetry.trace import StatusCode  # noqa: PLC0415 -- only where traces are on

        self.inner.set_attribute("error.type", kind)
        self.inner.set_status(StatusCode.ERROR)

    def end(self, error: BaseException | None = None) -> None:
        if error is not None:
            self.fail(error.code if isinstance(error, DoxaError) else type(error).__name__)
        self.inner.end()


class _Tracing:
    """What is done where traces are on."""

    def __init__(self, tracer: Tracer) -> None:
        from opentelemetry import context, trace  # noqa: PLC0415 -- only where traces are on
        from opentelemetry.trace.propagation.tracecontext import (  # noqa: PLC0415
            TraceContextTextMapPropagator,
        )

        self.trace, self.context = trace, context
        self._tracer = tracer
        self._propagator = TraceContextTextMapPropagator()

    def start(
        self, name: str, kind: Kind, attributes: Attributes | None, link: str | None = None
    ) -> _RecordedSpan:
        return _RecordedSpan(
            self._tracer.start_span(
                name,
                kind=self.trace.SpanKind[kind],
                attributes=None if attributes is None else dict(attributes),
                links=None if link is None else self._links_to(link),
            )
        )

    def is_recorded(self) -> bool:
        return self.trace.get_current_span().is_recording()

    def traceparent(self) -> str | None:
        carrier: dict[str, str] = {}
        self._propagator.inject(carrier)
        return carrier.get(TRACEPARENT)

    def _links_to(self, traceparent: str) -> list[Link]:
        # What is no traceparent is none here either, and links to nothing.
        found = self._propagator.extract({TRACEPARENT: traceparent})
        at = self.trace.get_current_span(found).get_span_context()
        return [self.trace.Link(at)] if at.is_valid else []

    def use(self, span: Span) -> AbstractContextManager[Any]:
        if not isinstance(span, _RecordedSpan):
            return nullcontext()
        return self.trace.use_span(
            span.inner, record_exception=False, set_status_on_exception=False
        )

    @contextmanager
    def within(self, headers: Mapping[str, str]) -> Generator[None]:
        found: Context = self._propagator.extract(headers)
        token = self.context.attach(found)
        try:
            yield
        finally:
            self.context.detach(token)


_on: _Tracing | None = None


def turn_on(tracer: Tracer) -> None:
    """Record spans with a tracer from now on."""
    global _on  # noqa: PLW0603 -- traces are of a process, as its log is
    _on = _Tracing(tracer)


def turn_off() -> None:
    """Record nothing any more."""
    global _on  # noqa: PLW0603 -- as above
    _on = None


def is_on() -> bool:
    """Whether spans are recorded."""
    return _on is not None


@contextmanager
def span(
    name: str,
    kind: Kind = Kind.INTERNAL,
    attributes: Attributes | None = None,
    *,
    link: str | None = None,
) -> Generator[Span]:
    """Record the block as a span, within the present one if there is one.

    ``link`` names the span that it follows from, as ``traceparent`` did in whichever process.
    """
    on = _on
    if on is None:
        yield NOTHING
        return
    opened = on.start(name, kind, attributes, link)
    with on.use(opened):
        try:
            yield opened
        except BaseException as error:
            opened.end(error)
            raise
        opened.end()


def leaf(name: str, kind: Kind, attributes: Attributes) -> Span:
    """Begin a span that has none within it; whoever began it ends it.

    Only within one that is recorded: what a process does by itself all the time makes no traces.
    """
    on = _on
    return on.start(name, kind, attributes) if on is not None and on.is_recorded() else NOTHING


def group(name: str, attributes: Attributes) -> AbstractContextManager[Span]:
    """Record the block as a span, only within one that is recorded."""
    on = _on
    if on is None or not on.is_recorded():
        return nullcontext(NOTHING)
    return span(name, Kind.INTERNAL, attributes)


def note(attributes: Attributes) -> None:
    """Tell the present span something."""
    on = _on
    if on is not None:
        on.trace.get_current_span().set_attributes(dict(attributes))


def fail(kind: str) -> None:
    """Tell the present span that it failed, and of what kind of error."""
    on = _on
    if on is not None and on.is_recorded():
        _RecordedSpan(on.trace.get_current_span()).fail(kind)


def within(headers: Mapping[str, str]) -> AbstractContextManager[None]:
    """Have the spans of the block belong to the caller's, if its headers name one."""
    on = _on
    return nullcontext() if on is None else on.within(headers)


async def steps(opened: Span, results: AsyncGenerator[T]) -> AsyncIterator[T]:
    """Make each step of a generator within a span, and end the span with it."""
    on = _on
    failed: BaseException | None = None
    try:
        async with aclosing(results):
            while True:
                # Each step by itself: what comes between them is its caller's.
                with nullcontext() if on is None else on.use(opened):
                    try:
                        one = await anext(results)
                    except StopAsyncIteration:
                        return
                yield one
    except Exception as error:
        failed = error
        raise
    finally:
        opened.end(failed)


def begin(name: str, kind: Kind) -> Span:
    """Begin a span that ``steps`` ends."""
    on = _on
    return NOTHING if on is None else on.start(name, kind, None)


def traceparent() -> str | None:
    """Name the present span, as W3C's header does; None where none is recorded."""
    on = _on
    return on.traceparent() if on is not None and on.is_recorded() else None


def ids() -> tuple[str, str] | None:
    """Return the ids of the present trace and span, in hexadecimal digits; None where there is
    none.
    """
    on = _on
    if on is None:
        return None
    at = on.trace.get_current_span().get_span_context()
    if not at.is_valid:
        return None
    return on.trace.format_trace_id(at.trace_id), on.trace.format_span_id(at.span_id)
