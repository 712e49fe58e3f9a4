"""The write path: what was said becomes proposals, judgements, and beliefs.

    episode → window → extract (once; kept) → for each claim:
        ground → resolve → gate → assert | confirm | refuse → decision

An extractor is asked once for an episode and version; what it proposed is kept first, and only
then judged. Everything that follows is keyed by (episode, extractor, number), so that a worker
that takes over goes on where another stopped, and nothing takes effect twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from extraction import asserting, gate, identities
from extraction.gate import Admitted, Grounded, Refused
from extraction.members import singles
from extraction.model import Candidate, Confirmation, Proposal, Window
from extraction.policy import share
from extraction.proposing import Reading, proposed, shown_again
from extraction.resolve import Unresolved
from graph import proposals, reads, registry, revision, surroundings
from graph.commands import Assertion, Origin
from graph.errors import Conflict, Incorrect
from graph.registry import Registry
from graph.surroundings import Heard
from graph.vocabulary import Outcome


@dataclass(frozen=True, slots=True)
class _Open:
    """One episode being judged."""

    reading: Reading
    heard: Heard
    window: Window
    registry: Registry
    crowded: frozenset[int]


async def read_episode(reading: Reading, heard: Heard, earlier: Sequence[Heard]) -> None:
    """Read one episode and see every claim through.

    ``earlier`` are the episodes of the same job before it.

    Raises:
        Unavailable: the model or the store is away, or the day's budget is spent; what is done is
            done, ask again later.
        UnreadableAnswer: the model's answer is of no use.
    """
    kept, window = await proposed(reading, heard, earlier)
    claims = singles(kept.extraction.candidates, heard.occurred_at)
    done = await proposals.decided(
        reading.db,
        reading.caller.tenant,
        episode=heard.id,
        extractor=reading.extractor.version,
        count=len(claims),
    )
    if len(done) < len(claims):
        opened = _Open(
            reading=reading,
            heard=heard,
            window=window or await shown_again(reading, heard, earlier, kept),
            registry=await registry.load(reading.db, reading.caller.tenant),
            crowded=_crowded(claims, share(heard.text)),
        )
        for number, claim in enumerate(claims):
            if number not in done:
                await _see_through(opened, number, claim)


async def _see_through(opened: _Open, number: int, claim: Proposal) -> None:
    """From one proposal to its decision."""
    if isinstance(claim, Confirmation):
        await _confirm(opened, number, claim)
        return
    if number in opened.crowded:
        reason = "others of this turn matter more"
        await _refuse(opened, number, claim, Refused(Outcome.REJECTED, gate.COUNT, reason))
        return
    grounded = gate.ground(claim, opened.window)
    if isinstance(grounded, Refused):
        await _refuse(opened, number, claim, grounded)
        return
    found = asserting.about(claim, opened.window, grounded.place.start)
    judged = _judged(opened, grounded)
    if isinstance(judged, Refused):
        await _refuse(opened, number, claim, judged)
    elif isinstance(found, Unresolved):
        refused = Refused(Outcome.REJECTED, gate.ENTITY, found.reason)
        await _refuse(opened, number, claim, refused)
    else:
        await _assert(opened, number, judged, found)


def _judged(opened: _Open, grounded: Grounded) -> Admitted | Refused:
    attribute = opened.registry.get(grounded.candidate.predicate)
    return gate.judge(
        grounded,
        opened.window.turn,
        trust=opened.reading.extractor.trust,
        high_stakes=attribute is not None and attribute.high_stakes,
        limits=opened.reading.db.limits,
    )


async def _assert(opened: _Open, number: int, admitted: Admitted, found: asserting.About) -> None:
    reading, candidate = opened.reading, admitted.grounded.candidate
    names = [ref.name for ref in (found.entity, found.target) if ref and ref.name]
    kinds = await surroundings.named(reading.db, reading.caller.tenant, names)
    found, new = await identities.known_again(reading.db, reading.caller, found, kinds)
    assertion = asserting.assertion(
        admitted,
        asserting.with_known_kinds(found, kinds),
        opened.window.turn,
        attribute=opened.registry.name(candidate.predicate),
        session=opened.heard.session,
        topic=reading.topic,
        origin=_origin(opened, number, candidate),
    )
    await _believe(opened, number, candidate, assertion)
    await identities.propose_new(reading.db, reading.caller, new)


async def _confirm(opened: _Open, number: int, claim: Confirmation) -> None:
    """Say a held memory once more."""
    reading = opened.reading
    place = gate.ground_confirmation(claim, opened.window)
    if isinstance(place, Refused):
        await _refuse(opened, number, claim, place)
        return
    held = await reads.memories_by_id(reading.db, reading.caller, [claim.confirms])
    memory = held.get(claim.confirms)
    if memory is None or memory.entity is None or memory.retired_at is not None:
        gone = Refused(Outcome.REJECTED, gate.GROUNDING, "the memory it repeats is held no more")
        await _refuse(opened, number, claim, gone)
    elif quarantined := gate.owned(opened.window.turn):
        await _refuse(opened, number, claim, quarantined)
    else:
        assertion = asserting.said_again(
            memory,
            place,
            opened.window.turn,
            confidence=reading.extractor.trust,
            session=opened.heard.session,
            topic=reading.topic,
            origin=_origin(opened, number, claim),
        )
        await _believe(opened, number, claim, assertion)


async def _believe(opened: _Open, number: int, claim: Proposal, assertion: Assertion) -> None:
    """Hand it to the store, which decides; what the store cannot take is refused."""
    try:
        await revision.assert_belief(opened.reading.db, opened.reading.caller, assertion)
    except Conflict:
        raise
    except Incorrect as error:
        await _refuse(opened, number, claim, not_taken(error))


def not_taken(error: Incorrect) -> Refused:
    """What the store would not take, as a decision."""
    return Refused(
        Outcome.REJECTED,
        error.code.lower().replace("_", "-"),
        error.message,
        audited=type(error).__doc__,
    )


def _origin(opened: _Open, number: int, claim: Proposal) -> Origin:
    return Origin(
        job=opened.reading.job,
        episode=opened.heard.id,
        extractor=opened.reading.extractor.version,
        number=number,
        candidate=claim.model_dump(mode="json"),
    )


async def _refuse(opened: _Open, number: int, claim: Proposal, refused: Refused) -> None:
    """Record a decision that asserts nothing."""
    await proposals.decide(
        opened.reading.db,
        opened.reading.caller,
        job=opened.reading.job,
        episode=opened.heard.id,
        extractor=opened.reading.extractor.version,
        number=number,
        candidate=claim.model_dump(mode="json"),
        outcome=refused.outcome,
        gate=refused.gate,
        reason=refused.reason,
        audited=refused.audited or refused.reason,
    )


def _crowded(claims: Sequence[Proposal], room: int) -> frozenset[int]:
    """The numbers of those that find no room in the turn, the least important ones.

    Members of one list, and the two sides of one ended period, count once.
    """
    ranks: dict[str, float] = {}
    for claim in claims:
        if isinstance(claim, Candidate):
            ranks[_together(claim)] = claim.importance
    kept = set(sorted(ranks, key=lambda text: -ranks[text])[:room])
    return frozenset(
        number
        for number, claim in enumerate(claims)
        if isinstance(claim, Candidate) and _together(claim) not in kept
    )


def _together(claim: Candidate) -> str:
    return f"{claim.subject}\n{claim.predicate}\n{claim.text}\n{claim.span}"
