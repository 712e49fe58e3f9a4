"""Keys of rejections that earlier versions left: made anew, for they are found by looks now.

A migration marks those without. A process that starts makes them before it does anything else;
killed, it leaves the rest without. To do it twice makes no difference.
"""

from __future__ import annotations

from graph.clock import END_OF_TIME
from graph.database.rows import Row
from graph.database.session import Session
from graph.model.slot_keys import rejection_key, rejections_key, slot_parent
from graph.validation import is_entity_id

# What a migration puts in place of a key.
UNKEYED = "unkeyed"
# How many rejections one transaction changes.
ROWS_MAX = 1_000


async def rekey_rejections(db: Session) -> int:
    """Give every rejection without a key by looks its key, of all tenants.

    Returns how many this process gave one.

    Raises:
        StoreUnavailable: the store does not answer.
    """
    done = 0
    while rows := await db.read(
        "proposals/resolution/unkeyed_rejections",
        unkeyed=UNKEYED,
        limit=ROWS_MAX,
        forever=END_OF_TIME,
    ):
        keys = [_keys(row) for row in rows]
        keyed = await db.write("proposals/resolution/rekey_rejections", unkeyed=UNKEYED, keys=keys)
        done += keyed[0]["done"]
    return done


def _keys(row: Row) -> Row:
    """Return the keys of one rejection; that of an entity stays, as those of other ends refer to
    it.
    """
    value: str = row["value"]
    named = (row["tenant"], row["entity"], row["attribute"], row["context"])
    parent = slot_parent(*named, row["scope"])
    return {
        "id": row["id"],
        "tenant": row["tenant"],
        "key": row["key"] if is_entity_id(value) else rejection_key(parent, value),
        "found_by": rejections_key(parent, value),
    }
