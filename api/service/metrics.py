"""``/metrics``: what a process has done, in the text that Prometheus reads.

No metric has a tenant, a name or a text in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Histogram
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.exposition import generate_latest
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.graphql.request.context import Services
from graph.errors import DoxaError
from graph.proposals.reliability.marks import MarkCount, count_marks
from graph.write.intake import jobs

# Seconds; a question of one statement takes a hundredth, an erasure minutes.
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 120.0)
# What is counted by the store, with its label's name and what it is.
COUNTED = {
    "statements": ("", "Statements sent to Neo4j."),
    "contradictions": ("kind", "Contradictions found, by kind."),
    "recalls": ("items", "Recalls that gave some items, or none."),
    "answers": ("kind", "Answers of extractors: with some claims, empty, or unreadable."),
    "answer_members": ("kind", "What these proposed: kept, discarded, or malformed."),
    "refused_claims": ("gate", "Proposed claims that were refused, by what refused them."),
    "webhook_deliveries": (
        "kind",
        "Messages to the receivers of webhooks: taken, failed, or dead after the last attempt.",
    ),
    "model_calls": ("", "Questions put to models."),
    "model_seconds": ("", "Seconds that models took to answer."),
    "model_tokens": (
        "kind",
        "Tokens of models: input, of these cached and written; output, of these thinking.",
    ),
    "model_cost_usd": ("", "US dollars that models cost, where prices are known."),
}


class Metrics:
    """The metrics of one service."""

    def __init__(self, services: Callable[[], Services | None]) -> None:
        self._services = services
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "doxa_requests", "Requests answered.", ("door", "status"), registry=self._registry
        )
        self._seconds = Histogram(
            "doxa_request_seconds",
            "Seconds until a request was answered and read.",
            ("door",),
            buckets=BUCKETS,
            registry=self._registry,
        )
        self._registry.register(_Counted(services))

    def watch(self, door: str, app: ASGIApp) -> Watched:
        """Return the same application, its requests counted."""
        return Watched(app, door, self._requests, self._seconds)

    async def answer(self, _: Request) -> Response:
        """Return what there is now; the queue and the marks are asked of the store."""
        services = self._services()
        lines = [generate_latest(self._registry).decode()]
        if services is not None:
            lines.append(await _ask_store(services))
        return PlainTextResponse("".join(lines), media_type=CONTENT_TYPE_LATEST)


@dataclass(frozen=True, slots=True)
class Watched:
    """An application whose requests are counted and timed."""

    app: ASGIApp
    door: str
    requests: Counter
    seconds: Histogram

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and count it by the status that it is answered with."""
        status = "cut"

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = str(message["status"])
            await send(message)

        with self.seconds.labels(self.door).time():
            try:
                await self.app(scope, receive, noted)
            finally:
                self.requests.labels(self.door, status).inc()


class _Counted(Collector):
    """What the store has counted in this process."""

    def __init__(self, services: Callable[[], Services | None]) -> None:
        self._services = services

    def collect(self) -> Iterable[Metric]:
        """Each with its labels."""
        services = self._services()
        yield GaugeMetricFamily("doxa_ready", "Whether requests are answered.", int(bool(services)))
        if services is None:
            return
        found = list(services.db.counts.all())
        for name, (label, text) in COUNTED.items():
            family = CounterMetricFamily(f"doxa_{name}", text, labels=[label] if label else [])
            for (counted, value), number in found:
                if counted == name:
                    family.add_metric([value] if label else [], number)
            yield family
        held = services.held_answers.size
        yield GaugeMetricFamily("doxa_answer_bytes", "Bytes of answers being made or read.", held)


async def _ask_store(services: Services) -> str:
    registry = CollectorRegistry()
    try:
        backlog = await jobs.oldest_unprocessed(services.db)
        counts = await count_marks(services.db)
    except DoxaError:
        return ""
    registry.register(_Queue(backlog.waits, age_s(backlog.since, services.db.clock()) or 0.0))
    registry.register(_Marks(counts))
    return generate_latest(registry).decode()


class _Queue(Collector):
    """Jobs that are not done yet."""

    def __init__(self, waiting: int, age_s: float) -> None:
        self._waiting, self._age_s = waiting, age_s

    def collect(self) -> Iterable[Metric]:
        """How many, and how old the oldest is."""
        yield GaugeMetricFamily("doxa_jobs_waiting", "Jobs that wait or run.", self._waiting)
        yield GaugeMetricFamily(
            "doxa_oldest_job_age_seconds", "Age of the oldest of them.", self._age_s
        )


class _Marks(Collector):
    """What people's marks say of each extractor."""

    def __init__(self, counts: Sequence[MarkCount]) -> None:
        self._counts = counts

    def collect(self) -> Iterable[Metric]:
        """How many claims are marked, the share that is right, and how sure they were stated."""
        marked = GaugeMetricFamily("doxa_marked_claims", "Claims marked.", labels=["extractor"])
        right = GaugeMetricFamily(
            "doxa_right_share", "The share of them that is right.", labels=["extractor"]
        )
        stated = GaugeMetricFamily(
            "doxa_stated_confidence",
            "The mean confidence that the extractor stated of them.",
            labels=["extractor"],
        )
        for one in self._counts:
            marked.add_metric([one.extractor], one.marked)
            right.add_metric([one.extractor], one.right / one.marked)
            stated.add_metric([one.extractor], one.stated)
        yield from (marked, right, stated)


def age_s(since: datetime | None, now: datetime) -> float | None:
    """Return the seconds that have passed since a time, none of them negative; None for no time."""
    return None if since is None else max(0.0, (now - since).total_seconds())
