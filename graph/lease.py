"""Leases: work that one owner at a time does, in whatever process it is.

An owner renews its lease while it works. When it dies, the lease expires, and another takes the
work over.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import socket
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any, TypeVar

from graph.errors import DoxaError

LEASE_S = 60.0

_RENEWALS_A_LEASE = 3

_log = logging.getLogger("doxa.lease")

T = TypeVar("T")


class LeaseLost(Exception):
    """Another owner has taken the work over."""


def owner_name() -> str:
    """Return a name that no other owner has, and that says where it runs."""
    return f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(8)}"


async def hold(
    work: Coroutine[Any, Any, T],
    *,
    name: str,
    seconds: float,
    renew: Callable[[], Awaitable[bool]],
    release: Callable[[], Awaitable[object]],
) -> T:
    """Do some work and renew its lease of so many seconds meanwhile; return what it returns.

    ``renew`` says whether the lease is still held. When this is cancelled, so is the work, and
    ``release`` lets another owner go on at once. ``name`` is for the log.

    Raises:
        LeaseLost: the lease was lost, and the work was ended.
        Exception: whatever the work raises.
    """
    task = asyncio.create_task(work)
    renewing = asyncio.create_task(_renew(task, name, seconds / _RENEWALS_A_LEASE, renew))
    try:
        await asyncio.wait({task})
    except asyncio.CancelledError:
        task.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await task
        with suppress(DoxaError):
            await asyncio.shield(release())
        raise
    finally:
        renewing.cancel()
    if task.cancelled():
        raise LeaseLost(name)
    return task.result()


async def _renew(
    task: asyncio.Task[Any], name: str, every_s: float, renew: Callable[[], Awaitable[bool]]
) -> None:
    """Hold the lease while the work goes on; end the work once it is lost."""
    while True:
        await asyncio.sleep(every_s)
        try:
            held = await renew()
        except DoxaError as error:
            _log.warning("the lease of %s: %s", name, error)
            continue
        if not held:
            _log.warning("the lease of %s is lost", name)
            task.cancel()
            return


def kept_of(error: BaseException) -> str:
    """Return what is kept of an error: our own in its words, others by their kind alone."""
    return str(error) if isinstance(error, DoxaError) else f"fault: {type(error).__name__}"
