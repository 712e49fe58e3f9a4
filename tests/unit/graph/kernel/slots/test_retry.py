"""An operation begins again while others are faster, and not for ever."""

import pytest

from graph.errors import StoreUnavailable
from graph.kernel.slots.retry import STALE_MAX, StaleSlot, again_if_stale


async def test_what_changed_meanwhile_is_looked_at_again():
    tries = []

    async def attempt() -> int:
        tries.append(None)
        if len(tries) < STALE_MAX:
            raise StaleSlot
        return len(tries)

    assert await again_if_stale(attempt) == STALE_MAX


async def test_what_keeps_changing_may_be_tried_again_later_by_the_caller():
    async def attempt() -> None:
        raise StaleSlot

    with pytest.raises(StoreUnavailable, match="keeps changing") as refused:
        await again_if_stale(attempt)

    assert (refused.value.code, refused.value.exit_code) == ("UNAVAILABLE", 75)
