"""Run statements and transactions on Neo4j, with retries and error translation.

Guarantees:

- times are passed and returned as aware ``datetime`` in ``timezone.utc``, and in no other form;
- rows are plain dicts; a result is fetched whole, in one pull, unless it is streamed;
- every driver error is raised as one of ``graph.errors``;
- a call is retried at most ``RETRIES_MAX`` times, or while the server is gone and a wait is set.

Round trips of a call: ``read`` and ``write`` one (RUN and PULL travel together, the server
commits by itself); ``transaction`` one for each statement and one for the commit, because BEGIN
travels with the first RUN. The driver does that for its ``execute_query`` only, behind a flag
that ``_begin_with_first_run`` sets; without it BEGIN is a round trip of its own.

A row costs 0.1 ms in the driver, whatever its size, so a statement that may return hundreds of
records collects them into one row.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import (
    AbstractAsyncContextManager,
    AbstractContextManager,
    asynccontextmanager,
    nullcontext,
    suppress,
)
from copy import copy
from datetime import datetime
from typing import Any, LiteralString, TypeVar, cast

from neo4j import (
    AsyncDriver,
    AsyncGraphDatabase,
    AsyncResult,
    AsyncSession,
    AsyncTransaction,
    Query,
    Record,
    ResultSummary,
)
from neo4j.exceptions import DriverError, Neo4jError

from graph import tracing
from graph.clock import END_OF_TIME, Clock, now
from graph.database import driver
from graph.database.counts import Counts
from graph.database.host_clock import HostClock
from graph.database.observation import SYSTEM, Observation
from graph.database.rehearsal import Rehearsal
from graph.database.retries import Retries, Supervisor
from graph.database.slow_queries import SlowQueries
from graph.database.statements import Statement, statements
from graph.database.system_time import SystemTime
from graph.database.tombstones.ledger import Ledger
from graph.database.wire_values import check_params, check_types, from_wire
from graph.errors import Fault, StatementError, StoreUnavailable
from graph.limits import Limits
from graph.model.gate.policy import BUILT_IN, Policy

T = TypeVar("T")
Row = dict[str, Any]
# Session.read, or Transaction.run where a read must see what the transaction has done.
Ask = Callable[..., Awaitable[list[Row]]]

# As `Session.read_of`: the statement, the parameter and the column, who is wanted, all else.
Gather = Callable[[str, tuple[str, str], str, dict[str, Any]], Awaitable[list[Row]]]

TORN_READS_MAX = 10
LIMIT_S = 120.0
# Connections that callers do not take: few, for statements that take no time.
APART_MAX = 8
DEFAULT = Limits()

_log = logging.getLogger("doxa.store")
# What tells whether a server has what the statements are written in.
_PROBE = "database/understands_search"
# The server's own limit comes first, because what it says of it is more than silence.
_GRACE_S = 5.0
_EXPLAIN_S = 20.0
# Tests fail on these notifications: a slow plan, or deprecated syntax.
_FORBIDDEN_NOTIFICATIONS = frozenset({"PERFORMANCE", "DEPRECATION"})


class Transaction:
    """An open transaction; ``Session.transaction`` commits it when the callback returns.

    ``entities`` are those that an earlier attempt, which a deadlock ended, was about to lock last:
    this one locks them with its first.
    """

    def __init__(self, session: Session, inner: AsyncTransaction, entities: set[str]) -> None:
        self.entities = entities
        self.changed: str | None = None
        self._session = session
        self._inner = inner

    def note_change(self, tenant: str, at: datetime) -> None:
        """Take in that a tenant changes at a system time, for reads that name none."""
        self.changed = tenant
        self._session.system_time.note(tenant, at)

    def count(self, name: str, label: str) -> None:
        """Count something that the transaction does."""
        self._session.counts.add(name, label)

    async def run(self, statement: str, /, **params: Any) -> list[Row]:
        """Run one statement and return all its rows."""
        loaded = self._session.find_statement(statement)
        params = self._session.complete(loaded, params)
        self._session.count_statement(statement)
        try:
            with self._session.observe(loaded, params) as seen:
                seen.begin()
                async with self._session.turn(), self._session.guard():
                    result = await self._inner.run(
                        cast("LiteralString", loaded.text), loaded.arguments(params)
                    )
                    rows = await self._session.fetch_rows(loaded, result)
                seen.rows = len(rows)
                return rows
        except (Neo4jError, DriverError, TimeoutError) as error:
            error.add_note(statement)
            raise


class Session:
    """A driver with its connection pool, on which statements run. Safe to share between tasks."""

    def __init__(
        self,
        bolt: AsyncDriver,
        apart: AsyncDriver,
        database: str,
        clock: Clock,
        catalogue: Mapping[str, Statement],
        *,
        limits: Limits,
        policy: Policy,
        ledger: Ledger,
        server: str,
        routed: bool,
        strict: bool,
        wait_s: float,
        limit_s: float,
        slow_s: float,
        supervisor: Supervisor | None,
    ) -> None:
        self.clock = clock
        self.system_time = SystemTime(lambda: self.clock())  # noqa: PLW0108 -- the clock may be replaced
        self.catalogue = catalogue
        self.limits = limits
        self.policy = policy
        self.ledger = ledger
        self.server = server
        self.supervisor = supervisor
        self.scopes: tuple[str, ...] | None = None
        self.gather: Gather | None = None
        # The one that sees all scopes: itself, or the one that this is a view of.
        self.whole = self
        self.counts = Counts()
        self.host_clock = HostClock()
        self._bolt = bolt
        self._apart = apart
        self._rehearsal: Rehearsal[AsyncTransaction] | None = None
        self._database = database
        self._strict = strict
        self._retries = Retries(wait_s, supervisor)
        self._limit_s = limit_s
        self.slow = SlowQueries(slow_s, self._explain)
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
        policy: Policy = BUILT_IN,
        ledger: Ledger | None = None,
        pool_max: int = 50,
        strict: bool = False,
        catalogue: Mapping[str, Statement] | None = None,
        wait_s: float = 0.0,
        limit_s: float = LIMIT_S,
        slow_s: float = 0.0,
        supervisor: Supervisor | None = None,
    ) -> AsyncGenerator[Session]:
        """Open a session on the server at ``uri`` and close it at the end of the block.

        ``policy`` is that of tenants which have not applied one; ``ledger`` is that of erasures,
        without which nothing can be erased.
        ``neo4j://`` addresses are routed, with bookmarks so that a call reads earlier writes.
        ``strict`` is for tests: a performance or deprecation notification becomes a Fault, and a
        parameter of another type than its statement declares.
        While the server is gone, or takes no password because wrong ones were sent, calls wait
        ``wait_s`` seconds for it. A transaction that takes longer than ``limit_s`` seconds is ended
        by the server, or here if nothing is heard of it. A statement that takes longer than
        ``slow_s`` seconds is logged with its plan; 0: none is.

        Raises:
            StoreUnavailable: nothing answers, or the server refuses the user and password.
            SchemaMismatch: the server is older than ``SERVER_MIN``.
            InvalidArgument: the address is not a Bolt address.
        """
        async with (
            driver.create_driver(uri, user, password, pool_max, strict=strict) as bolt,
            driver.create_driver(uri, user, password, APART_MAX, strict=strict) as apart,
        ):
            session = cls(
                bolt,
                apart,
                database,
                clock,
                statements() if catalogue is None else catalogue,
                limits=limits,
                policy=policy,
                ledger=ledger or Ledger(),
                server=await driver.fetch_agent(bolt, database, statements()[_PROBE].text),
                routed=uri.startswith("neo4j"),
                strict=strict,
                wait_s=wait_s,
                limit_s=limit_s,
                slow_s=slow_s,
                supervisor=supervisor,
            )
            try:
                yield session
            finally:
                await session.slow.close()

    @property
    def trouble(self) -> str | None:
        """Why nothing can be written now; None if something can."""
        disk = None if self.supervisor is None else self.supervisor.trouble
        return disk or self.host_clock.trouble

    @property
    def executed(self) -> int:
        """How many statements were sent, by it and by its views."""
        return int(self.counts.get("statements"))

    def seen_by(self, scopes: tuple[str, ...] | None) -> Session:
        """Return this session as it is to who sees these scopes of a tenant only; None for all.

        Its statements get them as ``$scopes``. What is remembered by session is the whole one's.
        """
        if scopes is None:
            return self.whole
        view = copy(self)
        view.scopes = scopes
        # What is gathered is read by another view, of other scopes.
        view.gather = None
        return view

    def gathering(self, gather: Gather) -> Session:
        """Return this session as one that has ``gather`` answer `read_of`.

        It may ask at once for all that are wanted at the same time.
        """
        view = copy(self)
        view.gather = gather
        return view

    def apart(self) -> Session:
        """Return this session on connections of its own, for what keeps the service alive.

        Whatever callers ask for, a lease is renewed, a revoked token is heard of and the service's
        health is told: none of that waits for a connection until callers have given theirs back.
        """
        view = copy(self)
        view._bolt = self._apart  # noqa: SLF001 -- of its own class
        return view

    @asynccontextmanager
    async def rehearsal(self) -> AsyncGenerator[Session]:
        """Give this session as one whose whole work is undone at the end of the block.

        All is done in one transaction, which sees what it has written; nobody else does. It takes
        the locks that the work takes, until it ends. Where the work fails and is tried again, it
        begins from what is stored.
        """
        view = copy(self)
        # What it has learnt of the store is not so for others.
        view.whole, view.gather, view.counts = view, None, Counts()
        view.system_time = self.system_time.fork()
        rehearsal = Rehearsal(self._open_transaction)
        view._rehearsal = rehearsal  # noqa: SLF001 -- of its own class
        try:
            yield view
        finally:
            await rehearsal.roll_back()

    async def read(self, statement: str, /, **params: Any) -> list[Row]:
        """Run one reading statement, with retries while the server is briefly unavailable.

        A belief that is deleted while it is read comes without properties: it is read again.
        """
        loaded = self.find_statement(statement)
        if loaded.access != "read":
            raise StatementError(f"{statement} is not a read", hint="use write()")
        params = self.complete(loaded, params)
        with self.observe(loaded, params) as seen:
            for _ in range(TORN_READS_MAX):
                rows = await self._retries.run(
                    statement, lambda: self._run(loaded, params, "READ", seen), driver.is_retryable
                )
                if not any(map(_is_torn, rows)):
                    return rows
        raise StoreUnavailable("what was read kept changing", hint="try again")

    async def read_of(
        self, statement: str, among: tuple[str, str], wanted: str, /, **params: Any
    ) -> list[Row]:
        """Run a reading statement for one of those that it takes a list of.

        ``among`` is the parameter that takes the list, and the column that tells whose a row is.
        """
        if self.gather is not None:
            return await self.gather(statement, among, wanted, params)
        return await self.read(statement, **params, **{among[0]: [wanted]})

    async def stream(
        self, statement: str, /, *, size: int, **params: Any
    ) -> AsyncGenerator[list[Row]]:
        """Run one reading statement and give its rows as they come, up to ``size`` at a time.

        It takes as long as it takes, and is not retried.
        """
        loaded = self.find_statement(statement)
        params = self.complete(loaded, params)
        self.count_statement(statement)
        bolt = self._session("READ", size)
        try:
            with self.observe(loaded, params, streamed=True) as seen:
                async with bolt as session:
                    result = await session.run(
                        cast("LiteralString", loaded.text), loaded.arguments(params)
                    )
                    keys = result.keys()
                    while records := await result.fetch(size):
                        seen.rows += len(records)
                        yield [_row(keys, record) for record in records]
        except driver.ERRORS as error:
            raise driver.translate_error(error, statement) from error

    async def write(self, statement: str, /, **params: Any) -> list[Row]:
        """Run one writing statement, committed by the server on its own.

        It is retried only where the server reports that nothing was written (a deadlock, say),
        never after a lost connection: statements are idempotent, and the caller decides.
        """
        loaded = self.find_statement(statement)
        params = self.complete(loaded, params)
        self._require_writable()
        with self.observe(loaded, params) as seen:
            rows = await self._retries.run(
                statement, lambda: self._run(loaded, params, "WRITE", seen), driver.wrote_nothing
            )
        if self._rehearsal is not None:
            self._rehearsal.has_changes = True
        return rows

    async def lock(self, statement: str, /, **params: Any) -> list[Row]:
        """Run a statement that only takes locks, and return what it reads under them.

        It waits for commits in progress. As nothing is written, a full disk does not matter.
        """
        loaded = self.find_statement(statement)
        params = self.complete(loaded, params)
        with self.observe(loaded, params) as seen:
            return await self._retries.run(
                statement, lambda: self._run(loaded, params, "WRITE", seen), driver.is_retryable
            )

    async def catch_up(self, tenant: str) -> None:
        """Have reads that name no system time see all that is known of a tenant.

        The store is asked at the tenant's first use here, and every few seconds afterwards.
        """
        if not self.system_time.must_look(tenant):
            return
        rows = await self.read(
            "database/last_change", tenant=tenant, now=self.clock(), forever=END_OF_TIME
        )
        if rows[0]["at"] is not None:
            self.system_time.note(tenant, rows[0]["at"])

    async def transaction(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        """Run ``work`` in one transaction, commit it and return its result.

        ``work`` may be called more than once, each time with a new transaction, so it must not
        keep anything from an earlier call but ``Transaction.entities``. An exception in it rolls
        back.
        """
        self._require_writable()
        entities: set[str] = set()
        tries = 0

        async def attempt() -> T:
            nonlocal tries
            tries += 1
            if tries > 1:
                tracing.note({"doxa.retries": tries - 1})
            return await self._run_transaction(work, entities)

        with tracing.group("transaction", {"db.system.name": SYSTEM, "doxa.retries": 0}):
            return await self._retries.run("a transaction", attempt, driver.is_retryable)

    async def measure_clock(self) -> None:
        """Measure how far this host's clock is from the database's.

        Raises:
            StoreUnavailable: the store does not answer.
        """
        # As writes go: of a cluster the member that leads has the clock of all.
        asked = self.clock()
        rows = await self.lock("database/clock")
        self.host_clock.take(asked, rows[0]["now"], self.clock())

    def find_statement(self, statement: str) -> Statement:
        """Return the statement of that name.

        Raises:
            StatementError: there is no such file.
        """
        try:
            return self.catalogue[statement]
        except KeyError:
            raise StatementError(f"there is no cypher/{statement}.cypher") from None

    def complete(self, statement: Statement, params: Row) -> Row:
        """Return a statement's parameters, checked, with the scopes that are seen if it asks."""
        check_params(params, statement.name)
        if missing := statement.params.keys() - params.keys() - {"scopes"}:
            # In a map the server would take them for null.
            raise StatementError(f"{statement.name}: without {sorted(missing)}")
        if self._strict:
            check_types(params, statement.params, statement.name)
        if "scopes" not in statement.params or "scopes" in params:
            return params
        return params | {"scopes": None if self.scopes is None else list(self.scopes)}

    def count_statement(self, statement: str) -> None:
        """Count a statement that is being sent, and log it to ``doxa.store``."""
        self.counts.add("statements")
        _log.debug("%s", statement)

    def observe(self, statement: Statement, params: Row, *, streamed: bool = False) -> Observation:
        """Observe a statement for a block; one that is streamed takes as long as it takes."""
        return Observation(statement, params, self._database, None if streamed else self.slow)

    async def fetch_rows(self, statement: Statement, result: AsyncResult) -> list[Row]:
        """Fetch a result as plain rows; a strict session also checks its notifications."""
        keys = result.keys()
        rows = [_row(keys, record) async for record in result]
        if self._strict:
            _check_notifications(statement.name, await result.consume())
        return rows

    def turn(self) -> AbstractAsyncContextManager[Any]:
        """Wait until a transaction takes a statement: in a rehearsal another may be running."""
        return nullcontext() if self._rehearsal is None else self._rehearsal.turn()

    def guard(self) -> AbstractAsyncContextManager[Any]:
        """Bound the wait for an answer, should neither it nor the connection's end arrive."""
        return asyncio.timeout(self._limit_s + _GRACE_S)

    async def _explain(self, statement: Statement, params: Row) -> dict[str, Any] | None:
        """Return the plan of a statement; it is not executed."""
        text = cast("LiteralString", f"EXPLAIN {statement.text}")
        async with self._session("READ") as session, asyncio.timeout(_EXPLAIN_S):
            result = await session.run(Query(text, timeout=_EXPLAIN_S), statement.arguments(params))
            return cast("dict[str, Any] | None", (await result.consume()).plan)

    def _session(self, mode: str, fetch_size: int = -1) -> AsyncSession:
        return self._bolt.session(
            database=self._database,
            default_access_mode=mode,
            fetch_size=fetch_size,
            bookmark_manager=self._bookmarks,
        )

    def _require_writable(self) -> None:
        """See whether something can be written.

        Raises:
            StoreUnavailable: the disk is full, or not as it must be, or the clock is wrong.
        """
        trouble = self.trouble
        if trouble is not None:
            raise StoreUnavailable(trouble, hint="writes go on as soon as that is mended")

    async def _run(
        self, statement: Statement, params: Row, mode: str, seen: Observation
    ) -> list[Row]:
        self.count_statement(statement.name)
        seen.begin()
        text = cast("LiteralString", statement.text)
        if self._rehearsal is not None:
            rehearsal = self._rehearsal
            async with (
                rehearsal.beginning_again(),
                rehearsal.turn() as inner,
                self.guard(),
            ):
                rows = await self.fetch_rows(
                    statement, await inner.run(text, statement.arguments(params))
                )
        else:
            async with self._session(mode) as session, self.guard():
                result = await session.run(
                    Query(text, timeout=self._limit_s), statement.arguments(params)
                )
                rows = await self.fetch_rows(statement, result)
        seen.rows = len(rows)
        return rows

    async def _run_transaction(
        self, work: Callable[[Transaction], Awaitable[T]], entities: set[str]
    ) -> T:
        if self._rehearsal is not None:
            return await self._rehearse(self._rehearsal, work, entities)
        async with self._open_transaction() as inner:
            transaction = Transaction(self, inner, entities)
            result = await work(transaction)
            await self._commit(inner)
        for listener in self.system_time.listeners if transaction.changed else ():
            listener(transaction.changed or "")
        return result

    async def _rehearse(
        self,
        rehearsal: Rehearsal[AsyncTransaction],
        work: Callable[[Transaction], Awaitable[T]],
        entities: set[str],
    ) -> T:
        async with rehearsal.beginning_again():
            result = await work(Transaction(self, await rehearsal.transaction(), entities))
            rehearsal.has_changes = True
            return result

    @asynccontextmanager
    async def _open_transaction(self) -> AsyncGenerator[AsyncTransaction]:
        """Begin a transaction, which is rolled back at the end unless it was committed."""
        async with self._session("WRITE") as session:
            with _begin_with_first_run(session):
                begun = await session.begin_transaction(timeout=self._limit_s)
            # As a context manager it would commit what ends without an error.
            try:
                yield begun
            except asyncio.CancelledError:
                begun.cancel()
                raise
            finally:
                # What the server has lost it has rolled back.
                with suppress(*driver.ERRORS):
                    await begun.close()

    async def _commit(self, transaction: AsyncTransaction) -> None:
        try:
            async with self.guard():
                await transaction.commit()
        except driver.ERRORS as error:
            if not driver.may_have_committed(error):
                raise
            raise StoreUnavailable(
                "the database was lost at the commit: the change may or may not be stored",
                hint="send it again: a stored request is recognised by its id",
            ) from error


def _begin_with_first_run(session: AsyncSession) -> AbstractContextManager[Any]:
    # The flag is falsy until entered, so `getattr(...) or nullcontext()` would always skip it.
    return getattr(session, "_pipelined_begin", nullcontext())


def _row(keys: tuple[str, ...], record: Record) -> Row:
    return dict(zip(keys, [from_wire(value) for value in record.values()], strict=True))


def _is_torn(row: Row) -> bool:
    """Whether a belief came without its properties, in a column of its own or in a list.

    A projection of it is null then; a column of its own is null where nothing is believed.
    """
    lists = (cast("list[Any]", value) for value in row.values() if type(value) is list)
    listed = (cast("Row", one) for each in lists for one in each if type(one) is dict)
    return row.get("belief") == {} or not all(one.get("belief", True) for one in listed)


def _check_notifications(name: str, summary: ResultSummary) -> None:
    for status in summary.gql_status_objects:
        if status.is_notification and status.raw_classification in _FORBIDDEN_NOTIFICATIONS:
            raise Fault(f"{name}: {status.gql_status} {status.status_description}")
