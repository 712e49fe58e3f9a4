"""Build an extractor's context: previous turns, known entities, current memories."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, timezone

from graph.clock import END_OF_TIME
from graph.database.session import Row, Session
from graph.model.scopes import COMMON_SCOPE, name_in_scope
from graph.validation import name_key
from graph.vocabulary import SourceKind

_KEYS_MAX = 400
_NAME_WORDS_MAX = 4
_NAMING_TURNS = 3
_WORD = re.compile(r"[^\W_][\w.'\u2019&-]*")
_TAIL = re.compile(r"['\u2019]s$|[.'\u2019]+$")


@dataclass(frozen=True, slots=True)
class EpisodeTurn:
    """A turn in a context window; ``occurred_at`` has the message's own offset."""

    id: str
    session: str | None
    source_kind: SourceKind
    speaker: str | None
    text: str
    occurred_at: datetime
    scope: str = COMMON_SCOPE


@dataclass(frozen=True, slots=True)
class Known:
    """An entity that words in or before the episode may name."""

    id: str
    name: str
    kind: str
    role: str | None


@dataclass(frozen=True, slots=True)
class ContextWindow:
    """The context of an episode: previous turns (oldest first), entities, current memories."""

    turns: tuple[EpisodeTurn, ...]
    entities: tuple[Known, ...]
    memories: tuple[tuple[str, str], ...]


async def load_turns(db: Session, tenant: str, job: str) -> list[EpisodeTurn]:
    """Load the episodes of a job, in their order."""
    rows = await db.read("intake/jobs/turns", tenant=tenant, job=job)
    return [build_turn(row, row["session"]) for row in rows]


async def load_labelled(
    db: Session, tenant: str, session: str, labels: Sequence[str], *, length: int, limit: int
) -> list[Row]:
    """Load what was said in a session under some labels, in order: id, speaker, scope and text."""
    return await db.read(
        "intake/episodes/said_under_labels",
        tenant=tenant,
        session=session,
        labels=list(labels),
        length=length,
        limit=limit,
    )


async def keep_speakers(db: Session, tenant: str, names: Mapping[str, str]) -> None:
    """Keep with episodes, given by id, whom the labels mean under which they were said."""
    rows = [{"id": key, "name": name} for key, name in names.items()]
    await db.write("intake/episodes/name_speakers", tenant=tenant, names=rows)


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
) -> ContextWindow:
    """Build the context of an episode; ``earlier`` is used for one without a session."""
    turns = [replace(turn, text=turn.text[:length_max]) for turn in earlier[-turns_max:]]
    if episode.session is not None:
        turns = await _load_previous(
            db, tenant, episode, turns_max=turns_max, length_max=length_max
        )
    keys = _name_keys([episode, *turns[-_NAMING_TURNS:]])
    rows = await db.read(
        "intake/episodes/window_entities",
        tenant=tenant,
        keys=[name_in_scope(scope, key) for scope in _scopes(db) for key in keys],
        now=db.clock(),
        forever=END_OF_TIME,
        limit=entities_max,
    )
    entities = tuple(Known(row["id"], row["name"], row["kind"], row["role"]) for row in rows)
    memories = await db.read(
        "intake/episodes/window_memories",
        tenant=tenant,
        entities=[entity.id for entity in entities],
        now=db.clock(),
        said_by=episode.occurred_at.astimezone(UTC),
        limit=memories_max,
    )
    texts = tuple((row["id"], row["text"]) for row in memories)
    return ContextWindow(tuple(turns), entities, texts)


async def kinds_of_names(db: Session, tenant: str, names: Sequence[str]) -> dict[str, list[str]]:
    """Return the kinds of the entities with each name; unknown names are left out."""
    keys = {name_in_scope(scope, name_key(name)): name for scope in _scopes(db) for name in names}
    rows = await db.read("intake/episodes/kinds_of_names", tenant=tenant, keys=sorted(keys))
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
        "intake/episodes/turns_before",
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
    )


def _name_keys(turns: Sequence[EpisodeTurn]) -> list[str]:
    """Return the keys of possible names: the speakers, and up to four successive words."""
    keys = dict.fromkeys(name_key(turn.speaker or "user") for turn in reversed(turns))
    for turn in turns:
        words = _WORD.findall(turn.text)
        for start, word in enumerate(words):
            if not word[0].isupper() and not word[0].isdigit():
                continue
            for length in range(1, _NAME_WORDS_MAX + 1):
                bare = _TAIL.sub("", " ".join(words[start : start + length]))
                keys.setdefault(name_key(bare))
    return list(keys)[:_KEYS_MAX]
