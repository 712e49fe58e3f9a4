"""Revoke tokens before they expire: one, or those of an actor that were issued until now.

Neither a token nor the name of whoever it is of is stored with a revocation, only a digest. The
audit says who revoked what.
"""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta

from graph.database.session import Session
from graph.ids import new_id
from graph.kernel.slots import node_properties
from graph.model.records import Caller
from graph.validation import name_text

STORE = "tokens"
ONE = "revoke_token"
ALL = "revoke_actor"
ACTOR_MAX = 200

_SHOWN = 12


def key_of_token(digest: str) -> str:
    """Return what a token's revocation is found by."""
    return f"token:{digest}"


def key_of_actor(actor: str) -> str:
    """Return what the revocation of an actor's tokens is found by, within its tenant."""
    return f"actor:{hashlib.sha256(actor.encode()).hexdigest()}"


async def revoke_token(db: Session, caller: Caller, digest: str, until: datetime) -> None:
    """Have one token of the caller's tenant good no more; ``until`` is when it expires.

    Raises:
        Unavailable: the store does not answer.
    """
    now = db.clock()
    await db.write(
        "governance/access/revoke",
        store=STORE,
        tenant=caller.tenant,
        key=key_of_token(digest),
        before=None,
        until=until,
        audit=node_properties.audit(ONE, digest[:_SHOWN], now, caller.actor, None),
    )


async def revoke_actor(
    db: Session, caller: Caller, actor: str, lifetime_max: timedelta
) -> datetime:
    """Have all tokens of an actor of the caller's tenant good no more; those issued later are.

    The time that is returned is the first at which a token is issued that is good again: times in
    tokens are whole seconds, so it is the next one. No token lives for longer than
    ``lifetime_max``.

    Raises:
        Incorrect: the actor is no such name.
        Unavailable: the store does not answer.
    """
    name, now = name_text(actor, ACTOR_MAX, field="actor"), db.clock()
    before = now.replace(microsecond=0) + timedelta(seconds=1)
    await db.write(
        "governance/access/revoke",
        store=STORE,
        tenant=caller.tenant,
        key=key_of_actor(name),
        before=before,
        until=before + lifetime_max,
        audit=node_properties.audit(ALL, name, now, caller.actor, None),
    )
    return before


async def use_code(db: Session, tenant: str, code: str, until: datetime) -> bool:
    """Have a code good no more, which expires then; whether this is its first use.

    Of several uses at a time, by whatever processes of the store, one is the first.

    Raises:
        Unavailable: the store does not answer.
    """
    (row,) = await db.write(
        "governance/access/use_code",
        tenant=tenant,
        key=f"code:{code}",
        use=new_id("x"),
        until=until,
    )
    return bool(row["first"])


async def forget_expired(db: Session, now: datetime) -> int:
    """Delete the revocations that no token is left of; how many they were.

    Raises:
        Unavailable: the store does not answer.
    """
    (row,) = await db.write("governance/access/forget", now=now)
    return int(row["deleted"])
