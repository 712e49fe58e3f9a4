"""GQLAlchemy's client of Neo4j, made to read only: the server refuses whatever would write.

GQLAlchemy's own connection writes as well, runs each statement once, in a transaction of its own,
and identifies nodes by numbers that the driver has deprecated.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast
from urllib.parse import SplitResult, urlsplit

from gqlalchemy import Neo4j, Node, Path, Relationship
from gqlalchemy.connection import Connection
from neo4j import (
    READ_ACCESS,
    GraphDatabase,
    NotificationDisabledClassification,
    NotificationMinimumSeverity,
    unit_of_work,
)
from neo4j import graph as wire
from neo4j.exceptions import DriverError, Neo4jError

from graph.clock import END_OF_TIME
from graph.database.driver import translate_error
from graph.database.server.embedded import Address
from graph.database.statements import LANGUAGE
from graph.database.wire_values import from_wire
from graph.errors import DoxaError, Forbidden, InvalidArgument
from graph.ogm.mirror import EDGES, NODES

Row = dict[str, Any]

# How long a server that is gone is waited for: whoever has mistyped its address learns it soon.
WAIT_S = 5.0

_WRITES = "Neo.ClientError.Statement.AccessMode"
_STATEMENT = "Neo.ClientError.Statement."


class ReadOnlyConnection(Connection):
    """A connection whose transactions read; they are tried again where the server says so.

    Args:
        address: of the server, and how to log on.
        database: its name.
        limit_s: seconds after which the server ends a statement.

    Raises:
        InvalidArgument: the address is none of a Neo4j server.
    """

    def __init__(self, address: Address, *, database: str, limit_s: float) -> None:
        place = _place(address.uri)
        super().__init__(
            host=place.hostname or "",
            port=place.port or 7687,
            username=address.user,
            password="",
            encrypted="+" in place.scheme,
            client_name="doxa",
        )
        self._database = database
        self._limit_s = limit_s
        try:
            self._driver = GraphDatabase.driver(
                address.uri,
                auth=(address.user, address.password) if address.user else None,
                telemetry_disabled=True,
                max_transaction_retry_time=WAIT_S,
                user_agent="doxa",
                notifications_min_severity=NotificationMinimumSeverity.WARNING,
                notifications_disabled_classifications=[
                    NotificationDisabledClassification.UNRECOGNIZED
                ],
            )
        except (DriverError, ValueError) as error:
            raise _no_address(address.uri) from error

    def execute(self, query: str, parameters: Mapping[str, Any] | None = None) -> None:
        """Run a query for nothing; it raises as ``rows`` does."""
        self.rows(query, parameters)

    def execute_and_fetch(
        self, query: str, parameters: Mapping[str, Any] | None = None
    ) -> Iterator[Row]:
        """Return the rows of a query, an open end as None; it raises as ``rows`` does."""
        return iter([_outward(row) for row in self.rows(query, parameters)])

    def rows(self, query: str, parameters: Mapping[str, Any] | None = None) -> list[Row]:
        """Return the rows of a query as they are stored: nodes and relationships as typed objects.

        Raises:
            Forbidden: it would write.
            InvalidArgument: the server does not understand it.
            StoreUnavailable: the server does not answer, or not in time.
        """

        @unit_of_work(timeout=self._limit_s)
        def work(transaction: Any) -> list[Row]:
            result = transaction.run(f"{LANGUAGE} {query}", dict(parameters or {}))
            return [{key: _typed(record[key]) for key in record.keys()} for record in result]  # noqa: SIM118

        try:
            with self._driver.session(
                database=self._database, default_access_mode=READ_ACCESS
            ) as session:
                return session.execute_read(work)
        except (Neo4jError, DriverError, OSError) as error:
            raise _translated(error) from error

    def is_active(self) -> bool:
        """Whether it can be used: until it is closed, the driver connects again by itself."""
        return True

    def close(self) -> None:
        """Close it."""
        self._driver.close()


class ReadOnlyNeo4j(Neo4j):
    """GQLAlchemy's client over such a connection, for whatever takes one."""

    def __init__(self, connection: ReadOnlyConnection) -> None:
        super().__init__(
            host=connection.host,
            port=connection.port,
            username=connection.username,
            password="",
            encrypted=connection.encrypted,
            client_name="doxa",
        )
        self.connection = connection

    def new_connection(self) -> Connection:
        """Return the one connection."""
        return self.connection


def _place(uri: str) -> SplitResult:
    """Return the parts of a Bolt address; the driver would also take others."""
    try:
        place = urlsplit(uri)
        known = place.scheme.partition("+")[0] in ("bolt", "neo4j") and place.port != 0
    except ValueError:
        raise _no_address(uri) from None
    if not known:
        raise _no_address(uri)
    return place


def _no_address(uri: str) -> InvalidArgument:
    return InvalidArgument(
        f"{uri[:80]!r} is not the address of a Neo4j server",
        field="uri",
        hint="write it like bolt://localhost:7687 or neo4j+s://host",
    )


def _translated(error: Exception) -> DoxaError:
    code = getattr(error, "code", None) or ""
    message = getattr(error, "message", None) or str(error)
    if code == _WRITES:
        return Forbidden("notebooks only read", hint="GraphQL and the command line write")
    if code.startswith(_STATEMENT):
        return InvalidArgument(f"the server does not understand the query: {message}")
    return translate_error(error, "a notebook's query")


def _typed(value: Any) -> Any:
    """Return a value of the driver as Python has it; nodes and relationships as objects."""
    match value:
        case wire.Node():
            return _node(value)
        case wire.Relationship():
            return _edge(value)
        case wire.Path():
            path: Any = Path
            return path(
                _nodes=list(map(_node, value.nodes)),
                _relationships=list(map(_edge, value.relationships)),
            )
        case list():
            return list(map(_typed, cast("list[Any]", value)))
        case dict():
            return {key: _typed(item) for key, item in cast("Row", value).items()}
        case _:
            return from_wire(value)


def _node(node: wire.Node) -> Any:
    """Return an object of the mirror; what is not mirrored is GQLAlchemy's plain node."""
    kind: Any = next((NODES[label] for label in sorted(node.labels) if label in NODES), Node)
    return kind(_id=node.element_id, _labels=set(node.labels), **_properties(node))


def _edge(edge: wire.Relationship) -> Any:
    """Return an object of the mirror; what is not mirrored is GQLAlchemy's plain relationship."""
    start, end = (None if node is None else node.element_id for node in edge.nodes)
    return EDGES.get(edge.type, Relationship)(
        _id=edge.element_id,
        _type=edge.type,
        _start_node_id=start,
        _end_node_id=end,
        **_properties(edge),
    )


def _properties(value: wire.Entity) -> Row:
    return {key: from_wire(item) for key, item in value.items()}


def _outward(value: Any) -> Any:
    """Return a value with None for the end of time."""
    if isinstance(value, list):
        return [_outward(item) for item in cast("list[Any]", value)]
    if isinstance(value, dict):
        return {key: _outward(item) for key, item in cast("dict[str, Any]", value).items()}
    return None if value == END_OF_TIME else value
