"""Data types of extraction: the context window an extractor reads and the candidates it proposes.

An extractor turns a ``Window`` into an ``Extraction``. It proposes only: nothing here has been
grounded, judged or resolved, and no field is trusted because an extractor set it. Subjects and
entity objects are mentions as written ("I", "my manager", "Ana") or ids from the window's active
entities; coreference resolution, not the extractor, decides which entity they refer to.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Literal, Protocol, TypeAlias, runtime_checkable

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, StringConstraints

from graph.model.records import Usage
from graph.vocabulary import (
    GroundingVerdict,
    MemoryType,
    Precision,
    Quality,
    SourceKind,
    SpeechAct,
    TimeBasis,
)

TURNS_MAX = 20
TURN_LENGTH_MAX = 2_000
ENTITIES_MAX = 30
MEMORIES_MAX = 15
# Of one reading, whatever the limits: beyond them the most important are kept, and the rest decided
# against where one can see it.
PROPOSALS_MAX = 200
ADJUSTMENT_MAX = 0.2
# Attributes whose values are planned, wished or aimed at: they hold while they are, whenever that
# is to be.
OF_PLANS = frozenset({"plans", "wants", "goal", "considering"})
_SHORT_ID = re.compile(r"(?P<what>[em])(?P<number>[1-9][0-9]?)")

Words = Annotated[str, StringConstraints(min_length=1, max_length=2_000)]
Snake = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,79}$")]
Tag: TypeAlias = Literal["convention", "constraint"]
Score = Annotated[float, Field(ge=0.0, le=1.0, allow_inf_nan=False)]


class SourceConfidence(StrEnum):
    """How directly the text says it."""

    DIRECT = "direct"
    CONFIRMED = "confirmed"
    INFERRED = "inferred"
    SPECULATED = "speculated"


class Frozen(BaseModel):
    """Immutable pydantic model that rejects unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=False)


class Turn(Frozen):
    """One episode as extractors see it; ``occurred_at`` keeps the message's own UTC offset.

    ``for_review``: a person decides on what is read in it.
    """

    id: str
    speaker: str | None
    source_kind: SourceKind
    text: str
    occurred_at: AwareDatetime
    for_review: bool = False


class ActiveEntity(Frozen):
    """A known entity that the text may refer to."""

    id: str
    name: str
    kind: str
    role: str | None = None


class RecentMemory(Frozen):
    """A stored memory, shown so that a repetition becomes a confirmation, not a new claim.

    ``entity``, ``attribute``, ``context`` and ``value`` are those of its claim; absent if it makes
    none. The entity is given by its name. ``begins`` is when what is to come comes to hold.
    """

    id: str
    text: str
    entity: str | None = None
    attribute: str | None = None
    context: str | None = None
    value: str | None = None
    begins: AwareDatetime | None = None


class Window(Frozen):
    """Context window: the new turn, earlier turns, and known entities and memories.

    ``turn`` is complete; ``previous`` holds at most 20 earlier turns of the session, oldest first,
    each cut at 2,000 characters. Only ``turn`` may be quoted as evidence of a new claim; the others
    are context. Claims are worded in ``language``; in English if there is none.
    """

    turn: Turn
    previous: tuple[Turn, ...] = ()
    entities: tuple[ActiveEntity, ...] = ()
    memories: tuple[RecentMemory, ...] = ()
    topic: str | None = None
    language: str | None = None


class LiteralObject(Frozen):
    """A literal value, as written."""

    literal: Words


class EntityObject(Frozen):
    """A reference to an entity: a mention as written, or an active entity's id."""

    entity: Words
    kind: str | None = None


class ListObject(Frozen):
    """Several values of one predicate; each member becomes a claim of its own."""

    list: tuple[LiteralObject | EntityObject, ...] = Field(min_length=1, max_length=20)


Member: TypeAlias = LiteralObject | EntityObject
Object: TypeAlias = LiteralObject | EntityObject | ListObject


class Bound(Frozen):
    """A bound of an interval: the quoted expression and the instant it resolves to.

    ``at`` without ``text`` was computed by code; ``text`` without ``at`` is not resolved yet.
    """

    text: str | None = None
    at: AwareDatetime | None = None
    precision: Precision | None = None


