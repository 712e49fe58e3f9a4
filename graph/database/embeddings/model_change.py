"""Change the embedding model while searches continue to work.

The next model's vectors are computed beside the current ones, which continue to serve processes
with the current model. When every memory has its new vector, the store switches in one write, and
the old vectors are deleted. Each step can be interrupted: the stored state names it, and the same
call resumes it. A change that was abandoned for another model, or for the current one, is undone
first.
"""

from __future__ import annotations

from typing import Any

from graph.database.embeddings import store
from graph.database.embeddings.store import STORE, Phase, State, Target, as_state, other
from graph.database.session import Row, Session
from graph.errors import Conflict
from graph.progress import Say

CLEAR_BATCH = 1_000


async def begin(db: Session, model: str, dimension: int, say: Say = lambda _: None) -> Target:
    """Begin or resume a change to this model; return the generation of vectors to compute.

    Raises:
        Conflict: another process changes the model at the same time.
    """
    held = await store.state(db)
    if held is None:
        return await store.present(db, model, dimension)
    wanted = (model, dimension)
    if held.phase is Phase.FILLING and (held.next_model, held.next_dimension) != wanted:
        held = await _set_state(
            db, held, phase=Phase.CLEARING, next_model=None, next_dimension=None
        )
    if held.phase is Phase.CLEARING:
        held = await _clear(db, held, say)
    if (held.model, held.dimension) == wanted:
        return await store.present(db, model, dimension)
    if held.phase is Phase.STEADY:
        held = await _set_state(
            db, held, phase=Phase.FILLING, next_model=model, next_dimension=dimension
        )
    target = Target(model, dimension, held.generation + 1, other(held.side))
    await store.ensure_index(db, target)
    return target


async def finish(db: Session, target: Target, say: Say = lambda _: None) -> None:
    """Switch the store to the target's model, if it has not yet, and delete the old vectors.

    Raises:
        Conflict: another process changes the model at the same time.
    """
    held = await store.state(db)
    if held is None:
        return
    if held.phase is Phase.FILLING and target.generation == held.generation + 1:
        held = await _set_state(
            db,
            held,
            model=target.model,
            dimension=target.dimension,
            generation=target.generation,
            side=target.side,
            phase=Phase.CLEARING,
            next_model=None,
            next_dimension=None,
        )
    if held.phase is Phase.CLEARING:
        await _clear(db, held, say)


async def _clear(db: Session, current: State, say: Say) -> State:
    """Delete the vectors on the unused side, and their index."""
    side = other(current.side)
    await store.drop_index(db, side)
    at = {"property": f"vector_{side}", "limit": CLEAR_BATCH}
    done = 0
    while count := _count(
        await db.write("database/embeddings/clear_abandoned", generation=current.generation, **at)
    ):
        done += count
        say(f"deleting vectors of an abandoned change: {done:,}")
    done = 0
    while count := _count(await db.write("database/embeddings/clear_former", **at)):
        done += count
        say(f"deleting the former model's vectors: {done:,}")
    return await _set_state(db, current, phase=Phase.STEADY)


async def _set_state(db: Session, current: State, **changed: Any) -> State:
    rows = await db.write(
        "database/embeddings/finish_change",
        store=STORE,
        generation=current.generation,
        phase=current.phase.value,
        next_model=current.next_model,
        changed=changed,
    )
    if not rows:
        raise Conflict(
            "another process changes the embedding model at the same time",
            hint="let it finish, then run `doxa reembed` again",
        )
    return as_state(rows[0]["state"])


def _count(rows: list[Row]) -> int:
    return rows[0]["cleared"]
