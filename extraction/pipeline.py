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

from pydantic import BaseModel, ConfigDict

from extraction import asserting, gate
from extraction.gate import Admitted, Grounded, Refused
from extraction.members import singles
from extraction.model import (
    ENTITIES_MAX,
    MEMORIES_MAX,
    TURN_LENGTH_MAX,
    TURNS_MAX,
    ActiveEntity,
    Candidate,
    Confirmation,
    Extraction,
    Extractor,
    Proposal,
    RecentMemory,
    Turn,
    Window,
)
from extraction.policy import Limits, share
from extraction.resolve import Unresolved
from graph import proposals, reads, registry, revision, surroundings
from graph.commands import Assertion, Origin
from graph.errors import Conflict, Incorrect
from graph.model import Caller, Usage
from graph.registry import Registry
from graph.session import Session
from graph.surroundings import Heard
from graph.vocabulary import Outcome


@dataclass(frozen=True, slots=True)
class Reading:
    """Who reads, and for which job."""

    db: Session
    caller: Caller
    job: str
    extractor: Extractor
    limits: Limits
    topic: str | None


class _Kept(BaseModel):
    """An extraction with the ids that were shown to the extractor, as kept with the episode."""

    model_config = ConfigDict(frozen=True)

    extraction: Extraction
    job: str
    entities: tuple[str, ...]
    memories: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Open:
    """One episode being judged."""

    reading: Reading
    heard: Heard
    window: Window
    registry: Registry
    crowded: frozenset[int]


async def read_episode(reading: Reading, heard: Heard, earlier: Sequence[Heard]) -> Usage | None:
    """Read one episode and see every claim through; what this job's model calls consumed.

    ``earlier`` are the episodes of the same job before it.

    Raises:
        Unavailable: the model or the store is away; what is done is done, ask again later.
        UnreadableAnswer: the model's answer is of no use.
    """
    window, kept = await _proposed(reading, heard, earlier)
    claims = singles(kept.extraction.candidates, window.turn.occurred_at)
    done = await proposals.decided(
        reading.db,
        reading.caller.tenant,
        episode=heard.id,
        extractor=reading.extractor.version,
        count=len(claims),
    )
    if len(done) < len(claims):
        known = await registry.load(reading.db, reading.caller.tenant)
        crowded = _crowded(claims, share(heard.text, reading.limits))
        opened = _Open(reading, heard, window, known, crowded)
        for number, claim in enumerate(claims):
            if number not in done:
                await _see_through(opened, number, claim)
    return kept.extraction.usage if kept.job == reading.job else None


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
        limits=opened.reading.limits,
    )


async def _assert(opened: _Open, number: int, admitted: Admitted, found: asserting.About) -> None:
    reading, candidate = opened.reading, admitted.grounded.candidate
    names = [ref.name for ref in (found.entity, found.target) if ref and ref.name]
    kinds = await surroundings.named(reading.db, reading.caller.tenant, names)
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
        await _refuse(opened, number, claim, _not_taken(error))


def _not_taken(error: Incorrect) -> Refused:
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


async def _proposed(
    reading: Reading, heard: Heard, earlier: Sequence[Heard]
) -> tuple[Window, _Kept]:
    """What is proposed from the episode, asked for only if nobody has asked, and its window."""
    db, tenant, version = reading.db, reading.caller.tenant, reading.extractor.version
    kept = await proposals.kept(db, tenant, heard.id, version)
    window = await _window(reading, heard, earlier)
    if kept is None:
        extraction = await reading.extractor.extract(window)
        shown = _Kept(
            extraction=extraction,
            job=reading.job,
            entities=tuple(entity.id for entity in window.entities),
            memories=tuple(memory.id for memory in window.memories),
        )
        count = len(singles(extraction.candidates, window.turn.occurred_at))
        mine = proposals.Kept(
            heard.id, version, reading.job, shown.model_dump_json(), count, extraction.usage
        )
        first = await proposals.keep(db, tenant, mine)
        return window, _Kept.model_validate_json(first)
    found = _Kept.model_validate_json(kept.text)
    return await _as_shown(reading, window, found), found


async def _as_shown(reading: Reading, window: Window, kept: _Kept) -> Window:
    """The window with what the extractor was shown back then, whatever has changed since."""
    missing = set(kept.entities) - {entity.id for entity in window.entities}
    entities = await reads.entities_by_id(reading.db, reading.caller, sorted(missing))
    held = {memory.id for memory in window.memories}
    return window.model_copy(
        update={
            "entities": (
                *window.entities,
                *(ActiveEntity(id=e.id, name=e.name, kind=e.kind) for e in entities.values()),
            ),
            "memories": (
                *window.memories,
                *(RecentMemory(id=shown, text="") for shown in kept.memories if shown not in held),
            ),
        }
    )


async def _window(reading: Reading, heard: Heard, earlier: Sequence[Heard]) -> Window:
    around = await surroundings.around(
        reading.db,
        reading.caller.tenant,
        heard,
        earlier=earlier,
        turns_max=TURNS_MAX,
        length_max=TURN_LENGTH_MAX,
        entities_max=ENTITIES_MAX,
        memories_max=MEMORIES_MAX,
    )
    return Window(
        turn=_turn(heard),
        previous=tuple(_turn(turn) for turn in around.turns),
        entities=tuple(
            ActiveEntity(id=known.id, name=known.name, kind=known.kind, role=known.role)
            for known in around.entities
        ),
        memories=tuple(RecentMemory(id=key, text=text) for key, text in around.memories),
        topic=reading.topic,
    )


def _turn(heard: Heard) -> Turn:
    return Turn(
        id=heard.id,
        speaker=heard.speaker,
        source_kind=heard.source_kind,
        text=heard.text,
        occurred_at=heard.occurred_at,
    )
