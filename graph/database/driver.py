"""The Neo4j driver: explicit options, fast conversion of times, translation of its errors.

This module patches private parts of the driver because of times. Each zoned time costs the driver
0.1 ms in Python, in both directions, as much as a tenth of a whole round trip; here it is one
addition. If the driver's internals are not as expected, the slow conversion stays in place.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any, LiteralString, cast
from urllib.parse import urlsplit

from neo4j import (
    AsyncDriver,
    AsyncGraphDatabase,
    NotificationDisabledClassification,
    NotificationMinimumSeverity,
)
from neo4j.exceptions import (
    AuthError,
    ConfigurationError,
    ConnectionPoolError,
    ConstraintError,
    DriverError,
    Neo4jError,
    ServiceUnavailable,
    SessionExpired,
    TransientError,
)

from graph.errors import (
    Conflict,
    DoxaError,
    Fault,
    IndexUnavailable,
    InvalidArgument,
    SchemaMismatch,
    StoreUnavailable,
)

# The first that has SEARCH with filters, as the statements about vectors use it.
SERVER_MIN = (2026, 1)

_log = logging.getLogger("doxa.store")

_LIVENESS_CHECK_S = 45.0
_CONNECT_TIMEOUT_S = 15.0
_ACQUIRE_TIMEOUT_S = 60.0
_LOCKED_OUT_POLL_S = 0.25
_SCHEMES = frozenset({"bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc"})
_URI = "DOXA_NEO4J_URI"
_URI_HINT = "write it like bolt://localhost:7687 or neo4j+s://host"
_AGENT = re.compile(r"Neo4j/(\d+)\.(\d+)")
# Aura calls itself by a number that stands still while the server behind it goes on.
_AURA = re.compile(r"Neo4j/[\d.]+-aura\b")
_NOT_UNDERSTOOD = "Neo.ClientError.Statement.SyntaxError"
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
# Whatever a call to the server may raise, beside running out of time.
ERRORS = (Neo4jError, DriverError, OSError)
_UNAVAILABLE = (ServiceUnavailable, SessionExpired, ConnectionPoolError, TransientError, OSError)
# What is in the log, in whole or in part, is decided when the database starts again.
_COMMIT_FAILED = frozenset(
    {
        "Neo.DatabaseError.Transaction.TransactionLogError",
        "Neo.DatabaseError.Transaction.TransactionCommitFailed",
    }
)
# `CREATE ... IF NOT EXISTS` fails with this if another transaction creates the same rule
# meanwhile; a retry finds it.
_CREATED_MEANWHILE = "Neo.ClientError.Schema.EquivalentSchemaRuleAlreadyExists"
# Indexes came online, one after another, while a statement was being planned. It has no code of
# its own: the server (2026.09) calls it an unknown error. What was never planned has never run.
_SCHEMA_IN_FLUX = "insanely frequent schema changes"
# Read while another transaction deleted it.
_DELETED_MEANWHILE = "Neo.ClientError.Statement.EntityNotFound"
# Also while the index is being populated.
_INDEX_NOT_FOUND = "Neo.ClientError.Schema.IndexNotFound"
# The last is what a transaction is told that waited for a lock when its time was over.
_TIMED_OUT = frozenset(
    {
        "Neo.ClientError.Transaction.TransactionTimedOut",
        "Neo.ClientError.Transaction.TransactionTimedOutClientConfiguration",
        "Neo.ClientError.Transaction.LockClientStopped",
    }
)


def create_driver(
    uri: str, user: str, password: str, pool_max: int, *, strict: bool
) -> AsyncDriver:
    """Create a driver for the address; it connects at its first use.

    Raises:
        InvalidArgument: the address is not a Bolt address.
    """
    if urlsplit(uri).scheme not in _SCHEMES:
        # Of some others the driver only warns, and then it does not connect.
        raise InvalidArgument(
            f"{uri[:200]!r} is not the address of a Neo4j server", field=_URI, hint=_URI_HINT
        )
    least = NotificationMinimumSeverity
    try:
        driver = AsyncGraphDatabase.driver(
            uri,
            auth=(user, password) if user else None,
            max_connection_pool_size=pool_max,
            connection_timeout=_CONNECT_TIMEOUT_S,
            connection_acquisition_timeout=_ACQUIRE_TIMEOUT_S,
            liveness_check_timeout=_LIVENESS_CHECK_S,
            telemetry_disabled=True,
            user_agent="doxa",
            notifications_min_severity=least.INFORMATION if strict else least.WARNING,
            # In an empty graph every name is unrecognized; a test with data catches real ones.
            notifications_disabled_classifications=[
                NotificationDisabledClassification.UNRECOGNIZED
            ],
        )
    except (ConfigurationError, ValueError) as error:
        raise InvalidArgument(
            f"{uri!r} is not the address of a Neo4j server: {error}",
            field=_URI,
            hint=_URI_HINT,
        ) from error
    with suppress(AttributeError):
        _install_fast_times(driver)
    return driver


async def fetch_agent(driver: AsyncDriver, database: str, probe: str) -> str:
    """Return the server's name and version, such as ``Neo4j/2026.09.0``.

    Aura is asked whether it understands a statement, ``probe``, instead of what its number is.
    While the server takes no password because wrong ones were sent, it is asked again, for as long
    as a connection may take.

    Raises:
        StoreUnavailable: nothing answers, or the server refuses the user and password.
        SchemaMismatch: the server is too old.
    """
    give_up_at = time.monotonic() + _CONNECT_TIMEOUT_S
    while True:
        try:
            name = (await driver.get_server_info()).agent
            break
        except (Neo4jError, DriverError, OSError) as error:
            if not is_locked_out(error) or time.monotonic() >= give_up_at:
                raise translate_error(error, "opening a session") from error
        await asyncio.sleep(_LOCKED_OUT_POLL_S)
    if _AURA.match(name) and await understands(driver, database, probe):
        return name
    return require_new_enough(name)


async def understands(driver: AsyncDriver, database: str, statement: str) -> bool:
    """Whether a server takes a statement for one, whatever the store has; it is not run.

    Raises:
        StoreUnavailable: the server does not answer.
    """
    try:
        async with driver.session(database=database, default_access_mode="READ") as session:
            text = cast("LiteralString", f"EXPLAIN {statement}")
            await (await session.run(text, p={})).consume()
    except (Neo4jError, DriverError, OSError) as error:
        if isinstance(error, Neo4jError) and not error.is_retryable():
            # An index that is not there yet, say, is no matter of the language.
            return error.code != _NOT_UNDERSTOOD
        raise translate_error(error, "opening a session") from error
    return True


def require_new_enough(agent: str) -> str:
    """Return a server's name and version, if it has all that the statements rest on.

    Raises:
        SchemaMismatch: it is older than ``SERVER_MIN``, or no Neo4j that tells its version.
    """
    version = _AGENT.match(agent)
    if not version or (int(version[1]), int(version[2])) < SERVER_MIN:
        raise SchemaMismatch(
            f"the server is {agent}",
            hint="Doxa needs Neo4j {}.{:02} or newer: DOXA_NEO4J_URI names the server".format(
                *SERVER_MIN
            ),
        )
    return agent


def is_deadlock(error: Exception) -> bool:
    """Whether the server rolled a transaction back to resolve a deadlock."""
    return getattr(error, "code", None) == "Neo.TransientError.Transaction.DeadlockDetected"


def is_locked_out(error: Exception) -> bool:
    """Whether the server takes no password for some seconds, because wrong ones were sent."""
    return getattr(error, "code", None) == "Neo.ClientError.Security.AuthenticationRateLimit"


def is_gone(error: Exception) -> bool:
    """Whether the server, or its database, was not there: it may be in a moment."""
    return isinstance(error, (ServiceUnavailable, SessionExpired, OSError)) or is_critical(error)


def is_schema_in_flux(error: Exception) -> bool:
    """Whether the schema changed too often for the server to plan the statement."""
    return _SCHEMA_IN_FLUX in str(getattr(error, "message", None) or error)


def is_critical(error: Exception) -> bool:
    """Whether the server says that its database has to be started again."""
    return "encountered a critical error" in str(getattr(error, "message", None) or error)


def is_retryable(error: Exception) -> bool:
    """Whether a call that failed so may succeed if it is repeated whole.

    Of what happens at a commit only what rolled back is asked about.
    """
    return (
        is_gone(error)
        or wrote_nothing(error)
        or (isinstance(error, DriverError) and error.is_retryable())
        or getattr(error, "code", None) == _DELETED_MEANWHILE
    )


def wrote_nothing(error: Exception) -> bool:
    """Whether the server reports that nothing was written, and may do it when asked again."""
    return isinstance(error, Neo4jError) and (
        error.is_retryable()
        or error.code == _CREATED_MEANWHILE
        or is_locked_out(error)
        or is_schema_in_flux(error)
    )


def may_have_committed(error: Exception) -> bool:
    """Whether a commit that ended like this may be found stored all the same."""
    return is_gone(error) or getattr(error, "code", None) in _COMMIT_FAILED


def translate_error(error: Exception, where: str) -> DoxaError:
    """Return the Doxa error for a driver error; ``where`` names the failed operation."""
    detail = getattr(error, "message", None) or str(error) or type(error).__name__
    where = ", ".join([where, *getattr(error, "__notes__", ())])
    if isinstance(error, ConstraintError):
        return Conflict(
            f"{where}: a uniqueness constraint was violated", hint="read again, then retry"
        )
    if is_locked_out(error):
        return StoreUnavailable(
            "Neo4j takes no password now, not even the right one: wrong ones were sent to it",
            hint="try again in some seconds; if it stays so, find what sends a wrong password",
        )
    if isinstance(error, AuthError):
        return StoreUnavailable(
            "Neo4j refuses the user and password",
            hint="see DOXA_NEO4J_USER and DOXA_NEO4J_PASSWORD",
        )
    if is_deadlock(error):
        return StoreUnavailable(
            f"{where}: repeated deadlocks with other transactions",
            hint="try again",
        )
    if is_schema_in_flux(error):
        return StoreUnavailable(
            f"{where}: indexes are being made", hint="try again when they are there"
        )
    if getattr(error, "code", None) == _INDEX_NOT_FOUND:
        return IndexUnavailable(
            f"{where}: an index is being built", hint="try again when it is finished"
        )
    if isinstance(error, _UNAVAILABLE) or may_have_committed(error):
        # The driver names addresses and certificates, which are nobody's business but the log's.
        _log.warning("%s: %s", where, detail)
        return StoreUnavailable("Neo4j does not answer", hint="try again; the log says more")
    if getattr(error, "code", None) in _TIMED_OUT:
        return StoreUnavailable(
            f"{where} exceeded the time limit",
            hint="ask for less, or try again; DOXA_TRANSACTION_S is the limit",
        )
    return Fault(f"{where}: {detail}")


def _install_fast_times(driver: Any) -> None:
    """Give every new connection of this driver, and of no other, fast converters of UTC times."""
    pool = driver._pool  # noqa: SLF001
    opener = pool.opener

    async def open_patched(*args: Any, **options: Any) -> Any:
        connection = await opener(*args, **options)
        with suppress(AttributeError, KeyError):
            _set_converters(connection.hydration_handler)
        return connection

    pool.opener = open_patched


def _set_converters(handler: Any) -> None:
    slow_hydrate = handler.struct_hydration_functions[b"I"]
    slow_dehydrate = handler.dehydration_hooks.exact_types[datetime]
    structure = cast("Any", type(slow_dehydrate(_EPOCH)))

    def hydrate(seconds: int, nanoseconds: int, offset: int) -> Any:
        if offset:
            return slow_hydrate(seconds, nanoseconds, offset)
        return _EPOCH + timedelta(0, seconds, nanoseconds // 1000)

    def dehydrate(value: datetime) -> Any:
        if value.tzinfo is not UTC:
            return slow_dehydrate(value)
        since = value - _EPOCH
        return structure(b"I", since.days * 86_400 + since.seconds, since.microseconds * 1000, 0)

    handler.struct_hydration_functions[b"I"] = hydrate
    handler.dehydration_hooks.update(exact_types={datetime: dehydrate})
