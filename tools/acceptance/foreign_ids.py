"""Every operation of the schema that takes an id, asked with the ids of another tenant."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tools.acceptance.client import Caller, Refused
from tools.acceptance.report import control, must

_TYPE = "kind name ofType { kind name ofType { kind name ofType { kind name } } }"
SCHEMA = f"""{{ __schema {{ queryType {{ name }} mutationType {{ name }} types {{
  name kind enumValues {{ name }}
  fields {{ name type {{ {_TYPE} }} args {{ name defaultValue type {{ {_TYPE} }} }} }}
  inputFields {{ name defaultValue type {{ {_TYPE} }} }}
}} }} }}"""
# Arguments by which somebody might say for whom they ask.
WIDENING = ("tenant", "scope", "actor", "role", "caller", "user", "subjectscope")
_DUMMIES = {
    "String": "x",
    "Int": 1,
    "Float": 0.5,
    "Boolean": False,
    "JSON": {},
    "DateTime": "2026-01-01T00:00:00Z",
}
_REACHED_MIN = 10


@dataclass(frozen=True)
class Operation:
    """A field of a root type that takes ids, with the query that asks for it."""

    name: str
    query: str
    arguments: Sequence[dict[str, Any]]


class Schema:
    """What a service says of its own schema."""

    def __init__(self, caller: Caller) -> None:
        found = caller.ask(SCHEMA)["__schema"]
        self.types = {one["name"]: one for one in found["types"]}
        self.roots = {
            "query": found["queryType"]["name"],
            "mutation": found["mutationType"]["name"],
        }

    def arguments(self) -> set[str]:
        """The names of all arguments and fields of input objects."""
        fields = [field for root in self.roots.values() for field in self.types[root]["fields"]]
        names = {argument["name"] for field in fields for argument in field["args"]}
        inputs = [one["inputFields"] or [] for one in self.types.values()]
        return names | {one["name"] for some in inputs for one in some}

    def operations(self, root: str) -> Iterator[Operation]:
        """The operations of a root that take an id somewhere."""
        for field in self.types[self.roots[root]]["fields"]:
            given = [one for one in field["args"] if self._wanted(one)]
            if not any(self._has_id(one["type"]) for one in given):
                continue
            declared = ", ".join(f"${one['name']}: {_written(one['type'])}" for one in given)
            passed = ", ".join(f"{one['name']}: ${one['name']}" for one in given)
            selected = self._selected(field["type"])
            query = f"{root} ({declared}) {{ {field['name']}({passed}) {selected} }}"
            yield Operation(field["name"], query, given)

    def value(self, kind: dict[str, Any], given: str) -> Any:
        """A value of a type, with the id wherever it takes one."""
        if kind["kind"] == "NON_NULL":
            return self.value(kind["ofType"], given)
        if kind["kind"] == "LIST":
            return [self.value(kind["ofType"], given)]
        if kind["name"] == "ID":
            return given
        known = self.types[kind["name"]]
        if kind["kind"] == "ENUM":
            return known["enumValues"][0]["name"]
        if kind["kind"] == "INPUT_OBJECT":
            wanted = [one for one in known["inputFields"] if self._wanted(one)]
            return {one["name"]: self.value(one["type"], given) for one in wanted}
        return _DUMMIES[kind["name"]]

    def _wanted(self, argument: dict[str, Any]) -> bool:
        required = argument["type"]["kind"] == "NON_NULL" and argument["defaultValue"] is None
        return required or self._has_id(argument["type"])

    def _has_id(self, kind: dict[str, Any]) -> bool:
        named = _named(kind)
        if named["kind"] == "INPUT_OBJECT":
            fields = self.types[named["name"]]["inputFields"]
            return any(_named(one["type"])["name"] == "ID" for one in fields)
        return named["name"] == "ID"

    def _selected(self, kind: dict[str, Any]) -> str:
        named = _named(kind)
        if named["kind"] in ("SCALAR", "ENUM"):
            return ""
        if named["name"].endswith("Connection"):
            return "{ edges { node { __typename } } }"
        return "{ __typename }"


def _named(kind: dict[str, Any]) -> dict[str, Any]:
    return kind if kind.get("ofType") is None else _named(kind["ofType"])


def _written(kind: dict[str, Any]) -> str:
    if kind["kind"] == "NON_NULL":
        return f"{_written(kind['ofType'])}!"
    return f"[{_written(kind['ofType'])}]" if kind["kind"] == "LIST" else kind["name"]


def _answer(caller: Caller, schema: Schema, operation: Operation, given: str) -> Any:
    variables = {one["name"]: schema.value(one["type"], given) for one in operation.arguments}
    try:
        return caller.ask(operation.query, **variables)[operation.name]
    except Refused as error:
        return error.code


def no_argument_widens(owner: Caller, stranger: Caller, ids: Sequence[str]) -> None:
    """No operation answers a stranger otherwise about the owner's ids than about made-up ones.

    Raises:
        Failed: one does, or the owner's own ids lead nowhere.
    """
    schema = Schema(owner)
    widening = sorted(name for name in schema.arguments() if name.casefold() in WIDENING)
    must(not widening, f"there is an argument {widening}")
    made_up = {one: one[:-6] + "zzzzzz" for one in ids}
    reached: set[str] = set()
    for operation in schema.operations("query"):
        for one in ids:
            found = _answer(stranger, schema, operation, one)
            other = _answer(stranger, schema, operation, made_up[one])
            must(found == other, f"{operation.name} tells of another tenant's {one[:2]}")
            if operation.name not in reached and _answer(owner, schema, operation, one) != other:
                reached.add(operation.name)
    control(len(reached) >= _REACHED_MIN, f"only {sorted(reached)} answer their owner")
    before = owner.run("export")
    for operation in schema.operations("mutation"):
        for one in ids:
            found = _answer(stranger, schema, operation, one)
            refused = isinstance(found, str) and found.isupper()
            must(
                refused,
                f"{operation.name} is done with another tenant's {one[:2]}: {json.dumps(found)}",
            )
    must(owner.run("export") == before, "a stranger changed something")
