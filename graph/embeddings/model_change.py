"""From one embedding model to another, with vectors to read by at every moment.

The next model's vectors are made beside the present ones, which go on serving whoever still runs
with the present model. When no memory is left the store changes over in one write, and the vectors
that serve no more are dropped. Each step is safe to cut off: the state says which one it was, and
the same call goes on there. A change that was given up for another model, or for the present one,
is taken back first.
"""

from __future__ import annotations

from typing import Any

from graph import embeddings
from graph.embeddings import STORE, Phase, State, Target, as_state, other
from graph.errors import Conflict
from graph.progress import Say
from graph.session import Row, Session

CLEARED_AT_ONCE = 1_000


async def begin(db: Session, model: str, dimension: int, say: Say = lambda _: None) -> Target:
    """The generation to make so that every vector is this model's; half-done changes are settled.

    Raises:
        Conflict: another process changes the model at the same time.
    """
    held = await embeddings.state(db)
    if held is None:
        return await embeddings.present(db, model, dimension)
    wanted = (model, dimension)
    if held.phase is Phase.FILLING and (held.next_model, held.next_dimension) != wanted:
        held = await _changed(db, held, phase=Phase.CLEARING, next_model=None, next_dimension=None)
    if held.phase is Phase.CLEARING:
        held = await _cleared(db, held, say)
    if (held.model, held.dimension) == wanted:
        return await embeddings.present(db, model, dimension)
    if held.phase is Phase.STEADY:
        held = await _changed(
            db, held, phase=Phase.FILLING, next_model=model, next_dimension=dimension
        )
    target = Target(model, dimension, held.generation + 1, other(held.side))
    await embeddings.make_index(db, target)
    return target


async def finish(db: Session, target: Target, say: Say = lambda _: None) -> None:
    """Change the store over to the target's model, if it is not its own yet; drop what is former.

    Raises:
        Conflict: another process changes the model at the same time.
    """
    held = await embeddings.state(db)
    if held is None:
        return
    if held.phase is Phase.FILLING and target.generation == held.generation + 1:
        held = await _changed(
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
        await _cleared(db, held, say)


async def _cleared(db: Session, held: State, say: Say) -> State:
    """Drop the vectors on the side that serves no more, and their index."""
    side = other(held.side)
    await embeddings.forget_index(db, side)
    at = {"property": f"vector_{side}", "limit": CLEARED_AT_ONCE}
    done = 0
    while count := _count(
        await db.write("upkeep/clear_abandoned", generation=held.generation, **at)
    ):
        done += count
        say(f"taking back vectors of a change that was given up: {done:,}")
    done = 0
    while count := _count(await db.write("upkeep/clear_former", **at)):
        done += count
        say(f"dropping the former model's vectors: {done:,}")
    return await _changed(db, held, phase=Phase.STEADY)


async def _changed(db: Session, held: State, **changed: Any) -> State:
    rows = await db.write(
        "upkeep/embedding_change",
        store=STORE,
        generation=held.generation,
        phase=held.phase.value,
        next_model=held.next_model,
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
