"""What is proposed from an episode: asked for once, kept, and found again ever after."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict

from extraction.abilities import metered
from extraction.members import singles
from extraction.model import (
    ENTITIES_MAX,
    MEMORIES_MAX,
    TURN_LENGTH_MAX,
    TURNS_MAX,
    ActiveEntity,
    Candidate,
    Extraction,
    Extractor,
    Quality,
    RecentMemory,
    Turn,
    Window,
)
from graph import proposals, reads, surroundings, tallies
from graph.errors import UnreadableAnswer
from graph.model import Caller, Usage
from graph.session import Session
from graph.surroundings import Heard
from graph.tallies import Answered


@dataclass(frozen=True, slots=True)
class Reading:
    """Who reads, and for which job."""

    db: Session
    caller: Caller
    job: str
    extractor: Extractor
    topic: str | None


class Proposed(BaseModel):
    """An extraction with the ids that were shown to the extractor, as kept with the episode."""

    model_config = ConfigDict(frozen=True)

    extraction: Extraction
    job: str
    entities: tuple[str, ...]
    memories: tuple[str, ...]


async def proposed(
    reading: Reading, heard: Heard, earlier: Sequence[Heard]
) -> tuple[Proposed, Window | None]:
    """What is proposed from the episode; with the window, if the extractor had to be asked now.

    Raises:
        BudgetSpent: nobody may be asked today.
        Unavailable: the model or the store is away.
        UnreadableAnswer: the model's answer is of no use.
    """
    db, tenant, version = reading.db, reading.caller.tenant, reading.extractor.version
    kept = await proposals.kept(db, tenant, heard.id, version)
    if kept is not None:
        return Proposed.model_validate_json(kept.text), None
    if metered(reading.extractor):
        await tallies.refuse_overspent(db, tenant)
    window = await window_of(reading, heard, earlier)
    try:
        extraction = await reading.extractor.extract(window)
    except UnreadableAnswer as error:
        await count_unreadable(reading, version, error)
        raise
    shown = Proposed(
        extraction=extraction,
        job=reading.job,
        entities=tuple(entity.id for entity in window.entities),
        memories=tuple(memory.id for memory in window.memories),
    )
    first = await keep(reading, heard, shown)
    return first, window if first == shown else None


async def keep(reading: Reading, heard: Heard, shown: Proposed) -> Proposed:
    """Keep what was proposed, and count what it consumed; what is kept now, mine or another's."""
    extraction = shown.extraction
    mine = proposals.Kept(
        heard.id,
        reading.extractor.version,
        shown.job,
        shown.model_dump_json(),
        len(singles(extraction.candidates, heard.occurred_at)),
        extraction.usage,
    )
    discards = sum(
        isinstance(one, Candidate) and one.quality is Quality.DISCARD
        for one in extraction.candidates
    )
    answered = Answered(len(extraction.candidates), discards, extraction.malformed)
    text = await proposals.keep(reading.db, reading.caller.tenant, mine, answered=answered)
    return Proposed.model_validate_json(text)


async def count_unreadable(reading: Reading, version: str, error: UnreadableAnswer) -> None:
    """Count an answer of no use: it cost what it cost."""
    await tallies.unreadable(
        reading.db,
        reading.caller.tenant,
        job=reading.job,
        extractor=version,
        usage=error.consumed if isinstance(error.consumed, Usage) else None,
    )


async def shown_again(
    reading: Reading, heard: Heard, earlier: Sequence[Heard], kept: Proposed
) -> Window:
    """The window of an earlier reading: what was shown then, whatever has changed since."""
    window = await window_of(reading, heard, earlier)
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


async def window_of(reading: Reading, heard: Heard, earlier: Sequence[Heard]) -> Window:
    """All that an extractor is shown of an episode."""
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
        turn=turn_of(heard),
        previous=tuple(turn_of(turn) for turn in around.turns),
        entities=tuple(
            ActiveEntity(id=known.id, name=known.name, kind=known.kind, role=known.role)
            for known in around.entities
        ),
        memories=tuple(RecentMemory(id=key, text=text) for key, text in around.memories),
        topic=reading.topic,
    )


def turn_of(heard: Heard) -> Turn:
    """The episode as an extractor sees it."""
    return Turn(
        id=heard.id,
        speaker=heard.speaker,
        source_kind=heard.source_kind,
        text=heard.text,
        occurred_at=heard.occurred_at,
    )
