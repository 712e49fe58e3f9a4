"""Texts that nobody should send, in every argument that the schema has: a new one is covered."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLObjectType,
    build_schema,
)

from api.graphql.schema import print_sdl
from graph.model.records import DEFAULT_TENANT

OURS = build_schema(print_sdl())
MANY = 200_000
BAD = {
    "an escape sequence": "a\x1b[31mb",
    "a control character of 8 bits": "a\x9b31mb",
    "a bell": "\a",
    "zero": "a\x00b",
    "half a character": "a\ud800b",
    "far too many characters": "x" * MANY,
    "as many invisible ones": "\u200b" * MANY,
}
# A question about them is answered: there is nothing of such a name.
MAY_FIND_NOTHING = {"far too many characters", "as many invisible ones"}
REFUSED = {
    "BAD_CHARACTERS",
    "BAD_CURSOR",
    "BAD_ID",
    "EMPTY",
    "INVALID_ARGUMENT",
    "OUT_OF_RANGE",
    "TOO_LARGE",
}
NOBODY = "e_00000000000000000000000000"
SAMPLES = {
    "ID": NOBODY,
    "String": "x",
    "DateTime": "2024-05-01T00:00:00Z",
    "Int": 1,
    "Float": 1.0,
    "Boolean": False,
    "JSON": {},
}
# What an operation needs beyond what its types say.
NEEDED: dict[str, dict[str, Any]] = {
    "Query.entity": {"name": "x"},
    "Mutation.assertBelief": {"input": {"entityName": "Ada", "value": "x"}},
    "Mutation.retractBelief": {"input": {"entityName": "Ada", "value": "x"}},
    "Mutation.correctMemory": {"value": "x"},
    "Mutation.distrust": {"input": {"session": "x"}},
    "Mutation.createWebhook": {"input": {"url": "https://hooks.example"}},
}
# One of the two is given; with the second, the first goes.
EITHER = {
    "Query.entity(id)": "name",
    "Mutation.assertBelief(input.entity)": "entityName",
    "Mutation.assertBelief(input.target)": "value",
    "Mutation.assertBelief(input.targetName)": "value",
    "Mutation.retractBelief(input.entity)": "entityName",
    "Mutation.retractBelief(input.target)": "value",
    "Mutation.retractBelief(input.targetName)": "value",
    "Mutation.correctMemory(target)": "value",
}
BESIDE: dict[str, dict[str, Any]] = {
    "Mutation.assertBelief(input.targetKind)": {"targetName": "Bob", "value": None},
}
# An answer to a contradiction takes these only where they make sense.
RESOLUTION = {"value": "OTHER", "target": "OTHER", "contexts": "BY_CONTEXT"}


@dataclass(frozen=True)
class Place:
    """An argument of a field, or a field of an input in it."""

    parent: str
    field: str
    path: tuple[str | int, ...]

    @property
    def name(self) -> str:
        return f"{self.parent}.{self.field}({'.'.join(map(str, self.path))})"

    def named_by(self, field: str | None) -> bool:
        """Whether an error's field is this place, or the list that it is in."""
        path = [str(one) for one in self.path]
        return field in (".".join(path), ".".join(path[:-1]) if path[-1] == "0" else None)


def required(kind: Any) -> Any:
    """The least that a type takes."""
    if isinstance(kind, GraphQLNonNull):
        return required(kind.of_type)
    if isinstance(kind, GraphQLList):
        return [required(kind.of_type)]
    if isinstance(kind, GraphQLEnumType):
        return next(iter(kind.values))
    if isinstance(kind, GraphQLInputObjectType):
        return {
            name: required(one.type)
            for name, one in kind.fields.items()
            if isinstance(one.type, GraphQLNonNull)
        }
    return SAMPLES[kind.name]


def texts_in(kind: Any, path: tuple[str | int, ...]) -> Iterator[tuple[str | int, ...]]:
    """The paths of all that is a text in a type."""
    if isinstance(kind, GraphQLNonNull):
        yield from texts_in(kind.of_type, path)
    elif isinstance(kind, GraphQLList):
        yield from texts_in(kind.of_type, (*path, 0))
    elif isinstance(kind, GraphQLInputObjectType):
        for name, one in kind.fields.items():
            yield from texts_in(one.type, (*path, name))
    elif not isinstance(kind, GraphQLEnumType) and kind.name in ("ID", "String", "DateTime"):
        yield path


def places() -> Iterator[Place]:
    for named in OURS.type_map.values():
        if isinstance(named, GraphQLObjectType) and not named.name.startswith("__"):
            for field_name, one in named.fields.items():
                for argument, taken in one.args.items():
                    for path in texts_in(taken.type, (argument,)):
                        yield Place(named.name, field_name, path)


PLACES = {place.name: place for place in places()}


