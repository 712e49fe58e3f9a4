"""What an erasure is of: memories, episodes, entities, and what they are called.

- An entity is its whole identity: all memories about it or leading to it, whatever became of them,
  what it said itself, and its names wherever they are.
- An episode or a session takes along the memories that rest on nothing else.
- A memory takes along those that say the same: the same value in the same place, the one that was
  made of it and the ones that it was made of.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from graph.clock import END_OF_TIME
from graph.database.session import Row, Session
from graph.database.tombstones.folded_text import name_runs
from graph.database.tombstones.passages import identifiers, mentions
from graph.errors import NotFound
from graph.governance.erasure.steps import in_steps
from graph.kernel.entities.name_parts import (
    SUFFIXES,
    TITLES,
    with_dotted_title,
    without_titles,
)
from graph.kernel.entities.resolution import load_identity
from graph.validation import dotted_forms, name_key
from graph.vocabulary import Erasable, MemoryType

_OWNS = re.compile(r"['\u2019]s?(?!\w)")
# Words before a name that join it to what it is of: "mother of Ann", and not "the Ann Fox band".
_OF = re.compile(r"(?:^|\s)(?!(?:the|an?)\s)[a-z]")
# What may stand beside a name and is none: "Dr. Ana Silva (she/her)".
_BESIDE = TITLES | SUFFIXES | {"she", "her", "hers", "he", "him", "his", "they", "them", "theirs"}


@dataclass(frozen=True, slots=True)
class Chosen:
    """Selects memories by their ids, to be taken back."""

    ids: tuple[str, ...]

    @property
    def statement(self) -> str:
        """What walks through them."""
        return "governance/erasure/selection/standing"

    @property
    def statement_in_slots(self) -> str:
        """What finds them among all claims of some slots."""
        return "governance/erasure/selection/standing_in_slots"

    @property
    def params(self) -> dict[str, Any]:
        """What both are told."""
        return {"ids": list(self.ids), "forever": END_OF_TIME}

    @property
    def detail(self) -> dict[str, Any]:
        """What is kept of it in a journal: nothing."""
        return {}

    @property
    def action(self) -> str:
        """What takes them back."""
        return "erase"


@dataclass(slots=True)
class Selection:
    """What is to go. ``names`` are those of the erased entities.

    ``longer`` are names of others with one of them in it: who says "Ann Fox" does not mean Ann.
    ``called`` has the names of every entity that the memories are about or lead to. ``summaries``
    are those of the memories that sum up what is erased among other things: they may be made anew,
    and what they quote is masked only where something else has it masked.
    """

    entities: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    episodes: frozenset[str] = frozenset()
    memories: dict[str, Row] = field(default_factory=dict[str, Row])
    called: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    longer: tuple[str, ...] = ()
    summaries: frozenset[str] = frozenset()

    @property
    def spoken(self) -> dict[str, Row]:
        """The memories that are no summaries."""
        return {key: row for key, row in self.memories.items() if key not in self.summaries}

    def quoting(self, memory: str) -> Row | None:
        """Return a memory of it whose quotes are masked; a summary is none, for it quotes all
        turns.
        """
        row = self.memories.get(memory)
        return None if row is None or row["memory"]["type"] == MemoryType.SUMMARY else row

    @property
    def concerned(self) -> set[str]:
        """The entities that the memories are about, or lead to."""
        named = (
            row["memory"][end] for row in self.memories.values() for end in ("entity", "target")
        )
        return {one for one in named if one is not None}

    @property
    def identifiers(self) -> set[str]:
        """What identifies by itself in what the memories say, in canonical form."""
        return {token for row in self.spoken.values() for token in _identifiers(row)}


async def _names(
    db: Session, tenant: str, entities: Sequence[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Load what entities are called, and the names of others with one of theirs in it.

    "Dr. Ana Silva" is Ana Silva too, unless somebody else is called so.
    """
    names = _spelled(await names_of(db, tenant, entities))
    others = await _names_of_others(db, tenant, entities, names)
    taken = set(map(name_key, others))
    bare = {one for name in names if (one := without_titles(name)) and name_key(one) not in taken}
    names += tuple(sorted(bare))
    return names, tuple(name for name in others if _is_anothers(name, names))


def _spelled(called: Mapping[str, Iterable[str]]) -> tuple[str, ...]:
    """Every name of some entities, with the second dots of its letters and without, and with the
    dot of a title before it.
    """
    names = (form for names in called.values() for one in names for form in dotted_forms(one))
    return tuple(dict.fromkeys(form for name in names for form in (name, with_dotted_title(name))))


async def select(db: Session, tenant: str, kind: Erasable, subject: str) -> Selection:
    """Find what an erasure is of; nothing where all of it has gone already."""
    found = Selection()
    ids: set[str] = set()
    if kind is Erasable.ENTITY:
        identity = await load_identity(db.read, tenant, subject)
        found.entities = () if identity is None else tuple(identity["whole"])
        found.names, found.longer = await _names(db, tenant, found.entities)
        ids |= set(
            await _ids(
                db,
                tenant,
                "governance/erasure/selection/memories_about",
                entities=list(found.entities),
            )
        )
        found.episodes = await _spoken_by(db, tenant, found.names, found.longer)
        ids |= await alike(db, tenant, ids)
    elif kind is Erasable.MEMORY:
        ids |= await alike(db, tenant, {subject})
    else:
        found.episodes = await _episodes(db, tenant, kind, subject)
        ids |= await resting_only_on(db, tenant, found.episodes)
        if kind is Erasable.SESSION:
            ids |= set(
                await _ids(
                    db, tenant, "governance/erasure/selection/memories_of_session", session=subject
                )
            )
    found.memories = await details(db, tenant, ids)
    found.called = await names_of(db, tenant, found.concerned)
    return found


