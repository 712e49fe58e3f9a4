"""Find the store as the command line does, and open it to read."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

from gqlalchemy.query_builders.declarative_base import Match

from graph import settings
from graph.database.migrations import LEDGER, list_migrations, select_pending
from graph.database.server.embedded import Address, default_data_dir, running
from graph.database.statements import statements
from graph.errors import InvalidArgument, SchemaMismatch
from graph.model.records import DEFAULT_TENANT
from graph.model.scopes import SUBJECT_MAX
from graph.ogm.connection import ReadOnlyConnection, ReadOnlyNeo4j
from graph.ogm.view import View
from graph.validation import name, tenant_name


def connect(
    tenant: str = DEFAULT_TENANT,
    *,
    data: Path | str | None = None,
    uri: str | None = None,
    user: str = "neo4j",
    password: str = "",
    subject: str | None = None,
) -> View:
    """Open one tenant of a store, to read and never to write.

    The store is that of ``uri``, or of ``DOXA_NEO4J_URI``, or else the embedded one of a data
    folder: ``data``, ``DOXA_DATA``, or the user's own. The embedded server is started where none
    runs, and kept until the view is closed.

    All scopes of the tenant are seen, as an owner sees them; with ``subject`` the common one, and
    what that subject keeps to itself.

    Raises:
        InvalidArgument: the address is none, or the folder holds no store.
        BadId: the tenant's name cannot be one.
        SchemaMismatch: the store is of another version of Doxa.
        Unavailable: the server cannot be started, or does not answer.
    """
    tenant_name(tenant)
    if subject is not None:
        name(subject, SUBJECT_MAX, field="subject")
    found = settings.load()
    with ExitStack() as opened:
        if uri is not None:
            address = Address(uri, user, password)
        elif found.neo4j_uri:
            secret = found.neo4j_password.get_secret_value()
            address = Address(found.neo4j_uri, found.neo4j_user, secret)
        else:
            folder = Path(data or found.data or default_data_dir()).expanduser()
            _require_store(folder)
            address = opened.enter_context(running(folder))
        connection = ReadOnlyConnection(
            address, database=found.neo4j_database, limit_s=found.transaction_s
        )
        opened.callback(connection.close)
        require_schema(connection)
        return View(connection, tenant, subject=subject, until_closed=opened.pop_all())


def require_schema(connection: ReadOnlyConnection) -> None:
    """Refuse a store of another version, as reading would give wrong answers.

    Raises:
        SchemaMismatch: migrations are missing, or unknown.
    """
    query = (
        Match(connection=ReadOnlyNeo4j(connection))
        .node("Migration", "it")
        .where("it.ledger", "=", expression="$ledger")
        .return_(["it.version AS version", "it.name AS name", "it.checksum AS checksum"])
        .order_by("version")
    )
    applied = connection.rows(query.construct_query(), {"ledger": LEDGER})
    if pending := select_pending(list_migrations(statements()), applied):
        raise SchemaMismatch(
            f"the store is {len(pending)} migrations behind this program",
            hint="any command brings it up to date, such as doxa stats",
        )


def _require_store(folder: Path) -> None:
    if not (folder / "neo4j").is_dir():
        raise InvalidArgument(
            f"there is no store in {folder}",
            field="data",
            hint="name the folder that --data names for doxa",
        )
