"""What scanners of GraphQL services look for is not to be found here."""

from __future__ import annotations

import json

import httpx
import pytest

from graph.settings import Settings

NAME = "{ __typename }"
SAY = """mutation {
  assertBelief(input: {entityName: "Ana", attribute: "likes", value: "tea"}) { outcome }
}"""
IDES = (
    "/graphql",
    "/graphiql",
    "/graphiql/",
    "/playground",
    "/console",
    "/altair",
    "/voyager",
)


@pytest.fixture
def send(http, ask):
    async def sent(method, **given):
        headers = {"Authorization": f"Bearer {ask.token}"} | given.pop("headers", {})
        return await http.request(method, "/graphql", headers=headers, **given)

    return sent


async def refused(ask, query):
    return (await ask.refused(query))["code"]


async def test_a_hundred_aliases_are_refused(ask):
    query = "{ " + " ".join(f"a{number}: __typename" for number in range(101)) + " }"

    assert await refused(ask, query) == "TOO_LARGE"


async def test_a_field_repeated_by_hundreds_is_refused(ask):
    assert await refused(ask, "{ " + "__typename " * 500 + "}") == "TOO_LARGE"
    inside = "{ attributes { " + "name " * 500 + "} }"
    assert await refused(ask, inside) == "TOO_LARGE"
    spread = "{ ...F } fragment F on Query { " + "__typename " * 500 + "}"
    assert await refused(ask, spread) == "TOO_LARGE"


async def test_a_field_that_two_parts_of_an_application_ask_for_is_given(ask):
    assert await ask("{ __typename __typename ... { __typename } }") == {"__typename": "Query"}


@pytest.mark.parametrize("count", [10, 1_000])
@pytest.mark.parametrize("name", ["aa", "skip(if: false)"])
async def test_many_directives_are_one_error(ask, count, name):
    assert await refused(ask, "{ __typename " + f"@{name}" * count + " }") == "TOO_LARGE"


async def test_a_directive_that_does_not_exist_is_refused(ask):
    assert await refused(ask, "{ __typename @aa }") == "INVALID_ARGUMENT"


async def test_directives_that_are_meant_work(ask):
    query = "query ($no: Boolean!) { a: __typename @skip(if: $no) @include(if: true) %s }"
    others = " ".join(f"b{number}: __typename @skip(if: $no)" for number in range(9))

    assert await ask(query % others, no=True) == {}


@pytest.mark.parametrize("size", [2, 10])
async def test_a_batch_is_refused(send, size):
    answer = await send("POST", json=[{"query": NAME}] * size)

    assert answer.status_code == 400
    assert answer.json()["errors"][0]["extensions"]["code"] == "INVALID_ARGUMENT"


async def test_introspection_in_circles_is_refused(ask):
    query = "{ __schema { types { %s name %s } } }"
    circles = query % ("fields { type { " * 4, "} } " * 4)

    assert await refused(ask, circles) == "TOO_LARGE"


async def test_fragments_in_circles_are_refused(ask):
    query = "{ __schema { ...A } } fragment A on __Schema { __typename ...B }"
    circles = query + " fragment B on __Schema { ...A }"

    assert await refused(ask, circles) == "INVALID_ARGUMENT"


@pytest.mark.parametrize("media", ["application/x-www-form-urlencoded", "text/plain"])
@pytest.mark.parametrize("query", [NAME, SAY])
async def test_what_a_form_of_another_page_may_send_is_refused(send, ask, media, query):
    for content in (json.dumps({"query": query}), str(httpx.QueryParams({"query": query}))):
        answer = await send("POST", content=content, headers={"Content-Type": media})
        assert answer.status_code == 400
    in_address = await send("POST", params={"query": query}, headers={"Content-Type": media})

    assert in_address.status_code == 400
    assert await ask('{ entity(name: "Ana") { id } }') == {"entity": None}


async def test_a_mutation_by_get_is_refused(send, ask):
    answer = await send("GET", params={"query": SAY})

    assert answer.status_code in {400, 405}
    assert await ask('{ entity(name: "Ana") { id } }') == {"entity": None}


async def test_a_page_elsewhere_can_ask_nothing_without_a_token(http):
    """A query by GET is no danger where nothing that a browser keeps lets anybody in."""
    answer = await http.get(
        "/graphql", params={"query": NAME}, headers={"Cookie": "token=x", "Origin": "https://e.com"}
    )

    assert answer.status_code == 401
    assert "set-cookie" not in answer.headers
    assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize("query", [NAME, "{", "qwerty cop { abc }", '{ entity(id: "?") { id } }'])
async def test_no_answer_has_traces_of_the_program(send, query):
    answer = await send(
        "POST", json={"query": query}, headers={"X-Apollo-Tracing": "1", "apollo-tracing": "1"}
    )
    told = answer.json()

    assert "extensions" not in told
    assert all(
        set(error["extensions"]) == {"code", "field", "hint"} for error in told.get("errors", [])
    )
    assert not {"traceback", "stacktrace", "strawberry", ".py"} & set(
        answer.text.lower().split('"')
    )


@pytest.mark.parametrize("query", ["{ __schema { directive } }", "{ atributes { name } }"])
async def test_names_are_not_suggested_where_the_schema_is_kept(serve, ask, query):
    async with (
        serve(Settings(embedding_model="none", introspection=False)) as url,
        httpx.AsyncClient(base_url=url) as client,
    ):
        answer = await client.post(
            "/graphql",
            json={"query": query},
            headers={"Authorization": f"Bearer {ask.token}"},
        )

    assert "errors" in answer.json()
    assert "Did you mean" not in answer.text


async def test_names_are_suggested_to_who_may_ask_for_them(ask):
    answer = await ask.post("{ atributes { name } }")

    assert "Did you mean 'attributes'" in answer.text


@pytest.mark.parametrize("path", IDES)
async def test_there_is_no_page_to_ask_from(http, ask, path):
    headers = {"Accept": "text/html", "Authorization": f"Bearer {ask.token}"}
    answer = await http.get(path, headers=headers)

    assert answer.status_code == 404
    assert not answer.headers["content-type"].startswith("text/html")
