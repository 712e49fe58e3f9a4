"""Traces sent to a collector over OTLP, by the variables that OpenTelemetry defines.

They are on where a collector is named: ``OTEL_EXPORTER_OTLP_ENDPOINT``, or that of traces alone, or
``OTEL_TRACES_EXPORTER=otlp`` for the usual port of this machine. ``OTEL_SDK_DISABLED=true`` and
``OTEL_TRACES_EXPORTER=none`` turn them off. The libraries come with the extra ``telemetry``.
"""

from __future__ import annotations

import importlib
import logging
import os
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from importlib import metadata
from threading import Thread
from typing import Any

from graph import tracing
from graph.extras import install_line

SERVICE = "doxa"
# Within which what is not sent yet may be sent when the process ends.
STOP_WAIT_S = 5.0

_OTLP = "otlp"
_ENDPOINTS = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")

_log = logging.getLogger("doxa.telemetry")


@contextmanager
def exporting() -> Generator[None]:
    """Record and send traces for as long as the block lasts, if the environment asks for it."""
    provider = _provider() if is_wanted(os.environ) else None
    if provider is None:
        yield
        return
    # It is given to Doxa's own spans alone. Registered for the process it would also record those
    # of other libraries, some of which keep the words of errors.
    tracing.turn_on(provider.get_tracer(SERVICE, metadata.version("doxa")))
    try:
        yield
    finally:
        tracing.turn_off()
        # By itself it would wait half a minute for a collector that does not answer.
        ending = Thread(target=provider.shutdown, daemon=True)
        ending.start()
        ending.join(STOP_WAIT_S)


def is_wanted(environment: Mapping[str, str]) -> bool:
    """Whether an environment asks for traces over OTLP."""
    if environment.get("OTEL_SDK_DISABLED", "").strip().casefold() == "true":
        return False
    exporters = environment.get("OTEL_TRACES_EXPORTER", "").strip().casefold()
    if exporters:
        return _OTLP in [one.strip() for one in exporters.split(",")]
    return any(environment.get(name, "").strip() for name in _ENDPOINTS)


def _provider() -> Any:
    """Return what records and sends, by the variables of the environment; None without the
    extra.
    """
    try:
        sdk = importlib.import_module("opentelemetry.sdk.trace")
        export = importlib.import_module("opentelemetry.sdk.trace.export")
        resources = importlib.import_module("opentelemetry.sdk.resources")
        otlp = importlib.import_module("opentelemetry.exporter.otlp.proto.http.trace_exporter")
    except ImportError:
        _log.warning("no traces are sent: the extra is missing (%s)", install_line("telemetry"))
        return None
    named = {"service.version": metadata.version("doxa")}
    if not _names_service(os.environ):
        named["service.name"] = SERVICE
    provider = sdk.TracerProvider(resource=resources.Resource.create(named), shutdown_on_exit=False)
    provider.add_span_processor(export.BatchSpanProcessor(otlp.OTLPSpanExporter()))
    return provider


def _names_service(environment: Mapping[str, str]) -> bool:
    given = environment.get("OTEL_RESOURCE_ATTRIBUTES", "")
    return bool(environment.get("OTEL_SERVICE_NAME")) or "service.name=" in given
