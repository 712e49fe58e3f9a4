"""What a request carries: the store, the caller and what that caller may do."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, ExitStack, nullcontext
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeAlias

import strawberry

from api.graphql.request.conversation_imports import Importer
from api.graphql.request.heavy_reads import Turns
from api.graphql.request.loaders import Gathering, Loaders
from api.graphql.request.open_streams import OpenStreams
from api.graphql.request.permissions import Right, require
from api.graphql.request.query_limits import Bounds
from api.graphql.request.rate_limits import Shares
from api.graphql.request.shared_results import Operation
from extraction.recall.question import QuestionEmbedder
from graph.database.session import Session
from graph.errors import InvalidArgument, TooLarge, Unauthenticated, Unavailable
from graph.governance.access.access import Access
from graph.governance.access.revocations import Revocations
from graph.kernel.registry import registry
from graph.kernel.registry.registry import Registry
from graph.model.records import Caller
from graph.model.scopes import COMMON_SCOPE
from graph.proposals.consolidation.consolidate import Merging
from graph.proposals.merges.scoring import Beliefs, Judge
from graph.read.change_feed.feed import ChangeFeed
from graph.upkeep.tasks import Definition

# In which the operations of a connection say why they end, before it does.
CLOSED_AFTER_S = 1.0

Comparing: TypeAlias = Callable[
    [Caller], AbstractAsyncContextManager[tuple[Beliefs | None, Judge | None]]
]


class AnswerTooLarge(TooLarge):
    """An answer would be larger than one may be."""


class TooManyAnswers(Unavailable):
    """The answers that are being made or read would be larger together than they may be."""

    retry_after = 5


@dataclass(slots=True)
class HeldAnswers:
    """How many bytes the answers have that are being made or read, and how many they may have."""

    limit: int
    size: int = 0


@dataclass(frozen=True, slots=True)
class Services:
    """What every request shares."""

    db: Session
    secret: bytes  # signs cursors; the token key
    wake: Callable[[], None]  # tells the worker that there is a job
    comparing: Comparing  # what tells entities apart beside their names
    merging: Merging  # what writes one memory for several
    tasks: Mapping[str, Definition]  # of the store, by name
    answer_max: int  # bytes of one answer
    held_answers: HeldAnswers  # of all of them together
    share: Shares  # of all, of one tenant, and of one subject
    streams: OpenStreams  # what stays open
    turns: Turns  # for what reads much of a store
    revoked: Revocations  # tokens
    questions: QuestionEmbedder  # of what is to be recalled
    changes: ChangeFeed  # of what is believed
    bounds: Bounds  # of one operation
    job_age_max_s: float = math.inf  # of the oldest job, beyond which the service is degraded
    reader: str = "offline"  # who reads what is said, with the model's name
    importer: Importer | None = None  # of conversations that other programs have exported
    import_max: int = 0  # bytes of one such
    newest_backup: Callable[[], datetime | None] = lambda: None  # when it began


@dataclass(slots=True)
class RequestContext:
    """One request of one caller."""

    services: Services
    caller: Caller
    access: Access | None = None  # what the caller came in by, if that was a token
    operation: Operation | None = None  # what a subscription asks, if others may ask the same
    db: Session = field(init=False)
    _loaders: Loaders | None = field(init=False, default=None)
    answer_bytes: int = field(init=False, default=0)
    # What is counted of an operation until it ends.
    counted: ExitStack = field(init=False, default_factory=ExitStack)
    _registry: asyncio.Future[Registry] | None = field(init=False, default=None)
    _rehearsal: AsyncExitStack | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self._see(self.services.db)

    @property
    def loaders(self) -> Loaders:
        """The loaders, made when they are first asked for something."""
        if self._loaders is None:
            self._loaders = Loaders(self.db, self.caller)
        return self._loaders

    def again(self, operation: Operation | None = None) -> RequestContext:
        """Return the context of another operation of the same caller, on the same connection."""
        return RequestContext(self.services, self.caller, self.access, operation)

    def count(self) -> None:
        """Count an operation that shares a connection, as a request is counted by itself.

        Raises:
            Unavailable: all, the tenant or the caller have too many, or have asked too often.
        """
        self.services.share.enter(self.caller, time.monotonic())
        self.counted.callback(self.services.share.leave, self.caller)

    def begin_stream(self) -> None:
        """Count the operation as one that stays open, and no more as a request.

        Raises:
            StreamsTaken: as many are open as may be.
        """
        self.counted.close()
        self.counted.enter_context(self.services.streams.of_tenant(self.caller.tenant))

    def require_token(self) -> None:
        """Go on only while the caller's token is good.

        Raises:
            Unauthenticated: it has expired or was revoked since the caller came in.
        """
        if self.access is None:
            return
        if self.db.clock() >= self.access.expires:
            raise Unauthenticated("the token has expired", hint="connect again with another token")
        self.services.revoked.check(self.access)

    def while_admitted(self) -> AbstractAsyncContextManager[None]:
        """Go on with the block until the caller's token is revoked.

        Raises:
            Unauthenticated: it was.
        """
        return nullcontext() if self.access is None else self.services.revoked.during(self.access)

    def require(self, right: Right) -> None:
        """Go on only if the caller has that right.

        Raises:
            Forbidden: they do not.
        """
        require(self.caller, right)

    def spend(self, size: int) -> None:
        """Count what the answer will hold, in bytes.

        Raises:
            AnswerTooLarge: it would be larger than an answer may be.
            TooManyAnswers: with the others it would be larger than all may be.
        """
        held = self.services.held_answers
        self.answer_bytes += size
        held.size += size
        if self.answer_bytes > self.services.answer_max:
            raise AnswerTooLarge(
                f"the answer would have more than {self.services.answer_max:,} bytes",
                hint="ask for fewer fields or smaller pages, and for whole texts one at a time",
            )
        if held.size > held.limit:
            raise TooManyAnswers(
                f"answers of more than {held.limit:,} bytes are being read",
                hint="try again in a moment, or ask for less",
            )

    def release(self) -> None:
        """Count the answer no more: it has been read, or is given up."""
        self.services.held_answers.size -= self.answer_bytes
        self.answer_bytes = 0

    def forget(self) -> None:
        """Drop what was loaded: it may have changed since."""
        self._loaders = self._registry = None

    def begin_change(self) -> None:
        """Drop what was loaded: a mutation of this request is about to change it.

        Raises:
            InvalidArgument: one before it was a dry run, which is undone when the request ends.
        """
        if self._rehearsal is not None:
            raise InvalidArgument(
                "an operation with a dry run changes nothing else",
                field="dryRun",
                hint="send each in an operation of its own",
            )
        self.forget()

    async def rehearse(self, *, dry_run: bool | None) -> None:
        """Have all that follows be undone when the operation ends, if it is a dry run.

        What is read after it in the operation is as if it had been done.
        """
        if not dry_run:
            return
        self._rehearsal = AsyncExitStack()
        known = await registry.load(self.services.db, self.caller.tenant)
        db = await self._rehearsal.enter_async_context(self.services.db.rehearsal())
        # To load it there would lock the tenant while entities are locked.
        registry.keep(db, known)
        self._see(db)

    async def end(self) -> None:
        """Undo what was a dry run: the operation has ended."""
        if self._rehearsal is not None:
            await self._rehearsal.aclose()

    def _see(self, db: Session) -> None:
        """Ask a store as the caller may see it."""
        self._see_scopes(db, self.caller.scopes)

    def _see_scopes(self, db: Session, scopes: tuple[str, ...] | None) -> None:
        seen = db.seen_by(scopes)
        self.db = seen.gathering(Gathering(seen))

    def see_as_nobody(self) -> None:
        """Ask the store as somebody who keeps nothing to himself, and is told nothing that is."""
        self._see_scopes(self.services.db, (COMMON_SCOPE,))

    async def registry(self) -> Registry:
        """Return the tenant's attributes, loaded once a request."""
        if self._registry is None:
            self._registry = asyncio.ensure_future(registry.load(self.db, self.caller.tenant))
        return await self._registry


@dataclass(slots=True)
class Socket:
    """A connection that carries operations; its first message may tell who it is of."""

    services: Services
    header: str | None
    closing: AsyncExitStack  # of the connection
    unknown: ExitStack  # it is counted here until it is known whose it is
    connection_params: dict[str, object] | None = None
    entered: RequestContext | None = None

    async def enter(self, access: Access) -> None:
        """Take in who it is of; some time after its token is revoked the connection ends.

        Raises:
            Unauthenticated: it is revoked.
            StreamsTaken: its tenant has as many open as it may have.
        """
        self.unknown.close()
        self.closing.enter_context(self.services.streams.of_tenant(access.caller.tenant))
        await self.closing.enter_async_context(
            self.services.revoked.during(access, after_s=CLOSED_AFTER_S)
        )
        self.entered = RequestContext(self.services, access.caller, access)

    def again(self, operation: Operation | None = None) -> RequestContext:
        """Return the context of one operation.

        Raises:
            Unauthenticated: it is not known who asks.
        """
        if self.entered is None:
            raise Unauthenticated("no bearer token", hint="begin with connection_init")
        return self.entered.again(operation)


Info: TypeAlias = strawberry.Info[RequestContext, None]
