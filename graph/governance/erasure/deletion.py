"""Delete what is selected, in steps that can be cut off: each is whole, and can be done again.

Beliefs, supersessions and held intervals of the slots that memories are taken out of are made again
from the claims that stay, at all their system times: as if what is erased had never been said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from graph.database.session import Row, Session, Transaction
from graph.governance.erasure.selection import Selection
from graph.governance.erasure.steps import in_steps
from graph.governance.erasure.texts import MaskedText
from graph.history.integrity.both_ends import slots_in_reach
from graph.history.integrity.check_rows import SlotEntry
from graph.history.integrity.rebuild import rebuild_slot
from graph.kernel.registry import registry as registries
from graph.kernel.registry.registry import Registry
from graph.kernel.slots.locking import lock_entities, lock_slots, value_slots
from graph.kernel.slots.slot import SlotName
from graph.model.commands import Message
from graph.model.records import Caller
from graph.write.intake.episodes import recognition_keys
from graph.write.merging.batched_merge import finishing_merges

STEP_MEMORIES = 100
STEP_TEXTS = 200


async def delete_texts(db: Session, tenant: str, masked: Sequence[MaskedText]) -> Counter[str]:
    """Delete or mask episodes, with what extractors proposed from them."""
    deleted: Counter[str] = Counter()
    for part in in_steps(masked, STEP_TEXTS):
        gone = [one.source.episode for one in part if one.gone]
        changed = [one for one in part if not one.gone and one.changed]
        rows = await db.write("governance/erasure/deletion/episodes", tenant=tenant, ids=gone)
        deleted["episodes"] += rows[0]["deleted"] if rows else 0
        deleted["jobs"] += rows[0]["jobs"] if rows else 0
        rows = await db.write(
            "governance/erasure/deletion/masks",
            tenant=tenant,
            episodes=[_episode(one) for one in changed],
            quotes=[row for one in changed for row in _quotes(one)],
        )
        deleted["masked"] += rows[0]["masked"]
        touched = [*gone, *(one.source.episode for one in changed)]
        rows = await db.write(
            "governance/erasure/deletion/candidates", tenant=tenant, episodes=touched
        )
        deleted["candidates"] += rows[0]["deleted"]
    return deleted


async def delete_memories(db: Session, caller: Caller, selected: Selection) -> Counter[str]:
    """Delete memories, and make what their slots hold again from the claims that stay."""
    deleted: Counter[str] = Counter()
    rows = sorted(selected.memories.values(), key=lambda row: (row["slots"], row["memory"]["id"]))
    for part in in_steps(rows, STEP_MEMORIES):

        async def attempt(part: Sequence[Row] = part) -> Counter[str]:
            known = await registries.load(db, caller.tenant)
            return await db.transaction(
                partial(_delete_step, db=db, caller=caller, registry=known, rows=part)
            )

        deleted += await finishing_merges(db, caller, attempt)
    return deleted


async def reopen_sessions(db: Session, tenant: str, selected: Selection) -> None:
    """Have the sessions whose summaries were deleted summed up again, by whoever does so."""
    summed = {
        one["episode"] for key in selected.summaries for one in selected.memories[key]["evidence"]
    }
    await db.write(
        "governance/erasure/deletion/reopen_sessions",
        tenant=tenant,
        episodes=sorted(summed - selected.episodes),
        now=db.clock(),
    )


async def delete_entities(db: Session, tenant: str, selected: Selection) -> Counter[str]:
    """Delete entities, those known only through what was erased, and values that nothing has."""
    whole = set(selected.entities)

    async def work(tx: Transaction) -> int:
        # Whoever writes of an entity locks it: what was written meanwhile is seen here.
        concerned = sorted(selected.concerned | whole)
        await lock_entities(tx, tenant, concerned)
        found = await tx.run(
            "governance/erasure/selection/orphans",
            tenant=tenant,
            ids=concerned,
            whole=sorted(whole),
        )
        free = set(found[0]["ids"])
        # An identity goes as a whole; one of which something is known again has to be done again.
        wanted = free if whole <= free else free - whole
        rows = await tx.run(
            "governance/erasure/deletion/entities", tenant=tenant, ids=sorted(wanted)
        )
        return rows[0]["deleted"] if rows else 0

    deleted = await db.transaction(work)
    keys = {row["memory"]["canonical"] for row in selected.memories.values()} - {None}
    values = await db.write("governance/erasure/deletion/values", tenant=tenant, keys=sorted(keys))
    return Counter({"entities": deleted, "values": values[0]["deleted"]})


async def _delete_step(
    tx: Transaction, *, db: Session, caller: Caller, registry: Registry, rows: Sequence[Row]
) -> Counter[str]:
    names = await _lock_affected(tx, registry, rows)
    found = await tx.run(
        "governance/erasure/deletion/memories",
        tenant=caller.tenant,
        ids=sorted(row["memory"]["id"] for row in rows),
    )
    deleted = Counter({"memories": found[0]["deleted"]})
    for entry in await _listed(tx, registry.tenant, names):
        await rebuild_slot(tx, db=db, caller=caller, registry=registry, slot=entry)
    keys = sorted(names, key=lambda key: (key == names[key].parent, key))
    parents = sorted({name.parent for name in names.values()} - set(keys))
    gone = await tx.run(
        "governance/erasure/deletion/slots", tenant=caller.tenant, keys=[*keys, *parents]
    )
    deleted["slots"] = gone[0]["deleted"]
    return deleted


async def _lock_affected(
    tx: Transaction, registry: Registry, rows: Sequence[Row]
) -> dict[str, SlotName]:
    """Lock the affected slots; others may have written before, so that there are more of them."""
    locked: dict[str, SlotName] = {}
    while True:
        affected = await _affected(tx, registry, rows)
        more = [name for key, name in affected.items() if key not in locked]
        if not more:
            return locked
        await lock_slots(tx, registry.tenant, more)
        locked |= affected


async def _affected(
    tx: Transaction, registry: Registry, rows: Sequence[Row]
) -> dict[str, SlotName]:
    """Return the slots that memories stand or stood in, with those of all values they speak of.

    Of relations with another end also those whose beliefs they may have touched from there.
    """
    keys = {key for row in rows for key in row["slots"]}
    entries = await _listed(tx, registry.tenant, keys)
    names = {entry.key: entry.name(registry) for entry in entries}
    parents = {key for row in rows for key in row["undivided"]}
    for name in [name for name in names.values() if name.key in parents]:
        names |= {one.key: one for one in await value_slots(tx, registry.tenant, name)}
    related = [name for name in names.values() if name.other is not None]
    return names | await slots_in_reach(tx.run, registry, related)


async def _listed(tx: Transaction, tenant: str, keys: Iterable[str]) -> list[SlotEntry]:
    rows = await tx.run(
        "governance/erasure/deletion/affected_slots", tenant=tenant, keys=sorted(keys)
    )
    return [SlotEntry(**row["slot"], load=0, plain=False, own=None) for row in rows]


def _episode(text: MaskedText) -> Row:
    keys = recognition_keys("", None, Message(text.text))
    return {
        "id": text.source.episode,
        "text": text.text,
        "text_key": keys["text_key"],
        "text_hash": keys["text_hash"],
        "speaker": text.speaker,
        "spoken_as": text.spoken_as,
    }


def _quotes(masked: MaskedText) -> Iterator[Row]:
    for quote, text in masked.quotes:
        yield {
            "episode": masked.source.episode,
            "memory": quote.memory,
            "start": quote.span[0],
            "span": text,
        }
