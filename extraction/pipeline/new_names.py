"""New entity names: linked to a known entity where certain, proposed for merging where likely.

An unknown name may be a spelling of a known one ("Dr. Ana López"), and then refers to that entity;
or it may be somebody known ("Liz" and Elizabeth), and then a new entity is created and a merge
proposed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from extraction.pipeline.assertion import ResolvedClaim
from graph.database.session import Session
from graph.kernel.entities.entity_queries import ids_by_name
from graph.kernel.entities.recognition import recognise
from graph.model.records import Caller
from graph.proposals.merges.discovery import propose_for


async def resolve_known(
    db: Session, caller: Caller, about: ResolvedClaim, kinds: Mapping[str, Sequence[str]]
) -> tuple[ResolvedClaim, list[str]]:
    """Replace names that certainly belong to a known entity by its id; also list the new names.

    ``kinds`` has the names already in use; they are not looked up again.
    """
    entity, target = about.entity, about.target
    if entity.name and entity.name not in kinds:
        entity = await recognise(db, caller, entity)
    if target is not None and target.name and target.name not in kinds:
        target = await recognise(db, caller, target)
    resolved = replace(about, entity=entity, target=target)
    new_names = [ref.name for ref in (entity, target) if ref and ref.name and ref.name not in kinds]
    return resolved, new_names


async def propose_new(db: Session, caller: Caller, names: Sequence[str]) -> None:
    """Propose merges of the entities that these new names created with known ones.

    A crash before this step only delays the proposals: ``doxa merges propose`` covers all entities.
    """
    for name in names:
        for entity in await ids_by_name(db, caller, name):
            await propose_for(db, caller, entity)
