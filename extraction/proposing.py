"""What is proposed from an episode: asked for once, kept, and found again ever after."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict

from extraction.members import singles
from extraction.model import (
    ENTITIES_MAX,
    MEMORIES_MAX,
    TURN_LENGTH_MAX,
    TURNS_MAX,
    ActiveEntity,
    Extraction,
    Extractor,
    RecentMemory,
    Turn,
    Window,
)
from graph import proposals, reads, surroundings
from graph.model import Caller
from graph.session import Session
from graph.surroundings import Heard


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
    """What is proposed from the episode; with the window, if the extractor had to be asked now."""
    db, tenant, version = reading.db, reading.caller.tenant, reading.extractor.version
    kept = await proposals.kept(db, tenant, heard.id, version)
    if kept is not None:
        return Proposed.model_validate_json(kept.text), None
    window = await _window(reading, heard, earlier)
    extraction = await reading.extractor.extract(window)
    shown = Proposed(
        extraction=extraction,
        job=reading.job,
        entities=tuple(entity.id for entity in window.entities),
        memories=tuple(memory.id for memory in window.memories),
    )
    count = len(singles(extraction.candidates, heard.occurred_at))
    mine = proposals.Kept(
        heard.id, version, reading.job, shown.model_dump_json(), count, extraction.usage
    )
    first = Proposed.model_validate_json(await proposals.keep(db, tenant, mine))
    return first, window if first == shown else None


async def shown_again(
    reading: Reading, heard: Heard, earlier: Sequence[Heard], kept: Proposed
) -> Window:
    """The window of an earlier reading: what was shown then, whatever has changed since."""
    window = await _window(reading, heard, earlier)
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
