"""What faults are made to, and the load that feels them."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field
from pathlib import Path

from extraction.model.candidates import Extractor
from graph.database.server.embedded import Address, State
from graph.database.session import Session
from tests.faults.bolt_proxy import BoltProxy
from tests.faults.load import GIVE_UP_S, Load
from tests.support.fake_messages_api import MessagesApi


@dataclass
class Subject:
    """What faults are made to: the database's process and folder, proxy, clock and model.

    ``load`` is that of the round.
    """

    data: Path
    address: Address
    proxy: BoltProxy
    db: Session
    api: MessagesApi
    extractor: Extractor
    chance: random.Random
    limited: bool
    load: Load = field(init=False)

    @property
    def java(self) -> int:
        """The process number of the database."""
        state = State.read(self.data)
        assert state is not None
        return state.server.pid

    async def asked(self, times: int) -> None:
        """Wait until the model has been asked so often; fail if nobody asks."""
        before = len(self.api.requests)
        async with asyncio.timeout(GIVE_UP_S):
            while len(self.api.requests) < before + times:
                await asyncio.sleep(0.05)
