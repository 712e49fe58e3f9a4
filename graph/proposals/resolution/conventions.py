"""Answer a proposal of a convention: accept it, or have it never proposed again.

What is accepted is said once more, by a person and as a convention: a claim of its own, which
confirms the belief and rests on the words of all claims before it. No claim is edited.
"""

from __future__ import annotations

from collections.abc import Sequence

from graph.database.session import Session
from graph.errors import Conflict, NotFound
from graph.ids import new_id
from graph.kernel.slots.receipts import receipt, receipt_key
from graph.model.authority import require_person
from graph.model.commands import REASON_MAX, Assertion, EntityRef, Quote, optional_text
from graph.model.records import AssertResult, Belief, Caller, Memory
from graph.read import reads
from graph.read.conventions import ConventionProposal, convention_proposal
from graph.validation import ident
from graph.vocabulary import MemoryType
from graph.write.assertion import assert_belief

TAG = "convention"
# Quotes that the new claim rests on at most, one of each claim before it.
QUOTES_MAX = 20


async def accept_convention(
    db: Session, caller: Caller, belief: str, reason: str | None = None
) -> AssertResult:
    """Say a preference once more, as a convention; it comes with every recall from now on.

    Raises:
        NotFound: there is no such belief.
        Conflict: it is proposed no more: something has changed, or it was decided already.
        Forbidden: the caller is a model.
    """
    require_person(caller)
    why = optional_text(reason, REASON_MAX, field="reason")
    proposal = await _proposed(db, caller, belief)
    held = proposal.belief
    memories = await reads.memories_by_id(db, caller, held.memories)
    said = [memories[key] for key in held.memories if key in memories]
    assertion = Assertion(
        entity=EntityRef(id=held.entity),
        attribute=held.attribute,
        context=held.context,
        value=held.value,
        target=None if held.target is None else EntityRef(id=held.target),
        type=MemoryType.PREFERENCE,
        text=said[-1].text if said else None,
        topic=_topic(said),
        tags=(TAG,),
        importance=max([0.5, *(one.importance for one in said)]),
        confidence=max(0.9, held.confidence),
        quotes=_quotes(said),
        speaker=caller.actor,
        # Two who accept it at once say it once; who dismisses it leaves a receipt of this key too.
        idempotency_key=_decision(held.id),
        reason=why or f"a convention: said in {len(proposal.sessions):,} sessions",
        scope=held.scope,
    )
    done = await assert_belief(db, caller, assertion)
    if done.memory is None:
        # The receipt of who dismissed it meanwhile.
        raise _decided()
    return done


async def dismiss_convention(
    db: Session, caller: Caller, belief: str, reason: str | None = None
) -> Belief:
    """Remember that a preference is no convention; the belief stays, and is given back.

    Raises:
        NotFound: there is no such belief.
        Conflict: it is proposed no more: something has changed, or it was decided already.
        Forbidden: the caller is a model.
    """
    require_person(caller)
    why = optional_text(reason, REASON_MAX, field="reason")
    proposal = await _proposed(db, caller, belief)
    done = await db.write(
        "proposals/resolution/dismiss_convention",
        tenant=caller.tenant,
        slot=proposal.slot,
        canonical=proposal.belief.canonical,
        belief=belief,
        reason=why,
        actor=caller.actor,
        audit=new_id("a"),
        receipt=receipt_key(caller.tenant, _decision(belief), proposal.belief.scope),
        now=db.clock(),
    )
    if not done:
        raise _decided()
    return proposal.belief


async def _proposed(db: Session, caller: Caller, belief: str) -> ConventionProposal:
    ident(belief, field="belief")
    found = await convention_proposal(db, caller, belief)
    if found is not None:
        return found
    # What was accepted is said by another version of the belief.
    decided = await receipt(db, caller.tenant, _decision(belief))
    if decided is None and await reads.belief_by_id(db, caller, belief) is None:
        raise NotFound(
            f"there is no belief {belief}",
            field="belief",
            hint="look it up with `conventionProposals`",
        )
    raise _decided()


def _decision(belief: str) -> str:
    """Under which key a decision on a proposal is kept, whichever it is."""
    return f"convention:{belief}"


def _decided() -> Conflict:
    return Conflict(
        "it is proposed no more: it was decided, or something has changed",
        field="belief",
        hint="look at `conventionProposals` again",
    )


def _topic(memories: Sequence[Memory]) -> str | None:
    """Return the topic that all were given, if it is one; a rule without one applies to all."""
    topics = {one.topic for one in memories}
    return topics.pop() if len(topics) == 1 else None


def _quotes(memories: Sequence[Memory]) -> tuple[Quote, ...]:
    shown = [one.evidence[0] for one in memories if one.evidence]
    return tuple(
        Quote(one.episode, one.span, one.start, one.end, one.verdict)
        for one in dict.fromkeys(shown[-QUOTES_MAX:])
    )
