"""Wake-ups: workers of several processes tell one another through Redis that there may be a job.

A wake-up says nothing else, and nothing rests on it: jobs are in the store, and each worker looks
there by itself as well. Whatever becomes of Redis, nothing fails and nobody waits for it.
"""

from __future__ import annotations

import asyncio
import importlib
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Any, cast

from graph.background import working
from graph.errors import InvalidArgument
from graph.extras import install_line
from graph.settings import Settings

CHANNEL = "doxa:wake-ups"
LIMIT_S = 2.0

_TASK = "doxa.wake_up"
_GATHER_S = 0.05  # what is told within this time of a wake-up is one more wake-up
_PAUSE_S = 0.1
_PAUSE_MAX_S = 5.0
_DOUBLINGS_MAX = 10

_log = logging.getLogger("doxa.wake_ups")

Wake = Callable[[], None]


def check(settings: Settings) -> None:
    """Find out whether wake-ups can be exchanged as the settings say, without asking Redis.

    Raises:
        InvalidArgument: the extra is not installed, or the address is none.
    """
    _Redis.of(settings)


@asynccontextmanager
async def exchange_wakes(
    settings: Settings, heard: Wake | None = None, *, limit_s: float = LIMIT_S
) -> AsyncGenerator[Wake]:
    """Exchange wake-ups for as long as the block lasts; yields what tells the other processes.

    It returns at once and may be called at any rate. ``heard`` is called for what any process
    tells, this one too. At the end of the block what was just told has ``limit_s`` to get out.
    Without ``DOXA_REDIS_URL`` nobody is told and nothing heard.

    Raises:
        InvalidArgument: as ``check`` does.
    """
    redis = _Redis.of(settings)
    if redis is None:
        yield _nobody
        return
    exchange = _Exchange(redis, limit_s)
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(working(exchange.send()))
        if heard is not None:
            await stack.enter_async_context(working(exchange.listen(heard)))
        yield exchange.tell
        with suppress(TimeoutError):
            async with asyncio.timeout(limit_s):
                await exchange.idle.wait()


class _Redis:
    """The libraries of the extra, and the address, which holds the password."""

    def __init__(self, url: str) -> None:
        try:
            self.receiver: Any = importlib.import_module("taskiq.receiver").Receiver
            self._broker: Any = importlib.import_module("taskiq_redis").PubSubBroker
        except ImportError as error:
            raise InvalidArgument(
                "waking workers through Redis needs taskiq and taskiq-redis",
                field="DOXA_REDIS_URL",
                hint=install_line("redis"),
            ) from error
        self._url = url
        try:
            self.broker(LIMIT_S).connection_pool.make_connection()
        except Exception:
            # Their words may quote a part of the password.
            raise InvalidArgument(
                "it is no address of a Redis server",
                field="DOXA_REDIS_URL",
                hint="redis://HOST:6379, or rediss://USER:PASSWORD@HOST:6379 with TLS;"
                " write what is special in the password as %XX",
            ) from None

    @classmethod
    def of(cls, settings: Settings) -> _Redis | None:
        """Return what the settings name, if they name any."""
        url = settings.redis_url.get_secret_value()
        return cls(url) if url else None

    def broker(self, limit_s: float) -> Any:
        """Return a new broker, with no connection yet; its messages have no id of their own."""
        made = self._broker(
            self._url, queue_name=CHANNEL, socket_timeout=limit_s, socket_connect_timeout=limit_s
        )
        return made.with_id_generator(lambda: "wake-up")


class _Exchange:
    """Sends and listens side by side, each over connections of its own, until cancelled."""

    def __init__(self, redis: _Redis, limit_s: float) -> None:
        self.idle = asyncio.Event()
        self.idle.set()
        self._redis = redis
        self._limit_s = limit_s
        self._told = asyncio.Event()
        self._heard = asyncio.Event()
        self._failures: dict[str, int] = {}

    def tell(self) -> None:
        """Have a wake-up sent; one that still waits to be sent is the same."""
        self.idle.clear()
        self._told.set()

    async def send(self) -> None:
        """Send what is told, one wake-up at a time."""
        await self._keep_up("sending", self._send)

    async def listen(self, heard: Wake) -> None:
        """Call ``heard`` for each wake-up."""

        async def wake_up() -> None:
            self._heard.set()
            self._works("listening")
            heard()

        async def listen(broker: Any) -> None:
            broker.register_task(wake_up, task_name=_TASK)
            self._heard.clear()
            receiver = self._redis.receiver(broker, max_async_tasks=1, run_startup=False)
            async with working(self._make_itself_heard()):
                await receiver.listen(asyncio.Event())

        await self._keep_up("listening", listen)

    async def _send(self, broker: Any) -> None:
        wake_up = broker.register_task(_nothing, task_name=_TASK)
        while True:
            await self._told.wait()
            self._told.clear()
            try:
                async with asyncio.timeout(self._limit_s):
                    await wake_up.kiq()
            except Exception:
                self._told.set()
                raise
            self._works("sending")
            if not self._told.is_set():
                self.idle.set()
            await asyncio.sleep(_GATHER_S)

    async def _make_itself_heard(self) -> None:
        """Tell until it is heard here: only that shows that the process listens.

        Others look for jobs then as well, which they may have missed wake-ups for.
        """
        pause = _PAUSE_S
        while not self._heard.is_set():
            self.tell()
            with suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._heard.wait()
            pause = min(2 * pause, _PAUSE_MAX_S)

    async def _keep_up(self, what: str, work: Callable[[Any], Awaitable[None]]) -> None:
        """Do some work with a broker, and again with another, later and later, when it ends."""
        while True:
            broker = self._redis.broker(self._limit_s)
            try:
                await work(broker)
            except Exception as error:
                self._fails(what, error)
            finally:
                with suppress(Exception):
                    async with asyncio.timeout(self._limit_s):
                        await broker.shutdown()
            doublings = min(self._failures.get(what, 0), _DOUBLINGS_MAX)
            await asyncio.sleep(min(_PAUSE_S * 2**doublings, _PAUSE_MAX_S))

    def _fails(self, what: str, error: Exception) -> None:
        if not self._failures:
            _log.warning("Redis does not pass wake-ups on (%s); jobs wait to be seen", _kind(error))
        self._failures[what] = self._failures.get(what, 0) + 1
        # Nobody is to wait for what may take long.
        self.idle.set()

    def _works(self, what: str) -> None:
        if self._failures.pop(what, None) and not self._failures:
            _log.info("Redis passes wake-ups on again")


def _kind(error: BaseException) -> str:
    """Return the kind of an error beneath taskiq's own; its words might hold the address."""
    if isinstance(error, ExceptionGroup):
        (first, *_) = cast("ExceptionGroup[Exception]", error).exceptions
        return _kind(first)
    if type(error).__name__ == "SendTaskError" and error.__cause__ is not None:
        return _kind(error.__cause__)
    return type(error).__name__


async def _nothing() -> None:
    """Return a wake-up as its sender has it."""


def _nobody() -> None:
    """Tell nobody."""
