"""Who asks: whom the first person of a question stands for."""

from __future__ import annotations

from graph.database.session import Session
from graph.kernel.entities.entity_queries import entities_by_id, ids_by_name
from graph.model.records import Caller
from graph.vocabulary import SourceKind

# What messages without a speaker are said by, in the write path too.
USER = "user"
# Of the speakers at either end of their list: who speaks in others' scopes is passed over.
_AMONG = 100


async def asker(db: Session, caller: Caller, speaker: str | None) -> str | None:
    """Return the name of who asks: the speaker if one is given, else the only one there can be.

    That is the tenant's one entity ``user``, or else the one speaker of all its memories. It is
    None if there is none or are several. A speaker who is an entity has the name of that entity;
    another one, or one whose name several have, has the name as given.

    Raises:
        Unavailable: the store does not answer.
    """
    if speaker is not None:
        return await _name_of_one(db, caller, speaker) or speaker
    return await _name_of_one(db, caller, USER) or await _only_speaker(db, caller)


async def _only_speaker(db: Session, caller: Caller) -> str | None:
    (row,) = await db.read("read/recall/speakers", tenant=caller.tenant, among=_AMONG)
    first, last = row["first"], row["last"]
    # An assistant or a page asks nothing.
    if (
        first is None
        or last is None
        or first["speaker"] != last["speaker"]
        or first["source_kind"] != SourceKind.USER
    ):
        return None
    return await _name_of_one(db, caller, first["speaker"])


async def _name_of_one(db: Session, caller: Caller, called: str) -> str | None:
    """Return the name of the one entity that is called so; None if none or several are."""
    ids = await ids_by_name(db, caller, called)
    if len(ids) != 1:
        return None
    return (await entities_by_id(db, caller, ids))[ids[0]].name
