"""A tenant's export as lines of text, and lines restored in another tenant."""

from __future__ import annotations

import json
from itertools import groupby
from typing import Any

from api.files.json_lines import Refusal, read
from graph.database.session import Session
from graph.history.export.export import export
from graph.history.export.keys import memory_key
from graph.history.file_format.conversion import parse_line
from graph.history.restore.restore import restore
from graph.model.records import Caller
from tests.support.story import Damage


async def exported(db: Session, caller: Caller) -> list[str]:
    """The lines of an export."""
    return [json.dumps(line, ensure_ascii=False) async for line in export(db, caller)]


async def restored(db: Session, caller: Caller, lines: list[str], size: int = 20) -> list[str]:
    """Restore lines in parts of about that size; what became of each line."""
    outcomes: list[str] = []
    found = list(read((line.encode() for line in lines), lambda line: parse_line(line.values)))
    assert not [one for one in found if isinstance(one, Refusal)], found
    part: list[Any] = []
    for _, group in groupby(found, key=lambda one: one.at):
        part += group
        if len(part) >= size:
            outcomes += await restore(db, caller, part)
            part = []
    return outcomes + await restore(db, caller, part)


_BELIEFS = """MATCH (subject:Entity)-[belief:BELIEF]->(object)
WHERE subject.tenant = $tenant AND belief.tenant = $tenant
RETURN subject.name AS name, properties(belief) AS belief, object.name AS target"""
_CHAINS = """MATCH (old:Memory)-[gave:SUPERSEDED_BY]->(successor)
WHERE old.tenant = $tenant AND gave.tenant = $tenant
RETURN old.id AS old, successor.id AS successor, gave.reason AS reason, gave.system_from AS since,
       gave.system_to AS until"""
_MEMORIES = """MATCH (it:Memory) WHERE it.tenant = $tenant
RETURN it.id AS id, it.key AS named, it.holds_from AS since, it.holds_to AS until,
       it.reach AS reach, it.placed_at AS placed"""


async def known(db: Session, caller: Caller) -> dict[str, list[Any]]:
    """Everything ever believed, each memory's place in its chain, what each carries now.

    In words that any tenant shares, so that two tenants of one history compare equal.
    """
    look = Damage(db, caller.tenant)
    memories = await look.run(_MEMORIES)
    keys = {row["id"]: memory_key(caller.tenant, row["id"], row["named"]) for row in memories}
    beliefs: list[Any] = []
    for row in await look.run(_BELIEFS):
        belief = row["belief"]
        told = {key: belief[key] for key in belief if key not in _OF_THE_TENANT}
        told["memories"] = [keys[key] for key in belief["memories"]]
        told["canonical"] = row["target"] or belief["canonical"]
        beliefs.append((row["name"], sorted(told.items())))
    chains = [
        (keys[row["old"]], keys[row["successor"]], row["reason"], row["since"], row["until"])
        for row in await look.run(_CHAINS)
    ]
    carried = [
        (keys[row["id"]], row["since"], row["until"], row["reach"], row["placed"])
        for row in memories
    ]
    return {
        "beliefs": sorted(beliefs, key=repr),
        "chains": sorted(chains, key=repr),
        "carried": sorted(carried, key=repr),
    }


_OF_THE_TENANT = frozenset(
    {"id", "tenant", "slot", "parent", "other_slot", "entity", "target", "open_slot"}
)


async def unlike(db: Session, one: Caller, other: Caller) -> list[Any]:
    """In what two tenants differ: what only the first knows, then what only the other does."""
    was, now = await known(db, one), await known(db, other)
    return [
        *(("only before", fact) for kind in was for fact in was[kind] if fact not in now[kind]),
        *(("only after", fact) for kind in now for fact in now[kind] if fact not in was[kind]),
    ]
