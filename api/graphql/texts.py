"""What no text of a request may hold: control characters, and halves of characters.

The store refuses them in what it keeps. Here they are refused in every argument alike, in those of
questions too, before anything runs; so a text that reaches a statement can be written in UTF-8.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

from graphql import DocumentNode, StringValueNode, VariableNode
from strawberry.extensions import SchemaExtension

from api.graphql.errors import values_of
from graph.validation import characters


class Texts(SchemaExtension):
    """Refuses an operation with such a text in an argument."""

    def on_execute(self) -> Iterator[None]:
        """Look at the arguments of the operation that is about to run."""
        context = self.execution_context
        check(cast(DocumentNode, context.graphql_document), context.variables or {})
        yield


def check(document: DocumentNode, variables: Mapping[str, Any]) -> None:
    """Refuse a bad text in the arguments of a document.

    Raises:
        BadCharacters: there is one; the field is its place.
    """
    for path, value in values_of(document):
        if isinstance(value, StringValueNode):
            characters(value.value, field=path)
        elif isinstance(value, VariableNode):
            _check(variables.get(value.name.value), path)


def _check(given: Any, path: str) -> None:
    if isinstance(given, str):
        characters(given, field=path)
    elif isinstance(given, list):
        for number, member in enumerate(cast("list[Any]", given)):
            _check(member, f"{path}.{number}")
    elif isinstance(given, dict):
        for name, member in cast("dict[str, Any]", given).items():
            _check(member, f"{path}.{name}")
