"""What many who follow the same changes would each make, made once and given to all of them.

A change is executed once for all whose answer is the same: for one caller, which is a tenant, a
subject and a role, and so what it sees, and for one operation, which is a document, a name and
variables, as of one state of the store. Whoever differs in any of it has an answer of its own.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

from graphql import ExecutionResult

# How long an answer is kept for others: as of now, a later one may be another.
SHARED_S = 1.0
# Larger answers are not kept; they are rare, and each of them costs far more than its sending.
SHARED_BYTES_MAX = 1024 * 1024

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Operation:
    """What is asked, as it was sent: two that are equal ask the same."""

    text: str
    name: str | None
    variables: str  # in JSON, sorted by name

    @classmethod
    def of(
        cls, text: str | None, name: str | None, variables: Mapping[str, Any] | None
    ) -> Operation | None:
        """Return the operation; None if it has variables that are no JSON, so that none is its
        equal.
        """
        try:
            return cls(text or "", name, json.dumps(variables or {}, sort_keys=True))
        except (TypeError, ValueError):
            return None


class Once(Generic[T]):
    """What the first who asks makes, and all others are given."""

    __slots__ = ("_ended", "_made", "_making")

    def __init__(self) -> None:
        self._made: T | None = None
        self._ended = False
        self._making: asyncio.Event | None = None

    async def get(self, make: Callable[[], Awaitable[T | None]]) -> T | None:
        """Return what was made; None if that failed, or gave None: then each makes its own.

        Whatever ``make`` raises is raised to whom it was called for. If that one is cancelled,
        another makes it.
        """
        while not self._ended:
            if self._making is None:
                return await self._make(make)
            await self._making.wait()
        return self._made

    async def _make(self, make: Callable[[], Awaitable[T | None]]) -> T | None:
        making = self._making = asyncio.Event()
        try:
            self._made = await make()
        except Exception:
            self._ended = True
            raise
        else:
            self._ended = True
            return self._made
        finally:
            self._making = None
            making.set()


def share_result(made: dict[Hashable, Any], key: Hashable) -> Once[Any]:
    """Return what is made once under a key, which is forgotten ``SHARED_S`` after it was first
    asked.
    """
    found = made.get(key)
    if found is None:
        found = made[key] = Once[Any]()
        asyncio.get_running_loop().call_later(SHARED_S, made.pop, key, None)
    return found


class SharedData(dict[str, Any]):
    """The data of an answer that many are given, which is encoded once."""

    @cached_property
    def text(self) -> str:
        """The answer in JSON, ``data`` alone."""
        return f'{{"data":{json.dumps(self, separators=(",", ":"))}}}'

    @cached_property
    def line(self) -> bytes:
        """The same in UTF-8."""
        return self.text.encode()


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer that was executed, and its size in bytes as answers are measured."""

    result: ExecutionResult
    size: int

    @property
    def may_be_shared(self) -> bool:
        """Whether others may be given it: an error may be of one alone."""
        return not self.result.errors and self.size <= SHARED_BYTES_MAX
