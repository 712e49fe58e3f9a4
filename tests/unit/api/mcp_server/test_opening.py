"""A server that answers before its store is open: who asks early waits, and is told what failed."""

import asyncio
from contextlib import asynccontextmanager

import pytest

from api.mcp_server.opening import OpeningStore
from graph.errors import StoreUnavailable


class Store:
    """Opens when it is let; the first ``failures`` attempts fail."""

    def __init__(self, failures=0):
        self.may_open = asyncio.Event()
        self.failures = failures
        self.opened = self.closed = 0

    @asynccontextmanager
    async def open(self):
        await self.may_open.wait()
        if self.failures:
            self.failures -= 1
            raise StoreUnavailable("nobody answers", hint="start it")
        self.opened += 1
        try:
            yield "services"
        finally:
            self.closed += 1


async def test_who_asks_before_the_store_is_open_gets_it_as_soon_as_it_is():
    store = Store()
    opening = OpeningStore(store.open)
    async with opening.begun():
        asked = [asyncio.create_task(opening.services()) for _ in range(3)]
        await asyncio.sleep(0)
        store.may_open.set()

        assert await asyncio.gather(*asked) == ["services"] * 3
    assert (store.opened, store.closed) == (1, 1)


async def test_who_has_waited_long_enough_is_told_that_it_starts_and_it_still_opens():
    store = Store()
    opening = OpeningStore(store.open, wait_s=0.01)
    async with opening.begun():
        with pytest.raises(StoreUnavailable, match="starting"):
            await opening.services()
        store.may_open.set()

        assert await opening.services() == "services"


async def test_what_could_not_be_opened_is_tried_again_for_who_asks_next():
    store = Store(failures=2)
    store.may_open.set()
    opening = OpeningStore(store.open)
    async with opening.begun():
        await asyncio.sleep(0.01)
        with pytest.raises(StoreUnavailable, match="nobody answers"):
            await opening.services()

        assert await opening.services() == "services"


@pytest.mark.parametrize("opens", [True, False])
async def test_the_end_closes_what_is_open_and_gives_up_what_is_not(opens):
    store = Store()
    opening = OpeningStore(store.open)
    async with opening.begun():
        if opens:
            store.may_open.set()
        await asyncio.sleep(0.01)

    assert (store.opened, store.closed) == (int(opens), int(opens))
