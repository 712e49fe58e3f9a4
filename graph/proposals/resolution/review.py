"""A person decides on what waits: approves it, approves it otherwise worded, or turns it away.

What is approved is asserted, now, with its own time of saying and a person's authority; it may meet
a contradiction like anything else that is said. What is turned away is kept with who and why, and
may be approved later.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from graph.database.session import Row, Session
from graph.errors import Conflict, InvalidArgument, NotFound
from graph.kernel.slots import node_properties
from graph.kernel.slots.change_rows import Release
from graph.model.authority import require_person
from graph.model.commands import REASON_MAX, Assertion, EntityRef, optional_text, optional_value
from graph.model.records import AssertResult, Caller
from graph.model.scopes import COMMON_SCOPE
from graph.read import reads
from graph.read.memories import waiting_rows
from graph.validation import ident
from graph.vocabulary import Outcome, Verdict
from graph.write.assertion import assert_belief
from graph.write.pending_review import asked_of

MANY_MAX = 500


@dataclass(frozen=True, slots=True)
class Review:
    """What a person decides on a memory that waits; with another value it is approved as that."""

    memory: str
    approve: bool
    reason: str | None = None
    value: str | None = None
    target: EntityRef | None = None

    def checked(self) -> Review:
        """Return the same decision with its texts cleaned.

        Raises:
            Incorrect: some field is bad, or makes no sense with the decision.
        """
        ident(self.memory, field="memory")
        other = self.value is not None or self.target is not None
        if other and not self.approve:
            raise InvalidArgument(
                "what is turned away needs no other value", field="value", hint="approve it as that"
            )
        if self.value is not None and self.target is not None:
            raise InvalidArgument("both a value and a target", field="value", hint="give one")
        return replace(
            self,
            reason=optional_text(self.reason, REASON_MAX, field="reason"),
            value=optional_value(self.value),
        )


async def review(db: Session, caller: Caller, asked: Review) -> AssertResult:
    """Carry out a decision; what came of it.

    Raises:
        Forbidden: the caller is a model.
        NotFound: no such memory.
        Conflict: it does not wait for a review, or somebody has decided on it.
        Incorrect: it cannot be a claim as it is.
    """
    require_person(caller)
    asked = asked.checked()
    waiting = await _waiting(db, caller, asked)
    if asked.approve:
        assertion = _approved(asked_of(waiting["memory"], waiting["evidence"]), asked)
        queued = waiting["memory"].get("queue") is not None
        return await assert_belief(db, caller, assertion, releases=Release(asked.memory, queued))
    now = db.clock()
    scope = waiting["memory"].get("scope") or COMMON_SCOPE
    audit = node_properties.audit("review", asked.memory, now, caller.actor, asked.reason, scope)
    rows = await db.write(
        "proposals/resolution/turn_away",
        tenant=caller.tenant,
        id=asked.memory,
        now=now,
        actor=caller.actor,
        reason=asked.reason,
        audit=audit | {"gate": waiting["memory"]["gate"]},
    )
    if not rows or rows[0]["turned"] != 1:
        raise _decided()
    return AssertResult(Outcome.REJECTED, asked.memory, (), ())


async def review_many(
    db: Session, caller: Caller, memories: Sequence[str], *, approve: bool, reason: str | None
) -> None:
    """Carry out one decision on each of some memories; on none, if one of them does not wait.

    Raises:
        Forbidden, NotFound, Conflict, Incorrect: as for one. Those before it are decided, if only
            carrying it out shows that one cannot be.
    """
    require_person(caller)
    if not 1 <= len(memories) <= MANY_MAX:
        raise InvalidArgument(
            f"{len(memories)} memories", field="memories", hint=f"give 1 to {MANY_MAX}"
        )
    asked = [Review(memory, approve, reason).checked() for memory in dict.fromkeys(memories)]
    for one in asked:
        await _waiting(db, caller, one)
    for one in asked:
        await review(db, caller, one)


async def _waiting(db: Session, caller: Caller, asked: Review) -> Row:
    """Return the memory that waits, or one that was turned away and is to be approved after all."""
    rows = await waiting_rows(db, caller, [asked.memory])
    if not rows:
        if await reads.memories_by_id(db, caller, [asked.memory]):
            raise Conflict(
                "it does not wait for a review",
                field="memory",
                hint="see `reviewQueue`; a contradiction is answered with `resolveContradiction`",
            )
        raise NotFound(
            f"there is no memory {asked.memory[:80]!r}", field="memory", hint="see `reviewQueue`"
        )
    memory: Row = rows[0]["memory"]
    # Somebody who decides at this very moment has taken out of it what was asked for.
    if "asked" not in memory or (not asked.approve and memory.get("queue") is None):
        raise _decided()
    return rows[0]


def _approved(assertion: Assertion, asked: Review) -> Assertion:
    """Return what was asked for, as a person approves it."""
    approved = replace(assertion, verdict=Verdict.APPROVED, reason=asked.reason or assertion.reason)
    if asked.value is None and asked.target is None:
        return approved
    # The sentence said another value.
    return replace(approved, value=asked.value, target=asked.target, text=None)


def _decided() -> Conflict:
    return Conflict("somebody has decided on it meanwhile", field="memory", hint="look at it again")
