"""The delivery of webhooks: what has changed goes to each receiver, in order, beside the service.

Several services may run one; of each webhook one of them has the lease. It may be killed at any
moment: the lease runs out, and another sends again what nobody knows to be taken.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from random import Random

from api.graphql.request.context import Services
from api.service.webhooks.messages import Messages
from api.service.webhooks.receiver import Receiver
from graph.background import working
from graph.errors import DoxaError, StoreUnavailable
from graph.governance.webhooks import deliveries
from graph.governance.webhooks.deliveries import Delivery, Due, Place
from graph.governance.webhooks.signing import signed_headers
from graph.lease import LEASE_S, LeaseLost, hold, kept_of
from graph.read.change_feed.belief_changes import Numbered

POLL_S = 1.0
PAUSE_S = 5.0
# Receivers that are sent something at a time.
RECEIVERS = 20

_log = logging.getLogger("doxa.webhooks")


@asynccontextmanager
async def running(services: Services) -> AsyncGenerator[None]:
    """At work for as long as the block lasts."""
    sender = Sender(services)
    services.db.system_time.listeners.append(sender.nudge)
    try:
        async with working(sender.work()):
            yield
    finally:
        services.db.system_time.listeners.remove(sender.nudge)


@dataclass(slots=True)
class Sender:
    """Sends what changed to the receivers of all tenants, or of one, that no other process has."""

    services: Services
    tenant: str | None = None
    chance: Random = field(default_factory=random.SystemRandom)
    poll_s: float = POLL_S
    lease_s: float = LEASE_S
    _woken: asyncio.Event = field(default_factory=asyncio.Event)
    _busy: dict[tuple[str, str], asyncio.Task[None]] = field(
        default_factory=dict[tuple[str, str], asyncio.Task[None]]
    )

    def nudge(self, _: str) -> None:
        """Look at once: this process may have changed something."""
        self._woken.set()

    async def work(self) -> None:
        """Work until cancelled; whatever goes wrong is logged, and tried again after a pause."""
        try:
            while True:
                await self._look()
                with suppress(TimeoutError):
                    async with asyncio.timeout(self.poll_s):
                        await self._woken.wait()
        finally:
            for task in self._busy.values():
                task.cancel()
            await asyncio.gather(*self._busy.values(), return_exceptions=True)

    async def step(self) -> None:
        """Send what there is to send now, and return when that is done or put off."""
        await self._begin()
        await asyncio.gather(*self._busy.values())

    async def _look(self) -> None:
        self._woken.clear()
        try:
            await self._begin()
        except DoxaError as error:
            _log.warning("webhooks wait: %s", error)
            await asyncio.sleep(PAUSE_S)
        except Exception:
            _log.exception("webhooks wait")
            await asyncio.sleep(PAUSE_S)

    async def _begin(self) -> None:
        """Begin with each webhook that has something to send, as far as there is room."""
        newest: dict[str, int] = {}
        for each in await deliveries.due(self.services.db, lease_s=self.lease_s):
            if self.tenant not in (None, each.tenant):
                continue
            if len(self._busy) >= RECEIVERS:
                return
            if each.tenant not in newest:
                newest[each.tenant] = await self.services.changes.newest(each.tenant)
            behind = each.waiting or each.sequence < newest[each.tenant]
            if behind and (each.tenant, each.id) not in self._busy:
                self._start(each)

    def _start(self, due: Due) -> None:
        key = (due.tenant, due.id)
        task = self._busy[key] = asyncio.create_task(self._serve(due))
        task.add_done_callback(lambda _: self._end(key))

    def _end(self, key: tuple[str, str]) -> None:
        """Make room, and look whether there is more to send meanwhile."""
        self._busy.pop(key, None)
        self._woken.set()

    async def _serve(self, due: Due) -> None:
        """Send a webhook all that it is behind, under its lease."""
        try:
            delivery = await deliveries.lease(
                self.services.db.seen_by(None), due.tenant, due.id, seconds=self.lease_s
            )
            if delivery is None:
                return
            await hold(
                self._send(delivery),
                name=f"webhook {due.id}",
                seconds=self.lease_s,
                renew=lambda: delivery.renew(self.lease_s),
                release=delivery.release,
            )
            await delivery.release()
        except LeaseLost:
            return
        except DoxaError as error:
            _log.warning("webhook %s waits: %s", due.id, error)
        except Exception:
            _log.exception("webhook %s waits", due.id)

    async def _send(self, delivery: Delivery) -> None:
        async with Receiver.open(
            delivery.webhook.url, self.services.db.limits.webhooks
        ) as receiver:
            await Sending(self.services, delivery, receiver, self.chance).run()


@dataclass(slots=True)
class Sending:
    """What one webhook is sent while its lease is held."""

    services: Services
    delivery: Delivery
    receiver: Receiver
    chance: Random

    async def run(self) -> None:
        """Send dead letters that are to be tried again, and then what is new, until no more is.

        Raises:
            StoreUnavailable: the store does not answer.
        """
        while (place := await self.delivery.waiting()) is not None:
            if not await self._again(place):
                return
        going = True
        while going:
            page, end = await self.delivery.read()
            going = end > self.delivery.place and await self._send_page(page, end)

    async def _send_page(self, page: Sequence[Numbered], end: Place) -> bool:
        """Send the changes of a page and go on behind it; false to stop here for now."""
        for numbered in page:
            is_new = Place.of(numbered) > self.delivery.place and not numbered.joins
            if is_new and not await self._send(numbered):
                return False
        return await self.delivery.advance(end, delivered=False)

    async def _send(self, numbered: Numbered) -> bool:
        """Send a change and go on behind it; false to stop here for now."""
        place = Place.of(numbered)
        try:
            if not await self._post(numbered, place):
                return True
        except StoreUnavailable:
            raise
        except Exception as error:
            self._failed(error)
            limits = self.services.db.limits.webhooks
            buried = await self.delivery.fail(place, kept_of(error), limits, self.chance)
            if buried:
                self.services.db.counts.add("webhook_deliveries", "dead")
            return buried
        return await self.delivery.advance(place, delivered=True)

    async def _again(self, place: Place) -> bool:
        """Send a dead letter once, as what it speaks of is now; false if the lease is lost."""
        delivered, failure = False, None
        try:
            for numbered in await self.delivery.find(place):
                delivered = await self._post(numbered, place)
        except StoreUnavailable:
            raise
        except Exception as error:
            self._failed(error)
            failure = kept_of(error)
        return await self.delivery.settle(place, delivered=delivered, error=failure)

    async def _post(self, numbered: Numbered, place: Place) -> bool:
        """Send a message, if there is anything in it for the receiver; whether there was."""
        db, webhook = self.services.db, self.delivery.webhook
        body = await Messages(self.services, self.delivery.tenant, webhook).body(numbered)
        if body is None:
            return False
        message = self.delivery.message(place)
        headers = signed_headers(self.delivery.secret, message, db.clock(), body)
        await self.receiver.post(body, headers)
        db.counts.add("webhook_deliveries", "taken")
        return True

    def _failed(self, error: Exception) -> None:
        self.services.db.counts.add("webhook_deliveries", "failed")
        if not isinstance(error, DoxaError):
            _log.error("webhook %s: %s", self.delivery.webhook.id, type(error).__name__)