class Candidate(Frozen):
    """One proposed claim, not yet judged.

    ``object`` is absent only for a negative claim without a value ("I left my job"). ``basis``
    defaults to STATED if there is a start, else OBSERVED. ``vouched_until`` is the time of speaking
    for what is claimed to hold now, and absent otherwise. ``many`` is the cardinality hint: whether
    the subject may have several such objects at once. ``confidence`` is the extractor's own
    estimate; it is recorded, not used: the admitted confidence follows from ``source_confidence``,
    ``adjustment``, ``grounding`` and the extractor's ``trust``.

    ``standing``: the extractor says that an instruction is meant for good, in whatever words.
    ``replaces`` is the memory that it puts right; what it does not say of the time stays as it was.
    ``category`` is the special category that an extractor finds in it, whatever its predicate.
    ``predicate_said`` is the extractor's own name of the attribute, where the registry has another.

    ``end_unknown``: the words say that it is over, and not when it ended ("I used to live in
    Rome"). ``start_unknown``: they say when it ended, and not when it began ("until 2011"). Each
    says nothing where the bound is given or the claim is negative.
    """

    type: MemoryType
    subject: Words
    subject_kind: str | None = None
    predicate: Snake
    predicate_said: Snake | None = None
    object: Object | None
    context: str | None = None
    text: Words
    importance: Score
    confidence: Score | None = None
    source_confidence: SourceConfidence
    inference: bool = False
    span: Words
    turn: str
    start: Bound | None = None
    end: Bound | None = None
    start_unknown: bool = False
    end_unknown: bool = False
    basis: TimeBasis | None = None
    vouched_until: AwareDatetime | None = None
    negative: bool = False
    corrects: bool = False
    speech_act: SpeechAct = SpeechAct.ASSERTION
    quality: Quality = Quality.KEEP
    quality_reason: str = ""
    adjustment: Annotated[float, Field(ge=-ADJUSTMENT_MAX, le=ADJUSTMENT_MAX)] = 0.0
    grounding: GroundingVerdict = GroundingVerdict.SUPPORTED
    tags: tuple[Tag, ...] = ()
    standing: bool = False
    category: str | None = None
    many: bool | None = None
    replaces: str | None = None


def weight(claim: Candidate) -> tuple[bool, bool, float]:
    """Rank a claim where there are too many: what is to be kept, what is meant, its importance."""
    meant = claim.speech_act is SpeechAct.ASSERTION
    return claim.quality is Quality.KEEP, meant, claim.importance


class Confirmation(Frozen):
    """A statement that only repeats a stored memory."""

    confirms: str
    span: Words
    turn: str


class Denial(Frozen):
    """A statement that a stored memory holds no more, or that it was wrong (``corrects``).

    ``start`` is since when it does not hold. ``replaced_by`` is the subject and the predicate of
    the claim that stands beside it, if one does.
    """

    denies: str
    span: Words
    turn: str
    start: Bound | None = None
    corrects: bool = False
    replaced_by: tuple[Words, Snake] | None = None


class Discard(Frozen):
    """Words of which a claim might be made, and why the extractor makes none."""

    reason: str
    span: str
    turn: str


Proposal: TypeAlias = Candidate | Confirmation | Denial | Discard


@dataclass(frozen=True, slots=True)
class Shown:
    """What an extraction prompt shows: the new turn, and entities and memories by short id.

    ``e1`` is the first entity, ``m1`` the first memory: ids of the store cost sixteen tokens each.
    """

    turn: Turn
    entities: Sequence[str] = ()
    memories: Sequence[str] = ()

    @classmethod
    def of(cls, window: Window) -> Shown:
        """Return what the prompt of a window shows."""
        return cls(
            window.turn,
            tuple(entity.id for entity in window.entities),
            tuple(memory.id for memory in window.memories),
        )

    def whole(self, given: str) -> str:
        """Return the id that a short id stands for; anything else as it is."""
        short = _SHORT_ID.fullmatch(given)
        if short is None:
            return given
        ids = self.entities if short["what"] == "e" else self.memories
        number = int(short["number"]) - 1
        return ids[number] if number < len(ids) else given

    def memory(self, given: str | None) -> str | None:
        """Return the id of a memory that was shown; None for anything else."""
        whole = None if given is None else self.whole(given)
        return whole if whole in self.memories else None


class Extraction(Frozen):
    """Result of one extraction from a window: its proposals; none is a valid result.

    ``malformed`` counts proposals that did not fit the schema and were dropped.
    """

    candidates: tuple[Proposal, ...]
    extractor: str
    usage: Usage | None = None
    malformed: int = 0


@runtime_checkable
class Extractor(Protocol):
    """Extracts candidate claims from a context window. Must not read the clock."""

    @property
    def name(self) -> str:
        """Display name: ``offline``, ``claude``."""
        ...

    @property
    def version(self) -> str:
        """Key under which extractions are stored; changes whenever results may change."""
        ...

    @property
    def trust(self) -> float:
        """Trust factor applied to every confidence, 0 to 1."""
        ...

    async def extract(self, window: Window) -> Extraction:
        """Extract the claims of the window's new turn.

        Raises:
            ModelUnavailable: the model cannot answer now; retry later.
            UnreadableAnswer: the answer is unusable.
        """
        ...


def is_over(candidate: Candidate) -> bool:
    """Return whether a claim is one of the past of which no words say when it ended."""
    return candidate.end_unknown and candidate.end is None and not candidate.negative


def instant_of(bound: Bound | None) -> datetime | None:
    """Return the instant of a bound, if it has one."""
    return None if bound is None else bound.at
