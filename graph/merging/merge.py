"""Merge and split: two entities turn out to be one, or one to be two after all.

An absorbed entity stays, with its id, its names and its claims as claimed; what changes is which
entity stands for it. Its claims move to the slots of that one, and claims that lead to it lead
there; the beliefs are recomputed over the union, all at one system time and in one transaction. A
split moves every claim back to where it was claimed, so that what was believed before is believed
again. As of an earlier system time the entities are what they were then.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from graph.clock import END_OF_TIME
from graph.database.session import Row, Session, Transaction
from graph.entities.resolution import load_identity, no_entity
from graph.errors import Conflict, Cycle, InvalidArgument, TooLarge
from graph.model.records import Caller
from graph.model.slot_keys import rejection_key, slot_parent, value_slot
from graph.registry import registry as registries
from graph.registry.registry import Registry
from graph.slots.changeset import ChangeSet, commit
from graph.slots.locking import lock_slots
from graph.slots.moves import Move, move_claims, open_affected_slots
from graph.slots.retry import StaleSlot, again_if_stale
from graph.slots.slot import SlotName
from graph.validation import ident

SLOTS_MAX = 20_000


@dataclass(frozen=True, slots=True)
class _Change:
    """Which entities get another one to stand for them.

    ``members`` were represented by ``before`` and are by ``after``; ``into`` is the entity named by
    a merge, nothing for a split; ``linked`` is the one that the absorbed was or will be linked to.
    """

    absorbed: str
    members: frozenset[str]
    before: str
    after: str
    into: str | None
    linked: str
    system_last: datetime | None


async def merge_entities(db: Session, caller: Caller, keep: str, absorb: str) -> str:
    """Let one entity stand for another, and for all that is absorbed in that one.

    Returns:
        The id of the entity that stands for both.

    Raises:
        NotFound: the tenant has no such entity.
        InvalidArgument: both are one id.
        Cycle: the one to keep is absorbed in the other.
        Conflict: the one to absorb is absorbed already.
        TooLarge: more than 20,000 slots would change.
    """
    if ident(keep, field="keep") == ident(absorb, field="absorb"):
        raise InvalidArgument("both are one entity", field="absorb", hint="name two")

    # A transaction that waited for a second connection could wait for itself.
    known = await registries.load(db, caller.tenant)

    async def work(tx: Transaction) -> str:
        kept = await _identity(tx, caller, keep, "keep")
        gone = await _identity(tx, caller, absorb, "absorb")
        _refuse(kept, gone, keep, absorb)
        change = _Change(
            absorbed=absorb,
            members=frozenset(gone["members"]),
            before=absorb,
            after=kept["stands"],
            into=keep,
            linked=keep,
            system_last=_latest(kept["system_last"], gone["system_last"]),
        )
        await _lock(tx, caller, known, change)
        again = [await _identity(tx, caller, one, "keep") for one in (keep, absorb)]
        if again != [kept, gone]:
            raise StaleSlot
        await _reidentify(tx, db, caller, known, change)
        return change.after

    return await again_if_stale(lambda: db.transaction(work))


async def split_entity(db: Session, caller: Caller, absorbed: str) -> str:
    """Let an absorbed entity stand for itself again, with all that is absorbed in it.

    Returns:
        Its id.

    Raises:
        NotFound: the tenant has no such entity.
        Conflict: it is not absorbed.
        TooLarge: more than 20,000 slots would change.
    """
    ident(absorbed, field="absorbed")

    known = await registries.load(db, caller.tenant)

    async def work(tx: Transaction) -> str:
        found = await _identity(tx, caller, absorbed, "absorbed")
        if found["into"] is None:
            raise Conflict("it is not merged", field="absorbed", hint="nothing to split")
        change = _Change(
            absorbed=absorbed,
            members=frozenset(found["members"]),
            before=found["stands"],
            after=absorbed,
            into=None,
            linked=found["into"],
            system_last=found["system_last"],
        )
        await _lock(tx, caller, known, change)
        if await _identity(tx, caller, absorbed, "absorbed") != found:
            raise StaleSlot
        await _reidentify(tx, db, caller, known, change)
        return absorbed

    return await again_if_stale(lambda: db.transaction(work))


def _refuse(kept: Row, gone: Row, keep: str, absorb: str) -> None:
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


async def _lock(tx: Transaction, caller: Caller, known: Registry, change: _Change) -> None:
    """Lock whatever the change is seen to touch, at once: in the order in which all others lock."""
    names, _, _ = _Plan(known, change).of(*await _affected(tx, caller, change))
    entities = (change.before, change.after, change.linked)
    await lock_slots(tx, caller.tenant, list(names.values()), entities=entities)


async def _reidentify(
    tx: Transaction, db: Session, caller: Caller, known: Registry, change: _Change
) -> None:
    plan = _Plan(known, change)
    while True:
        claims, slots = await _affected(tx, caller, change)
        names, moves, waiting = plan.of(claims, slots)
        if len(names) > SLOTS_MAX:
            raise TooLarge(
                f"{len(names):,} slots would change", field="absorb", hint="merge smaller ones"
            )
        shared = [one for move in moves if move.canonical is None for one in plan.ends(move, names)]
        opened = await open_affected_slots(tx, caller.tenant, names.values(), shared)
        # What was written between being looked for and being locked is seen now.
        if (claims, slots) == await _affected(tx, caller, change):
            break
    lasts = [slot.system_last for slot in opened.values()] + [change.system_last]
    now = max([db.clock(), *(last for last in lasts if last is not None)])
    changes = ChangeSet(caller.tenant, caller.actor, now)
    changes.touch(*opened.values())
    move_claims(changes, opened, moves)
    op = "split" if change.into is None else "merge"
    changes.audit(op, change.absorbed, f"{op} of {change.absorbed} and {change.into}")
    changes.journal(op, absorbed=change.absorbed, keep=change.into)
    await _write_identity(tx, changes, change, waiting)
    await commit(tx, changes)


async def _affected(
    tx: Transaction, caller: Caller, change: _Change
) -> tuple[list[Row], dict[str, Row]]:
    """The claims that are to be moved, and every slot that they or the entity have, by key."""
    members = sorted(change.members)
    rows = await tx.run(
        "merging/claims_of_identity", tenant=caller.tenant, entities=members, forever=END_OF_TIME
    )
    claims = sorted((row["claim"] for row in rows), key=lambda claim: claim["id"])
    keys = sorted({key for claim in claims if (key := claim["slot"] or claim["slot_held"])})
    found = await tx.run(
        "merging/slots_of_entity", tenant=caller.tenant, entity=change.before, keys=keys
    )
    return claims, {row["slot"]["key"]: row["slot"] for row in found}


class _Plan:
    """Where every claim of the changed identities belongs."""

    def __init__(self, known: Registry, change: _Change) -> None:
        self._known = known
        self._change = change

    def of(
        self, claims: Sequence[Row], slots: dict[str, Row]
    ) -> tuple[dict[str, SlotName], list[Move], list[Row]]:
        """The slots that change, by key; the claims that move; the memories that wait elsewhere."""
        names = {key: self._name(slot) for key, slot in slots.items()}
        moves: list[Move] = []
        waiting: list[Row] = []
        for claim in claims:
            source = names.get(claim["slot"] or claim["slot_held"])
            if source is None:
                continue
            to, canonical = self._placed(claim, source)
            # One that waits has a slot as well, for whatever comes next to find it by.
            names.setdefault(to.key, to)
            if claim["slot"] is None:
                row = {"slot": to.key, "parent": to.parent, "canonical": canonical}
                waiting.append({"id": claim["id"]} | row)
                continue
            if (to.key, canonical) != (source.key, claim["canonical"]):
                moves.append(Move(claim["id"], to, canonical))
        return names, moves, waiting

    def ends(self, move: Move, names: dict[str, SlotName]) -> list[SlotName]:
        """Both parents of a claim without a value: which one it leaves follows from the other."""
        change = self._change
        other = slot_parent(self._known.tenant, change.before, move.to.attribute, move.to.context)
        return [move.to, *(name for name in names.values() if name.key == other)]

    def _placed(self, claim: Row, source: SlotName) -> tuple[SlotName, str | None]:
        """The slot of a claim that stands in the source now, and its canonical value there."""
        change, stands = self._change, source.entity
        many = source.key != source.parent
        entity = change.after if claim["entity"] in change.members else stands
        canonical = change.after if claim["target"] in change.members else claim["canonical"]
        parent = slot_parent(self._known.tenant, entity, claim["attribute"], claim.get("context"))
        key = value_slot(parent, canonical) if many and canonical is not None else parent
        slot: Row = {"attribute": claim["attribute"], "context": claim.get("context")}
        return self._name(slot | {"key": key, "parent": parent, "entity": entity}), canonical

    def _name(self, slot: Row) -> SlotName:
        attribute = self._known.get(slot["attribute"])
        many = None if attribute is None else attribute.many
        return replace(SlotName.stored(self._known, slot), many=many)


async def _write_identity(
    tx: Transaction, changes: ChangeSet, change: _Change, waiting: Sequence[Row]
) -> None:
    await tx.run(
        "merging/reidentify",
        tenant=changes.tenant,
        absorbed=change.absorbed,
        keep=change.into,
        changed=sorted({change.before, change.after}),
        now=changes.now,
        forever=END_OF_TIME,
        waiting=list(waiting),
        rejections=await _rejections(tx, changes, change),
    )


async def _rejections(tx: Transaction, changes: ChangeSet, change: _Change) -> list[Row]:
    """The rejections of what changes, under the keys that they have from now on."""
    rows = await tx.run(
        "merging/rejections_of_identity",
        tenant=changes.tenant,
        entities=sorted(change.members),
        forever=END_OF_TIME,
    )
    found: list[Row] = []
    for row in rows:
        rejection = row["rejection"]
        own = rejection["entity"] in change.members
        entity = change.after if own else row["entity"]
        own = rejection["canonical"] in change.members
        value = change.after if own else row["value"] or rejection["canonical"]
        parent = slot_parent(changes.tenant, entity, rejection["attribute"], rejection["context"])
        found.append({"id": rejection["id"], "key": rejection_key(parent, value)})
    return found


def _latest(*times: datetime | None) -> datetime | None:
    return max((time for time in times if time is not None), default=None)
