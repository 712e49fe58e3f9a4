"""Consent over HTTP and on the command line."""

from __future__ import annotations

import pytest

from graph.vocabulary import Role

TELL = """mutation ($input: AssertInput!) { assertBelief(input: $input) {
  outcome memory { id consentBasis waits { gate reason } }
} }"""
SET = """mutation ($subject: ID!, $basis: String!, $categories: [String!], $granted: Boolean!) {
  setConsent(subject: $subject, basis: $basis, categories: $categories, granted: $granted)
}"""
CONSENTS = """query ($subject: ID!) { consents(subject: $subject) {
  subject { name } category basis granted actor validFrom validTo systemFrom systemTo
  fell { text status }
} }"""


async def told(ask, attribute, value):
    said = {"entityName": "Ana", "attribute": attribute, "value": value}
    return (await ask(TELL, input=said))["assertBelief"]


async def ana(ask):
    await told(ask, "hobby", "chess")
    return (await ask('{ entity(name: "Ana") { id } }'))["entity"]["id"]


async def sets(ask, subject, categories, *, granted, basis="consent"):
    asked = {"subject": subject, "basis": basis, "categories": categories, "granted": granted}
    return (await ask(SET, **asked))["setConsent"]


@pytest.mark.long
async def test_consent_is_given_used_and_withdrawn(ask):
    subject = await ana(ask)
    first = await told(ask, "allergic_to", "nuts")
    assert (first["outcome"], first["memory"]["waits"]["gate"]) == ("REVIEW", "consent")

    assert await sets(ask, subject, ["health"], granted=True) is True
    assert await sets(ask, subject, ["health"], granted=True) is False
    second = await told(ask, "allergic_to", "eggs")
    assert (second["outcome"], second["memory"]["consentBasis"]) == ("STORED", "consent")
    [given] = (await ask(CONSENTS, subject=subject))["consents"]
    assert (given["subject"], given["category"], given["granted"]) == (
        {"name": "Ana"},
        "health",
        True,
    )

    assert await sets(ask, subject, ["health"], granted=False, basis="asked") is True
    [withdrawn] = (await ask(CONSENTS, subject=subject))["consents"]
    assert (withdrawn["granted"], withdrawn["basis"], withdrawn["validTo"]) == (
        False,
        "asked",
        None,
    )
    assert {"text": "Ana is allergic to eggs.", "status": "REVOKED"} in withdrawn["fell"]
    assert (await told(ask, "allergic_to", "eggs")) == {"outcome": "REJECTED", "memory": None}


@pytest.mark.parametrize("role", [Role.READER, Role.MODEL])
async def test_who_may_not_decide_sets_no_consent(ask, login, role):
    subject = await ana(ask)
    other = login(tenant=ask.tenant, role=role)

    refused = await other.refused(SET, subject=subject, basis="x", granted=True)
    assert refused["code"] == "FORBIDDEN"
    assert (await ask(CONSENTS, subject=subject))["consents"] == []


@pytest.mark.long
def test_the_command_line_gives_withdraws_and_lists(doxa):
    lines = [
        {"entity": "Ana", "attribute": "hobby", "value": "chess"},
        {"op": "consent", "entity": "Ana", "categories": ["health"], "basis": "consent"},
        {"entity": "Ana", "attribute": "allergic_to", "value": "nuts"},
    ]
    loaded = doxa.json("load", doxa.file("said.jsonl", lines))
    assert loaded["outcomes"] == {"STORED": 2, "CONSENTED": 1}

    listed = doxa.json("consent", "list", "Ana")["consents"]
    assert [(one["category"], one["granted"]) for one in listed] == [("health", True)]
    done = doxa.json("consent", "withdraw", "Ana", "--category", "health")
    assert [one["text"] for one in done["fell"]] == ["Ana is allergic to nuts."]
    assert "recorded already" in doxa("consent", "withdraw", "Ana", "--category", "health").out
    given = doxa("consent", "give", "Ana", "--category", "religion", "--basis", "she said so").out
    assert "religion may be kept" in given
    assert "she said so" in doxa("consent", "list", "Ana").out
    assert doxa("consent", "give", "Nobody", "--basis", "x").code == 2
