"""The two clients: the same operations, awaited or not."""

from __future__ import annotations

import asyncio
import ipaddress
import json
import time
import warnings
from collections.abc import AsyncGenerator, Callable, Generator, Iterable, Mapping
from functools import partial
from types import TracebackType
from typing import Any, Self, TypeVar
from urllib.parse import urlsplit

import httpx

from doxa_client import calls
from doxa_client.calls import Call, Moment
from doxa_client.errors import NotFound, Unavailable, raised
from doxa_client.models import Belief, Change, Claim, Job, Message, Recall

T = TypeVar("T")
Page = Callable[..., Call[tuple[list[Belief], str | None]]]

TIMEOUT_S = 30.0
TRIES_MAX = 4
PAUSE_S = 0.25
JOB_POLL_S = 0.3


def _headers(url: str, token: str) -> dict[str, str]:
    """Return the headers of every request; warns where the token would be readable on its way."""
    parts = urlsplit(url)
    if parts.scheme == "http" and not _is_loopback(parts.hostname or ""):
        # The caller of the client's own constructor is meant.
        warnings.warn(
            f"the token goes to {parts.hostname} unencrypted: use https", RuntimeWarning, 3
        )
    return {"Authorization": f"Bearer {token}", "Accept": "application/json"}


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _body(call: Call[Any]) -> dict[str, Any]:
    return {"query": call.document, "variables": dict(call.variables)}


def _read(call: Call[T], response: httpx.Response) -> T:
    """Return the result of an answer.

    Raises:
        DoxaError: it was refused.
    """
    try:
        told: Mapping[str, Any] = response.json()
    except ValueError as error:
        raise Unavailable(f"HTTP {response.status_code}", code="UNAVAILABLE") from error
    if told.get("errors"):
        raise raised(told["errors"])
    return call.read(told["data"])


def _pause(error: Exception, attempt: int) -> float:
    """How many seconds to wait before a call is sent again.

    Raises:
        DoxaError: it is not to be sent again.
    """
    if attempt + 1 < TRIES_MAX:
        told = error.retry_after if isinstance(error, Unavailable) else None
        return told or PAUSE_S * 2**attempt
    if isinstance(error, Unavailable):
        raise error
    raise Unavailable(str(error) or "no answer", code="UNAVAILABLE") from error


