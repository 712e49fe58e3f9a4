"""Errors as GraphQL shows them: each with a code, the field at fault and a hint.

What the store raises on purpose is shown as it is. What GraphQL itself refuses (syntax, types,
variables) gets a code and the path of its argument. Anything else is our mistake: logged in full
under an id, and only the id is shown.
"""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Collection, Iterator
from functools import cached_property
from typing import Any

from graphql import (
    ArgumentNode,
    DocumentNode,
    GraphQLError,
    ListValueNode,
    Node,
    ObjectValueNode,
    ValueNode,
    VariableNode,
    Visitor,
    parse,
    print_ast,
    visit,
)

from graph.errors import DoxaError, Fault, InvalidArgument, OutOfRange, TooLarge, Unavailable

_log = logging.getLogger("doxa.api")
_AT_VALUE = re.compile(r"Variable '\$(\w+)' has invalid value(?: at ((?:\.\w+|\[\d+\])+))?")
_NOT_FINITE = re.compile(r"\b(nan|inf|infinity)\b|1e\+?\d{3,}", re.IGNORECASE)
_MISSING = re.compile(r"(?:required|unknown) field '(\w+)'|^Argument '\w+\.\w+\((\w+):\)'")
_SUGGESTION = re.compile(r"\s*Did you mean .*", re.DOTALL)
_SNAKE = re.compile(r"_([a-z])")
_MESSAGE_MAX = 300
# What Python says of a number that it does not read, because it would take too long.
_DIGITS = "for integer string conversion"
_TOO_BIG = ("non 32-bit signed integer", "non-integer value: inf")
_TOO_MUCH = (
    "limit reached",
    "Document contains more than",
    "nested too deeply",
    "introspection depth exceeded",
)


class Asked:
    """What was asked, parsed once for all errors and only if there are any.

    ``suggests`` says whether errors may name what was perhaps meant, which tells of the schema.
    """

    def __init__(self, query: str | None, *, suggests: bool = True) -> None:
        self._query = query
        self.suggests = suggests

    @cached_property
    def values(self) -> list[tuple[str, ValueNode]]:
        """Every value in the document, with the path of its argument."""
        if not self._query:
            return []
        try:
            return list(values_of(parse(self._query, max_tokens=20_000)))
        except GraphQLError:
            return []

    @cached_property
    def places(self) -> dict[int, str]:
        """The path of the argument of the value that begins at a place."""
        return {value.loc.start: path for path, value in self.values if value.loc}

    @cached_property
    def texts(self) -> dict[str, str]:
        """The path of the argument of the first value of a text."""
        return {print_ast(value): path for path, value in reversed(self.values)}

    @cached_property
    def variables(self) -> dict[str, str]:
        """The path of the first argument that takes a variable."""
        return {
            value.name.value: path
            for path, value in reversed(self.values)
            if isinstance(value, VariableNode)
        }


def present_error(error: GraphQLError, asked: Asked) -> GraphQLError:
    """Return the error with ``extensions`` of code, field and hint, and nothing internal in it."""
    cause = _cause(error)
    if cause is None:
        refused = _refused(error, asked)
        message = refused.message if asked.suggests else _SUGGESTION.sub("", refused.message)
        # GraphQL quotes what it was given, which may be long or private.
        return _with(error, message[:_MESSAGE_MAX], refused)
    if isinstance(cause, DoxaError) and not isinstance(cause, Fault):
        return _with(error, cause.message, cause)
    if isinstance(cause, ValueError) and _DIGITS in str(cause):
        far = OutOfRange("a number of so many digits", hint="give a number in its bounds")
        return _with(error, far.message, far)
    if isinstance(cause, RecursionError):
        return _with(error, "nested too deeply", TooLarge("", hint="nest less"))
    internal = mask_fault(cause, error.path)
    return _with(error, internal.message, internal)


def mask_fault(cause: BaseException, where: object) -> Fault:
    """Our own mistake as it is shown: logged in full under an id, and only the id told."""
    number = secrets.token_hex(8)
    _log.error("internal error %s at %s", number, where, exc_info=cause)
    return Fault(f"internal error {number}", hint=f"it is logged as {number}")


def extensions_of(error: DoxaError) -> dict[str, Any]:
    """Return what ``errors[].extensions`` says of an error; the field in GraphQL's spelling.

    ``retryAfter`` are the seconds after which a store that does not answer may.
    """
    field = None if error.field is None else _SNAKE.sub(_upper, error.field)
    found: dict[str, Any] = {"code": error.code, "field": field, "hint": error.hint}
    if isinstance(error, Unavailable) and error.retry_after is not None:
        found["retryAfter"] = error.retry_after
    return found


def _upper(match: re.Match[str]) -> str:
    return match[1].upper()


def _cause(error: GraphQLError) -> BaseException | None:
    """Return the exception behind a GraphQL error, if it is not GraphQL's own."""
    original: BaseException | None = error.original_error
    while isinstance(original, GraphQLError):
        original = original.original_error
    return original


def _with(error: GraphQLError, message: str, cause: DoxaError) -> GraphQLError:
    return GraphQLError(
        message,
        nodes=error.nodes,
        source=error.source,
        positions=error.positions,
        path=error.path,
        original_error=cause,
        extensions=extensions_of(cause),
    )


def _refused(error: GraphQLError, asked: Asked) -> DoxaError:
    """Return what GraphQL refused, as one of the store's errors."""
    field = _field_at_fault(error, asked)
    if any(words in error.message for words in _TOO_MUCH):
        return TooLarge(error.message, field=field, hint="send a smaller query")
    if _out_of_range(error):
        return OutOfRange(error.message, field=field, hint="give a finite number in its bounds")
    return InvalidArgument(error.message, field=field, hint="see the schema for what is taken here")


def _out_of_range(error: GraphQLError) -> bool:
    if any(words in error.message for words in _TOO_BIG):
        return True
    return "Float cannot represent" in error.message and bool(_NOT_FINITE.search(error.message))


def _field_at_fault(error: GraphQLError, asked: Asked) -> str | None:
    absent = _MISSING.search(error.message)
    last = [absent[1] or absent[2]] if absent else []
    if found := _AT_VALUE.match(error.message):
        path = asked.variables.get(found[1]) or found[1]
        inside = re.findall(r"\w+", found[2] or "")
        return ".".join([path, *inside, *last])
    path = _argument_of_nodes(asked, error.nodes or ())
    return ".".join([path, *last] if path else last) or None


def _argument_of_nodes(asked: Asked, nodes: Collection[Node]) -> str | None:
    """By place, or where graphql-core has rebuilt the value and lost its place, by its text."""
    for node in nodes:
        path = asked.places.get(node.loc.start) if node.loc else asked.texts.get(print_ast(node))
        if path is not None:
            return path
    return None


def values_of(document: DocumentNode) -> Iterator[tuple[str, ValueNode]]:
    """Every value in the document, with the path of its argument."""
    arguments: list[ArgumentNode] = []

    class Collect(Visitor):
        def enter_argument(self, node: ArgumentNode, *_: Any) -> None:
            arguments.append(node)

    visit(document, Collect())
    for argument in arguments:
        yield from _inside(argument.name.value, argument.value)


def _inside(path: str, value: ValueNode) -> Iterator[tuple[str, ValueNode]]:
    yield path, value
    if isinstance(value, ObjectValueNode):
        for member in value.fields:
            yield from _inside(f"{path}.{member.name.value}", member.value)
    elif isinstance(value, ListValueNode):
        for number, member in enumerate(value.values):
            yield from _inside(f"{path}.{number}", member)
