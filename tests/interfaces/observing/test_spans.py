"""Spans of jobs, whichever process does them, what of them the store keeps, and batches."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
from neo4j import AsyncGraphDatabase
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from api.service.worker import drain
from extraction.llm.claude import ClaudeExtractor
from extraction.llm.server_settings import ModelServer
from extraction.offline.extractor import OfflineExtractor
from extraction.pipeline.backfill import backfill
from graph import tracing
from graph.errors import ModelUnavailable
from graph.governance.erasure.erase import erase
from graph.model.commands import Message
from graph.tracing import Kind
from graph.write.intake import jobs
from tests.support.fake_messages_api import Reply, answer

MODEL = "claude-haiku-5-5"


@contextmanager
def process() -> Iterator[Callable[[str], list]]:
    """A process whose traces are on, of whose spans those of a name can be asked for."""
    exporter = InMemorySpanExporter()
    provider = TracerProvider(shutdown_on_exit=False)
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    tracing.turn_on(provider.get_tracer("tests"))
    try:
        yield lambda name: [one for one in exporter.get_finished_spans() if one.name == name]
    finally:
        tracing.turn_off()
        provider.shutdown()


async def submit(db, caller, text="I live in Lisbon now.", held_until=None):
    said = [Message(text)]
    return await jobs.submit(db, caller, said, session=None, topic=None, held_until=held_until)


async def fill(db, caller, api):
    """Have what waits answered in batches."""
    server = ModelServer(model=MODEL, key="k", base_url=api.url, retries_max=0)
    async with ClaudeExtractor.open(server) as claude:
        await backfill(db, caller, claude, lambda _: None, poll_s=0.01)


async def test_a_job_is_linked_to_its_request_by_another_process(db, caller):
    with process() as of_service:
        with tracing.span("request", Kind.SERVER):
            await submit(db, caller)
        (request,) = of_service("request")
    with process() as of_worker:
        await drain(db, OfflineExtractor(), caller.tenant)
        (job,) = of_worker("job")

    (link,) = job.links
    assert link.context.trace_id == request.context.trace_id != job.context.trace_id
    assert link.context.span_id == request.context.span_id
    assert link.context.is_remote


async def test_a_job_keeps_a_traceparent_only_of_a_request_that_is_recorded(db, caller, clock):
    await submit(db, caller)
    with process():
        clock.advance(seconds=1)
        await submit(db, caller)
        clock.advance(seconds=1)
        with tracing.span("request", Kind.SERVER):
            await submit(db, caller)
    kept = [(await jobs.lease(db, "w", seconds=60, tenant=caller.tenant)).trace for _ in range(3)]

    assert kept[:2] == [None, None]
    assert re.fullmatch("00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}", kept[2])


@pytest.mark.parametrize(
    "kept",
    [
        "",
        "rubbish",
        f"00-{'0' * 32}-{'1' * 16}-01",
        f"00-{'1' * 32}-{'0' * 16}-01",
        f"00-{'1' * 32}-{'2' * 16}-01-{'x' * 9_000}",
    ],
)
def test_what_is_no_traceparent_links_to_nothing(kept):
    with process() as spans:
        with tracing.span("job", Kind.CONSUMER, link=kept):
            pass
        (job,) = spans("job")

    assert not job.links


@pytest.mark.long
async def test_the_traceparent_goes_with_the_job_when_it_is_erased(db, server, caller):
    with process(), tracing.span("request", Kind.SERVER):
        job = await submit(db, caller)
    leased = await jobs.lease(db, "w", seconds=60, tenant=caller.tenant)

    async with AsyncGraphDatabase.driver(server.uri, auth=(server.user, server.password)) as driver:

        async def holders():
            text = "MATCH (one) WHERE one.trace = $trace RETURN labels(one) AS labels"
            found = await driver.execute_query(text, trace=leased.trace, database_="neo4j")
            return [record["labels"] for record in found.records]

        assert await holders() == [["Job"]]
        await erase(db, caller, job.episodes[0], "asked for")
        assert await holders() == []


async def test_a_batch_is_spans_of_what_is_done_with_it(db, caller, api):
    api.polls = 2
    read = Reply(text=answer().text, cache_read=7, cache_creation=3)
    api.batched = {"Lisbon": read, "Porto": read, "Oslo": Reply(ends="expired")}
    for city in api.batched:
        until = db.clock() + timedelta(hours=30)
        await submit(db, caller, f"I live in {city} now.", held_until=until)
    with process() as spans:
        await fill(db, caller, api)
    (batch,) = api.batches
    (sent,) = spans(f"submit_batch {MODEL}")
    looked, ended = spans(f"poll_batch {MODEL}")
    (collected,) = spans(f"collect_batch {MODEL}")

    def told(operation):
        return {
            "gen_ai.operation.name": operation,
            "gen_ai.provider.name": "anthropic",
            "gen_ai.request.model": MODEL,
            "doxa.batch.id": batch,
        }

    assert {one.kind.name for one in (sent, looked, ended, collected)} == {"CLIENT"}
    assert sent.attributes == told("submit_batch") | {"doxa.requests": 3}
    assert looked.attributes == told("poll_batch") | {"doxa.batch.ended": False}
    assert ended.attributes == told("poll_batch") | {"doxa.batch.ended": True}
    assert collected.attributes == told("collect_batch") | {
        "doxa.requests": 3,
        "doxa.answers": 2,
        "gen_ai.response.model": MODEL,
        "gen_ai.usage.input_tokens": 220,
        "gen_ai.usage.output_tokens": 40,
        "gen_ai.usage.cache_read.input_tokens": 14,
        "gen_ai.usage.cache_creation.input_tokens": 6,
    }


async def test_a_batch_that_is_refused_has_an_error_without_its_words(db, caller, api):
    api.no_batches = True
    await submit(db, caller, held_until=db.clock() + timedelta(hours=30))
    with process() as spans:
        with pytest.raises(ModelUnavailable):
            await fill(db, caller, api)
        (sent,) = spans(f"submit_batch {MODEL}")

    assert sent.attributes["error.type"] == "UNAVAILABLE"
    assert (sent.status.description, sent.events) == (None, ())
