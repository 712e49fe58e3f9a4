"""What is on its way from text to belief: the window a reader sees, and what he proposes.

An extractor turns a ``Window`` into an ``Extraction``. It proposes only: nothing here has been
grounded, judged or resolved by code yet, and no field is believed because an extractor filled it.
Subjects and entity objects are mentions as said ("I", "my manager", "Ana") or ids out of the
window's active entities; the resolver, not the extractor, decides whom they mean.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Literal, Protocol, TypeAlias, runtime_checkable

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, StringConstraints

from graph.model import Usage
from graph.vocabulary import GroundingVerdict, MemoryType, Precision, SourceKind, TimeBasis

TURNS_MAX = 20
TURN_LENGTH_MAX = 2_000
ENTITIES_MAX = 30
MEMORIES_MAX = 15
CANDIDATES_MAX = 5
ADJUSTMENT_MAX = 0.2

Words = Annotated[str, StringConstraints(min_length=1, max_length=2_000)]
Snake = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,79}$")]
Tag: TypeAlias = Literal["convention", "constraint"]
Score = Annotated[float, Field(ge=0.0, le=1.0, allow_inf_nan=False)]


class SpeechAct(StrEnum):
    """What the speaker was doing with the words."""

    ASSERTION = "assertion"
    HYPOTHETICAL = "hypothetical"
    ROLE_PLAY = "role-play"
    SARCASM = "sarcasm"
    QUESTION = "question"
    PLAN = "plan"


class SourceConfidence(StrEnum):
    """How directly the text says it."""

    DIRECT = "direct"
    CONFIRMED = "confirmed"
    INFERRED = "inferred"
    SPECULATED = "speculated"


class Quality(StrEnum):
    """The extractor's own view of whether the candidate is worth keeping."""

    KEEP = "keep"
    DISCARD = "discard"


class Frozen(BaseModel):
    """A value that is checked when made and never changes."""

    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=False)


class Turn(Frozen):
    """One episode as an extractor sees it; ``occurred_at`` keeps the message's own offset."""

    id: str
    speaker: str | None
    source_kind: SourceKind
    text: str
    occurred_at: AwareDatetime


class ActiveEntity(Frozen):
    """Somebody or something known that the text may mean."""

    id: str
    name: str
    kind: str
    role: str | None = None


class RecentMemory(Frozen):
    """A claim already held, so that repeating it is a confirmation and no new claim."""

    id: str
    text: str


class Window(Frozen):
    """All an extractor may look at: the new turn, and what stands around it.

    ``turn`` is whole; ``previous`` are at most 20 earlier turns of the session, oldest first,
    each cut at 2,000 characters. Only ``turn`` may be quoted as evidence of a new claim; the
    others are there to understand it.
    """

    turn: Turn
    previous: tuple[Turn, ...] = ()
    entities: tuple[ActiveEntity, ...] = ()
    memories: tuple[RecentMemory, ...] = ()
    topic: str | None = None


class LiteralObject(Frozen):
    """A plain value, as said."""

    literal: Words


class EntityObject(Frozen):
    """Somebody or something: a mention as said, or an active entity's id."""

    entity: Words
    kind: str | None = None


class ListObject(Frozen):
    """Several values of one predicate; each member becomes a claim of its own."""

    list: tuple[LiteralObject | EntityObject, ...] = Field(min_length=1, max_length=20)


Member: TypeAlias = LiteralObject | EntityObject
Object: TypeAlias = LiteralObject | EntityObject | ListObject


class Bound(Frozen):
    """A bound of an interval: the words that said it, and the instant they come to.

    ``at`` without ``said`` is a bound that code worked out by itself; ``said`` without ``at``
    is one still to be resolved.
    """

    said: str | None = None
    at: AwareDatetime | None = None
    precision: Precision | None = None


class Candidate(Frozen):
    """One claim proposed, not yet judged.

    ``object`` is absent only for a negative claim that names no value ("I left my job").
    ``basis`` absent: STATED if there is a start, else OBSERVED. ``vouched_until`` is the time of
    speaking for what is said to hold now and since then; absent otherwise. ``many`` is the
    cardinality hint: whether the subject may have several such objects at once.
    ``confidence`` is the extractor's own number and is recorded, not used: what is admitted
    follows from ``source_confidence``, ``adjustment``, ``grounding`` and the trust in him.
    """

    type: MemoryType
    subject: Words
    subject_kind: str | None = None
    predicate: Snake
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
    many: bool | None = None


class Confirmation(Frozen):
    """The turn only repeats a memory already held."""

    confirms: str
    span: Words
    turn: str


Proposal: TypeAlias = Candidate | Confirmation


class Extraction(Frozen):
    """All that one reading of one window gave: 0 to 5 proposals; none is a good answer.

    ``malformed`` counts proposals that did not fit the schema and were left out.
    """

    candidates: tuple[Proposal, ...]
    extractor: str
    usage: Usage | None = None
    malformed: int = 0


@runtime_checkable
class Extractor(Protocol):
    """Whoever reads text for claims. Knows no clock: all he may know is in the window."""

    @property
    def name(self) -> str:
        """Who he is, for people: ``offline``, ``claude``."""
        ...

    @property
    def version(self) -> str:
        """What his answers are kept under; changes whenever they may change."""
        ...

    @property
    def trust(self) -> float:
        """How far his word goes, 0 to 1: a factor of every confidence."""
        ...

    async def extract(self, window: Window) -> Extraction:
        """Propose what the window's new turn says.

        Raises:
            ModelUnavailable: he cannot answer now; ask again later.
            UnreadableAnswer: he answered, and the answer is of no use.
        """
        ...


def resolved(bound: Bound | None) -> datetime | None:
    """The instant of a bound, if there is one."""
    return None if bound is None else bound.at
