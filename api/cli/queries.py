"""The commands that ask: beliefs, timeline, diff, chain, check."""

from __future__ import annotations

from datetime import datetime

from rich.markup import escape

from api.cli_run import EXIT_FAILED_CHECK, Run
from api.cli_show import (
    Known,
    belief_document,
    beliefs_table,
    chain_table,
    day,
    entity_document,
    memory_document,
    time,
)
from graph import reads
from graph.border import is_entity_id
from graph.check import violations
from graph.errors import Ambiguous, DoxaError, NotFound
from graph.model import AsOf, Belief, Caller, Entity, Violation
from graph.progress import shown
from graph.session import Session

PAGE = 500

Point = tuple[datetime | None, datetime | None]


async def beliefs(
    run: Run,
    entity: str,
    attribute: str | None,
    valid_at: datetime | None,
    system_at: datetime | None,
) -> int:
    """Print what is believed of an entity at one point."""
    async with run.store() as db:
        at = as_of(db, valid_at, system_at)
        found = await entity_called(db, run.caller, entity)
        held = await believed(db, run.caller, found, attribute, at)
        known = await Known.about(db, run.caller, held)
    run.result(
        {
            "entity": entity_document(found),
            "asOf": {"validAt": time(at.valid_at), "systemAt": time(at.system_at)},
            "beliefs": [belief_document(one, known) for one in held],
        }
    )
    title = f"{escape(found.name)} as of {day(at.valid_at)}, as known at {day(at.system_at)}"
    run.out.print(beliefs_table(held, known, title) if held else f"{title}: nothing is believed")
    return 0


async def path(run: Run, start: str, end: str, depth: int) -> int:
    """Print a shortest way between two entities."""
    async with run.store() as db:
        first = await entity_called(db, run.caller, start)
        last = await entity_called(db, run.caller, end)
        at = as_of(db, None, None)
        steps = await reads.path(db, run.caller, start=first.id, end=last.id, depth=depth, as_of=at)
        known = await Known.about(db, run.caller, steps)
    run.result({"path": [belief_document(one, known) for one in steps]})
    title = f"from {escape(first.name)} to {escape(last.name)}"
    run.out.print(beliefs_table(steps, known, title) if steps else f"{title}: no way")
    return 0


async def timeline(run: Run, entity: str, attribute: str | None, system_at: datetime | None) -> int:
    """Print the beliefs about an entity along valid time."""
    async with run.store() as db:
        at = as_of(db, None, system_at)
        found = await entity_called(db, run.caller, entity)
        held = await reads.timeline(
            db,
            run.caller,
            entity=found.id,
            attribute=attribute,
            context=None,
            system_at=at.system_at,
        )
        known = await Known.about(db, run.caller, held)
    run.result(
        {
            "entity": entity_document(found),
            "systemAt": time(at.system_at),
            "beliefs": [belief_document(one, known) for one in held],
        }
    )
    title = f"{escape(found.name)} over time, as known at {day(at.system_at)}"
    run.out.print(beliefs_table(held, known, title) if held else f"{title}: nothing is believed")
    return 0


async def diff(run: Run, entity: str, before: Point, after: Point) -> int:
    """Print what changed in what is believed of an entity between two points."""
    async with run.store() as db:
        start = as_of(db, *before, option="--from-system")
        end = as_of(db, *after, option="--to-system")
        found = await entity_called(db, run.caller, entity)
        change = await reads.diff(db, run.caller, entity=found.id, before=start, after=end)
        known = await Known.about(db, run.caller, (*change.inserted, *change.retired))
    run.result(
        {
            "entity": entity_document(found),
            "from": {"validAt": time(start.valid_at), "systemAt": time(start.system_at)},
            "to": {"validAt": time(end.valid_at), "systemAt": time(end.system_at)},
            "at": time(change.at),
            "inserted": [belief_document(one, known) for one in change.inserted],
            "retired": [belief_document(one, known) for one in change.retired],
        }
    )
    for what, held in (("believed first, then no more", change.retired), ("new", change.inserted)):
        title = f"{escape(found.name)}: {what}"
        run.out.print(beliefs_table(list(held), known, title) if held else f"{title}: nothing")
    return 0


async def chain(run: Run, memory: str) -> int:
    """Print a memory's supersession chain, oldest first."""
    async with run.store() as db:
        members = await reads.chain(db, run.caller, memory)
        known = await Known.named_by(db, run.caller, members)
    if not members:
        raise NotFound(
            f"there is no memory {memory[:80]!r}",
            field="MEMORY",
            hint="`doxa beliefs ENTITY --json` names the memories of each belief",
        )
    run.result({"memories": [memory_document(one, known) for one in members]})
    run.out.print(chain_table(members, known, "Supersession, oldest first"))
    return 0


async def check(run: Run, tenant: str | None) -> int:
    """Print every violation of the invariants; 1 if there is one."""
    found: list[Violation] = []
    with shown() as say:
        async with run.store() as db:
            async for one in violations(db, tenant):
                found.append(one)
                run.out.print(f"[red]invariant {one.invariant}[/] {one.subject}: ", end="")
                run.out.print(one.message, markup=False)
                say(f"checking: {len(found)} violations so far")
    where = "the whole store" if tenant is None else f"tenant {tenant}"
    run.result(
        {
            "holds": not found,
            "tenant": tenant,
            "violations": [
                {"invariant": one.invariant, "subject": one.subject, "message": one.message}
                for one in found
            ],
        }
    )
    run.out.print(f"{where}: {len(found) or 'no'} violation{'' if len(found) == 1 else 's'}")
    return EXIT_FAILED_CHECK if found else 0


def as_of(
    db: Session,
    valid_at: datetime | None,
    system_at: datetime | None,
    *,
    option: str = "--system-at",
) -> AsOf:
    """The point on both axes; what is not given is now.

    Raises:
        OutOfRange: the system time is in the future.
    """
    try:
        return reads.as_of(db, valid_at, system_at)
    except DoxaError as error:
        error.field = option
        raise


async def entity_called(db: Session, caller: Caller, called: str) -> Entity:
    """The entity that somebody means by an id or a name.

    Raises:
        NotFound: nobody is called that.
        Ambiguous: several are; the hint lists their ids.
    """
    found = None
    if is_entity_id(called):
        found = await reads.entity(db, caller, id=called)
    try:
        found = found or await reads.entity(db, caller, name=called)
    except Ambiguous as error:
        error.field = "ENTITY"
        raise
    if found is None:
        raise NotFound(
            f"there is no entity {called[:80]!r} in tenant {caller.tenant}",
            field="ENTITY",
            hint="give a name or an id; another tenant is asked with --tenant",
        )
    return found


async def believed(
    db: Session, caller: Caller, entity: Entity, attribute: str | None, at: AsOf
) -> list[Belief]:
    """All beliefs about an entity at one point."""
    held: list[Belief] = []
    after = None
    while True:
        page = await reads.beliefs(
            db, caller, entity=entity.id, attribute=attribute, as_of=at, first=PAGE, after=after
        )
        held += page.items
        if not page.has_next:
            return held
        last = held[-1]
        after = (last.attribute, last.context or "", last.valid_from, last.system_from, last.id)