async def kind_of(db: Session, tenant: str, subject: str) -> Erasable:
    """Find what an id is of.

    Raises:
        NotFound: the tenant has nothing of that id that can be erased.
    """
    rows = await db.read("governance/erasure/selection/subjects", tenant=tenant, ids=[subject])
    if not rows:
        raise NotFound(
            f"there is no entity, memory or episode {subject}",
            field="subject",
            hint="look it up with `entities` or `memories`",
        )
    return Erasable(rows[0]["kind"])


async def alike(db: Session, tenant: str, memories: Iterable[str]) -> set[str]:
    """Return the memories with those that say the same, and with consolidations of them and
    theirs.
    """
    known: set[str] = set()
    fresh = set(memories)
    while fresh:
        known |= fresh
        found: set[str] = set()
        for part in in_steps(sorted(fresh)):
            found.update(
                await _ids(db, tenant, "governance/erasure/selection/memories_alike", ids=part)
            )
        fresh = found - known
    return known


async def resting_only_on(db: Session, tenant: str, episodes: Iterable[str]) -> set[str]:
    """Return the memories that rest on some episodes and on nothing else."""
    rows = await _resting_on(db, tenant, episodes)
    return {row["id"] for row in rows if not row["elsewhere"]}


async def with_summaries(
    db: Session, tenant: str, selected: Selection, episodes: Iterable[str]
) -> Selection:
    """Return the selection with the summaries that rest on some episodes among others."""
    rows = await _resting_on(db, tenant, episodes)
    found = {row["id"] for row in rows if row["type"] == MemoryType.SUMMARY}
    more = await details(db, tenant, found - selected.memories.keys())
    return replace(selected, memories=selected.memories | more, summaries=frozenset(more))


async def details(db: Session, tenant: str, memories: Iterable[str]) -> dict[str, Row]:
    """Memories with their slots and their evidence, by id."""
    found: dict[str, Row] = {}
    for part in in_steps(sorted(memories)):
        rows = await db.read("governance/erasure/selection/memories", tenant=tenant, ids=part)
        found |= {row["memory"]["id"]: row for row in rows}
    return found


async def names_of(db: Session, tenant: str, entities: Iterable[str]) -> dict[str, list[str]]:
    """Return what entities are called, by id."""
    wanted = sorted(entities)
    if not wanted:
        return {}
    rows = await db.read("governance/erasure/selection/names", tenant=tenant, entities=wanted)
    return {row["id"]: list(dict.fromkeys(row["names"])) for row in rows}


async def _names_of_others(
    db: Session, tenant: str, entities: Sequence[str], names: Iterable[str]
) -> list[str]:
    """Load the names of others that have the longest word of an erased name in them."""
    words = sorted({max(runs, key=len) for name in names if (runs := name_runs(name))})
    (row,) = await db.read(
        "governance/erasure/selection/names_with_words",
        tenant=tenant,
        entities=list(entities),
        words=words,
    )
    found: list[str] = row["names"]
    return found


def _is_anothers(name: str, erased: Iterable[str]) -> bool:
    """Whether a name that has an erased one in it is somebody else's, and tells nothing of it.

    "Ann Fox" and "Ann of Rome" are no Ann; "Ann's dog" and "mother of Ann" tell of her.
    """
    places = list(mentions(name, erased))
    tells = any(_OWNS.match(name, end) or _OF.search(name[:start]) for start, end in places)
    return bool(places) and not tells


def is_called(speaker: str, names: Iterable[str], longer: Iterable[str] = ()) -> bool:
    """Whether a label is one of some names in any spelling, with titles and pronouns around it, and
    not one of ``longer`` names: "Omar Haddad Jr." may be another person.
    """
    key = name_key(speaker)
    if key in map(name_key, names):
        return True
    meant = any(
        set(name_runs(f"{speaker[:start]} {speaker[end:]}")) <= _BESIDE
        for start, end in mentions(speaker, names, longer)
    )
    return meant and key not in map(name_key, longer)


async def _spoken_by(
    db: Session, tenant: str, names: Sequence[str], longer: Sequence[str]
) -> frozenset[str]:
    """Return the episodes that were said under any spelling of some names."""
    (row,) = await db.read("governance/erasure/selection/speakers", tenant=tenant)
    own = sorted(one for one in row["speakers"] if is_called(one, names, longer))
    return frozenset(
        await _ids(db, tenant, "governance/erasure/selection/episodes_spoken", speakers=own)
    )


async def _episodes(db: Session, tenant: str, kind: Erasable, subject: str) -> frozenset[str]:
    if kind is Erasable.EPISODE:
        return frozenset({subject})
    return frozenset(
        await _ids(db, tenant, "governance/erasure/selection/episodes_of_session", session=subject)
    )


async def _resting_on(db: Session, tenant: str, episodes: Iterable[str]) -> list[Row]:
    return await db.read(
        "governance/erasure/selection/memories_of_episodes",
        tenant=tenant,
        episodes=sorted(episodes),
    )


async def _ids(db: Session, tenant: str, statement: str, **asked: Any) -> Sequence[str]:
    rows = await db.read(statement, tenant=tenant, **asked)
    ids: Sequence[str] = rows[0]["ids"]
    return ids


def _identifiers(row: Row) -> Iterable[str]:
    memory = row["memory"]
    for said in (memory["value"], memory["text"], *(one["span"] for one in row["evidence"])):
        yield from (token for token, _ in identifiers(said or ""))
