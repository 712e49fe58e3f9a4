"""Proposals of an episode: extracted once, stored, and reused from then on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace

from pydantic import BaseModel, ConfigDict

from extraction.language.kin_words import is_parent, name_of_kin
from extraction.model.candidates import (
    ActiveEntity,
    Candidate,
    Discard,
    Extraction,
    Extractor,
    RecentMemory,
    Turn,
    Window,
)
from extraction.model.capabilities import is_metered
from extraction.pipeline.splitting import split_claims
from graph.database.session import Session
from graph.errors import UnreadableAnswer
from graph.kernel.registry import registry
from graph.model.records import Caller, Usage
from graph.model.scopes import COMMON_SCOPE, scopes_within
from graph.read import reads
from graph.vocabulary import Quality
from graph.write.intake import candidates, context_window, usage
from graph.write.intake.context_window import EpisodeTurn
from graph.write.intake.usage import AnswerCounts


@dataclass(frozen=True, slots=True)
class ExtractionJob:
    """The extractor and the job that an episode is read for."""

    db: Session
    caller: Caller
    job: str
    extractor: Extractor
    topic: str | None
    scope: str = COMMON_SCOPE

    def within(self, scope: str) -> ExtractionJob:
        """Return it as what is said in a scope is read: with what is seen from there."""
        return replace(self, scope=scope, db=self.db.seen_by(scopes_within(scope)))


class StoredProposals(BaseModel):
    """An extraction with the ids shown to the extractor, as stored with the episode."""

    model_config = ConfigDict(frozen=True)

    extraction: Extraction
    job: str
    entities: tuple[str, ...]
    memories: tuple[str, ...]


async def load_or_extract(
    reading: ExtractionJob, source: EpisodeTurn, earlier: Sequence[EpisodeTurn]
) -> tuple[StoredProposals, Window | None]:
    """Load an episode's proposals, or extract them; also the window if it was extracted now.

    Raises:
        BudgetSpent: nobody may be asked today.
        Unavailable: the model or the store is away.
        UnreadableAnswer: the model's answer is of no use.
    """
    db, tenant, version = reading.db, reading.caller.tenant, reading.extractor.version
    stored = await candidates.load_candidates(db, tenant, source.id, version)
    if stored is not None:
        return StoredProposals.model_validate_json(stored.text), None
    if is_metered(reading.extractor):
        await usage.check_budget(db, tenant)
    window = await build_window(reading, source, earlier)
    try:
        extraction = await reading.extractor.extract(window)
    except UnreadableAnswer as error:
        await count_unreadable(reading, version, error)
        raise
    proposals = StoredProposals(
        extraction=extraction,
        job=reading.job,
        entities=tuple(entity.id for entity in window.entities),
        memories=tuple(memory.id for memory in window.memories),
    )
    winner = await store_proposals(reading, source, proposals)
    return winner, window if winner == proposals else None


async def store_proposals(
    reading: ExtractionJob, source: EpisodeTurn, proposals: StoredProposals
) -> StoredProposals:
    """Store proposals and count their cost; returns what is stored, which may be another's."""
    extraction = proposals.extraction
    record = candidates.StoredCandidates(
        source.id,
        reading.extractor.version,
        proposals.job,
        proposals.model_dump_json(),
        len(split_claims(extraction.candidates, source.occurred_at)),
        extraction.usage,
    )
    discards = sum(
        isinstance(proposal, Discard)
        or (isinstance(proposal, Candidate) and proposal.quality is Quality.DISCARD)
        for proposal in extraction.candidates
    )
    answered = AnswerCounts(len(extraction.candidates), discards, extraction.malformed)
    text = await candidates.store_candidates(
        reading.db, reading.caller.tenant, record, answered=answered
    )
    return StoredProposals.model_validate_json(text)


async def count_unreadable(reading: ExtractionJob, version: str, error: UnreadableAnswer) -> None:
    """Count an unusable answer in daily usage, with its cost."""
    await usage.unreadable(
        reading.db,
        reading.caller.tenant,
        job=reading.job,
        extractor=version,
        usage=error.consumed if isinstance(error.consumed, Usage) else None,
    )


async def rebuild_window(
    reading: ExtractionJob,
    source: EpisodeTurn,
    earlier: Sequence[EpisodeTurn],
    stored: StoredProposals,
) -> Window:
    """Rebuild the window of an earlier extraction, with what was shown at that time."""
    window = await build_window(reading, source, earlier)
    missing = set(stored.entities) - {entity.id for entity in window.entities}
    entities = await reads.entities_by_id(reading.db, reading.caller, sorted(missing))
    memory_ids = {memory.id for memory in window.memories}
    return window.model_copy(
        update={
            "entities": (
                *window.entities,
                *(ActiveEntity(id=e.id, name=e.name, kind=e.kind) for e in entities.values()),
            ),
            "memories": (
                *window.memories,
                *(
                    RecentMemory(id=memory_id, text="")
                    for memory_id in stored.memories
                    if memory_id not in memory_ids
                ),
            ),
        }
    )


async def build_window(
    reading: ExtractionJob, source: EpisodeTurn, earlier: Sequence[EpisodeTurn]
) -> Window:
    """Build the context window of an episode."""
    limits, tenant = reading.db.limits.extraction, reading.caller.tenant
    # What comes of the answer is judged by the registry as it stands then; here it is as last seen.
    known = registry.cached_registry(reading.db, tenant) or await registry.load(reading.db, tenant)
    surroundings = await context_window.build_context(
        reading.db,
        tenant,
        source,
        earlier=earlier,
        turns_max=limits.turns,
        length_max=limits.turn_length,
        entities_max=limits.entities,
        memories_max=limits.memories,
        name_of_role=name_of_kin,
        is_own_role=is_parent,
    )
    return Window(
        turn=to_turn(source),
        previous=tuple(to_turn(turn) for turn in surroundings.turns),
        entities=tuple(
            ActiveEntity(id=entity.id, name=entity.name, kind=entity.kind, role=entity.role)
            for entity in surroundings.entities
        ),
        memories=tuple(RecentMemory(**asdict(memory)) for memory in surroundings.memories),
        topic=reading.topic,
        language=known.policy.language,
    )


def to_turn(source: EpisodeTurn) -> Turn:
    """Convert an episode to a turn."""
    return Turn(
        id=source.id,
        speaker=source.speaker,
        source_kind=source.source_kind,
        text=source.text,
        occurred_at=source.occurred_at,
        for_review=source.for_review,
    )
