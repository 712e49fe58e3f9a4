"""The revoked tokens as one process knows them.

It asks the store at intervals, never for a request, and ends what goes on by a token that was
revoked. A store that is away is asked again, and what is known stays.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime

from graph.background import working
from graph.database.counts import Counts
from graph.database.session import Session
from graph.errors import DoxaError, Unauthenticated
from graph.governance.access.access import Access
from graph.governance.access.revoke import STORE, forget_expired, key_of_actor, key_of_token

POLL_S = 2.0
FORGET_EVERY_S = 3_600.0

_log = logging.getLogger("doxa.access")


@dataclass(eq=False, slots=True)
class _Use:
    """Something that goes on by a token; it is ended some seconds after the token is revoked."""

    access: Access
    limit: asyncio.Timeout
    after_s: float
    ending: bool = False


@dataclass(slots=True)
class Revocations:
    """Which tokens are revoked, and what goes on by tokens that may be."""

    db: Session
    _asking: Session = field(init=False)
    _revision: int = -1
    _known: dict[tuple[str, str], datetime | None] = field(
        default_factory=dict[tuple[str, str], datetime | None]
    )
    _uses: set[_Use] = field(default_factory=set[_Use])

    def __post_init__(self) -> None:
        # No request asks, so none is charged with it: these statements are counted apart.
        self._asking = self.db.apart()
        self._asking.whole, self._asking.counts = self._asking, Counts()

    @asynccontextmanager
    async def kept_up(self) -> AsyncGenerator[None]:
        """Know of them within ``POLL_S`` seconds, from the beginning of the block to its end.

        Raises:
            Unavailable: the store does not say which there are.
        """
        await self.refresh()
        async with working(self._keep_up()):
            yield

    async def refresh(self) -> None:
        """Learn which there are now, and end what goes on by them.

        Raises:
            Unavailable: the store does not answer.
        """
        rows = await self._asking.read(
            "governance/access/revoked", store=STORE, known=self._revision, now=self.db.clock()
        )
        for row in rows:
            self._known = {(one["tenant"], one["key"]): one["before"] for one in row["found"]}
            self._revision = row["revision"]
            now = asyncio.get_running_loop().time()
            for use in self._uses:
                if not use.ending and self._is_revoked(use.access):
                    use.ending = True
                    use.limit.reschedule(now + use.after_s)

    def check(self, access: Access) -> None:
        """Go on only if a token is not revoked.

        Raises:
            Unauthenticated: it is.
        """
        if self._is_revoked(access):
            raise Unauthenticated("the token was revoked", hint="get another one")

    def during(self, access: Access, *, after_s: float = 0.0) -> AbstractAsyncContextManager[None]:
        """Go on with the block until its token is revoked, and so many seconds longer.

        Raises:
            Unauthenticated: it was; whatever was awaited has been cancelled.
        """
        return self._during(access, after_s)

    @asynccontextmanager
    async def _during(self, access: Access, after_s: float) -> AsyncGenerator[None]:
        self.check(access)
        limit = asyncio.timeout(None)
        use = _Use(access, limit, after_s)
        try:
            async with limit:
                self._uses.add(use)
                yield
        except TimeoutError:
            if limit.expired():
                self.check(access)
            raise
        finally:
            self._uses.discard(use)

    def _is_revoked(self, access: Access) -> bool:
        if not self._known:
            return False
        tenant = access.caller.tenant
        if (tenant, key_of_token(access.token)) in self._known:
            return True
        before = self._known.get((tenant, key_of_actor(access.caller.actor)))
        return before is not None and access.issued < before

    async def _keep_up(self) -> None:
        loop = asyncio.get_running_loop()
        forget_at, away = loop.time(), False
        while True:
            await asyncio.sleep(POLL_S)
            try:
                await self.refresh()
                if loop.time() >= forget_at:
                    await forget_expired(self._asking, self.db.clock())
                    forget_at = loop.time() + FORGET_EVERY_S
            except DoxaError as error:
                if not away:
                    _log.warning("revoked tokens cannot be read now: %s", error.message)
                away = True
            except Exception:
                # Whatever it is, the next revocation has to be heard of.
                _log.exception("revoked tokens could not be read")
            else:
                away = False
