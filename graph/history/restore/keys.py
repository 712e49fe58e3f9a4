"""The ids in this tenant of the records that a file names by keys, and their present state."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from graph.clock import END_OF_TIME
from graph.database.session import Transaction
from graph.history.export.keys import is_id, restored_id
from graph.history.file_format.events import EpisodeRecorded, keys_in
from graph.history.file_format.fields import Key
from graph.history.file_format.parts import Line, Ref
from graph.model.commands import Message
from graph.write.intake.episodes import identity

_KINDS = {
    "m": "memories",
    "e": "entities",
    "p": "episodes",
    "c": "contradictions",
    "r": "rejections",
    "k": "consents",
    "mp": "proposals",
}


@dataclass(slots=True)
class Keys:
    """Keys of a file as ids of the tenant.

    ``existing`` has the state of the records that are there already, by id; ``recognised`` the ids
    of episodes that are there under other keys, by key.
    """

    tenant: str
    recognised: dict[str, str] = field(default_factory=dict[str, str])
    existing: dict[str, dict[str, Any]] = field(default_factory=dict[str, dict[str, Any]])

    def id(self, key: Key) -> str:
        """Return the id of the record with this key."""
        if key.kind == "p" and key in self.recognised:
            return self.recognised[key]
        return str(key) if key in self.existing else restored_id(key.kind, self.tenant, key)

    def value(self, value: str | Ref) -> str:
        """Return a value as it is stored: a literal as it is, an entity by its id."""
        return self.id(value.id) if isinstance(value, Ref) else value

    def state(self, key: Key) -> dict[str, Any]:
        """Return the state of a record that is there already; an empty one if it is not."""
        return self.existing.get(self.id(key), {})

    async def look_up(self, tx: Transaction, lines: Sequence[Line]) -> None:
        """Read which of the records that the lines name are there."""
        named = {kind: set[str]() for kind in _KINDS}
        for line in lines:
            for key in keys_in(line):
                named[key.kind].add(key)
            known_as = _recognised_id(self.tenant, line)
            if isinstance(line, EpisodeRecorded) and known_as is not None:
                self.recognised[line.key] = known_as
        ids = {name: self._possible_ids(kind, named[kind]) for kind, name in _KINDS.items()}
        ids["episodes"] |= set(self.recognised.values())
        (found,) = await tx.run(
            "history/restore/known",
            tenant=self.tenant,
            named=sorted(named["p"] - set(self.recognised)),
            forever=END_OF_TIME,
            **{name: sorted(each) for name, each in ids.items()},
        )
        for name in (*_KINDS.values(), "waiting"):
            self.existing |= {row["id"]: row for row in found[name]}
        for row in found["episodes"]:
            if row["named"] is not None:
                self.recognised.setdefault(row["named"], row["id"])

    def _possible_ids(self, kind: str, keys: Iterable[str]) -> set[str]:
        """Return the ids that records may have: the keys themselves, or those of restored ones."""
        restored = (restored_id(kind, self.tenant, key) for key in keys)
        return {*filter(is_id, keys), *restored}


def message_of(line: EpisodeRecorded) -> Message:
    """Return an episode as the message that it was."""
    return Message(
        text=line.text,
        id=line.message,
        speaker=line.speaker,
        source_kind=line.source_kind,
        occurred_at=line.occurred_at,
    )


def _recognised_id(tenant: str, line: Line) -> str | None:
    """Return the id by which a message is recognised, whatever its key in the file is."""
    if not isinstance(line, EpisodeRecorded) or line.known_by is None:
        return None
    return identity(tenant, line.session, message_of(line), line.known_by, line.scope)
