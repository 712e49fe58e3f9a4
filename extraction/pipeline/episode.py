"""Write path of one episode: text to proposals, judgements and beliefs.

    episode → window → extract (once; stored) → for each claim:
        name → ground → resolve → gate → assert | confirm | refuse → decision

An extractor is called once for each episode and version; its proposals are stored first and judged
afterwards. Each later step is keyed by (episode, extractor, number), so that a worker that takes
over resumes where another stopped, and no effect is applied twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from extraction.language.reference import USER, Unresolved
from extraction.model.candidates import (
    Candidate,
    Confirmation,
    Denial,
    Discard,
    Proposal,
    Window,
    weight,
)
from extraction.model.capabilities import stages
from extraction.model.grounding import TextSpan
from extraction.model.own_words import own_window
from extraction.pipeline import assertion as assertions
from extraction.pipeline import gate, new_names
from extraction.pipeline.attribute_names import AttributeNames
from extraction.pipeline.claim_wording import candidates_max
from extraction.pipeline.gate import Admitted, Grounded, Refused
from extraction.pipeline.named_kin import join_kin
from extraction.pipeline.numerals import has_number, numeral
from extraction.pipeline.proposal import ExtractionJob, load_or_extract, rebuild_window
from extraction.pipeline.splitting import hold_together, split_claims
from graph.errors import Conflict, Incorrect
from graph.kernel.registry import registry
from graph.kernel.registry.registry import Registry
from graph.model.commands import Assertion, Origin
from graph.model.records import Attribute, Memory
from graph.read import reads
from graph.validation import name_key
from graph.vocabulary import Cardinality, Outcome, ValueType
from graph.write import assertion as revision
from graph.write.intake import candidates, context_window
from graph.write.intake.context_window import EpisodeTurn


@dataclass(frozen=True, slots=True)
class _OpenEpisode:
    """One episode under judgement."""

    reading: ExtractionJob
    source: EpisodeTurn
    window: Window
    registry: Registry
    room: int
    over_limit: frozenset[int]


async def process_episode(
    reading: ExtractionJob, source: EpisodeTurn, earlier: Sequence[EpisodeTurn]
) -> None:
    """Extract an episode and process every claim, by each stage of the extractor.

    ``earlier`` are the episodes of the same job before it.

    Raises:
        Unavailable: the model or the store is away, or the day's budget is spent; what is done is
            done, ask again later.
        UnreadableAnswer: the model's answer is of no use.
    """
    reading = reading.within(source.scope)
    room = candidates_max(source.text, reading.db.limits.extraction)
    for stage in stages(reading.extractor):
        room -= await _process_stage(replace(reading, extractor=stage), source, earlier, room)


async def _process_stage(
    reading: ExtractionJob, source: EpisodeTurn, earlier: Sequence[EpisodeTurn], room: int
) -> int:
    """Extract an episode with one extractor and process every claim; returns the room it takes."""
    stored, window = await load_or_extract(reading, source, earlier)
    claims = split_claims(stored.extraction.candidates, source.occurred_at)
    ranks = _ranks(claims)
    decided_numbers = await candidates.decided_numbers(
        reading.db,
        reading.caller.tenant,
        episode=source.id,
        extractor=reading.extractor.version,
        count=len(claims),
    )
    if len(decided_numbers) < len(claims):
        known = await registry.load(reading.db, reading.caller.tenant)
        episode = _OpenEpisode(
            reading=reading,
            source=source,
            window=window or await rebuild_window(reading, source, earlier, stored),
            registry=known,
            room=room,
            over_limit=_over_limit(claims, ranks, room),
        )
        named = AttributeNames(known).meet(claims)
        for number, claim in enumerate(hold_together(named, known)):
            if number not in decided_numbers:
                await _process_claim(episode, number, claim)
    return min(len(ranks), room)


async def _process_claim(episode: _OpenEpisode, number: int, claim: Proposal) -> None:
    """Take one proposal to its decision; what cannot be stored of it is a refusal of it alone."""
    try:
        await _decide(episode, number, claim)
    except Conflict:
        raise
    except Incorrect as error:
        await _refuse(episode, number, claim, to_refusal(error))


async def _decide(episode: _OpenEpisode, number: int, claim: Proposal) -> None:
    match claim:
        case Confirmation():
            await _confirm(episode, number, claim)
        case Denial():
            await _deny(episode, number, claim)
        case Discard():
            unkept = Refused(Outcome.REJECTED, gate.QUALITY, claim.reason, audited=gate.UNKEPT)
            await _refuse(episode, number, claim, unkept)
        case Candidate():
            await _decide_claim(episode, number, claim)


async def _decide_claim(episode: _OpenEpisode, number: int, claim: Candidate) -> None:
    if number in episode.over_limit:
        reason = f"others of this turn matter more; one of its length gives at most {episode.room}"
        await _refuse(episode, number, claim, Refused(Outcome.REJECTED, gate.COUNT, reason))
        return
    grounded = gate.ground(claim, episode.window)
    if isinstance(grounded, Refused):
        await _refuse(episode, number, claim, grounded)
        return
    own = own_window(episode.window)
    resolved = assertions.resolve_subject_and_object(claim, own, grounded.place.start)
    judged = _judge(episode, grounded)
    if isinstance(judged, Refused):
        await _refuse(episode, number, claim, judged)
    elif isinstance(resolved, Unresolved):
        refused = Refused(Outcome.REJECTED, gate.ENTITY, resolved.reason)
        await _refuse(episode, number, claim, refused)
    else:
        await _assert(episode, number, judged, resolved)


def _judge(episode: _OpenEpisode, grounded: Grounded) -> Admitted | Refused:
    return gate.judge(
        grounded,
        episode.window.turn,
        episode.registry,
        trust=episode.reading.extractor.trust,
        extractor=episode.reading.extractor.version,
        limits=episode.reading.db.limits,
    )


async def _assert(
    episode: _OpenEpisode, number: int, admitted: Admitted, resolved: assertions.ResolvedClaim
) -> None:
    reading, candidate = episode.reading, admitted.grounded.candidate
    attribute = episode.registry.get(candidate.predicate)
    target_kind = None if attribute is None else attribute.target_kind
    owner = resolved.entity.name
    names = [ref.name for ref in (resolved.entity, resolved.target) if ref and ref.name]
    kinds = await context_window.kinds_of_names(reading.db, reading.caller.tenant, names)
    resolved, new_entity_names = await new_names.resolve_known(
        reading.db, reading.caller, resolved, kinds
    )
    replaced = await _replaced_memory(episode, candidate)
    assertion = assertions.build_assertion(
        admitted,
        assertions.drop_redundant_kinds(resolved, kinds, target_kind),
        episode.window.turn,
        attribute=episode.registry.name(candidate.predicate),
        session=episode.source.session,
        topic=reading.topic,
        scope=reading.scope,
        origin=_origin(episode, number, candidate),
    )
    assertion = _in_digits(assertion, attribute)
    if replaced is not None:
        assertion = assertions.keep_time(assertion, replaced)
    outcome = await _believe(episode, assertion)
    if outcome in (Outcome.STORED, Outcome.CONFIRMED, Outcome.HELD):
        await new_names.propose_new(reading.db, reading.caller, new_entity_names)
        await join_kin(reading.db, reading.caller, assertion, owner, episode.window)


def _in_digits(assertion: Assertion, attribute: Attribute | None) -> Assertion:
    """Write the value of a number in digits; what is none is said of an attribute of its own.

    "Over 70" is no age that anything could be compared with, and still worth remembering.
    """
    if attribute is None or attribute.value_type is not ValueType.NUMBER or not assertion.value:
        return assertion
    digits = numeral(assertion.value)
    if digits is None and has_number(assertion.value):
        return replace(assertion, attribute=f"approximate_{attribute.name}", many_hint=False)
    return assertion if digits is None else replace(assertion, value=digits)


async def _replaced_memory(episode: _OpenEpisode, candidate: Candidate) -> Memory | None:
    """Load the memory that a candidate puts right, if it is of the same attribute."""
    key = candidate.replaces
    if key is None:
        return None
    reading = episode.reading
    memory = (await reads.memories_by_id(reading.db, reading.caller, [key])).get(key)
    same = memory is not None and memory.attribute == episode.registry.name(candidate.predicate)
    return memory if same else None


async def _confirm(episode: _OpenEpisode, number: int, claim: Confirmation) -> None:
    """Repeat a stored memory as a claim."""
    named = await _named_memory(episode, claim.confirms, claim.span)
    if isinstance(named, Refused):
        await _refuse(episode, number, claim, named)
        return
    await _believe(episode, assertions.build_confirmation(_about(episode, number, claim, named)))


async def _deny(episode: _OpenEpisode, number: int, claim: Denial) -> None:
    """Say of a stored memory that it holds no more, or never did."""
    named = await _named_memory(episode, claim.denies, claim.span, may_wait=True)
    if not isinstance(named, Refused) and _is_replaced(episode, claim, named.memory):
        named = Refused(Outcome.REJECTED, gate.REPLACED, "the claim beside it takes its place")
    if isinstance(named, Refused):
        await _refuse(episode, number, claim, named)
        return
    about = _about(episode, number, claim, named)
    await _believe(
        episode, assertions.build_denial(about, start=claim.start, corrects=claim.corrects)
    )


def _is_replaced(episode: _OpenEpisode, claim: Denial, memory: Memory) -> bool:
    """Whether the claim that stands beside a denial ends by itself what is denied.

    It does where it is of the same entity and attribute, which has one value at a time, and where
    what is denied has begun.
    """
    attribute = episode.registry.get(memory.attribute or "")
    if claim.replaced_by is None or attribute is None or attribute.cardinality is Cardinality.MANY:
        return False
    subject, predicate = claim.replaced_by
    begun = memory.valid_from is None or memory.valid_from <= episode.source.occurred_at
    same = begun and memory.context is None and episode.registry.name(predicate) == attribute.name
    return same and _is_named(episode, memory.id, subject)


def _is_named(episode: _OpenEpisode, memory: str, subject: str) -> bool:
    """Whether a subject, as an extractor gives it, is the entity of a memory that was shown."""
    window = episode.window
    names = {entity.id: entity.name for entity in window.entities}
    name = (window.turn.speaker or USER) if subject == "I" else names.get(subject, subject)
    of = next((shown.entity for shown in window.memories if shown.id == memory), None)
    return of is None or name_key(of) == name_key(name)


@dataclass(frozen=True, slots=True)
class _NamedMemory:
    """A stored memory that a turn speaks of, and where."""

    memory: Memory
    place: TextSpan


async def _named_memory(
    episode: _OpenEpisode, key: str, span: str, *, may_wait: bool = False
) -> _NamedMemory | Refused:
    """Load a memory that was shown, and locate the words about it, or refuse.

    What is said of it ``may_wait`` for a person, where that is asked of what is read here.
    """
    reading = episode.reading
    place = gate.ground_reference(key, span, episode.window)
    if isinstance(place, Refused):
        return place
    memory = (await reads.memories_by_id(reading.db, reading.caller, [key])).get(key)
    if memory is None or memory.entity is None or memory.retired_at is not None:
        return Refused(Outcome.REJECTED, gate.GROUNDING, "the memory it names is held no more")
    stopped = gate.source_stops(
        episode.window.turn, episode.registry.policy, reading.db.limits, place
    )
    if stopped is not None and not (may_wait and stopped.outcome is Outcome.REVIEW):
        # It says nothing that a person has not said: there is nothing to look at.
        return Refused(Outcome.REJECTED, stopped.gate, stopped.reason)
    return _NamedMemory(memory, place)


def _about(
    episode: _OpenEpisode, number: int, claim: Confirmation | Denial, named: _NamedMemory
) -> assertions.AboutMemory:
    reading = episode.reading
    return assertions.AboutMemory(
        memory=named.memory,
        place=named.place,
        turn=episode.window.turn,
        confidence=episode.registry.calibration.confidence(
            reading.extractor.version, reading.extractor.trust
        ),
        session=episode.source.session,
        topic=reading.topic,
        scope=reading.scope,
        origin=_origin(episode, number, claim),
    )


async def _believe(episode: _OpenEpisode, assertion: Assertion) -> Outcome:
    reading = episode.reading
    return (await revision.assert_belief(reading.db, reading.caller, assertion)).outcome


def to_refusal(error: Incorrect) -> Refused:
    """Convert an error of the store to a decision."""
    return Refused(
        Outcome.REJECTED,
        error.code.lower().replace("_", "-"),
        error.message,
        audited=type(error).__doc__,
    )


def _origin(episode: _OpenEpisode, number: int, claim: Proposal) -> Origin:
    return Origin(
        job=episode.reading.job,
        episode=episode.source.id,
        extractor=episode.reading.extractor.version,
        number=number,
        candidate=claim.model_dump(mode="json"),
    )


async def _refuse(episode: _OpenEpisode, number: int, claim: Proposal, refused: Refused) -> None:
    """Record a decision that asserts nothing."""
    await candidates.decide(
        episode.reading.db,
        episode.reading.caller,
        _origin(episode, number, claim),
        outcome=refused.outcome,
        gate=refused.gate,
        reason=refused.reason,
        audited=refused.audited or refused.reason,
        policy=episode.registry.policy_version,
    )


def _ranks(claims: Sequence[Proposal]) -> dict[str, tuple[bool, bool, float]]:
    """How much each candidate matters.

    Members of one list, and the two sides of one ended period, count once.
    """
    return {_group_key(claim): weight(claim) for claim in claims if isinstance(claim, Candidate)}


def _over_limit(
    claims: Sequence[Proposal], ranks: dict[str, tuple[bool, bool, float]], room: int
) -> frozenset[int]:
    """Numbers of the claims beyond the room that is left, those that matter least."""
    kept = set(sorted(ranks, key=lambda text: ranks[text], reverse=True)[:room])
    return frozenset(
        number
        for number, claim in enumerate(claims)
        if isinstance(claim, Candidate) and _group_key(claim) not in kept
    )


def _group_key(claim: Candidate) -> str:
    return f"{claim.subject}\n{claim.predicate}\n{claim.text}\n{claim.span}"
