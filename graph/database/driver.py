"""The Neo4j driver: opened with every option named, made quick about times, its errors translated.

Times are why this module reaches into the driver. Each zoned time costs the driver 0.1 ms in
Python, in both directions, as much as a tenth of a whole round trip; here it is one addition.
Where the driver's inside is not as expected, it simply stays slow.
"""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any, cast

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
    InvalidArgument,
    SchemaMismatch,
    StoreUnavailable,
)

SERVER_MIN = (2026, 1)

_LIVENESS_CHECK_S = 45.0
_CONNECT_TIMEOUT_S = 15.0
_ACQUIRE_TIMEOUT_S = 60.0
_AGENT = re.compile(r"Neo4j/(\d+)\.(\d+)")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_AWAY = (ServiceUnavailable, SessionExpired, ConnectionPoolError, TransientError, OSError)


def opened(uri: str, user: str, password: str, pool_max: int, *, strict: bool) -> AsyncDriver:
    """A driver for the address; it connects at its first use.

    Raises:
        InvalidArgument: the address is no Bolt address.
    """
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
            # On a young graph every name is unrecognized; a test with data watches for real ones.
            notifications_disabled_classifications=[
                NotificationDisabledClassification.UNRECOGNIZED
            ],
        )
    except (ConfigurationError, ValueError) as error:
        raise InvalidArgument(
            f"{uri!r} is no address of a Neo4j server: {error}",
            field="DOXA_NEO4J_URI",
            hint="write it like bolt://localhost:7687 or neo4j+s://host",
        ) from error
    with suppress(AttributeError):
        _quicken(driver)
    return driver


async def agent(driver: AsyncDriver) -> str:
    """What the server calls itself, such as ``Neo4j/2026.09.0``, if it is new enough.

    Raises:
        StoreUnavailable: nothing answers, or it refuses the user and password.
        SchemaMismatch: the server is too old.
    """
    try:
        name = (await driver.get_server_info()).agent
    except (Neo4jError, DriverError, OSError) as error:
        raise translated(error, "opening a session") from error
    found = _AGENT.match(name)
    if not found or (int(found[1]), int(found[2])) < SERVER_MIN:
        raise SchemaMismatch(
            f"the server is {name}", hint="Doxa needs Neo4j {}.{:02} or newer".format(*SERVER_MIN)
        )
    return name


def is_deadlock(error: Exception) -> bool:
    """Whether the server undid a transaction so that another, waiting for it, can go on."""
    return getattr(error, "code", None) == "Neo.TransientError.Transaction.DeadlockDetected"


def translated(error: Exception, where: str) -> DoxaError:
    """The Doxa error that says what a driver error means for a caller."""
    detail = getattr(error, "message", None) or str(error) or type(error).__name__
    where = ", ".join([where, *getattr(error, "__notes__", ())])
    if isinstance(error, ConstraintError):
        return Conflict(
            f"{where}: the store holds something that excludes this", hint="read again, then retry"
        )
    if isinstance(error, AuthError):
        return StoreUnavailable(
            "Neo4j refuses the user and password",
            hint="see DOXA_NEO4J_USER and DOXA_NEO4J_PASSWORD",
        )
    if is_deadlock(error):
        return StoreUnavailable(
            f"{where}: others wanted the same at the same time, again and again",
            hint="try again",
        )
    if isinstance(error, _AWAY):
        return StoreUnavailable(
            f"Neo4j does not answer: {detail}",
            hint="is it running? see DOXA_NEO4J_URI, or try again",
        )
    if "TransactionTimedOut" in (getattr(error, "code", None) or ""):
        return StoreUnavailable(
            f"{where} took longer than the server allows", hint="ask for less, or try again"
        )
    return Fault(f"{where}: {detail}")


def _quicken(driver: Any) -> None:
    """Give every new connection of this driver, and of no other, quick converters of UTC times."""
    pool = driver._pool  # noqa: SLF001
    opener = pool.opener

    async def open_quick(*args: Any, **options: Any) -> Any:
        connection = await opener(*args, **options)
        with suppress(AttributeError, KeyError):
            _set_converters(connection.hydration_handler)
        return connection

    pool.opener = open_quick


def _set_converters(handler: Any) -> None:
    inward = handler.struct_hydration_functions[b"I"]
    outward = handler.dehydration_hooks.exact_types[datetime]
    structure = cast("Any", type(outward(_EPOCH)))

    def received(seconds: int, nanoseconds: int, offset: int) -> Any:
        if offset:
            return inward(seconds, nanoseconds, offset)
        return _EPOCH + timedelta(0, seconds, nanoseconds // 1000)

    def sent(value: datetime) -> Any:
        if value.tzinfo is not UTC:
            return outward(value)
        since = value - _EPOCH
        return structure(b"I", since.days * 86_400 + since.seconds, since.microseconds * 1000, 0)

    handler.struct_hydration_functions[b"I"] = received
    handler.dehydration_hooks.update(exact_types={datetime: sent})
