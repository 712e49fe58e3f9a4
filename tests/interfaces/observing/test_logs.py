"""What a busy service logs at the level of debugging: its own words, and nothing that was said."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from tests.support.fake_messages_api import Reply, answer, candidate
from tests.support.servers.collector import collecting
from tests.support.servers.serving import Serving, serving

SENTENCE = "I live in Quetzaltenango with Bartholomew now, and the code is zebra-4711."
# Words of messages, questions, answers of models and settings, which nobody else uses.
SECRETS = ("Quetzaltenango", "Bartholomew", "zebra-4711", "Wilhelmina", "cinnabar", "k-papaya")
REMEMBER = """mutation($text: String!) {
  remember(input: {messages: [{text: $text, speaker: "Wilhelmina"}]}) { id }
}"""
QUESTIONS = (
    '{ entity(name: "Bartholomew") { id } }',
    '{ entity(name: "\\u0001zebra-4711") { id } }',
    '{ entity(id: "zebra-4711 ") { id } }',
    "{ zebra4711(name: Quetzaltenango) }",
    "{ not GraphQL: Quetzaltenango",
    """mutation { assertBelief(input: {
      entityName: "Wilhelmina", attribute: "zebra-4711", value: "Quetzaltenango"
    }) { outcome } }""",
    """mutation { assertBelief(input: {
      entityName: "Wilhelmina", attribute: "likes", value: "cinnabar"
    }) { outcome } }""",
    'mutation { recall(query: "Does Wilhelmina live in Quetzaltenango?") { context } }',
)
PLACE = {"entity": "Quetzaltenango", "kind": "place"}


def busy(service: Serving, api: Any) -> None:
    """Say things that are stored, refused, and that the model fails at."""
    api.otherwise = answer(candidate(span="live in Quetzaltenango", object=PLACE))
    kept = service.ask(REMEMBER, text=SENTENCE)["data"]["remember"]["id"]
    assert service.done(kept) == "SUCCEEDED"
    for number, reply in enumerate(
        (
            Reply(status=400, message=f"what is {SENTENCE}?"),
            Reply(text=f"no JSON, {SENTENCE}"),
            Reply(text=json.dumps({"memories": [{"span": SENTENCE, "zebra-4711": 1}]})),
            Reply(status=529, message=f"busy with {SENTENCE}"),
        )
    ):
        asked = len(api.requests)
        api.otherwise = reply
        service.ask(REMEMBER, text=f"{SENTENCE} No. {number}")
        while len(api.requests) == asked:
            pass
    for question in QUESTIONS:
        service.ask(question)


# Its worker does the jobs of all tenants.
@pytest.mark.serves
@pytest.mark.long
@pytest.mark.parametrize(
    "form", [pytest.param("text", marks=pytest.mark.long), "json"], ids=["text", "json"]
)
def test_no_line_of_a_log_has_what_was_said_or_a_token(doxa, api, form):
    with (
        collecting() as collector,
        serving(
            doxa,
            "--verbose",
            DOXA_LOG_FORMAT=form,
            DOXA_SLOW_QUERY_S="0.000001",
            DOXA_ANTHROPIC_URL=api.url,
            DOXA_ANTHROPIC_KEY="k-papaya",
            OTEL_EXPORTER_OTLP_ENDPOINT=collector.url,
        ) as service,
    ):
        busy(service, api)
        service.stop()
        log = service.log.read_text()

    for secret in (*SECRETS, service.token, doxa.server.password):
        assert secret not in log, secret
    for told in ("doxa.store", "doxa.store.slow", "doxa.worker", "write/intake/jobs/submit"):
        assert told in log, told
    if form == "json":
        check([json.loads(line) for line in log.splitlines()])


def check(lines: list[dict[str, Any]]) -> None:
    """Each line is complete, and those of a request have its trace."""
    for line in lines:
        at = datetime.fromisoformat(line["time"])
        assert at.tzinfo == UTC
        assert {"level", "logger", "message"} <= set(line)
    failed = [line for line in lines if "error" in line]
    assert any(line["logger"] == "doxa.worker" for line in failed)
    assert all(line["traceback"] for line in failed)
    # The service submits tasks of its own too, which belong to no request.
    stored = [line for line in lines if line["message"] == "write/intake/jobs/submit"]
    traced = [line for line in stored if "trace_id" in line]
    assert traced
    assert {(len(line["trace_id"]), len(line["span_id"])) for line in traced} == {(32, 16)}
    slow = [line for line in lines if line["logger"] == "doxa.store.slow"]
    assert all(line["seconds"] > 0 for line in slow)
    # A change to the schema has no plan.
    assert any("0 ProduceResults" in " ".join(line["plan"]) for line in slow)
    assert any("trace_id" in line for line in slow)
