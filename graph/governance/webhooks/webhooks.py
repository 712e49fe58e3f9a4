"""Webhooks of a tenant: register a receiver, list how it fares, delete it, deliver again.

The secret by which messages are signed is stored as it is, because each signature needs it. It is
given out once, when it is made; nothing that lists, logs or exports reads it.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from graph.clock import END_OF_TIME
from graph.database.session import Row, Session
from graph.errors import Conflict, Empty, NotFound
from graph.governance.webhooks.receivers import receiver_url
from graph.governance.webhooks.signing import SECRET_BYTES, given_secret, secret_text
from graph.ids import id_from, new_id
from graph.kernel.entities.resolution import load_identity, no_entity
from graph.kernel.registry import registry as registries
from graph.kernel.slots import node_properties
from graph.model.authority import require_person
from graph.model.commands import NAME_MAX
from graph.model.records import Caller
from graph.read.change_feed.belief_changes import newest
from graph.validation import ident, name
from graph.vocabulary import ChangeKind

WEBHOOKS_MAX = 50
LETTERS_SHOWN = 100
CREATED = "create_webhook"
DELETED = "delete_webhook"


@dataclass(frozen=True, slots=True)
class DeadLetter:
    """A change that a receiver did not take: where it stands, and not what it says."""

    message: str
    changed_at: datetime
    failed_at: datetime
    error: str | None
    waits: bool


@dataclass(frozen=True, slots=True)
class Webhook:
    """A receiver, what it asks for, and how its deliveries fare.

    ``message`` is the id of the last change that it took, ``attempts`` how often the next one was
    tried already, ``failures`` how many attempts failed in all. Of its dead letters the first are
    listed.
    """

    id: str
    url: str
    entity: str | None
    attribute: str | None
    kinds: tuple[ChangeKind, ...]
    created_at: datetime
    delivered_at: datetime | None = None
    message: str | None = None
    attempts: int = 0
    failures: int = 0
    error: str | None = None
    due_at: datetime | None = None
    dead: int = 0
    letters: tuple[DeadLetter, ...] = ()


@dataclass(frozen=True, slots=True)
class Created:
    """A webhook, and its secret if that was made for it."""

    webhook: Webhook
    secret: str | None = field(repr=False)


def message_id(webhook: str, sequence: int, at: datetime) -> str:
    """Return the id of a change's delivery, the same at each attempt."""
    return id_from("msg", webhook, sequence, at.isoformat())


async def create_webhook(
    db: Session,
    caller: Caller,
    url: str,
    *,
    entity: str | None = None,
    attribute: str | None = None,
    kinds: Sequence[ChangeKind] | None = None,
    secret: str | None = None,
) -> Created:
    """Have changes sent to a URL from now on: those of an identity, of an attribute, of some kinds.

    Raises:
        Forbidden: the caller is a model.
        NotFound: the tenant has no such entity.
        Conflict: the tenant has as many webhooks as it may have.
        Incorrect: the URL, the secret, or something else that is given makes no sense.
        StoreUnavailable: the store does not answer.
    """
    require_person(caller)
    row: Row = {
        "id": new_id("w"),
        "url": receiver_url(url, db.limits.webhooks, field="url"),
        "entity": await _entity(db, caller, entity),
        "attribute": await _attribute(db, caller, attribute),
        "kinds": _kinds(kinds),
        "secret": _secret(secret),
        "created_at": db.clock(),
        "actor": caller.actor,
        "sequence": await newest(db, caller.tenant),
        "at": END_OF_TIME,
        "due_at": db.clock(),
        "attempts": 0,
        "failures": 0,
        "waiting": 0,
    }
    (made,) = await db.write(
        "governance/webhooks/create",
        tenant=caller.tenant,
        webhook=row,
        most=WEBHOOKS_MAX,
        audit=node_properties.audit(CREATED, row["id"], row["created_at"], caller.actor, None),
    )
    if made["there"] >= WEBHOOKS_MAX:
        raise Conflict(
            f"the tenant has {WEBHOOKS_MAX} webhooks already", hint="delete one that is not needed"
        )
    return Created(read_webhook(row), row["secret"] if secret is None else None)


