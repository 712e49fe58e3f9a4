"""The task ``similar_memories``: compares memories across slots, after they got their vectors.

A memory waits from its first vector on, which is made after the write; no writer waits for this
task, and nothing that it finds changes what is believed. The pairs of a page are kept together with
how far the run is, so that one that was cut off goes on there. Then a model, where there is one, is
asked about what waits.
"""

from __future__ import annotations

from graph.database.embeddings import store
from graph.database.session import Session
from graph.lease import LeaseLost
from graph.model.records import Json
from graph.proposals.similarity.discovery import Search, keep
from graph.proposals.similarity.judging import Judged, Judging, judge_waiting
from graph.upkeep.leases import TaskLease

NAME = "similar_memories"
# Memories a transaction: some hundred milliseconds of reading before it.
BATCH = 50


async def compare_memories(
    db: Session, leased: TaskLease, *, judging: Judging | None = None, batch: int = BATCH
) -> dict[str, Json]:
    """Compare what waits, of all tenants; the effect is how many memories, new pairs, and judged.

    Raises:
        LeaseLost: another owner goes on with the run.
        Unavailable: the store does not answer.
    """
    examined, changed = await _compare(db, leased, batch)
    judged = Judged() if judging is None else await judge_waiting(db, judging, NAME)
    effect: dict[str, Json] = {"memories": examined, "pairs": changed, "judged": judged.asked}
    return effect if judged.why is None else effect | {"why": judged.why}


async def _compare(db: Session, leased: TaskLease, batch: int) -> tuple[int, int]:
    """How many memories were compared, and how many pairs are new."""
    done = leased.examined, leased.changed
    state = await store.state(db)
    if state is None:
        return done
    search = Search(db, state, NAME, db.limits.similarity)
    after = leased.cursor[0] if leased.cursor else ""
    while page := await search.waiting(after, batch):
        compared, pairs = await search.find(page)
        after = page[-1].id
        kept = await keep(
            db, task=leased.task, owner=leased.owner, compared=compared, pairs=pairs, after=after
        )
        if kept is None:
            raise LeaseLost
        done = kept
    return done
