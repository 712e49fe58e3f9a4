"""What an operation answers, the first time and when it is sent again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graph.clock import END_OF_TIME
from graph.database import rows
from graph.database.session import Session, Transaction
from graph.kernel.slots.changeset import ChangeSet
from graph.kernel.slots.slot import OpenSlot
from graph.model.records import AssertResult
from graph.read.beliefs import beliefs_within
from graph.read.contradiction_lists import contradictions_within
from graph.vocabulary import ContradictionStatus, Outcome


def result(
    outcome: Outcome, memory: str | None, changes: ChangeSet, slot: OpenSlot
) -> AssertResult:
    """Return the answer of an operation on a slot that is about to be committed.

    Its beliefs are those that it inserts; while it waits for an answer, those that stand.
    """
    contested = slot.contested or any(
        found["status"] == ContradictionStatus.OPEN.value for found in changes.contradictions
    )
    other = slot.name.other
    about = (slot.name.attribute, None if other is None else other.attribute)
    own = [one for one in changes.beliefs.values() if one.attribute in about]
    shown = slot.beliefs if outcome is Outcome.HELD else own
    return AssertResult(
        outcome=outcome,
        memory=memory,
        beliefs=tuple(
            rows.belief({"belief": belief.properties(), "contested": contested})
            for belief in sorted(shown, key=lambda belief: belief.valid_from)
        ),
        contradictions=tuple(
            rows.contradiction({"contradiction": found}) for found in changes.contradictions
        ),
    )


async def earlier_result(tx: Transaction, tenant: str, receipt: Mapping[str, Any]) -> AssertResult:
    """Return the first answer of an operation that has come again."""
    beliefs = await beliefs_within(tx.run, tenant, receipt["beliefs"], END_OF_TIME)
    contradictions = await contradictions_within(tx.run, tenant, receipt["contradictions"])
    return AssertResult(
        outcome=Outcome(receipt["outcome"]),
        memory=receipt.get("memory"),
        beliefs=tuple(beliefs.values()),
        contradictions=tuple(contradictions.values()),
    )


async def load_earlier(db: Session, tenant: str, receipt: Mapping[str, Any]) -> AssertResult:
    """Load the same in a transaction of its own."""
    return await db.transaction(lambda tx: earlier_result(tx, tenant, receipt))
