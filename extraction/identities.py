"""New names in what is about to be believed: recognised where they are certain, proposed where not.

A name that nobody bears may be another spelling of a known one ("Dr. Ana López"), and then means
that entity; or it may well be somebody known ("Liz" and Elizabeth), and then an entity of its own
is made and a person is asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from extraction.asserting import About
from graph.alike import recognised
from graph.entities import ids_by_name
from graph.merge_finding import propose_for
from graph.model import Caller
from graph.session import Session


async def known_again(
    db: Session, caller: Caller, found: About, kinds: Mapping[str, Sequence[str]]
) -> tuple[About, list[str]]:
    """The same with names that are certainly a known entity's by its id; and the names left new.

    ``kinds`` has the names that somebody bears; of them nothing is asked.
    """
    entity, target = found.entity, found.target
    if entity.name and entity.name not in kinds:
        entity = await recognised(db, caller, entity)
    if target is not None and target.name and target.name not in kinds:
        target = await recognised(db, caller, target)
    again = replace(found, entity=entity, target=target)
    new = [ref.name for ref in (entity, target) if ref and ref.name and ref.name not in kinds]
    return again, new


async def propose_new(db: Session, caller: Caller, names: Sequence[str]) -> None:
    """Propose which known entities those may be one with whom these names have just made.

    Who is stopped before this loses nothing but time: ``doxa merges propose`` goes through all.
    """
    for name in names:
        for entity in await ids_by_name(db, caller, name):
            await propose_for(db, caller, entity)