class MemoryClient:
    """A client that waits for each answer."""

    def __init__(self, url: str, token: str, *, timeout_s: float = TIMEOUT_S) -> None:
        self._http = httpx.Client(base_url=url, headers=_headers(url, token), timeout=timeout_s)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close its connections."""
        self._http.close()

    def run(self, call: Call[T]) -> T:
        """Send a call, again where it may not have arrived, and return its result.

        Raises:
            DoxaError: it was refused; a subclass by its code.
        """
        for attempt in range(TRIES_MAX):
            try:
                return _read(call, self._http.post("/graphql", json=_body(call)))
            except (Unavailable, httpx.TransportError) as error:
                time.sleep(_pause(error, attempt))
        raise AssertionError("the last try returns or raises")

    def _all(self, page: Page) -> list[Belief]:
        """All beliefs of a call that gives a page of them behind a cursor."""
        found: list[Belief] = []
        after: str | None = None
        while True:
            beliefs, after = self.run(page(after=after))
            found += beliefs
            if after is None:
                return found

    def store(self, entity: str, attribute: str, value: str | None = None, **fields: Any) -> Claim:
        """Believe one statement, now and without extraction.

        ``fields`` are ``target``, ``idempotency_key`` and those of the service's ``AssertInput`` in
        Python's spelling: ``valid_from``, ``valid_to``, ``context``, ``evidence``, ``source_kind``.
        """
        return self.run(calls.store(entity, attribute, value, **fields))

    def retract(
        self, entity: str, attribute: str, value: str | None = None, **fields: Any
    ) -> Claim:
        """Stop believing something from a moment on; without a value whatever held."""
        return self.run(calls.retract(entity, attribute, value, **fields))

    def remember(self, messages: str | Message | Iterable[str | Message], **fields: Any) -> Job:
        """Keep what was said and have it read; ``fields``: session, topic, priority."""
        return self.run(calls.remember(messages, **fields))

    def wait(self, job: Job | str, *, timeout_s: float = 300.0) -> Job:
        """Wait until a job has ended.

        Raises:
            NotFound: there is no such job.
            TimeoutError: it has not ended by then.
        """
        give_up = time.monotonic() + timeout_s
        while True:
            found = _existing(self.run(calls.job(job if isinstance(job, str) else job.id)))
            if found.ended:
                return found
            if time.monotonic() > give_up:
                raise TimeoutError("the job has not ended")
            time.sleep(JOB_POLL_S)

    def beliefs(
        self,
        entity: str,
        *,
        attribute: str | None = None,
        valid_at: Moment = None,
        system_at: Moment = None,
    ) -> list[Belief]:
        """All that is believed of an entity, by name or id, as of a time on either axis."""
        fields = {"attribute": attribute, "valid_at": valid_at, "system_at": system_at}
        return self._all(partial(calls.beliefs, entity, **fields))

    def timeline(
        self, entity: str, *, attribute: str | None = None, system_at: Moment = None
    ) -> list[Belief]:
        """Return what has been true of an entity over time, the earliest first."""
        fields = {"attribute": attribute, "system_at": system_at}
        return self._all(partial(calls.timeline, entity, **fields))

    def recall(self, query: str, **fields: Any) -> Recall:
        """Return the few memories that matter; ``fields``: topic, k, entity, valid_at,
        system_at.
        """
        return self.run(calls.recall(query, **fields))

    def subscribe(
        self,
        *,
        entity: str | None = None,
        attribute: str | None = None,
        after: str | None = None,
    ) -> Generator[Change]:
        """Yield every change in what is believed, once and in order, without an end.

        Where the connection is lost it is made again, behind the last change that was given;
        before a first one, from then on. ``entity`` is an id.

        Raises:
            DoxaError: it was refused, or the token has expired.
        """
        failed = 0
        while True:
            call = calls.changes(entity, attribute, after)
            try:
                for change in self._events(call):
                    failed, after = 0, change.cursor
                    yield change
                raise Unavailable("the stream has ended", code="UNAVAILABLE")
            except (Unavailable, httpx.TransportError) as error:
                time.sleep(_pause(error, failed))
                failed += 1

    def _events(self, call: Call[Change]) -> Generator[Change]:
        with self._http.stream("POST", "/graphql", **_events_of(call)) as response:
            if not response.is_success:
                response.read()
                _read(call, response)
            for line in response.iter_lines():
                if line.startswith("data:") and line != "data:":
                    yield _event(call, json.loads(line.removeprefix("data:")))


class AsyncMemoryClient:
    """A client whose methods are awaited."""

    def __init__(self, url: str, token: str, *, timeout_s: float = TIMEOUT_S) -> None:
        self._http = httpx.AsyncClient(
            base_url=url, headers=_headers(url, token), timeout=timeout_s
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close its connections."""
        await self._http.aclose()

    async def run(self, call: Call[T]) -> T:
        """Send a call, again where it may not have arrived, and return its result.

        Raises:
            DoxaError: it was refused; a subclass by its code.
        """
        for attempt in range(TRIES_MAX):
            try:
                return _read(call, await self._http.post("/graphql", json=_body(call)))
            except (Unavailable, httpx.TransportError) as error:
                await asyncio.sleep(_pause(error, attempt))
        raise AssertionError("the last try returns or raises")

    async def store(
        self, entity: str, attribute: str, value: str | None = None, **fields: Any
    ) -> Claim:
        """As ``MemoryClient.store``."""
        return await self.run(calls.store(entity, attribute, value, **fields))

    async def retract(
        self, entity: str, attribute: str, value: str | None = None, **fields: Any
    ) -> Claim:
        """As ``MemoryClient.retract``."""
        return await self.run(calls.retract(entity, attribute, value, **fields))

    async def remember(
        self, messages: str | Message | Iterable[str | Message], **fields: Any
    ) -> Job:
        """As ``MemoryClient.remember``."""
        return await self.run(calls.remember(messages, **fields))

    async def wait(self, job: Job | str, *, timeout_s: float = 300.0) -> Job:
        """As ``MemoryClient.wait``."""
        async with asyncio.timeout(timeout_s):
            while True:
                found = _existing(
                    await self.run(calls.job(job if isinstance(job, str) else job.id))
                )
                if found.ended:
                    return found
                await asyncio.sleep(JOB_POLL_S)

    async def _all(self, page: Page) -> list[Belief]:
        """All beliefs of a call that gives a page of them behind a cursor."""
        found: list[Belief] = []
        after: str | None = None
        while True:
            beliefs, after = await self.run(page(after=after))
            found += beliefs
            if after is None:
                return found

    async def beliefs(
        self,
        entity: str,
        *,
        attribute: str | None = None,
        valid_at: Moment = None,
        system_at: Moment = None,
    ) -> list[Belief]:
        """As ``MemoryClient.beliefs``."""
        fields = {"attribute": attribute, "valid_at": valid_at, "system_at": system_at}
        return await self._all(partial(calls.beliefs, entity, **fields))

    async def timeline(
        self, entity: str, *, attribute: str | None = None, system_at: Moment = None
    ) -> list[Belief]:
        """As ``MemoryClient.timeline``."""
        fields = {"attribute": attribute, "system_at": system_at}
        return await self._all(partial(calls.timeline, entity, **fields))

    async def recall(self, query: str, **fields: Any) -> Recall:
        """As ``MemoryClient.recall``."""
        return await self.run(calls.recall(query, **fields))

    async def subscribe(
        self,
        *,
        entity: str | None = None,
        attribute: str | None = None,
        after: str | None = None,
    ) -> AsyncGenerator[Change]:
        """As ``MemoryClient.subscribe``."""
        failed = 0
        while True:
            call = calls.changes(entity, attribute, after)
            try:
                async for change in self._events(call):
                    failed, after = 0, change.cursor
                    yield change
                raise Unavailable("the stream has ended", code="UNAVAILABLE")
            except (Unavailable, httpx.TransportError) as error:
                await asyncio.sleep(_pause(error, failed))
                failed += 1

    async def _events(self, call: Call[Change]) -> AsyncGenerator[Change]:
        async with self._http.stream("POST", "/graphql", **_events_of(call)) as response:
            if not response.is_success:
                await response.aread()
                _read(call, response)
            async for line in response.aiter_lines():
                if line.startswith("data:") and line != "data:":
                    yield _event(call, json.loads(line.removeprefix("data:")))


def _events_of(call: Call[Change]) -> dict[str, Any]:
    """Return what a request for events has, which may be silent for as long as nothing changes."""
    return {"json": _body(call), "headers": {"Accept": "text/event-stream"}, "timeout": None}


def _event(call: Call[Change], told: Mapping[str, Any]) -> Change:
    if told.get("errors"):
        raise raised(told["errors"])
    return call.read(told["data"])


def _existing(job: Job | None) -> Job:
    """Return a job that there is.

    Raises:
        NotFound: there is none.
    """
    if job is None:
        raise NotFound("there is no such job", code="NOT_FOUND", hint="use the id of `remember`")
    return job
