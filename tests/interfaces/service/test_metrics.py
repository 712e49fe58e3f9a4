"""``/metrics``, ``/live`` and ``/ready``: what a service tells whoever runs it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import httpx
import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from graph.settings import Settings

ROOT = Path(__file__).resolve().parents[3]
SETTINGS = Settings(embedding_model="none", metrics=True)


@pytest.fixture
async def watched(serve):
    async with serve(SETTINGS) as url, httpx.AsyncClient(base_url=url, timeout=60) as client:
        yield client


async def told(client):
    """Every sample: its name and labels, and its value."""
    response = await client.get("/metrics")
    assert response.headers["content-type"].startswith("text/plain")
    return {
        (one.name, *sorted(one.labels.items())): one.value
        for family in text_string_to_metric_families(response.text)
        for one in family.samples
    }


async def post(client, ask, query):
    headers = {"Authorization": f"Bearer {ask.token}"}
    return await client.post("/graphql", json={"query": query}, headers=headers)


async def test_requests_are_counted_by_door_and_status(watched, ask):
    before = await told(watched)
    await post(watched, ask, "{ attributes { name } }")
    await watched.post("/graphql", json={"query": "{ attributes { name } }"})
    await watched.post("/mcp", json={})
    after = await told(watched)

    def grown(name, **labels):
        key = (name, *sorted(labels.items()))
        return after.get(key, 0) - before.get(key, 0)

    assert grown("doxa_requests_total", door="graphql", status="200") == 1
    assert grown("doxa_requests_total", door="graphql", status="401") == 1
    assert grown("doxa_requests_total", door="mcp", status="401") == 1
    assert grown("doxa_request_seconds_count", door="graphql") == 2
    assert grown("doxa_statements_total") > 0


async def test_contradictions_and_recalls_are_counted_by_kind(watched, ask):
    before = await told(watched)
    words = """mutation { assertBelief(input: {
      entityName: "Ana", attribute: "job_title", value: "VALUE"
    }) { outcome } }"""
    for value in ("nurse", "pilot"):
        await post(watched, ask, words.replace("VALUE", value))
    await post(watched, ask, '{ recall(query: "How tall is the Eiffel tower?") { id } }')
    after = await told(watched)

    def grown(name):
        return sum(value - before.get(key, 0) for key, value in after.items() if key[0] == name)

    assert grown("doxa_contradictions_total") >= 1
    assert grown("doxa_recalls_total") == 1
    assert ("doxa_jobs_waiting",) in after


async def test_no_metric_names_a_tenant_or_a_text(watched, ask):
    await post(
        watched,
        ask,
        """mutation { assertBelief(input: {
      entityName: "Zebedee", attribute: "likes", value: "marmalade"
    }) { outcome } }""",
    )
    text = (await watched.get("/metrics")).text

    assert not any(word in text for word in (ask.tenant, "Zebedee", "marmalade", "likes"))


async def test_metrics_are_not_answered_unless_it_is_set(http):
    assert (await http.get("/metrics")).status_code == 404


async def test_a_service_is_live_and_ready(http):
    assert (await http.get("/live")).json() == {"live": True}
    assert (await http.get("/ready")).json() == {"ready": True}


async def test_the_dashboard_asks_for_metrics_that_there_are(watched):
    board = json.loads((ROOT / "deploy" / "grafana.json").read_text())
    text = (await watched.get("/metrics")).text
    alerts = yaml.safe_load((ROOT / "deploy" / "alerts.yml").read_text())
    expressions = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    rules = [rule for group in alerts["groups"] for rule in group["rules"]]
    expressions += [rule["expr"] for rule in rules]
    asked = {name for each in expressions for name in re.findall(r"doxa_\w+", each)}

    assert len(asked) > 10
    assert len({rule["alert"] for rule in rules}) == len(rules) > 4
    known = set(re.findall(r"^# TYPE (\w+)", text, re.MULTILINE))
    assert {re.sub(r"_(?:total|bucket)$", "", one) for one in asked} <= {
        re.sub(r"_total$", "", one) for one in known
    }
