"""The GraphQL schema: types, limits and errors put together, once for the life of the process."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Collection, Iterable, Iterator, Mapping
from contextlib import aclosing, suppress
from inspect import isawaitable
from itertools import chain
from typing import Any, cast

import strawberry
from graphql import (
    GraphQLArgument,
    GraphQLError,
    GraphQLInputField,
    GraphQLInputObjectType,
    GraphQLInterfaceType,
    GraphQLNamedType,
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLResolveInfo,
    GraphQLSchema,
    Undefined,
)
from strawberry.extensions import ParserCache, ValidationCache
from strawberry.types import ExecutionContext, ExecutionResult
from strawberry.types.graphql import OperationType

from api.graphql.errors import Asked, present_error
from api.graphql.execution import MeasuredExecution, find_too_large
from api.graphql.limits import Limits
from api.graphql.mutations import Mutation
from api.graphql.queries import Query
from api.graphql.request.context import RequestContext, Socket
from api.graphql.request.descriptions import ARGUMENTS
from api.graphql.request.heavy_reads import EXPENSIVE
from api.graphql.request.permissions import FIELDS, Right
from api.graphql.request.scalars import CONFIG
from api.graphql.request.shared_results import Operation
from api.graphql.subscriptions import Subscription
from api.graphql.texts import Texts
from api.graphql.types.jobs import Job
from api.graphql.types.memories import Episode
from api.graphql.types.merges import MergeProposal
from api.graphql.types.review import AuditRecord, Contradiction, Rejection
from graph import tracing
from graph.errors import Fault, Incorrect, Unauthenticated, Unavailable
from graph.kernel.registry import registry

ERRORS_MAX = 100
OPERATION = "GraphQL operation"

NOTES_MAX = 20
NAME_LENGTH = 100
_ATTRIBUTE = re.compile(r"\battribute\s*(?:\(\s*name\s*)?:\s*(?:\"([^\"\\\n]*)\"|\$(\w+))")
_OURS = (Fault.code, Unavailable.code)


class Schema(strawberry.Schema):
    """Strawberry's schema, whose errors all carry a code, a field and a hint."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _without_null_defaults(self._schema)
        _describe_arguments(self._schema)
        _independent(self._schema.mutation_type)
        _govern(self._schema)

    async def execute(
        self,
        query: str | None,
        variable_values: dict[str, Any] | None = None,
        context_value: Any | None = None,
        root_value: Any | None = None,
        operation_name: str | None = None,
        allowed_operation_types: Iterable[OperationType] | None = None,
        operation_extensions: dict[str, Any] | None = None,
    ) -> ExecutionResult:
        """Return the result of one operation; nothing internal is in its errors."""
        try:
            result = await super().execute(
                query,
                variable_values,
                context_value,
                root_value,
                operation_name,
                allowed_operation_types,
                operation_extensions,
            )
        finally:
            if isinstance(context_value, RequestContext):
                await context_value.end()
        if isinstance(context_value, RequestContext):
            _note_absent(result, context_value, attributes_in(query or "", variable_values))
        return _shown(result, _asked(query, context_value))

    async def stream(
        self,
        query: str | None,
        variable_values: dict[str, Any] | None = None,
        context_value: RequestContext | Socket | None = None,
        root_value: Any | None = None,
        operation_name: str | None = None,
        operation_extensions: dict[str, Any] | None = None,
        allowed_operation_types: Iterable[OperationType] | None = None,
    ) -> Any:
        """Return the results of one operation, one after another; nothing internal is in their
        errors.
        """
        # Each operation of a connection has a context, and loaders, of its own.
        operation = Operation.of(query, operation_name, variable_values)
        context = cast(RequestContext | Socket, context_value).again(operation)
        results = await super().stream(
            query,
            variable_values,
            context,
            root_value,
            operation_name,
            operation_extensions,
            allowed_operation_types,
        )
        # What is a request of its own has been counted as one.
        shares = isinstance(context_value, Socket)
        told = _told(results, _asked(query, context), context, shares=shares)
        if not tracing.is_on():
            return told
        return tracing.steps(tracing.begin(OPERATION, tracing.Kind.SERVER), told)

    def process_errors(
        self, errors: list[GraphQLError], execution_context: ExecutionContext | None = None
    ) -> None:
        """Nothing: what is worth logging is logged where errors are shown."""


def _asked(query: str | None, context: RequestContext | None) -> Asked:
    return Asked(query, suggests=context is None or context.services.bounds.introspection)


def _shown(result: ExecutionResult, asked: Asked) -> ExecutionResult:
    """Return a result with its errors as they are shown."""
    if result.errors:
        errors = result.errors[:ERRORS_MAX]
        if (too_large := find_too_large(result.errors)) is not None:
            result.data, errors = None, [too_large]
        result.errors = [present_error(error, asked) for error in errors]
        if tracing.is_on():
            _trace_error(result.errors[0])
    return result


def _note_absent(
    result: ExecutionResult, context: RequestContext, attributes: Collection[str]
) -> None:
    """Say beside an answer which of the attributes that were asked for there are not.

    It asks the registry that the answer was read with.
    """
    known = registry.cached_registry(context.db, context.caller.tenant) if attributes else None
    if known is None or result.data is None:
        return
    notes: list[str] = []
    for name in attributes:
        with suppress(Incorrect):
            note = known.absence(name)
            notes += [] if note is None else [note]
    if notes:
        result.extensions = {**(result.extensions or {}), "warnings": notes}


