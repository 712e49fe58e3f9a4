"""Every root field and tool, in every role: FORBIDDEN exactly where the page of roles says."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from pathlib import Path

import jwt
import pytest
from graphql import (
    build_schema,
    get_named_type,
    is_enum_type,
    is_input_object_type,
    is_leaf_type,
    is_list_type,
    is_non_null_type,
    is_required_argument,
    is_required_input_field,
)

from api.graphql.request.permissions import FIELDS, Right
from graph.model.records import DEFAULT_TENANT
from graph.vocabulary import Role
from tests.interfaces.mcp_server.test_mcp_http import agent
from tests.interfaces.service.test_subscriptions import opened

ROOT = Path(__file__).parents[3]
SCHEMA = build_schema((ROOT / "api" / "graphql" / "schema.graphql").read_text())
PAGE = (ROOT / "docs" / "reference" / "roles.md").read_text()
NO_ONE = "m_00000000000000000000000000"
# What has to be given beside what is required, for an answer that comes at once and of its own.
BESIDE = {"beliefChanges": {"entity": f'"{NO_ONE}"'}, "entity": {"id": f'"{NO_ONE}"'}}
TOOL_ARGUMENTS = {
    "recall": {"query": "Where does Ada live?"},
    "beliefs": {"entity": "Ada"},
    "timeline": {"entity": "Ada"},
    "history": {"entity": "Ada", "attribute": "likes"},
    "diff": {"entity": "Ada"},
    "related": {"entity": "Ada"},
    "why": {"recall": NO_ONE, "memory": NO_ONE},
    "job": {"job_id": NO_ONE},
    "contradictions": {},
    "store_memory": {"text": "I live in Porto."},
    "retract": {"entity": "Ada", "attribute": "likes"},
    "correct": {"memory": NO_ONE, "value": "x", "reason": "y"},
    "resolve_contradiction": {"contradiction": NO_ONE},
    "consolidate_memories": {"topic": "work"},
    "forget": {"subject": NO_ONE, "reason": "y"},
}


def listed(title):
    """The fields of a part of the page, each with the roles that have it."""
    part = PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in part.splitlines()
        if line.startswith("|")
    ]
    roles = [re.sub("`", "", name) for name in rows[0][2:]]
    return {
        row[0].strip("`"): {role for role, mark in zip(roles, row[2:], strict=True) if mark}
        for row in rows[2:]
    }


def literal(kind):
    """The plainest value of an input's type."""
    if is_non_null_type(kind):
        return literal(kind.of_type)
    if is_list_type(kind):
        return f"[{literal(kind.of_type)}]"
    if is_enum_type(kind):
        return next(iter(kind.values))
    if is_input_object_type(kind):
        given = [
            f"{name}: {literal(one.type)}"
            for name, one in kind.fields.items()
            if is_required_input_field(one)
        ]
        return "{" + ", ".join(given) + "}"
    plain = {"ID": f'"{NO_ONE}"', "Boolean": "true", "Int": "1", "Float": "1.0", "JSON": "{}"}
    return plain.get(kind.name, '"x"')


def operation(root, name):
    field = SCHEMA.get_type(root).fields[name]
    given = {
        key: literal(one.type) for key, one in field.args.items() if is_required_argument(one)
    } | BESIDE.get(name, {})
    told = ", ".join(f"{key}: {value}" for key, value in given.items())
    chosen = "" if is_leaf_type(get_named_type(field.type)) else " { __typename }"
    return f"{root.lower()} {{ {name}{f'({told})' if told else ''}{chosen} }}"


def codes(body):
    return {one["extensions"]["code"] for one in body.get("errors") or []}


@pytest.mark.long
@pytest.mark.parametrize("root", ["Query", "Mutation"])
@pytest.mark.parametrize("role", list(Role))
async def test_a_role_is_forbidden_exactly_what_the_page_says(login, root, role):
    ask, told = login(role=role), listed(root)
    of_store = login(DEFAULT_TENANT, role=role)
    assert set(told) == set(SCHEMA.get_type(root).fields)

    for name, allowed in told.items():
        asker = of_store if FIELDS[root][name] is Right.OPERATE else ask
        response = await asker.post(operation(root, name))
        found = codes(response.json())

        assert ("FORBIDDEN" in found) == (role.value not in allowed), (name, response.text)
        # What was asked is what the field takes, so that no answer comes before the right's.
        assert response.status_code == 200, (name, response.text)


@pytest.mark.parametrize("role", list(Role))
async def test_a_role_follows_what_the_page_says(service, login, role):
    ask, told = login(role=role), listed("Subscription")
    assert set(told) == set(SCHEMA.subscription_type.fields)

    for name, allowed in told.items():
        async with opened(service, ask.token) as socket:
            await socket.subscribe(operation("Subscription", name))
            message = await socket.next()
        payload = message["payload"]
        errors = payload if isinstance(payload, list) else payload["errors"]
        found = codes({"errors": errors})

        assert ("FORBIDDEN" in found) == (role.value not in allowed), (name, message)
        assert found <= {"FORBIDDEN", "NOT_FOUND"}


@pytest.mark.parametrize("role", list(Role))
async def test_a_role_is_told_what_it_may_use(login, store, role):
    ask, before = login(DEFAULT_TENANT, role=role, actor="ada"), store.executed
    told = {title: listed(title) for title in ("Query", "Mutation", "Subscription")}
    found = (await ask("{ viewer { tenant actor role expiresAt fields } }"))["viewer"]

    assert store.executed == before
    assert (found["tenant"], found["actor"], found["role"]) == (ask.tenant, "ada", role.name)
    assert datetime.fromisoformat(found["expiresAt"]) == issued_until(ask.token)
    allowed = [
        name for fields in told.values() for name, roles in fields.items() if role.value in roles
    ]
    assert found["fields"] == sorted(allowed)


def issued_until(token):
    claims = jwt.decode(token, options={"verify_signature": False})
    return datetime.fromtimestamp(claims["exp"], UTC)


def test_no_two_roots_have_a_field_of_one_name():
    names = [name for title in ("Query", "Mutation", "Subscription") for name in listed(title)]

    assert len(names) == len(set(names))


@pytest.mark.long
@pytest.mark.parametrize("role", list(Role))
async def test_a_tool_is_forbidden_exactly_where_the_page_says(service, login, role):
    told = listed("Tools of `/mcp`")
    async with agent(service, login(role=role).token, {}) as (client, asked):
        assert set(told) == {tool.name for tool in (await client.list_tools()).tools}
        for name, allowed in told.items():
            result = await client.call_tool(name, TOOL_ARGUMENTS[name])
            text = json.dumps([one.text for one in result.content if one.type == "text"])

            assert ("FORBIDDEN" in text) == (role.value not in allowed), (name, text)
        # Nobody is asked about what the role could not do anyway.
        assert asked == []


def test_readers_write_nothing_and_models_decide_nothing():
    changes = listed("Mutation")
    saying = {"assertBelief", "importConversation", "remember", "retractBelief"}

    assert [name for name, allowed in changes.items() if "reader" in allowed] == []
    assert {name for name, allowed in changes.items() if "model" in allowed} == saying
    assert all("owner" in allowed for allowed in changes.values())
    assert {name for name, allowed in changes.items() if allowed == {"owner"}} == {
        "applyCalibration",
        "applyPolicy",
        "createWebhook",
        "deleteWebhook",
        "erase",
        "eraseSession",
        "retryWebhook",
        "runTask",
    }
