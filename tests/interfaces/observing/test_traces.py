"""Traces of a service that runs, as a collector gets them: which spans, and nothing else."""

from __future__ import annotations

import json
import secrets
import signal
import socket
from collections.abc import Iterator
from dataclasses import dataclass

import httpx
import pytest
from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status
from websockets.sync.client import connect

from graph.database.server.embedded import Address
from tests.support.command_line import CommandLine
from tests.support.fake_messages_api import MessagesApi, Reply, answer, candidate
from tests.support.fake_messages_api import serving as messages_api
from tests.support.servers.collector import Collector, attributes, collecting
from tests.support.servers.serving import Serving, serving

MODEL = "claude-haiku-5-5"
SENTENCE = "I live in Quetzaltenango with Bartholomew now, and the code is zebra-4711."
# Words of the conversation, of the question and of the caller, which nobody else uses.
SECRETS = ("Quetzaltenango", "Bartholomew", "zebra-4711", "Wilhelmina", "lives_in")
REMEMBER = """mutation KeepIt($text: String!) {
  remember(input: {
    session: "s-zebra-4711", messages: [{text: $text, speaker: "Wilhelmina"}]
  }) { id }
}"""
BELIEFS = """query WhatIsBelieved {
  entity(name: "Wilhelmina") { beliefs(attribute: "lives_in") { edges { node { value } } } }
}"""
PLACE = {"entity": "Quetzaltenango", "kind": "place"}
OFTEN = {"OTEL_BSP_SCHEDULE_DELAY": "50"}


@dataclass(frozen=True)
class Observed:
    """A service, the collector of its traces, and the model that reads."""

    service: Serving
    collector: Collector
    api: MessagesApi


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory, own_server: Address) -> Iterator[Observed]:
    doxa = CommandLine(tmp_path_factory.mktemp("traced"), own_server)
    with (
        messages_api() as api,
        collecting() as collector,
        serving(
            doxa,
            OTEL_EXPORTER_OTLP_ENDPOINT=collector.url,
            DOXA_ANTHROPIC_URL=api.url,
            DOXA_ANTHROPIC_KEY="k-zebra-4711",
            DOXA_MODEL=MODEL,
            DOXA_EMBEDDING_MODEL="",
            **OFTEN,
        ) as service,
    ):
        yield Observed(service, collector, api)


@pytest.fixture
def observed(running: Observed) -> Observed:
    """It, with a model that reads the sentence."""
    running.api.otherwise = answer(candidate(span="live in Quetzaltenango", object=PLACE))
    return running


def of_operation(name: str, trace: str | None = None):
    """Whether a span is of an operation, and of a trace if one is given."""
    return lambda span: (
        attributes(span).get("graphql.operation.name") == name
        and trace in (None, span.trace_id.hex())
    )


def of_job(job: str):
    return lambda span: attributes(span).get("doxa.job.id") == job


def statements(collector: Collector, parent: Span) -> list[Span]:
    """The statements under a span, also those in its transactions."""
    found: list[Span] = []
    for span in collector.under(parent):
        if "db.query.summary" in attributes(span):
            found.append(span)
        found += statements(collector, span)
    return found


@pytest.mark.long
def test_a_request_its_statements_its_job_and_the_model_are_one_tree(observed):
    service, collector = observed.service, observed.collector
    trace, parent = secrets.token_hex(16), secrets.token_hex(8)
    caller = {"traceparent": f"00-{trace}-{parent}-01"}

    kept = service.ask(REMEMBER, caller, text=SENTENCE)["data"]["remember"]["id"]
    assert service.done(kept) == "SUCCEEDED"
    service.ask(BELIEFS, caller)

    told = collector.find(of_operation("KeepIt", trace))
    assert (told.name, told.kind) == ("POST /graphql", Span.SPAN_KIND_SERVER)
    assert (told.trace_id.hex(), told.parent_span_id.hex()) == (trace, parent)
    assert attributes(told) == {
        "http.request.method": "POST",
        "http.route": "/graphql",
        "url.path": "/graphql",
        "url.scheme": "http",
        "http.response.status_code": 200,
        "graphql.operation.type": "mutation",
        "graphql.operation.name": "KeepIt",
    }
    (transaction,) = [one for one in collector.under(told) if one.name == "transaction"]
    (stored,) = [
        one for one in collector.under(transaction) if one.name == "write/intake/jobs/submit"
    ]
    assert stored.kind == Span.SPAN_KIND_CLIENT
    told_of_it = attributes(stored)
    assert told_of_it["db.system.name"] == "neo4j"
    assert told_of_it["db.query.summary"] == "write/intake/jobs/submit"
    assert told_of_it["db.namespace"] == "neo4j"
    assert told_of_it["doxa.retries"] == 0
    assert "db.query.text" not in told_of_it

    asked = collector.find(of_operation("WhatIsBelieved", trace))
    read = {one.name: attributes(one) for one in statements(collector, asked)}
    assert read["kernel/entities/by_name"]["db.response.returned_rows"] == 1
    assert read["read/beliefs/of_entity"]["db.response.returned_rows"] == 1

    job = collector.find(of_job(kept))
    assert job.kind == Span.SPAN_KIND_CONSUMER
    assert (job.links[0].trace_id, job.links[0].span_id) == (told.trace_id, told.span_id)
    assert job.trace_id != told.trace_id
    assert "write/intake/jobs/end" in {one.name for one in statements(collector, job)}

    (call,) = [one for one in collector.under(job) if one.name == f"chat {MODEL}"]
    assert call.kind == Span.SPAN_KIND_CLIENT
    assert attributes(call) == {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "anthropic",
        "gen_ai.request.model": MODEL,
        "gen_ai.response.model": MODEL,
        "gen_ai.usage.input_tokens": 100,
        "gen_ai.usage.output_tokens": 20,
        "gen_ai.usage.cache_read.input_tokens": 0,
        "gen_ai.usage.cache_creation.input_tokens": 0,
    }
    collector.find(lambda span: attributes(span).get("gen_ai.operation.name") == "embeddings")

    assert collector.paths == {"/v1/traces"}
    assert collector.resource["service.name"] == "doxa"


