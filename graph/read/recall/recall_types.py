"""What is asked of recall, and what it gives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo
from enum import Enum, auto
from typing import Any, Protocol

from graph.clock import END_OF_TIME, START_OF_TIME
from graph.database.embeddings.vectors import Vector
from graph.model.records import AsOf, Belief
from graph.vocabulary import RecallKind

_MOMENT = datetime.resolution

Moments = tuple[datetime, datetime]


@dataclass(frozen=True, slots=True)
class EmbeddedQuestion:
    """A question's vector with the model's name; or why there is none."""

    vector: Vector | None
    model: str
    degraded: tuple[str, ...]


class WordEmbedder(Protocol):
    """A model that makes the vector of a question, and tells how much alike words are."""

    async def embed(self, question: str) -> EmbeddedQuestion:
        """Return the question's vector; a model that fails is said, and never an error."""
        ...

    async def likeness(
        self, asked: Sequence[str], others: Sequence[str]
    ) -> Mapping[str, Mapping[str, float]]:
        """Return for asked words the cosines of their vectors with those of others.

        What cannot be told is left out.
        """
        ...


@dataclass(frozen=True, slots=True)
class AskedPeriod:
    """The period of valid time that a question names: half-open, a bound that is None is open."""

    valid_from: datetime | None
    valid_to: datetime | None

    @property
    def moments(self) -> Moments:
        """The first and the last moment of it."""
        return self.valid_from or START_OF_TIME, (self.valid_to or END_OF_TIME) - _MOMENT

    def nearest(self, at: datetime) -> datetime:
        """Return the moment of it that is nearest to an instant."""
        first, last = self.moments
        return min(max(at, first), last)


class Tense(Enum):
    """What a question without a period asks about, as its words tell.

    FORMER asks for what has ended ("Where did I use to live?"), PAST for what has been, also what
    still is ("When did I visit Kyoto?"), FUTURE for what is to come.
    """

    PRESENT = auto()
    FORMER = auto()
    PAST = auto()
    FUTURE = auto()


@dataclass(frozen=True, slots=True)
class Question:
    """A question in words, with what was read out of it.

    What held at any time of its ``period`` is recalled; without one, what its ``tense`` asks for,
    seen from ``as_of``. A period of several ``parts`` reaches over all of them, and what held in
    none of them is not recalled.
    ``present`` says that it is as of what is known now, which the vector index can filter by.
    ``about`` is what it asks, without the time that it names; the whole text, if it is None. If
    that has the name of the ``asker`` in place of the first person, it is a name that it names.
    ``embedder`` makes its vector, while the words and names are looked for; None: there is no
    model.
    ``zone`` is where the days begin that it names.
    ``include`` says what may come. ``entity`` and ``topic`` narrow it; ``k`` of each kind at most,
    of ``min_score`` and more, from beliefs of ``min_confidence`` and more. ``tokens_max`` bounds
    the context block.
    """

    text: str
    as_of: AsOf
    zone: tzinfo = UTC
    period: AskedPeriod | None = None
    parts: tuple[AskedPeriod, ...] = ()
    tense: Tense = Tense.PRESENT
    present: bool = False
    about: str | None = None
    asker: str | None = None
    embedder: WordEmbedder | None = None
    include: frozenset[RecallKind] = frozenset({RecallKind.MEMORIES})
    entity: str | None = None
    topic: str | None = None
    k: int = 5
    min_score: float = 0.35
    min_confidence: float = 0.4
    tokens_max: int = 800

    @property
    def words(self) -> str:
        """What is to be found."""
        return self.text if self.about is None else self.about

    @property
    def moments(self) -> Moments:
        """The first and the last moment of valid time that it asks about."""
        if self.period is not None:
            return self.period.moments
        at = self.as_of.valid_at
        match self.tense:
            case Tense.PRESENT:
                return at, at
            case Tense.FUTURE:
                return at, AskedPeriod(at, None).moments[1]
            case _:
                return START_OF_TIME, at

    @property
    def stretches(self) -> tuple[Moments, ...]:
        """The first and the last moment of each of its parts."""
        return tuple(one.moments for one in self.parts) or (self.moments,)

    @property
    def resolved_as_of(self) -> AsOf:
        """The two times that it asks about; of a period, the moment nearest to the asking."""
        if self.period is None:
            return self.as_of
        return replace(self.as_of, valid_at=self.period.nearest(self.as_of.valid_at))


@dataclass(frozen=True, slots=True)
class RecallItem:
    """One belief that was recalled, by its best memory.

    A hint has none, and what says only that something is over, or is not so, has none.

    ``via``: vector, words, graph.
    """

    memory: str
    belief: Belief | None
    score: float
    relevance: float
    recency: float
    importance: float
    via: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EpisodeHit:
    """What was said that has to do with a question. ``score``: in shares of the best one's."""

    episode: str
    score: float


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """What the user may be asked: the id of an open contradiction, and the question in words."""

    contradiction: str
    text: str


@dataclass(frozen=True, slots=True)
class Recall:
    """What was recalled for a question: items, the best first, and rules, constraints first.

    Hints and episodes come only where they are asked for, and are no beliefs. ``questions`` are
    what the user may be asked, the oldest first.
    The items held at some time of the ``period``; without one, at ``as_of``.
    ``considered`` has an entry for each memory that came to mind, with its signals, its score and
    what became of it. ``context`` is the block for a prompt.
    """

    id: str
    at: datetime
    query: str
    as_of: AsOf
    items: tuple[RecallItem, ...]
    rules: tuple[str, ...]
    hints: tuple[RecallItem, ...]
    episodes: tuple[EpisodeHit, ...]
    questions: tuple[OpenQuestion, ...]
    degraded: tuple[str, ...]
    context: str
    considered: tuple[Mapping[str, Any], ...]
    period: AskedPeriod | None = None
