"""The work of ``doxa merge`` and ``doxa split``."""

from __future__ import annotations

from api.cli_run import Run
from api.cli_show import called, entity_document
from graph import merging, reads
from graph.border import is_entity_id
from graph.commands import EntityRef
from graph.errors import NotFound
from graph.identity import identify
from graph.model import Entity
from graph.session import Session


async def merge(run: Run, keep: str, absorb: str) -> int:
    """Let one entity stand for another, and print it."""
    async with run.store() as db:
        ids = [
            await _as_claimed(db, run, keep, "KEEP"),
            await _as_claimed(db, run, absorb, "ABSORB"),
        ]
        found = await _entity(db, run, await merging.merge_entities(db, run.caller, *ids))
    run.result({"entity": entity_document(found)})
    run.out.print(called(found, "stands for all that is called"))
    return 0


async def split(run: Run, absorbed: str) -> int:
    """Let an absorbed entity stand for itself again, and print it."""
    async with run.store() as db:
        named = await _as_claimed(db, run, absorbed, "ABSORBED")
        found = await _entity(db, run, await merging.split_entity(db, run.caller, named))
    run.result({"entity": entity_document(found)})
    run.out.print(called(found, "stands for itself again; it is called"))
    return 0


async def _as_claimed(db: Session, run: Run, name: str, argument: str) -> str:
    """The entity that is called so, and not the one that stands for it.

    Raises:
        NotFound: nobody is.
        Ambiguous: several are, and they are not one.
    """
    reference = EntityRef(id=name) if is_entity_id(name) else EntityRef(name=name)
    found = (await identify(db, run.caller.tenant, [(argument, reference.checked(argument))]))[
        argument
    ]
    if found.missing is not None:
        raise NotFound(f"there is no {name!r}", field=argument, hint="doxa beliefs finds names")
    return found.id


async def _entity(db: Session, run: Run, entity: str) -> Entity:
    found = await reads.entity(db, run.caller, id=entity)
    assert found is not None
    return found
