"""Which things of the tenant the keys of a file mean, and how those that are there stand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from graph.clock import END_OF_TIME, outward
from graph.database.rows import Row
from graph.database.session import Transaction
from graph.export.keys import is_id, restored_id
from graph.intake.episodes import identity
from graph.model.commands import Message
from graph.restore.events import (
    ContradictionDetected,
    ContradictionResolved,
    EntitiesMerged,
    EntityNamed,
    EntitySplit,
    EpisodeContinued,
    EpisodeRecorded,
    MemoryMoved,
    MemoryRecorded,
    MemoryReleased,
    MemoryRetired,
    Place,
    RejectionLifted,
    Told,
    ValueRejected,
)

_KINDS = {
    "m": "memories",
    "e": "entities",
    "p": "episodes",
    "c": "contradictions",
    "r": "rejections",
}


@dataclass(slots=True)
class Keys:
    """Keys of a file as ids of the tenant; ``known`` holds what is there already, by id."""

    tenant: str
    wanted: dict[str, set[str]] = field(
        default_factory=lambda: {prefix: set[str]() for prefix in _KINDS}
    )
    heard: dict[str, str] = field(default_factory=dict[str, str])
    known: dict[str, dict[str, Any]] = field(default_factory=dict[str, dict[str, Any]])

    def memory(self, key: str) -> str:
        """A memory's id."""
        return self._id("m", key)

    def entity(self, key: str) -> str:
        """An entity's id."""
        return self._id("e", key)

    def contradiction(self, key: str) -> str:
        """A contradiction's id."""
        return self._id("c", key)

    def rejection(self, key: str) -> str:
        """A rejection's id."""
        return self._id("r", key)

    def episode(self, key: str) -> str:
        """An episode's id."""
        return self.heard.get(key) or self._id("p", key)

    def _id(self, prefix: str, key: str) -> str:
        return key if key in self.known else restored_id(prefix, self.tenant, key)

    async def look_up(self, tx: Transaction, told: Sequence[Told]) -> None:
        """Find out which of the things that some lines name are there."""
        for one in told:
            self._want(one)
        asked = {
            name: sorted({*filter(is_id, keys), *(self._restored(prefix, keys))})
            for prefix, name in _KINDS.items()
            for keys in [self.wanted[prefix]]
        }
        asked["episodes"] = sorted({*asked["episodes"], *self.heard.values()})
        rows = await tx.run(
            "restore/known",
            tenant=self.tenant,
            named=sorted(self.wanted["p"] - set(self.heard)),
            forever=END_OF_TIME,
            **asked,
        )
        for name in ("memories", "contradictions", "rejections", "episodes"):
            self.known |= {row["id"]: row for row in rows[0][name]}
        self.known |= {key: {"id": key} for key in rows[0]["entities"]}
        for row in rows[0]["episodes"]:
            if row["named"] is not None:
                self.heard.setdefault(row["named"], row["id"])

    def _restored(self, prefix: str, keys: Iterable[str]) -> Iterable[str]:
        return (restored_id(prefix, self.tenant, key) for key in keys)

    def _want(self, one: Told) -> None:
        for prefix, key in _named(one):
            if key is not None:
                self.wanted[prefix].add(key)
        if isinstance(one, EpisodeRecorded):
            found = self._recognised(one)
            if found is not None:
                self.heard[one.key] = found

    def _recognised(self, heard: EpisodeRecorded) -> str | None:
        """The id by which a message is recognised, whatever the file calls it."""
        if heard.known_by is None:
            return None
        return identity(self.tenant, heard.session, message_of(heard), heard.known_by)


def message_of(heard: EpisodeRecorded) -> Message:
    """A source as the message that it was."""
    return Message(
        text=heard.text,
        id=heard.message,
        speaker=heard.speaker,
        source_kind=heard.source_kind,
        occurred_at=heard.occurred_at,
    )


def _named(one: Told) -> Iterable[tuple[str, str | None]]:
    """Everything that a line names, by the prefix of its kind."""
    if isinstance(one, MemoryRecorded):
        yield from _of_memory(one)
    elif isinstance(one, (MemoryReleased, MemoryMoved, MemoryRetired)):
        yield "m", one.of
        if isinstance(one, MemoryMoved):
            yield from _of_place(one.place)
            yield "e", one.target
        if isinstance(one, MemoryRetired):
            yield from (("m", key) for key, _ in one.successors)
    elif isinstance(one, ContradictionResolved):
        yield from (("c", one.contradiction), ("m", one.answer))
    elif isinstance(one, (EpisodeRecorded, EpisodeContinued)):
        yield "p", one.key if isinstance(one, EpisodeRecorded) else one.of
    else:
        yield from _of_record(one)


def _of_record(one: Told) -> Iterable[tuple[str, str | None]]:
    if isinstance(one, EntityNamed):
        yield "e", one.key
    elif isinstance(one, EntitiesMerged):
        yield from (("e", one.keep), ("e", one.absorb))
    elif isinstance(one, EntitySplit):
        yield "e", one.absorbed
    elif isinstance(one, RejectionLifted):
        yield "r", one.of
    elif isinstance(one, ValueRejected):
        yield from (
            ("r", one.key),
            ("r", one.other),
            ("e", one.entity),
            ("e", one.filed[0]),
            ("e", one.filed[1]),
        )
        yield "e", one.canonical if one.leads else None
        yield "e", one.value if one.value_leads else None


def _of_memory(one: MemoryRecorded) -> Iterable[tuple[str, str | None]]:
    yield from (("m", one.key), ("m", one.corrects), ("e", one.entity), ("e", one.target))
    if one.place is not None:
        yield from _of_place(one.place)
    for span in one.spans:
        yield "p", span.episode
    for doubt in one.doubts:
        yield from _of_doubt(doubt)


def _of_place(place: Place) -> Iterable[tuple[str, str | None]]:
    yield "e", place.entity
    if place.leads:
        yield "e", place.canonical


def _of_doubt(doubt: ContradictionDetected) -> Iterable[tuple[str, str | None]]:
    yield from (("c", doubt.key), ("m", doubt.slot_of), ("e", doubt.entity), ("e", doubt.stands))
    for key in doubt.held:
        yield "m", key


def ended(row: Row, name: str) -> bool:
    """Whether a thing that is there has an end of that name."""
    return outward(row.get(name)) is not None
