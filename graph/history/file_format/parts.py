"""What the lines of a file consist of: references, slots, evidence, contradictions; and a line."""

from __future__ import annotations

from typing import Annotated, ClassVar, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, model_validator

from graph.errors import OutOfRange
from graph.history.file_format.fields import (
    AnyText,
    AttributeName,
    CanonicalText,
    Context,
    ContradictionKey,
    Count,
    EntityKey,
    EpisodeKey,
    Flag,
    Instant,
    LiteralText,
    MemoryKey,
    RejectionKey,
    Score,
    ShortText,
    SpanText,
)
from graph.model.calibration import BANDS
from graph.vocabulary import ContradictionKind, GroundingVerdict


class Part(BaseModel):
    """A JSON object of a line; unknown keys are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Line(Part):
    """The operation of a line, and the system time ``at`` of its event."""

    op: ClassVar[str]
    at: Instant = Field(alias="recorded_at")


class Ref(Part):
    """A reference to an entity."""

    id: EntityKey


Value: TypeAlias = LiteralText | Ref
Canonical: TypeAlias = CanonicalText | Ref


class Slot(Part):
    """The slot of an attribute; a value of a many-valued one has a slot of its own in it."""

    entity: EntityKey
    attribute: AttributeName
    context: Context | None = None


class Span(Part):
    """The exact characters of an episode that support a claim."""

    span: SpanText
    start: Count
    end: Count
    verdict: GroundingVerdict
    episode: EpisodeKey


class CalibratedBand(Part):
    """The marked claims of a band of stated confidence, those of them that are right, its mean."""

    marked: Count
    right: Count
    stated: Score

    @model_validator(mode="after")
    def _consistent(self) -> CalibratedBand:
        if self.right > self.marked:
            raise OutOfRange(
                "more are right than marked", field="right", hint="load it as exported"
            )
        return self


class CalibratedExtractor(Part):
    """What the marks say of an extractor, by band from the lowest to the highest."""

    extractor: AnyText
    weight: Annotated[Count, Field(ge=1)]
    applied: Flag
    bands: Annotated[tuple[CalibratedBand, ...], Field(min_length=BANDS, max_length=BANDS)]


class Confirmations(Part):
    """How often a memory was confirmed, the remaining uncertainty (0 to 1), and when last."""

    times: Count
    doubt: Score
    at: Instant | None = None


class Contradiction(Part):
    """A contradiction that was detected when a memory was recorded.

    Without ``attribute``, ``context`` or ``detected_at`` it has those of the memory; an empty
    context is none. ``stands`` is the entity of its slot if not ``entity``, ``slot_of`` the memory
    whose value has that slot, if the attribute is many-valued. ``rejection`` is the one that stood
    against the memory's value.
    """

    key: ContradictionKey
    kind: ContradictionKind
    held: tuple[MemoryKey, ...]
    start: Instant | None = Field(None, alias="from")
    end: Instant | None = Field(None, alias="to")
    entity: EntityKey
    attribute: AttributeName | None = None
    pending: Flag = Field(default=False, alias="waits")
    context: ShortText | None = None
    detected_at: Instant | None = None
    stands: EntityKey | None = None
    slot_of: MemoryKey | None = None
    rejection: RejectionKey | None = None