@pytest.mark.long
def test_nothing_that_was_said_and_no_token_is_sent_to_a_collector_or_a_model(observed):
    service, collector, api = observed.service, observed.collector, observed.api
    kept = service.ask(REMEMBER, text=f"{SENTENCE} Once.")["data"]["remember"]["id"]
    assert service.done(kept) == "SUCCEEDED"
    before, api.otherwise = api.otherwise, Reply(status=400, message=f"no: {SENTENCE}")
    failing = service.ask(REMEMBER, text=f"{SENTENCE} Again.")["data"]["remember"]["id"]
    refused = service.ask('query Bad { entity(name: "\\u0001zebra-4711") { id } }')
    assert refused["errors"][0]["extensions"]["code"] == "BAD_CHARACTERS"
    with httpx.Client(headers={"Authorization": f"Bearer {service.token}"}) as client:
        client.get(f"{service.url}/graphql", params={"query": BELIEFS})
    collector.find(of_operation("Bad"))
    broken = collector.find(of_job(failing))
    api.otherwise = before

    assert broken.status.code == Status.STATUS_CODE_ERROR
    assert attributes(collector.find(of_operation("Bad")))["error.type"] == "BAD_CHARACTERS"
    assert not any(span.status.message or span.events for span in collector.spans)
    sent = b"".join(collector.bodies)
    for secret in (*SECRETS, service.token, service.token.rpartition(".")[2]):
        assert secret.encode() not in sent, secret
    # What is traced is not the business of whoever answers.
    assert not any("traceparent" in {name.lower() for name in one} for one in api.headers)


@pytest.mark.long
def test_an_operation_over_a_websocket_has_a_span_of_its_own(observed):
    service, collector = observed.service, observed.collector
    trace = secrets.token_hex(16)
    with connect(
        f"{service.url.replace('http', 'ws')}/graphql",
        subprotocols=["graphql-transport-ws"],
        additional_headers={
            "Authorization": f"Bearer {service.token}",
            "traceparent": f"00-{trace}-{secrets.token_hex(8)}-01",
        },
    ) as socket:
        socket.send(json.dumps({"type": "connection_init"}))
        socket.recv()
        for number in ("One", "Two"):
            query = f"query Numbered{number} {{ __typename }}"
            socket.send(
                json.dumps({"type": "subscribe", "id": number, "payload": {"query": query}})
            )
        told = [json.loads(socket.recv())["type"] for _ in range(4)]
    assert sorted(told) == ["complete", "complete", "next", "next"]
    for number in ("One", "Two"):
        told = collector.find(of_operation(f"Numbered{number}"))

        assert (told.name, told.kind) == ("GraphQL operation", Span.SPAN_KIND_SERVER)
        assert told.trace_id.hex() == trace
        assert attributes(told)["graphql.operation.type"] == "query"


@pytest.mark.long
def test_a_call_of_a_tool_is_a_request_with_its_operation(observed):
    service, collector = observed.service, observed.collector
    service.ask(REMEMBER, text=f"{SENTENCE} By a tool.")
    trace = secrets.token_hex(16)
    response = httpx.post(
        f"{service.url}/mcp",
        headers={
            "Authorization": f"Bearer {service.token}",
            "Accept": "application/json, text/event-stream",
            "traceparent": f"00-{trace}-{secrets.token_hex(8)}-01",
        },
        json={
            "jsonrpc": "2.0",
            "id": 1,
            "method": "initialize",
            "params": {
                "protocolVersion": "2025-06-18",
                "capabilities": {},
                "clientInfo": {"name": "zebra-4711", "version": "1"},
            },
        },
    )
    session = {"mcp-session-id": response.headers["mcp-session-id"]}
    called = httpx.post(
        f"{service.url}/mcp",
        headers={
            "Authorization": f"Bearer {service.token}",
            "Accept": "application/json, text/event-stream",
            "traceparent": f"00-{trace}-{secrets.token_hex(8)}-01",
            **session,
        },
        json={
            "jsonrpc": "2.0",
            "id": 2,
            "method": "tools/call",
            "params": {"name": "beliefs", "arguments": {"entity": "Wilhelmina"}},
        },
        timeout=60,
    )
    assert called.status_code == 200, called.text

    operation = collector.find(
        lambda span: span.name == "GraphQL operation" and span.trace_id.hex() == trace
    )
    request = collector.find(lambda span: span.span_id == operation.parent_span_id)
    assert (request.name, request.kind) == ("POST /mcp", Span.SPAN_KIND_SERVER)
    assert statements(collector, operation)


@pytest.mark.serves
@pytest.mark.long
@pytest.mark.parametrize(
    "answers", [pytest.param(True, marks=pytest.mark.nightly), False], ids=["silent", "absent"]
)
def test_a_collector_that_is_dead_fails_no_request(doxa, unused_port, answers):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1] if answers else unused_port
        with serving(
            doxa, OTEL_EXPORTER_OTLP_ENDPOINT=f"http://127.0.0.1:{port}", **OFTEN
        ) as service:
            for _ in range(20):
                kept = service.ask(REMEMBER, text=SENTENCE)["data"]["remember"]["id"]
                assert "errors" not in service.ask(BELIEFS)
            assert service.done(kept) == "SUCCEEDED"

            # What the signal ends with that it is sent when all is done.
            assert service.stop() in (0, -signal.SIGTERM)
