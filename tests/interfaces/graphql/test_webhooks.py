"""Webhooks through GraphQL: registered by owners, and never with their secret."""

from __future__ import annotations

import json

import pytest

from graph.vocabulary import Role

URL = "https://hooks.invalid/doxa"
CREATE = """mutation ($input: WebhookInput!) { createWebhook(input: $input) {
  secret webhook { id url entity attribute kinds deadLetterCount deadLetters { message } }
} }"""
LIST = """{ webhooks {
  id url entity attribute kinds createdAt lastDeliveredAt lastMessage attempts nextAttempt failures
  lastError deadLetterCount deadLetters { message changedAt failedAt error waits }
} }"""
DELETE = "mutation ($id: ID!) { deleteWebhook(id: $id) { id } }"
RETRY = "mutation ($id: ID!) { retryWebhook(id: $id) { id deadLetterCount } }"


async def test_an_owner_registers_lists_retries_and_deletes_a_webhook(ask):
    made = (await ask(CREATE, input={"url": URL, "kinds": ["INSERTED"]}))["createWebhook"]
    webhook = made["webhook"]["id"]
    (found,) = (await ask(LIST))["webhooks"]

    assert made["secret"].startswith("whsec_")
    assert (found["id"], found["kinds"], found["failures"]) == (webhook, ["INSERTED"], 0)
    assert made["secret"] not in json.dumps(found)
    assert (await ask(RETRY, id=webhook))["retryWebhook"]["deadLetterCount"] == 0
    assert (await ask(DELETE, id=webhook))["deleteWebhook"]["id"] == webhook
    assert (await ask(LIST))["webhooks"] == []
    assert (await ask.refused(DELETE, id=webhook))["code"] == "NOT_FOUND"


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"url": "http://hooks.invalid/"}, "input.url"),
        ({"url": "https://10.0.0.1/"}, "input.url"),
        ({"url": URL, "secret": "short"}, "input.secret"),
    ],
)
async def test_what_is_refused_is_named_by_its_field(ask, given, field):
    refused = await ask.refused(CREATE, input=given)

    assert (refused["code"], refused["field"]) == ("INVALID_ARGUMENT", field)
    assert refused["hint"]


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.OWNER])
async def test_nobody_but_an_owner_has_to_do_with_webhooks(login, role):
    somebody = login(role=role)
    asked = [(CREATE, {"input": {"url": URL}}), (LIST, {}), (DELETE, {"id": "w_1"})]
    for query, variables in (*asked, (RETRY, {"id": "w_1"})):
        assert (await somebody.refused(query, **variables))["code"] == "FORBIDDEN"
