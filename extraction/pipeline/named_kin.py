"""Kin whose name is told after something else was: "my mum works at Tesco", "my mum Carol".

Whoever is first known as somebody's mother or father is the one who is named so, before or after:
of these one has one. A husband or wife is, who is the present one when the name is told.
"""

from __future__ import annotations

import re
from contextlib import suppress

from extraction.language.kin_words import name_of_kin
from extraction.model.candidates import Window
from graph.database.session import Session
from graph.errors import Incorrect
from graph.kernel.entities.entity_queries import entities_by_id, ids_by_names
from graph.model.commands import Assertion
from graph.model.records import Caller
from graph.model.scopes import COMMON_SCOPE
from graph.read import reads
from graph.write.merging.merge import merge_entities

PARENT, SPOUSE = "parent", "spouse"
RELATIVES_MAX = 20
_UNNAMED = re.compile(r"(?P<owner>.+)['\u2019]s (?:mother|father)")
_NAMED = re.compile(
    r".+['\u2019]s (?P<kin>mother|father|husband|wife) is (?:called |named )?[A-Z][^.,]*\.?"
)


async def join_kin(
    db: Session, caller: Caller, assertion: Assertion, owner: str | None, window: Window
) -> None:
    """Have those who are named stand for the kin of whom only that was known.

    ``owner`` is the name of whom an assertion that was stored is about.
    """
    if assertion.scope != COMMON_SCOPE or owner is None:
        return
    if (unnamed := _UNNAMED.fullmatch(owner)) is not None:
        await _join(db, caller, unnamed["owner"], PARENT)
    elif assertion.attribute == PARENT or (
        assertion.attribute == SPOUSE and _married(owner, window)
    ):
        await _join(db, caller, owner, assertion.attribute)


def _married(owner: str, window: Window) -> bool:
    """Whether somebody is married to one whose name is not known."""
    unnamed = {f"{owner}'s {word}" for word in ("husband", "wife")}
    return any(name_of_kin(entity.name) in unnamed and entity.role for entity in window.entities)


async def _join(db: Session, caller: Caller, owner: str, attribute: str) -> None:
    """Join the one who was named with the one in the same role, if each is one."""
    owners = (await ids_by_names(db, caller, [owner])).get(owner, [])
    if len(owners) != 1:
        return
    now = reads.as_of(db, caller, None, None)
    page = await reads.beliefs(
        db, caller, entity=owners[0], attribute=attribute, as_of=now, first=RELATIVES_MAX
    )
    resting = [key for belief in page.items for key in belief.memories]
    memories = await reads.memories_by_id(db, caller, resting)
    bearers: dict[str, set[str]] = {}
    for memory in memories.values():
        told = _NAMED.fullmatch(memory.text or "")
        if told is not None and memory.target is not None:
            bearers.setdefault(f"{owner}'s {told['kin']}", set()).add(memory.target)
    unnamed = await ids_by_names(db, caller, bearers)
    entities = await entities_by_id(db, caller, [key for ids in unnamed.values() for key in ids])
    for role, ids in unnamed.items():
        own = len(ids) == 1 and name_of_kin(entities[ids[0]].name) == role
        if own and len(bearers[role]) == 1 and ids[0] not in bearers[role]:
            with suppress(Incorrect):
                await merge_entities(db, caller, min(bearers[role]), ids[0])
