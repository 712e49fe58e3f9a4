"""GQLAlchemy's query builder, held to one tenant, with every value bound as a parameter.

Each node and each relationship of a pattern gets the tenant, and the scopes where not all are seen.
What is a text of Cypher in the builder is one here: items, expressions, results, orders. Whoever
has the password of the database can read all of it: this keeps notebooks from mistakes, no more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NoReturn, Self, cast

from gqlalchemy import Node, Relationship
from gqlalchemy.graph_algorithms.integrated_algorithms import DepthFirstSearch
from gqlalchemy.query_builders.declarative_base import (
    DeclarativeBase,
    NodePartialQuery,
    Operator,
    RelationshipPartialQuery,
)

from graph.clock import END_OF_TIME, to_utc
from graph.database.wire_values import check_params
from graph.errors import Fault, Forbidden, InvalidArgument
from graph.ogm.connection import ReadOnlyNeo4j, Row
from graph.ogm.mirror import SupersededBy
from graph.validation import characters

_OWN = frozenset({"tenant", "scopes", "forever"})


class Query(DeclarativeBase):
    """One query, in the making. ``$tenant``, ``$scopes`` and ``$forever``, the open end, are bound.

    ``scopes`` are those that are seen; None for all.
    """

    def __init__(self, client: ReadOnlyNeo4j, tenant: str, scopes: Sequence[str] | None) -> None:
        super().__init__(client)
        self._client = client
        self._scopes = None if scopes is None else list(scopes)
        self._bound: Row = {"tenant": tenant, "scopes": self._scopes, "forever": END_OF_TIME}

    def bind(self, **values: Any) -> Self:
        """Bind values to parameters, which expressions then name: ``$name``.

        Raises:
            NaiveTime: a time without an offset.
            BadCharacters: a text with control characters or lone surrogates.
            InvalidArgument: a value that Neo4j does not store, or the name of one that is bound.
        """
        for name, value in values.items():
            if name in _OWN:
                raise InvalidArgument(f"${name} is bound already", field=name)
            self._bound[_identifier(name)] = _plain(value, name)
        return self

    def node(
        self,
        labels: type[Node] | str | None = None,
        variable: str | None = None,
        node: Node | None = None,
        **properties: Any,
    ) -> Self:
        """Add a node of this tenant, of a class of the mirror or a label, with these properties.

        Raises:
            InvalidArgument: a name that cannot be one, an object instead of properties, or a value
                that cannot be bound.
            NaiveTime: a time without an offset.
            BadCharacters: a text with control characters or lone surrogates.
        """
        _refuse_object(node)
        name = variable or self._unnamed()
        label = labels.label if isinstance(labels, type) else labels
        self._query.append(
            NodePartialQuery(name, _colon(label), self._pattern(_identifier(name), properties))
        )
        return self

    def to(
        self,
        relationship_type: type[Relationship] | str | None = None,
        variable: str | None = None,
        *,
        directed: bool = True,
        relationship: Relationship | None = None,
        algorithm: DepthFirstSearch | None = None,
        **properties: Any,
    ) -> Self:
        """Add a relationship of this tenant to the next node; it raises as ``node`` does.

        Raises:
            InvalidArgument: also for an algorithm where not all scopes are seen.
        """
        _refuse_object(relationship)
        return self._edge(relationship_type, variable, algorithm, properties, directed=directed)

    def from_(
        self,
        relationship_type: type[Relationship] | str | None = None,
        variable: str | None = None,
        *,
        directed: bool = True,
        relationship: Relationship | None = None,
        algorithm: DepthFirstSearch | None = None,
        **properties: Any,
    ) -> Self:
        """Add a relationship of this tenant from the next node; it raises as ``to`` does."""
        _refuse_object(relationship)
        return self._edge(
            relationship_type, variable, algorithm, properties, directed=directed, from_=True
        )

    def where(self, item: str, operator: Operator | str, **value: Any) -> Self:
        """Return a condition on a ``literal``, which is bound, or an ``expression``; so are those
        below.

        Raises:
            NaiveTime: a time without an offset.
            BadCharacters: a text with control characters or lone surrogates.
            InvalidArgument: a literal that Neo4j does not store.
        """
        return super().where(item, operator, **self._with_literal(value))

    def where_not(self, item: str, operator: Operator | str, **value: Any) -> Self:
        """Return the first condition, negated."""
        return super().where_not(item, operator, **self._with_literal(value))

    def and_where(self, item: str, operator: Operator | str, **value: Any) -> Self:
        """One more condition."""
        return super().and_where(item, operator, **self._with_literal(value))

    def and_not_where(self, item: str, operator: Operator | str, **value: Any) -> Self:
        """One more, negated."""
        return super().and_not_where(item, operator, **self._with_literal(value))

    def or_where(self, item: str, operator: Operator | str, **value: Any) -> Self:
        """Another condition."""
        return super().or_where(item, operator, **self._with_literal(value))

    def or_not_where(self, item: str, operator: Operator | str, **value: Any) -> Self:
        """Another, negated."""
        return super().or_not_where(item, operator, **self._with_literal(value))

    def xor_where(self, item: str, operator: Operator | str, **value: Any) -> Self:
        """Either these or this."""
        return super().xor_where(item, operator, **self._with_literal(value))

    def xor_not_where(self, item: str, operator: Operator | str, **value: Any) -> Self:
        """Either these or not this."""
        return super().xor_not_where(item, operator, **self._with_literal(value))

    def execute(self) -> Iterator[Row]:
        """Return the rows, typed: nodes and relationships as objects, an open end as None.

        Raises:
            InvalidArgument: the server does not understand it.
            StoreUnavailable: the server does not answer, or not in time.
        """
        return self._client.execute_and_fetch(self.construct_query(), self._bound)

    def get_single(self, retrieve: str) -> Any:
        """Return what the first row has under a name; None without a row; it raises as
        ``execute``.
        """
        return next((row[retrieve] for row in self.execute()), None)

    def rows(self) -> list[Row]:
        """Return the rows with an open end as it is stored, which can be compared."""
        return self._client.connection.rows(self.construct_query(), self._bound)

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise Forbidden(
            "this query reads, in one tenant",
            hint="it has no clauses that write, call procedures or take any text",
        )

    create = merge = delete = remove = set_ = foreach = call = add_custom_cypher = _refuse

    def _edge(
        self,
        kind: type[Relationship] | str | None,
        variable: str | None,
        algorithm: DepthFirstSearch | None,
        properties: Mapping[str, Any],
        *,
        directed: bool,
        from_: bool = False,
    ) -> Self:
        # What an algorithm walks over has no name: a list of relationships is deprecated.
        name = _identifier(variable or self._unnamed()) if algorithm is None else None
        pattern = self._pattern(name, properties)
        if algorithm is not None and self._scopes is not None and kind is not SupersededBy:
            raise InvalidArgument(
                "what lies on the way of an algorithm may be out of sight",
                field="algorithm",
                hint="go step by step, or connect without a subject",
            )
        self._query.append(
            RelationshipPartialQuery(
                variable=name,
                relationship_type=_colon(kind.type if isinstance(kind, type) else kind),
                algorithm="" if algorithm is None else str(algorithm),
                properties=f" {pattern}",
                directed=directed,
                from_=from_,
            )
        )
        return self

    def _pattern(self, name: str | None, properties: Mapping[str, Any]) -> str:
        bound = {"tenant": "$tenant"}
        for key, value in properties.items():
            bound[_identifier(key)] = f"${self._bind_literal(value, key)}"
        listed = ", ".join(f"{key}: {value}" for key, value in bound.items())
        if name is None or self._scopes is None:
            return f"{{{listed}}}"
        return f"{{{listed}}} WHERE coalesce({name}.scope, '') IN $scopes"

    def _with_literal(self, value: Mapping[str, Any]) -> Row:
        if value.get("literal") is None:
            return dict(value)
        rest = {key: one for key, one in value.items() if key != "literal"}
        return {**rest, "expression": f"${self._bind_literal(value['literal'], 'literal')}"}

    def _bind_literal(self, value: Any, field: str) -> str:
        name = f"_{len(self._bound)}"
        self._bound[name] = _plain(value, field)
        return name

    def _unnamed(self) -> str:
        return f"_{len(self._query)}"


def _identifier(name: str) -> str:
    if not name.isidentifier():
        raise InvalidArgument(
            f"{name[:40]!r} cannot be a name in a query", hint="use letters, digits and underscores"
        )
    return name


def _colon(label: str | None) -> str:
    return "" if label is None else f":{_identifier(label)}"


def _refuse_object(given: object) -> None:
    if given is not None:
        raise InvalidArgument(
            "an object would be written into the query", hint="name its class and properties"
        )


def _plain(value: Any, field: str) -> Any:
    """Return a value as it is bound: its times in UTC."""
    if isinstance(value, datetime):
        return value if value == END_OF_TIME else to_utc(value, field=field)
    if isinstance(value, str):
        return characters(value, field=field)
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_plain(item, field) for item in cast("Sequence[Any]", value)]
    try:
        check_params({field: value}, "query")
    except Fault:
        raise InvalidArgument(
            f"a {type(value).__name__} cannot be bound", field=field, hint="use plain values"
        ) from None
    return value
