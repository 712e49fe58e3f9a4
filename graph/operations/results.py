"""What an operation answers, the first time and when it is sent again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graph import rows
from graph.clock import END_OF_TIME
from graph.model import AssertResult
from graph.session import Transaction
from graph.slot import OpenSlot
from graph.vocabulary import ContradictionStatus, Outcome
from graph.writing import Writing


def result(outcome: Outcome, memory: str | None, writing: Writing, slot: OpenSlot) -> AssertResult:
    """The answer of an operation on a slot that is about to be committed.

    Its beliefs are those that it inserts; while it waits for an answer, those that stand.
    """
    contested = slot.contested or any(
        found["status"] == ContradictionStatus.OPEN.value for found in writing.contradictions
    )
    own = [item for item in writing.inserted if item["attribute"] == slot.name.attribute]
    shown = list(slot.beliefs) if outcome is Outcome.HELD else own
    return AssertResult(
        outcome=outcome,
        memory=memory,
        beliefs=tuple(
            rows.belief({"belief": found, "contested": contested})
            for found in sorted(shown, key=lambda found: found["valid_from"])
        ),
        contradictions=tuple(
            rows.contradiction({"contradiction": found}) for found in writing.contradictions
        ),
    )


async def earlier_result(tx: Transaction, tenant: str, receipt: Mapping[str, Any]) -> AssertResult:
    """The first answer of an operation that has come again."""
    beliefs = await tx.run(
        "read/beliefs_by_id", tenant=tenant, ids=receipt["beliefs"], system_last=END_OF_TIME
    )
    contradictions = await tx.run(
        "read/contradictions_by_id", tenant=tenant, ids=receipt["contradictions"]
    )
    return AssertResult(
        outcome=Outcome(receipt["outcome"]),
        memory=receipt["memory"],
        beliefs=tuple(rows.belief(row) for row in beliefs),
        contradictions=tuple(rows.contradiction(row) for row in contradictions),
    )