def put(into: Any, path: tuple[str | int, ...], kind: Any, value: Any) -> Any:
    """The value with another one at a path; what is missing on the way is made."""
    if not path:
        return value
    kind = kind.of_type if isinstance(kind, GraphQLNonNull) else kind
    if isinstance(kind, GraphQLList):
        return [put((into or [None])[0], path[1:], kind.of_type, value)]
    within = required(kind) | (into or {})
    return within | {path[0]: put(within.get(path[0]), path[1:], kind.fields[path[0]].type, value)}


def arguments(place: Place, text: str) -> dict[str, Any]:
    """The arguments of a call that is good but for the text at that place."""
    taken = OURS.type_map[place.parent].fields[place.field].args
    given = {
        name: required(one.type)
        for name, one in taken.items()
        if isinstance(one.type, GraphQLNonNull)
    }
    for name, more in NEEDED.get(f"{place.parent}.{place.field}", {}).items():
        given[name] = given[name] | more if isinstance(more, dict) else more
    first = place.path[0]
    if place.field == "resolveContradiction" and first in RESOLUTION:
        given["resolution"] = RESOLUTION[first]
    given[first] = put(given.get(first), place.path[1:], taken[first].type, text)
    inner = given[first] if len(place.path) > 1 and isinstance(given[first], dict) else given
    inner.pop(EITHER.get(place.name, ""), None)
    inner |= BESIDE.get(place.name, {})
    return given


def operation(place: Place, node: str) -> str:
    """A call with variables, of a field of a root or of what a node is."""
    one = OURS.type_map[place.parent].fields[place.field]
    declared = ", ".join(f"${name}: {taken.type}" for name, taken in one.args.items())
    passed = ", ".join(f"{name}: ${name}" for name in one.args)
    kind = one.type
    while hasattr(kind, "of_type"):
        kind = kind.of_type
    call = f"{place.field}({passed}) {'{ __typename }' if hasattr(kind, 'fields') else ''}"
    if place.parent == "Mutation":
        return f"mutation ({declared}) {{ {call} }}"
    if place.parent == "Query":
        return f"query ({declared}) {{ {call} }}"
    return f'query ({declared}) {{ node(id: "{node}") {{ ... on {place.parent} {{ {call} }} }} }}'


async def posted(ask: Any, query: str, variables: dict[str, Any]) -> httpx.Response:
    """The answer; what is no UTF-8 is sent escaped."""
    return await ask.client.post(
        "/graphql",
        content=json.dumps({"query": query, "variables": variables}).encode(),
        headers={"Authorization": f"Bearer {ask.token}", "Content-Type": "application/json"},
    )


async def node_of(ask: Any, kind: str) -> str:
    """The id of a belief or an entity that the tenant has."""
    if kind not in ("Belief", "Entity"):
        return NOBODY
    (belief,) = (await ask(TOLD))["assertBelief"]["beliefs"]
    return belief["id"] if kind == "Belief" else belief["entity"]["id"]


def is_nothing(data: Any) -> bool:
    """Whether a query of nothing but type names has found nothing."""
    if isinstance(data, dict):
        return all(map(is_nothing, data.values()))
    return data in (None, []) or str(data).endswith(("Connection", "BeliefChange", "Recall"))


SAID = """mutation ($value: String!) {
  assertBelief(input: {entityName: "Ada", attribute: "motto", value: $value}) {
    beliefs { value }
  }
}"""
TOLD = """mutation {
  assertBelief(input: {entityName: "Ada", attribute: "likes", value: "tea"}) {
    beliefs { id entity { id } }
  }
}"""


@pytest.mark.long
@pytest.mark.parametrize("name", PLACES)
async def test_a_bad_text_is_refused_by_its_place(login, name):
    ask = login(DEFAULT_TENANT if name.startswith("Mutation.runTask") else None)
    place = PLACES[name]
    query = operation(place, await node_of(ask, place.parent))
    for what, text in BAD.items():
        response = await posted(ask, query, arguments(place, text))
        assert "\x1b" not in response.text
        assert len(response.text) < 2_000
        answer = response.json()
        if "errors" not in answer:
            assert what in MAY_FIND_NOTHING, f"{what} was taken"
            assert place.parent != "Mutation", f"{what} was taken"
            assert is_nothing(answer["data"])
            continue
        (error,) = answer["errors"]
        assert error["extensions"]["code"] in REFUSED, f"{what}: {error}"
        assert place.named_by(error["extensions"]["field"]), f"{what}: {error}"
        assert error["extensions"]["hint"]


async def test_a_bad_text_in_the_document_is_refused_by_its_place(ask):
    query = 'query { entities(search: "a\\u001b[31m") { totalCount } }'
    error = await ask.refused(query)

    assert (error["code"], error["field"]) == ("BAD_CHARACTERS", "search")


async def test_invisible_characters_are_kept_as_given(ask):
    persian, family = "می\u200cخواهم", "\U0001f469\u200d\U0001f467"
    for text in (persian, family, "abc\u202edef\u202c", "soft\u00adhyphen", "tag\U000e0041"):
        (belief,) = (await ask(SAID, value=text))["assertBelief"]["beliefs"]
        assert belief["value"] == text
