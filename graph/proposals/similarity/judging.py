"""A model is asked about the pairs that wait, each once, for as long as the day's budget lasts.

What cannot be judged now, because the model is away or the budget is spent, waits for a later run.
Its word is kept and decides nothing that is believed: CONTRADICTS leaves the pair to a person,
COMPATIBLE settles it. SAME confirms the older memory where the rules agree but for the words.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from graph.clock import END_OF_TIME
from graph.database.session import Session
from graph.errors import BudgetSpent, ModelUnavailable, Unavailable
from graph.model.records import Caller, Memory
from graph.proposals.similarity.comparing import is_comparable
from graph.proposals.similarity.discovery import confirmation
from graph.proposals.similarity.pairs import SimilarPair, as_pair
from graph.read.memories import memories_by_id
from graph.vocabulary import Role, SimilarityStatus, SimilarityVerdict

# How many pairs a model is asked about in one run, for each tenant.
ASKED_MAX = 50

_SAYS = {
    SimilarityVerdict.SAME: "the model takes them for one statement",
    SimilarityVerdict.CONTRADICTS: "the model takes them for a contradiction",
    SimilarityVerdict.COMPATIBLE: "the model takes them for compatible",
    None: "the model gave no answer of use",
}


class PairJudge(Protocol):
    """A model that says what two memories are to one another."""

    async def judge_pair(self, older: Memory, newer: Memory) -> SimilarityVerdict | None:
        """Its word; none if its answer is of no use.

        Raises:
            BudgetSpent: the day's budget is spent.
            ModelUnavailable: the model does not answer, or not now.
        """
        ...


Judging: TypeAlias = Callable[[Caller], AbstractAsyncContextManager[PairJudge | None]]


@dataclass(frozen=True, slots=True)
class Judged:
    """How many pairs a model was asked about, and what kept it from more, if something did."""

    asked: int = 0
    why: str | None = None


async def judge_waiting(db: Session, judging: Judging, actor: str) -> Judged:
    """Ask about pairs of all tenants that wait, the oldest of each first.

    Raises:
        Unavailable: the store does not answer.
    """
    asked, tenant = 0, ""
    why: Unavailable | None = None
    while rows := await db.read("proposals/similarity/next_unjudged_tenant", after=tenant):
        tenant = str(rows[0]["tenant"])
        caller = Caller(tenant, actor, Role.OWNER)
        async with judging(caller) as judge:
            if judge is None:
                break
            done, stopped = await _judge_tenant(db, caller, judge)
        asked += done
        why = stopped or why
        # A budget is one tenant's; a model that is away is away for the others too.
        if isinstance(stopped, ModelUnavailable):
            break
    return Judged(asked, None if why is None else str(why))


async def _judge_tenant(
    db: Session, caller: Caller, judge: PairJudge
) -> tuple[int, BudgetSpent | ModelUnavailable | None]:
    """How many pairs the model was asked about, and what kept it from more."""
    rows = await db.read("proposals/similarity/unjudged", tenant=caller.tenant, limit=ASKED_MAX)
    asked = 0
    for pair in map(as_pair, rows):
        sides = await memories_by_id(db, caller, [pair.older, pair.newer])
        if len(sides) < 2 or not all(map(is_comparable, sides.values())):
            await _keep(db, caller, pair, None, (), None)
            continue
        older, newer = sides[pair.older], sides[pair.newer]
        try:
            verdict = await judge.judge_pair(older, newer)
        except (BudgetSpent, ModelUnavailable) as error:
            return asked, error
        asked += 1
        await _keep(db, caller, pair, verdict, (_SAYS[verdict],), newer)
    return asked, None


async def _keep(
    db: Session,
    caller: Caller,
    pair: SimilarPair,
    verdict: SimilarityVerdict | None,
    answer: tuple[str, ...],
    newer: Memory | None,
) -> None:
    """Keep what became of a pair; nothing if a person, or another run, was quicker."""
    status = settle(pair, verdict)
    confirmed = newer is not None and status is SimilarityStatus.CONFIRMED
    shown = {"audit": None, "doubt": None, "said_at": None}
    if newer is not None and confirmed:
        shown = confirmation(newer)
    await db.write(
        "proposals/similarity/judge",
        tenant=caller.tenant,
        id=pair.id,
        status=status.value,
        verdict=None if verdict is None else verdict.value,
        said=list(answer),
        actor=caller.actor,
        now=db.clock(),
        forever=END_OF_TIME,
        **shown,
    )


def settle(pair: SimilarPair, verdict: SimilarityVerdict | None) -> SimilarityStatus:
    """How a model's word leaves a pair."""
    if verdict is SimilarityVerdict.SAME and pair.same_value:
        return SimilarityStatus.CONFIRMED
    if verdict in (SimilarityVerdict.SAME, SimilarityVerdict.COMPATIBLE):
        return SimilarityStatus.COMPATIBLE
    return SimilarityStatus.OPEN
