"""Build an extractor's context: previous turns, known entities, current memories."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, timezone
from itertools import pairwise

from graph.clock import END_OF_TIME
from graph.database.session import Row, Session
from graph.model.scopes import COMMON_SCOPE, name_in_scope
from graph.validation import name_key
from graph.vocabulary import SourceKind

_KEYS_MAX = 400
_NAME_WORDS_MAX = 4
_WORD = re.compile(r"[^\W_][\w.'\u2019&-]*")
_THING = re.compile(
    r"\b(?:the|this|our|a|an)\s+([^\W\d_][\w-]*(?:\s+[^\W\d_][\w-]*){0,2})", re.IGNORECASE
)
# Han, Katakana, and Hangul with the particle that is written to its end.
_RUN = re.compile(
    "[\u4e00-\u9fff\u3005]+|[\u30a1-\u30fa\u30fc]+|[\uac00-\ud7a3]+(?=[\uac00-\ud7a3])"
)
# "And", "with", "for", "so" and the article, joined to an Arabic word.
_JOINED = re.compile(
    "(?:[\u0648\u0641]?[\u0628\u0644\u0643]?(?:\u0627\u0644)?)(?=[\u0621-\u064a]{2})"
)
_ROLE = re.compile(r"\b(?:my|our)\s+([^\W\d_][\w-]*(?:\s+[^\W\d_][\w-]*)?)", re.IGNORECASE)
_TAIL = re.compile(r"['\u2019]s$|[.'\u2019]+$")


@dataclass(frozen=True, slots=True)
class EpisodeTurn:
    """A turn in a context window; ``occurred_at`` has the message's own offset.

    ``for_review``: a person decides on what is read in it. Of earlier turns nothing is.
    """

    id: str
    session: str | None
    source_kind: SourceKind
    speaker: str | None
    text: str
    occurred_at: datetime
    scope: str = COMMON_SCOPE
    for_review: bool = False


@dataclass(frozen=True, slots=True)
class Known:
    """An entity that words in or before the episode may name."""

    id: str
    name: str
    kind: str
    role: str | None


@dataclass(frozen=True, slots=True)
class CurrentMemory:
    """A memory that holds when the episode is said: its sentence, and its claim if it makes one.

    ``begins`` is when it comes to hold, if that is after the episode.
    """

    id: str
    text: str
    entity: str | None
    attribute: str | None
    context: str | None
    value: str | None
    begins: datetime | None


@dataclass(frozen=True, slots=True)
class ContextWindow:
    """The context of an episode: previous turns (oldest first), entities, current memories."""

    turns: tuple[EpisodeTurn, ...]
    entities: tuple[Known, ...]
    memories: tuple[CurrentMemory, ...]


async def load_turns(db: Session, tenant: str, job: str) -> list[EpisodeTurn]:
    """Load the episodes of a job, in their order."""
    rows = await db.read("write/intake/jobs/turns", tenant=tenant, job=job)
    return [build_turn(row, row["session"]) for row in rows]


async def load_labelled(
    db: Session, tenant: str, session: str, labels: Sequence[str], *, length: int, limit: int
) -> list[Row]:
    """Load what was said in a session under some labels, in order: id, speaker, scope and text."""
    return await db.read(
        "write/intake/episodes/said_under_labels",
        tenant=tenant,
        session=session,
        labels=list(labels),
        length=length,
        limit=limit,
    )


async def keep_speakers(db: Session, tenant: str, names: Mapping[str, str]) -> None:
    """Keep with episodes, given by id, whom the labels mean under which they were said."""
    rows = [{"id": key, "name": name} for key, name in names.items()]
    await db.write("write/intake/episodes/name_speakers", tenant=tenant, names=rows)


async def build_context(
    db: Session,
    tenant: str,
    episode: EpisodeTurn,
    *,
    earlier: Sequence[EpisodeTurn],
    turns_max: int,
    length_max: int,
    entities_max: int,
    memories_max: int,
    name_of_role: Callable[[str], str] = str,
    is_own_role: Callable[[str], bool] = lambda _: False,
) -> ContextWindow:
    """Build the context of an episode; ``earlier`` is used for one without a session.

    ``name_of_role`` gives the name by which somebody's own is known: "my mum" is "Ana's mother".
    ``is_own_role`` says whether a bare word means one of the speaker's own: "mum".
    """
    turns = [replace(turn, text=turn.text[:length_max]) for turn in earlier[-turns_max:]]
    if episode.session is not None:
        turns = await _load_previous(
            db, tenant, episode, turns_max=turns_max, length_max=length_max
        )
    # What held then, and not today, is what the words are about: a history is read late.
    said_at = episode.occurred_at.astimezone(UTC)
    keys = _name_keys([episode, *turns], name_of_role, is_own_role)
    rows = await db.read(
        "write/intake/episodes/window_entities",
        tenant=tenant,
        keys=[name_in_scope(scope, key) for scope in _scopes(db) for key in keys],
        at=said_at,
        forever=END_OF_TIME,
        limit=entities_max,
    )
    entities = tuple(Known(row["id"], row["name"], row["kind"], row["role"]) for row in rows)
    memories = await db.read(
        "write/intake/episodes/window_memories",
        tenant=tenant,
        entities=[entity.id for entity in entities],
        now=db.clock(),
        said_by=said_at,
        limit=memories_max,
    )
    return ContextWindow(tuple(turns), entities, _current_memories(memories, entities))


def _current_memories(rows: Sequence[Row], entities: Sequence[Known]) -> tuple[CurrentMemory, ...]:
    names = {entity.id: entity.name for entity in entities}
    return tuple(replace(CurrentMemory(**row), entity=names.get(row["entity"])) for row in rows)


async def kinds_of_names(db: Session, tenant: str, names: Sequence[str]) -> dict[str, list[str]]:
    """Return the kinds of the entities with each name; unknown names are left out."""
    keys = {name_in_scope(scope, name_key(name)): name for scope in _scopes(db) for name in names}
    rows = await db.read("write/intake/episodes/kinds_of_names", tenant=tenant, keys=sorted(keys))
    kinds: dict[str, list[str]] = {}
    for row in rows:
        kinds.setdefault(keys[row["key"]], []).append(row["kind"])
    return kinds


def _scopes(db: Session) -> tuple[str, ...]:
    """Return the scopes whose names are known: those that are seen."""
    return db.scopes or (COMMON_SCOPE,)


async def _load_previous(
    db: Session, tenant: str, episode: EpisodeTurn, *, turns_max: int, length_max: int
) -> list[EpisodeTurn]:
    rows = await db.read(
        "write/intake/episodes/turns_before",
        tenant=tenant,
        session=episode.session,
        episode=episode.id,
        occurred_at=episode.occurred_at.astimezone(UTC),
        length=length_max,
        limit=turns_max,
    )
    return [build_turn(row, episode.session) for row in reversed(rows)]


def build_turn(row: Row, session: str | None) -> EpisodeTurn:
    """Build a turn from a row."""
    zone = timezone(timedelta(minutes=row["offset_minutes"] or 0))
    return EpisodeTurn(
        id=row["id"],
        session=session,
        source_kind=SourceKind(row["source_kind"]),
        speaker=row["speaker"],
        text=row["text"],
        occurred_at=row["occurred_at"].astimezone(zone),
        scope=row["scope"],
        for_review=row.get("for_review", False),
    )


def _name_keys(
    turns: Sequence[EpisodeTurn],
    name_of_role: Callable[[str], str],
    is_own_role: Callable[[str], bool],
) -> list[str]:
    """Return the keys of possible names: the speakers, and what words may name."""
    keys = dict.fromkeys(name_key(turn.speaker or "user") for turn in reversed(turns))
    for turn in turns:
        for name in possible_names(turn.text, turn.speaker or "user", is_own_role):
            keys.setdefault(name_key(name))
            keys.setdefault(name_key(name_of_role(name)))
    return list(keys)[:_KEYS_MAX]


def possible_names(
    text: str, speaker: str, is_own_role: Callable[[str], bool] = lambda _: False
) -> Iterator[str]:
    """Yield what may be names in a text: up to four successive words from each that begins one.

    A word begins one unless it is written small; after an article it may be small, and so may the
    first word of "uncle Alec". "My dad" is called by whose he is, and so is a bare "dad" where
    ``is_own_role`` says that it means the speaker's. Scripts that write no blanks name by runs of
    one script, and Arabic by words without what is joined to their beginning.
    """
    for role in _ROLE.findall(text):
        words = role.split()
        for length in range(1, len(words) + 1):
            yield f"{speaker}'s {' '.join(words[:length])}"
    for thing in _THING.findall(text):
        words = thing.split()
        for length in range(1, len(words) + 1):
            yield " ".join(words[:length])
    yield from _RUN.findall(text)
    words = _WORD.findall(text)
    yield from (f"{speaker}'s {word}" for word in words if is_own_role(word))
    yield from _with_small_words(words)
    for start, word in enumerate(words):
        if word[0].islower() and not any(character.isdigit() for character in word):
            continue
        if joined := _JOINED.match(word):
            yield word[joined.end() :]
        for length in range(1, _NAME_WORDS_MAX + 1):
            yield _TAIL.sub("", " ".join(words[start : start + length]))


def _with_small_words(words: Sequence[str]) -> Iterator[str]:
    """Yield each capital word with the small one before it: "uncle Alec"."""
    for small, name in pairwise(words):
        if small[0].islower() and name[0].isupper():
            yield _TAIL.sub("", f"{small} {name}")
