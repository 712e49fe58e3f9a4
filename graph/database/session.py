"""Statements sent to Neo4j, and their rows.

It keeps these promises:

- times go in and come out as aware ``datetime`` in ``timezone.utc``, and nothing else does;
- rows are plain dicts; a result is fetched whole, in one pull;
- every driver error leaves as one of ``graph.errors``;
- a call is tried again at most ``RETRIES_MAX`` times.

How many round trips a call costs: ``read`` and ``write`` one (RUN and PULL travel together, the
server commits by itself); ``transaction`` one for each statement and one for the commit, because
BEGIN travels with the first RUN. The driver does that for its ``execute_query`` only, behind a
flag that ``_begin_with_first_run`` sets; without it BEGIN waits for an answer of its own.

What a row costs: 0.1 ms in the driver, whatever is in it, so a statement that may give hundreds
collects them into one.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from typing import Any, LiteralString, TypeVar, cast

from neo4j import (
    AsyncDriver,
    AsyncGraphDatabase,
    AsyncResult,
    AsyncSession,
    AsyncTransaction,
    ResultSummary,
)
from neo4j.exceptions import DriverError, Neo4jError, ServiceUnavailable, SessionExpired

from graph import driver
from graph.clock import Clock, now
from graph.errors import Fault, StatementError, StoreUnavailable
from graph.limits import Limits
from graph.statements import Statement, statements
from graph.values import inward, outward

T = TypeVar("T")
Row = dict[str, Any]
Again = Callable[[Neo4jError | DriverError], bool]

RETRIES_MAX = 5
DEFAULT = Limits()

_log = logging.getLogger("doxa.store")
_DELAY_FIRST_S = 0.04
# `CREATE ... IF NOT EXISTS` says so if another makes the same meanwhile; asked again, it sees it.
_MADE_MEANWHILE = "Neo.ClientError.Schema.EquivalentSchemaRuleAlreadyExists"
# What no test may leave behind: a slow plan, or language that is going away.
_OBJECTIONABLE = frozenset({"PERFORMANCE", "DEPRECATION"})


class Transaction:
    """An open transaction; it commits when the work that received it returns."""

    def __init__(self, session: Session, inner: AsyncTransaction) -> None:
        self._session = session
        self._inner = inner

    async def run(self, statement: str, /, **params: Any) -> list[Row]:
        """The rows of one statement, all of them."""
        known = self._session.known(statement)
        outward(params, statement)
        self._session.sent(statement)
        try:
            result = await self._inner.run(cast("LiteralString", known.text), params)
            return await self._session.rows(known, result)
        except (Neo4jError, DriverError) as error:
            error.add_note(statement)
            raise


class Session:
    """One driver and its pool; the way into the store. Safe to share between tasks."""

    def __init__(
        self,
        bolt: AsyncDriver,
        database: str,
        clock: Clock,
        catalogue: Mapping[str, Statement],
        *,
        limits: Limits,
        server: str,
        routed: bool,
        strict: bool,
    ) -> None:
        self.clock = clock
        self.catalogue = catalogue
        self.limits = limits
        self.server = server
        self.executed = 0
        self._bolt = bolt
        self._database = database
        self._strict = strict
        self._bookmarks = AsyncGraphDatabase.bookmark_manager() if routed else None

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        uri: str,
        user: str,
        password: str,
        *,
        database: str = "neo4j",
        clock: Clock = now,
        limits: Limits = DEFAULT,
        pool_max: int = 50,
        strict: bool = False,
        catalogue: Mapping[str, Statement] | None = None,
    ) -> AsyncGenerator[Session]:
        """A session on the server at ``uri``; closed at the end of the block.

        ``neo4j://`` addresses are routed, and what one call wrote the next one reads.
        ``strict`` is for tests: a performance or deprecation notification becomes a Fault.

        Raises:
            StoreUnavailable: nothing answers there, or it refuses the user and password.
            SchemaMismatch: the server is older than this program can use.
            InvalidArgument: the address is no Bolt address.
        """
        async with driver.opened(uri, user, password, pool_max, strict=strict) as bolt:
            yield cls(
                bolt,
                database,
                clock,
                statements() if catalogue is None else catalogue,
                limits=limits,
                server=await driver.agent(bolt),
                routed=uri.startswith("neo4j"),
                strict=strict,
            )

    async def read(self, statement: str, /, **params: Any) -> list[Row]:
        """The rows of one reading statement, tried again while the server is briefly away."""
        known = self.known(statement)
        if known.access != "read":
            raise StatementError(f"{statement} is not a read", hint="use write()")
        outward(params, statement)
        return await _tried(statement, lambda: self._once(known, params, "READ"), _may_work_again)

    async def write(self, statement: str, /, **params: Any) -> list[Row]:
        """The rows of one writing statement, committed by the server on its own.

        It is tried again only where the server says that it did nothing (a deadlock, say), never
        after a lost connection: make it safe to send twice, and let the caller decide.
        """
        known = self.known(statement)
        outward(params, statement)
        return await _tried(statement, lambda: self._once(known, params, "WRITE"), _did_nothing)

    async def transaction(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        """What ``work`` returns, its statements committed together.

        ``work`` may be called more than once, each time on a fresh transaction, so it must not
        keep anything from an earlier call. An exception in it rolls back.
        """
        return await _tried("a transaction", lambda: self._transacted(work), _may_work_again)

    def known(self, statement: str) -> Statement:
        """The statement of that name."""
        try:
            return self.catalogue[statement]
        except KeyError:
            raise StatementError(f"there is no cypher/{statement}.cypher") from None

    def sent(self, statement: str) -> None:
        """Count a statement, and tell it to whoever listens to ``doxa.store``."""
        self.executed += 1
        _log.debug("%s", statement)

    async def rows(self, statement: Statement, result: AsyncResult) -> list[Row]:
        """A result as plain rows; in a strict session its notifications are looked at."""
        keys = result.keys()
        found = [
            dict(zip(keys, [inward(value) for value in record.values()], strict=True))
            async for record in result
        ]
        if self._strict:
            _object_to(statement.name, await result.consume())
        return found

    def _session(self, mode: str) -> AsyncSession:
        return self._bolt.session(
            database=self._database,
            default_access_mode=mode,
            fetch_size=-1,
            bookmark_manager=self._bookmarks,
        )

    async def _once(self, known: Statement, params: Row, mode: str) -> list[Row]:
        self.sent(known.name)
        async with self._session(mode) as session:
            result = await session.run(cast("LiteralString", known.text), params)
            return await self.rows(known, result)

    async def _transacted(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        async with self._session("WRITE") as session:
            with _begin_with_first_run(session):
                begun = await session.begin_transaction()
            async with begun as inner:
                done = await work(Transaction(self, inner))
                await _committed(inner)
            return done


async def _tried(where: str, attempt: Callable[[], Awaitable[T]], again: Again) -> T:
    for number in range(RETRIES_MAX + 1):
        try:
            return await attempt()
        except (Neo4jError, DriverError) as error:
            if number == RETRIES_MAX or not again(error):
                raise driver.translated(error, where) from error
            _log.info("%s is tried again: %s", where, _cause(error))
        await asyncio.sleep(_DELAY_FIRST_S * 2**number * random.uniform(0.5, 1.0))
    raise AssertionError


async def _committed(transaction: AsyncTransaction) -> None:
    try:
        await transaction.commit()
    except (ServiceUnavailable, SessionExpired) as error:
        raise StoreUnavailable(
            "the connection was lost at the commit: it may have been stored, or not",
            hint="send it again: what is already there is recognised by its id",
        ) from error


def _begin_with_first_run(session: AsyncSession) -> AbstractContextManager[Any]:
    # The flag is false until entered, so no `or` may decide whether it is there.
    return getattr(session, "_pipelined_begin", nullcontext())


def _cause(error: Neo4jError | DriverError) -> str:
    at = getattr(error, "__notes__", ["the commit"])[-1]
    return f"{getattr(error, 'code', None) or type(error).__name__} at {at}"


def _may_work_again(error: Neo4jError | DriverError) -> bool:
    return error.is_retryable()


def _did_nothing(error: Neo4jError | DriverError) -> bool:
    return isinstance(error, Neo4jError) and (error.is_retryable() or error.code == _MADE_MEANWHILE)


def _object_to(name: str, summary: ResultSummary) -> None:
    for status in summary.gql_status_objects:
        if status.is_notification and status.raw_classification in _OBJECTIONABLE:
            raise Fault(f"{name}: {status.gql_status} {status.status_description}")