async def delete_webhook(db: Session, caller: Caller, webhook: str) -> Webhook:
    """Have nothing sent any more to a receiver, and return it as it was; its dead letters go too.

    Raises:
        Forbidden: the caller is a model.
        NotFound: the tenant has no such webhook.
        StoreUnavailable: the store does not answer.
    """
    require_person(caller)
    rows = await db.write(
        "governance/webhooks/delete",
        tenant=caller.tenant,
        id=ident(webhook, field="id"),
        audit=node_properties.audit(DELETED, webhook, db.clock(), caller.actor, None),
    )
    if not rows:
        raise _no_webhook(webhook)
    return read_webhook(rows[0]["webhook"])


async def webhooks(db: Session, tenant: str) -> list[Webhook]:
    """List a tenant's webhooks in the order made, each with its first dead letters.

    Raises:
        StoreUnavailable: the store does not answer.
    """
    rows = await db.read("governance/webhooks/of_tenant", tenant=tenant, letters=LETTERS_SHOWN)
    return [read_webhook(row["webhook"], row["dead"], row["letters"]) for row in rows]


async def retry_webhook(db: Session, caller: Caller, webhook: str) -> Webhook:
    """Have the dead letters of a webhook delivered again, each once, ahead of what is new.

    What waits for its next attempt is tried at once too.

    Raises:
        Forbidden: the caller is a model.
        NotFound: the tenant has no such webhook.
        StoreUnavailable: the store does not answer.
    """
    require_person(caller)
    ident(webhook, field="id")
    await db.write("governance/webhooks/retry", tenant=caller.tenant, id=webhook, now=db.clock())
    listed = await webhooks(db, caller.tenant)
    match [each for each in listed if each.id == webhook]:
        case [it]:
            return it
        case _:
            raise _no_webhook(webhook)


def read_webhook(row: Row, dead: int = 0, letters: Sequence[Row] = ()) -> Webhook:
    """Return a webhook from its properties, without its secret."""
    return Webhook(
        id=row["id"],
        url=row["url"],
        entity=row.get("entity"),
        attribute=row.get("attribute"),
        kinds=tuple(map(ChangeKind, row["kinds"])),
        created_at=row["created_at"],
        delivered_at=row.get("delivered_at"),
        message=row.get("message"),
        attempts=row["attempts"],
        failures=row["failures"],
        error=row.get("error"),
        due_at=row["due_at"] if row["attempts"] else None,
        dead=dead,
        letters=tuple(_letter(each) for each in letters),
    )


def _letter(row: Row) -> DeadLetter:
    return DeadLetter(
        message=message_id(row["webhook"], row["sequence"], row["at"]),
        changed_at=row["at"],
        failed_at=row["failed_at"],
        error=row.get("error"),
        waits=bool(row.get("waits")),
    )


async def _entity(db: Session, caller: Caller, entity: str | None) -> str | None:
    if entity is None:
        return None
    ident(entity, field="entity")
    if await load_identity(db.read, caller.tenant, entity) is None:
        raise no_entity(entity, "entity")
    return entity


async def _attribute(db: Session, caller: Caller, attribute: str | None) -> str | None:
    """Return an attribute's own name; one that is not there yet may come."""
    if attribute is None:
        return None
    known = await registries.load(db, caller.tenant)
    return known.name(name(attribute, NAME_MAX, field="attribute"))


def _kinds(kinds: Sequence[ChangeKind] | None) -> list[str]:
    if kinds is None:
        return [kind.value for kind in ChangeKind]
    if not kinds:
        raise Empty("no kinds of changes", field="kinds", hint="leave it out for all of them")
    return [kind.value for kind in ChangeKind if kind in kinds]


def _secret(secret: str | None) -> str:
    if secret is None:
        return secret_text(secrets.token_bytes(SECRET_BYTES))
    return given_secret(secret, field="secret")


def _no_webhook(webhook: str) -> NotFound:
    return NotFound(f"there is no webhook {webhook[:40]!r}", field="id", hint="see `webhooks`")