def attributes_in(query: str, variables: Mapping[str, Any] | None) -> list[str]:
    """Return the attributes that a query names in its arguments, each once; the last are left
    out.
    """
    found: dict[str, None] = {}
    for literal, variable in _ATTRIBUTE.findall(query):
        name = (variables or {}).get(variable) if variable else literal
        if isinstance(name, str) and 0 < len(name.strip()) <= NAME_LENGTH and name.isprintable():
            found[name] = None
    return list(found)[:NOTES_MAX]


def _trace_error(error: GraphQLError) -> None:
    """Tell the present span the code of an error; it has failed if that is not the caller's."""
    code = str((error.extensions or {}).get("code"))
    if code in _OURS:
        tracing.fail(code)
    else:
        tracing.note({"error.type": code})


async def _told(
    results: AsyncGenerator[Any], asked: Asked, context: RequestContext, *, shares: bool
) -> AsyncGenerator[Any]:
    """Results as they are shown, for as long as the caller's token is good.

    The operation is counted until it ends.
    """
    async with aclosing(results):
        try:
            if shares:
                context.count()
            context.require_token()
            async for result in _admitted(results, context):
                context.require_token()
                yield _shown(result, asked) if isinstance(result, ExecutionResult) else result
                context.release()
        except (Unauthenticated, Unavailable) as error:
            refused = GraphQLError(error.message, original_error=error)
            yield ExecutionResult(
                data=None, errors=[present_error(refused, asked)], extensions=None
            )
        finally:
            await context.end()
            context.counted.close()
            context.release()


async def _admitted(results: AsyncGenerator[Any], context: RequestContext) -> AsyncGenerator[Any]:
    """Results, none of which is waited for any longer than the caller's token is good.

    Raises:
        Unauthenticated: the token was revoked.
    """
    while True:
        try:
            async with context.while_admitted():
                result = await anext(results)
        except StopAsyncIteration:
            return
        yield result


def _independent(mutations: GraphQLObjectType | None) -> None:
    """Let the fields of mutations be null: one that fails leaves the answers of its sisters.

    They were done all the same, one after another.
    """
    for found in mutations.fields.values() if mutations else ():
        if isinstance(found.type, GraphQLNonNull):
            found.type = found.type.of_type


def _govern(schema: GraphQLSchema) -> None:
    """Every root field asks for the right that it takes before it does anything.

    Raises:
        Fault: a field has no right in the table, or the table names no field.
    """
    roots = [schema.query_type, schema.mutation_type, schema.subscription_type]
    fields = {root.name: root.fields for root in roots if root is not None}
    if {name: set(found) for name, found in fields.items()} != {
        name: set(rights) for name, rights in FIELDS.items()
    }:
        raise Fault("the table of rights is not that of the schema's root fields")
    for root, found in fields.items():
        for name, one in found.items():
            right = FIELDS[root][name]
            if root == "Subscription":
                one.subscribe = _guarded(one.subscribe, right, changes=False)
            else:
                resolve = _in_turn(one.resolve, name)
                one.resolve = _guarded(resolve, right, changes=root == "Mutation")


def _guarded(resolve: Any, right: Right, *, changes: bool) -> Any:
    """Return a resolver behind its right; one that changes something drops what was loaded
    before.
    """

    def guarded(source: Any, info: GraphQLResolveInfo[Any], **given: Any) -> Any:
        context: RequestContext = info.context
        context.require(right)
        if changes:
            context.begin_change()
        return resolve(source, info, **given)

    return guarded


def _in_turn(resolve: Any, name: str) -> Any:
    """Return a resolver, which waits until it is its caller's turn if it reads much of a store."""

    async def waiting(source: Any, info: GraphQLResolveInfo[Any], **given: Any) -> Any:
        context: RequestContext = info.context
        async with context.services.turns.turn(context.caller.tenant):
            answer = resolve(source, info, **given)
            return await answer if isawaitable(answer) else answer

    return waiting if name in EXPENSIVE else resolve


def _without_null_defaults(schema: GraphQLSchema) -> None:
    """Return an argument that Python defaults to None has no default in GraphQL: absent is
    absent.
    """
    for taken in chain.from_iterable(map(_taken, schema.type_map.values())):
        if taken.default_value is None:
            taken.default_value = Undefined


def _describe_arguments(schema: GraphQLSchema) -> None:
    """Every argument has the meaning of its place, or else of its name."""
    for named in schema.type_map.values():
        if isinstance(named, (GraphQLObjectType, GraphQLInterfaceType)):
            for field_name, field in named.fields.items():
                for name, argument in field.args.items():
                    place = f"{named.name}.{field_name}({name})"
                    argument.description = ARGUMENTS.get(place, ARGUMENTS.get(name))


def _taken(named: GraphQLNamedType) -> Iterator[GraphQLInputField | GraphQLArgument]:
    """Yield the fields of an input, or the arguments of an output's fields."""
    if isinstance(named, GraphQLInputObjectType):
        yield from named.fields.values()
    elif isinstance(named, (GraphQLObjectType, GraphQLInterfaceType)):
        for field in named.fields.values():
            yield from field.args.values()


SCHEMA = Schema(
    query=Query,
    mutation=Mutation,
    subscription=Subscription,
    types=[AuditRecord, Contradiction, Episode, Job, MergeProposal, Rejection],
    config=CONFIG,
    execution_context_class=MeasuredExecution,
    extensions=[Limits, Texts, ParserCache, ValidationCache],
)


def print_sdl() -> str:
    """Return the schema in SDL, as committed in ``api/graphql/schema.graphql``."""
    return SCHEMA.as_str() + "\n"
