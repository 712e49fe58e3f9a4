"""Merge and split: two entities turn out to be one, or one to be two after all.

An absorbed entity stays, with its id, its names and its claims as claimed; what changes is which
entity stands for it. Its claims move to the slots of that one, and claims that lead to it lead
there; the beliefs are recomputed over the union, all at one system time. A split moves every claim
back to where it was claimed, so that what was believed before is believed again. As of an earlier
system time the entities are what they were then.

One that changes many slots is written in several transactions (``batched_merge.py``).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from graph.database.session import Row, Session, Transaction
from graph.errors import Conflict, Cycle, InvalidArgument
from graph.ids import digest
from graph.kernel.entities.resolution import load_identity, no_entity
from graph.kernel.registry import registry as registries
from graph.kernel.slots.retry import StaleSlot, UnfinishedMerge
from graph.model.records import Caller
from graph.validation import ident
from graph.write.merging.batched_merge import finish_merge, finishing_merges, lock_part, write_part
from graph.write.merging.claim_placement import IdentityChange


def pair_key(tenant: str, first: str, second: str) -> str:
    """Return the key of the proposal of a pair, whichever of the two is named first."""
    return digest("merge", tenant, *sorted((first, second)))


async def merge_entities(
    db: Session,
    caller: Caller,
    keep: str,
    absorb: str,
    *,
    first: Callable[[Transaction], Awaitable[object]] | None = None,
) -> str:
    """Let one entity stand for another, and for all that is absorbed in that one.

    One that was cut off goes on when it is called again. ``first`` is what the merge follows from,
    such as a decision: it is done in the transaction of the merge, or neither is. The merge decides
    what was proposed of the two, if nothing has.

    Returns:
        The id of the entity that stands for both.

    Raises:
        NotFound: the tenant has no such entity.
        InvalidArgument: both are one id, or one of them is known in another scope.
        Cycle: the one to keep is absorbed in the other.
        Conflict: the one to absorb is absorbed already.
    """
    if ident(keep, field="keep") == ident(absorb, field="absorb"):
        raise InvalidArgument("both are one entity", field="absorb", hint="name two")

    # A transaction that waited for a second connection could wait for itself.
    known = await registries.load(db, caller.tenant)

    async def work(tx: Transaction) -> tuple[str, bool]:
        if first is not None:
            await first(tx)
        kept = await _identity(tx, caller, keep, "keep")
        gone = await _identity(tx, caller, absorb, "absorb")
        if gone["into"] == keep and _left(gone) == absorb:
            return kept["stands"], True
        _refuse_unfinished(kept, gone)
        _refuse(kept, gone, keep, absorb)
        lasts = [one["system_last"] for one in (kept, gone) if one["system_last"] is not None]
        change = IdentityChange(
            absorbed=absorb,
            members=frozenset(gone["members"]),
            before=absorb,
            after=kept["stands"],
            into=keep,
            linked=keep,
            system_last=max(lasts, default=None),
            scope=gone["scope"],
        )
        await _settle_proposals(tx, db, caller, (keep, absorb), (kept["stands"], absorb))
        part = await lock_part(tx, caller, known, change)
        again = [await _identity(tx, caller, one, "keep") for one in (keep, absorb)]
        if again != [kept, gone]:
            raise StaleSlot
        return change.after, await write_part(tx, caller, change, part, db.clock())

    stands, more = await finishing_merges(db, caller, lambda: db.transaction(work))
    if more:
        await finish_merge(db, caller, absorb)
    return stands


async def _settle_proposals(
    tx: Transaction, db: Session, caller: Caller, *pairs: tuple[str, str]
) -> None:
    """Have what was proposed of some pairs accepted, whatever was said of it before."""
    await tx.run(
        "write/merging/settle",
        tenant=caller.tenant,
        keys=[pair_key(caller.tenant, one, other) for one, other in dict.fromkeys(pairs)],
        actor=caller.actor,
        now=db.clock(),
    )


async def split_entity(db: Session, caller: Caller, absorbed: str) -> str:
    """Let an absorbed entity stand for itself again, with all that is absorbed in it.

    One that was cut off goes on when it is called again.

    Returns:
        Its id.

    Raises:
        NotFound: the tenant has no such entity.
        Conflict: it is not absorbed.
    """
    ident(absorbed, field="absorbed")

    known = await registries.load(db, caller.tenant)

    async def work(tx: Transaction) -> bool:
        found = await _identity(tx, caller, absorbed, "absorbed")
        if found["into"] is None and _left(found) == absorbed:
            return True
        _refuse_unfinished(found)
        if found["into"] is None:
            raise Conflict("it is not merged", field="absorbed", hint="nothing to split")
        change = IdentityChange(
            absorbed=absorbed,
            members=frozenset(found["members"]),
            before=found["stands"],
            after=absorbed,
            into=None,
            linked=found["into"],
            system_last=found["system_last"],
            scope=found["scope"],
        )
        part = await lock_part(tx, caller, known, change)
        if await _identity(tx, caller, absorbed, "absorbed") != found:
            raise StaleSlot
        return await write_part(tx, caller, change, part, db.clock())

    if await finishing_merges(db, caller, lambda: db.transaction(work)):
        await finish_merge(db, caller, absorbed)
    return absorbed


def _left(identity: Row) -> str | None:
    """Return the entity whose merge or split is unfinished."""
    return None if identity["unfinished"] is None else identity["unfinished"][0]


def _refuse_unfinished(*identities: Row) -> None:
    for identity in identities:
        if (absorbed := _left(identity)) is not None:
            raise UnfinishedMerge(absorbed)


def _refuse(kept: Row, gone: Row, keep: str, absorb: str) -> None:
    if kept["scope"] != gone["scope"]:
        raise InvalidArgument(
            "they are known in different scopes", field="absorb", hint="name two of one visibility"
        )
    if keep in gone["members"]:
        raise Cycle(
            f"{keep} is absorbed in {absorb}",
            field="absorb",
            hint="split it first, or merge them the other way round",
        )
    if gone["into"] is not None:
        raise Conflict(
            f"{absorb} is merged into {gone['into']} already",
            field="absorb",
            hint="split it first" if kept["stands"] != gone["stands"] else "nothing to do",
        )


async def _identity(tx: Transaction, caller: Caller, entity: str, field: str) -> Row:
    found = await load_identity(tx.run, caller.tenant, entity)
    if found is None:
        raise no_entity(entity, field)
    return found
