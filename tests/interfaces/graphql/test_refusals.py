"""Bad input over HTTP: a typed error with code, field and hint, and nothing changed."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

ASSERT = "mutation ($input: AssertInput!) { assertBelief(input: $input) { outcome memory { id } } }"
RETRACT = "mutation ($input: RetractInput!) { retractBelief(input: $input) { outcome } }"
REMEMBER = "mutation ($input: RememberInput!) { remember(input: $input) { id } }"
DEFINE = "mutation ($input: AttributeInput!) { defineAttribute(input: $input) { name } }"
CORRECT = """mutation ($id: ID!, $value: String, $from: DateTime, $to: DateTime, $reason: String!) {
  correctMemory(id: $id, value: $value, validFrom: $from, validTo: $to, reason: $reason) { outcome }
}"""
REVOKE = (
    'mutation ($id: ID!, $reason: String! = "r") { revokeMemory(id: $id, reason: $reason) { id } }'
)
CONFIRM = "mutation ($id: ID!, $at: DateTime) { confirmMemory(id: $id, at: $at) { id } }"

MERGE = "mutation ($keep: ID!, $absorb: ID!) { mergeEntities(keep: $keep, absorb: $absorb) { id } }"
SPLIT = "mutation ($id: ID!) { splitEntity(absorbed: $id) { id } }"
ACCEPT = "mutation ($id: ID!) { acceptMerge(id: $id) { id } }"
DISMISS = "mutation ($id: ID!, $reason: String) { dismissMerge(id: $id, reason: $reason) { id } }"
LIFT = "mutation ($id: ID!, $reason: String!) { liftRejection(id: $id, reason: $reason) { id } }"
DISTRUST = """mutation ($input: DistrustInput!) {
  distrust(input: $input, dryRun: false) { revoked }
}"""
RESOLVE = """mutation ($id: ID!, $to: Resolution!, $value: String, $in: [ContextValue!]) {
  resolveContradiction(id: $id, resolution: $to, value: $value, contexts: $in) { outcome }
}"""

NO_ENTITY = "e_00000000000000000000000000"
NO_CONTRADICTION = "c_00000000000000000000000000"
AHEAD = (datetime.now(UTC) + timedelta(days=1)).isoformat()
# Nothing to be seen: zero width space, joiner, blank of Braille, filler of Hangul, soft hyphen.
UNSEEN = "\u200b\u200d\u2800\u3164\u00ad"
POINTS = "… — ?!"

GOOD = {"entityName": "Ada", "entityKind": "person", "attribute": "lives_in", "value": "Paris"}
UNKNOWN = "m_00000000000000000000000000"


def bad_assert(code: str, field: str, **changes: Any):
    sent = {**GOOD, **changes}
    kept = {name: value for name, value in sent.items() if value != "ABSENT"}
    return pytest.param(ASSERT, {"input": kept}, code, field, id=f"assert-{field}-{code}")


def bad(query: str, code: str, field: str | None, **variables: Any):
    name = query.partition("{")[2].partition("(")[0].strip()
    return pytest.param(query, variables, code, field, id=f"{name}-{field}-{code}")


def bad_message(code: str, field: str, **message: Any):
    return bad(REMEMBER, code, field, input={"messages": [{"text": "Good."}, message]})


def bad_retract(code: str, field: str, **changes: Any):
    sent = {"entityName": "Ada", "attribute": "lives_in", **changes}
    return bad(RETRACT, code, field, input=sent)


def bad_definition(code: str, field: str, **changes: Any):
    return bad(DEFINE, code, field, input={"name": "height", **changes})


REFUSED_WRITES = [
    bad_assert("OUT_OF_RANGE", "input.saidAt", saidAt=AHEAD),
    bad_assert("OUT_OF_RANGE", "input.vouchedUntil", vouchedUntil=AHEAD),
    bad_assert(
        "INVERTED_INTERVAL",
        "input.expiresAt",
        validFrom="2024-05-01T00:00:00Z",
        expiresAt="2024-05-01T00:00:00Z",
    ),
    bad_assert("INVERTED_INTERVAL", "input.expiresAt", expiresAt="2024-05-01T00:00:00Z"),
    bad_assert("INVALID_ARGUMENT", "input.type", type="RESOLUTION"),
    *(
        bad_assert(code, f"input.{name}", **{name: value})
        for name in ("entityName", "entityKind", "attribute", "value", "context")
        for code, value in (("EMPTY", UNSEEN), ("BAD_CHARACTERS", POINTS))
    ),
    bad_assert("EMPTY", "input.targetName", value="ABSENT", targetName=UNSEEN),
    bad_assert("BAD_CHARACTERS", "input.targetName", value="ABSENT", targetName=POINTS),
    bad_retract("OUT_OF_RANGE", "input.saidAt", saidAt=AHEAD),
    bad_retract("EMPTY", "input.value", value=UNSEEN),
    bad_retract("BAD_CHARACTERS", "input.attribute", attribute=POINTS),
    bad_retract("BAD_CHARACTERS", "input.entityName", entityName=POINTS),
    bad_retract("TOO_LARGE", "input.reason", reason="x" * 2_001),
    bad_message("OUT_OF_RANGE", "input.messages.1.occurredAt", text="x", occurredAt=AHEAD),
    bad_message("EMPTY", "input.messages.1.speaker", text="x", speaker=UNSEEN),
    bad(
        REMEMBER,
        "BAD_CHARACTERS",
        "input.session",
        input={"messages": [{"text": "x"}]} | {"session": "a\u0000"},
    ),
    bad(CONFIRM, "OUT_OF_RANGE", "at", id=UNKNOWN, at=AHEAD),
    bad(CORRECT, "EMPTY", "value", id=UNKNOWN, value=UNSEEN, reason="r"),
    bad(CORRECT, "BAD_CHARACTERS", "value", id=UNKNOWN, value=POINTS, reason="r"),
    bad(CORRECT, "EMPTY", "reason", id=UNKNOWN, value="x", reason=" "),
    bad(CORRECT, "INVALID_ARGUMENT", "value", id=UNKNOWN, reason="r"),
    bad(REVOKE, "BAD_CHARACTERS", "reason", id=UNKNOWN, reason="a\u0000"),
    bad_definition("EMPTY", "input.name", name=UNSEEN),
    bad_definition("BAD_CHARACTERS", "input.name", name=POINTS),
    bad_definition("EMPTY", "input.category", category=UNSEEN),
    bad_definition("BAD_CHARACTERS", "input.category", category=POINTS),
    bad_definition("TOO_LARGE", "input.category", category="x" * 101),
    bad_definition("BAD_CHARACTERS", "input.aliases", aliases=["tall", POINTS]),
    bad_definition("BAD_CHARACTERS", "input.inverse", inverse=POINTS),
    bad_definition("EMPTY", "input.opposite", opposite=UNSEEN),
    bad_definition("INVALID_ARGUMENT", "input.unit", unit="cm", valueType="TEXT"),
    bad(MERGE, "NOT_FOUND", "keep", keep=NO_ENTITY, absorb="e_00000000000000000000000001"),
    bad(MERGE, "BAD_ID", "absorb", keep=NO_ENTITY, absorb="no id!"),
    bad(SPLIT, "NOT_FOUND", "absorbed", id=NO_ENTITY),
    bad(ACCEPT, "NOT_FOUND", "id", id=UNKNOWN),
    bad(DISMISS, "NOT_FOUND", "id", id=UNKNOWN),
    bad(LIFT, "NOT_FOUND", "id", id=UNKNOWN, reason="r"),
    bad(DISTRUST, "INVALID_ARGUMENT", "input", input={"reason": "r"}),
    bad(DISTRUST, "EMPTY", "input.reason", input={"reason": " ", "session": "s"}),
    bad(DISTRUST, "BAD_CHARACTERS", "input.speaker", input={"reason": "r", "speaker": "\u0000"}),
    bad(RESOLVE, "NOT_FOUND", "id", id=NO_CONTRADICTION, to="KEEP"),
    bad(RESOLVE, "INVALID_ARGUMENT", "value", id=NO_CONTRADICTION, to="KEEP", value="x"),
    bad(RESOLVE, "INVALID_ARGUMENT", "contexts", id=NO_CONTRADICTION, to="BY_CONTEXT"),
    bad_assert("NAIVE_TIME", "input.validFrom", validFrom="2024-05-01T09:00:00"),
    bad_assert("NAIVE_TIME", "input.validFrom", validFrom="2024-05-01T00"),
    bad_assert("NAIVE_TIME", "input.validTo", validTo="2024-05-01T09:00"),
    bad_assert("NAIVE_TIME", "input.saidAt", saidAt="2024-05-01 09:00:00"),
    bad_assert("NAIVE_TIME", "input.vouchedUntil", vouchedUntil="2024-05-01T09:00:00"),
    bad_assert("NAIVE_TIME", "input.expiresAt", expiresAt="2024-05-01T09:00:00"),
    bad_assert("OUT_OF_RANGE", "input.validFrom", validFrom="soon"),
    bad_assert("OUT_OF_RANGE", "input.validFrom", validFrom="9999-06-01T00:00:00Z"),
    bad_assert("OUT_OF_RANGE", "input.validFrom", validFrom="0001-01-01T00:00:00+10:00"),
    bad_assert(
        "INVERTED_INTERVAL",
        "input.validTo",
        validFrom="2024-05-01T00:00:00Z",
        validTo="2024-04-01T00:00:00Z",
    ),
    bad_assert(
        "INVERTED_INTERVAL",
        "input.validTo",
        validFrom="2024-05-01T02:00:00+02:00",
        validTo="2024-05-01T00:00:00Z",
    ),
    bad_assert("OUT_OF_RANGE", "input.confidence", confidence=1.5),
    bad_assert("OUT_OF_RANGE", "input.confidence", confidence=-0.1),
    bad_assert("OUT_OF_RANGE", "input.confidence", confidence=float("nan")),
    bad_assert("OUT_OF_RANGE", "input.importance", importance=float("inf")),
    bad_assert("OUT_OF_RANGE", "input.importance", importance=2),
    bad_assert("INVALID_ARGUMENT", "input.importance", importance="0.5"),
    bad_assert("EMPTY", "input.value", value=""),
    bad_assert("EMPTY", "input.value", value=" \t\n"),
    bad_assert("EMPTY", "input.entityName", entityName=""),
    bad_assert("EMPTY", "input.attribute", attribute="  "),
    bad_assert("EMPTY", "input.text", text=""),
    bad_assert("TOO_LARGE", "input.value", value="x" * 2_001),
    bad_assert("TOO_LARGE", "input.text", text="x" * 20_001),
    bad_assert("TOO_LARGE", "input.entityName", entityName="x" * 301),
    bad_assert("TOO_LARGE", "input.attribute", attribute="x" * 101),
    bad_assert("BAD_CHARACTERS", "input.value", value="a\u0000b"),
    bad_assert("BAD_CHARACTERS", "input.value", value="a\u001bb"),
    bad_assert("BAD_CHARACTERS", "input.value", value="a\ud800b"),
    bad_assert("BAD_CHARACTERS", "input.entityName", entityName="Ada\u0007"),
    bad_assert("BAD_CHARACTERS", "input.attribute", attribute="lives\u0000in"),
    bad_assert("BAD_CHARACTERS", "input.context", context="a\u0000"),
    bad_assert("BAD_CHARACTERS", "input.speaker", speaker="a\u0000"),
    bad_assert("BAD_CHARACTERS", "input.idempotencyKey", idempotencyKey="a\u0000"),
    bad_assert("INVALID_ARGUMENT", "input.value", value="ABSENT"),
    bad_assert("INVALID_ARGUMENT", "input.value", targetName="Paris"),
    bad_assert("INVALID_ARGUMENT", "input.entity", entityName="ABSENT"),
    bad_assert("INVALID_ARGUMENT", "input.entity", entity="e_00000000000000000000000000"),
    bad_assert("INVALID_ARGUMENT", "input.attribute", attribute="ABSENT"),
    bad_assert("INVALID_ARGUMENT", "input.precision", precision="FORTNIGHT"),
    bad_assert("INVALID_ARGUMENT", "input.colour", colour="red"),
    bad_assert("INVALID_ARGUMENT", "input.value", value=7),
    bad_assert("BAD_ID", "input.entity", entityName="ABSENT", entity="no id!"),
    bad_assert(
        "NOT_FOUND", "input.entity", entityName="ABSENT", entity="e_00000000000000000000000000"
    ),
    bad_assert("NOT_FOUND", "input.target", value="ABSENT", target="e_00000000000000000000000000"),
    bad(
        RETRACT,
        "NAIVE_TIME",
        "input.at",
        input={"entityName": "Ada", "attribute": "lives_in", "at": "2024-01-01T00:00:00"},
    ),
    bad(
        RETRACT,
        "INVERTED_INTERVAL",
        "input.until",
        input={
            "entityName": "Ada",
            "attribute": "lives_in",
            "at": "2024-01-01T00:00:00Z",
            "until": "2023-01-01T00:00:00Z",
        },
    ),
    bad(
        RETRACT,
        "NOT_FOUND",
        "input.entity",
        input={"entity": "e_00000000000000000000000000", "attribute": "lives_in"},
    ),
    bad(REMEMBER, "EMPTY", "input.messages", input={"messages": []}),
    bad(REMEMBER, "TOO_LARGE", "input.messages", input={"messages": [{"text": "x"}] * 501}),
    bad_message("EMPTY", "input.messages.1.text", text=" "),
    bad_message("TOO_LARGE", "input.messages.1.text", text="x" * 20_001),
    bad_message("BAD_CHARACTERS", "input.messages.1.text", text="a\u0000b"),
    bad_message("NAIVE_TIME", "input.messages.1.occurredAt", text="x", occurredAt="2024-01-01"),
    bad_message("BAD_CHARACTERS", "input.messages.1.speaker", text="x", speaker="a\u0000"),
    bad_message("INVALID_ARGUMENT", "input.messages.1.text", speaker="x"),
    bad(CORRECT, "NOT_FOUND", "id", id=UNKNOWN, value="x", reason="r"),
    bad(CORRECT, "NAIVE_TIME", "validFrom", id=UNKNOWN, **{"from": "2024-01-01T00:00"}, reason="r"),
    bad(REVOKE, "NOT_FOUND", "id", id=UNKNOWN),
    bad(REVOKE, "BAD_ID", "id", id="a b"),
    bad(CONFIRM, "NOT_FOUND", "id", id=UNKNOWN),
    bad(CONFIRM, "NAIVE_TIME", "at", id=UNKNOWN, at="2024-01-01T00:00:00"),
    bad(DEFINE, "EMPTY", "input.name", input={"name": " "}),
    bad(DEFINE, "BAD_CHARACTERS", "input.name", input={"name": "a\u0000"}),
    bad(DEFINE, "OUT_OF_RANGE", "input.halfLifeDays", input={"name": "x", "halfLifeDays": -1}),
]


@pytest.mark.parametrize(("query", "variables", "code", "field"), REFUSED_WRITES)
async def test_a_bad_write_is_refused_and_changes_nothing(
    ask, size, query: str, variables: dict[str, Any], code: str, field: str
):
    # Not through the client's own encoder: it would refuse some of this itself.
    response = await ask.client.post(
        "/graphql",
        content=json.dumps({"query": query, "variables": variables}),
        headers={"Authorization": f"Bearer {ask.token}", "Content-Type": "application/json"},
    )
    (error,) = response.json()["errors"]

    assert (error["extensions"]["code"], error["extensions"]["field"]) == (code, field)
    assert error["message"]
    assert error["extensions"]["hint"]
    assert len(response.content) < 2_000
    assert await size(ask) == {}


BELIEF = """query ($entity: ID!, $at: AsOf) {
  belief(entity: $entity, attribute: "lives_in", asOf: $at) { value }
}"""
BELIEFS = (
    "query ($n: Int, $after: String) { beliefs(first: $n, after: $after) { edges { cursor } } }"
)

REFUSED_READS = [
    (
        BELIEF,
        {"entity": "e_1", "at": {"validAt": "2024-01-01T00:00"}},
        "NAIVE_TIME",
        "asOf.validAt",
    ),
    (
        BELIEF,
        {"entity": "e_1", "at": {"systemAt": "2024-01-01T00:00"}},
        "NAIVE_TIME",
        "asOf.systemAt",
    ),
    (
        BELIEF,
        {"entity": "e_1", "at": {"systemAt": "2100-01-01T00:00:00Z"}},
        "OUT_OF_RANGE",
        "asOf.systemAt",
    ),
    (BELIEFS, {"n": 0}, "OUT_OF_RANGE", "first"),
    (BELIEFS, {"n": 501}, "OUT_OF_RANGE", "first"),
    (BELIEFS, {"n": 2**40}, "OUT_OF_RANGE", "first"),
    (BELIEFS, {"after": "nonsense"}, "BAD_CURSOR", "after"),
    (BELIEFS, {"after": ""}, "BAD_CURSOR", "after"),
    ("{ entity { id } }", {}, "INVALID_ARGUMENT", "id"),
    ('{ entity(id: "e_1", name: "Ada") { id } }', {}, "INVALID_ARGUMENT", "id"),
    ('{ audit(since: "2024-01-01T00:00") { edges { cursor } } }', {}, "NAIVE_TIME", "since"),
    ("{ nothing }", {}, "INVALID_ARGUMENT", None),
    ("{ memory(id: [1]) { id } }", {}, "INVALID_ARGUMENT", "id"),
    ("{ memory { id } }", {}, "INVALID_ARGUMENT", "id"),
    ("{", {}, "INVALID_ARGUMENT", None),
]


@pytest.mark.parametrize(("query", "variables", "code", "field"), REFUSED_READS)
async def test_a_bad_question_is_refused(
    ask, query: str, variables: dict[str, Any], code: str, field: str | None
):
    extensions = await ask.refused(query, **variables)

    assert (extensions["code"], extensions["field"]) == (code, field)
    assert extensions["hint"]


@pytest.mark.parametrize(
    "literal",
    ["NaN", "1e999", "-1e999", "1.5", "-0.5"],
    ids=lambda literal: f"confidence-{literal}",
)
async def test_scores_written_in_the_query_itself_are_checked_too(ask, size, literal: str):
    query = f"""mutation {{ assertBelief(input: {{
      entityName: "Ada", attribute: "lives_in", value: "Paris", confidence: {literal}
    }}) {{ outcome }} }}"""

    extensions = await ask.refused(query)

    assert (extensions["code"], extensions["field"]) == ("OUT_OF_RANGE", "input.confidence")
    assert await size(ask) == {}


@pytest.mark.parametrize(
    "question",
    [
        'entity(id: "e_00000000000000000000000000") { id }',
        'entity(id: "nothing of ours") { id }',
        'entity(name: "Nobody") { id }',
        'memory(id: "m_00000000000000000000000000") { id }',
        'job(id: "j_00000000000000000000000000") { id }',
        'belief(entity: "e_00000000000000000000000000", attribute: "lives_in") { id }',
        'belief(entity: "x", attribute: "never_heard_of") { id }',
        'attribute(name: "never_heard_of") { name }',
        *(
            f'node(id: "{prefix}_00000000000000000000000000") {{ id }}'
            for prefix in ("e", "m", "p", "c", "b", "r", "a", "j", "x")
        ),
        'node(id: "") { id }',
    ],
)
async def test_what_is_not_there_is_null(ask, question: str):
    (found,) = (await ask(f"{{ {question} }}")).values()

    assert found is None
