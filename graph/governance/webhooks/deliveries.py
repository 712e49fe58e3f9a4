"""How far each webhook's deliveries are: a cursor in the store that one owner at a time moves.

- The cursor moves behind a change when its receiver has taken it, and in the statement in which it
  becomes a dead letter. Who is killed in between leaves it where it was, and the change is sent
  again, under the same id.
- Whatever an owner writes, it writes only while its lease is held.
- A cursor is the number of a record of the audit and a time of its changes. It stays right where an
  erasure takes out one of several changes of a record.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random

from graph.clock import END_OF_TIME
from graph.database.session import Session
from graph.governance.webhooks.webhooks import Webhook, message_id, read_webhook
from graph.lease import owner_name
from graph.limits import WebhookLimits
from graph.read.change_feed.belief_changes import Numbered, changes


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Where a change stands, or how far somebody is."""

    sequence: int
    at: datetime

    @classmethod
    def of(cls, numbered: Numbered) -> Place:
        """Return the place of a change."""
        return cls(numbered.sequence, numbered.change.at)

    @classmethod
    def behind(cls, sequence: int) -> Place:
        """Return the place behind all that a record has changed."""
        return cls(sequence, END_OF_TIME)


@dataclass(frozen=True, slots=True)
class Due:
    """A webhook that may be tried; ``sequence`` is how far it is."""

    tenant: str
    id: str
    sequence: int
    waiting: bool


@dataclass(slots=True)
class Delivery:
    """A webhook that its owner alone delivers to, for as long as the lease is held."""

    db: Session
    tenant: str
    owner: str
    webhook: Webhook
    place: Place
    attempts: int
    secret: str = field(repr=False)

    def message(self, place: Place) -> str:
        """Return the id of the delivery of the change at a place."""
        return message_id(self.webhook.id, place.sequence, place.at)

    async def renew(self, seconds: float) -> bool:
        """Prolong the lease; false if it is lost."""
        until = self.db.clock() + timedelta(seconds=seconds)
        rows = await self.db.apart().write(
            "governance/webhooks/renew",
            tenant=self.tenant,
            id=self.webhook.id,
            owner=self.owner,
            until=until,
        )
        return bool(rows)

    async def release(self) -> bool:
        """Let another owner go on at once."""
        return await self.renew(0)

    async def read(self) -> tuple[list[Numbered], Place]:
        """Return the changes behind the cursor, a page of them, and the place behind them.

        Raises:
            StoreUnavailable: the store does not answer.
        """
        partly = self.place.at < END_OF_TIME
        after = self.place.sequence - (1 if partly else 0)
        page, last = await changes(self.db, self.tenant, after)
        return page, max(self.place, Place.behind(last))

    async def find(self, place: Place) -> list[Numbered]:
        """Return the change at a place as it is now; of what was erased nothing is left.

        Raises:
            StoreUnavailable: the store does not answer.
        """
        page, _ = await changes(self.db, self.tenant, place.sequence - 1, limit=1)
        return [each for each in page if Place.of(each) == place]

    async def waiting(self) -> Place | None:
        """Return the first dead letter that is to be delivered again, if there is one."""
        rows = await self.db.read(
            "governance/webhooks/waiting", tenant=self.tenant, id=self.webhook.id
        )
        return Place(rows[0]["sequence"], rows[0]["at"]) if rows else None

    async def advance(self, place: Place, *, delivered: bool) -> bool:
        """Go on behind a place, which was delivered or is not asked for; false if it is lost."""
        self.place, self.attempts = place, 0
        return await self._write(
            "governance/webhooks/advance",
            sequence=place.sequence,
            at=place.at,
            now=self.db.clock() if delivered else None,
            message=self.message(place) if delivered else None,
        )

    async def fail(self, place: Place, error: str, limits: WebhookLimits, chance: Random) -> bool:
        """Have a change tried again later, or keep it as a dead letter; whether to go on now."""
        now = self.db.clock()
        self.attempts += 1
        if self.attempts < limits.attempts:
            pause = pause_of(self.attempts, limits, chance)
            await self._write("governance/webhooks/postpone", due_at=now + pause, error=error)
            return False
        self.place, self.attempts = place, 0
        return await self._write(
            "governance/webhooks/bury", sequence=place.sequence, at=place.at, now=now, error=error
        )

    async def settle(self, place: Place, *, delivered: bool, error: str | None) -> bool:
        """End the delivery of a dead letter, which goes unless there was an error."""
        return await self._write(
            "governance/webhooks/settle",
            sequence=place.sequence,
            at=place.at,
            now=self.db.clock(),
            error=error,
            message=self.message(place) if delivered else None,
        )

    async def _write(self, statement: str, /, **params: object) -> bool:
        rows = await self.db.write(
            statement,
            tenant=self.tenant,
            id=self.webhook.id,
            owner=self.owner,
            **params,
        )
        return bool(rows)


def pause_of(attempt: int, limits: WebhookLimits, chance: Random) -> timedelta:
    """Return the pause after an attempt: twice the last one, and between a half and all of it."""
    doubled = limits.pause_s * 2.0 ** min(attempt - 1, 40)
    return timedelta(seconds=min(doubled, limits.pause_max_s) * (0.5 + chance.random() / 2))


async def due(db: Session, *, lease_s: float) -> Sequence[Due]:
    """List the webhooks of all tenants that may be tried now and that nobody holds.

    Raises:
        StoreUnavailable: the store does not answer.
    """
    now = db.clock()
    rows = await db.read(
        "governance/webhooks/due", now=now, latest=now + timedelta(seconds=2 * lease_s)
    )
    return [Due(row["tenant"], row["id"], row["sequence"], row["waiting"]) for row in rows]


async def lease(db: Session, tenant: str, webhook: str, *, seconds: float) -> Delivery | None:
    """Take a webhook that is due; None if it is not, is held, or is not there any more.

    Raises:
        StoreUnavailable: the store does not answer.
    """
    now, owner = db.clock(), owner_name()
    rows = await db.write(
        "governance/webhooks/lease",
        tenant=tenant,
        id=webhook,
        owner=owner,
        now=now,
        until=now + timedelta(seconds=seconds),
        latest=now + timedelta(seconds=2 * seconds),
    )
    if not rows:
        return None
    row = rows[0]["webhook"]
    place = Place(row["sequence"], row["at"])
    return Delivery(
        db, tenant, owner, read_webhook(row), place, row["attempts"], secret=row["secret"]
    )
