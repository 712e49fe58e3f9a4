"""What an extractor is shown around an episode: earlier turns, who may be meant, what is held."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, timezone

from graph.canonical import name_key
from graph.clock import END_OF_TIME
from graph.session import Row, Session
from graph.vocabulary import SourceKind

_KEYS_MAX = 400
_NAME_WORDS_MAX = 4
_NAMING_TURNS = 3
_WORD = re.compile(r"[^\W_][\w.'\u2019&-]*")
_TAIL = re.compile(r"['\u2019]s$|[.'\u2019]+$")


@dataclass(frozen=True, slots=True)
class Heard:
    """An episode as it goes into a window; ``occurred_at`` has the message's own offset."""

    id: str
    session: str | None
    source_kind: SourceKind
    speaker: str | None
    text: str
    occurred_at: datetime


@dataclass(frozen=True, slots=True)
class Known:
    """Somebody or something that the words around an episode may mean."""

    id: str
    name: str
    kind: str
    role: str | None


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What is known around an episode: earlier turns (oldest first), entities, claims in force."""

    turns: tuple[Heard, ...]
    entities: tuple[Known, ...]
    memories: tuple[tuple[str, str], ...]


async def of_job(db: Session, tenant: str, job: str) -> list[Heard]:
    """The episodes of a job, in the order said."""
    rows = await db.read("read/job_turns", tenant=tenant, job=job)
    return [heard_of(row, row["session"]) for row in rows]


async def around(
    db: Session,
    tenant: str,
    episode: Heard,
    *,
    earlier: Sequence[Heard],
    turns_max: int,
    length_max: int,
    entities_max: int,
    memories_max: int,
) -> Surroundings:
    """What stands around an episode; ``earlier`` serves where it belongs to no session."""
    turns = [replace(turn, text=turn.text[:length_max]) for turn in earlier[-turns_max:]]
    if episode.session is not None:
        turns = await _before(db, tenant, episode, turns_max=turns_max, length_max=length_max)
    keys = _name_keys([episode, *turns[-_NAMING_TURNS:]])
    rows = await db.read(
        "read/window_entities",
        tenant=tenant,
        keys=keys,
        now=db.clock(),
        forever=END_OF_TIME,
        limit=entities_max,
    )
    entities = tuple(Known(row["id"], row["name"], row["kind"], row["role"]) for row in rows)
    memories = await db.read(
        "read/window_memories",
        tenant=tenant,
        entities=[entity.id for entity in entities],
        now=db.clock(),
        said_by=episode.occurred_at.astimezone(UTC),
        limit=memories_max,
    )
    told = tuple((row["id"], row["text"]) for row in memories)
    return Surroundings(tuple(turns), entities, told)


async def named(db: Session, tenant: str, names: Sequence[str]) -> dict[str, list[str]]:
    """The kinds of the entities that go by each name; a name nobody bears is left out."""
    keys = {name_key(name): name for name in names}
    rows = await db.read("read/kinds_named", tenant=tenant, keys=sorted(keys))
    found: dict[str, list[str]] = {}
    for row in rows:
        found.setdefault(keys[row["key"]], []).append(row["kind"])
    return found


async def _before(
    db: Session, tenant: str, episode: Heard, *, turns_max: int, length_max: int
) -> list[Heard]:
    rows = await db.read(
        "read/turns_before",
        tenant=tenant,
        session=episode.session,
        episode=episode.id,
        occurred_at=episode.occurred_at.astimezone(UTC),
        length=length_max,
        limit=turns_max,
    )
    return [heard_of(row, episode.session) for row in reversed(rows)]


def heard_of(row: Row, session: str | None) -> Heard:
    """An episode from a row that has it."""
    zone = timezone(timedelta(minutes=row["offset_minutes"] or 0))
    return Heard(
        id=row["id"],
        session=session,
        source_kind=SourceKind(row["source_kind"]),
        speaker=row["speaker"],
        text=row["text"],
        occurred_at=row["occurred_at"].astimezone(zone),
    )


def _name_keys(turns: Sequence[Heard]) -> list[str]:
    """Every stretch of words that could be a name: the speakers, and up to four words in a row."""
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
