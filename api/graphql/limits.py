"""How much one operation may ask for: depth, aliases and cost.

Cost counts the fields that an operation may have to resolve, those of introspection as well: one
for each, times the length of every list it lies in. A paged list counts as long as its ``first``,
or as it is without one: a connection ``FIRST_DEFAULT``, a plain list ``FIRST_MAX``. One that goes
from ``before`` to ``after`` something counts as long as the two say, and that between. Any other
list counts as ``LIST_LENGTH``, and `totalCount` as a page without one: it may have to be read. What
reads much of a store counts as ``turns.COST`` fields.
Fragments are measured once each, so no nesting of them makes the measuring itself expensive:
Strawberry's own limiters of depth and aliases follow each spread of a fragment, which doubles
their work with every level of a query that spreads the next fragment twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLField,
    GraphQLInterfaceType,
    GraphQLObjectType,
    GraphQLSchema,
    InlineFragmentNode,
    IntValueNode,
    Node,
    NoSchemaIntrospectionCustomRule,
    OperationDefinitionNode,
    OperationType,
    SchemaMetaFieldDef,
    SelectionSetNode,
    TypeMetaFieldDef,
    VariableNode,
    Visitor,
    validate,
    visit,
)
from strawberry.extensions import SchemaExtension

from api.graphql.request.arguments import FIRST_DEFAULT, FIRST_MAX, TURNS_DEFAULT
from api.graphql.request.heavy_reads import COST, EXPENSIVE
from api.graphql.request.query_limits import Bounds
from graph import tracing
from graph.errors import InvalidArgument, TooLarge
from graph.read.reads import TURNS_MAX

# At one place; there are two, and neither may stand there twice.
DIRECTIVES_MAX = 4
LIST_LENGTH = 10

_Parent = GraphQLObjectType | GraphQLInterfaceType
_ROOTS = ("Query", "Mutation")
_INTROSPECTION = {"__schema": SchemaMetaFieldDef, "__type": TypeMetaFieldDef}


@dataclass(frozen=True, slots=True)
class Measure:
    """What a selection asks for; aliases are counted with fields that are asked for twice."""

    depth: int = 0
    aliases: int = 0
    cost: int = 0

    def __add__(self, other: Measure) -> Measure:
        """Both, side by side."""
        return Measure(
            max(self.depth, other.depth), self.aliases + other.aliases, self.cost + other.cost
        )


class Limits(SchemaExtension):
    """Refuses an operation that asks for too much, before anything of it runs."""

    def on_validate(self) -> Iterator[None]:
        """Look at the directives, of which each that is wrong would be an error of its own."""
        context = self.execution_context
        if (context.query or "").count("@") > DIRECTIVES_MAX:
            check_directives(cast(DocumentNode, context.graphql_document))
        yield

    def on_operation(self) -> Iterator[None]:
        """Parse no more tokens than an operation may have."""
        context = self.execution_context
        context.parse_options["max_tokens"] = context.context.services.bounds.tokens
        yield

    def on_execute(self) -> Iterator[None]:
        """Measure the operation that is about to run."""
        context = self.execution_context
        document = cast(DocumentNode, context.graphql_document)
        operation = _operation(document, context.operation_name)
        if tracing.is_on():
            tracing.note(_traced(operation))
        # Strawberry has no public way to the schema that graphql-core sees.
        schema = cast(GraphQLSchema, vars(context.schema)["_schema"])
        # Strawberry takes the first where none is named.
        _require_one(document, vars(context)["_provided_operation_name"])
        bounds: Bounds = context.context.services.bounds
        if not bounds.introspection:
            _refuse_introspection(schema, document)
        check(measure(schema, document, operation, context.variables or {}), bounds)
        if operation.operation is OperationType.SUBSCRIPTION:
            context.context.begin_stream()
        yield


def _traced(operation: OperationDefinitionNode) -> dict[str, str]:
    """Return what a span says of an operation: its kind, and its name if it has one."""
    told = {"graphql.operation.type": operation.operation.value}
    return told | ({"graphql.operation.name": operation.name.value} if operation.name else {})


def check(asked: Measure, bounds: Bounds) -> None:
    """Refuse what is deeper, wider or dearer than the bounds.

    Raises:
        TooLarge: it is.
    """
    for what, amount, most in (
        ("levels deep", asked.depth, bounds.depth),
        ("aliases and repeated fields", asked.aliases, bounds.aliases),
        ("fields at most", asked.cost, bounds.cost),
    ):
        if amount > most:
            raise TooLarge(
                f"the query asks for {amount:,} {what}; the limit is {most:,}",
                field="first" if what == "fields at most" else None,
                hint="ask for less at a time: fewer fields, smaller pages, less nesting",
            )


def check_directives(document: DocumentNode) -> None:
    """Refuse a document with many directives at one place.

    Raises:
        TooLarge: it has.
    """

    class Count(Visitor):
        def enter(self, node: Node, *_: Any) -> None:
            found = len(getattr(node, "directives", None) or ())
            if found > DIRECTIVES_MAX:
                raise TooLarge(
                    f"there are {found:,} directives at one place; the limit is {DIRECTIVES_MAX}",
                    hint="a field takes @skip once, and @include once",
                )

    visit(document, Count())


def measure(
    schema: GraphQLSchema,
    document: DocumentNode,
    operation: OperationDefinitionNode,
    variables: Mapping[str, Any],
) -> Measure:
    """Return what an operation of a valid document asks for."""
    fragments = {
        definition.name.value: definition
        for definition in document.definitions
        if isinstance(definition, FragmentDefinitionNode)
    }
    root = schema.get_root_type(operation.operation)
    if root is None:
        return Measure()
    return _Measuring(schema, fragments, variables).selection(operation.selection_set, root)


@dataclass(slots=True)
class _Measuring:
    schema: GraphQLSchema
    fragments: Mapping[str, FragmentDefinitionNode]
    variables: Mapping[str, Any]
    measures: dict[str, Measure] = field(default_factory=dict[str, Measure])

    def selection(self, selection_set: SelectionSetNode, parent: _Parent) -> Measure:
        total = Measure(aliases=_repeated(selection_set))
        for node in selection_set.selections:
            if isinstance(node, FieldNode):
                total += self.field(node, parent)
            elif isinstance(node, InlineFragmentNode):
                named = node.type_condition.name.value if node.type_condition else parent.name
                total += self.selection(node.selection_set, self.parent(named, parent))
            elif isinstance(node, FragmentSpreadNode):
                total += self.fragment(node.name.value, parent)
        return total

    def fragment(self, name: str, parent: _Parent) -> Measure:
        if name not in self.measures:
            definition = self.fragments[name]
            self.measures[name] = self.selection(
                definition.selection_set, self.parent(definition.type_condition.name.value, parent)
            )
        return self.measures[name]

    def field(self, node: FieldNode, parent: _Parent) -> Measure:
        aliased = 1 if node.alias else 0
        own = COST if node.name.value in EXPENSIVE and parent.name in _ROOTS else 1
        known = parent.fields.get(node.name.value) or _INTROSPECTION.get(node.name.value)
        if known is None or node.selection_set is None:
            counts = node.name.value == "totalCount"
            return Measure(depth=1, aliases=aliased, cost=FIRST_DEFAULT if counts else own)
        inner_type = self.schema.get_type(_type_name(known))
        if not isinstance(inner_type, _Parent):
            return Measure(depth=1, aliases=aliased, cost=own)
        inner = self.selection(node.selection_set, inner_type)
        # The lists of what is as long as its `first` are so together, which has been counted.
        counted = node.name.value == "edges" or parent.name == "Neighbourhood"
        times = 1 if counted else self.length(node, known)
        return Measure(inner.depth + 1, inner.aliases + aliased, own + times * inner.cost)

    def length(self, node: FieldNode, field: GraphQLField) -> int:
        """How many things a field may give."""
        listed = _printed_type(field).startswith("[")
        if "first" in field.args:
            otherwise = FIRST_MAX if listed else FIRST_DEFAULT
            return max(self.number(node, "first", otherwise, FIRST_MAX), 1)
        if "before" in field.args:
            sides = ("before", "after")
            return 1 + sum(self.number(node, side, TURNS_DEFAULT, TURNS_MAX) for side in sides)
        return LIST_LENGTH if listed else 1

    def number(self, node: FieldNode, name: str, otherwise: int, most: int) -> int:
        """Return the number that an argument gives, from 0 to ``most``."""
        for argument in node.arguments or ():
            if argument.name.value == name:
                value: object = None
                if isinstance(argument.value, IntValueNode):
                    value = int(argument.value.value)
                elif isinstance(argument.value, VariableNode):
                    value = self.variables.get(argument.value.name.value)
                return min(max(value, 0), most) if isinstance(value, int) else otherwise
        return otherwise

    def parent(self, name: str, otherwise: _Parent) -> _Parent:
        found = self.schema.get_type(name)
        return found if isinstance(found, _Parent) else otherwise


def _repeated(selection_set: SelectionSetNode) -> int:
    """How many of its fields stand there once more."""
    fields = [node for node in selection_set.selections if isinstance(node, FieldNode)]
    return len(fields) - len({(node.alias or node.name).value for node in fields})


def _refuse_introspection(schema: GraphQLSchema, document: DocumentNode) -> None:
    """Go on only if nothing of the schema is asked for.

    Raises:
        InvalidArgument: something is.
    """
    if validate(schema, document, [NoSchemaIntrospectionCustomRule]):
        raise InvalidArgument(
            "this service does not tell its schema", hint="read its documentation instead"
        )


def _require_one(document: DocumentNode, name: str | None) -> None:
    """Go on only if it is clear which operation is meant.

    Raises:
        InvalidArgument: there are several, and none is named.
    """
    count = sum(isinstance(each, OperationDefinitionNode) for each in document.definitions)
    if name is None and count > 1:
        raise InvalidArgument(
            f"there are {count} operations, and none is named",
            field="operationName",
            hint="name the one to run, or send one alone",
        )


def _printed_type(field: GraphQLField) -> str:
    # graphql-core leaves what a list holds untyped; in print it is plain.
    return str(cast(object, field.type))


def _type_name(field: GraphQLField) -> str:
    return _printed_type(field).strip("[]!")


def _operation(document: DocumentNode, name: str | None) -> OperationDefinitionNode:
    found = [
        definition
        for definition in document.definitions
        if isinstance(definition, OperationDefinitionNode)
        and (name is None or (definition.name is not None and definition.name.value == name))
    ]
    return found[0]
